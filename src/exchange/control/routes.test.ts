import { expect, test } from 'vitest';
import { START, FIRST_ACCOUNT, FIRST_WALLET, useControlPlane } from './control-plane.test-helper.ts';

const rig = useControlPlane();
const { get, post, collateralOf } = rig;

test('the clock is read and moved', async () => {
  expect(await get('/clock')).toEqual({
    status: 200,
    body: {
      mode: 'manual',
      now: START,
      speed: 1,
      achievedSpeed: null,
      advancing: null,
      heldUntil: null,
      nextDue: START + 3_600_000,
    },
  });
  expect((await post('/clock/advance', { ms: 1500 })).body).toMatchObject({ from: START, now: START + 1500 });
  expect((await post('/clock/advanceTo', { time: START + 60_000 })).body).toMatchObject({ now: START + 60_000 });
  expect((await post('/clock/speed', { speed: 2.5 })).body).toMatchObject({ mode: 'manual', speed: 2.5 });
  expect((await post('/clock/mode', { mode: 'live' })).body).toMatchObject({ mode: 'live' });
  expect((await post('/clock/mode', { mode: 'manual' })).body).toMatchObject({ mode: 'manual' });
});

test('the dev accounts are listed with their public keys', async () => {
  const { status, body } = await get('/accounts');
  expect(status).toBe(200);
  expect(body['accounts']).toHaveLength(10);
  expect((body['accounts'] as unknown[])[0]).toEqual({
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
    subAccountId: '1867542890123456789',
  });
});

test('a book is shown as it stands while the clock stands still, and the look changes nothing', async () => {
  const stream = rig.exchange.streamClient(0);
  const followed = await stream.book('BTC-USDT', { depth: 10 });
  await rig.exchange
    .client(1)
    .placeOrder({ symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '95000', quantity: '0.3' });
  const digest = rig.exchange.control.digest();
  expect((await get('/book?symbol=BTC-USDT&depth=2')).body).toEqual({
    symbol: 'BTC-USDT',
    bids: [
      ['95000', '0.3'],
      ['94990', '1'],
    ],
    asks: [
      ['95010', '1'],
      ['95020', '1'],
    ],
  });
  expect(followed.best.bid?.price).toBe('94990');
  expect((await get('/book?symbol=BTC-USDT')).body['bids']).toHaveLength(21);
  expect(rig.exchange.control.digest()).toBe(digest);
  await stream.close();
});

test.each([
  ['/book', 'symbol'],
  ['/book?symbol=NO-SUCH', 'symbol'],
  ['/book?symbol=BTC-USDT&depth=0', 'depth'],
  ['/book?symbol=BTC-USDT&depth=1001', 'depth'],
])('GET %s is refused with its field', async (path, field) => {
  const { status, body } = await get(path);
  expect(status).toBe(400);
  expect(body).toMatchObject({ error: { field } });
});

test('a step is refused where no run drives the exchange', async () => {
  expect(await post('/clock/step', { ms: 1000 })).toEqual({
    status: 409,
    body: {
      error: {
        code: 'CONFLICT',
        field: 'clock',
        message: 'no run drives this exchange: start one with perpsim run SCENARIO --bot, or use /clock/advance',
      },
    },
  });
  expect((await get('/clock')).body).toMatchObject({ now: START });
});

test('faults are set, added, counted and cleared', async () => {
  const lost = { name: 'lost', match: { action: 'getMids' }, effect: { kind: 'failure' }, times: 1 };
  const shown = { match: { surface: 'info', action: 'getMids' }, perMille: 1000, seed: '', met: 0, fired: 0 };
  const effect = { kind: 'failure', http: 500, code: 'INTERNAL_ERROR' };
  const rule = { ...shown, name: 'lost', effect, times: 1 };
  expect(await post('/faults', { rules: [lost] })).toEqual({ status: 200, body: { rules: [rule] } });
  await expect(rig.exchange.client(0).getMids()).rejects.toThrow('Could not pull market configuration');
  expect((await get('/faults')).body).toEqual({ rules: [{ ...rule, met: 1, fired: 1 }] });
  const added = await post('/faults', { rules: [{ effect: { kind: 'drop' } }], add: true });
  expect((added.body['rules'] as { name: string }[]).map(({ name }) => name)).toEqual(['lost', 'fault-1']);
  expect(await post('/faults/clear', {})).toEqual({ status: 200, body: { ok: true } });
  expect((await get('/faults')).body).toEqual({ rules: [] });
});

