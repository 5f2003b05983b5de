import { type TSchema, Type } from '@sinclair/typebox';
import { compareKeys } from '../../kernel/canonical-json.ts';
import { type ErrorCode, ERRORS } from '../../kernel/errors.ts';
import type { Action } from '../action.ts';
import { type JsonDocument, plain, sharedCodes, sharedRefusals } from './document-parts.ts';
import { type ActionDoc, docOf, requestName, responseName } from './action-docs.ts';
import { AGGREGATOR_ROUTES, type AggregatorRoute } from '../aggregator.ts';
import { actionsOf, INFO_ACTIONS, TRADE_ACTIONS } from '../catalogue.ts';
import {
  ErrorResponse,
  ExpiresAfter,
  Nonce,
  okResponse,
  paramsSchema,
  PlainError,
  reference,
  Signature,
} from '../shared-schemas.ts';
import { DEFAULT_SERVICE_NAME } from '../signing.ts';

/** The OpenAPI 3.1 document of the REST surface, made from the catalogue so that it cannot fall behind it. */

export interface OpenApiInfo {
  readonly version: string;
  /** Base URL without the `/v1`, which the paths carry. Left out: the host that the document came from. */
  readonly serverUrl?: string;
  /** The name that signatures are bound to. */
  readonly serviceName?: string;
}

const descriptionFor = (
  serviceName: string,
): string => `Public data comes from \`POST /v1/info\` and from plain GET routes; nothing there is signed.

\`POST /v1/trade\` needs an EIP-712 signature by the owner of the subaccount or by a wallet that may act for it. The domain has the
name \`${serviceName}\`, version \`1\`, chainId \`1\` and the zero address as verifying contract. Writes are signed with the type of their own action and
carry a nonce above the wallet's last one for that subaccount. Reads are signed as
\`SubAccountAction(uint256 subAccountId,string action,uint256 expiresAfter)\` and need no nonce. Every value is signed exactly as it is sent.

Decimals and identifiers are strings, times are Unix milliseconds. Unknown fields of a request are ignored, and responses may gain fields.`;

/** Builds the document. Pure: equal catalogues give equal documents. */
export function openApiDocument({ version, serverUrl = '/', serviceName }: OpenApiInfo): JsonDocument {
  const trade = actionsOf(TRADE_ACTIONS);
  const info = actionsOf(INFO_ACTIONS);
  return plain({
    openapi: '3.1.0',
    info: {
      title: 'Perpetuals trading API',
      version,
      description: descriptionFor(serviceName ?? DEFAULT_SERVICE_NAME),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    tags: [
      { name: 'trade', description: 'Signed actions of a subaccount.' },
      { name: 'info', description: 'Public reads.' },
      { name: 'aggregator', description: 'Public listings by plain GET.' },
    ],
    security: [],
    paths: {
      '/v1/trade': { post: postOperation('trade', trade) },
      '/v1/info': { post: postOperation('info', info) },
      ...Object.fromEntries(AGGREGATOR_ROUTES.map((route) => [route.path, { get: getOperation(route) }])),
    },
    components: { schemas: schemasOf([...trade, ...info]) },
  });
}

const content = (schema: unknown): JsonDocument => ({ 'application/json': { schema } });

function schemasOf(actions: readonly Action[]): JsonDocument {
  return {
    ErrorEnvelope: ErrorResponse,
    PlainError,
    ...Object.fromEntries(
      actions.flatMap((action) => [
        [requestName(action), requestSchema(action)],
        [responseName(action), okResponse(action.surface, action.result)],
      ]),
    ),
  };
}

/** The body of one action. */
function requestSchema(action: Action): TSchema {
  const description = action.summary;
  if (action.surface === 'info') return Type.Object({ params: paramsSchema(action) }, { description });
  return Type.Object(
    {
      params: paramsSchema(action),
      nonce: action.kind === 'write' ? Nonce : Type.Optional(Nonce),
      signature: Signature,
      expiresAfter: Type.Optional(ExpiresAfter),
    },
    { description },
  );
}

function postOperation(surface: 'trade' | 'info', actions: readonly Action[]): JsonDocument {
  const docs = actions.map(docOf);
  return {
    operationId: surface,
    tags: [surface],
    summary: surface === 'trade' ? 'Signed actions.' : 'Public reads.',
    description: 'The body names its action in `params.action`; the response carries the result of that action.',
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { oneOf: actions.map((action) => reference(requestName(action))) },
          examples: examplesIn(docs),
        },
      },
    },
    responses: {
      200: {
        description: 'The action was carried out, or refused as part of its own result.',
        content: content({ anyOf: actions.map((action) => reference(responseName(action))) }),
      },
      ...errorResponses(surface, actions),
    },
    'x-shared-refusals': sharedRefusals(surface),
    'x-actions': docs,
  };
}

/** The second example of an action is called after it, with its number. */
const examplesIn = (docs: readonly ActionDoc[]): JsonDocument =>
  Object.fromEntries(
    docs.flatMap(({ name, summary, examples }) =>
      examples.map((value, index) => [index === 0 ? name : `${name}${index + 1}`, { summary, value }]),
    ),
  );

function errorResponses(surface: 'trade' | 'info', actions: readonly Action[]): JsonDocument {
  const codes = new Set([...sharedCodes(surface), ...actions.flatMap(({ refusals }) => refusals)]);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of [...codes].sort(compareKeys)) {
    const { http } = ERRORS[code];
    byStatus.set(http, [...(byStatus.get(http) ?? []), code]);
  }
  const responses = [...byStatus].map(([http, list]) => [
    String(http),
    { description: list.map((code) => `\`${code}\``).join(', '), content: content(reference('ErrorEnvelope')) },
  ]);
  return Object.fromEntries(responses) as JsonDocument;
}

function getOperation(route: AggregatorRoute): JsonDocument {
  const name = route.path.slice(route.path.lastIndexOf('/') + 1);
  const failure = (description: string, headers?: JsonDocument): JsonDocument => ({
    description,
    ...(headers && { headers }),
    content: content(reference('PlainError')),
  });
  const refusable = Object.keys(route.query).length > 0;
  return {
    operationId: `aggregator_${name}`,
    tags: ['aggregator'],
    summary: route.summary,
    parameters: Object.entries(route.query).map(([parameter, schema]) => ({
      name: parameter,
      in: 'query',
      required: route.required.includes(parameter),
      schema,
    })),
    responses: {
      200: { description: route.summary, content: content(route.result) },
      ...(refusable && { 400: failure('A query parameter is missing or wrong.') }),
      429: failure('The token bucket of the address is empty.', {
        'Retry-After': { description: 'Seconds to wait.', schema: Type.Integer() },
      }),
      500: failure('The exchange failed.'),
      503: failure('The exchange is not serving.'),
    },
    'x-cost': route.cost,
  };
}
