import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { asyncApiChannelsDocument, asyncApiDocument } from './asyncapi.ts';
import { INFO_ACTIONS, TRADE_ACTIONS } from '../catalogue.ts';
import { ALL_CHANNELS } from '../channels.ts';
import { ORDER_EVENT_TYPES } from '../channels/subaccount-events.ts';

interface Reference {
  readonly $ref: string;
}
interface Operation {
  readonly action: string;
  readonly channel: Reference;
  readonly security?: readonly Reference[];
  readonly messages: readonly Reference[];
  readonly reply?: { readonly channel: Reference; readonly messages: readonly Reference[] };
  readonly 'x-cost'?: { readonly tokens: number };
  readonly 'x-refusals'?: readonly { readonly code: string }[];
  readonly 'x-first-frame'?: string;
  readonly 'x-slow-reader'?: string;
}
interface Message {
  readonly payload: object;
  readonly correlationId?: Reference;
  readonly examples?: readonly { readonly payload: Readonly<Record<string, unknown>> }[];
}
interface Document {
  readonly asyncapi: string;
  readonly info: { readonly version: string; readonly description: string };
  readonly servers: Readonly<Record<string, object>>;
  readonly channels: Readonly<
    Record<string, { readonly address: string; readonly messages: Readonly<Record<string, Reference>> }>
  >;
  readonly operations: Readonly<Record<string, Operation>>;
  readonly components: {
    readonly messages: Readonly<Record<string, Message>>;
    readonly schemas: Readonly<Record<string, object>>;
    readonly correlationIds: Readonly<Record<string, { readonly location: string }>>;
  };
  readonly 'x-close-codes': readonly { readonly code: number }[];
}

const ABOUT = { version: '0.1.0', wsUrl: 'ws://127.0.0.1:8700/v1/ws', serviceName: 'Trial' };
const document = asyncApiDocument(ABOUT) as unknown as Document;
const { channels, operations, components } = document;
const SCHEMAS = '#/components/schemas/';

/** A validator that knows every component under its own name. */
const validator: Ajv = (() => {
  const ajv = new Ajv({ strict: true, strictTypes: true, allErrors: true, validateFormats: false });
  for (const [name, schema] of Object.entries(components.schemas)) ajv.addSchema(schema, SCHEMAS + name);
  return ajv;
})();
/** What is wrong with a value as the payload of a message. */
const faultsOf = (message: string, value: unknown): unknown => {
  const validate = validator.compile(components.messages[message]?.payload ?? false);
  return validate(value) ? null : validate.errors;
};

const operation = (id: string): Operation => {
  const found = operations[id];
  if (!found) throw new Error(`no operation ${id}`);
  return found;
};
const namesIn = (references: readonly Reference[] = []): string[] =>
  references.map(({ $ref }) => $ref.slice($ref.lastIndexOf('/') + 1));
const actionsOf = (index: ReadonlyMap<string, { readonly name: string }>): string[] => [
  ...new Set([...index.values()].map(({ name }) => name)),
];
const titled = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

/** Every reference anywhere in the document. */
function* referencesIn(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return;
  for (const [name, value] of Object.entries(node)) {
    if (name === '$ref') yield value as string;
    else yield* referencesIn(value);
  }
}

test('says version, server and how to log in', () => {
  expect(document.asyncapi).toBe('3.0.0');
  expect(document.info.version).toBe('0.1.0');
  expect(document.servers).toEqual({
    exchange: {
      host: '127.0.0.1:8700',
      pathname: '/v1/ws',
      protocol: 'ws',
      description: 'The exchange this document came from.',
    },
  });
  expect(document.info.description).toContain('name `Trial`');
});

test('equal catalogues give equal documents', () => {
  expect(JSON.stringify(asyncApiDocument(ABOUT))).toBe(JSON.stringify(document));
});

test('has the two endpoints', () => {
  expect(Object.entries(channels).map(([name, { address }]) => [name, address])).toEqual([
    ['info', '/info'],
    ['trade', '/trade'],
  ]);
});

describe('the document for generators', () => {
  const apart = asyncApiChannelsDocument(ABOUT) as unknown as Document;

  test('has one channel for each channel and action, and the endpoint for what belongs to the connection', () => {
    const topics = [
      ...actionsOf(INFO_ACTIONS).map((name) => `/info#${name}`),
      ...actionsOf(TRADE_ACTIONS).map((name) => `/trade#${name}`),
      ...ALL_CHANNELS.flatMap(({ name, access }) => [
        ...(access === 'private' ? [] : [`/info#${name}`]),
        `/trade#${name}`,
      ]),
    ];
    const addresses = Object.values(apart.channels).map(({ address }) => address);
    expect(addresses.toSorted()).toEqual(['/info', '/trade', ...topics].toSorted());
  });

  test('has in a channel the messages of its operations and no others', () => {
    const { address, messages } = apart.channels['infoTrades']!;
    expect(address).toBe('/info#trades');
    expect(Object.keys(messages)).toEqual([
      'tradesSubscribe',
      'tradesSubscribed',
      'refusal',
      'tradesUnsubscribe',
      'tradesUnsubscribed',
      'tradesPush',
    ]);
    expect(Object.keys(apart.channels['tradePlaceOrders']!.messages)).toEqual([
      'placeOrdersPost',
      'placeOrdersReply',
      'refusal',
    ]);
    for (const [id, { channel, messages: listed, reply }] of Object.entries(apart.operations)) {
      const name = channel.$ref.slice('#/channels/'.length);
      const own = Object.keys(apart.channels[name]?.messages ?? {});
      expect(own, id).toEqual(expect.arrayContaining([...namesIn(listed), ...namesIn(reply?.messages)]));
    }
  });

  test('has the operations and components of the true one', () => {
    expect(Object.keys(apart.operations)).toEqual(Object.keys(operations));
    expect(apart.components).toEqual(components);
  });
});

