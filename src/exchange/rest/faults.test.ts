import { afterEach, beforeEach, expect, test } from 'vitest';
import { Client } from '../../client/client.ts';
import { createExchange, type Exchange } from '../exchange.ts';
import { refusalWriter } from './refusals.ts';
import { RestServer } from './server.ts';

const BID = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.01' };

let exchange: Exchange;
let server: RestServer;
let client: Client;
beforeEach(async () => {
  exchange = await createExchange({ seed: 1, world: 'quiet' });
  server = new RestServer({ exchange, writeRefusal: refusalWriter(exchange) });
  const { origin } = await server.listen({ host: '127.0.0.1', port: 0 });
  const [account] = exchange.accounts;
  client = new Client({ ...account!, restUrl: `${origin}/v1`, serviceName: exchange.serviceName });
});
afterEach(async () => {
  await server.close();
  await exchange.close();
});

const place = (): Promise<unknown> => client.raw('placeOrders', { orders: [BID], grouping: 'na' });

test.each([
  ['replyLost', 1],
  ['drop', 0],
])('%s ends the connection without a response, and the next one is served', async (kind, orders) => {
  exchange.control.setFaults([{ match: { action: 'placeOrders' }, effect: { kind }, times: 1 }]);
  await expect(place()).rejects.toThrow('fetch failed');
  expect(await client.getOpenOrders()).toHaveLength(orders);
  await place();
  expect(await client.getOpenOrders()).toHaveLength(orders + 1);
});

test('a client that reconciles by its own id ends with one order', async () => {
  exchange.control.setFaults([{ match: { action: 'placeOrders' }, effect: { kind: 'replyLost' }, times: 1 }]);
  const order = { ...BID, clientOrderId: 'my-bid' };
  const send = (): Promise<unknown> => client.raw('placeOrders', { orders: [order], grouping: 'na' });
  await expect(send()).rejects.toThrow('fetch failed');
  // It looks before it sends again; sent blindly, the id would have stopped it.
  expect((await client.getOpenOrders()).map((open) => open.order.clientId)).toEqual(['my-bid']);
  expect(await send()).toMatchObject({ statuses: [{ errorCode: 'IDEMPOTENCY_CONFLICT' }] });
  expect(await client.getOpenOrders()).toHaveLength(1);
});

test('a drain responds to requests that wait for a clock that is not advanced', async () => {
  exchange.control.setFaults([{ effect: { kind: 'latency', ms: 60_000 }, times: 1 }]);
  const placed = place();
  while (exchange.control.faults()[0]?.fired === 0) await new Promise((resolve) => setImmediate(resolve));
  await server.drain();
  expect(await placed).toMatchObject({ statuses: [{ resting: {} }] });
});
