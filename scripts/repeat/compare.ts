import { compareKeys } from '../../src/kernel/canonical-json.ts';
import { isUnsettled, type Run, type ScenarioResult, type Verdict } from '../../src/suite/results/run.ts';

/**
 * How a scenario differs between runs on one deployment:
 *
 * - `failed`: it failed in one of them
 * - `changed`: it passed in one and was skipped in another, for a reason that must not come and go
 * - `hour`: the same, for what depends on the hour, on how long the deployment has lived, or on which scenarios come first to the
 *   few withdrawals that a profile allows
 * - `moved`: in one of them it could not be settled, for other people trade in its market, too
 */
export type DifferenceKind = 'failed' | 'changed' | 'hour' | 'moved';

export interface Difference {
  readonly id: string;
  readonly name: string;
  readonly kind: DifferenceKind;
  /** One for each run, in their order; null where the scenario is not in it. */
  readonly verdicts: readonly (Verdict | null)[];
  /** Of the first run that failed or skipped it. */
  readonly why: string;
}

/** Why a scenario may be skipped in one run and not in the next: markets close, the past grows, withdrawals are used up. */
const OF_THE_HOUR =
  /^(needs trading-hours:|there are no candles of |the wallet has cancelled no order two to six days ago|the suite never withdraws )/;

/** Scenarios whose verdict is not the same in all runs, and those that failed. Runs of one transport, in their order. */
export function differencesBetween(runs: readonly Pick<Run, 'scenarios'>[]): Difference[] {
  const results = new Map<string, (ScenarioResult | null)[]>();
  for (const [index, { scenarios }] of runs.entries()) {
    for (const result of scenarios) {
      const own = results.get(result.id) ?? runs.map(() => null);
      own[index] = result;
      results.set(result.id, own);
    }
  }
  return [...results.values()].flatMap((own) => differenceIn(own)).sort((a, b) => compareKeys(a.id, b.id));
}

function differenceIn(results: readonly (ScenarioResult | null)[]): Difference[] {
  const verdicts = results.map((result) => result?.verdict ?? null);
  const known = results.filter((result) => result !== null);
  const [first] = known;
  if (!first) return [];
  const failed = known.find(({ verdict }) => verdict !== 'passed' && verdict !== 'skipped');
  const { id, name } = first;
  if (failed) return [{ id, name, kind: 'failed', verdicts, why: inOneLine(failed.error ?? failed.reason ?? '') }];
  if (new Set(verdicts).size === 1) return [];
  const unsettled = known.find(isUnsettled);
  if (unsettled) return [{ id, name, kind: 'moved', verdicts, why: inOneLine(unsettled.reason ?? '') }];
  const reasons = known.filter(({ verdict }) => verdict === 'skipped').map(({ reason }) => reason ?? '');
  const isOfTheHour = reasons.length > 0 && reasons.every((reason) => OF_THE_HOUR.test(reason));
  const why = reasons[0] ?? 'one of the runs lacks it';
  return [{ id, name, kind: isOfTheHour ? 'hour' : 'changed', verdicts, why }];
}

/** The whole text of a failure is in the report of its run. */
const inOneLine = (error: string): string => error.trim().replaceAll(/\s+/g, ' ').slice(0, WHY_LENGTH);
const WHY_LENGTH = 600;

/** True when the runs agree, apart from what the hour decides, and other people. */
export const isRepeatable = (differences: readonly Difference[]): boolean =>
  differences.every(({ kind }) => kind === 'hour' || kind === 'moved');