test('every reference leads somewhere', () => {
  const references = [...new Set(referencesIn(document))];
  expect(references.length).toBeGreaterThan(200);
  for (const reference of references) {
    const found = reference
      .slice(2)
      .split('/')
      .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], document);
    expect(found, reference).toBeTypeOf('object');
  }
});

describe.each([
  ['info', INFO_ACTIONS],
  ['trade', TRADE_ACTIONS],
] as const)('%s', (endpoint, index) => {
  test.each(actionsOf(index))('%s can be posted', (name) => {
    const { action, channel, messages, reply, security } = operation(`${endpoint}Post${titled(name)}`);
    expect({ action, channel }).toEqual({ action: 'receive', channel: { $ref: `#/channels/${endpoint}` } });
    expect(namesIn(messages)).toEqual([`${name}Post`]);
    expect(namesIn(reply?.messages)).toEqual([`${name}Reply`, 'refusal']);
    expect(security !== undefined).toBe(endpoint === 'trade');
    expect(components.schemas).toHaveProperty(`${name}Params`);
    expect(components.schemas).toHaveProperty(`${name}Result`);
  });

  test('all three pings have a response', () => {
    const pairs = ['Ping', 'PingBare', 'PingTyped'].map((verb) => {
      const { messages, reply } = operation(endpoint + verb);
      return [...namesIn(messages), ...namesIn(reply?.messages)];
    });
    expect(pairs).toEqual([
      ['ping', 'pong'],
      ['pingBare', 'pongBare'],
      ['pingTyped', 'pongTyped'],
    ]);
  });

  test('its operations speak of its own messages', () => {
    const own = Object.keys(channels[endpoint]?.messages ?? {});
    for (const { channel, messages, reply } of Object.values(operations)) {
      if (channel.$ref !== `#/channels/${endpoint}`) continue;
      expect(own).toEqual(expect.arrayContaining([...namesIn(messages), ...namesIn(reply?.messages)]));
    }
  });
});

test('the trade endpoint alone takes a login', () => {
  expect(namesIn(operation('tradeAuth').messages)).toEqual(['auth', 'authFlat']);
  expect(namesIn(operation('tradeAuth').reply?.messages)).toEqual(['authReply', 'refusal']);
  expect(operations).not.toHaveProperty('infoAuth');
});

describe('a channel', () => {
  test.each(ALL_CHANNELS.map(({ name }) => name))('%s can be followed, left, and pushes', (name) => {
    const endpoints = name === 'subAccountUpdates' ? ['trade'] : ['info', 'trade'];
    for (const endpoint of endpoints) {
      const listed = ['Subscribe', 'Unsubscribe', 'Push'].map((verb) => {
        const { messages, reply } = operation(`${endpoint}${verb}${titled(name)}`);
        return [...namesIn(messages), ...namesIn(reply?.messages)];
      });
      expect(listed).toEqual([
        [`${name}Subscribe`, `${name}Subscribed`, 'refusal'],
        [`${name}Unsubscribe`, `${name}Unsubscribed`, 'refusal'],
        [`${name}Push`],
      ]);
    }
    expect(`infoSubscribe${titled(name)}` in operations).toBe(endpoints.includes('info'));
  });

  test('the private one needs a login', () => {
    const needing = ALL_CHANNELS.map(({ name }) => name).filter(
      (name) => operation(`tradeSubscribe${titled(name)}`).security !== undefined,
    );
    expect(needing).toEqual(['subAccountUpdates']);
  });

  test('pushes under both generations of names', () => {
    const names = ALL_CHANNELS.map(({ name }) => {
      const { properties } = components.schemas[`${name}Push`] as {
        properties: Record<string, { const?: string; anyOf?: readonly { const: string }[] }>;
      };
      const { method, channel } = properties;
      return [name, method?.const, ...(channel?.anyOf?.map((value) => value.const) ?? [channel?.const])];
    });
    expect(names).toEqual([
      ['marketPrices', 'market_price_update', 'marketPriceUpdate', 'priceUpdate'],
      ['trades', 'trade', 'trade'],
      ['orderbook', 'orderbook_depth_update', 'orderbookUpdate'],
      ['candles', 'candle_update', 'candleUpdate'],
      ['liquidations', 'liquidation', 'liquidation'],
      ['subAccountUpdates', 'subAccountEvent', 'subAccountUpdate'],
    ]);
  });

  test('says what comes first and what a slow reader gets', () => {
    expect(operation('infoPushOrderbook')).toMatchObject({
      'x-first-frame': 'A snapshot, right behind the acknowledgement.',
      'x-slow-reader': 'Frames are left out, and the newest state is sent once the reader has caught up.',
    });
    expect(operation('infoPushTrades')).toMatchObject({
      'x-first-frame': 'None: the first frame comes with the first change.',
      'x-slow-reader': 'Frames wait, up to a bound; beyond it the connection is closed with 1013.',
    });
  });
});

