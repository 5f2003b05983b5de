import assert from 'node:assert/strict';
import { type DataTable, Given } from '@cucumber/cucumber';
import { Unmet } from '../../src/harness/deployment.ts';
import { valueAt } from '../../src/harness/paths.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** Columns of an order table; anything else in the header is a field of the order item. */
Given('{string} has the open orders:', async function (this: ExchangeWorld, who: string, table: DataTable) {
  for (const { name, ...fields } of table.hashes()) {
    const item = Object.fromEntries(Object.entries(fields).map(([key, cell]) => [key, this.value(cell)]));
    const order = this.ours({ orderType: 'limitGtc', ...item });
    const response = await this.client.trade(this.wallet(who), 'placeOrders', { orders: [order], grouping: 'na' });
    const id = valueAt(response.body, 'response.statuses[0].resting.order.venueId');
    assert.equal(typeof id, 'string', `order ${name ?? ''} should rest: ${response.text}`);
    this.ids.set(name ?? '', String(id));
  }
});

/** Each row that many times, in requests of at most 20: for the limits on open orders. */
Given(
  '{string} has {int} open orders each of:',
  async function (this: ExchangeWorld, who: string, count: number, table: DataTable) {
    for (const item of this.orderItems(table.hashes())) {
      const orders = Array.from({ length: count }, () => this.ours(item));
      const response = await this.client.trade(this.wallet(who), 'placeOrders', { orders, grouping: 'na' });
      for (const index of orders.keys())
        assert.ok(valueAt(response.body, `response.statuses[${index}].resting`), response.text);
    }
  },
);

/** Where the suite does not hold the clock, the record of the wallet must hold such an order. */
Given('{string} has cancelled an order two days ago', async function (this: ExchangeWorld, who: string) {
  const day = 86_400_000;
  if (this.target.control) {
    const order = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.1' };
    await this.client.trade(this.wallet(who), 'placeOrders', { orders: [order], grouping: 'na' });
    await this.client.trade(this.wallet(who), 'cancelAllOrders', { symbols: ['BTC-USDT'] });
    return this.pass(2 * day);
  }
  const now = this.target.now();
  const asked = { startTime: now - 6 * day, endTime: now - 1.5 * day, status: ['cancelled'], limit: 1 };
  const response = await this.client.trade(this.wallet(who), 'getOrderHistory', asked);
  const rows = valueAt(response.body, 'response');
  assert.ok(Array.isArray(rows), this.explain(response));
  if (rows.length === 0) throw new Unmet('fresh-account', 'the wallet has cancelled no order two to six days ago');
});

/** A write that the exchange must have accepted, every item of it; orders may trade or rest. */
Given(
  /^"([^"]+)" has (?:placed|sent (\w+)):$/,
  async function (this: ExchangeWorld, who: string, action: string | undefined, table: DataTable) {
    if (action) await this.send(who, action, table.raw());
    else await this.place(who, table.hashes());
    this.assertDone();
  },
);

/** Opens a position by a trade between the two, at a price between the static quotes. */
Given(
  '{string} is {word} {string} {word} at {string} against {string}',
  async function (
    this: ExchangeWorld,
    who: string,
    side: string,
    quantity: string,
    symbol: string,
    price: string,
    other: string,
  ) {
    const [taker, maker] = side === 'long' ? ['buy', 'sell'] : ['sell', 'buy'];
    const common = { symbol, price, quantity };
    const resting = { ...common, side: maker, orderType: 'limitGtc' };
    const posted = await this.client.trade(this.wallet(other), 'placeOrders', {
      orders: [this.ours(resting)],
      grouping: 'na',
    });
    assert.ok(valueAt(posted.body, 'response.statuses[0].resting'), `the other side should rest: ${posted.text}`);
    const crossing = { ...common, side: taker, orderType: 'limitIoc' };
    const filled = await this.client.trade(this.wallet(who), 'placeOrders', {
      orders: [this.ours(crossing)],
      grouping: 'na',
    });
    assert.equal(
      valueAt(filled.body, 'response.statuses[0].filled.totalSize'),
      quantity,
      `the trade should fill: ${filled.text}`,
    );
  },
);
