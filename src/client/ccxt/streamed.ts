import type { Dict, Market } from 'ccxt';
import type * as Records from '../records.ts';
import type { ChannelData } from '../stream/types.ts';
import { costOf, figure, number, text } from './structures.ts';

/** What the stream of an account says, as parts of ccxt's structures. */

export type AccountEvent = ChannelData<'subAccountUpdates'>;
type OrderEvent = Extract<AccountEvent, { readonly orderType: string; readonly status: string }>;
type MarginEvent = Extract<AccountEvent, { readonly eventType: 'marginUpdate' }>;
type PositionRow = MarginEvent['positions'][number];

const STATUSES: Readonly<Record<OrderEvent['status'], string>> = {
  open: 'open',
  partially_filled: 'open',
  filled: 'closed',
  cancelled: 'canceled',
  rejected: 'rejected',
};

export function streamedOrderOf(event: OrderEvent, datetime: string | undefined): Dict {
  const { orderType, side, price, quantity, filledQuantity, remainingQuantity } = event;
  const isMarket = orderType === 'market' || orderType.endsWith('Market');
  return {
    id: text(event.orderId),
    clientOrderId: text(event.clientOrderId),
    ...{ timestamp: event.created_at, datetime, lastUpdateTimestamp: event.timestamp },
    ...{ type: isMarket ? 'market' : 'limit', side, price: text(price) },
    ...{ amount: quantity, filled: filledQuantity, remaining: remainingQuantity, cost: costOf(filledQuantity) },
    ...{ postOnly: event.postOnly ?? false, reduceOnly: event.reduceOnly ?? false },
    triggerPrice: event.triggerPrice,
    ...(orderType.startsWith('stop') && { stopLossPrice: event.triggerPrice }),
    ...(orderType.startsWith('takeProfit') && { takeProfitPrice: event.triggerPrice }),
    status: STATUSES[event.status],
    info: event,
  };
}

export function streamedPositionOf(row: PositionRow, market: Market, timestamp: number): Dict {
  const margin = number(row.usedMargin);
  return {
    ...{ symbol: market.symbol, timestamp, datetime: new Date(timestamp).toISOString(), side: row.side, hedged: false },
    ...{ contracts: number(row.quantity), contractSize: market['contractSize'], entryPrice: number(row.entryPrice) },
    ...{ unrealizedPnl: number(row.upnl), realizedPnl: number(row.pnl), marginMode: undefined },
    ...{ collateral: margin, initialMargin: margin, maintenanceMargin: number(row.maintenanceMargin) },
    liquidationPrice: number(figure(row.liquidationPrice)),
    info: row,
  };
}

/** Returns what an account holds after an event, by asset. Margin in use holds the settlement asset, as REST has it. */
export function balancesOf(
  rows: readonly Records.Collateral[],
  { crossMarginSummary }: Pick<MarginEvent, 'crossMarginSummary'>,
  settle: string,
): Record<string, Dict> {
  return Object.fromEntries(
    rows.map(({ symbol, quantity: total, withdrawable }) => [
      symbol,
      symbol === settle ? { total, used: crossMarginSummary.initialMargin } : { total, free: withdrawable },
    ]),
  );
}

/** Rows of collateral with those that have changed. */
export function balancesWith(
  rows: readonly Records.Collateral[],
  changed: readonly Records.Collateral[],
): readonly Records.Collateral[] {
  const bySymbol = new Map([...rows, ...changed].map((row) => [row.symbol, row]));
  return [...bySymbol.values()];
}
