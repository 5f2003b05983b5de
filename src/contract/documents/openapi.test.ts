import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { ActionDoc } from './action-docs.ts';
import { INFO_ACTIONS, TRADE_ACTIONS } from '../catalogue.ts';
import { openApiDocument } from './openapi.ts';
import { PRIMARY_TYPES } from '../signing.ts';

interface Operation {
  readonly operationId: string;
  readonly 'x-actions'?: readonly ActionDoc[];
  readonly 'x-cost'?: number;
  readonly description?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: object;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content: Content }>>;
}
type Content = Readonly<Record<'application/json', { readonly schema: Schema }>>;
interface Schema {
  readonly $ref?: string;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}
interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

const document = openApiDocument({
  version: '0.1.0',
  serverUrl: 'http://127.0.0.1:8700',
  serviceName: 'Trial',
}) as unknown as Document;
const PREFIX = '#/components/schemas/';

/** A validator that knows every component under its own name. */
const validator: Ajv2020 = (() => {
  const ajv = new Ajv2020({ strict: true, strictTypes: true, strictTuples: true, allErrors: true });
  for (const [name, schema] of Object.entries(document.components.schemas)) ajv.addSchema(schema, PREFIX + name);
  return ajv;
})();

const operation = (path: string, method: string): Operation => {
  const found = document.paths[path]?.[method];
  if (!found) throw new Error(`no ${method} ${path}`);
  return found;
};
const namesIn = (schemas: readonly Schema[] | undefined): string[] =>
  (schemas ?? []).map(({ $ref }) => ($ref ?? '').slice(PREFIX.length));

/** Every value of `key` anywhere in the document. */
function* valuesOf(key: string, node: unknown): Generator {
  if (typeof node !== 'object' || node === null) return;
  for (const [name, value] of Object.entries(node)) {
    if (name === key) yield value;
    yield* valuesOf(key, value);
  }
}

test('says version, server and how to sign', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(document.info.version).toBe('0.1.0');
  expect(document.servers).toEqual([{ url: 'http://127.0.0.1:8700' }]);
  expect(document.info.description).toContain('EIP-712');
  expect(document.info.description).toContain('name `Trial`');
});

test('is about the host it came from, unless a server is named', () => {
  expect(openApiDocument({ version: '0.1.0' }).servers).toEqual([{ url: '/' }]);
});

test('has the routes of the REST surface and no others', () => {
  expect(Object.entries(document.paths).map(([path, methods]) => [path, Object.keys(methods)])).toEqual([
    ['/v1/trade', ['post']],
    ['/v1/info', ['post']],
    ['/v1/info/contracts', ['get']],
    ['/v1/info/contract_specs', ['get']],
    ['/v1/info/orderbook', ['get']],
    ['/v1/exchange/status', ['get']],
  ]);
});

