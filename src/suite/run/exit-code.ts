import { shortfallOf } from '../coverage/citations.ts';
import { isUnsettled, type Run, type Verdict } from '../results/run.ts';

/**
 * - 0: conformant, as far as the target could be asked
 * - 1: failures
 * - 2: wrong usage
 * - 3: the target cannot be reached
 * - 4: nothing failed, but the known-failing list no longer holds
 * - 5: incomplete: stopped, nothing ran, the suite itself went wrong, or something was left behind
 * - 6: the result could not be written, whatever it is
 * - 7: inconclusive: nothing failed, but less was proven than the profile asks for, or a scenario could not be settled
 */
export type ConformExit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

/**
 * Returns what a run comes to.
 *
 * @param stale findings about the known-failing list: an unexpected pass, an entry past its date or without a scenario
 */
export function exitOf(run: Run, stale: number): ConformExit {
  const { facts, scenarios } = run;
  const has = (verdict: Verdict): boolean => scenarios.some((scenario) => scenario.verdict === verdict);
  if (has('failed')) return 1;
  if (stale > 0 || has('unexpected-pass')) return 4;
  const judged = has('passed') || has('expected-failure');
  if (!judged || has('error') || facts.stopped !== null || facts.leftBehind.length > 0) return 5;
  return shortfallOf(run) || scenarios.some(isUnsettled) ? 7 : 0;
}
