import type { Market } from '../../../client.ts';
import type { AccountView } from '../data/account.ts';
import type { MarketFigures } from '../data/first.ts';
import type { Circumstances } from './checks.ts';
import { type Draft, isIsolated, previewPrice } from './draft.ts';
import { mostQuantity } from './room.ts';

interface Room {
  /** The price that the order would have. */
  readonly price: number;
  /** The most that an order of its type may have. */
  readonly limit: string;
  readonly paid: Omit<Circumstances, 'mark'>;
}

/** Returns how large the order may be. */
export function roomOf(draft: Draft, market: Market, figures: MarketFigures, view: AccountView | null): Room {
  const isBuy = draft.side === 'buy';
  const isMarket = draft.kind === 'market';
  const price = previewPrice(draft, Number(isBuy ? figures.bestAsk : figures.bestBid));
  const limit = isMarket ? market.maxMarketOrderSize : market.maxLimitOrderSize;
  if (!view) return { price, limit, paid: { most: null, available: '0' } };
  const { crossMarginSummary, marketPreferences, feeRates } = view.summary;
  const held = view.positions.find(({ symbol }) => symbol === market.symbol);
  const isOpposite = held !== undefined && (held.side === 'long') !== isBuy;
  const margin = isIsolated(draft) ? draft.isolatedMargin : crossMarginSummary.availableMargin;
  const most = mostQuantity({
    ...{ market, price, isMarket, isClosing: draft.reduceOnly },
    leverage: isIsolated(draft) ? Number(draft.leverage) || 1 : (marketPreferences.leverages[market.symbol] ?? 1),
    takerFee: Number(feeRates.takerFeeRate),
    available: Number(margin),
    closes: isOpposite ? Number(held.quantity) : 0,
  });
  // Without a margin of its own there is nothing to check an isolated order against.
  return { price, limit, paid: { most: margin === '' ? null : most, available: margin } };
}
