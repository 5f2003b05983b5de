import assert from 'node:assert/strict';
import type { DataTable } from '@cucumber/cucumber';
import { asMovements, type Change } from '../../src/suite/facts.ts';
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
    if (this.target.began === undefined) return assert.deepEqual(changes, expected);
    try {
      assert.deepEqual(changes, asMovements(expected, changes));
    } catch (error) {
      const missed = missedCells(this, table, changes);
      if (missed) this.terms.excuse(error, missed);
      throw error;
    }
  },
);

/** Cells of facts that a market which moves has made differ; undefined when anything else differs. */
function missedCells(
  world: ExchangeWorld,
  table: DataTable,
  changes: Readonly<Record<string, Change>>,
): readonly string[] | undefined {
  const rows = new Map(table.hashes().map(({ fact = '', from = '', to = '' }) => [fact, { from, to }]));
  const expected = Object.fromEntries(
    [...rows].map(([fact, { from, to }]) => [fact, { from: world.text(from), to: world.text(to) }]),
  );
  const wanted = asMovements(expected, changes);
  const missed: string[] = [];
  for (const fact of new Set([...rows.keys(), ...Object.keys(changes)])) {
    const [is, should, cells] = [changes[fact], wanted[fact], rows.get(fact)];
    for (const end of ['from', 'to'] as const) {
      if (is?.[end] === should?.[end]) continue;
      if (!is || !cells || !world.terms.couldMean(is[end], cells[end])) return undefined;
      missed.push(cells[end]);
    }
  }
  return missed;
}

defineStep(
  'order {string} has filled {string}',
  { ...EXAMINES, claims: { outcome: 'accepted' } },
  async function (this: ExchangeWorld, name: string, quantity: string) {
    assert.match(await this.lookAtOrder(name), new RegExp(`, filled ${quantity.replaceAll('.', '\\.')}$`));
  },
);
