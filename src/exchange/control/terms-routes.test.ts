import { describe, expect, test } from 'vitest';
import { createExchange } from '../exchange.ts';
import { START, useControlPlane } from './control-plane.test-helper.ts';

const rig = useControlPlane();
const { post } = rig;

const limit = (side: 'buy' | 'sell', price: string, quantity: string) =>
  ({ symbol: 'BTC-USDT', side, orderType: 'limitGtc', price, quantity }) as const;
const TIERS = [
  { from: '0', to: '100000', maxLeverage: 20, initial: '0.05', maintenance: '0.025' },
  { from: '100001', to: null, maxLeverage: 10, initial: '0.1', maintenance: '0.05' },
];

/** Account 1 sells, account 0 buys. */
async function deal(): Promise<void> {
  await rig.exchange.client(1).placeOrder(limit('sell', '95000', '0.1'));
  await rig.exchange.client(0).placeOrder(limit('buy', '95000', '0.1'));
}

test('fees of a tier are set, shown and paid', async () => {
  const { tier_id: tierId } = await rig.exchange.client(0).getSubAccount();
  const body = { tierId, makerFeeRate: '0.0001', takerFeeRate: '0.0007' };
  expect(await post('/fees', body)).toEqual({ status: 200, body: { ok: true } });
  expect(await rig.exchange.client(0).getFeeRate()).toMatchObject({ makerFeeRate: '0.0001', takerFeeRate: '0.0007' });
  const tiers = await rig.exchange.client(0).getTiers();
  expect(tiers.find((tier) => tier.tierId === tierId)).toMatchObject({
    makerFeeRate: '0.0001',
    takerFeeRate: '0.0007',
  });
  await deal();
  const { trades } = await rig.exchange.client(0).getTrades();
  expect(trades[0]).toMatchObject({ fee: '6.65', feeRate: '0.0007' });
});

