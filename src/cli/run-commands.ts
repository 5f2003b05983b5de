import { type AddCommand, late } from './define.ts';

/** Commands that go on from a journal. */
export const REPLAYING: readonly AddCommand[] = [
  late(
    'replay <journal>',
    'Rebuilds an exchange from its journal and compares every digest that was recorded.',
    async () => (await import('./commands/replay.ts')).REPLAY,
  ),
  late(
    'diff <a> <b>',
    'Compares two runs: the first input at which they differ, and where in the state.',
    async () => (await import('./commands/diff.ts')).DIFF,
  ),
];

/** Commands that run scenarios. */
export const RUNNING: readonly AddCommand[] = [
  late(
    'run <scenario>',
    'Runs a scenario and says whether its expectations hold.',
    async () => (await import('./commands/run.ts')).RUN,
  ),
  late(
    'scenario',
    'Lists, checks, records and shrinks scenarios.',
    async () => (await import('./commands/scenario.ts')).SCENARIO,
  ),
  late(
    'sweep <scenario>',
    'Runs a scenario with many seeds and parameters, and writes a table of what came out.',
    async () => (await import('./commands/sweep.ts')).SWEEP,
  ),
  late(
    'compare <a> <b>',
    'Compares two sweeps in pairs of runs with the same seed, with intervals.',
    async () => (await import('./commands/compare.ts')).COMPARE,
  ),
  late(
    'worker',
    'Takes runs of sweeps from a queue until it is stopped.',
    async () => (await import('./commands/worker.ts')).WORKER,
  ),
];
