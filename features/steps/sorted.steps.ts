import assert from 'node:assert/strict';
import type { DataTable } from '@cucumber/cucumber';
import { amountIn } from '../../src/suite/amount.ts';
import { valueAt } from '../../src/suite/paths.ts';
import { defineStep } from '../../src/suite/steps/library.ts';
import { EXAMINES } from '../../src/suite/steps/requests.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** Sentences about lists that others write to as well: their order, their length, and a row of one's own among them. */

const listAt = (world: ExchangeWorld, path: string | null): readonly unknown[] => {
  const value = path ? valueAt(world.response(), path) : world.response();
  assert.ok(Array.isArray(value), `${path ?? 'the response'} should be a list, is ${JSON.stringify(value)}`);
  return value as readonly unknown[];
};

/** By a field, or by the first item of rows that are lists; equal neighbours are in order only where the sentence says `strictly`. */
defineStep(
  /^(?:"([^"]+)" of )?the response is (strictly )?sorted by "([^"]+)", (highest|lowest) first$/,
  EXAMINES,
  function (this: ExchangeWorld, path: string | null, strictly: string | null, field: string, first: string) {
    const list = listAt(this, path);
    assert.ok(list.length > 0, 'a statement about the order of rows needs a row');
    const figures = list.map((row) => amountIn(String(valueAt(row, field))));
    figures.forEach((figure, place) => {
      const before = place === 0 ? undefined : figures[place - 1];
      assert.ok(figure, `[${place}].${field} should be a number, is ${JSON.stringify(valueAt(list[place], field))}`);
      const order = before ? figure.cmp(before) * (first === 'highest' ? 1 : -1) : -1;
      const where = `[${place}].${field} is ${figure.toFixed()} after ${before?.toFixed() ?? 'nothing'}`;
      assert.ok(strictly ? order < 0 : order <= 0, `${where}, so the list is not sorted with the ${first} first`);
    });
  },
);

defineStep(
  /^"([^"]+)" of the response has (\d+) to (\d+) items$/,
  EXAMINES,
  function (this: ExchangeWorld, path: string, least: string, most: string) {
    const { length } = listAt(this, path);
    assert.ok(
      length >= Number(least) && length <= Number(most),
      `${path} should have ${least} to ${most} items, has ${length}`,
    );
  },
);

/** Each row of the table stands somewhere in the list, as a row that has all its cells; what else the list has is left open. */
defineStep(
  /^(?:"([^"]+)" of )?the response has among others:$/,
  EXAMINES,
  function (this: ExchangeWorld, where: string | null, table: DataTable) {
    const list = listAt(this, where);
    for (const row of table.hashes()) {
      const found = list.find((one) => Object.entries(row).every(([path, cell]) => holds(this, one, path, cell)));
      if (found !== undefined) continue;
      const said = `no row of the list is ${JSON.stringify(row)}: ${JSON.stringify(list).slice(0, 2_000)}`;
      const error = new assert.AssertionError({ message: said, actual: list, expected: row, operator: 'among' });
      const live = Object.values(row).filter((cell) => this.terms.watchesLive([cell]));
      const isNear = (one: unknown, path: string, cell: string): boolean =>
        holds(this, one, path, cell) || this.terms.couldMean(valueAt(one, path), cell);
      const isMissed = list.some((one) => Object.entries(row).every(([path, cell]) => isNear(one, path, cell)));
      if (isMissed) this.terms.excuse(error, live);
      throw error;
    }
  },
);

/** True when a value is what its cell says. */
function holds(world: ExchangeWorld, row: unknown, path: string, cell: string): boolean {
  try {
    world.check(valueAt(row, path), cell, path);
    return true;
  } catch (error) {
    if (error instanceof assert.AssertionError) return false;
    throw error;
  }
}
