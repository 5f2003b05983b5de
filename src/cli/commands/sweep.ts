import { type CommandSpec, REQUIRED } from '../define.ts';
import { gather } from '../overrides.ts';
import type { SweepFlags } from '../sweep/sweep.ts';
import type { WorkerFlags } from '../sweep/worker.ts';

/** Sweeps. What each needs is loaded when it is called. */

export const SWEEP: readonly CommandSpec[] = [
  {
    name: 'sweep',
    about: 'Runs a scenario with many seeds and parameters, and writes a table of what came out.',
    takes: [['<scenario>', 'a folder or file of a scenario, or a name of the library']],
    flags: [
      ['--seeds <list>', 'seeds such as 1..1000 or 1,5,9', REQUIRED],
      ['--set <path=values>', "values of a field of the scenario, such as 'strategy.spread=2,4,8'", gather],
      ['--out <dir>', 'folder of the results', REQUIRED],
      ['--workers <number>', 'runs that go on at a time, each on a thread (default: one for each core)'],
      ['--queue <url>', 'spread the runs over workers of a Redis instead, such as redis://127.0.0.1:6379'],
      ['--fresh', 'remove the results that are in the folder'],
      ['--html <file>', 'write the page to this file as well'],
      ['--json', 'print the summary as one JSON line'],
      ['--progress-json', 'write progress on stderr as JSON lines'],
    ],
    notes: 'The same command goes on where it was stopped.',
    examples: [
      'perpsim sweep risk/flash-crash --seeds 1..10 --out sweep',
      'perpsim sweep scenarios/mine --seeds 1..100 --set strategy.spread=2,4,8 --out sweep --json',
    ],
    exits: {
      0: 'all runs ended as expected',
      1: 'an expectation failed or a run has no result',
      2: 'wrong usage or scenario',
      3: 'no Redis reached',
      6: 'results not written',
      130: 'stopped by a signal',
    },
    run: async (scenario: string, flags: SweepFlags) => (await import('../sweep/sweep.ts')).sweep(scenario, flags),
  },
  {
    name: 'worker',
    about: 'Takes runs of sweeps from a queue until it is stopped.',
    flags: [
      ['--queue <url>', 'the Redis of the sweeps, such as redis://127.0.0.1:6379', REQUIRED],
      ['--concurrency <number>', 'runs that go on at a time, each on a thread (default: one for each core)'],
      ['--json', 'print what happens as JSON lines'],
    ],
    examples: [
      'perpsim worker --queue redis://127.0.0.1:6379',
      'perpsim worker --queue redis://127.0.0.1:6379 --concurrency 4 --json',
    ],
    exits: { 0: 'stopped by a signal', 130: 'stopped at once' },
    run: async (flags: WorkerFlags) => (await import('../sweep/worker.ts')).worker(flags),
  },
];
