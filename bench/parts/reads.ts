import { measureInChild } from '../process/child.ts';
import type { Part } from '../process/run.ts';
import type { PageTimes, ReadsRound } from '../rounds/reads-round.ts';
import { type Figure, figure, milliseconds, ratio, type Side, side } from '../table/figure.ts';

/** Full pages of history in process, as history grows. */
export const reads: Part = {
  name: 'reads',
  about: 'full pages of getOrderHistory and getTrades in process, at 1k, 10k and 100k trades',
  rounds: 3,
  roundSeconds: 14,
  fixedSeconds: 1,
  measure: async (run) => {
    const rounds = await run.each(() => measureInChild<ReadsRound>('bench/rounds/reads-round.ts'));
    const of = (name: keyof PageTimes, size: keyof ReadsRound): number[] => rounds.map((round) => round[size][name]);
    const ms = (name: keyof PageTimes, size: keyof ReadsRound): Side => side(of(name, size), milliseconds);
    const grown = (row: string, name: keyof PageTimes): Figure[] => [
      ratio(`${row}-10k`, ms(name, '10000'), ms(name, '1000')),
      ratio(`${row}-100k`, ms(name, '100000'), ms(name, '1000')),
    ];
    return [
      figure('order-history', of('orderHistory', '10000'), '1,000 records of 20,000'),
      ratio('order-history-y8', ms('orderHistory', '10000'), ms('cells', '10000')),
      figure('trades', of('trades', '10000'), '1,000 records of 10,000'),
      ratio('trades-y8', ms('trades', '10000'), ms('cells', '10000')),
      ...grown('growth-order-history', 'orderHistory'),
      ...grown('growth-trades', 'trades'),
    ];
  },
};
