import { measureInChild } from '../process/child.ts';
import type { Part } from '../process/run.ts';
import type { LargeReadsRound } from '../rounds/large-reads-round.ts';
import { figure } from '../table/figure.ts';

const TRADES = 1_000_000;
const ORDERS = 100_000;

/** Reads of a long history that keeps everything. */
export const largeReads: Part = {
  name: 'large-reads',
  about: 'pages of 1,000 of 1M trades that are all kept, beside 100k open orders, and the first read of them',
  rounds: 1,
  roundSeconds: 160,
  fixedSeconds: 1,
  extra: true,
  measure: async (run) => {
    const rounds = await run.each(() =>
      measureInChild<LargeReadsRound>('bench/rounds/large-reads-round.ts', `${TRADES}`, `${ORDERS}`),
    );
    const of = (name: keyof LargeReadsRound): number[] => rounds.map((round) => round[name]);
    return [
      figure('large-first', of('firstMs'), 'signing and answering have run before, the history has not been read'),
      figure('large-newest', of('newestMs')),
      figure('large-oldest', of('oldestMs')),
      figure('large-filtered', of('filteredMs')),
    ];
  },
};
