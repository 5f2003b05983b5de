import { counted, plural } from '../../../kernel/words.ts';
import type { Shares } from './areas.ts';

/** Words that both forms of the page share. */
export const HEADINGS = {
  proven: 'What this run proved',
  failed: 'What failed',
  lacking: 'What it could not check, and why',
  additions: 'What would let it check more',
  repeat: 'How to repeat it',
} as const;

/** Shares of the contract, in the order of the page. */
export const SHARES: readonly {
  readonly of: Exclude<keyof Shares, 'clauses'>;
  readonly label: string;
  readonly means: string;
}[] = [
  { of: 'proven', label: 'proven', means: 'a check passed, and none failed' },
  { of: 'contradicted', label: 'contradicted', means: 'a check failed' },
  { of: 'unchecked', label: 'could not be checked', means: 'something was missing, see below' },
  { of: 'left', label: 'not part of this test', means: 'no check of this run is about them' },
];

export const TEXTS = {
  clause: (clauses: number): string =>
    `The contract of the API consists of ${plural(clauses, 'clause')}: statements that can be checked one by one.`,
  proven: 'Clauses by area:',
  nothingFailed: 'Nothing failed.',
  moreClauses: (count: number): string => `and ${plural(count, 'more clause')}`,
  more: (count: number): string => `and ${counted(count)} more: see index.html`,
  lacking: 'A check that needs several things counts under each of them.',
  nothingLacking: 'Every check that was chosen could be made.',
  repeat:
    'Keys come from the environment variables that the profile names. Every check is in index.html, as a scenario with its messages.',
} as const;
