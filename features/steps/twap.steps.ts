import assert from 'node:assert/strict';
import { type DataTable, Given, When } from '@cucumber/cucumber';
import { valueAt } from '../../src/harness/paths.ts';
import type { Exchanged } from '../../src/harness/transport.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** A TWAP that served to get here, under a name of its own. */
Given(
  '{string} has the TWAP {string}:',
  async function (this: ExchangeWorld, who: string, name: string, table: DataTable) {
    const response = await placeTwap(this, who, table);
    this.take();
    const id = valueAt(response.body, 'response.statuses[0].resting.id');
    assert.equal(typeof id, 'string', `the TWAP should be accepted: ${response.text}`);
    this.ids.set(name, String(id));
  },
);

/** One row, one order item with grouping `twap`; an empty cell leaves its key out. */
When('{string} places the TWAP:', async function (this: ExchangeWorld, who: string, table: DataTable) {
  await placeTwap(this, who, table);
});

function placeTwap(world: ExchangeWorld, who: string, table: DataTable): Promise<Exchanged> {
  const orders = world.orderItems(table.hashes().map((row) => ({ orderType: 'twap', ...row })));
  return world.send(who, 'placeOrders', [
    ['orders', JSON.stringify(orders)],
    ['grouping', 'twap'],
  ]);
}
