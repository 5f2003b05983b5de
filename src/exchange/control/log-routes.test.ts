import { afterEach, beforeEach, expect, test } from 'vitest';
import { EventLog } from '../event-log/event-log.ts';
import { type ControlPlane, createControlPlane } from './control-plane.ts';
import { FIRST_ACCOUNT, START, useControlPlane } from './control-plane.test-helper.ts';

const rig = useControlPlane();
const SECOND_ACCOUNT = '1867542890123456790';

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly text: string;
  readonly orders: readonly string[];
  readonly why: string | null;
}

let log: EventLog;
let plane: ControlPlane;
beforeEach(() => {
  start();
});
afterEach(() => log.close());

function start(kept?: { readonly rows: number; readonly worldEvents: number }): void {
  log = new EventLog(rig.exchange.runView, kept);
  plane = createControlPlane(rig.exchange, { boundHost: '127.0.0.1', token: null, version: '0.0.0', log: () => log });
}

const get = (path: string) => rig.get(path, {}, plane);

async function rows(query = ''): Promise<readonly Row[]> {
  const { body } = await get(`/log${query}`);
  return body['rows'] as readonly Row[];
}

const told = (found: readonly Row[]): string[] => found.map(({ kind, text }) => `${kind}: ${text}`);

test('an order is followed from its request to its end', async () => {
  const client = rig.exchange.client(0);
  const { statuses } = await client.placeOrders([
    { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.5' },
    { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '93000', quantity: '0.1' },
  ]);
  const id = statuses[0]?.resting?.order.venueId ?? '';
  await client.modifyOrder({ orderId: id }, { price: '94500' });
  await client.cancelOrders({ orderIds: [id] });
  expect(told(await rows(`?order=${id}`))).toEqual([
    'request: placeOrders, 2 commands',
    'order: Order rests in the book: buy 0.5 at 94000 (limit)',
    'request: modifyOrder',
    'order: Order modified: 0.5 at 94500, loses its place',
    'request: cancelOrders',
    'order: Order cancelled: buy 0.5 at 94500 (asked for)',
  ]);
});

test('what it no longer keeps is worked out again from the journal', async () => {
  log.close();
  start({ rows: 3, worldEvents: 1 });
  await rig.exchange
    .client(0)
    .placeOrders([{ symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.5' }]);
  for (const amount of ['1', '2', '3']) rig.exchange.control.deposit(SECOND_ACCOUNT, 'USDT', amount);
  const kept = await get(`/log?account=${FIRST_ACCOUNT}`);
  expect(kept.body).toMatchObject({ rows: [], keptFrom: 4, inputs: 4 });
  const { body } = await get(`/log?account=${FIRST_ACCOUNT}&whole=true`);
  expect(body['keptFrom']).toBe(1);
  expect(told(body['rows'] as Row[])).toEqual([
    'account: Subaccount opened for 0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
    'funds: Deposit of 1000000 USDT',
    'funds: Deposit of 20 WETH',
    'funds: Deposit of 1 BTC',
    'request: placeOrders',
    'order: Order rests in the book: buy 0.5 at 94000 (limit)',
  ]);
});

test('rows are filtered by kind, market, account and text', async () => {
  const { control } = rig.exchange;
  control.movePrice('ETH-USDT', '3400');
  control.deposit(FIRST_ACCOUNT, 'USDT', '5');
  control.deposit(SECOND_ACCOUNT, 'USDT', '6');
  expect(told(await rows())).toEqual([
    'control: Set index price 3400.0',
    'control: Deposit 5 USDT',
    'funds: Deposit of 5 USDT',
    'control: Deposit 6 USDT',
    'funds: Deposit of 6 USDT',
  ]);
  expect(told(await rows('?kind=funds'))).toEqual(['funds: Deposit of 5 USDT', 'funds: Deposit of 6 USDT']);
  expect(told(await rows('?market=ETH-USDT'))).toEqual(['control: Set index price 3400.0']);
  expect(told(await rows(`?account=${SECOND_ACCOUNT}`))).toEqual([
    'control: Deposit 6 USDT',
    'funds: Deposit of 6 USDT',
  ]);
  expect(told(await rows('?text=OF%205'))).toEqual(['funds: Deposit of 5 USDT']);
  expect(told(await rows('?market=ETH-USDT&world=true&kind=price'))).toEqual(['price: Index 3400.0, mark 3400.0']);
});

test('a reader goes on where it was, and back page by page', async () => {
  const { control } = rig.exchange;
  control.deposit(FIRST_ACCOUNT, 'USDT', '1');
  const first = await get('/log');
  expect(first.body).toMatchObject({ life: 1, now: START, more: false, keptFrom: 1 });
  expect(await rows(`?after=${String(first.body['next'])}`)).toEqual([]);
  control.deposit(FIRST_ACCOUNT, 'USDT', '2');
  control.deposit(FIRST_ACCOUNT, 'USDT', '3');
  const next = await get(`/log?after=${String(first.body['next'])}&kind=funds&limit=1`);
  expect(next.body).toMatchObject({ rows: [{ text: 'Deposit of 2 USDT' }], more: true });
  const last = await get(`/log?after=${String(next.body['next'])}&kind=funds&limit=1`);
  expect(last.body).toMatchObject({ rows: [{ text: 'Deposit of 3 USDT' }], more: false });
  const newest = await get('/log?kind=funds&limit=2');
  expect(newest.body).toMatchObject({
    rows: [{ text: 'Deposit of 2 USDT' }, { text: 'Deposit of 3 USDT' }],
    more: true,
  });
  const [oldest] = newest.body['rows'] as Row[];
  expect(told(await rows(`?kind=funds&before=${oldest?.id}`))).toEqual(['funds: Deposit of 1 USDT']);
});

test('a refusal and a funding payment say what explains them', async () => {
  const client = rig.exchange.client(0);
  await client.placeOrders([{ symbol: 'BTC-USDT', side: 'buy', orderType: 'market', quantity: '0.5' }]);
  await client.placeOrders([{ symbol: 'BTC-USDT', side: 'buy', orderType: 'market', quantity: '0.00001' }]);
  rig.exchange.clock.advance(3_600_000);
  const [refusal] = await rows('?kind=refusal');
  expect(refusal).toMatchObject({ name: 'QUANTITY_TOO_SMALL' });
  expect(refusal?.why).toMatch(/^\/refusal\/[0-9a-f]{16}\?item=0$/);
  expect((await get(`/why${refusal?.why}`)).body).toMatchObject({
    kind: 'refusal',
    verdict: { code: 'QUANTITY_TOO_SMALL' },
  });
  const paid = await rows(`?kind=funding&account=${FIRST_ACCOUNT}`);
  expect(paid[0]?.text).toMatch(/^Funding payment \d+: pays /);
  expect((await get(`/why${paid[0]?.why}`)).body).toMatchObject({ kind: 'funding' });
});

test('a liquidation is followed from its beginning to its end', async () => {
  const { exchange } = rig;
  for (let count = 0; count < 2; count += 1) {
    await exchange.client(0).placeOrders([{ symbol: 'BTC-USDT', side: 'buy', orderType: 'market', quantity: '10' }]);
  }
  for (const price of ['60000', '44000', '38000', '34000']) {
    exchange.control.movePrice('BTC-USDT', price);
    exchange.clock.advance(1_000);
  }
  const found = await rows('?liquidation=1');
  expect(told(found)).toEqual([
    'liquidation: Liquidation 1 begins with takeover by the vault: equity -44251.05 is below the maintenance margin of 5100.00',
    'liquidation: Liquidation 1 goes on with takeover by the vault: equity -44251.05, maintenance margin 5100.00',
    'order: Order accepted: sell 20 at the market (market, reduce-only, of a liquidation)',
    'trade: Trade 21: 20 at 38000, taken over by the vault. Taker 1867542890123456789 sells, fee 0, PnL -1142100, flat. ' +
      'Maker the vault buys, fee 0, position 20.',
    'liquidation: Liquidation 1: the vault takes -143051.05 USDT, 20 WETH, 1 BTC',
    'liquidation: Liquidation 1 ends: the vault has taken over what was left (equity 0.00, maintenance margin 0.00)',
  ]);
  expect(found.every(({ why }) => why === '/liquidation/1')).toBe(true);
});

test('an input is shown with all its events, and one that is not known is refused', async () => {
  rig.exchange.control.deposit(FIRST_ACCOUNT, 'USDT', '2.5');
  const { body } = await get('/log/1');
  expect(body).toMatchObject({
    input: { kind: 'control', commands: [{ type: 'Deposit', asset: 'USDT', amount: '250000000' }] },
    rows: [{ kind: 'control' }, { kind: 'funds', data: { type: 'Deposited', amount: '250000000' } }],
  });
  expect(await get('/log/2')).toMatchObject({ status: 404, body: { error: { field: 'input' } } });
});

test('a revert begins another life of the log', async () => {
  rig.exchange.snapshot('start');
  rig.exchange.control.deposit(FIRST_ACCOUNT, 'USDT', '1');
  await rig.exchange.revert('start');
  expect((await get('/log')).body).toMatchObject({ life: 2, rows: [] });
  rig.exchange.control.deposit(FIRST_ACCOUNT, 'USDT', '2');
  expect(told(await rows('?kind=funds'))).toEqual(['funds: Deposit of 2 USDT']);
});

test('wrong fields are named, and without a log the route says so', async () => {
  expect(await get('/log?kind=orders')).toMatchObject({ status: 400, body: { error: { field: 'kind' } } });
  expect(await get('/log?after=1.0&before=2.0')).toMatchObject({ status: 400, body: { error: { field: 'before' } } });
  expect(await get('/log?limit=1001')).toMatchObject({ status: 400, body: { error: { field: 'limit' } } });
  expect(await get('/log?account=7')).toMatchObject({ status: 400, body: { error: { field: 'account' } } });
  expect(await rig.get('/log')).toMatchObject({ status: 409, body: { error: { field: 'path' } } });
});
