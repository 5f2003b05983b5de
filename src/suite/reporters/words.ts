import type { Conclusion } from './summary.ts';
import type { Verdict } from '../results/run.ts';

/** The state of a clause, by the scenarios that cite it. */
export const CLAUSE_STATES = ['failed', 'proven', 'skipped', 'waived', 'uncovered'] as const;
export type ClauseState = (typeof CLAUSE_STATES)[number];

/** Labels and signs of verdicts and states. The sign gives the same information as the colour. */
interface Shown {
  readonly label: string;
  readonly mark: string;
}

export const VERDICT_SHOWN: Readonly<Record<Verdict, Shown>> = {
  failed: { label: 'failed', mark: '✕' },
  error: { label: 'suite error', mark: '!' },
  'unexpected-pass': { label: 'unexpected pass', mark: '?' },
  'expected-failure': { label: 'known to fail', mark: '~' },
  skipped: { label: 'skipped', mark: '–' },
  passed: { label: 'passed', mark: '✓' },
};

export const STATE_SHOWN: Readonly<Record<ClauseState, Shown & { readonly means: string }>> = {
  failed: { label: 'failed', mark: '✕', means: 'a scenario that cites it failed' },
  proven: { label: 'proven', mark: '✓', means: 'a scenario that cites it passed, and none failed' },
  skipped: { label: 'skipped', mark: '–', means: 'no scenario that cites it came to a verdict' },
  waived: { label: 'waived', mark: 'w', means: 'no scenario can prove it; the reason is given' },
  uncovered: { label: 'uncovered', mark: '?', means: 'no scenario of this run cites it' },
};

export const CONCLUSION_SHOWN: Readonly<Record<Conclusion, Shown>> = {
  conformant: { label: 'Conformant', mark: '✓' },
  'not-conformant': { label: 'Not conformant', mark: '✕' },
  incomplete: { label: 'Incomplete', mark: '!' },
  'nothing-proven': { label: 'Nothing proven', mark: '–' },
  inconclusive: { label: 'Inconclusive', mark: '?' },
};
