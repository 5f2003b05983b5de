/**
 * The pages in the order of the bar, by the first part of their path. The first is the one that opens. They stand apart from what they show, so that a test can
 * ask for pictures of each.
 */
export const PAGE_NAMES = [
  'market',
  'account',
  'bots',
  'moment',
  'compare',
  'time',
  'log',
  'signature',
  'scenarios',
  'conformance',
] as const;

export type PageName = (typeof PAGE_NAMES)[number];
