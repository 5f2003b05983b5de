import { describe, expect, test } from 'vitest';
import { unitsOf } from '../kernel/decimal.ts';
import { UNIT } from '../kernel/units.ts';
import { stateDigest } from './canonical-state.ts';
import type { MarginTier } from './config.ts';
import { testConfig } from './config.test-helper.ts';
import { Engine } from './engine.ts';
import { genesis } from './genesis.ts';
import { checkAll, ofType, RiskVenue, TEN_TIMES } from './liquidation/risk-venue.test-helper.ts';
import { summaryOf } from './risk/margin.ts';
import { decodeState, encodeState } from './state-codec/state-codec.ts';
import { TestVenue } from './venue.test-helper.ts';

const FEES = { type: 'SetFees', tierId: 'market_maker', makerRate: 10_000, takerRate: 30_000 } as const;
const CAP = { type: 'SetOpenInterestCap', symbol: 'BTC-USDT' } as const;

function tierOf(maxLeverage: number, maintenance: number): MarginTier {
  const figures = { minNotional: 0n, maxNotional: null, deduction: 0n };
  return {
    ...figures,
    maxLeverage,
    initialRate: Math.round(UNIT / maxLeverage),
    maintenanceRate: Math.round(maintenance * UNIT),
  };
}

describe('fees of a tier', () => {
  test('are paid by fills from then on, by the wallets of that tier alone', () => {
    const venue = new TestVenue();
    const feesOf = (): string[] => {
      venue.place(0, 'sell', '0.1', '95000');
      const [trade] = TestVenue.trades(venue.place(1, 'buy', '0.1', '95000'));
      return [trade?.maker.feeRate, trade?.taker.feeRate, trade?.maker.fee, trade?.taker.fee].map(String);
    };
    const before = feesOf();
    expect(TestVenue.seen(venue.run(FEES))).toEqual(['FeesSet']);
    // 9,500 at 1 and at 3 bp.
    expect(feesOf()).toEqual(['10000', '30000', String(unitsOf('0.95')), String(unitsOf('2.85'))]);
    expect(TestVenue.seen(venue.run({ ...FEES, tierId: 'tier_1', makerRate: 0, takerRate: 50_000 }))).toEqual([
      'FeesSet',
    ]);
    expect(feesOf()).not.toEqual(before);
    expect(feesOf()[1]).toBe('30000');
    checkAll(venue);
  });

  test.each([
    ['a tier that there is not', { tierId: 'gold' }, 'tierId must be one of: tier_1, market_maker'],
    ['a taker that is paid', { takerRate: -1 }, 'takerFeeRate must be at least 0'],
    ['a rebate above the lowest fee', { makerRate: -30_001 }, 'makerFeeRate would give back more than'],
  ])('are refused for %s', (_what, change, message) => {
    const venue = new TestVenue();
    venue.run({ ...FEES, tierId: 'tier_1' });
    const before = venue.engine.state.config;
    const { refusal } = venue.run({ ...FEES, ...change });
    expect(refusal).toMatchObject({ code: 'INVALID_VALUE', message: expect.stringContaining(message) as string });
    expect(venue.engine.state.config).toBe(before);
  });

  test('leave room for the discounts of referrals', () => {
    const venue = new TestVenue();
    const wallet = venue.account(0).owner;
    venue.run({ type: 'SetReferral', wallet, referral: { code: 'half', discount: UNIT / 2 } });
    for (const tierId of ['tier_1', 'market_maker']) venue.run({ ...FEES, tierId, makerRate: 0 });
    // Half of 3 bp are 1.5 bp.
    expect(venue.run({ ...FEES, makerRate: -15_000 }).refusal).toBeNull();
    expect(venue.run({ ...FEES, makerRate: -15_001 }).refusal?.code).toBe('INVALID_VALUE');
  });
});

