import assert from 'node:assert/strict';
import { Unmet } from '../../src/suite/deployment.ts';
import { valueAt } from '../../src/suite/paths.ts';
import { defineStep } from '../../src/suite/steps/library.ts';
import { EXAMINES } from '../../src/suite/steps/requests.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** Sentences about what varies from row to row of a response: what is drawn at random has no value that a scenario could state. */

/** Rows of which fewer than these could be alike by chance. */
const ROWS = 5;

const rowsOf = (world: ExchangeWorld): readonly unknown[] => {
  const rows = world.response();
  assert.ok(Array.isArray(rows), 'the response should be a list');
  if (rows.length < ROWS) throw new Unmet('time', `of ${rows.length} rows nothing can be said yet, of ${ROWS} it can`);
  return rows as readonly unknown[];
};

/** Not all of them are the same. */
defineStep(/^the rows of the response differ in "([^"]+)"$/, EXAMINES, function (this: ExchangeWorld, path: string) {
  const values = rowsOf(this).map((row) => valueAt(row, path));
  assert.ok(!values.includes(undefined), `each row should have ${path}`);
  assert.ok(new Set(values).size > 1, `${path} is ${String(values[0])} in each of ${values.length} rows`);
});

/** The times from one row to the next are not all the same, whatever the target adds by its own timers. */
defineStep(
  /^the rows of the response are at unequal intervals by "([^"]+)", which differ by more than (\d+) ms$/,
  EXAMINES,
  function (this: ExchangeWorld, path: string, least: string) {
    const times = rowsOf(this).map((row) => Number(valueAt(row, path)));
    assert.ok(times.every(Number.isSafeInteger), `each row should have a time at ${path}`);
    const gaps = times.slice(1).map((time, place) => Math.abs(time - (times[place] ?? time)));
    const [shortest, longest] = [Math.min(...gaps), Math.max(...gaps)];
    assert.ok(longest - shortest > Number(least), `the intervals are ${shortest} to ${longest} ms`);
  },
);
