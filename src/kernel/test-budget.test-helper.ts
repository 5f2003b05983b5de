import { inject } from 'vitest';

/**
 * How much random testing a run does. `npm test` takes the `quick` number of seeds or runs, so that every property is
 * checked within minutes; `npm run check` takes the `full` number. Where a test counts its seeds from 0, a quick run is the
 * beginning of a full one.
 */
export interface Budget {
  readonly quick: number;
  readonly full: number;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Set by vitest.config.ts from the variable PERPSIM_TESTS. */
    budget: keyof Budget;
  }
}

/** Returns the number of runs for the budget in force. */
export const runsOf = (budget: Budget): number => budget[inject('budget')];
