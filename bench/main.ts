import { parseArgs } from 'node:util';
import { PARTS } from './parts/parts.ts';
import { endChildrenWithThisProcess } from './process/child.ts';
import { topFunctions, wantProfiles, writtenProfiles } from './process/profile.ts';
import { Progress, roundsOf, secondsOf, timeText } from './process/progress.ts';
import type { Part } from './process/run.ts';
import type { Figure } from './table/figure.ts';
import { machineFacts, warningsOf } from './table/machine.ts';
import { documentOf, linesOf, summaryOf, tableOf, writeReports } from './table/report.ts';
import { rowsFor } from './table/rows.ts';

/**
 * Measures the exchange against yardsticks built here, in pairs and in turns, so that a slow minute of the machine is
 * slow for both sides. `docs/benchmark.md` explains flags, yardsticks and rows.
 */

const TOP_FUNCTIONS = 25;

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    out: { type: 'string', default: 'reports' },
  },
});

const listOf = (parts: readonly Part[]): string =>
  parts
    .map((part) => {
      const usual = timeText(secondsOf(part, part.rounds));
      return `${part.name.padEnd(12)} ${usual.padStart(6)}  ${part.about}${part.extra === true ? ' (only when named)' : ''}`;
    })
    .join('\n');

function choose(only: string | undefined): Part[] {
  if (only === undefined) return PARTS.filter(({ extra }) => extra !== true);
  const names = only.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !PARTS.some((part) => part.name === name));
  if (unknown.length > 0) {
    console.error(`no such part: ${unknown.join(', ')}. The parts are:\n${listOf(PARTS)}`);
    process.exit(2);
  }
  return PARTS.filter(({ name }) => names.includes(name));
}

/** Parts that ended with an error. */
const failed: string[] = [];

async function measure(parts: readonly Part[], progress: Progress): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const part of parts) {
    const rounds = values.profile ? 1 : roundsOf(part, values.quick);
    const run = {
      rounds,
      each: async <T>(work: (round: number) => T | Promise<T>): Promise<T[]> => {
        const results: T[] = [];
        for (let round = 0; round < rounds; round += 1) {
          progress.round(part, round, rounds);
          results.push(await work(round));
        }
        return results;
      },
    };
    try {
      figures.push(...(await part.measure(run)));
    } catch (error) {
      // The other parts are still worth their time; the rows of this one stay unmeasured.
      failed.push(part.name);
      console.error(`part ${part.name} failed:`, error);
    }
    progress.finished(part);
    for (const file of writtenProfiles()) console.log(`${topFunctions(file, TOP_FUNCTIONS)}\n`);
  }
  return figures;
}

async function main(): Promise<void> {
  if (values.list) {
    console.log(listOf(PARTS));
    return;
  }
  endChildrenWithThisProcess();
  if (values.profile) wantProfiles();
  const parts = choose(values.only);
  const machine = machineFacts();
  for (const warning of warningsOf(machine)) console.error(`warning: ${warning}`);
  const progress = new Progress(
    parts,
    values.quick || values.profile,
    () => performance.now(),
    (line) => console.error(line),
  );
  const lines = linesOf(rowsFor(parts), await measure(parts, progress));
  const names = parts.map(({ name }) => name);
  const conditions = {
    machine,
    mode: values.quick ? 'quick' : 'full',
    parts: names,
    seconds: progress.elapsedSeconds,
  } as const;
  if (values.json) console.log(JSON.stringify(documentOf(lines, conditions), null, 2));
  else {
    const shown = values.only === undefined ? lines : lines.filter(({ row }) => names.includes(row.part));
    console.log(tableOf(shown, machine));
  }
  const failures = failed.length > 0 ? `; FAILED: ${failed.join(', ')}` : '';
  console.error(`${summaryOf(lines)}; ${timeText(conditions.seconds)}${failures}`);
  if (values.profile) console.error('a profile slows what it measures: no report is written');
  else console.error(`written to ${writeReports(values.out, lines, conditions)}`);
}

await main();
// A socket of a load generator may linger; nothing is left to wait for.
process.exit(failed.length > 0 ? 1 : 0);
