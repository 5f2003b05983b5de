import assert from 'node:assert/strict';
import { type DataTable, Given, When } from '@cucumber/cucumber';
import { valueAt } from '../../src/harness/paths.ts';
import type { Exchanged } from '../../src/harness/transports/transport.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** A TWAP that prepares the scenario; its id gets the name. */
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

/** One row is one order, limitGtc unless the row has an orderType; an empty cell omits its key. A TWAP is one row. */
When(
  /^"([^"]+)" places(?: with grouping "([^"]+)"| (the TWAP))?:$/,
  async function (
    this: ExchangeWorld,
    who: string,
    grouping: string | undefined,
    twap: string | undefined,
    table: DataTable,
  ) {
    if (twap) await placeTwap(this, who, table);
    else await this.place(who, table.hashes(), grouping ?? undefined);
  },
);

function placeTwap(world: ExchangeWorld, who: string, table: DataTable): Promise<Exchanged> {
  return world.place(
    who,
    table.hashes().map((row) => ({ orderType: 'twap', ...row })),
    'twap',
  );
}
