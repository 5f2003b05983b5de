import { compareKeys } from '../../kernel/canonical-json.ts';
import { type ErrorCode, ERRORS } from '../../kernel/errors.ts';
import type { Action } from '../action.ts';
import { actionsOf, INFO_ACTIONS, TRADE_ACTIONS } from '../catalogue.ts';
import { reference } from '../shared-schemas.ts';
import { DEFAULT_SERVICE_NAME, signingDomain } from '../signing.ts';
import { docOf, requestName, responseName, typedDataOf } from './action-docs.ts';
import { type JsonDocument, plain, sharedCodes } from './document-parts.ts';
import { openApiDocument, type OpenApiInfo } from './openapi.ts';

/**
 * The OpenAPI document for generators of clients: the true one with an operation for every action in place of the two that carry them
 * all. A path is that of the surface and the action as its fragment, which no HTTP client sends.
 */

const ABOUT = `Generate a client from this document. It describes the same server as \`/docs/openapi.json\`, with one operation for each action: the
paths \`/v1/trade#placeOrders\` and \`/v1/trade#cancelOrders\` are the same URL, because a client does not send what follows the \`#\`.

OpenAPI has no scheme for a signature that is part of the body. \`x-signature-scheme\` describes it, and \`x-signing\` of an operation has its types as
EIP-712 libraries take them.`;

const RULES = [
  'A field of the type has the value of the param of the same name, or of the one that `from` names, as it is sent; text becomes a number for uint256.',
  'What is left out is signed as empty text, as false, as 0 or as an empty list.',
  '`nonce` and `expiresAfter` are those beside the params; `action` of a read is its name.',
  'An operation with several types is signed with the one whose fields the params give.',
];

/** Builds the document. Pure: equal catalogues give equal documents. */
export function openApiActionsDocument(about: OpenApiInfo): JsonDocument {
  const { paths, info, ...rest } = openApiDocument(about) as JsonDocument &
    Readonly<Record<'paths' | 'info', JsonDocument>>;
  const { '/v1/trade': _trade, '/v1/info': _info, ...routes } = paths;
  return plain({
    ...rest,
    info: { ...info, description: `${ABOUT}\n\n${String(info['description'])}` },
    paths: {
      ...Object.fromEntries([TRADE_ACTIONS, INFO_ACTIONS].flatMap((index) => actionsOf(index).map(pathOf))),
      ...routes,
    },
    'x-signature-scheme': {
      standard: 'EIP-712',
      domain: signingDomain(about.serviceName ?? DEFAULT_SERVICE_NAME),
      sentAs: { v: 'signature.v', r: 'signature.r', s: 'signature.s' },
      rules: RULES,
    },
  });
}

const pathOf = (action: Action): readonly [path: string, item: JsonDocument] => [
  `/v1/${action.surface}#${action.name}`,
  { post: operationOf(action) },
];

function operationOf(action: Action): JsonDocument {
  const { name, summary, surface, kind } = action;
  const { cost, roles, examples } = docOf(action);
  return {
    operationId: name,
    tags: [surface],
    summary,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: reference(requestName(action)),
          examples: Object.fromEntries(examples.map((value, index) => [`${name}${index + 1}`, { value }])),
        },
      },
    },
    responses: {
      200: {
        description: 'The action was carried out, or refused as part of its own result.',
        content: { 'application/json': { schema: reference(responseName(action)) } },
      },
      ...errorResponsesOf(action),
    },
    'x-kind': kind,
    'x-cost': cost,
    ...(action.surface === 'trade' && { 'x-roles': roles, 'x-signing': typedDataOf(action) }),
  };
}

/** The refusals of an action by status, each with the codes that it can have. */
function errorResponsesOf({ surface, refusals }: Action): JsonDocument {
  const codes = [...new Set<ErrorCode>([...sharedCodes(surface), ...refusals])].sort(compareKeys);
  const statuses = [...new Set(codes.map((code) => ERRORS[code].http))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = codes.filter((code) => ERRORS[code].http === status);
      const narrowed = { type: 'object', properties: { code: { type: 'string', enum: ofStatus } }, required: ['code'] };
      const schema = {
        allOf: [reference('ErrorEnvelope'), { type: 'object', properties: { error: narrowed }, required: ['error'] }],
      };
      const description = ofStatus.map((code) => `\`${code}\``).join(', ');
      return [String(status), { description, content: { 'application/json': { schema } } }];
    }),
  );
}