test('a latency is set, shown and taken away', async () => {
  const data = { kind: 'normal', meanMs: 8, deviationMs: 2 };
  const set = await post('/latency', {
    subAccountId: FIRST_ACCOUNT,
    model: { entry: { kind: 'constant', ms: 20 }, data },
  });
  const shown = { subAccountId: FIRST_ACCOUNT, entry: { kind: 'constant', ms: 20 }, response: null, data };
  expect(set).toEqual({ status: 200, body: { latencies: [shown], responses: [] } });
  expect((await get('/latency')).body).toEqual({ latencies: [shown], responses: [] });
  expect((await post('/latency', { subAccountId: FIRST_ACCOUNT, model: null })).body).toEqual({
    latencies: [],
    responses: [],
  });
  expect((await get('/latency')).body).toEqual({ latencies: [], responses: [] });
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
  await post('/prices/move', { symbol: 'BTC-USDT', price: '96000' });
  expect((await rig.exchange.client(0).getMarketPrices())['BTC-USDT']).toMatchObject({ indexPrice: '96000' });
});

test('a feed is frozen and goes on', async () => {
  const order = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.01' } as const;
  const place = () => rig.exchange.client(0).placeOrders([order]);
  expect(await post('/prices/stop', { symbol: 'BTC-USDT' })).toEqual({
    status: 200,
    body: { ok: true },
  });
  await post('/clock/advance', { ms: 60_000 });
  expect(await place()).toMatchObject({ statuses: [{ errorCode: 'COLLATERAL_PRICE_STALE' }] });
  await post('/prices/release', { symbol: 'BTC-USDT' });
  expect(await place()).toMatchObject({ statuses: [{ resting: {} }] });
});

test('recorded depth, trades and orders are played in a market of history', async () => {
  const market = { symbol: 'BTC-USDT', liquidity: { kind: 'history', queue: 'behind' } };
  const world = { extends: 'bare', name: 'history', description: 'History.', markets: [market] };
  expect((await post('/reset', { world })).status).toBe(200);
  const levels = [
    { side: 'buy', price: '94990', quantity: '0.5' },
    { side: 'sell', price: '95010', quantity: '0.2' },
  ];
  expect((await post('/history/depth', { symbol: 'BTC-USDT', levels, snapshot: true })).body).toEqual({ ok: true });
  const trade = { symbol: 'BTC-USDT', side: 'buy', price: '95010', quantity: '0.05' };
  expect((await post('/history/trade', trade)).body).toEqual({ ok: true });
  const book = await rig.exchange.client(0).getOrderbook('BTC-USDT');
  expect(book).toMatchObject({ bids: [['94990', '0.5']], asks: [['95010', '0.15']] });
  const order = { symbol: 'BTC-USDT', id: '7', side: 'buy', price: '94980' };
  expect((await post('/history/order', { ...order, event: 'add', quantity: '0.4' })).body).toEqual({ ok: true });
  expect((await post('/history/order', { ...order, event: 'reduce', quantity: '0.1' })).body).toEqual({ ok: true });
  const bids = [
    ['94990', '0.5'],
    ['94980', '0.3'],
  ];
  expect(await rig.exchange.client(0).getOrderbook('BTC-USDT')).toMatchObject({ bids });
  expect((await post('/history/order', { ...order, event: 'add', quantity: '0.4' })).body).toMatchObject({
    error: { code: 'INVALID_VALUE', field: 'id', message: 'order 7 is in the book already' },
  });
});

test('a mark is moved alone, as far as a premium goes, and comes back', async () => {
  const prices = async () => (await rig.exchange.client(0).getMarketPrices())['BTC-USDT'];
  expect((await post('/prices/mark', { symbol: 'BTC-USDT', price: '99750' })).body).toEqual({ ok: true });
  expect(await prices()).toMatchObject({ indexPrice: '95000', markPrice: '99750' });
  await post('/prices/mark', { symbol: 'BTC-USDT', price: '90250' });
  expect(await prices()).toMatchObject({ indexPrice: '95000', markPrice: '90250' });
  await post('/clock/advance', { ms: 600_000 });
  expect(await prices()).toMatchObject({ indexPrice: '95000', markPrice: '95000' });
});

