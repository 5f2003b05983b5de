import { recordOf } from '../../kernel/entries.ts';
import { shortfallOf } from '../coverage/citations.ts';
import { isUnsettled, type Run, type ScenarioResult, type Verdict } from '../results/run.ts';

/** The figures that a report begins with. */

/** Worst first. */
export const VERDICTS = [
  'failed',
  'error',
  'unexpected-pass',
  'expected-failure',
  'skipped',
  'passed',
] as const satisfies readonly Verdict[];

/** The verdicts of a scenario that a reader has to look at. */
export const FAILED: readonly Verdict[] = ['failed', 'error', 'unexpected-pass'];

export type Counts = Readonly<Record<Verdict, number>>;

/** What the run concludes about the target. */
export type Conclusion = 'conformant' | 'not-conformant' | 'incomplete' | 'nothing-proven' | 'inconclusive';

export interface Summary {
  readonly conclusion: Conclusion;
  readonly counts: Counts;
  /** By name. */
  readonly areas: readonly { readonly area: string; readonly counts: Counts }[];
  /** Most frequent first. */
  readonly skipped: readonly { readonly reason: string; readonly count: number }[];
}

export function summaryOf(run: Run): Summary {
  const { facts, scenarios } = run;
  const areas = [...new Set(scenarios.map(({ area }) => area))].sort(byCodeUnit);
  const counts = countsOf(scenarios);
  return {
    conclusion: conclusionOf(
      counts,
      facts.stopped === null && facts.leftBehind.length === 0,
      shortfallOf(run) === undefined && !scenarios.some(isUnsettled),
    ),
    counts,
    areas: areas.map((area) => ({ area, counts: countsOf(scenarios.filter((scenario) => scenario.area === area)) })),
    skipped: reasonsOf(scenarios),
  };
}

/** A failure counts even when the run was cut short; without a failure, a run that was cut short is incomplete. */
function conclusionOf(counts: Counts, isWhole: boolean, isEnough: boolean): Conclusion {
  if (counts.failed + counts['unexpected-pass'] > 0) return 'not-conformant';
  if (counts.error > 0 || !isWhole) return 'incomplete';
  if (counts.passed + counts['expected-failure'] === 0) return 'nothing-proven';
  return isEnough ? 'conformant' : 'inconclusive';
}

export function countsOf(scenarios: readonly Pick<ScenarioResult, 'verdict'>[]): Counts {
  const counts: Record<Verdict, number> = { ...recordOf(VERDICTS, () => 0) };
  for (const { verdict } of scenarios) counts[verdict] += 1;
  return counts;
}

export const totalOf = (counts: Counts): number => VERDICTS.reduce((sum, verdict) => sum + counts[verdict], 0);

function reasonsOf(scenarios: readonly ScenarioResult[]): Summary['skipped'] {
  const reasons = new Map<string, number>();
  for (const { verdict, reason } of scenarios) {
    if (verdict === 'skipped')
      reasons.set(reason ?? 'no reason given', (reasons.get(reason ?? 'no reason given') ?? 0) + 1);
  }
  return [...reasons]
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count || byCodeUnit(a.reason, b.reason));
}

const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
