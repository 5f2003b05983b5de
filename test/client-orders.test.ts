import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ApiError, type Client, OrderRejected } from '../src/client.ts';
import { createExchange, type Exchange } from '../src/index.ts';

/** Refused orders as the two clients show them, as docs/client.md says. */

const BID = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.01' } as const;
/** It would take from the book, which a post-only order may not. */
const CROSSING = { ...BID, orderType: 'limitAlo', price: '95010' } as const;
const REFUSED = { error: 'post only order would trade', errorCode: 'POST_ONLY_WOULD_TRADE' };

let exchange: Exchange;
beforeEach(async () => {
  exchange = await createExchange({ seed: 7, world: 'quiet' });
});
afterEach(() => exchange.close());

const CLIENTS: readonly (readonly [string, () => Client])[] = [
  ['the REST client', () => exchange.client(0)],
  ['the stream client', () => exchange.streamClient(0)],
];

const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe.each(CLIENTS)('%s', (_name, clientOf) => {
  test('placeOrders returns the status of a refused order', async () => {
    const { statuses } = await clientOf().placeOrders([BID, CROSSING]);
    expect(statuses).toMatchObject([{ resting: {} }, REFUSED]);
    expect(await exchange.client(0).getOpenOrders()).toHaveLength(1);
  });

  test('placeOrder throws OrderRejected with the code, the message and the status, and nothing rests', async () => {
    const error = await errorOf(clientOf().placeOrder(CROSSING));
    expect(error).toBeInstanceOf(OrderRejected);
    expect(error).toMatchObject({ code: REFUSED.errorCode, message: REFUSED.error, status: REFUSED });
    expect(await exchange.client(0).getOpenOrders()).toEqual([]);
  });

  test('placeOrder returns the status of an order that is accepted', async () => {
    const status = await clientOf().placeOrder(BID);
    const [open] = await exchange.client(0).getOpenOrders();
    expect(status.resting?.order.venueId).toBe(open?.order.venueId);
  });

  test('both throw ApiError for a request that is refused as a whole', async () => {
    const wrong = { ...BID, quantity: 'many' };
    expect(await errorOf(clientOf().placeOrder(wrong))).toBeInstanceOf(ApiError);
    expect(await errorOf(clientOf().placeOrders([wrong]))).toBeInstanceOf(ApiError);
  });
});