describe('margin of a market', () => {
  const margin = (...tiers: MarginTier[]) => ({ type: 'SetMargin', symbol: 'BTC-USDT', tiers }) as const;

  test('counts for open positions at once, and liquidates those that it leaves too little', () => {
    const venue = new RiskVenue({ funds: ['1450', '100000'] });
    venue.deal(0, 1, '0.1');
    const initial = (): string => String(summaryOf(venue.engine.state, venue.account(1)).initialMargin);
    expect(initial()).toBe(String(unitsOf('1000')));
    venue.run(margin(tierOf(20, 0.025)));
    // The default leverage stays at 10.
    expect(initial()).toBe(String(unitsOf('1000')));
    const { events } = venue.run(margin(tierOf(5, 0.1)));
    expect(initial()).toBe(String(unitsOf('2000')));
    expect(ofType(events, 'LiquidationBegan')).toEqual([]);
    // 1,450 carry 14.5 % of 10,000, and not 15 %.
    expect(ofType(venue.run(margin(tierOf(5, 0.145))).events, 'LiquidationBegan')).toEqual([]);
    expect(ofType(venue.run(margin(tierOf(5, 0.15))).events, 'LiquidationBegan')).toMatchObject([{ account: 0 }]);
    checkAll(venue);
  });

  test('finds the next price that liquidates by the new rates', () => {
    const venue = new RiskVenue({ funds: ['1450', '100000'] });
    venue.deal(0, 1, '0.1');
    venue.run(margin(tierOf(10, 0.02)));
    expect(ofType(venue.move(90_000).events, 'LiquidationBegan')).toEqual([]);
    // At 87,000 it has 150 and needs 174.
    expect(ofType(venue.move(87_000).events, 'LiquidationBegan')).toMatchObject([{ account: 0 }]);
    checkAll(venue);
  });

  test('takes leverage that is above the new maximum down to it', () => {
    const venue = new RiskVenue({ funds: ['100000', '100000', '100000'] });
    venue.run({ type: 'SetLeverage', account: 0, symbol: 'BTC-USDT', leverage: 10 });
    venue.run({ type: 'SetLeverage', account: 1, symbol: 'BTC-USDT', leverage: 3 });
    const { events } = venue.run(margin(tierOf(4, 0.05)));
    expect(ofType(events, 'MarginSet')).toMatchObject([{ defaultLeverage: 4 }]);
    expect(ofType(events, 'LeverageSet')).toMatchObject([{ account: 0, previous: 10, leverage: 4 }]);
    expect(venue.account(1).leverage.get('BTC-USDT')).toBe(3);
    venue.deal(0, 2, '0.1');
    checkAll(venue);
  });
});

test('a cap on open interest is a limit for what opens, and not for what is open', () => {
  const venue = new TestVenue();
  venue.place(0, 'sell', '1', '95000');
  venue.place(1, 'buy', '1', '95000');
  expect(TestVenue.seen(venue.run({ ...CAP, cap: unitsOf('95000') }))).toEqual(['OpenInterestCapSet']);
  venue.place(0, 'sell', '1', '95000');
  expect(TestVenue.seen(venue.place(2, 'buy', '0.1', '95000'))).toBe('OI_CAP_EXCEEDED');
  venue.place(2, 'sell', '0.5', '94990');
  expect(venue.place(1, 'sell', '0.5', '95100', { reduceOnly: true }).refusal).toBeNull();
  venue.run({ ...CAP, cap: 0n });
  expect(venue.place(2, 'buy', '0.1', '95000').refusal).toBeNull();
  expect(venue.run({ ...CAP, symbol: 'NO-USDT', cap: 1n }).refusal?.code).toBe('MARKET_NOT_FOUND');
});

test('changed terms are restored, and the state of an exchange that has changed none is as it was', () => {
  const config = testConfig();
  const venue = new TestVenue(config);
  expect(encodeState(venue.engine.state)).not.toHaveProperty('terms');
  venue.run(FEES);
  venue.run({ type: 'SetMargin', symbol: 'BTC-USDT', tiers: TEN_TIMES });
  venue.run({ ...CAP, cap: unitsOf('1000000') });
  const again = decodeState(encodeState(venue.engine.state), config);
  expect(stateDigest(again)).toBe(stateDigest(venue.engine.state));
  expect(again.config).toEqual(venue.engine.state.config);
  expect(again.markets.get('BTC-USDT')?.spec).toMatchObject({
    marginTiers: TEN_TIMES,
    openInterestCap: unitsOf('1000000'),
  });
  expect(again.markets.get('ETH-USDT')?.spec).toEqual(config.markets[1]);
  // The configuration of the start is nobody's to change.
  expect(config).toEqual(testConfig());
  expect(new Engine(genesis(config).state).state.terms).toBeUndefined();
});
