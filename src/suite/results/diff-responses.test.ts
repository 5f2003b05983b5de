import { expect, test } from 'vitest';
import { type ResponseDifference, diffTraces } from './diff-responses.ts';
import { http } from './run.test-helper.ts';
import type { TraceEntry } from './run.ts';

const PLACE = { params: { action: 'placeOrders' } };
const ABOUT = 'POST /v1/trade placeOrders';

/** The differences of single responses, on deployments that cannot move time. */
const between = (left: unknown, right: unknown): ResponseDifference[] =>
  diffTraces([http(PLACE, left)], [http(PLACE, right)], false);

const frame = (method: string, response: unknown, kind: TraceEntry['kind'] = 'received'): TraceEntry => ({
  ...http(null, response),
  kind,
  method,
  request: null,
  status: null,
});

test('responses that differ in ids, times, hashes and bucket levels alone are the same', () => {
  const response = (id: number, time: number, request: string): unknown => ({
    status: 'ok',
    response: { statuses: [{ resting: { order: { venueId: String(id), clientId: 'mine' } } }] },
    orders: [{ orderId: String(id), subAccountId: String(9_000 + id), createdTime: time, takeProfitOrderId: '0' }],
    addedBy: `0x${String(id % 10).repeat(40)}`,
    timestamp: time,
    requestId: request,
    rateLimit: { requestsCap: 1_000, remainingTokens: id },
  });
  expect(
    between(response(7, 1_767_323_045_678, '00000000000000aa'), response(812, 1_800_000_000_001, 'ffff000000000001')),
  ).toEqual([]);
});

test('what is neither id nor time must be equal, down to the way a number is written', () => {
  const left = { response: { price: '94000', quantity: '0.50', open: true, legs: null, total: 1 } };
  const right = { response: { price: '94000.0', quantity: '0.50', open: 'true', legs: [], total: '1' } };
  expect(between(left, right)).toEqual([
    { about: ABOUT, path: 'response.price', left: '"94000"', right: '"94000.0"' },
    { about: ABOUT, path: 'response.open', left: 'true', right: '"true"' },
    { about: ABOUT, path: 'response.legs', left: 'null', right: '[]' },
    { about: ABOUT, path: 'response.total', left: '1', right: '"1"' },
  ]);
});

test('fields and items that only one side has are listed with their values', () => {
  expect(between({ list: [1, 2], a: { orderId: '5' } }, { list: [1], b: 3 })).toEqual([
    { about: ABOUT, path: 'list[1]', left: '2', right: 'nothing' },
    { about: ABOUT, path: 'a', left: '{"orderId":"5"}', right: 'nothing' },
    { about: ABOUT, path: 'b', left: 'nothing', right: '3' },
  ]);
});

test('an id of another type is a difference, and so is one that is missing', () => {
  expect(between({ orderId: '5', tradeId: '6' }, { orderId: 5, tradeId: '0' })).toEqual([
    { about: ABOUT, path: 'orderId', left: '"5"', right: '5' },
    { about: ABOUT, path: 'tradeId', left: '"6"', right: '"0"' },
  ]);
});

test('a response about another order is a difference, however alike it looks', () => {
  const trace = (bid: string, ask: string, cancelled: string): TraceEntry[] => [
    http(PLACE, { orders: [{ orderId: bid }, { orderId: ask }] }),
    http({ params: { action: 'cancelOrders' } }, { venueId: cancelled }),
  ];
  expect(diffTraces(trace('5', '6', '5'), trace('61', '60', '61'), false)).toEqual([]);
  expect(diffTraces(trace('5', '6', '5'), trace('61', '60', '60'), false)).toEqual([
    { about: 'POST /v1/trade cancelOrders', path: 'venueId', left: '"<order 1>"', right: '"<order 2>"' },
  ]);
});

test('equal digits are no excuse: each side has ids of its own', () => {
  const trace = (first: string, second: string): TraceEntry[] => [
    http(PLACE, { orderId: first }),
    http(PLACE, { orderId: second }),
  ];
  expect(diffTraces(trace('5', '6'), trace('6', '6'), false)).toEqual([
    { about: ABOUT, path: 'orderId', left: '"6"', right: '"<order 1>"' },
  ]);
});

test('one order more does not make all others differ', () => {
  const left = { orders: [{ orderId: '1' }, { orderId: '2' }], next: { tradeId: '4', orderId: '1' } };
  const right = { orders: [{ orderId: '8' }], next: { tradeId: '9', orderId: '8' } };
  expect(between(left, right).map(({ path }) => path)).toEqual(['orders[1]']);
});

