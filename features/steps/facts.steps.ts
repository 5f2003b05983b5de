import assert from 'node:assert/strict';
import type { DataTable } from '@cucumber/cucumber';
import { asMovements } from '../../src/suite/facts.ts';
import { defineStep } from '../../src/suite/steps/library.ts';
import { EXAMINES, NO_COST } from '../../src/suite/steps/requests.ts';
import type { ExchangeWorld } from '../support/world.ts';

const COMPARES = { ...NO_COST, looked: true, comparesFacts: true };

defineStep('nothing changed', { needs: [], cost: COMPARES, claims: {} }, async function (this: ExchangeWorld) {
  assert.deepEqual(Object.fromEntries(await this.changes()), {});
});

defineStep(
  'these facts changed, and no others:',
  { needs: [], cost: COMPARES, claims: { outcome: 'accepted' } },
  async function (this: ExchangeWorld, table: DataTable) {
    const expected = Object.fromEntries(
      table.hashes().map(({ fact = '', from, to }) => [fact, { from: this.text(from ?? ''), to: this.text(to ?? '') }]),
    );
    const changes = Object.fromEntries(await this.changes());
    // A wallet with records has other balances than a fresh one, but the changes are the same.
    assert.deepEqual(changes, this.target.began === undefined ? expected : asMovements(expected, changes));
  },
);

defineStep(
  'order {string} has filled {string}',
  { ...EXAMINES, claims: { outcome: 'accepted' } },
  async function (this: ExchangeWorld, name: string, quantity: string) {
    assert.match(await this.lookAtOrder(name), new RegExp(`, filled ${quantity.replaceAll('.', '\\.')}$`));
  },
);
