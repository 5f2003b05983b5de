import { expect, test } from 'vitest';
import { problemIn } from './problem.ts';

const REQUEST =
  'POST https://exchange.example/v1/trade\n{"params":{"action":"placeOrders","subAccountId":"1"}}\nresponded';

test.each([
  [
    'a request that was refused',
    `${REQUEST} 400\n{"status":"error","error":{"code":"INSUFFICIENT_MARGIN","message":"insufficient margin"}}\n\n400 !== 200\n`,
    'placeOrders responded 400: INSUFFICIENT_MARGIN insufficient margin',
  ],
  [
    'an item that was refused',
    `${REQUEST} 200\n{"status":"ok","response":{"statuses":[{"resting":{}},{"error":"too many orders","errorCode":"MAX_ORDERS"}]}}`,
    'placeOrders responded 200: item 1 is refused with MAX_ORDERS too many orders',
  ],
  [
    'a body that is no JSON',
    `${REQUEST} 502\n<html>bad gateway</html>`,
    'placeOrders responded 502: <html>bad gateway</html>',
  ],
  [
    'one of several versions of a request',
    `with limit 0\n${REQUEST} 200\n{"status":"ok","response":[]}`,
    'placeOrders with limit 0 responded 200: {"status":"ok","response":[]}',
  ],
  [
    'a route without an action',
    'GET https://exchange.example/v1/info/contracts\n\nresponded 503\n{"error":"down"}',
    'GET /v1/info/contracts responded 503: {"error":"down"}',
  ],
  [
    'a statement that quotes a response',
    'order bid should rest: {"status":"ok","response":{"statuses":[{"error":"price out of bounds","errorCode":"PRICE_OUT_OF_BOUNDS"}]}}',
    'order bid should rest: item 0 is refused with PRICE_OUT_OF_BOUNDS price out of bounds',
  ],
  [
    'a comparison without words of its own',
    'Expected values to be strictly equal:\n\n400 !== 200\n',
    'Expected values to be strictly equal: 400 !== 200',
  ],
])('the reason of %s says what was wrong with the response', (_case, message, reason) => {
  expect(problemIn(new Error(message))).toBe(reason);
});

test('an error of the network says why', () => {
  const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  expect(problemIn(new TypeError('fetch failed', { cause }))).toBe('fetch failed (ECONNREFUSED)');
});

test('a long text is cut', () => {
  expect(problemIn('x'.repeat(500))).toHaveLength(300);
});
