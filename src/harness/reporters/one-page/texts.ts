import { counted, plural } from '../html/words.ts';

/** Words that both forms of the page share. */
export const HEADINGS = {
  proven: 'What this run proved',
  failed: 'What failed',
  lacking: 'What it could not ask, and why',
  additions: 'What would let it ask more',
  repeat: 'How to repeat it',
} as const;

export const TEXTS = {
  proven: (proven: number, contract: number): string =>
    `${counted(proven)} of ${plural(contract, 'clause')} of the contract, by area:`,
  nothingFailed: 'Nothing failed.',
  more: (count: number): string => `and ${counted(count)} more: see index.html`,
  lacking: 'Scenarios that were skipped and clauses that stayed unproven; what lacks several things counts under each.',
  nothingLacking: 'Every chosen scenario could be run.',
  repeat: 'The keys come from the environment variables that the profile names. index.html has every scenario.',
} as const;