describe.each([
  ['/v1/trade', TRADE_ACTIONS],
  ['/v1/info', INFO_ACTIONS],
] as const)('%s', (path, index) => {
  const names = [...new Set([...index.values()].map(({ name }) => name))];

  test('lists a request and a response for every action', () => {
    const { requestBody, responses } = operation(path, 'post');
    expect(namesIn(requestBody?.content['application/json'].schema.oneOf)).toEqual(
      names.map((name) => `${name}Request`),
    );
    expect(namesIn(responses['200']?.content['application/json'].schema.anyOf)).toEqual(
      names.map((name) => `${name}Response`),
    );
  });

  test('describes errors in the envelope', () => {
    for (const [status, response] of Object.entries(operation(path, 'post').responses)) {
      if (status === '200') continue;
      expect(response.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/ErrorEnvelope' });
    }
  });
});

test('which codes go with which status', () => {
  const { responses } = operation('/v1/info', 'post');
  const codes = Object.entries(responses).filter(([status]) => status !== '200');
  expect(Object.fromEntries(codes.map(([status, { description }]) => [status, description]))).toEqual({
    400: '`INVALID_FORMAT`, `MISSING_REQUIRED_FIELD`, `VALIDATION_ERROR`',
    404: '`NOT_FOUND`',
    405: '`METHOD_NOT_ALLOWED`',
    429: '`RATE_LIMIT_EXCEEDED`',
    500: '`INTERNAL_ERROR`',
    503: '`SERVICE_UNAVAILABLE`',
  });
  expect(Object.keys(operation('/v1/trade', 'post').responses)).toEqual(expect.arrayContaining(['401', '403']));
});

test('operation ids are unique', () => {
  const ids = [...valuesOf('operationId', document.paths)];
  expect(new Set(ids).size).toBe(ids.length);
});

test('every reference leads somewhere', () => {
  const references = [...valuesOf('$ref', document)] as string[];
  expect(references.length).toBeGreaterThan(0);
  for (const reference of references) {
    expect(document.components.schemas, reference).toHaveProperty(reference.slice(PREFIX.length));
  }
});

test('is plain JSON', () => {
  expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  const symbols = [...valuesOf('params', document)].flatMap((schema) => Object.getOwnPropertySymbols(schema));
  expect(symbols).toEqual([]);
});

describe('schemas compile in strict mode', () => {
  test.each(Object.keys(document.components.schemas))('%s', (name) => {
    expect(validator.getSchema(PREFIX + name)).toBeTypeOf('function');
  });

  test('of parameters and of plain responses', () => {
    let compiled = 0;
    for (const { get } of Object.values(document.paths)) {
      if (!get) continue;
      for (const { schema } of get.parameters ?? []) {
        expect(validator.compile(schema)).toBeTypeOf('function');
        compiled += 1;
      }
      for (const { content } of Object.values(get.responses)) {
        expect(validator.compile(content['application/json'].schema)).toBeTypeOf('function');
        compiled += 1;
      }
    }
    expect(compiled).toBe(19);
  });
});

describe('the body of a request', () => {
  const fits = (path: string, body: unknown): boolean =>
    validator.validate(operation(path, 'post').requestBody?.content['application/json'].schema ?? false, body);
  const signature = { v: 27, r: `0x${'1'.repeat(64)}`, s: `0x${'a'.repeat(64)}` };

  test('an info action with its params', () => {
    expect(fits('/v1/info', { params: { action: 'getMids' } })).toBe(true);
    expect(fits('/v1/info', { params: { action: 'getOrderbook', symbol: 'BTC-USDT', limit: 50 } })).toBe(true);
  });

  test.each([
    ['an unknown action', { params: { action: 'getMidz' } }],
    ['no action', { params: {} }],
    ['no params', {}],
    ['a missing param', { params: { action: 'getOrderbook' } }],
    ['a limit outside the list', { params: { action: 'getOrderbook', symbol: 'BTC-USDT', limit: 7 } }],
  ])('%s fits no info action', (_case, body) => {
    expect(fits('/v1/info', body)).toBe(false);
  });

  test('a signed cancelAllOrders', () => {
    const params = { action: 'cancelAllOrders', subAccountId: '1867542890123456789', symbols: ['*'] };
    expect(fits('/v1/trade', { params, nonce: 1, signature })).toBe(true);
    expect(fits('/v1/trade', { params, signature })).toBe(false);
    expect(fits('/v1/trade', { params, nonce: 1 })).toBe(false);
    expect(fits('/v1/trade', { params, nonce: 0, signature })).toBe(false);
  });

  test('a signed read needs no nonce', () => {
    const params = { action: 'getPositions', subAccountId: '1867542890123456789' };
    expect(fits('/v1/trade', { params, signature })).toBe(true);
  });
});

describe('what is said of an action', () => {
  const docs = ['/v1/trade', '/v1/info'].flatMap((path) => operation(path, 'post')['x-actions'] ?? []);
  const docOf = (name: string): ActionDoc => {
    const found = docs.find((doc) => doc.name === name);
    if (!found) throw new Error(`nothing is said of ${name}`);
    return found;
  };

  test('there is something of every action', () => {
    expect(docs.map(({ name }) => name)).toEqual(
      [TRADE_ACTIONS, INFO_ACTIONS].flatMap((index) => [...new Set([...index.values()].map(({ name }) => name))]),
    );
  });

  test.each(docs.map((doc) => [doc.name, doc] as const))('the examples of %s fit its schema', (_name, doc) => {
    const validate = validator.getSchema(PREFIX + doc.request);
    if (!validate) throw new Error(`no schema ${doc.request}`);
    expect(doc.examples.length).toBeGreaterThan(0);
    for (const example of doc.examples) {
      expect(validate(example), JSON.stringify(validate.errors)).toBe(true);
    }
  });

  test('a batch costs its orders, everything else has one price', () => {
    expect(docOf('placeOrders').cost).toEqual({ tokens: 5, perOrder: true });
    expect(docOf('modifyOrderBatch').cost).toEqual({ tokens: 5, perOrder: false });
    expect(docOf('cancelOrders').cost).toEqual({ tokens: 2, perOrder: false });
    expect(operation('/v1/info/orderbook', 'get')['x-cost']).toBe(200);
  });

  test('what a write is signed as', () => {
    const typesOf = (name: string): string[] => (docOf(name).signing ?? []).map(({ primaryType }) => primaryType);
    expect(typesOf('cancelOrders')).toEqual(['CancelOrders', 'CancelOrdersByCloid']);
    expect(typesOf('modifyOrder')).toEqual(['ModifyOrder', 'ModifyOrderByCloid']);
    expect(typesOf('modifyOrderBatch')).toEqual(['ModifyOrderBatch']);
    expect(docOf('transferCollateral').signing).toEqual([
      {
        primaryType: 'TransferCollateral',
        encoded:
          'TransferCollateral(string amount,uint256 expiresAfter,uint256 nonce,uint256 subAccountId,string symbol,uint256 to)',
      },
    ]);
    expect(docOf('placeOrders').signing?.[0]?.encoded).toBe(
      'PlaceOrders(uint256 subAccountId,Order[] orders,string grouping,uint256 nonce,uint256 expiresAfter)' +
        'Order(string symbol,string side,string orderType,string price,string triggerPrice,string quantity,bool reduceOnly,bool isTriggerMarket,string clientOrderId,bool closePosition)',
    );
  });

  test('reads sign their name, with a nonce or without', () => {
    expect(docOf('getPositions').signing).toEqual([
      {
        primaryType: 'SubAccountAction',
        encoded: 'SubAccountAction(uint256 subAccountId,string action,uint256 expiresAfter)',
      },
      {
        primaryType: 'SubAccountAction',
        encoded: 'SubAccountAction(uint256 subAccountId,string action,uint256 nonce,uint256 expiresAfter)',
      },
    ]);
    expect(docOf('getMids').signing).toBeUndefined();
  });

  test('no type of the contract is left out', () => {
    const shown = new Set(docs.flatMap(({ signing }) => (signing ?? []).map(({ primaryType }) => primaryType)));
    const all = Object.keys(PRIMARY_TYPES).filter((name) => name !== 'AuthMessage' && name !== 'SubAccountActionNonce');
    expect(shown).toEqual(new Set(all));
  });

  test('an example spells its subaccount as the action does', () => {
    const paramsOf = (name: string) => docOf(name).examples[0]?.params;
    expect(paramsOf('getTrades')).toHaveProperty('subAccountId', '1867542890123456789');
    expect(paramsOf('getPositionHistory')).toHaveProperty('subaccountId', '1867542890123456789');
    expect(paramsOf('getPositionHistory')).not.toHaveProperty('subAccountId');
  });

  test('its own refusals, with their status', () => {
    expect(docOf('removeDelegatedSigner').refusals).toEqual([
      { code: 'VALIDATION_ERROR', http: 400 },
      { code: 'INVALID_FORMAT', http: 400 },
      { code: 'FORBIDDEN', http: 403 },
      { code: 'NOT_FOUND', http: 404 },
    ]);
  });
});
