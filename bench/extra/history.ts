import { measureInChild } from '../process/child.ts';
import type { Part } from '../process/run.ts';
import type { HistoryRound } from '../rounds/history-round.ts';
import { figure } from '../table/figure.ts';

const ROWS = 50_000;

/** How fast recorded rows become a market. */
export const history: Part = {
  name: 'history',
  about: 'rows of recorded depth and trades per second',
  rounds: 3,
  roundSeconds: 5,
  fixedSeconds: 1,
  extra: true,
  measure: async (run) => {
    const rounds = await run.each(() => measureInChild<HistoryRound>('bench/rounds/history-round.ts', `${ROWS}`));
    return [
      figure(
        'history-rows',
        rounds.map(({ rows, seconds }) => rows / seconds),
        `${ROWS} rows`,
      ),
    ];
  },
};
