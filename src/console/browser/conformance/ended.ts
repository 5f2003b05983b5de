import { FAILED } from '../../../suite/reporters/summary.ts';
import type { EndedScenario } from '../../../contract/jobs.ts';

/** Scenarios that have ended in a run that goes on. */

export const VIEWS = ['all', 'failed', 'skipped'] as const;
export type EndedView = (typeof VIEWS)[number];

export const hasFailed = ({ verdict }: Pick<EndedScenario, 'verdict'>): boolean =>
  FAILED.some((bad) => bad === verdict);

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