test('a collateral loses its peg and finds it again', async () => {
  const worth = async () =>
    (await rig.exchange.client(0).getSubAccount()).collaterals?.find(({ symbol }) => symbol === 'WETH');
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
  await post('/prices/stop', { symbol: 'SOL-USDT' });
  await post('/clock/advance', { ms: 59_999 });
  expect(await market()).toMatchObject({ priceStale: false, vaultPosition: '0' });
  await post('/clock/advance', { ms: 1 });
  expect(await market()).toMatchObject({ priceStale: true });
  await post('/prices/move', { symbol: 'SOL-USDT', price: '190' });
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
  expect(await rig.exchange.client(0).getIsWhitelisted(FIRST_WALLET)).toBe(false);
});

test('a wallet is put on a tier and given back to its volume', async () => {
  const tierName = async (): Promise<string> => (await rig.exchange.client(0).getSubAccount()).feeRates.tierName;
  const before = await tierName();
  await post('/tier', { wallet: FIRST_WALLET, tierId: 'market_maker' });
  const put = await tierName();
  expect(put).not.toBe(before);
  expect((await post('/tier', { wallet: FIRST_WALLET, tierId: null })).status).toBe(200);
  expect(await tierName()).not.toBe(put);
});

test('orders end with the connection, and no longer', async () => {
  const set = (enabled: boolean) => post('/cancelOnDisconnect', { subAccountId: FIRST_ACCOUNT, enabled });
  const events = () => rig.exchange.control.state().events;
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
  const markets = await rig.exchange.client(0).getMarkets();
  expect(markets.find(({ symbol }) => symbol === 'BTC-USDT')?.isOpen).toBe(false);
});

test('the status of the exchange is set', async () => {
  await post('/status', { status: 'degraded' });
  expect(await rig.exchange.client(0).getExchangeStatus()).toMatchObject({
    accepting_orders: true,
    code: 'STATUS_DEGRADED',
  });
});

test('an account is opened for an unknown wallet', async () => {
  const wallet = '0x1111111111111111111111111111111111111111';
  const { body } = await post('/accounts', { wallet, name: 'new one' });
  expect(await rig.exchange.client(0).getSubAccountIds(wallet)).toEqual([body['subAccountId']]);
});

test('the digest is that of the exchange', async () => {
  expect(await get('/digest')).toEqual({ status: 200, body: { digest: rig.exchange.digest() } });
});

test('the ledger is what everybody holds', async () => {
  await post('/deposit', { subAccountId: FIRST_ACCOUNT, asset: 'USDT', amount: '0.5' });
  const { status, body } = await get('/ledger');
  expect(status).toBe(200);
  expect(body).toMatchObject({ inputs: 1, at: START, digest: rig.exchange.digest() });
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
  const response = await rig.plane.handle(request);
  // What comes after the journal was asked for is not in it, however late it is read.
  await post('/clock/advance', { ms: 1500 });
  const lines = response && 'rest' in response ? [...response.rest] : [];
  expect(response).toMatchObject({ status: 200, headers: { 'content-type': 'application/x-ndjson' }, body: '' });
  expect(lines.every((line) => line.endsWith('\n'))).toBe(true);
  const [header, input, end] = lines.map((line) => JSON.parse(line) as object);
  expect(lines).toHaveLength(3);
  expect(header).toMatchObject({ format: 'perpsim-journal', version: 2, world: 'quiet', seed: '1' });
  expect(input).toMatchObject({ seq: 1, input: { kind: 'clock', at: START + 1500 } });
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

test('provenance is switched off and stays off over a revert and a reset, and no digest depends on it', async () => {
  const digest = rig.exchange.digest();
  rig.exchange.snapshot('before');
  expect((await get('/provenance')).body).toEqual({ sent: true });
  expect(await post('/provenance', { sent: false })).toEqual({ status: 200, body: { sent: false } });
  expect(rig.exchange.digest()).toBe(digest);
  await rig.exchange.revert('before');
  expect((await get('/provenance')).body).toEqual({ sent: false });
  await post('/reset', {});
  expect((await get('/provenance')).body).toEqual({ sent: false });
  await post('/reset', { asStarted: true });
  expect((await get('/provenance')).body).toEqual({ sent: true });
  expect((await post('/provenance', { sent: 'no' })).body).toMatchObject({ error: { field: 'sent' } });
  expect((await get('/provenance')).body).toEqual({ sent: true });
});
