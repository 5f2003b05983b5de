import { describe, expect, test } from 'vitest';
import { TestVenue } from '../venue.test-helper.ts';
import { STANDARD_RISK, testConfig, testMarket } from '../config.test-helper.ts';
import { checkInvariants } from '../invariants.ts';
import type { CommandOutcome } from '../engine.ts';
import { initialMarginOf, leverageOf, maintenanceMarginOf, marketOf, positionRiskOf, summaryOf } from './margin.ts';

const USDT = 100_000_000n;

describe('positions and PnL', () => {
  test('opening, adding, reducing and flipping keep exact costs and PnL', () => {
    const venue = new TestVenue();
    venue.place(0, 'sell', '1', '95000');
    venue.place(1, 'buy', '1', '95000');
    venue.place(0, 'sell', '0.5', '95300');
    venue.place(1, 'buy', '0.5', '95300');
    const opened = venue.account(1).positions.get('BTC-USDT');
    expect(opened).toMatchObject({
      lots: 150_000,
      cost: 142_650n * USDT,
      entryCost: 142_650n * USDT,
      entryLots: 150_000,
    });
    venue.place(2, 'buy', '0.6', '95400');
    venue.place(1, 'sell', '0.6', '95400');
    // (95,400 - 95,100) x 0.6
    expect(venue.account(1).positions.get('BTC-USDT')).toMatchObject({
      lots: 90_000,
      realizedPnl: 180n * USDT,
      entryCost: 142_650n * USDT,
    });
    venue.place(2, 'buy', '1', '95000');
    const flip = venue.place(1, 'sell', '1', '95000');
    const [trade] = TestVenue.trades(flip);
    expect(
      trade?.taker.legs.map(({ leg, direction, quantity, closedPnl }) => [leg, direction, quantity, closedPnl]),
    ).toEqual([
      ['close', 'close long', 90_000, -90n * USDT],
      ['open', 'open short', 10_000, 0n],
    ]);
    expect(venue.account(1).positions.get('BTC-USDT')).toMatchObject({
      lots: -10_000,
      cost: -9_500n * USDT,
      realizedPnl: 0n,
    });
  });

  test('maker and taker pay their own rate on the notional', () => {
    const venue = new TestVenue();
    venue.place(0, 'sell', '1', '95000');
    venue.place(1, 'buy', '1', '95000');
    expect(venue.account(0).balances.get('USDT')).toBe(1_000_000n * USDT - 19n * USDT);
    expect(venue.account(1).balances.get('USDT')).toBe(1_000_000n * USDT - 4_750_000_000n);
    expect(venue.engine.state.house.tradingFees.get('USDT')).toBe(6_650_000_000n);
  });

  test('reduce-only orders give way, newest first, when the position shrinks', () => {
    const venue = new TestVenue();
    venue.place(0, 'sell', '1', '95000');
    venue.place(1, 'buy', '1', '95000');
    venue.place(1, 'sell', '0.6', '95500', { reduceOnly: true });
    venue.place(1, 'sell', '0.4', '95600', { reduceOnly: true });
    expect(venue.place(1, 'sell', '0.01', '95700', { reduceOnly: true }).refusal?.code).toBe(
      'REDUCE_ONLY_WOULD_INCREASE',
    );
    venue.place(2, 'buy', '0.5', '94900');
    const ended = (outcome: CommandOutcome) =>
      outcome.events.flatMap((event) => (event.type === 'OrderCancelled' ? [[event.order, event.cause]] : []));
    // The position is open, so the newest goes for want of room; the other keeps its quantity.
    expect(ended(venue.place(1, 'sell', '0.5', '94900'))).toEqual([[3, 'no_room']]);
    const left = [...venue.engine.state.orders.values()].filter((order) => order.account === 1);
    expect(left).toMatchObject([{ price: 95_500, quantity: 60_000, trimmed: 10_000, status: 'modified' }]);
    venue.place(2, 'buy', '0.5', '94900');
    expect(ended(venue.place(1, 'sell', '0.5', '94900'))).toEqual([[2, 'reduce_only']]);
    expect(venue.account(1).liveOrders).toBe(0);
  });

  test('a trimmed order that fills all it still offers ends as cancelled, having filled less than its quantity', () => {
    const venue = new TestVenue();
    venue.place(0, 'sell', '1', '95000');
    venue.place(1, 'buy', '1', '95000');
    venue.place(1, 'sell', '1', '95500', { reduceOnly: true });
    venue.place(2, 'buy', '0.6', '94900');
    venue.place(1, 'sell', '0.6', '94900');
    const { events } = venue.place(2, 'buy', '1', '95500');
    expect(events.map(({ type }) => type)).toEqual(['OrderPlaced', 'Traded', 'OrderCancelled', 'OrderRested']);
    expect(events[1]).toMatchObject({ quantity: 40_000, maker: { order: 2, filled: 40_000, complete: false } });
    expect(events[2]).toMatchObject({ order: 2, cause: 'reduce_only' });
    checkInvariants(venue.engine.state);
  });

  test('a new quantity is asked for in full, a new price leaves the trimmed lots trimmed', () => {
    const venue = new TestVenue();
    venue.place(0, 'sell', '1', '95000');
    venue.place(1, 'buy', '1', '95000');
    venue.place(1, 'sell', '1', '95500', { reduceOnly: true });
    venue.place(2, 'buy', '0.6', '94900');
    venue.place(1, 'sell', '0.6', '94900');
    const change = (price: string | null, quantity: string | null) =>
      venue.run({ type: 'ModifyOrder', account: 1, order: { no: 2 }, price, quantity, triggerPrice: null });
    expect(change('95600', null).refusal).toBeNull();
    expect(venue.engine.state.orders.get(2)).toMatchObject({ price: 95_600, quantity: 100_000, trimmed: 60_000 });
    expect(change(null, '0.5').refusal?.code).toBe('REDUCE_ONLY_WOULD_INCREASE');
    expect(venue.engine.state.orders.get(2)).toMatchObject({ quantity: 100_000, trimmed: 60_000 });
    expect(change(null, '0.4').refusal).toBeNull();
    expect(venue.engine.state.orders.get(2)).toMatchObject({ quantity: 40_000, trimmed: 0 });
    expect(change(null, '0.3').refusal).toBeNull();
    checkInvariants(venue.engine.state);
  });
});

