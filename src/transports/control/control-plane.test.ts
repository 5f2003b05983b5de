import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createExchange, type Exchange, type HttpRequest } from '../../runtime/exchange.ts';
import { type ControlPlane, createControlPlane } from './control-plane.ts';
import { CONTROL_ROUTES } from './routes.ts';

const TOKEN = 'correct-horse-battery';
const START = 1_767_571_200_000;
const FIRST_ACCOUNT = '1867542890123456789';
const FIRST_WALLET = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';

let exchange: Exchange;
let plane: ControlPlane;

beforeEach(async () => {
  exchange = await createExchange({ seed: 1, world: 'quiet', startTime: START });
  plane = createControlPlane(exchange, { boundHost: '127.0.0.1', token: null, version: '0.0.0' });
});
afterEach(() => exchange.close());

interface Sent {
  readonly ip?: string;
  readonly headers?: Record<string, string>;
  readonly raw?: string;
}

async function call(method: string, path: string, body?: unknown, sent: Sent = {}, to = plane) {
  const text = sent.raw ?? (body === undefined ? '' : JSON.stringify(body));
  const request: HttpRequest = {
    method,
    path: `/sim/v1${path}`,
    headers: { host: '127.0.0.1:8700', ...(text !== '' && { 'content-type': 'application/json' }), ...sent.headers },
    body: new TextEncoder().encode(text),
    ip: sent.ip ?? '127.0.0.1',
  };
  const answer = await to.handle(request);
  return { status: answer?.status, body: JSON.parse(answer?.body ?? 'null') as Record<string, unknown> };
}

const get = (path: string, sent?: Sent, to?: ControlPlane) => call('GET', path, undefined, sent, to);
const post = (path: string, body: unknown, sent?: Sent) => call('POST', path, body, sent);

async function collateralOf(asset: string): Promise<string | undefined> {
  const account = await exchange.client(0).getSubAccount();
  return account.collaterals?.find(({ symbol }) => symbol === asset)?.quantity;
}

