import { DEFAULT_TRIGGER_PRICE_TYPE } from '../../contract/words.ts';
import { kindOf } from './kinds.ts';
import type { KnownMarket } from './row-sink.ts';

/** What many orders have in common, and as records show it: JSON that begins and ends where a record puts values between. */
export interface Terms {
  readonly market: KnownMarket;
  readonly side: string;
  readonly type: string;
  /** Bits of side and type; see `kindOf`. */
  readonly kinds: number;
  /** From the market of an order record to the value of its status. */
  readonly toStatus: string;
  /** From the trigger price type of an order record to the value of its time. */
  readonly toCreated: string;
  /** From the type of a trade record to its direction. */
  readonly toDirection: string;
  /** The flags of a trade record. */
  readonly flags: string;
}

/** Reads the terms of a row of `order_terms`. */
export function termsOf(cells: readonly (string | number)[], market: KnownMarket): Terms {
  const [side = '', type = '', kind = '', timeInForce = '', ...others] = cells.slice(2).map(String);
  const [reduceOnly, postOnly, triggeredByLiquidation, priceType = '', closePosition] = others;
  const isSet = (flag: string | undefined): boolean => flag === '1';
  const flags = `"reduceOnly":${isSet(reduceOnly)},"postOnly":${isSet(postOnly)},"triggeredByLiquidation":${isSet(
    triggeredByLiquidation,
  )}`;
  // Orders without a trigger leave it empty; the field itself has no empty value.
  const triggerPriceType = priceType || DEFAULT_TRIGGER_PRICE_TYPE;
  const { symbol } = market.spec;
  return {
    market,
    side,
    type,
    kinds: kindOf(side) | kindOf(type),
    toStatus: `,"symbol":"${symbol}","side":"${side}","type":"${type}","status":"`,
    toCreated: `,"triggerPriceType":"${triggerPriceType}","timeInForce":"${timeInForce}",${flags},"closePosition":${isSet(closePosition)},"createdTime":`,
    toDirection: `,"orderType":"${kind}","symbol":"${symbol}","side":"${side}","direction":"`,
    flags: `,${flags}`,
  };
}
