import type { DataTable } from '@cucumber/cucumber';
import type { StepArgument } from '../../src/suite/steps/declaration.ts';
import { defineStep } from '../../src/suite/steps/library.ts';
import { infoCost, tradeClaims, tradeCost, tradeNeeds } from '../../src/suite/steps/requests.ts';
import type { Rows } from '../support/signed-request.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** Sentences about one signed request in several versions, each of which differs from the ordinary one in one way. */

/** The parameters of a request with one param as each of several texts. */
type EachOf = [who: string | undefined, action: string, json: string, path: string, list: string];

/** Rows of path and cell, as in a table of a signed request. */
defineStep(
  '{string} tries {action} with {}, changed in one way at a time:',
  {
    needs: (_who: string, action: string) => tradeNeeds(action),
    cost: (_who: string, action: string, _params: string, { rows }: StepArgument) =>
      tradeCost(action, { times: rows.length }),
    claims: (who: string, action: string) => tradeClaims(action, who),
  },
  async function (this: ExchangeWorld, who: string, action: string, params: string, table: DataTable) {
    await this.sendEach(who, action, [['.', params]], table.raw());
  },
);

/** One param of a request, signed as it is sent, as each of several texts: a JSON list, whose escapes show what cannot be seen. */
defineStep(
  /^(?:anyone|"([^"]+)") tries (\w+) with (\{.*\}), where (\S+) is each of (\[.*\])$/,
  {
    needs: (who: string | undefined, action: string) => (who ? tradeNeeds(action) : []),
    cost: (...[who, action, , , list]: EachOf) => {
      const times = (JSON.parse(list) as unknown[]).length;
      return who ? tradeCost(action, { times }) : infoCost(action, times);
    },
    claims: (who: string | undefined, action: string) => (who ? tradeClaims(action, who) : {}),
  },
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
defineStep(
  '{string} tries {action} with {}, changed after signing in one of {}',
  {
    needs: (_who: string, action: string) => tradeNeeds(action),
    // A change may state an object, whose keys count as well.
    cost: (_who: string, action: string, _params: string, changes: string) =>
      tradeCost(action, { times: Math.max(1, changes.match(/"[^"]+":/g)?.length ?? 0) }),
    claims: (who: string, action: string) => tradeClaims(action, who),
  },
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
