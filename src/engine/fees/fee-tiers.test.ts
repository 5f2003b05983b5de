import { describe, expect, test } from 'vitest';
import { unitsOf } from '../../kernel/decimal.ts';
import { TestVenue } from '../venue.test-helper.ts';
import { canonicalState } from '../canonical-state.ts';
import { testConfig } from '../config.test-helper.ts';
import type { ExchangeConfig, TierSpec } from '../config.ts';
import type { CommandOutcome } from '../engine.ts';

const HOUR = 3_600_000;
const DAYS_14 = 336 * HOUR;
const A = `0x${'a'.repeat(40)}`;
const B = `0x${'b'.repeat(40)}`;

/** Three rungs at 0, 95,000 and 190,000 USDT; account 0 starts on the first, 1 on the second, 2 and 3 are assigned. */
function ladder(change: Partial<TierSpec> = {}): ExchangeConfig {
  const config = testConfig();
  const [first, custom] = config.tiers;
  if (!first || !custom) throw new Error('the test world has two tiers');
  const rung = (tierId: string, minVolume: string, makerRate: number, takerRate: number): TierSpec => ({
    ...first,
    tierId,
    minVolume: unitsOf(minVolume),
    makerRate,
    takerRate,
    ...change,
  });
  const tiers = [
    rung('tier_1', '0', 20_000, 50_000),
    rung('tier_2', '95000', 10_000, 40_000),
    rung('tier_3', '190000', 0, 30_000),
    custom,
  ];
  const starts = ['tier_1', 'tier_2', 'market_maker', 'market_maker'];
  const devAccounts = config.devAccounts.map((dev, index) => ({ ...dev, tierId: starts[index] ?? 'tier_1' }));
  return { ...config, tiers, devAccounts };
}

const tierIn = (venue: TestVenue, wallet: string): string | undefined => venue.engine.state.wallets.get(wallet)?.tierId;

/** Account 0 buys from account 2, at 95,000. */
function buy(venue: TestVenue, quantity: string, account = 0): CommandOutcome {
  venue.place(2, 'sell', quantity, '95000');
  return venue.place(account, 'buy', quantity, '95000', { orderType: 'limitIoc' });
}

const setTier = (venue: TestVenue, tierId: string | null): CommandOutcome =>
  venue.run({ type: 'SetTier', wallet: A, tierId });

describe('a wallet whose volume decides its tier', () => {
  test('rises with the fill that reaches the minimum exactly; the next fill has the new rate', () => {
    const venue = new TestVenue(ladder());
    buy(venue, '0.99999');
    expect(tierIn(venue, A)).toBe('tier_1');
    const reaching = buy(venue, '0.001');
    expect(tierIn(venue, A)).toBe('tier_2');
    expect(TestVenue.trades(reaching)[0]?.taker.feeRate).toBe(50_000);
    expect(TestVenue.seen(reaching)).toEqual(['OrderPlaced', 'Traded', 'TierMoved', 'TimerArmed']);
    expect(TestVenue.trades(buy(venue, '0.001'))[0]?.taker.feeRate).toBe(40_000);
  });

  test('may rise two tiers with one fill, in one event', () => {
    const venue = new TestVenue(ladder());
    expect(TestVenue.seen(buy(venue, '2'))).toEqual(['OrderPlaced', 'Traded', 'TierMoved', 'TimerArmed']);
    expect(tierIn(venue, A)).toBe('tier_3');
    expect(TestVenue.seen(buy(venue, '1'))).toEqual(['OrderPlaced', 'Traded']);
  });

  test('counts maker and taker fills of all its subaccounts, both sides of a trade with itself', () => {
    const venue = new TestVenue(ladder());
    venue.run({ type: 'OpenAccount', wallet: A, name: 'second' });
    venue.run({ type: 'Deposit', account: 4, asset: 'USDT', amount: unitsOf('100000') });
    venue.place(4, 'sell', '0.5', '95000');
    venue.place(0, 'buy', '0.5', '95000');
    expect(venue.engine.state.wallets.get(A)?.volume.total).toBe(unitsOf('95000'));
    expect(tierIn(venue, A)).toBe('tier_2');
  });

  test('falls on the full hour at which the volume stops counting, not before', () => {
    const venue = new TestVenue(ladder());
    venue.advance(HOUR + 1);
    buy(venue, '1');
    venue.advance(DAYS_14 - 2);
    expect(tierIn(venue, A)).toBe('tier_2');
    venue.advance(1);
    expect(tierIn(venue, A)).toBe('tier_1');
  });

  test('falls from rung to rung as one hour after another stops counting', () => {
    const venue = new TestVenue(ladder());
    buy(venue, '1');
    venue.advance(HOUR);
    buy(venue, '1');
    expect(tierIn(venue, A)).toBe('tier_3');
    venue.advance(DAYS_14 - HOUR);
    expect(tierIn(venue, A)).toBe('tier_2');
    venue.advance(HOUR);
    expect(tierIn(venue, A)).toBe('tier_1');
    expect(venue.engine.state.wallets.get(A)?.reviewing).toBe(false);
  });

  test('never falls below the tier it started from', () => {
    const venue = new TestVenue(ladder());
    buy(venue, '2', 1);
    expect(tierIn(venue, B)).toBe('tier_3');
    venue.advance(DAYS_14);
    expect(tierIn(venue, B)).toBe('tier_2');
  });
});

