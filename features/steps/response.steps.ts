import assert from 'node:assert/strict';
import type { DataTable } from '@cucumber/cucumber';
import { valueAt } from '../../src/suite/paths.ts';
import type { Declaration, StepArgument, StepClaims } from '../../src/suite/steps/declaration.ts';
import { defineStep } from '../../src/suite/steps/library.ts';
import { EXAMINES, NO_COST } from '../../src/suite/steps/requests.ts';
import { noteFigures } from '../support/figures.ts';
import type { ExchangeWorld } from '../support/world.ts';

const ACCEPTED: Declaration = { ...EXAMINES, claims: { outcome: 'accepted' } };
const REFUSED: Declaration = { ...EXAMINES, claims: { outcome: 'refused' } };

/** An order that rests or was filled has been accepted. */
const pathClaims = (path: string | undefined): StepClaims => ({
  outcome: path && ['resting', 'filled'].some((status) => path.includes(status)) ? 'accepted' : undefined,
});

/** Paths start at `response` of a success, or at the root of any body. */
type Part = 'response' | 'body';

defineStep(/^(the|each) response is ok$/, ACCEPTED, function (this: ExchangeWorld, which: string) {
  if (which === 'the') this.response();
  else assertEachOk(this);
});

/** Rows of path and cell, in the result of a success or in a whole body with that status. */
defineStep(
  /^the response is (ok|\d+) with:$/,
  {
    ...EXAMINES,
    claims: (status: string, { rows }: StepArgument) => ({
      outcome: status === 'ok' || status === '200' ? 'accepted' : undefined,
      fills: rows.some(([path = '']) => /^statuses\[\d+\]\.filled/.test(path)),
    }),
  },
  async function (this: ExchangeWorld, status: string, table: DataTable) {
    const value = status === 'ok' ? this.response() : bodyOf(this, Number(status));
    for (const [path = '', cell = ''] of table.raw()) this.check(valueAt(value, this.text(path)), cell, path);
    await noteAll(this, value, table.raw());
  },
);

/** Of a list, the keys of its first item. */
defineStep(
  /^(?:"([^"]+)" of )?the (response|body) has exactly the keys "([^"]+)"$/,
  {
    needs: (path: string | undefined) => (path === 'rateLimit' ? ['rate-limits'] : []),
    cost: NO_COST,
    claims: (path: string | undefined) => pathClaims(path),
  },
  function (this: ExchangeWorld, path: string | undefined, part: Part, keys: string) {
    const whole = part === 'response' ? this.response() : this.take().body;
    const value = path ? valueAt(whole, path) : whole;
    const item = Array.isArray(value) ? (value as unknown[])[0] : value;
    assert.deepEqual(Object.keys(item as object).sort(), keys.split(', ').sort(), JSON.stringify(whole));
  },
);

/** Rows in order, compared in the named columns only; the number of rows must match. */
defineStep(
  /^(?:"([^"]+)" of )?the (response|body) lists:$/,
  { ...EXAMINES, claims: (path: string | undefined) => pathClaims(path) },
  async function (this: ExchangeWorld, path: string | undefined, part: Part, table: DataTable) {
    assertRows(this, partOf(this, path, part), table, path ?? part);
    const cells = table
      .hashes()
      .flatMap((row, index) => Object.entries(row).map(([field, cell]) => [`${path ?? ''}[${index}].${field}`, cell]));
    await noteAll(this, partOf(this, undefined, part), cells);
  },
);

defineStep('the response lists nothing', EXAMINES, function (this: ExchangeWorld) {
  assert.deepEqual(this.response(), []);
});

/** Each item of a list, or each value of a map, must match the table; there must be at least one. */
defineStep(
  /^every item of (?:"([^"]+)" of )?the (response|body) is:$/,
  { ...EXAMINES, claims: (path: string | undefined) => pathClaims(path) },
  function (this: ExchangeWorld, path: string | undefined, part: Part, table: DataTable) {
    assertEvery(this, partOf(this, path, part), table);
  },
);

