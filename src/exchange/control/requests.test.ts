import { expect, test } from 'vitest';
import { START, FIRST_ACCOUNT, FIRST_WALLET, useControlPlane } from './control-plane.test-helper.ts';

const rig = useControlPlane();
const { get, post, collateralOf } = rig;
const RECORDED_ADD = { symbol: 'BTC-USDT', event: 'add', id: '7', side: 'buy', price: '95000', quantity: '1' };

test.each([
  ['a plain form', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415, 'content-type'],
  ['text', { headers: { 'content-type': 'text/plain' } }, 415, 'content-type'],
  ['another charset', { headers: { 'content-type': 'application/json; charset=latin1' } }, 415, 'content-type'],
  ['no JSON', { raw: '{"ms":' }, 400, 'body'],
  ['an array', { raw: '[1]' }, 400, 'body'],
  ['a repeated key', { raw: '{"ms":1,"ms":2}' }, 400, 'body'],
  ['nothing', { raw: '{}' }, 400, 'ms'],
  ['a text', { raw: '{"ms":"1000"}' }, 400, 'ms'],
  ['a fraction', { raw: '{"ms":1.5}' }, 400, 'ms'],
  ['a step back', { raw: '{"ms":-1}' }, 400, 'ms'],
  ['more than a year', { raw: '{"ms":31622400001}' }, 400, 'ms'],
  ['more than 2^64', { raw: '{"ms":99999999999999999999}' }, 400, 'ms'],
  ['an unknown field', { raw: '{"ms":1,"secs":2}' }, 400, 'secs'],
  ['a field of the prototype', { raw: '{"ms":1,"__proto__":{}}' }, 400, '__proto__'],
])('an advance sent as %s is refused, names the field, and moves nothing', async (_what, sent, status, field) => {
  const response = await post('/clock/advance', { ms: 1000 }, sent);
  expect([response.status, (response.body['error'] as { field: string }).field]).toEqual([status, field]);
  expect(rig.exchange.clock.now()).toBe(START);
});

test('a refusal says what the field takes', async () => {
  expect((await post('/clock/mode', { mode: 'fast' })).body).toEqual({
    error: { code: 'INVALID_VALUE', field: 'mode', message: 'mode must be "manual" or "live"' },
  });
  expect((await post('/deposit', { subAccountId: FIRST_ACCOUNT, asset: 'USDT' })).body).toEqual({
    error: {
      code: 'MISSING_REQUIRED_FIELD',
      field: 'amount',
      message: 'amount is missing: it takes a positive decimal string with at most 8 decimals, such as "2500.5"',
    },
  });
});

