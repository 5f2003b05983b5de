import { parseDecimal, formatUnits, unitsOf } from '../../../kernel/decimal.ts';
import { UNIT_BIG } from '../../../kernel/units.ts';
import type { WorldMarket } from '../../../exchange/world/world-file.ts';

/** Steps of prices and sizes of a market, and the sizes of its orders. */
export const GRID = [
  'priceIncrement',
  'priceExponent',
  'orderSizeIncrement',
  'quantityExponent',
  'minOrderSize',
  'maxMarketOrderSize',
  'maxLimitOrderSize',
  'minOrderPrice',
] as const;

export type Grid = Pick<WorldMarket, (typeof GRID)[number]>;

/** Sizes in lots where no market says them: a lot is worth about a unit of the settlement asset. */
const LEAST_LOTS = 10n;
const MARKET_LOTS = 1_000_000n;
const LIMIT_LOTS = 10_000_000n;
/** Steps of a price without a tick: five digits. */
const DIGITS = 4;

/** The grid of a market with this tick. Lots are made coarser until a tick times a lot is whole in 1e-8. */
export function gridFor(price: number, tick: string | null, below: Grid | null): Grid {
  const magnitude = Math.floor(Math.log10(price));
  const priceIncrement = tick ?? below?.priceIncrement ?? powerOfTen(magnitude - DIGITS);
  const wanted = below?.orderSizeIncrement ?? powerOfTen(-magnitude - 1);
  const orderSizeIncrement = coarser(wanted, priceIncrement);
  const sizes = (lots: bigint, own: string | undefined): string => {
    const size = own === undefined ? lots * unitsOf(wanted) : unitsOf(own);
    const lot = unitsOf(orderSizeIncrement);
    return formatUnits(size % lot === 0n ? size : (size / lot + 1n) * lot);
  };
  return {
    priceIncrement,
    priceExponent: scaleOf(priceIncrement),
    orderSizeIncrement,
    quantityExponent: scaleOf(orderSizeIncrement),
    minOrderSize: sizes(LEAST_LOTS, below?.minOrderSize),
    maxMarketOrderSize: sizes(MARKET_LOTS, below?.maxMarketOrderSize),
    maxLimitOrderSize: sizes(LIMIT_LOTS, below?.maxLimitOrderSize),
    minOrderPrice: priceIncrement,
  };
}

function coarser(lot: string, tick: string): string {
  let units = unitsOf(lot);
  while ((units * unitsOf(tick)) % UNIT_BIG !== 0n) units *= 10n;
  return formatUnits(units);
}

const powerOfTen = (exponent: number): string => {
  const units = exponent >= 0 ? UNIT_BIG * 10n ** BigInt(exponent) : UNIT_BIG / 10n ** BigInt(Math.min(8, -exponent));
  return formatUnits(units);
};

/** Decimals of a step. */
export const scaleOf = (text: string): number => parseDecimal(text)?.scale ?? 0;

/** A price as decimal text on the tick. */
export function onTick(price: number, tick: string): string {
  const units = unitsOf(tick);
  const ticks = BigInt(Math.max(1, Math.round((price * Number(UNIT_BIG)) / Number(units))));
  return formatUnits(ticks * units);
}
