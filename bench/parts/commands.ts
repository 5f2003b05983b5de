import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withFolder } from '../process/child.ts';
import { commandSeconds } from '../process/command.ts';
import type { Part } from '../process/run.ts';
import { figure } from '../table/figure.ts';

const SCENARIO = 'bench/worlds/quiet-minutes.yaml';
const SWEPT = 20;
const MILLIS = 1_000;

const perpsim = (...args: string[]): Promise<number> => commandSeconds(process.execPath, 'bin/perpsim.js', ...args);

const sweepSeconds = (): Promise<number> => {
  const out = mkdtempSync(join(tmpdir(), 'perpsim-bench-'));
  return withFolder(out, () =>
    perpsim('sweep', SCENARIO, '--set', 'duration=5m', '--seeds', `1..${SWEPT}`, '--workers', '1', '--out', out),
  );
};

/** Whole processes of the command line, an empty one among them: what it takes here tells machines apart. */
export const commands: Part = {
  name: 'commands',
  about: 'perpsim run of ten quiet minutes and a sweep of five, as whole processes, and an empty process',
  rounds: 5,
  roundSeconds: 5,
  fixedSeconds: 0,
  measure: async (run) => {
    const rounds = await run.each(async () => ({
      run: await perpsim('run', SCENARIO),
      sweep: await sweepSeconds(),
      empty: await commandSeconds(process.execPath, '--eval', '0'),
    }));
    return [
      figure(
        'run-quiet',
        rounds.map((round) => round.run),
      ),
      figure(
        'sweep-run',
        rounds.map(({ sweep }) => sweep / SWEPT),
        `${SWEPT} runs on one thread, the start of the process among it`,
      ),
      figure(
        'y6',
        rounds.map(({ empty }) => empty * MILLIS),
      ),
    ];
  },
};
