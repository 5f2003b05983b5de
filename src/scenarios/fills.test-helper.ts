import type { Fill } from './strategy.ts';

/** A fill of 2 BTC-USDT bought at 100 as taker at time 0, with the fields that a test cares about laid over it. */
export const fillOf = (over: Partial<Fill> = {}): Fill => ({
  time: 0,
  symbol: 'BTC-USDT',
  tradeId: '1',
  orderId: '10',
  clientOrderId: null,
  side: 'buy',
  price: '100',
  quantity: '2',
  fee: '0',
  liquidity: 'taker',
  ...over,
});