test.each([
  ['/deposit', { subAccountId: '999', asset: 'USDT', amount: '1' }, 'subAccountId'],
  ['/deposit', { subAccountId: FIRST_ACCOUNT, asset: 'DOGE', amount: '1' }, 'asset'],
  ['/deposit', { subAccountId: FIRST_ACCOUNT, asset: 'USDT', amount: '0' }, 'amount'],
  ['/deposit', { subAccountId: FIRST_ACCOUNT, asset: 'USDT', amount: '1.0000001' }, 'amount'],
  ['/deposit', { subAccountId: FIRST_ACCOUNT, asset: 'WETH', amount: '1.000000001' }, 'amount'],
  ['/deposit', { subAccountId: FIRST_ACCOUNT, asset: 'constructor', amount: '1' }, 'asset'],
  ['/deposit', { subAccountId: 'toString', asset: 'USDT', amount: '1' }, 'subAccountId'],
  ['/deposit', { subAccountId: FIRST_ACCOUNT, asset: 'USDT', amount: 5 }, 'amount'],
  ['/prices/move', { symbol: 'NO-USDT', price: '1' }, 'symbol'],
  ['/prices/move', { symbol: '__proto__', price: '1' }, 'symbol'],
  ['/prices/move', { symbol: 'BTC-USDT', price: '1', overMs: 1_500 }, 'overMs'],
  ['/prices/move', { symbol: 'BTC-USDT', price: '1', overMs: 0 }, 'overMs'],
  ['/prices/move', { symbol: 'NO-USDT', price: '1', overMs: 1_000 }, 'symbol'],
  ['/prices/pin', { symbol: 'NO-USDT' }, 'symbol'],
  ['/prices/pin', { symbol: 'BTC-USDT', price: '0.00000001' }, 'price'],
  ['/prices/stop', { symbol: 'NO-USDT' }, 'symbol'],
  ['/prices/stop', {}, 'symbol'],
  ['/prices/release', { symbol: 'NO-USDT' }, 'symbol'],
  ['/prices/mark', { symbol: 'NO-USDT', price: '1' }, 'symbol'],
  ['/prices/mark', { symbol: 'BTC-USDT', price: '95000.5' }, 'price'],
  ['/prices/mark', { symbol: 'BTC-USDT', price: '99751' }, 'price'],
  ['/prices/mark', { symbol: 'BTC-USDT', price: '90249' }, 'price'],
  ['/prices/mark', { symbol: 'BTC-USDT', price: '0' }, 'price'],
  ['/prices/mark', { symbol: 'BTC-USDT' }, 'price'],
  ['/prices/collateral', { asset: 'DOGE', peg: '0.9' }, 'asset'],
  ['/prices/collateral', { asset: 'USDT', peg: '0.9' }, 'asset'],
  ['/prices/collateral', { asset: 'WETH', peg: '0' }, 'peg'],
  ['/prices/collateral', { asset: 'WETH', peg: '10.1' }, 'peg'],
  ['/prices/collateral', { asset: 'WETH', peg: 0.9 }, 'peg'],
  ['/history/depth', { symbol: 'NO-USDT', levels: [] }, 'symbol'],
  ['/history/depth', { symbol: 'BTC-USDT', levels: {} }, 'levels'],
  ['/history/depth', { symbol: 'BTC-USDT', levels: [{ price: '1', quantity: '1' }] }, 'levels[0].side'],
  ['/history/depth', { symbol: 'BTC-USDT', levels: [{ side: 'buy', price: 1, quantity: '1' }] }, 'levels[0].price'],
  [
    '/history/depth',
    { symbol: 'BTC-USDT', levels: [{ side: 'buy', price: '1', quantity: '-x' }] },
    'levels[0].quantity',
  ],
  // The world of these tests has no history.
  ['/history/depth', { symbol: 'BTC-USDT', levels: [] }, 'levels'],
  ['/history/trade', { symbol: 'BTC-USDT', side: 'long', price: '1', quantity: '1' }, 'side'],
  ['/history/trade', { symbol: 'BTC-USDT', side: 'buy', price: '0.5', quantity: '1' }, 'price'],
  ['/history/trade', { symbol: 'BTC-USDT', side: 'buy', price: '1', quantity: '0' }, 'quantity'],
  ['/history/order', { ...RECORDED_ADD, event: 'fill' }, 'event'],
  ['/history/order', { ...RECORDED_ADD, id: 'x'.repeat(65) }, 'id'],
  ['/history/order', { ...RECORDED_ADD, price: '0.5' }, 'price'],
  ['/tier', { wallet: FIRST_WALLET, tierId: 'platinum' }, 'tierId'],
  ['/whitelist', { wallet: '0x12', whitelisted: true }, 'wallet'],
  ['/whitelist', { wallet: FIRST_WALLET, whitelisted: 'yes' }, 'whitelisted'],
  ['/referrals', { wallet: '0x12', code: 'FRIEND', discount: '0.9' }, 'wallet'],
  ['/referrals', { wallet: FIRST_WALLET, code: '', discount: '0.9' }, 'code'],
  ['/referrals', { wallet: FIRST_WALLET, code: 'FRIEND', discount: '1.5' }, 'discount'],
  ['/referrals', { wallet: FIRST_WALLET, code: 'FRIEND' }, 'discount'],
  ['/managers', { owner: '0x12', manager: FIRST_WALLET, action: 'add' }, 'owner'],
  ['/managers', { owner: FIRST_WALLET, manager: FIRST_WALLET, action: 'appoint' }, 'action'],
  ['/managers', { owner: FIRST_WALLET, manager: FIRST_WALLET, action: 'add' }, 'manager'],
  ['/withdrawals', { requestId: 'none', outcome: 'failed' }, 'requestId'],
  ['/withdrawals/next', { subAccountId: '1', outcome: 'failed' }, 'subAccountId'],
  ['/withdrawals/next', { subAccountId: '1', outcome: 'lost' }, 'outcome'],
  ['/cancelOnDisconnect', { subAccountId: '1', enabled: true }, 'subAccountId'],
  ['/cancelOnDisconnect', { subAccountId: FIRST_ACCOUNT, enabled: 'yes' }, 'enabled'],
  ['/cancelOnDisconnect', { subAccountId: FIRST_ACCOUNT }, 'enabled'],
  ['/market', { symbol: 'NO-USDT', status: 'open' }, 'symbol'],
  ['/market', { symbol: 'BTC-USDT', status: 'ajar' }, 'status'],
  ['/status', { status: 'fine' }, 'status'],
  ['/clock/advanceTo', { time: START - 1 }, 'time'],
  ['/clock/speed', { speed: 0 }, 'speed'],
  ['/accounts', { wallet: FIRST_WALLET, name: '' }, 'name'],
  ['/reset', { world: '../../etc/passwd' }, 'world'],
  ['/reset', { world: 'constructor' }, 'world'],
  ['/tier', { wallet: FIRST_WALLET, tierId: 'constructor' }, 'tierId'],
  ['/market', { symbol: 'BTC-USDT', status: 'constructor' }, 'status'],
  ['/faults', { rules: [{ effect: { kind: 'constructor' } }] }, 'rules[0].effect.kind'],
  ['/faults', { rules: [{ effect: { kind: 'drop' }, constructor: 1 }] }, 'rules[0].constructor'],
  ['/faults', { rules: [{ effect: { kind: 'drop' }, match: { action: 'toString' } }] }, 'rules[0].match.action'],
  ['/records', { record: 'constructor', id: '1', fields: {} }, 'record'],
  ['/records', { record: 'trade', id: '1', fields: { toString: 'x' } }, 'fields.toString'],
  ['/latency', { subAccountId: '1', model: null }, 'subAccountId'],
  ['/latency', { subAccountId: FIRST_ACCOUNT, model: { entry: { kind: 'constant' } } }, 'model.entry.ms'],
  [
    '/latency',
    { subAccountId: FIRST_ACCOUNT, model: { data: { kind: 'normal', meanMs: 5 } } },
    'model.data.deviationMs',
  ],
  [
    '/latency',
    { subAccountId: FIRST_ACCOUNT, model: { entry: { kind: 'uniform', fromMs: 5, toMs: 4 } } },
    'model.entry.toMs',
  ],
  ['/latency', { subAccountId: FIRST_ACCOUNT, model: { response: { kind: 'samples', ms: [] } } }, 'model.response.ms'],
  [
    '/latency',
    { subAccountId: FIRST_ACCOUNT, model: { entry: { kind: 'constant', ms: 1, least: 0 } } },
    'model.entry.least',
  ],
  ['/latency', { subAccountId: FIRST_ACCOUNT, model: { exit: null } }, 'model.exit'],
  ['/latency', { subAccountId: FIRST_ACCOUNT }, 'model'],
  ['/faults', {}, 'rules'],
  ['/faults', { rules: 'all' }, 'rules'],
  ['/faults', { rules: [{ effect: { kind: 'latency' } }] }, 'rules[0].effect.ms'],
  ['/faults', { rules: [{ effect: { kind: 'drop' } }], add: 1 }, 'add'],
  ['/faults/clear', { rules: [] }, 'rules'],
  ['/records', { record: 'candle', id: '1', fields: {} }, 'record'],
  ['/records', { record: 'trade', id: 'x', fields: { direction: 'up' } }, 'id'],
  ['/records', { record: 'trade', id: '1', fields: { price: '5' } }, 'fields.price'],
  ['/records', { record: 'transfer', id: '1', fields: { status: 'lost' } }, 'fields.status'],
  ['/records', { record: 'market', id: 'BTC-USDT', fields: { index_price: '5' } }, 'fields.index_price'],
])('POST %s %j is a 400 about its field and changes nothing', async (path, body, field) => {
  // A refused command is an input of the log all the same; what must not happen is an event.
  const { inputs: _before, ...before } = rig.exchange.control.state();
  const response = await post(path, body);
  expect([response.status, (response.body['error'] as { field: string }).field]).toEqual([400, field]);
  const { inputs: _after, ...after } = rig.exchange.control.state();
  expect(after).toEqual(before);
});