describe('access', () => {
  const guarded = (boundHost: string, token: string | null) =>
    createControlPlane(exchange, { boundHost, token, version: '0.0.0' });

  test.each([
    ['this machine', '127.0.0.1', {}, 200],
    ['this machine over IPv6', '::1', {}, 200],
    ['this machine as mapped IPv4', '::ffff:127.0.0.1', {}, 200],
    ['another address of the loopback net', '127.8.8.8', {}, 200],
    ['another machine', '10.0.0.7', {}, 403],
    ['another machine that claims to be this one', '10.0.0.7', { 'x-forwarded-for': '127.0.0.1' }, 403],
    ['an address that only starts like loopback', '127.0.0.1.evil', {}, 403],
    ['a token although none was set', '10.0.0.7', { authorization: `Bearer ${TOKEN}` }, 403],
    ['a page of this machine', '127.0.0.1', { origin: 'http://localhost:3000' }, 200],
    ['a page of another site', '127.0.0.1', { origin: 'https://evil.example' }, 403],
    ['a sandboxed page', '127.0.0.1', { origin: 'null' }, 403],
    ['a cross-site request without origin', '127.0.0.1', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a rebound name', '127.0.0.1', { host: 'evil.example:8700' }, 403],
    ['a name that only starts like loopback', '127.0.0.1', { host: '127.0.0.1.evil.example' }, 403],
    ['localhost by name', '127.0.0.1', { host: 'localhost:8700' }, 200],
    ['a proxy of this machine', '127.0.0.1', { 'x-forwarded-for': '10.0.0.7' }, 403],
    ['a proxy that claims to forward this machine', '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, 403],
    ['a proxy that forwards nobody', '127.0.0.1', { 'x-forwarded-for': '' }, 403],
    ['a proxy that sends the standard header', '127.0.0.1', { forwarded: 'for=10.0.0.7' }, 403],
    [
      'a proxy with a token although none was set',
      '127.0.0.1',
      { forwarded: 'for=10.0.0.7', authorization: `Bearer ${TOKEN}` },
      403,
    ],
  ])('without a token: %s', async (_who, ip, headers, status) => {
    expect((await get('/clock', { ip, headers })).status).toBe(status);
  });

  test.each([
    ['this machine without the token', '127.0.0.1', {}, 200],
    ['this machine with a wrong token', '127.0.0.1', { authorization: 'Bearer wrong-wrong-wrong' }, 401],
    ['another machine with the token', '10.0.0.7', { authorization: `Bearer ${TOKEN}` }, 200],
    ['the token in lower-case scheme', '10.0.0.7', { authorization: `bearer ${TOKEN}` }, 200],
    [
      'the token and another name of the host',
      '10.0.0.7',
      { authorization: `Bearer ${TOKEN}`, host: 'sim.internal' },
      200,
    ],
    ['another machine without', '10.0.0.7', {}, 403],
    ['a proxy of this machine without', '127.0.0.1', { 'x-forwarded-for': '10.0.0.7' }, 403],
    ['a proxy with a wrong token', '127.0.0.1', { forwarded: 'for=10.0.0.7', authorization: 'Bearer wrong' }, 401],
    [
      'a proxy with the token',
      '127.0.0.1',
      { forwarded: 'for=10.0.0.7', 'x-forwarded-for': '10.0.0.7', authorization: `Bearer ${TOKEN}` },
      200,
    ],
    ['a prefix of the token', '10.0.0.7', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }, 401],
    ['the token and more', '10.0.0.7', { authorization: `Bearer ${TOKEN}x` }, 401],
    ['an empty token', '10.0.0.7', { authorization: 'Bearer ' }, 401],
    ['the token under another scheme', '10.0.0.7', { authorization: `Basic ${TOKEN}` }, 401],
    [
      'a page of another site with the token',
      '10.0.0.7',
      { authorization: `Bearer ${TOKEN}`, origin: 'https://evil.example' },
      403,
    ],
  ])('with a token: %s', async (_who, ip, headers, status) => {
    expect((await get('/clock', { ip, headers }, guarded('0.0.0.0', TOKEN))).status).toBe(status);
  });

  test.each([
    ['0.0.0.0', 404],
    ['::', 404],
    ['192.168.1.4', 404],
    ['localhost', 200],
    ['::1', 200],
  ])('bound to %s without a token it answers %i, also to this machine', async (boundHost, status) => {
    expect((await get('/clock', {}, guarded(boundHost, null))).status).toBe(status);
  });

  test('a refused caller learns the field and changes nothing', async () => {
    const before = exchange.digest();
    const answer = await post(
      '/deposit',
      { subAccountId: FIRST_ACCOUNT, asset: 'USDT', amount: '5' },
      { ip: '10.0.0.7' },
    );
    expect(answer.body).toEqual({
      error: {
        code: 'FORBIDDEN',
        field: 'authorization',
        message: 'the control plane is for this machine only: call it from this machine',
      },
    });
    expect(exchange.digest()).toBe(before);
  });
});

describe('requests', () => {
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
    const answer = await post('/clock/advance', { ms: 1000 }, sent);
    expect([answer.status, (answer.body['error'] as { field: string }).field]).toEqual([status, field]);
    expect(exchange.clock.now()).toBe(START);
  });

  test('a refusal says what the field takes', async () => {
    expect((await post('/clock/mode', { mode: 'fast' })).body).toEqual({
      error: { code: 'INVALID_VALUE', field: 'mode', message: 'mode is wrong: it takes "manual" or "live"' },
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
    ['/prices/index', { symbol: 'NO-USDT', price: '1' }, 'symbol'],
    ['/prices/index', { symbol: '__proto__', price: '1' }, 'symbol'],
    ['/prices/feed', { symbol: 'NO-USDT', frozen: true }, 'symbol'],
    ['/prices/feed', { symbol: 'BTC-USDT', frozen: 'yes' }, 'frozen'],
    ['/prices/feed', { symbol: 'BTC-USDT' }, 'frozen'],
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
    const { inputs: _before, ...before } = exchange.control.state();
    const answer = await post(path, body);
    expect([answer.status, (answer.body['error'] as { field: string }).field]).toEqual([400, field]);
    const { inputs: _after, ...after } = exchange.control.state();
    expect(after).toEqual(before);
  });

  test.each(['constructor', '__proto__', 'toString'])('a query with the field %s is refused', async (name) => {
    expect(await get(`/why/margin/${FIRST_ACCOUNT}?${name}=1`)).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_FORMAT', field: name } },
    });
  });

  test('a deposit that is too precise says what the asset takes', async () => {
    const answer = await post('/deposit', { subAccountId: FIRST_ACCOUNT, asset: 'USDT', amount: '0.0000001' });
    expect(answer.body).toEqual({
      error: { code: 'INVALID_VALUE', field: 'amount', message: 'amount takes at most 6 decimals of USDT' },
    });
    expect(await post('/deposit', { subAccountId: FIRST_ACCOUNT, asset: 'USDT', amount: '0.0000010' })).toMatchObject({
      status: 200,
    });
    expect(await collateralOf('USDT')).toBe('1000000.000001');
  });

  test('an advance of a live clock is refused', async () => {
    await post('/clock/mode', { mode: 'live' });
    const answer = await post('/clock/advance', { ms: 1000 });
    expect(answer).toMatchObject({ status: 400, body: { error: { field: 'mode' } } });
  });

  test('unknown routes and methods, and paths that are not its own', async () => {
    expect(await get('/nothing')).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
    expect(await get('/deposit')).toMatchObject({ status: 405, body: { error: { message: 'use POST' } } });
    const elsewhere = { method: 'GET', path: '/sim/v10/clock', headers: {}, body: new Uint8Array(), ip: '127.0.0.1' };
    expect(await plane.handle(elsewhere)).toBeUndefined();
    expect(await plane.handle({ ...elsewhere, path: '/v1/info' })).toBeUndefined();
  });
});

