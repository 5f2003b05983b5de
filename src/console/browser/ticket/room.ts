import type { Market } from '../../../client.ts';
import { aroundStep } from '../../../kernel/advice.ts';

/** How large an order an account can pay for. */

interface RoomInput {
  readonly market: Pick<
    Market,
    'maintenanceMarginTiers' | 'orderSizeIncrement' | 'maxMarketOrderSize' | 'maxLimitOrderSize'
  >;
  readonly price: number;
  readonly isMarket: boolean;
  readonly leverage: number;
  readonly takerFee: number;
  /** Margin that is free. */
  readonly available: number;
  /** What of a position the order would close, in the base asset: its margin becomes free. */
  readonly closes: number;
  /** It can only close. */
  readonly isClosing: boolean;
}

/** The largest quantity, in whole lots; `0` for none. What margin an order takes grows with the tier of its value. */
export function mostQuantity(input: RoomInput): string {
  const { market, price, closes, isMarket, isClosing } = input;
  if (!(price > 0)) return '0';
  const opened = isClosing ? 0 : mostNotional(input) / price;
  const most = Number(isMarket ? market.maxMarketOrderSize : market.maxLimitOrderSize);
  return wholeLots(Math.min(opened + closes, most), market);
}

function mostNotional({ market, available, leverage, takerFee }: RoomInput): number {
  const paid = market.maintenanceMarginTiers.map((tier) => {
    const rate = Math.max(1 / leverage, Number(tier.initialMarginRequirement)) + takerFee;
    const end = tier.maxPositionSize === '' ? Number.POSITIVE_INFINITY : Number(tier.maxPositionSize);
    const value = Math.min(Math.max(0, available) / rate, end);
    return value >= Number(tier.minPositionSize) ? value : 0;
  });
  return Math.max(0, ...paid);
}

/** A quantity rounded down to whole lots, as decimal text. */
export function wholeLots(quantity: number, { orderSizeIncrement }: Pick<Market, 'orderSizeIncrement'>): string {
  if (!(quantity > 0) || !Number.isFinite(quantity)) return '0';
  return aroundStep(quantity.toFixed(12), orderSizeIncrement)?.below ?? '0';
}