test.each(['constructor', '__proto__', 'toString'])('a query with the field %s is refused', async (name) => {
  expect(await get(`/why/margin/${FIRST_ACCOUNT}?${name}=1`)).toMatchObject({
    status: 400,
    body: { error: { code: 'INVALID_FORMAT', field: name } },
  });
});

test('a deposit that is too precise says what the asset takes', async () => {
  const response = await post('/deposit', { subAccountId: FIRST_ACCOUNT, asset: 'USDT', amount: '0.0000001' });
  expect(response.body).toEqual({
    error: { code: 'INVALID_VALUE', field: 'amount', message: 'amount takes at most 6 decimals of USDT' },
  });
  expect(await post('/deposit', { subAccountId: FIRST_ACCOUNT, asset: 'USDT', amount: '0.0000010' })).toMatchObject({
    status: 200,
  });
  expect(await collateralOf('USDT')).toBe('1000000.000001');
});

test('an advance of a live clock is refused', async () => {
  await post('/clock/mode', { mode: 'live' });
  const response = await post('/clock/advance', { ms: 1000 });
  expect(response).toMatchObject({ status: 400, body: { error: { field: 'mode' } } });
});

test('unknown routes and methods, and paths that are not its own', async () => {
  expect(await get('/nothing')).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
  expect(await get('/deposit')).toMatchObject({ status: 405, body: { error: { message: 'use POST' } } });
  const elsewhere = { method: 'GET', path: '/sim/v10/clock', headers: {}, body: new Uint8Array(), ip: '127.0.0.1' };
  expect(await rig.plane.handle(elsewhere)).toBeUndefined();
  expect(await rig.plane.handle({ ...elsewhere, path: '/v1/info' })).toBeUndefined();
});
