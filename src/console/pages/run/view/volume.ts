import type { MarketResult } from '../../../../scenarios/run-result.ts';

export interface VolumeColumns {
  /** Middle of each bar. */
  readonly time: readonly number[];
  readonly bought: readonly number[];
  readonly sold: readonly number[];
  readonly widthMs: number;
}

const WIDTHS = [
  100, 250, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 900_000, 1_800_000,
  3_600_000, 7_200_000, 14_400_000, 43_200_000, 86_400_000,
];

/** The traded quantity in bars of equal duration by the side of the taker, at most `most` of them from `from` to `to`. */
export function volumeColumns(
  { trades }: Pick<MarketResult, 'trades'>,
  from: number,
  to: number,
  most: number,
): VolumeColumns {
  const widthMs = WIDTHS.find((width) => (to - from) / width <= most) ?? Math.ceil((to - from) / most);
  const first = Math.floor(from / widthMs);
  const count = Math.max(1, Math.floor(to / widthMs) - first + 1);
  const bought = new Array<number>(count).fill(0);
  const sold = new Array<number>(count).fill(0);
  for (const [time, , quantity, side] of trades) {
    const place = Math.floor(time / widthMs) - first;
    const column = side === 'buy' ? bought : sold;
    if (place >= 0 && place < count) column[place] = (column[place] ?? 0) + Number(quantity);
  }
  const time = bought.map((_, place) => (first + place + 0.5) * widthMs);
  return { time, bought, sold, widthMs };
}
