import type { Action, Role } from '../../src/contract/action.ts';
import { AGGREGATOR_ROUTES, type AggregatorRoute } from '../../src/contract/aggregator.ts';
import { actionsOf, INFO_ACTIONS, TRADE_ACTIONS } from '../../src/contract/catalogue.ts';
import { docOf } from '../../src/contract/documents/action-docs.ts';
import { sharedCodes } from '../../src/contract/documents/document-parts.ts';
import { rowsOf, rowsOfResponse } from '../../src/contract/documents/schema-rows.ts';
import { type ErrorCode, ERRORS } from '../../src/kernel/errors.ts';
import { routeName } from '../docs/contract-actions.ts';
import { fieldTable } from './field-table.ts';
import { block, code, parts, plainText, received, table } from './markdown.ts';
import type { SitePage } from './page.ts';
import type { Proofs } from './proofs.ts';
import type { Recorded } from './recorded.ts';

const ROLES: Readonly<Record<Role, string>> = {
  owner: 'the owner',
  manager: 'a manager of the owner',
  delegate: 'a delegate of the subaccount',
  session: 'a session signer of the subaccount',
};

/** One page for each action and each plain route. */
export function actionPages(recorded: ReadonlyMap<string, Recorded>, proofs: Proofs): SitePage[] {
  return [
    ...actionsOf(TRADE_ACTIONS)
      .filter(({ kind }) => kind === 'write')
      .map((action) => ofAction(action, recorded, proofs)),
    ...actionsOf(TRADE_ACTIONS)
      .filter(({ kind }) => kind === 'read')
      .map((action) => ofAction(action, recorded, proofs)),
    ...actionsOf(INFO_ACTIONS).map((action) => ofAction(action, recorded, proofs)),
    ...AGGREGATOR_ROUTES.map((route) => ofRoute(route, recorded, proofs)),
  ];
}

function ofAction(action: Action, recorded: ReadonlyMap<string, Recorded>, proofs: Proofs): SitePage {
  const { name, summary, cost, refusals, signing, roles } = docOf(action);
  const isTrade = action.surface === 'trade';
  const kind = action.kind === 'write' ? 'Signed writes' : isTrade ? 'Signed reads' : 'Public reads';
  const example = exampleOf(name, recorded);
  const tokens = `${cost.tokens} ${cost.tokens === 1 ? 'token' : 'tokens'}${cost.perOrder ? ' for each order' : ''}`;
  const text = parts(
    `# ${name}`,
    plainText(summary),
    table(
      ['', ''],
      [
        ['Request', `${code(`POST /v1/${action.surface}`)}, or a ${code('post')} frame on the WebSocket`],
        [
          'Kind',
          kind === 'Public reads'
            ? 'public read, not signed'
            : action.kind === 'write'
              ? 'signed write, with a nonce'
              : 'signed read, without a nonce',
        ],
        ['Rate limit', `${tokens} ([limits](/guides/http-api#limits))`],
        ...(roles ? [['May be signed by', roles.map((role) => ROLES[role]).join(', ')]] : []),
      ],
    ),
    ...(signing
      ? [
          '## Signature',
          `EIP-712, in the domain of [the HTTP API](/guides/http-api#a-signed-request-step-by-step). ${signing.length > 1 ? 'One of these types' : 'The type'} is signed:`,
          ...signing.map(({ encoded }) => block('text', encoded)),
        ]
      : []),
    '## Request',
    'Fields of `params`, beside `action`:',
    fieldTable(rowsOf(action.params)),
    '## Response',
    'Fields of `response`:',
    fieldTable(rowsOfResponse(action.result)),
    '## Example',
    'Sent to an exchange and received from it when these pages were built.',
    block('json', `POST /v1/${action.surface}\n${laidOutText(example.request)}`),
    ...received('json', example.response, `${example.status}\n`),
    '## Errors',
    refusals.length === 0
      ? 'It has none of its own.'
      : table(
          ['Code', 'HTTP', 'Usual text'],
          refusals.map(({ code: id, http }) => [errorLink(id), String(http), plainText(ERRORS[id].message)]),
        ),
    `Any request may be refused with ${sharedCodes(action.surface).map(errorLink).join(', ')}.`,
    '## Contract',
    proofs.ofAction(name),
  );
  return { kind: 'actions', path: `actions/${name}`, name, group: kind, summary, text };
}

function ofRoute(
  { path, summary, query, required, result, cost }: AggregatorRoute,
  recorded: ReadonlyMap<string, Recorded>,
  proofs: Proofs,
): SitePage {
  const example = exampleOf(path, recorded);
  const text = parts(
    `# GET ${path}`,
    plainText(summary),
    table(
      ['', ''],
      [
        ['Request', code(`GET ${path}`)],
        ['Kind', 'plain GET route for sites that list exchanges, not signed'],
        ['Rate limit', `${cost} ${cost === 1 ? 'token' : 'tokens'} of the address`],
      ],
    ),
    '## Query',
    fieldTable(rowsOf({ properties: query, required })),
    '## Response',
    fieldTable(rowsOfResponse(result)),
    '## Example',
    'Sent to an exchange and received from it when these pages were built.',
    block('json', example.request),
    ...received('json', example.response, `${example.status}\n`),
    '## Errors',
    'Errors are a bare `{ "error": "text" }`: 400 for a query parameter that is missing or wrong, 429 with `Retry-After` for an empty token bucket, 500 and 503 for failures of the exchange.',
    '## Contract',
    proofs.ofAction(routeName(path)),
  );
  const name = path.replace('/v1/', '');
  return {
    kind: 'actions',
    path: `actions/get-${name.replaceAll('/', '-')}`,
    name: `GET ${name}`,
    group: 'Plain routes',
    summary,
    text,
  };
}

function exampleOf(name: string, recorded: ReadonlyMap<string, Recorded>): Recorded {
  const example = recorded.get(name);
  if (!example) throw new Error(`no example of ${name} was recorded`);
  return example;
}

const laidOutText = (json: string): string => JSON.stringify(JSON.parse(json), null, 2);

/** A code as a link to its page. */
export const errorLink = (id: ErrorCode): string => `[\`${id}\`](/errors/${id})`;
