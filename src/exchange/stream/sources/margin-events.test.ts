import { describe, expect, test } from 'vitest';
import { unitsOf } from '../../../kernel/decimal.ts';
import { collateralConfig } from '../../../engine/accounts/collateral.test-helper.ts';
import { testConfig } from '../../../engine/config.test-helper.ts';
import { longVenue, newVenue, pushed, said, StreamVenue } from './stream-venue.test-helper.ts';

const START = 1_767_571_200_000;

describe('margin', () => {
  test('is sent when leverage changes', () => {
    const { venue, frames } = newVenue();
    venue.run({ type: 'SetLeverage', account: 0, symbol: 'BTC-USDT', leverage: 20 });
    expect(said(frames)).toEqual(['marginUpdate']);
  });

  test('is sent when a price moves that the account is measured by, with what changed', () => {
    const { venue, frames } = longVenue();
    venue.move(95_100);
    const [events, ...more] = pushed(frames);
    expect(more).toEqual([]);
    expect(events?.data).toMatchObject({
      crossMarginSummary: { accountValue: '1000005.25', totalUnrealizedPnl: '10.00' },
      // What a higher requirement leaves to withdraw.
      collaterals: [{ symbol: 'USDT', quantity: '999995.25', withdrawable: '999044.25' }],
      positions: [{ symbol: 'BTC-USDT', upnl: '10' }],
    });
    venue.move(3_400, 'ETH-USDT');
    expect(frames).toEqual([]);
    venue.move(95_100);
    expect(frames).toEqual([]);
  });

  test('is sent once for a request, however many prices it moves', () => {
    const { venue, frames } = longVenue();
    const price = (index: number) =>
      ({ type: 'SetIndexPrice', symbol: 'BTC-USDT', price: index * 100_000_000 }) as const;
    venue.batch(price(95_100), price(95_200), price(95_300));
    expect(pushed(frames).map(({ data }) => data)).toMatchObject([
      { eventType: 'marginUpdate', positions: [{ upnl: '30' }] },
    ]);
  });

  test('is sent for each moment that prices move at, in the state of that moment', () => {
    const { venue, frames } = longVenue();
    // Half of the distance to the index stays for a while: the average moves each second.
    venue.run({ type: 'SetMarkPrice', symbol: 'BTC-USDT', price: 95_900 });
    frames.length = 0;
    venue.advance(2_000);
    const events = pushed(frames);
    expect(events.map(({ timestamp, data }) => [timestamp - START, data.timestamp])).toEqual([
      [1_000, START + 1_000],
      [2_000, START + 2_000],
    ]);
  });

  test('is sent when collateral changes in value, and when a peg is lost', () => {
    const venue = new StreamVenue(collateralConfig());
    const frames = venue.follow(0);
    venue.move(3_400, 'ETH-USDT');
    venue.run({ type: 'SetPeg', asset: 'WETH', peg: 50_000_000 });
    venue.move(95_100);
    expect(pushed(frames).map(({ data }) => data)).toMatchObject([
      { crossMarginSummary: { accountValue: '44000.00' }, collaterals: [{ symbol: 'WETH', price: '3400' }] },
      { crossMarginSummary: { accountValue: '27000.00' }, collaterals: [{ symbol: 'WETH', price: '1700' }] },
    ]);
  });

  test('a position just like one that was closed is news again', () => {
    const { venue, frames } = longVenue();
    venue.place(1, 'buy', '0.1', '95000');
    venue.place(0, 'sell', '0.1', '95000');
    venue.place(1, 'sell', '0.1', '95000');
    frames.length = 0;
    venue.place(0, 'buy', '0.1', '95000');
    expect(pushed(frames).at(-1)?.data).toMatchObject({ positions: [{ symbol: 'BTC-USDT', quantity: '0.1' }] });
  });
});

