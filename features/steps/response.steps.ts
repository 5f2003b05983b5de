import assert from 'node:assert/strict';
import { type DataTable, Then } from '@cucumber/cucumber';
import { valueAt } from '../../src/harness/paths.ts';
import type { ExchangeWorld } from '../support/world.ts';

Then('the response is ok', function (this: ExchangeWorld) {
  this.response();
});

Then('the response is ok with:', function (this: ExchangeWorld, table: DataTable) {
  const response = this.response();
  for (const [path = '', cell = ''] of table.raw()) this.check(valueAt(response, path), cell, path);
});

Then('the response has exactly the keys {string}', function (this: ExchangeWorld, keys: string) {
  const response = this.response();
  const item = Array.isArray(response) ? (response as unknown[])[0] : response;
  assert.deepEqual(Object.keys(item as object).sort(), keys.split(', ').sort());
});

Then(
  '{string} of the response has exactly the keys {string}',
  function (this: ExchangeWorld, path: string, keys: string) {
    const item = valueAt(this.response(), path);
    assert.deepEqual(Object.keys(item as object).sort(), keys.split(', ').sort());
  },
);

/** Rows in order, compared in the named columns only; the count must match. */
Then('the response lists:', function (this: ExchangeWorld, table: DataTable) {
  assertRows(this, this.response(), table, 'response');
});

Then('{string} of the response lists:', function (this: ExchangeWorld, path: string, table: DataTable) {
  assertRows(this, valueAt(this.response(), path), table, path);
});

Then('the response lists nothing', function (this: ExchangeWorld) {
  assert.deepEqual(this.response(), []);
});

Then(
  'the response is refused with {int} {word} {string}',
  function (this: ExchangeWorld, http: number, code: string, message: string) {
    const response = this.take();
    assert.equal(response.status, http, this.explain(response));
    assert.equal(valueAt(response.body, 'status'), 'error', this.explain(response));
    assert.equal(valueAt(response.body, 'response'), undefined, this.explain(response));
    assert.equal(valueAt(response.body, 'error.code'), code, this.explain(response));
    assert.equal(valueAt(response.body, 'error.message'), this.text(message), this.explain(response));
  },
);

Then(
  'the response is refused with {int} {word} beginning {string}',
  function (this: ExchangeWorld, http: number, code: string, start: string) {
    const response = this.take();
    assert.equal(response.status, http, this.explain(response));
    assert.equal(valueAt(response.body, 'error.code'), code, this.explain(response));
    const message = String(valueAt(response.body, 'error.message'));
    assert.ok(message.startsWith(this.text(start)), this.explain(response));
  },
);

Then(
  'item {int} is refused with {word} {string}',
  function (this: ExchangeWorld, index: number, code: string, message: string) {
    const item = valueAt(this.response(), `statuses[${index}]`);
    assert.equal(valueAt(item, 'errorCode'), code, JSON.stringify(item));
    assert.equal(valueAt(item, 'error'), message, JSON.stringify(item));
  },
);

/** The whole body, for envelopes and for routes outside the envelope. */
Then('the response is {int} with:', function (this: ExchangeWorld, http: number, table: DataTable) {
  const response = this.take();
  assert.equal(response.status, http, this.explain(response));
  for (const [path = '', cell = ''] of table.raw()) this.check(valueAt(response.body, path), cell, path);
});

Then('{string} and {string} of the body are equal', function (this: ExchangeWorld, one: string, other: string) {
  const response = this.take();
  assert.notEqual(valueAt(response.body, one), undefined, this.explain(response));
  assert.deepEqual(valueAt(response.body, one), valueAt(response.body, other), this.explain(response));
});

Then('{string} of the body has exactly the keys {string}', function (this: ExchangeWorld, path: string, keys: string) {
  const response = this.take();
  assert.deepEqual(
    Object.keys(valueAt(response.body, path) as object).sort(),
    keys.split(', ').sort(),
    this.explain(response),
  );
});

Then('the response carries the header {string} {string}', function (this: ExchangeWorld, name: string, value: string) {
  const response = this.take();
  assert.equal(response.headers.get(name), value, this.explain(response));
});

Then('{string} of the response is called {string}', function (this: ExchangeWorld, path: string, name: string) {
  const value = valueAt(this.response(), path);
  const isTime = typeof value === 'number' && Number.isSafeInteger(value);
  assert.ok(typeof value === 'string' || isTime, `${path} should be an id or a time`);
  this.ids.set(name, String(value));
});

function assertRows(world: ExchangeWorld, list: unknown, table: DataTable, where: string): void {
  assert.ok(Array.isArray(list), `${where} should be a list, is ${JSON.stringify(list)}`);
  const rows = table.hashes();
  assert.equal(list.length, rows.length, `${where} has ${list.length} rows: ${JSON.stringify(list)}`);
  rows.forEach((row, index) => {
    for (const [path, cell] of Object.entries(row))
      world.check(valueAt(list[index], path), cell, `${where}[${index}].${path}`);
  });
}

/** What is not said: of two ids that they differ, of a figure that it is not the obvious one. */
Then('{string} of the response is not {string}', function (this: ExchangeWorld, path: string, cell: string) {
  const value = valueAt(this.response(), path);
  assert.notEqual(value, undefined, `${path} is there`);
  assert.notEqual(value, this.value(cell), `${path} is ${String(value)}`);
});
