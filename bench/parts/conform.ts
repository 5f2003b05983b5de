import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { follow, withFolder } from '../process/child.ts';
import type { Part } from '../process/run.ts';
import { ratio, short, side } from '../table/figure.ts';
import { type SuiteSize, writeTrivialSuite } from '../yardsticks/trivial-suite.ts';

const TRIVIAL = 'dist/bench/trivial-suite';

/** Seconds that a command took. Throws when it ended with an error. */
async function timed(...words: string[]): Promise<number> {
  const started = performance.now();
  const child = follow(spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] }));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${words.slice(0, 3).join(' ')} ended with ${String(code)}; its time says nothing`);
  return (performance.now() - started) / 1_000;
}

/** Counts the scenarios that ran, and their steps, hooks among them. */
async function sizeOf(messages: string): Promise<SuiteSize> {
  let scenarios = 0;
  let steps = 0;
  for await (const line of createInterface({ input: createReadStream(messages) })) {
    if (line.startsWith('{"testCaseStarted"')) scenarios += 1;
    else if (line.startsWith('{"testStepFinished"')) steps += 1;
  }
  if (scenarios === 0) throw new Error(`no scenario ran: ${messages}`);
  return { scenarios, steps };
}

/** The whole suite over REST against an exchange of its own, against as many scenarios and steps that do nothing. */
export const conform: Part = {
  name: 'conform',
  about: 'the whole conformance suite, against a trivial suite of equal size',
  rounds: 1,
  roundSeconds: 75,
  fixedSeconds: 1,
  measure: async (run) => {
    const rounds = await run.each(() => {
      const folder = mkdtempSync(join(tmpdir(), 'perpsim-bench-'));
      return withFolder(folder, async () => {
        const suite = await timed('bin/perpsim.js', 'conform', '--quiet', '--report', folder);
        const size = await sizeOf(join(folder, 'messages.ndjson'));
        const words = writeTrivialSuite(TRIVIAL, size);
        const trivial = await timed('node_modules/@cucumber/cucumber/bin/cucumber.js', ...words);
        return { suite, trivial, size };
      });
    });
    const [first] = rounds;
    const seconds = (value: number): string => `${short(value)} s`;
    return [
      ratio(
        'conform',
        side(
          rounds.map(({ suite }) => suite),
          seconds,
          `${first?.size.scenarios ?? 0} scenarios, ${first?.size.steps ?? 0} steps`,
        ),
        side(
          rounds.map(({ trivial }) => trivial),
          seconds,
        ),
      ),
    ];
  },
};
