import { formatUnits, formatUnitsInt } from '../../kernel/decimal.ts';
import type { AccountNo } from '../../kernel/ids.ts';
import type { Lots, Ticks } from '../../kernel/units.ts';
import type { PlaceOrder, Side } from '../orders/order-terms.ts';
import type { MarketSpec } from '../config.ts';

/** What the orders of the world's own accounts name as their source. */
export const WORLD_SOURCE = 'world';

/** A resting order that never takes: good till cancelled and post-only. */
export function quote(spec: MarketSpec, account: AccountNo, side: Side, price: Ticks, lots: Lots): PlaceOrder {
  const base = marketOrder(spec, account, side, lots);
  return { ...base, orderType: 'limitGtc', price: decimalOfTicks(spec, price), postOnly: true };
}

/** An order that takes what it meets at `price` or better, and never rests. */
export function sweep(spec: MarketSpec, account: AccountNo, side: Side, price: Ticks, lots: Lots): PlaceOrder {
  return { ...marketOrder(spec, account, side, lots), orderType: 'limitIoc', price: decimalOfTicks(spec, price) };
}

/** An order that takes whatever the band of market orders allows. */
export function marketOrder(spec: MarketSpec, account: AccountNo, side: Side, lots: Lots): PlaceOrder {
  return {
    type: 'PlaceOrder',
    account,
    symbol: spec.symbol,
    side,
    orderType: 'market',
    price: '',
    quantity: decimalOfLots(spec, lots),
    reduceOnly: false,
    postOnly: false,
    clientId: '',
    expiresAt: null,
    source: WORLD_SOURCE,
  };
}

/** The normalized decimal text of a price. */
export const decimalOfTicks = (spec: MarketSpec, ticks: Ticks): string => decimalOf(ticks, spec.tickUnits);

/** The normalized decimal text of a quantity. */
export const decimalOfLots = (spec: MarketSpec, lots: Lots): string => decimalOf(lots, spec.lotUnits);

function decimalOf(count: number, units: number): string {
  const value = count * units;
  const isExact = Number.isSafeInteger(value) && value >= 0;
  return isExact ? formatUnitsInt(value) : formatUnits(BigInt(count) * BigInt(units));
}
