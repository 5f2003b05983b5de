import { type DataTable, When } from '@cucumber/cucumber';
import type { Rows } from '../support/signed-request.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** Sentences about one signed request in several versions, each of which differs from the ordinary one in one way. */

/** Rows of path and cell, as in a table of a signed request. */
When(
  '{string} tries {action} with {}, changed in one way at a time:',
  async function (this: ExchangeWorld, who: string, action: string, params: string, table: DataTable) {
    await this.sendEach(who, action, [['.', params]], table.raw());
  },
);

/** Paths of the signed body and their new values, as JSON. */
When(
  '{string} tries {action} with {}, changed after signing in one of {}',
  async function (this: ExchangeWorld, who: string, action: string, params: string, changes: string) {
    const values = JSON.parse(this.text(changes)) as Record<string, unknown>;
    await this.sendEach(who, action, [['.', params]], Object.entries(values).map(tampered));
  },
);

const tampered = ([path, value]: readonly [string, unknown]): Rows[number] => [
  `tampered.${path}`,
  typeof value === 'string' ? `text ${value}` : numbered(JSON.stringify(value)),
];

const numbered = (json: string): string => (/^-?\d/.test(json) ? `number ${json}` : json);
