import type { AccountResult, MarketResult } from '../../../../scenarios/run-result.ts';

/** Columns of one length, as charts take them; null where there is no value. */
export type Column = readonly (number | null)[];

export interface PriceColumns {
  readonly time: readonly number[];
  readonly index: Column;
  readonly mark: Column;
  readonly bid: Column;
  readonly ask: Column;
  readonly openInterest: Column;
}

/** A price of zero stands for none: an empty side, or a market that has no price yet. */
const priceOf = (text: string): number | null => Number(text) || null;

export const priceColumns = ({ prices }: Pick<MarketResult, 'prices'>): PriceColumns => ({
  time: prices.map(([time]) => time),
  index: prices.map(([, index]) => priceOf(index)),
  mark: prices.map(([, , mark]) => priceOf(mark)),
  bid: prices.map(([, , , bid]) => priceOf(bid)),
  ask: prices.map(([, , , , ask]) => priceOf(ask)),
  openInterest: prices.map(([, , , , , openInterest]) => Number(openInterest)),
});

export interface EquityColumns {
  readonly time: readonly number[];
  readonly equity: readonly number[];
  /** Fall from the highest value so far, as a share of it: 0 or less. */
  readonly drawdown: readonly number[];
}

export function equityColumns({ equity }: Pick<AccountResult, 'equity'>): EquityColumns {
  const values = equity.map(([, value]) => Number(value));
  let peak = -Infinity;
  const drawdown = values.map((value) => {
    peak = Math.max(peak, value);
    return peak > 0 ? (value - peak) / peak : 0;
  });
  return { time: equity.map(([time]) => time), equity: values, drawdown };
}

/** Place of the last time that is not after `at`; -1 before the first. */
export function placeAt(times: readonly number[], at: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? Infinity) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The value that was last known at a time, or null. */
export const valueAt = (times: readonly number[], column: Column, at: number): number | null =>
  column[placeAt(times, at)] ?? null;

/** Lowest and highest of the values, or null without any. */
export function extentOf(column: Column): readonly [low: number, high: number] | null {
  let low = Infinity;
  let high = -Infinity;
  for (const value of column) {
    if (value === null) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : null;
}