describe('liquidation', () => {
  /**
   * BTC at 100,000 with 5 % maintenance, 0.5 % clearance and no fees. Account 0 holds 0.1 for 1,450 and an order; account
   * 1 is on the other side.
   */
  function riskVenue(vaultFunds = '1000000'): { venue: StreamVenue; frames: string[] } {
    const config = testConfig();
    const rates = { maxLeverage: 10, initialRate: 10_000_000, maintenanceRate: 5_000_000 };
    const tier = { minNotional: 0n, maxNotional: null, deduction: 0n, ...rates };
    const venue = new StreamVenue({
      ...config,
      markets: config.markets.map((spec) => ({ ...spec, initialIndex: 10_000_000_000_000, marginTiers: [tier] })),
      tiers: config.tiers.map((known) => ({ ...known, makerRate: 0, takerRate: 0 })),
      devAccounts: config.devAccounts.map((dev, index) => ({
        ...dev,
        balances: [{ asset: 'USDT', amount: unitsOf(index === 0 ? '1450' : '1000000') }],
      })),
      risk: { ...config.risk, vaultFunds: unitsOf(vaultFunds) },
    });
    venue.place(1, 'sell', '0.1', '100000');
    venue.place(0, 'buy', '0.1', '100000');
    venue.place(0, 'buy', '0.01', '80000');
    return { venue, frames: venue.follow(0) };
  }

  test('pulls orders, then slice by slice an execution and what it was, then margin', () => {
    const { venue, frames } = riskVenue();
    venue.place(2, 'buy', '0.01', '89000');
    venue.place(2, 'buy', '0.01', '88990');
    venue.move(89_000);
    expect(said(frames)).toEqual([
      'orderCancelled 2 buy 0/0.01 at 80000 cancelled MMR_BREACH',
      'trade close long 0.01 89000',
      'liquidation sell 0.01 89000 MMR_BREACH',
      'trade close long 0.01 88990',
      'liquidation sell 0.01 88990 MMR_BREACH',
      'marginUpdate',
    ]);
    venue.place(2, 'buy', '0.001', '89000');
    venue.advance(30_000);
    expect(said(frames)).toEqual([
      'trade close long 0.001 89000',
      'liquidation sell 0.001 89000 MMR_BREACH',
      'marginUpdate',
    ]);
  });

  test('a liquidation names leverage and trade', () => {
    const { venue, frames } = riskVenue();
    venue.place(2, 'buy', '0.01', '89000');
    venue.move(89_000);
    const [, trade, liquidation] = pushed(frames);
    expect(trade?.data).toMatchObject({
      triggeredByLiquidation: true,
      reduceOnly: true,
      fee: '4.45',
      orderType: 'market',
    });
    expect(liquidation).toMatchObject({ meseq: trade?.meseq, met: trade?.met });
    expect(liquidation?.data).toEqual({
      eventType: 'liquidation',
      subAccountId: '1867542890123456789',
      timestamp: START,
      symbol: 'BTC-USDT',
      side: 'sell',
      price: '89000',
      quantity: '0.01',
      leverage: 10,
      tradeId: '2',
      reason: 'MMR_BREACH',
    });
  });

  test('a takeover hands over positions and collateral', () => {
    const { venue, frames } = riskVenue();
    venue.move(87_000);
    const events = pushed(frames);
    expect(events.map(({ data }) => data.eventType)).toEqual([
      'orderCancelled',
      'trade',
      'liquidation',
      'subAccountTakeover',
      'marginUpdate',
    ]);
    expect(events[0]?.data.cancelReason).toBe('RMR_BREACH');
    expect(events[2]?.data.reason).toBe('RMR_BREACH');
    expect(events[3]?.data).toEqual({
      eventType: 'subAccountTakeover',
      subAccountId: '1867542890123456789',
      timestamp: START,
      collaterals: [{ symbol: 'USDT', quantity: '150' }],
      positions: [{ symbol: 'BTC-USDT', side: 'sell', quantity: '0.1', price: '87000' }],
    });
    expect(events[4]?.data).toMatchObject({ crossMarginSummary: { accountValue: '0.00' }, positions: [] });
  });

  test('a deleveraged winner receives an event of an order of its own, the loser an event of a liquidation', () => {
    const { venue, frames } = riskVenue('0');
    const winner = venue.follow(1);
    venue.move(85_000);
    expect(said(winner)).toEqual([
      'orderPlaced 4 buy 0/0.1 open',
      'trade close short 0.1 85500',
      'orderFilled 4 buy 0.1/0.1 filled ADL',
      'marginUpdate',
    ]);
    expect(said(frames)).toEqual([
      'orderCancelled 2 buy 0/0.01 at 80000 cancelled RMR_BREACH',
      'trade close long 0.1 85500',
      'liquidation sell 0.1 85500 RMR_BREACH',
      'marginUpdate',
    ]);
  });
});