test('texts may name counterparts, and nothing else that differs', () => {
  const signed = (wallet: string, subAccountId: string) => ({
    who: 'trader',
    wallet,
    subAccountId,
    action: 'x',
    params: {},
  });
  const refusal = (message: string, wallet: string, id: string): TraceEntry[] => [
    http(PLACE, { error: { code: 'FORBIDDEN', message } }, { signed: signed(wallet, id) }),
  ];
  const [left, right] = [`0x${'Aa'.repeat(20)}`, `0x${'b1'.repeat(20)}`];
  const text = (wallet: string, id: string, most = 100) =>
    `${wallet.toLowerCase()} has no right on ${id}, at most ${most}`;
  expect(diffTraces(refusal(text(left, '12'), left, '12'), refusal(text(right, '7'), right, '7'), false)).toEqual([]);
  expect(
    diffTraces(refusal(text(left, '12'), left, '12'), refusal(text(right, '7', 50), right, '7'), false),
  ).toHaveLength(1);
  expect(diffTraces(refusal(text(left, '12'), left, '12'), refusal(text(right, '8'), right, '7'), false)).toHaveLength(
    1,
  );
});

test('where both move time by hand, moments and buckets must correspond', () => {
  const trace = (...times: readonly number[]): TraceEntry[] =>
    times.map((timestamp) => http(PLACE, { timestamp, rateLimit: { remainingTokens: timestamp % 10 } }));
  const [early, late] = [1_767_323_045_671, 1_800_000_000_001];
  expect(diffTraces(trace(early, early), trace(late, late), true)).toEqual([]);
  expect(diffTraces(trace(early, early), trace(late, late + 10), true)).toEqual([
    { about: ABOUT, path: 'timestamp', left: '"<time 1>"', right: '1800000000011' },
  ]);
  expect(diffTraces(trace(early), trace(late + 2), true).map(({ path }) => path)).toEqual([
    'rateLimit.remainingTokens',
  ]);
  expect(diffTraces(trace(early, early), trace(late, late + 12), false)).toEqual([]);
});

test('status and the headers that clients act on are compared, other headers are not', () => {
  const left = http(
    PLACE,
    {},
    { status: 429, headers: { 'retry-after': '5', date: 'a', 'cache-control': 'no-store' } },
  );
  const right = http(PLACE, {}, { status: 503, headers: { 'retry-after': '1', date: 'b' } });
  expect(diffTraces([left], [right], false)).toEqual([
    { about: ABOUT, path: 'HTTP status', left: '429', right: '503' },
    { about: ABOUT, path: 'header retry-after', left: '"5"', right: '"1"' },
    { about: ABOUT, path: 'header cache-control', left: '"no-store"', right: 'nothing' },
  ]);
});

test('a response that is no JSON is compared as text', () => {
  const plain = (response: string | null) =>
    http(null, null, { method: 'GET', url: 'https://x.example/v1/docs', response });
  expect(diffTraces([plain('<a>')], [plain('<b>')], false)).toEqual([
    { about: 'GET /v1/docs', path: '.', left: '"<a>"', right: '"<b>"' },
  ]);
  expect(diffTraces([plain('<a>')], [plain(null)], false)).toEqual([
    { about: 'GET /v1/docs', path: '.', left: '"<a>"', right: 'nothing' },
  ]);
});

test('streams of a connection are in no order to each other, but each is in its own', () => {
  const trade = (price: string): TraceEntry => frame('info 1', { channel: 'trades', data: { price } });
  const reply = frame('info 1', { id: '1', status: 200 });
  const candle = frame('info 1', { channel: 'candles', data: { close: '9' } });
  expect(diffTraces([reply, trade('1'), candle, trade('2')], [candle, reply, trade('1'), trade('2')], false)).toEqual(
    [],
  );
  expect(diffTraces([reply, trade('1'), trade('2')], [reply, trade('2'), candle], false)).toEqual([
    { about: 'info 1 trades', path: 'data.price', left: '"1"', right: '"2"' },
    { about: 'info 1 trades', path: '.', left: '2 entries', right: '1 entry' },
    { about: 'info 1 candles', path: '.', left: '0 entries', right: '1 entry' },
  ]);
});

test('close codes are compared, steering is not', () => {
  const closed = (status: number): TraceEntry => ({ ...frame('trade 1', ''), kind: 'closed', status, response: '' });
  const control = http({ by: 1 }, { at: 5 }, { kind: 'control' });
  expect(diffTraces([control, closed(1000)], [closed(1008)], false)).toEqual([
    { about: 'trade 1 closed', path: 'HTTP status', left: '1000', right: '1008' },
  ]);
});

test('a value that fills a page is cut', () => {
  const [difference] = between({ note: 'a'.repeat(1_000) }, { note: 'b' });
  expect(difference?.left).toBe(`"${'a'.repeat(199)}...`);
});