describe('what is said of an operation', () => {
  test('its cost', () => {
    const costOf = (id: string): unknown => operation(id)['x-cost'];
    expect(costOf('tradePostPlaceOrders')).toEqual({ tokens: 5, perOrder: true });
    expect(costOf('infoPostGetMids')).toEqual({ tokens: 50, perOrder: false });
    expect(costOf('tradeAuth')).toEqual({ tokens: 1 });
    expect(costOf('infoSubscribeTrades')).toEqual({ tokens: 1 });
    expect(costOf('infoUnsubscribeTrades')).toEqual({ tokens: 1 });
    expect(costOf('tradePing')).toEqual({ tokens: 0 });
  });

  test('its refusals, without what only HTTP can do wrong', () => {
    const codes = operation('tradePostRemoveDelegatedSigner')['x-refusals']?.map(({ code }) => code) ?? [];
    expect(codes).toEqual(expect.arrayContaining(['UNAUTHORIZED', 'RATE_LIMIT_EXCEEDED', 'NOT_FOUND']));
    expect(codes).not.toContain('METHOD_NOT_ALLOWED');
  });
});

test('requests and replies are matched by id, pushes by nothing', () => {
  expect(components.correlationIds.request?.location).toBe('$message.payload#/id');
  expect(components.correlationIds.reply?.location).toBe('$message.payload#/requestId');
  const correlated = (name: string): string | undefined => components.messages[name]?.correlationId?.$ref;
  expect(correlated('placeOrdersPost')).toBe('#/components/correlationIds/request');
  expect(correlated('refusal')).toBe('#/components/correlationIds/reply');
  expect(correlated('tradesPush')).toBeUndefined();
});

describe('examples fit their schemas', () => {
  const named = Object.entries(components.messages);
  const examples = named.flatMap(([name, { examples: list = [] }]) =>
    list.map(({ payload }) => [name, payload] as const),
  );

  test.each(examples)('%s', (name, payload) => {
    expect(faultsOf(name, payload)).toBeNull();
  });

  test('there is one of every message but the responses of actions', () => {
    const without = named.filter(([, { examples: list }]) => list === undefined).map(([name]) => name);
    expect(without.filter((name) => !name.endsWith('Reply'))).toEqual([]);
  });

  test('there is one of every private event', () => {
    const shown = components.messages.subAccountUpdatesPush?.examples?.map(
      ({ payload }) => (payload.data as { eventType: string }).eventType,
    );
    expect(new Set(shown)).toEqual(
      new Set([
        ...ORDER_EVENT_TYPES,
        'orderRejected',
        'trade',
        'marginUpdate',
        'liquidation',
        'subAccountTakeover',
        'funding',
        'depositReceived',
        'depositCredited',
        'withdrawal',
        'withdrawalStatus',
        'collateralExchange',
        'delegationAdded',
        'delegationRevoked',
      ]),
    );
  });
});

describe('what does not fit', () => {
  const signature = { v: 27, r: `0x${'1'.repeat(64)}`, s: `0x${'a'.repeat(64)}` };
  const cancel = {
    action: 'cancelAllOrders',
    subAccountId: '1867542890123456789',
    symbols: ['*'],
    nonce: 1,
    signature,
  };

  test.each([
    [
      'a write without its signature',
      'cancelAllOrdersPost',
      { method: 'post', params: { ...cancel, signature: undefined } },
    ],
    ['a write without its nonce', 'cancelAllOrdersPost', { method: 'post', params: { ...cancel, nonce: undefined } }],
    ['another method', 'cancelAllOrdersPost', { method: 'send', params: cancel }],
    [
      'a depth outside the list',
      'orderbookSubscribe',
      { method: 'subscribe', params: { type: 'orderbook', symbol: 'BTC-USDT', depth: 7 } },
    ],
    ['another channel', 'tradesSubscribe', { method: 'subscribe', params: { type: 'orderbook' } }],
    ['a login without a signature', 'auth', { method: 'auth', params: { message: '{}' } }],
  ])('%s', (_case, message, frame) => {
    expect(faultsOf(message, JSON.parse(JSON.stringify(frame)))).not.toBeNull();
  });

  test('though it would, being whole', () => {
    expect(faultsOf('cancelAllOrdersPost', { method: 'post', params: cancel })).toBeNull();
  });
});

test('a read may rely on the login', () => {
  const params = { action: 'getPositions', subAccountId: '1867542890123456789' };
  expect(faultsOf('getPositionsPost', { id: 1, method: 'post', params })).toBeNull();
});