describe('routes', () => {
  test('the clock is read and moved', async () => {
    expect(await get('/clock')).toEqual({ status: 200, body: { mode: 'manual', now: START, speed: 1 } });
    expect((await post('/clock/advance', { ms: 1500 })).body).toMatchObject({ from: START, now: START + 1500 });
    expect((await post('/clock/advanceTo', { time: START + 60_000 })).body).toMatchObject({ now: START + 60_000 });
    expect((await post('/clock/speed', { speed: 2.5 })).body).toMatchObject({ mode: 'manual', speed: 2.5 });
    expect((await post('/clock/mode', { mode: 'live' })).body).toMatchObject({ mode: 'live' });
    expect((await post('/clock/mode', { mode: 'manual' })).body).toMatchObject({ mode: 'manual' });
  });

  test('faults are set, added, counted and cleared', async () => {
    const lost = { name: 'lost', match: { action: 'getMids' }, effect: { kind: 'failure' }, times: 1 };
    const shown = { match: { surface: 'info', action: 'getMids' }, perMille: 1000, seed: '', met: 0, fired: 0 };
    const effect = { kind: 'failure', http: 500, code: 'INTERNAL_ERROR' };
    const rule = { ...shown, name: 'lost', effect, times: 1 };
    expect(await post('/faults', { rules: [lost] })).toEqual({ status: 200, body: { rules: [rule] } });
    await expect(exchange.client(0).getMids()).rejects.toThrow('Could not pull market configuration');
    expect((await get('/faults')).body).toEqual({ rules: [{ ...rule, met: 1, fired: 1 }] });
    const added = await post('/faults', { rules: [{ effect: { kind: 'drop' } }], add: true });
    expect((added.body['rules'] as { name: string }[]).map(({ name }) => name)).toEqual(['lost', 'fault-1']);
    expect(await post('/faults/clear', {})).toEqual({ status: 200, body: { ok: true } });
    expect((await get('/faults')).body).toEqual({ rules: [] });
  });

  test('a record is read with other words, and then as it is', async () => {
    const record = { record: 'market', id: 'BTC-USDT', fields: { index_price: null } };
    expect(await post('/records', record)).toEqual({ status: 200, body: { ok: true } });
    expect((await get('/records')).body).toEqual({ records: [record] });
    await post('/records', { ...record, fields: {} });
    expect((await get('/records')).body).toEqual({ records: [] });
  });

  test('a deposit is credited', async () => {
    expect(await collateralOf('USDT')).toBe('1000000');
    expect(await post('/deposit', { subAccountId: FIRST_ACCOUNT, asset: 'USDT', amount: '2500.5' })).toEqual({
      status: 200,
      body: { ok: true },
    });
    expect(await collateralOf('USDT')).toBe('1002500.5');
  });

  test('an index price is set', async () => {
    await post('/prices/index', { symbol: 'BTC-USDT', price: '96000' });
    expect((await exchange.client(0).getMarketPrices())['BTC-USDT']).toMatchObject({ indexPrice: '96000' });
  });

  test('a feed is frozen and goes on', async () => {
    const order = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.01' } as const;
    const place = () => exchange.client(0).placeOrders([order]);
    expect(await post('/prices/feed', { symbol: 'BTC-USDT', frozen: true })).toEqual({
      status: 200,
      body: { ok: true },
    });
    await post('/clock/advance', { ms: 60_000 });
    expect(await place()).toMatchObject({ statuses: [{ errorCode: 'COLLATERAL_PRICE_STALE' }] });
    await post('/prices/feed', { symbol: 'BTC-USDT', frozen: false });
    expect(await place()).toMatchObject({ statuses: [{ resting: {} }] });
  });

  test('a mark is moved alone, as far as a premium goes, and comes back', async () => {
    const prices = async () => (await exchange.client(0).getMarketPrices())['BTC-USDT'];
    expect((await post('/prices/mark', { symbol: 'BTC-USDT', price: '99750' })).body).toEqual({ ok: true });
    expect(await prices()).toMatchObject({ indexPrice: '95000', markPrice: '99750' });
    await post('/prices/mark', { symbol: 'BTC-USDT', price: '90250' });
    expect(await prices()).toMatchObject({ indexPrice: '95000', markPrice: '90250' });
    await post('/clock/advance', { ms: 600_000 });
    expect(await prices()).toMatchObject({ indexPrice: '95000', markPrice: '95000' });
  });

  test('a collateral loses its peg and finds it again', async () => {
    const worth = async () =>
      (await exchange.client(0).getSubAccount()).collaterals?.find(({ symbol }) => symbol === 'WETH');
    expect((await post('/prices/collateral', { asset: 'WETH', peg: '0.85' })).body).toEqual({ ok: true });
    expect(await worth()).toMatchObject({ price: '2805', collateralValue: '56100.00' });
    await post('/prices/collateral', { asset: 'WETH', peg: '1' });
    expect(await worth()).toMatchObject({ price: '3300', collateralValue: '66000.00' });
  });

  test('the summary says which prices are stale and what the vault has', async () => {
    const market = async () => {
      const { body } = await get('/state');
      return (body['markets'] as { symbol: string }[]).find(({ symbol }) => symbol === 'SOL-USDT');
    };
    await post('/prices/feed', { symbol: 'SOL-USDT', frozen: true });
    await post('/clock/advance', { ms: 59_999 });
    expect(await market()).toMatchObject({ priceStale: false, vaultPosition: '0' });
    await post('/clock/advance', { ms: 1 });
    expect(await market()).toMatchObject({ priceStale: true });
    await post('/prices/index', { symbol: 'SOL-USDT', price: '190' });
    expect(await market()).toMatchObject({ priceStale: false });
    expect((await get('/state')).body['vault']).toEqual({
      subAccountId: '1867543890123456789',
      balances: { USDT: '1000000' },
      accountValue: '1000000',
      maintenanceMargin: '0',
    });
  });

  test('a wallet is taken off the whitelist', async () => {
    await post('/whitelist', { wallet: FIRST_WALLET, whitelisted: false });
    expect(await exchange.client(0).getIsWhitelisted(FIRST_WALLET)).toBe(false);
  });

  test('a wallet is put on a tier and given back to its volume', async () => {
    const tierName = async (): Promise<string> => (await exchange.client(0).getSubAccount()).feeRates.tierName;
    const before = await tierName();
    await post('/tier', { wallet: FIRST_WALLET, tierId: 'market_maker' });
    const put = await tierName();
    expect(put).not.toBe(before);
    expect((await post('/tier', { wallet: FIRST_WALLET, tierId: null })).status).toBe(200);
    expect(await tierName()).not.toBe(put);
  });

  test('orders end with the connection, and no longer', async () => {
    const set = (enabled: boolean) => post('/cancelOnDisconnect', { subAccountId: FIRST_ACCOUNT, enabled });
    const events = () => exchange.control.state().events;
    const before = events();
    expect(await set(true)).toEqual({ status: 200, body: { ok: true } });
    expect(events()).toBe(before + 1);
    await set(true);
    expect(events()).toBe(before + 1);
    await set(false);
    expect(events()).toBe(before + 2);
  });

  test('a market is closed', async () => {
    await post('/market', { symbol: 'BTC-USDT', status: 'closed' });
    const markets = await exchange.client(0).getMarkets();
    expect(markets.find(({ symbol }) => symbol === 'BTC-USDT')?.isOpen).toBe(false);
  });

  test('the status of the exchange is set', async () => {
    await post('/status', { status: 'degraded' });
    expect(await exchange.client(0).getExchangeStatus()).toMatchObject({
      accepting_orders: true,
      code: 'STATUS_DEGRADED',
    });
  });

  test('an account is opened for a wallet nobody knew', async () => {
    const wallet = '0x1111111111111111111111111111111111111111';
    const { body } = await post('/accounts', { wallet, name: 'new one' });
    expect(await exchange.client(0).getSubAccountIds(wallet)).toEqual([body['subAccountId']]);
  });

  test('the digest is that of the exchange', async () => {
    expect(await get('/digest')).toEqual({ status: 200, body: { digest: exchange.digest() } });
  });

  test('the ledger is what everybody holds', async () => {
    await post('/deposit', { subAccountId: FIRST_ACCOUNT, asset: 'USDT', amount: '0.5' });
    const { status, body } = await get('/ledger');
    expect(status).toBe(200);
    expect(body).toMatchObject({ inputs: 1, at: START, digest: exchange.digest() });
    const [first] = body['subAccounts'] as object[];
    expect(first).toEqual({
      subAccountId: FIRST_ACCOUNT,
      owner: FIRST_WALLET,
      name: '',
      balances: { USDT: '1000000.5', WETH: '20', BTC: '1' },
      pendingWithdraw: {},
      isolatedMargin: {},
      positions: [],
    });
  });

  test('the journal is a line for each input, between its header and its end', async () => {
    await post('/clock/advance', { ms: 1500 });
    const request = { method: 'GET', path: '/sim/v1/journal', headers: {}, body: new Uint8Array(), ip: '127.0.0.1' };
    const answer = await plane.handle(request);
    // What comes after the journal was asked for is not in it, however late it is read.
    await post('/clock/advance', { ms: 1500 });
    const lines = answer && 'rest' in answer ? [...answer.rest] : [];
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/x-ndjson' }, body: '' });
    expect(lines.every((line) => line.endsWith('\n'))).toBe(true);
    const [header, input, end] = lines.map((line) => JSON.parse(line) as object);
    expect(lines).toHaveLength(3);
    expect(header).toMatchObject({ format: 'perpsim-journal', version: 1, world: 'quiet', seed: '1' });
    expect(input).toEqual({ seq: 1, input: { kind: 'clock', at: START + 1500 } });
    expect(end).toMatchObject({ inputs: 1, ledger: { inputs: 1, at: START + 1500 } });
  });

  test('the journal is for those only who may steer', async () => {
    expect(await get('/journal', { ip: '10.0.0.7' })).toMatchObject({
      status: 403,
      body: { error: { code: 'FORBIDDEN' } },
    });
    expect((await get('/ledger', { ip: '10.0.0.7' })).status).toBe(403);
  });

  test('a reset starts over with another seed', async () => {
    await post('/clock/advance', { ms: 60_000 });
    const { status, body } = await post('/reset', { seed: 8 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ seed: '8', world: 'quiet' });
    expect((await get('/clock')).body['now']).toBe(START);
  });
});

