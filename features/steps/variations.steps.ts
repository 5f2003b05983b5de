import assert from 'node:assert/strict';
import { type DataTable, Then, When } from '@cucumber/cucumber';
import { valueAt } from '../../src/harness/paths.ts';
import type { Rows } from '../support/signed-request.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** One signed request in several versions, each of which differs from the ordinary one in one way. */

/** Rows of path and cell, as in a table of a signed request. */
When(
  '{string} tries {action} with {}, changed in one way at a time:',
  async function (this: ExchangeWorld, who: string, action: string, params: string, table: DataTable) {
    await this.sendEach(who, action, [['.', params]], table.raw());
  },
);

/** Paths of the finished body and their values as JSON: what is changed after it was signed. */
When(
  '{string} tries {action} with {}, changed after signing in one of {}',
  async function (this: ExchangeWorld, who: string, action: string, params: string, changes: string) {
    const values = JSON.parse(this.text(changes)) as Record<string, unknown>;
    await this.sendEach(who, action, [['.', params]], Object.entries(values).map(tampered));
  },
);

Then(
  'each response is refused with {int} {word} {string}',
  function (this: ExchangeWorld, http: number, code: string, message: string) {
    assertEach(this, http, code, (said) => said === this.text(message));
  },
);

Then(
  'each response is refused with {int} {word} beginning {string}',
  function (this: ExchangeWorld, http: number, code: string, start: string) {
    assertEach(this, http, code, (said) => said.startsWith(this.text(start)));
  },
);

Then('each response is ok', function (this: ExchangeWorld) {
  for (const { change, response } of this.takeEach()) {
    assert.equal(response.status, 200, `with ${change}\n${this.explain(response)}`);
    assert.equal(valueAt(response.body, 'status'), 'ok', `with ${change}\n${this.explain(response)}`);
  }
});

function assertEach(world: ExchangeWorld, http: number, code: string, isMeant: (message: string) => boolean): void {
  for (const { change, response } of world.takeEach()) {
    const said = `with ${change}\n${world.explain(response)}`;
    assert.equal(response.status, http, said);
    assert.equal(valueAt(response.body, 'response'), undefined, said);
    assert.equal(valueAt(response.body, 'error.code'), code, said);
    assert.ok(isMeant(String(valueAt(response.body, 'error.message'))), said);
  }
}

const tampered = ([path, value]: readonly [string, unknown]): Rows[number] => [
  `tampered.${path}`,
  typeof value === 'string' ? `text ${value}` : numbered(JSON.stringify(value)),
];

const numbered = (json: string): string => (/^-?\d/.test(json) ? `number ${json}` : json);
