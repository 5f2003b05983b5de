import assert from 'node:assert/strict';
import type { DataTable } from '@cucumber/cucumber';
import { valueAt } from '../../src/suite/paths.ts';
import type { StepArgument } from '../../src/suite/steps/declaration.ts';
import { defineStep } from '../../src/suite/steps/library.ts';
import { placementCost, tradeCost } from '../../src/suite/steps/requests.ts';
import type { Exchanged } from '../../src/suite/transports/transport.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** A TWAP that prepares the scenario; its id gets the name. */
defineStep(
  '{string} has the TWAP {string}:',
  {
    needs: ['reference-market'],
    cost: tradeCost('placeOrders'),
    claims: (who: string) => ({ wallets: [who], market: 'takes' }),
  },
  async function (this: ExchangeWorld, who: string, name: string, table: DataTable) {
    const response = await placeTwap(this, who, table);
    this.take();
    const id = valueAt(response.body, 'response.statuses[0].resting.id');
    assert.equal(typeof id, 'string', `the TWAP should be accepted: ${response.text}`);
    this.ids.set(name, String(id));
  },
);

/** One row is one order, limitGtc unless the row has an orderType; an empty cell omits its key. A TWAP is one row. */
defineStep(
  /^"([^"]+)" places(?: with grouping "([^"]+)"| (the TWAP))?:$/,
  {
    needs: ['reference-market'],
    cost: (_who: string, _grouping: string | undefined, twap: string | undefined, table: StepArgument) =>
      twap ? tradeCost('placeOrders') : placementCost(table),
    claims: (who: string) => ({ wallets: [who], market: 'places' }),
  },
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
