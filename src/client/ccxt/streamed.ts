import type { Dict } from 'ccxt';
import type * as Records from '../records.ts';
import type { ChannelData } from '../stream/types.ts';
import { figure, number, text } from './structures.ts';

/** What the stream of an account says, as parts of ccxt's structures. */

type AccountEvent = ChannelData<'subAccountUpdates'>;
type OrderEvent = Extract<AccountEvent, { readonly orderType: string; readonly status: string }>;
type PositionRow = Extract<AccountEvent, { readonly eventType: 'marginUpdate' }>['positions'][number];

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
    ...{ amount: quantity, filled: filledQuantity, remaining: remainingQuantity },
    ...{ postOnly: event.postOnly ?? false, reduceOnly: event.reduceOnly ?? false },
    triggerPrice: event.triggerPrice,
    ...(orderType.startsWith('stop') && { stopLossPrice: event.triggerPrice }),
    ...(orderType.startsWith('takeProfit') && { takeProfitPrice: event.triggerPrice }),
    status: STATUSES[event.status],
    info: event,
  };
}

export function streamedPositionOf(row: PositionRow, timestamp: number): Dict {
  const margin = Number(row.usedMargin);
  return {
    ...{ timestamp, datetime: new Date(timestamp).toISOString(), side: row.side, contractSize: 1, hedged: false },
    ...{ contracts: Number(row.quantity), entryPrice: number(row.entryPrice) },
    ...{ unrealizedPnl: number(row.upnl), realizedPnl: number(row.pnl) },
    ...{ collateral: margin, initialMargin: margin, maintenanceMargin: number(row.maintenanceMargin) },
    liquidationPrice: number(figure(row.liquidationPrice)),
    info: row,
  };
}

/** Rows of collateral with those that have changed. */
export function balancesWith(
  rows: readonly Records.Collateral[],
  changed: readonly Records.Collateral[],
): readonly Records.Collateral[] {
  const bySymbol = new Map([...rows, ...changed].map((row) => [row.symbol, row]));
  return [...bySymbol.values()];
}
