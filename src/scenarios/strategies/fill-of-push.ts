import type { ChannelData } from '../../client/stream/types.ts';
import type { Fill } from '../strategy.ts';

type AccountEvent = ChannelData<'subAccountUpdates'>;

/** Returns the fill that an event of `subAccountUpdates` tells of; null for every other event. */
export function fillOfPush(event: AccountEvent): Fill | null {
  if (event.eventType !== 'trade') return null;
  const { timestamp, symbol, tradeId, orderId, order, side, price, quantity, fee, maker } = event;
  return {
    time: timestamp,
    symbol,
    tradeId,
    orderId,
    clientOrderId: order.clientId === '' ? null : order.clientId,
    side,
    price,
    quantity,
    fee,
    liquidity: maker ? 'maker' : 'taker',
  };
}
