import type { Job, JobAsked, JobOutcome, JobProgress } from '../../../contract/jobs.ts';
import { counted, plural, span } from '../../../kernel/words.ts';

/** Jobs in words. */

interface Shown {
  readonly label: string;
  readonly sign: string;
  readonly look: 'good' | 'bad' | 'other';
}

const OUTCOMES: Readonly<Record<JobOutcome, Shown>> = {
  passed: { label: 'Passed', sign: '✓', look: 'good' },
  failed: { label: 'Failed', sign: '✕', look: 'bad' },
  stopped: { label: 'Stopped', sign: '■', look: 'other' },
  inconclusive: { label: 'No verdict', sign: '–', look: 'other' },
  fault: { label: 'Could not run', sign: '!', look: 'bad' },
};

export const outcomeShown = ({ outcome }: Pick<Job, 'outcome'>): Shown =>
  outcome === null ? { label: 'Running', sign: '▶', look: 'other' } : OUTCOMES[outcome];

/** `seed 7`, `10 seeds, strategy.spread=2,4`, `trade on fresh exchanges, profile ws`. */
export function askedText({ kind, seed, seeds, set = [], ...suite }: JobAsked): string {
  switch (kind) {
    case 'scenario':
      return [seed === undefined ? 'its own seed' : `seed ${seed}`, ...set].join(', ');
    case 'sweep':
      return [plural(seeds ?? 0, 'seed'), ...set].join(', ');
    case 'conformance':
      return suiteText(suite);
  }
}

const TARGETS: Readonly<Record<string, string>> = { fresh: 'fresh exchanges', this: 'this exchange' };

function suiteText({
  features = [],
  profile = 'full',
  target = 'fresh',
  tags,
  clause,
}: Omit<JobAsked, 'kind' | 'seed' | 'seeds' | 'set'>): string {
  const paths = features.map((path) => path.replace(/^features\//, '').replace(/\.feature$/, ''));
  const what = [
    paths.length === 0 ? 'every feature' : paths.join(', '),
    ...(tags === undefined ? [] : [`tagged ${tags}`]),
    ...(clause === undefined ? [] : [`about ${clause}`]),
  ];
  return `${what.join(', ')} on ${TARGETS[target] ?? target}, profile ${profile}`;
}

/** `3m 20s of 20m, 16 %` or `12 of 40 runs, 2 failed`. */
export function progressText({ done, total, unit, failed, skipped }: JobProgress): string {
  const share = total > 0 ? `${Math.floor((100 * done) / total)} %` : '';
  if (unit === 'ms') return `${span(Math.floor(done / 1_000) * 1_000)} of ${span(total)}, ${share}`;
  const parts = [
    `${counted(done)} of ${counted(total)} ${unit}`,
    ...(failed > 0 ? [`${counted(failed)} failed`] : []),
    ...(skipped > 0 ? [`${counted(skipped)} skipped`] : []),
    share,
  ];
  return parts.filter((part) => part !== '').join(', ');
}
