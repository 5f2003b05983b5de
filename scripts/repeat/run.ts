import { mkdirSync, writeFileSync } from 'node:fs';
import { differencesBetween, isRepeatable } from './compare.ts';
import { startPlain, writeProfile } from './deployment.ts';
import { oneRun, stopRun } from './one-run.ts';
import { type Options, readOptions, type Start } from './options.ts';
import { pageOf, type Row, rowLine, rowOf, type Series } from './table.ts';
import type { Run } from '../../src/suite/results/run.ts';

/** Runs the suite several times against one server that has no control plane and is never reset, and compares the verdicts. */

const HELP = `npm run conform:repeat                              three runs over REST and three over WebSocket, for each of three starts
npm run conform:repeat -- features/limits --tags @negative --exclude GLOB        of some scenarios alone
npm run conform:repeat -- --runs 2 --starts sunday,2026-01-07T21:58:00Z --transport ws
npm run conform:repeat -- --worlds default,foreign --seeds 1,2,3 --starts weekday --runs 2
npm run conform:repeat -- --all-leave --rate-limits
npm run conform:repeat -- --report FOLDER --json

Ends with 0 when every scenario has the same verdict in all runs of a transport, 1 when one differs, fails or leaves
something behind, 2 for wrong usage.`;

let isStopped = false;

async function main(): Promise<number> {
  let options: Options;
  try {
    options = readOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`conform:repeat: ${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
  if (options.help) {
    console.log(HELP);
    return 0;
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      isStopped = true;
      stopRun();
    });
  }
  mkdirSync(options.folder, { recursive: true });
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const series: Series[] = [];
  for (const start of options.starts) if (!isStopped) series.push(...(await seriesFrom(start, options, say)));
  const page = pageOf(series);
  writeFileSync(`${options.folder}/repeat.md`, `${page.join('\n')}\n`);
  writeFileSync(`${options.folder}/repeat.json`, `${JSON.stringify(series, null, 2)}\n`);
  console.log(options.json ? JSON.stringify(series) : page.join('\n'));
  return !isStopped && series.every(isSound) ? 0 : 1;
}

const isSound = ({ rows, differences }: Series): boolean =>
  isRepeatable(differences) && rows.every(({ leftBehind }) => leftBehind.length === 0);

/** All runs on one server. */
async function seriesFrom(start: Start, options: Options, say: (line: string) => void): Promise<Series[]> {
  const { name } = start;
  const server = await startPlain(start, options);
  try {
    const series: Series[] = [];
    for (const transport of options.transports) {
      const rows: Row[] = [];
      const runs: Run[] = [];
      const profile = writeProfile(transport, options);
      for (let number = 1; number <= options.runs && !isStopped; number += 1) {
        const report = `${options.folder}/${name.replaceAll(':', '').replaceAll(' ', '-')}-${transport}-${number}`;
        const { run, exit } = await oneRun({ ...server, profile, selection: options.selection, report });
        runs.push(run);
        rows.push(rowOf(run, { start: name, transport, run: number, exit }));
        for (const row of rows.slice(-1)) say(rowLine(row));
      }
      series.push({ start: name, transport, rows, differences: differencesBetween(runs) });
    }
    return series;
  } finally {
    await server.stop();
  }
}

process.exitCode = await main();
