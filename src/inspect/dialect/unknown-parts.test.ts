import { describe, expect, test } from 'vitest';
import { ALL_CHANNELS } from '../../contract/channels.ts';
import { actionsOf, INFO_ACTIONS, TRADE_ACTIONS } from '../../contract/catalogue.ts';
import { readBody, readFrame, unknownRoute } from './unknown-parts.ts';

const ORDER = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '1', quantity: '1' };
const order = (more: object): string =>
  JSON.stringify({ params: { action: 'placeOrders', subAccountId: '1', orders: [{ ...ORDER, ...more }] }, nonce: 1 });

/** Field and fix of everything that is unknown. */
const unknownIn = (text: string, surface: 'trade' | 'info' = 'trade'): string[] =>
  readBody(surface, text).unknown.map(({ field, fix }) => `${field}: ${fix}`);

describe('a body', () => {
  test.each(
    actionsOf(TRADE_ACTIONS)
      .concat(actionsOf(INFO_ACTIONS))
      .map((action) => [action.name, action] as const),
  )('the examples of %s are known', (name, { surface, examples }) => {
    for (const params of examples) {
      const id = surface === 'trade' ? { subAccountId: '1867542890123456789' } : {};
      const signed = surface === 'trade' ? { nonce: 1, expiresAfter: 0, signature: { r: '', s: '', v: 27 } } : {};
      expect(readBody(surface, JSON.stringify({ params: { action: name, ...id, ...params }, ...signed }))).toEqual({
        action: name,
        unknown: [],
      });
    }
  });

  test.each<[string, object, string[]]>([
    [
      'an order in force for a while',
      { timeInForce: 'IOC' },
      ['timeInForce: This API says it in orderType: limitGtc, limitIoc, limitGtd or limitAlo.'],
    ],
    ['an attached stop', { stopLoss: {} }, ['stopLoss: Place a triggerSl order beside it, with grouping normalTpsl.']],
    ['another spelling', { client_order_id: 'a' }, ['client_order_id: Spell it clientOrderId.']],
    ['a slip', { reducOnly: true }, ['reducOnly: Did you mean reduceOnly?']],
    ['a field of no meaning here', { venueFlags: 1 }, ['venueFlags: Leave it out.']],
    ['a number for text', { price: 95_000.5 }, ['price: Send the number as text, as it was typed: "0.01", not 0.01.']],
    ['text for a flag', { postOnly: 'true' }, ['postOnly: Send true or false.']],
  ])('%s is named with its fix', (_what, more, fixes) => {
    expect(unknownIn(order(more))).toEqual(fixes.map((fix) => `params.orders[].${fix}`));
  });

  test('what the exchange takes under an older name is known, and so are integers for ids', () => {
    const params = { action: 'cancelOrders', subaccountId: 7, orderIds: [12, '13'], walletAddress: '0x1' };
    expect(unknownIn(JSON.stringify({ params, nonce: 1, subaccountId: 7 }))).toEqual([]);
    expect(unknownIn('{"action":"getMids"}', 'info')).toEqual([]);
    expect(unknownIn('{"type":"getMids"}', 'info')).toEqual([]);
  });

  test.each<[string, 'trade' | 'info', string, string]>([
    ['no JSON', 'info', 'action=getMids', 'body: Send one JSON object in UTF-8, with double quotes.'],
    ['no params', 'trade', '{"action":"getOpenOrders"}', 'params: Send {"params":{"action":…},…}.'],
    [
      'an action of the other surface',
      'info',
      '{"params":{"action":"placeOrders"}}',
      'params.action: placeOrders is served by POST /v1/trade.',
    ],
    ['a slip in an action', 'trade', '{"params":{"action":"placeOrder"}}', 'params.action: Send placeOrders.'],
    [
      'a word of another API',
      'info',
      '{"params":{"action":"getCandles","symbol":"BTC-USDT","interval":"2h"}}',
      'params.interval: Send one of 1m, 5m, 15m, 30m, 1h, 4h, 8h, 12h, 1d, 3d, 1w, 1M, 3M.',
    ],
  ])('%s', (_what, surface, text, first) => {
    expect(unknownIn(text, surface)[0]).toBe(first);
  });
});

describe('a frame', () => {
  test.each(ALL_CHANNELS.flatMap(({ name, aliases }) => [name, ...aliases].map((type) => [type, name] as const)))(
    'a subscription to %s is known',
    (type, name) => {
      const more = {
        orderbook: { depth: 10, format: 'snapshot', updateFrequencyMs: 500 },
        candles: { interval: '1m' },
      };
      const params = { type, ...(name === 'subAccountUpdates' ? { subAccountId: '1' } : { symbol: 'BTC-USDT' }) };
      const given = { ...params, ...(name === 'orderbook' || name === 'candles' ? more[name] : {}) };
      expect(readFrame('trade', JSON.stringify({ id: 1, method: 'subscribe', params: given }))).toEqual({
        kind: 'subscribe',
        name: `subscribe ${name}`,
        id: '1',
        unknown: [],
      });
    },
  );

  test.each<[string, string, string[]]>([
    ['another envelope', '{"op":"subscribe","args":["trades"]}', ['method', 'op', 'args']],
    ['a method in capitals', '{"id":1,"method":"SUBSCRIBE","params":["btcusdt@trade"]}', ['method']],
    ['a list for params', '{"id":1,"method":"subscribe","params":["btcusdt@trade"]}', ['params']],
    [
      'a channel under another name',
      '{"id":1,"method":"subscribe","params":{"channel":"trades"}}',
      ['params.type', 'params.channel'],
    ],
    ['an unknown channel', '{"id":1,"method":"subscribe","params":{"type":"ticker"}}', ['params.type']],
    [
      'a depth that is not offered',
      '{"id":1,"method":"subscribe","params":{"type":"orderbook","symbol":"X","depth":20}}',
      ['params.depth'],
    ],
    ['no id', '{"method":"subscribe","params":{"type":"trades"}}', ['id']],
    [
      'a post with what is signed beside params',
      '{"id":1,"method":"post","params":{"action":"getOpenOrders"},"nonce":1}',
      ['nonce'],
    ],
  ])('%s', (_what, text, fields) => {
    expect(readFrame('trade', text).unknown.map(({ field }) => field)).toEqual(fields);
  });

  test.each(['{"method":"ping"}', '{"type":"ping","timestamp":1}', '{"id":"x","method":"ping","params":{}}'])(
    '%s is known',
    (text) => expect(readFrame('info', text)).toMatchObject({ kind: 'ping', unknown: [] }),
  );
});

test.each<[string, string, boolean, string | undefined]>([
  ['POST', '/v1/trade', false, undefined],
  ['GET', '/v1/ws/exchange/status', false, undefined],
  ['GET', '/v1/ws/info', true, undefined],
  ['POST', '/v1/trades', false, 'Use /v1/trade.'],
  ['GET', '/v1/info', false, 'Send POST to /v1/info.'],
  ['GET', '/v1/info', true, 'Send POST to /v1/info.'],
  [
    'GET',
    '/v1/ws/subscriptions',
    true,
    'Open /v1/ws/info for public channels, or /v1/ws/trade for those of an account.',
  ],
  ['GET', '/api/v3/klines', false, 'Send actions to POST /v1/trade and POST /v1/info.'],
])('%s %s with upgrade %s', (method, path, isUpgrade, fix) => {
  expect(unknownRoute(method, path, isUpgrade)?.fix).toBe(fix);
});
