import { FAILED } from '../../../suite/reporters/summary.ts';
import type { EndedScenario } from '../../../contract/jobs.ts';

/** Scenarios that have ended in a run that goes on. */

export const VIEWS = ['all', 'failed', 'skipped'] as const;
export type EndedView = (typeof VIEWS)[number];

export const hasFailed = ({ verdict }: Pick<EndedScenario, 'verdict'>): boolean =>
  FAILED.some((bad) => bad === verdict);

/** A body of the control plane has at most 20 kB. */
const PATHS_LENGTH_MAX = 16_000;

/** What to run for everything that has failed to run again. */
export interface FailedAgain {
  readonly count: number;
  /** `features/trade/cancelOrders.feature:9:31`, or whole files where the lines would be too long a text. */
  readonly features: readonly string[];
  readonly areWholeFiles: boolean;
}

/** Everything in a list that has failed, as paths for another run. */
export function failedAgain(ended: readonly EndedScenario[]): FailedAgain {
  const failed = ended.filter(hasFailed);
  const lines = new Map<string, string[]>();
  for (const { id } of failed) {
    const at = id.lastIndexOf(':');
    const file = id.slice(0, at);
    lines.set(file, [...(lines.get(file) ?? []), id.slice(at)]);
  }
  const each = [...lines].map(([file, own]) => file + own.join(''));
  const areWholeFiles = each.join('","').length > PATHS_LENGTH_MAX;
  return { count: failed.length, features: areWholeFiles ? [...lines.keys()] : each, areWholeFiles };
}

/** Those of a view with all words of a text, the latest first. */
export function endedShown(ended: readonly EndedScenario[], view: EndedView, text: string): EndedScenario[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return ended
    .filter((one) => view === 'all' || (view === 'failed' ? hasFailed(one) : one.verdict === 'skipped'))
    .filter(({ id, name }) => words.every((word) => `${id} ${name}`.toLowerCase().includes(word)))
    .reverse();
}