test('margin tiers of a market are set and shown, and so is a leverage that was too high', async () => {
  await rig.exchange.client(0).updateLeverage('BTC-USDT', 50);
  expect((await post('/market/margin', { symbol: 'BTC-USDT', tiers: TIERS })).status).toBe(200);
  const [market] = (await rig.exchange.client(0).getMarkets()).filter(({ symbol }) => symbol === 'BTC-USDT');
  expect(market?.maintenanceMarginTiers).toMatchObject([
    { maxLeverage: 20, maintenanceMarginRequirement: '0.025', maintenanceDeductionValue: '0' },
    { maxLeverage: 10, maintenanceMarginRequirement: '0.05', maintenanceDeductionValue: '2500.025' },
  ]);
  await deal();
  expect((await rig.exchange.client(0).getSubAccount()).crossMarginSummary.initialMargin).toBe('475.00');
  await expect(rig.exchange.client(0).updateLeverage('BTC-USDT', 21)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
});

test('a cap on open interest is set, and lifted', async () => {
  expect((await post('/market/openInterestCap', { symbol: 'BTC-USDT', cap: '5000' })).status).toBe(200);
  await expect(deal()).rejects.toMatchObject({ code: 'OI_CAP_EXCEEDED' });
  await post('/market/openInterestCap', { symbol: 'BTC-USDT', cap: '0' });
  await deal();
  expect(await rig.exchange.client(0).getPositions({ status: 'open' })).toHaveLength(1);
});

test('a market ends at a price: positions and orders are gone, with their reasons', async () => {
  await deal();
  await rig.exchange.client(0).placeOrder(limit('buy', '94000', '0.2'));
  expect((await post('/market/delist', { symbol: 'BTC-USDT', price: '96000' })).status).toBe(200);
  const client = rig.exchange.client(0);
  expect(await client.getPositions({ status: 'open' })).toEqual([]);
  expect(await client.getOpenOrders()).toEqual([]);
  const [history] = (await client.getPositionHistory()).positions;
  expect(history).toMatchObject({ symbol: 'BTC-USDT', closeReason: 'close', realizedPnl: '100' });
  const { trades } = await client.getTrades();
  expect(trades[0]).toMatchObject({ side: 'sell', price: '96000', quantity: '0.1', fee: '0', reduceOnly: true });
  const rows = await client.getOrderHistory();
  expect(rows.map(({ side, cancelReason }) => [side, cancelReason])).toEqual(
    expect.arrayContaining([
      ['buy', 'MARKET_DELISTED'],
      ['sell', 'MARKET_DELISTED'],
    ]),
  );
  await expect(client.placeOrder(limit('buy', '95000', '0.1'))).rejects.toMatchObject({ code: 'MARKET_CLOSED' });
  // Nobody else saw a trade.
  expect((await client.getLastTrades('BTC-USDT')).trades.map(({ price }) => price)).not.toContain('96000');
});

test.each([
  ['/fees', { tierId: 'gold', makerFeeRate: '0', takerFeeRate: '0.1' }, 'tierId', 'must be one of: tier_0'],
  ['/fees', { tierId: 'tier_0', makerFeeRate: '0', takerFeeRate: '0.2' }, 'takerFeeRate', 'from -0.01 to 0.1'],
  ['/fees', { tierId: 'tier_0', makerFeeRate: '-0.01', takerFeeRate: '0' }, 'makerFeeRate', 'would give back more'],
  ['/fees', { tierId: 'tier_0', makerFeeRate: 0, takerFeeRate: '0' }, 'makerFeeRate', 'a decimal string'],
  ['/market/margin', { symbol: 'NO-USDT', tiers: TIERS }, 'symbol', 'market not found: NO-USDT'],
  ['/market/margin', { symbol: 'BTC-USDT', tiers: [] }, 'tiers', 'must'],
  [
    '/market/margin',
    { symbol: 'BTC-USDT', tiers: [{ ...TIERS[0], to: '5' }] },
    'tiers[0].to',
    'must be null in the last tier, which is unbounded',
  ],
  [
    '/market/margin',
    { symbol: 'BTC-USDT', tiers: [{ ...TIERS[1], from: '0', initial: '0.2' }] },
    'tiers[0].initial',
    '"0.1"',
  ],
  [
    '/market/margin',
    { symbol: 'BTC-USDT', tiers: [{ ...TIERS[1], rate: '0' }] },
    'tiers[0].rate',
    'unknown field "rate"; the fields here are from, to',
  ],
  ['/market/openInterestCap', { symbol: 'BTC-USDT', cap: '-1' }, 'cap', '"0" for no cap'],
  ['/market/openInterestCap', { symbol: 'BTC-USD', cap: '1' }, 'symbol', 'did you mean BTC-USDT?'],
  ['/market/delist', { symbol: 'BTC-USDT', price: '95000.00000001' }, 'price', "the market's price increment"],
  ['/market/delist', { symbol: 'BTC-USDT', price: '0' }, 'price', 'a positive decimal string'],
  ['/status', { status: 'gone' }, 'status', '"running", "degraded", "draining" or "down"'],
])('%s refuses %j and names %s', async (path, body, field, message) => {
  const { events } = rig.exchange.control.state();
  const response = await post(path, body);
  expect(response.body['error']).toMatchObject({ field, message: expect.stringContaining(message) as string });
  expect(rig.exchange.control.state().events).toBe(events);
});

test('terms are part of snapshots and of the journal', async () => {
  const { control } = rig.exchange;
  const name = rig.exchange.snapshot('before');
  control.setFees('tier_0', '0', '0.001');
  control.setMargin('BTC-USDT', TIERS);
  control.setOpenInterestCap('ETH-USDT', '1000');
  control.delist('BNB-USDT');
  const digest = control.digest();
  rig.exchange.snapshot('after');
  const branch = await rig.exchange.branch('after');
  expect(branch.control.digest()).toBe(digest);
  const [market] = (await branch.client(0).getMarkets()).filter(({ symbol }) => symbol === 'BTC-USDT');
  expect(market?.maintenanceMarginTiers).toHaveLength(2);
  await branch.close();
  await rig.exchange.revert(name);
  expect((await rig.exchange.client(0).getTiers())[0]).not.toMatchObject({ takerFeeRate: '0.001' });
  const again = await createExchange({ seed: 1, world: 'quiet', startTime: START });
  again.control.setFees('tier_0', '0', '0.001');
  again.control.setMargin('BTC-USDT', TIERS);
  again.control.setOpenInterestCap('ETH-USDT', '1000');
  again.control.delist('BNB-USDT');
  expect(again.control.digest()).toBe(digest);
  await again.close();
});

describe('an exchange that is down', () => {
  test('refuses every request with 503, breaks every connection, and is as it was afterwards', async () => {
    const { exchange } = rig;
    const stream = exchange.streamClient(0);
    await stream.subscribe('trades', { symbol: 'BTC-USDT' }, () => undefined);
    await exchange.client(0).placeOrder(limit('buy', '94000', '0.1'));
    expect((await post('/status', { status: 'down' })).status).toBe(200);
    const down = { status: 503, code: 'SERVICE_UNAVAILABLE', message: 'trading service is down' };
    const client = exchange.client(0);
    await expect(client.getExchangeStatus()).rejects.toMatchObject(down);
    await expect(client.getOpenOrders()).rejects.toMatchObject(down);
    await expect(client.placeOrder(limit('buy', '94000', '0.1'))).rejects.toMatchObject(down);
    for (const path of ['/v1/exchange/status', '/v1/info/contracts']) {
      const response = await exchange.handle({ method: 'GET', path, headers: {}, body: new Uint8Array(0), ip: '::1' });
      expect([path, response.status]).toEqual([path, 503]);
    }
    expect(exchange.control.state().status).toBe('down');
    await post('/clock/advance', { ms: 1_000 });
    expect((await post('/status', { status: 'running' })).status).toBe(200);
    expect(await client.getOpenOrders()).toHaveLength(1);
    expect((await client.getExchangeStatus()).exchange_status).toBe('RUNNING');
    await stream.close();
  });

  test('opens no connection, and clients come back by themselves', async () => {
    const { exchange } = rig;
    const closed: string[] = [];
    const sink = {
      send: () => undefined,
      close: () => closed.push('closed'),
      cut: () => closed.push('cut'),
      buffered: () => 0,
    };
    exchange.stream('info', sink, { ip: '::1' });
    exchange.control.setExchangeStatus('down');
    expect(closed).toEqual(['cut']);
    exchange.stream('info', sink, { ip: '::1' });
    await Promise.resolve();
    expect(closed).toEqual(['cut', 'cut']);
    exchange.control.setExchangeStatus('running');
    exchange.stream('info', sink, { ip: '::1' });
    await Promise.resolve();
    expect(closed).toEqual(['cut', 'cut']);
  });

  test('stays down over a snapshot', async () => {
    await post('/status', { status: 'down' });
    rig.exchange.snapshot('down');
    const branch = await rig.exchange.branch('down');
    expect(branch.control.state().status).toBe('down');
    await branch.close();
  });
});
