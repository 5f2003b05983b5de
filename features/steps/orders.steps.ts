import assert from 'node:assert/strict';
import type { DataTable } from '@cucumber/cucumber';
import { valueAt } from '../../src/suite/paths.ts';
import type { StepArgument, StepClaims } from '../../src/suite/steps/declaration.ts';
import { defineStep } from '../../src/suite/steps/library.ts';
import {
  ORDERS_PER_REQUEST,
  ordersBelow,
  ordersIn,
  placementCost,
  tradeClaims,
  tradeCost,
  tradeNeeds,
} from '../../src/suite/steps/requests.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** Orders that a write places or changes are accepted, also where the scenario is about a refusal. */
function acceptedClaims(who: string, action: string): StepClaims {
  const claims = tradeClaims(action, who);
  return claims.market === 'sends' ? { ...claims, market: 'places', leadsUp: true } : claims;
}

/**
 * Columns of an order table: `name` gives a name to the id of the order, `times` asks for as many equal orders in one request;
 * anything else in the header is a field of the order item.
 */
defineStep(
  '{string} has the open orders:',
  {
    needs: ['reference-market'],
    cost: (_who: string, table: StepArgument) => tradeCost('placeOrders', { times: ordersBelow(table), looked: false }),
    claims: (who: string) => ({ wallets: [who], market: 'places' }),
  },
  async function (this: ExchangeWorld, who: string, table: DataTable) {
    for (const { name, ...row } of table.hashes()) {
      const orders = this.orderItems([row]).map((item) => this.ours(item));
      const response = await this.client.trade(this.wallet(who), 'placeOrders', { orders, grouping: 'na' });
      for (const index of orders.keys()) {
        const id = valueAt(response.body, `response.statuses[${index}].resting.order.venueId`);
        assert.equal(typeof id, 'string', `order ${name ?? ''} should rest: ${response.text}`);
        if (name !== undefined) this.ids.set(name, String(id));
      }
    }
  },
);

/**
 * A write that the exchange must have accepted, every item of it; orders may trade, rest or end. Orders go out in as many
 * requests as they need, as fast as these can be sent.
 */
defineStep(
  /^"([^"]+)" has (?:placed|sent (\w+)):$/,
  {
    needs: (_who: string, action: string | undefined) => tradeNeeds(action ?? 'placeOrders'),
    cost: (_who: string, action: string | undefined, table: StepArgument) =>
      action ? tradeCost(action, { orders: ordersIn(table) }) : placementCost(table),
    claims: (who: string, action: string | undefined) => acceptedClaims(who, action ?? 'placeOrders'),
  },
  async function (this: ExchangeWorld, who: string, action: string | undefined, table: DataTable) {
    if (action) await this.send(who, action, table.raw());
    else await placeAll(this, who, this.orderItems(table.hashes()));
    this.assertDone();
  },
);

/** Places orders as fast as the target responds. `ordersSince` records the time before the first of them. */
async function placeAll(world: ExchangeWorld, who: string, items: readonly object[]): Promise<void> {
  world.ordersSince = world.ticks();
  const place = async (orders: readonly object[]): Promise<void> =>
    void (await world.send(who, 'placeOrders', [
      ['orders', JSON.stringify(orders)],
      ['grouping', 'na'],
    ]));
  if (items.length <= ORDERS_PER_REQUEST) return place(items);
  await world.client.drain(async () => {
    for (let from = 0; from < items.length; from += ORDERS_PER_REQUEST) {
      await place(items.slice(from, from + ORDERS_PER_REQUEST));
      world.assertDone();
    }
  });
}

/** Opens a position by a trade between the two, at a price inside the spread. */
defineStep(
  '{string} is {word} {string} {word} at {string} against {string}',
  {
    needs: ['reference-market', 'liquidity', 'second-wallet'],
    cost: tradeCost('placeOrders', { times: 2, looked: false }),
    claims: (...[who, , , , , other]: string[]) => ({ wallets: [who, other], market: 'trades' }),
  },
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
