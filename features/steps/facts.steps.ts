import assert from 'node:assert/strict';
import { type DataTable, Then } from '@cucumber/cucumber';
import { asMovements } from '../../src/harness/facts.ts';
import { FACT_SENTENCES } from '../support/traits.ts';
import type { ExchangeWorld } from '../support/world.ts';

Then(FACT_SENTENCES.none, async function (this: ExchangeWorld) {
  assert.deepEqual(Object.fromEntries(await this.changes()), {});
});

Then(FACT_SENTENCES.some, async function (this: ExchangeWorld, table: DataTable) {
  const expected = Object.fromEntries(
    table.hashes().map(({ fact = '', from, to }) => [fact, { from: this.text(from ?? ''), to: this.text(to ?? '') }]),
  );
  const changes = Object.fromEntries(await this.changes());
  // A wallet with records has other balances than a fresh one, but the changes are the same.
  assert.deepEqual(changes, this.target.began === undefined ? expected : asMovements(expected, changes));
});

Then('order {string} has filled {string}', async function (this: ExchangeWorld, name: string, quantity: string) {
  assert.match(await this.lookAtOrder(name), new RegExp(`, filled ${quantity.replaceAll('.', '\\.')}$`));
});
