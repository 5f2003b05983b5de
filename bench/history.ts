import { measureInChild } from './child.ts';
import { type Figure, info, rate } from './figure.ts';
import type { HistoryRound } from './history-round.ts';
import { median } from './statistics.ts';

const ROWS = 50_000;

/** How fast recorded rows become a market. */
export async function history(count: number, scale: number): Promise<Figure[]> {
  const rounds: HistoryRound[] = [];
  for (let round = 0; round < count; round += 1) {
    rounds.push(await measureInChild<HistoryRound>('bench/history-round.ts', String(Math.round(ROWS * scale))));
  }
  const perSecond = median(rounds.map(({ rows, seconds }) => rows / seconds));
  return [info('rows of recorded depth and trades per second', rate(perSecond), perSecond)];
}