/** Checks the error envelope, or that of each version of a request. */
defineStep(
  /^(the|each) response is refused with (\d+) (\w+) (beginning )?(?:"(.*)"|'(.*)')$/,
  REFUSED,
  function (
    this: ExchangeWorld,
    which: string,
    http: string,
    code: string,
    beginning: string | undefined,
    text: string | undefined,
    quoting: string | undefined,
  ) {
    const wanted = this.text(text ?? quoting ?? '');
    const tried = which === 'each' ? this.takeEach() : [{ change: '', response: this.take() }];
    for (const { change, response } of tried) {
      const said = `${change === '' ? '' : `with ${change}\n`}${this.explain(response)}`;
      assert.equal(response.status, Number(http), said);
      assert.equal(valueAt(response.body, 'status'), 'error', said);
      assert.equal(valueAt(response.body, 'response'), undefined, said);
      assert.equal(valueAt(response.body, 'error.code'), code, said);
      const message = String(valueAt(response.body, 'error.message'));
      if (beginning) assert.ok(message.startsWith(wanted), said);
      else assert.equal(message, wanted, said);
    }
  },
);

defineStep(
  'item {int} is refused with {word} {string}',
  REFUSED,
  function (this: ExchangeWorld, index: number, code: string, message: string) {
    const item = valueAt(this.response(), `statuses[${index}]`);
    assert.equal(valueAt(item, 'errorCode'), code, JSON.stringify(item));
    assert.equal(valueAt(item, 'error'), message, JSON.stringify(item));
  },
);

defineStep(
  'the response carries the header {string} {string}',
  EXAMINES,
  function (this: ExchangeWorld, name: string, value: string) {
    const response = this.take();
    assert.equal(response.headers.get(name), value, this.explain(response));
  },
);

/** Gives a name to an id or a time, or asserts that a value is present and differs from another. */
defineStep(
  /^"([^"]+)" of the (response|body) is (called|not) "([^"]+)"$/,
  {
    ...EXAMINES,
    claims: (path: string, _part: string, relation: string, name: string) => ({
      ...pathClaims(path),
      others: relation === 'called' ? [name.replace(/ id$/, '')] : [],
    }),
  },
  function (this: ExchangeWorld, path: string, part: Part, relation: string, name: string) {
    const value = valueAt(part === 'response' ? this.response() : this.take().body, path);
    if (relation === 'not') {
      assert.notEqual(value, undefined, `${path} is there`);
      return assert.notEqual(value, this.value(name), `${path} is ${String(value)}`);
    }
    const isTime = typeof value === 'number' && Number.isSafeInteger(value);
    if (typeof value !== 'string' && !isTime) {
      const message = `${path} should be an id or a time`;
      throw new assert.AssertionError({ message, actual: value, expected: '<id>', operator: 'strictEqual' });
    }
    this.ids.set(name, String(value));
  },
);

/** Notes figures that rows of path and cell have just been compared with. */
function noteAll(world: ExchangeWorld, whole: unknown, rows: readonly (readonly string[])[]): Promise<void> {
  const { source, subAccountId } = world.asked;
  return noteFigures(
    world,
    source,
    subAccountId,
    rows.map(([path = '', cell = '']) => ({ whole, path, cell })),
  );
}

/** Returns the body of the response, which must have that status. */
function bodyOf(world: ExchangeWorld, status: number): unknown {
  const response = world.take();
  assert.equal(response.status, status, world.explain(response));
  return response.body;
}

/** Returns the result of a success or the body of a 200, or the value at a path in them. */
function partOf(world: ExchangeWorld, path: string | undefined, part: Part): unknown {
  const value = part === 'response' ? world.response() : bodyOf(world, 200);
  return path ? valueAt(value, path) : value;
}

function assertEachOk(world: ExchangeWorld): void {
  for (const { change, response } of world.takeEach()) {
    assert.equal(response.status, 200, `with ${change}\n${world.explain(response)}`);
    assert.equal(valueAt(response.body, 'status'), 'ok', `with ${change}\n${world.explain(response)}`);
  }
}

function assertRows(world: ExchangeWorld, list: unknown, table: DataTable, where: string): void {
  assert.ok(Array.isArray(list), `${where} should be a list, is ${JSON.stringify(list)}`);
  const rows = table.hashes();
  assert.equal(list.length, rows.length, `${where} has ${list.length} rows: ${JSON.stringify(list)}`);
  rows.forEach((row, index) => {
    for (const [path, cell] of Object.entries(row))
      world.check(valueAt(list[index], path), cell, `${where}[${index}].${path}`);
  });
}

function assertEvery(world: ExchangeWorld, value: unknown, table: DataTable): void {
  assert.ok(typeof value === 'object' && value !== null, `a list or a map is expected, not ${JSON.stringify(value)}`);
  const items: unknown[] = Object.values(value);
  assert.ok(items.length > 0, 'a statement about every item needs an item');
  items.forEach((item, index) => {
    for (const [path = '', cell = ''] of table.raw()) world.check(valueAt(item, path), cell, `item ${index}: ${path}`);
  });
}