describe('openapi.json', () => {
  test('describes every route of the table and no other', async () => {
    const { status, body } = await get('/openapi.json');
    expect(status).toBe(200);
    expect(body['openapi']).toBe('3.1.0');
    const documented = Object.entries(body['paths'] as Record<string, object>).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(documented).toEqual(CONTROL_ROUTES.map(({ method, path }) => `${method} ${path}`));
    expect(documented).toEqual([
      'GET /clock',
      'POST /clock/advance',
      'POST /clock/advanceTo',
      'POST /clock/mode',
      'POST /clock/speed',
      'POST /deposit',
      'POST /prices/index',
      'POST /prices/feed',
      'POST /prices/mark',
      'POST /prices/collateral',
      'POST /whitelist',
      'POST /tier',
      'POST /referrals',
      'POST /managers',
      'POST /withdrawals',
      'POST /withdrawals/next',
      'POST /cancelOnDisconnect',
      'POST /market',
      'POST /status',
      'POST /accounts',
      'GET /digest',
      'GET /ledger',
      'GET /journal',
      'POST /faults',
      'GET /faults',
      'POST /faults/clear',
      'POST /records',
      'GET /records',
      'GET /why',
      'GET /why/refusals',
      'GET /why/refusal/{requestId}',
      'GET /why/margin/{subAccountId}',
      'GET /why/funding/{paymentId}',
      'GET /why/liquidations',
      'GET /why/liquidation/{number}',
      'GET /why/adl/{tradeId}',
      'GET /state',
      'POST /reset',
    ]);
  });
});
