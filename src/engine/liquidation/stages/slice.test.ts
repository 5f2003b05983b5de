import { describe, expect, test } from 'vitest';
import { unitsOf } from '../../../kernel/decimal.ts';
import { UNIT } from '../../../kernel/units.ts';
import { testMarket } from '../../config.test-helper.ts';
import type { MarginTier } from '../../config.ts';
import { marketOf } from '../../risk/margin.ts';
import type { Market } from '../../state.ts';
import { TEN_TIMES, RiskVenue } from '../risk-venue.test-helper.ts';
import { clearanceFillOf, healthAfter, mostThat, sliceOf } from './slice.ts';

const tier = (min: string, max: string | null, rate: number, deduction: string): MarginTier => ({
  minNotional: unitsOf(min),
  maxNotional: max === null ? null : unitsOf(max),
  maxLeverage: Math.round(1 / (2 * rate)),
  initialRate: Math.round(2 * rate * UNIT),
  maintenanceRate: Math.round(rate * UNIT),
  deduction: unitsOf(deduction),
});

/** BTC-USDT with its mark at 100,000, where a lot is worth 1. */
function marketAt(marginTiers = TEN_TIMES, clearanceFee = 500_000): Market {
  const market = marketOf(new RiskVenue({ funds: [] }).engine.state, 'BTC-USDT');
  return { ...market, spec: testMarket('BTC-USDT', { marginTiers, clearanceFee }), mark: 100_000 };
}

describe('what heals', () => {
  test('is found to the lot, for long and short alike', () => {
    // 10,000 need 500 and have 400: a lot frees 0.05 and costs 0.005.
    for (const lots of [10_000, -10_000]) {
      const closing = { market: marketAt(), lots, equity: unitsOf('400'), others: 0n };
      expect(clearanceFillOf(closing, 100_000, 10_000)).toEqual({ lots: 2_223, fee: unitsOf('11.115') });
      expect(clearanceFillOf(closing, 100_000, 2_223)).toEqual({ lots: 2_223, fee: unitsOf('11.115') });
      expect(clearanceFillOf(closing, 100_000, 2_222)).toEqual({ lots: 2_222, fee: unitsOf('11.11') });
    }
  });

  test('is all that is offered when less is not enough', () => {
    const closing = { market: marketAt(), lots: 10_000, equity: unitsOf('400'), others: unitsOf('1000') };
    expect(clearanceFillOf(closing, 100_000, 7_000)).toEqual({ lots: 7_000, fee: unitsOf('35') });
  });

  test('may be found in a lower margin tier', () => {
    // Up to 5,000 a rate of 5 %, above it 10 % less 250: 10,000 need 750, 5,000 need 250.
    const tiers = [tier('0', '5000', 0.05, '0'), tier('5000', null, 0.1, '250')];
    const closing = (equity: string) => ({
      market: marketAt(tiers),
      lots: 10_000,
      equity: unitsOf(equity),
      others: 0n,
    });
    // In the upper tier a lot brings 0.095, in the lower one 0.045.
    expect(clearanceFillOf(closing('655'), 100_000, 10_000)?.lots).toBe(1_000);
    expect(clearanceFillOf(closing('654.9'), 100_000, 10_000)?.lots).toBe(1_002);
    expect(clearanceFillOf(closing('275'), 100_000, 10_000)?.lots).toBe(5_000);
    expect(clearanceFillOf(closing('230'), 100_000, 10_000)?.lots).toBe(6_000);
  });

  test('is found in an upper tier although more lots would make it worse', () => {
    // Sold 7 % below the mark a lot loses 0.07 and costs 0.00465: it brings 0.02535 above 5,000 and takes 0.02465 below.
    const tiers = [tier('0', '5000', 0.05, '0'), tier('5000', null, 0.1, '250')];
    const closing = { market: marketAt(tiers), lots: 10_000, equity: unitsOf('700'), others: 0n };
    expect(clearanceFillOf(closing, 93_000, 10_000)?.lots).toBe(1_973);
  });

  test('is null when the price would leave equity below zero', () => {
    const closing = { market: marketAt(), lots: 10_000, equity: unitsOf('300'), others: 0n };
    expect(clearanceFillOf(closing, 97_000, 10_000)).toEqual({ lots: 10_000, fee: 0n });
    expect(clearanceFillOf(closing, 96_999, 10_000)).toBeNull();
  });
});

describe('a margin account after a fill', () => {
  test('has lost what the price is off the mark, and needs less', () => {
    const closing = { market: marketAt(), lots: -10_000, equity: unitsOf('400'), others: unitsOf('7') };
    expect(healthAfter(closing, 4_000, 101_000)).toEqual({ equity: unitsOf('360'), maintenance: unitsOf('307') });
  });
});

describe('a slice', () => {
  test('is all up to the limit and a fifth above it, rounded up to the lot', () => {
    const venue = new RiskVenue({ funds: ['1000000', '1000000'] });
    venue.deal(0, 1, '1');
    const position = venue.account(0).positions.get('BTC-USDT');
    if (!position) throw new Error('account 0 has a position');
    expect(sliceOf(venue.engine.state, position)).toBe(100_000);
    expect(sliceOf(venue.engine.state, { ...position, lots: 100_001 })).toBe(20_001);
    expect(sliceOf(venue.engine.state, { ...position, lots: -200_000 })).toBe(40_000);
  });
});

describe('the most that may be taken', () => {
  test('is found between nothing and all', () => {
    expect([0, 1, 6, 10].map((limit) => mostThat(10, (lots) => lots <= limit))).toEqual([0, 1, 6, 10]);
  });
});
