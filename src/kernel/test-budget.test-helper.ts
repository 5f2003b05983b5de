import { inject, test } from 'vitest';

/**
 * How much random testing a run does. `npm run check` tests the whole numbers of seeds and runs, `npm test` the beginning
 * of them: one share for all properties, and figures of their own where that does not suit. Seeds are fixed, so a quick run is
 * the beginning of a full one on every machine.
 */
const QUICK_SHARE = 1 / 10;

interface Budget {
  readonly quick: number;
  readonly full: number;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Set by vitest.config.ts from the variable PERPSIM_TESTS. */
    budget: keyof Budget;
  }
}

/** Returns the number of runs for the budget in force, where the common share does not suit. */
export const runsOf = (budget: Budget): number => budget[inject('budget')];

/**
 * Returns the share of a whole number of runs for the budget in force, at least 1. What a test expects to have seen in
 * its runs takes the same share.
 */
export const shareOf = (whole: number): number =>
  runsOf({ quick: Math.max(1, Math.round(whole * QUICK_SHARE)), full: whole });

/**
 * Registers a test of full runs alone: one that starts programs or exchanges several times, beside tests of the same subject
 * that every run does. A quick run does not count it as skipped; it says in a sentence what it leaves to the full one.
 */
export function testInFull(
  title: string,
  body: () => void | Promise<void>,
  options: { concurrent?: boolean } = {},
): void {
  if (inject('budget') === 'full') test(title, options, body);
}