describe('margin', () => {
  const tiers = [
    {
      minNotional: 0n,
      maxNotional: 500_000n * USDT,
      maxLeverage: 100,
      initialRate: 1_000_000,
      maintenanceRate: 500_000,
      deduction: 0n,
    },
    {
      minNotional: 500_001n * USDT,
      maxNotional: null,
      maxLeverage: 50,
      initialRate: 2_000_000,
      maintenanceRate: 1_000_000,
      deduction: 250_000_500_000n,
    },
  ];

  test('requirements follow the tier of the notional', () => {
    const spec = testMarket('BTC-USDT', { marginTiers: tiers });
    expect(initialMarginOf(spec, 500_000n * USDT, 100)).toBe(5_000n * USDT);
    expect(initialMarginOf(spec, 600_000n * USDT, 100)).toBe(12_000n * USDT);
    expect(initialMarginOf(spec, 600_000n * USDT, 10)).toBe(60_000n * USDT);
    expect(maintenanceMarginOf(spec, 500_000n * USDT)).toBe(2_500n * USDT);
    expect(maintenanceMarginOf(spec, 500_001n * USDT)).toBe(250_000_500_000n);
  });

  test('open orders reserve margin for their worse side only', () => {
    const venue = new TestVenue();
    venue.place(0, 'buy', '1', '94000');
    expect(summaryOf(venue.engine.state, venue.account(0)).initialMargin).toBe(9_500n * USDT);
    venue.place(0, 'sell', '0.4', '96000');
    expect(summaryOf(venue.engine.state, venue.account(0)).initialMargin).toBe(9_500n * USDT);
    venue.place(0, 'sell', '0.8', '96000');
    expect(summaryOf(venue.engine.state, venue.account(0)).initialMargin).toBe(11_400n * USDT);
  });

  test('an order that fits to the last unit is accepted, one lot more is not', () => {
    // 100,000 USDT at 10x carry 1,000,000 of notional: 10.52631 BTC at 95,000, the rest is dust.
    const funded = testConfig().devAccounts.map((dev) => ({
      ...dev,
      balances: [{ asset: 'USDT', amount: 100_000n * USDT }],
    }));
    const venue = new TestVenue(testConfig({ devAccounts: funded }));
    expect(venue.place(0, 'buy', '10.52632', '94000').refusal?.code).toBe('INSUFFICIENT_MARGIN');
    expect(venue.place(0, 'buy', '10.52631', '94000').refusal).toBeNull();
  });

  test('closing is never refused for margin', () => {
    const funded = testConfig().devAccounts.map((dev, index) => ({
      ...dev,
      balances: [{ asset: 'USDT', amount: (index === 1 ? 9_600n : 1_000_000n) * USDT }],
    }));
    const venue = new TestVenue(testConfig({ devAccounts: funded }));
    venue.place(0, 'sell', '1', '95000');
    venue.place(1, 'buy', '1', '95000');
    venue.run({ type: 'SetIndexPrice', symbol: 'BTC-USDT', price: 9_100_000_000_000 });
    expect(venue.place(1, 'buy', '0.01', '90000').refusal?.code).toBe('INSUFFICIENT_MARGIN');
    venue.place(2, 'buy', '1', '90000');
    expect(venue.place(1, 'sell', '1', '90000').refusal).toBeNull();
    expect(venue.account(1).positions.size).toBe(0);
  });

  test('the figures of a position at its mark', () => {
    const venue = new TestVenue();
    venue.place(0, 'sell', '1', '95000');
    venue.place(1, 'buy', '1', '95000');
    venue.run({ type: 'SetIndexPrice', symbol: 'BTC-USDT', price: 9_600_000_000_000 });
    const position = venue.account(1).positions.get('BTC-USDT');
    if (!position) throw new Error('a position is open');
    const risk = positionRiskOf(venue.engine.state, venue.account(1), position);
    expect(risk).toMatchObject({
      unrealizedPnl: 1_000n * USDT,
      usedMargin: 9_600n * USDT,
      maintenanceMargin: 480n * USDT,
    });
    // 1,000,952.5 of equity less 480 is lost long before the price is: no price liquidates this account.
    expect(risk.liquidationPrice).toBe(0);
    const short = venue.account(0).positions.get('BTC-USDT');
    if (!short) throw new Error('the other side is open');
    // (998,981 + 96,000) / 1.005, where 998,981 = 1,000,000 - 19 fee - 1,000 loss.
    expect(positionRiskOf(venue.engine.state, venue.account(0), short).liquidationPrice).toBe(1_089_533);
    expect(leverageOf(marketOf(venue.engine.state, 'BTC-USDT'), venue.account(1))).toBe(10);
  });

  test('a deficit of an isolated market blocks withdrawals from the rest of the account', () => {
    const venue = new TestVenue(testConfig({ risk: { ...STANDARD_RISK, liquidation: false } }));
    venue.place(0, 'sell', '1', '95000');
    const order = { symbol: 'BTC-USDT', side: 'buy', orderType: 'market', price: '', quantity: '1' } as const;
    const rest = { reduceOnly: false, postOnly: false, clientId: '', expiresAt: null, source: '' } as const;
    const margin = 10_000n * USDT;
    const opened = venue.run({ type: 'PlaceIsolatedOrder', account: 1, ...order, ...rest, leverage: 10, margin });
    expect(opened.refusal).toBeNull();
    const before = summaryOf(venue.engine.state, venue.account(1)).freeValue;
    expect(before).toBe(990_000n * USDT);
    venue.run({ type: 'SetIndexPrice', symbol: 'BTC-USDT', price: 7_000_000_000_000 });
    // 95,000 - 70,000 = 25,000 are lost; 10,000 less 47.50 of fee were held.
    expect(summaryOf(venue.engine.state, venue.account(1)).freeValue).toBe(990_000n * USDT - 1_504_750_000_000n);
  });
});
