import type { DataProblem } from '../market-data/problems.ts';
import { MarketDataError } from '../market-data/problems.ts';
import { divHalfEven, formatUnits, unitsOf } from '../../kernel/decimal.ts';

/** Tick and lot of a market, in 1e-8 of its assets. */
export interface Increments {
  readonly symbol: string;
  readonly tickUnits: number;
  readonly lotUnits: number;
}

/** Where a row stands, for the error that names it. */
export type Place = Pick<DataProblem, 'file' | 'unit' | 'at'>;

/** A recorded price in ticks. Throws MarketDataError for a price off the tick of the market. */
export function ticksOf({ symbol, tickUnits }: Increments, price: string, place: Place): number {
  const units = unitsOf(price);
  if (units % BigInt(tickUnits) === 0n) return Number(units / BigInt(tickUnits));
  const tick = formatUnits(BigInt(tickUnits));
  const message = `price ${price} is not on the tick ${tick} of ${symbol}; give the market a smaller priceIncrement`;
  throw new MarketDataError([{ ...place, kind: 'range', message }]);
}

/** The nearest price of the market, for prices that are made and not recorded. */
export const nearestTicks = ({ tickUnits }: Increments, price: string): number =>
  Math.max(1, Number(divHalfEven(unitsOf(price), BigInt(tickUnits))));

/** A recorded quantity in whole lots, rounded down. */
export const lotsOf = ({ lotUnits }: Increments, quantity: string): number =>
  Number(unitsOf(quantity) / BigInt(lotUnits));

export const priceText = ({ tickUnits }: Increments, ticks: number): string =>
  formatUnits(BigInt(ticks) * BigInt(tickUnits));

export const quantityText = ({ lotUnits }: Increments, lots: number): string =>
  formatUnits(BigInt(lots) * BigInt(lotUnits));
