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

/** One param of a request, signed as it is sent, as each of several texts: a JSON list, whose escapes show what cannot be seen. */
When(
  /^(?:anyone|"([^"]+)") tries (\w+) with (\{.*\}), where (\S+) is each of (\[.*\])$/,
  async function (
    this: ExchangeWorld,
    who: string | undefined,
    action: string,
    json: string,
    path: string,
    list: string,
  ) {
    const texts = JSON.parse(this.text(list)) as readonly string[];
    if (who)
      await this.sendEach(
        who,
        action,
        [['.', json]],
        texts.map((text) => [path, `text ${text}`]),
      );
    else await this.askEach(action, this.value(json) as Record<string, unknown>, path, texts);
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
