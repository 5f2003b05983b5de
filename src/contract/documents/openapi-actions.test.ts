import { Ajv2020 } from 'ajv/dist/2020.js';
import { TypedDataEncoder } from 'ethers';
import { describe, expect, test } from 'vitest';
import { ERRORS } from '../../kernel/errors.ts';
import type { Action, TradeRead, TradeWrite } from '../action.ts';
import { AGGREGATOR_ROUTES } from '../aggregator.ts';
import { actionsOf, INFO_ACTIONS, TRADE_ACTIONS } from '../catalogue.ts';
import { EXAMPLE_ID } from '../example-values.ts';
import type { Field } from '../signing.ts';
import { signingDomain } from '../signing.ts';
import { signedExamplesOf } from './action-docs.ts';
import { sharedCodes } from './document-parts.ts';
import { openApiActionsDocument } from './openapi-actions.ts';
import { openApiDocument } from './openapi.ts';

type Params = Readonly<Record<string, unknown>>;
interface Signing {
  readonly primaryType: string;
  readonly types: Readonly<Record<string, readonly Field[]>>;
  readonly from: Readonly<Record<string, string>>;
}
interface Operation {
  readonly operationId: string;
  readonly requestBody: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content: Content }>>;
  readonly 'x-signing'?: readonly Signing[];
}
interface Content {
  readonly 'application/json': { readonly schema: object; readonly examples?: Readonly<Record<string, Example>> };
}
interface Example {
  readonly value: { readonly params: Params };
}
interface Document {
  readonly paths: Readonly<Record<string, { readonly post?: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
  readonly 'x-signature-scheme': { readonly domain: object };
}

const ABOUT = { version: '0.1.0', serviceName: 'Trial' };
const document = openApiActionsDocument(ABOUT) as unknown as Document;
const TRADE = actionsOf(TRADE_ACTIONS) as (TradeWrite | TradeRead)[];
const ACTIONS: readonly Action[] = [...TRADE, ...actionsOf(INFO_ACTIONS)];

function operationOf({ surface, name }: Action): Operation {
  const operation = document.paths[`/v1/${surface}#${name}`]?.post;
  if (!operation) throw new Error(`no operation for ${name}`);
  return operation;
}

test('has one operation for each action and route, in place of those that carry all actions', () => {
  expect(Object.keys(document.paths)).toEqual([
    ...ACTIONS.map(({ surface, name }) => `/v1/${surface}#${name}`),
    ...AGGREGATOR_ROUTES.map(({ path }) => path),
  ]);
  expect(ACTIONS.map((action) => operationOf(action).operationId)).toEqual(ACTIONS.map(({ name }) => name));
});

test('has the schemas of the true document', () => {
  expect(document.components).toEqual(openApiDocument(ABOUT)['components']);
});

describe('an operation', () => {
  test.each(ACTIONS.map((action) => [action.name, action] as const))('of %s', (name, action) => {
    const { requestBody, responses } = operationOf(action);
    const ref = (component: string) => ({ $ref: `#/components/schemas/${component}` });
    expect(requestBody.content['application/json'].schema).toEqual(ref(`${name}Request`));
    expect(responses['200']?.content['application/json'].schema).toEqual(ref(`${name}Response`));
    const codes = [...new Set([...sharedCodes(action.surface), ...action.refusals])];
    const statuses = new Set(['200', ...codes.map((code) => String(ERRORS[code].http))]);
    expect(new Set(Object.keys(responses))).toEqual(statuses);
  });

  test('takes an error with a code of its status, and no other', () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: true });
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      ajv.addSchema(schema, `#/components/schemas/${name}`);
    }
    const { responses } = operationOf(TRADE_ACTIONS.get('placeOrders') as Action);
    const error = (code: string): object => ({
      status: 'error',
      error: { code, message: 'it is wrong', category: 'REQUEST', retryable: false },
      request_id: '0123456789abcdef',
      requestId: '0123456789abcdef',
      timestamp: 1_767_571_200_000,
    });
    const fits = (status: string, code: string): boolean =>
      ajv.validate(responses[status]?.content['application/json'].schema ?? false, error(code));
    expect(fits('400', 'VALIDATION_ERROR')).toBe(true);
    expect(fits('400', 'UNAUTHORIZED')).toBe(false);
    expect(fits('401', 'UNAUTHORIZED')).toBe(true);
    expect(fits('401', 'NOTHING_OF_THIS')).toBe(false);
  });
});

/** The message of a type by the rules that the document states, with nothing else of the contract. */
function messageOf({ primaryType, types, from }: Signing, params: Params): Params {
  const empty: Params = { string: '', bool: false, uint256: 0n };
  const filled = (type: string, value: unknown): unknown => {
    if (type.endsWith('[]'))
      return ((value ?? []) as readonly unknown[]).map((item) => filled(type.slice(0, -2), item));
    if (type in types) return struct(types[type] ?? [], (value ?? {}) as Params);
    return value ?? empty[type];
  };
  const struct = (fields: readonly Field[], values: Params): Params =>
    Object.fromEntries(fields.map(({ name, type }) => [name, filled(type, values[name])]));
  const given = Object.fromEntries(Object.entries(from).map(([field, name]) => [field, params[name]]));
  return struct(types[primaryType] ?? [], { ...params, ...given });
}

describe('the rules for signing', () => {
  const domain = signingDomain('Trial');
  const hashOf = ({ types, primaryType }: Signing, message: Params): string => {
    const mutable = Object.fromEntries(Object.entries(types).map(([name, fields]) => [name, [...fields]]));
    expect(TypedDataEncoder.getPrimaryType(mutable)).toBe(primaryType);
    return TypedDataEncoder.hash(domain, mutable, message);
  };

  test('name the domain', () => {
    expect(document['x-signature-scheme'].domain).toEqual(domain);
  });

  test.each(TRADE.map((action) => [action.name, action] as const))('give what %s signs', (_name, action) => {
    const { 'x-signing': signing = [], requestBody } = operationOf(action);
    const examples = Object.values(requestBody.content['application/json'].examples ?? {});
    const expected = signedExamplesOf(action);
    expect(signing).toHaveLength(expected.length);
    const facts = { nonce: 1n, expiresAfter: 0n };
    for (const [index, kind] of signing.entries()) {
      const { value } = examples[action.kind === 'write' ? index : 0] as Example;
      const values = { subAccountId: BigInt(EXAMPLE_ID), ...expected[index]?.values, ...facts };
      expect(hashOf(kind, messageOf(kind, { ...value.params, ...facts }))).toBe(hashOf(kind, values));
    }
  });

  test('name the params that have another name than the field', () => {
    const renamed = TRADE.flatMap((action) =>
      (operationOf(action)['x-signing'] ?? []).flatMap(({ from }) =>
        Object.entries(from).map(([field, name]) => `${action.name} ${field} ${name}`),
      ),
    );
    expect(new Set(renamed.filter((line) => !line.startsWith('get')))).toEqual(
      new Set([
        'createSubaccount masterSubAccountId subAccountId',
        'transferCollateral to destinationSubAccountId',
        'addDelegatedSigner delegateAddress walletAddress',
        'removeDelegatedSigner delegateAddress walletAddress',
      ]),
    );
  });
});
