import { divHalfEven, divHalfEvenInt } from '../../kernel/decimal.ts';
import type { Draw } from '../../kernel/random.ts';
import type { PriceUnits } from '../../kernel/units.ts';
import type { MarketSpec } from '../config.ts';

/** What the processes of an index share: normal returns, and prices after them. */

const MILLION = 1_000_000;
const BILLION = 1_000_000_000;
const BILLION_BIG = 1_000_000_000n;

/** An index never falls to the last tick: a price of zero, or one with no tick below it, is no market. */
const FLOOR_TICKS = 2;
/** Ten million per whole base unit: far from any real price, and sums of prices stay safe integers. */
export const CEILING: PriceUnits = 1_000_000_000_000_000;

/** A normal draw of the given deviation. Six deviations are the most a draw gives, so the product stays safe. */
export function scaledNormal(deviation: number, draw: Draw): number {
  return divHalfEvenInt(deviation * draw.normalMillionths(), MILLION);
}

/** A price after a return in parts per billion. A price times a billion exceeds 2^53. */
export function moved(price: PriceUnits, returnPpb: number): PriceUnits {
  return Number(divHalfEven(BigInt(price) * BigInt(BILLION + returnPpb), BILLION_BIG));
}

/** The price that a market can have as its index. */
export const withinBounds = (spec: MarketSpec, price: PriceUnits): PriceUnits =>
  Math.max(FLOOR_TICKS * spec.tickUnits, Math.min(CEILING, price));
