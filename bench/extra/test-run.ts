import { commandSeconds } from '../process/command.ts';
import type { Part } from '../process/run.ts';
import { figure } from '../table/figure.ts';

/** Runs `npm test` once, its output thrown away, and measures it as a whole process. Throws when a test fails. */
export const testRun: Part = {
  name: 'test',
  about: 'npm test',
  rounds: 1,
  roundSeconds: 270,
  fixedSeconds: 0,
  extra: true,
  measure: async (run) => [figure('npm-test', await run.each(() => commandSeconds('npm', 'test')), 'one run')],
};