describe('an assigned tier', () => {
  test('overrides volume, which is still counted', () => {
    const venue = new TestVenue(ladder());
    setTier(venue, 'tier_1');
    buy(venue, '2');
    expect(tierIn(venue, A)).toBe('tier_1');
    expect(venue.engine.state.wallets.get(A)?.volume.total).toBe(unitsOf('190000'));
  });

  test('cleared, moves the wallet to the tier of its volume at once', () => {
    const venue = new TestVenue(ladder());
    setTier(venue, 'market_maker');
    buy(venue, '2');
    expect(TestVenue.seen(setTier(venue, null))).toEqual(['TierSet', 'TierMoved', 'TimerArmed']);
    expect(tierIn(venue, A)).toBe('tier_3');
    venue.advance(DAYS_14);
    expect(tierIn(venue, A)).toBe('tier_1');
  });

  test('assigned and given back while a review is armed arms no second one', () => {
    const venue = new TestVenue(ladder());
    buy(venue, '2');
    const { timers } = venue.engine.state;
    const before = timers.size;
    setTier(venue, 'market_maker');
    setTier(venue, null);
    expect(tierIn(venue, A)).toBe('tier_3');
    expect(timers.size).toBe(before);
  });
});

describe('a referral', () => {
  const refer = (venue: TestVenue, discount: number): CommandOutcome =>
    venue.run({ type: 'SetReferral', wallet: A, referral: { code: 'FRIEND', discount } });

  test('takes its share off the rate once, maker and taker', () => {
    const venue = new TestVenue(ladder());
    refer(venue, 90_000_000);
    const [taken] = TestVenue.trades(buy(venue, '0.1'));
    expect([taken?.taker.feeRate, taken?.taker.fee]).toEqual([45_000, unitsOf('4.275')]);
    expect(taken?.maker.feeRate).toBe(20_000);
    venue.place(0, 'sell', '0.1', '95000');
    const [made] = TestVenue.trades(venue.place(2, 'buy', '0.1', '95000'));
    expect([made?.maker.feeRate, made?.maker.fee]).toEqual([18_000, unitsOf('1.71')]);
  });

  test('leaves a rebate as it is', () => {
    const venue = new TestVenue(ladder({ makerRate: -1_000, takerRate: 50_000 }));
    refer(venue, 50_000_000);
    venue.place(0, 'sell', '0.1', '95000');
    const [made] = TestVenue.trades(venue.place(2, 'buy', '0.1', '95000'));
    expect(made?.maker.feeRate).toBe(-1_000);
  });

  test('ends when it is taken away', () => {
    const venue = new TestVenue(ladder());
    refer(venue, 90_000_000);
    venue.run({ type: 'SetReferral', wallet: A, referral: null });
    expect(TestVenue.trades(buy(venue, '0.1'))[0]?.taker.feeRate).toBe(50_000);
  });

  test.each([
    [0, 'discount must be above 0 and below 1'],
    [100_000_000, 'discount must be above 0 and below 1'],
    [1_999_999, 'discount would leave a fee below the highest rebate'],
  ])('of %i is refused and changes nothing', (discount, message) => {
    const venue = new TestVenue(ladder({ makerRate: -1_000, takerRate: 50_000 }));
    const before = JSON.stringify(canonicalState(venue.engine.state), inText);
    const { refusal, events } = refer(venue, discount);
    expect([refusal?.http, refusal?.code, refusal?.message]).toEqual([400, 'INVALID_VALUE', message]);
    expect(events).toEqual([]);
    expect(JSON.stringify(canonicalState(venue.engine.state), inText).replace(/"inputSeq":\d+/, '')).toBe(
      before.replace(/"inputSeq":\d+/, ''),
    );
  });

  test('that leaves fee and rebate level is accepted', () => {
    const venue = new TestVenue(ladder({ makerRate: -1_000, takerRate: 50_000 }));
    expect(TestVenue.seen(refer(venue, 2_000_000))).toEqual(['ReferralSet']);
  });
});

const inText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}n` : value);
