import { describe, expect, test } from 'vitest';
import { unitsOf } from '../../kernel/decimal.ts';
import { Desk } from '../bench-desk.test-helper.ts';
import { canonicalState } from '../canonical-state.ts';
import { testConfig } from '../config.test-helper.ts';
import type { ExchangeConfig, TierSpec } from '../config.ts';
import type { CommandOutcome } from '../outcome.ts';

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

const tierIn = (desk: Desk, wallet: string): string | undefined => desk.engine.state.wallets.get(wallet)?.tierId;

/** Account 0 buys from account 2, at 95,000. */
function buy(desk: Desk, quantity: string, account = 0): CommandOutcome {
  desk.place(2, 'sell', quantity, '95000');
  return desk.place(account, 'buy', quantity, '95000', { orderType: 'limitIoc' });
}

const setTier = (desk: Desk, tierId: string | null): CommandOutcome => desk.run({ type: 'SetTier', wallet: A, tierId });

describe('a wallet that goes by volume', () => {
  test('rises with the fill that reaches the minimum exactly; the next fill has the new rate', () => {
    const desk = new Desk(ladder());
    buy(desk, '0.99999');
    expect(tierIn(desk, A)).toBe('tier_1');
    const reaching = buy(desk, '0.001');
    expect(tierIn(desk, A)).toBe('tier_2');
    expect(Desk.trades(reaching)[0]?.taker.feeRate).toBe(50_000);
    expect(Desk.seen(reaching)).toEqual(['OrderPlaced', 'Traded', 'TierMoved', 'TimerArmed']);
    expect(Desk.trades(buy(desk, '0.001'))[0]?.taker.feeRate).toBe(40_000);
  });

  test('may climb two rungs with one fill, and is not told twice', () => {
    const desk = new Desk(ladder());
    expect(Desk.seen(buy(desk, '2'))).toEqual(['OrderPlaced', 'Traded', 'TierMoved', 'TimerArmed']);
    expect(tierIn(desk, A)).toBe('tier_3');
    expect(Desk.seen(buy(desk, '1'))).toEqual(['OrderPlaced', 'Traded']);
  });

  test('counts maker and taker fills of all its subaccounts, both sides of a trade with itself', () => {
    const desk = new Desk(ladder());
    desk.run({ type: 'OpenAccount', wallet: A, name: 'second' });
    desk.run({ type: 'Deposit', account: 4, asset: 'USDT', amount: unitsOf('100000') });
    desk.place(4, 'sell', '0.5', '95000');
    desk.place(0, 'buy', '0.5', '95000');
    expect(desk.engine.state.wallets.get(A)?.volume.total).toBe(unitsOf('95000'));
    expect(tierIn(desk, A)).toBe('tier_2');
  });

  test('falls on the full hour at which the volume stops counting, not before', () => {
    const desk = new Desk(ladder());
    desk.advance(HOUR + 1);
    buy(desk, '1');
    desk.advance(DAYS_14 - 2);
    expect(tierIn(desk, A)).toBe('tier_2');
    desk.advance(1);
    expect(tierIn(desk, A)).toBe('tier_1');
  });

  test('falls from rung to rung as one hour after another stops counting', () => {
    const desk = new Desk(ladder());
    buy(desk, '1');
    desk.advance(HOUR);
    buy(desk, '1');
    expect(tierIn(desk, A)).toBe('tier_3');
    desk.advance(DAYS_14 - HOUR);
    expect(tierIn(desk, A)).toBe('tier_2');
    desk.advance(HOUR);
    expect(tierIn(desk, A)).toBe('tier_1');
    expect(desk.engine.state.wallets.get(A)?.reviewing).toBe(false);
  });

  test('never falls below the tier it started from', () => {
    const desk = new Desk(ladder());
    buy(desk, '2', 1);
    expect(tierIn(desk, B)).toBe('tier_3');
    desk.advance(DAYS_14);
    expect(tierIn(desk, B)).toBe('tier_2');
  });
});

describe('an assigned tier', () => {
  test('wins over volume, and volume goes on being counted', () => {
    const desk = new Desk(ladder());
    setTier(desk, 'tier_1');
    buy(desk, '2');
    expect(tierIn(desk, A)).toBe('tier_1');
    expect(desk.engine.state.wallets.get(A)?.volume.total).toBe(unitsOf('190000'));
  });

  test('given back, leaves the wallet in the tier of its volume at once', () => {
    const desk = new Desk(ladder());
    setTier(desk, 'market_maker');
    buy(desk, '2');
    expect(Desk.seen(setTier(desk, null))).toEqual(['TierSet', 'TierMoved', 'TimerArmed']);
    expect(tierIn(desk, A)).toBe('tier_3');
    desk.advance(DAYS_14);
    expect(tierIn(desk, A)).toBe('tier_1');
  });

  test('assigned and given back while a review is armed arms no second one', () => {
    const desk = new Desk(ladder());
    buy(desk, '2');
    const { timers } = desk.engine.state;
    const before = timers.size;
    setTier(desk, 'market_maker');
    setTier(desk, null);
    expect(tierIn(desk, A)).toBe('tier_3');
    expect(timers.size).toBe(before);
  });
});

describe('a referral', () => {
  const refer = (desk: Desk, discount: number): CommandOutcome =>
    desk.run({ type: 'SetReferral', wallet: A, referral: { code: 'FRIEND', discount } });

  test('takes its share off the rate once, maker and taker', () => {
    const desk = new Desk(ladder());
    refer(desk, 90_000_000);
    const [taken] = Desk.trades(buy(desk, '0.1'));
    expect([taken?.taker.feeRate, taken?.taker.fee]).toEqual([45_000, unitsOf('4.275')]);
    expect(taken?.maker.feeRate).toBe(20_000);
    desk.place(0, 'sell', '0.1', '95000');
    const [made] = Desk.trades(desk.place(2, 'buy', '0.1', '95000'));
    expect([made?.maker.feeRate, made?.maker.fee]).toEqual([18_000, unitsOf('1.71')]);
  });

  test('leaves a rebate as it is', () => {
    const desk = new Desk(ladder({ makerRate: -1_000, takerRate: 50_000 }));
    refer(desk, 50_000_000);
    desk.place(0, 'sell', '0.1', '95000');
    const [made] = Desk.trades(desk.place(2, 'buy', '0.1', '95000'));
    expect(made?.maker.feeRate).toBe(-1_000);
  });

  test('ends when it is taken away', () => {
    const desk = new Desk(ladder());
    refer(desk, 90_000_000);
    desk.run({ type: 'SetReferral', wallet: A, referral: null });
    expect(Desk.trades(buy(desk, '0.1'))[0]?.taker.feeRate).toBe(50_000);
  });

  test.each([
    [0, 'discount must be above 0 and below 1'],
    [100_000_000, 'discount must be above 0 and below 1'],
    [1_999_999, 'discount would leave a fee below the highest rebate'],
  ])('of %i is refused and changes nothing', (discount, message) => {
    const desk = new Desk(ladder({ makerRate: -1_000, takerRate: 50_000 }));
    const before = JSON.stringify(canonicalState(desk.engine.state), inText);
    const { refusal, events } = refer(desk, discount);
    expect([refusal?.http, refusal?.code, refusal?.message]).toEqual([400, 'INVALID_VALUE', message]);
    expect(events).toEqual([]);
    expect(JSON.stringify(canonicalState(desk.engine.state), inText).replace(/"inputSeq":\d+/, '')).toBe(
      before.replace(/"inputSeq":\d+/, ''),
    );
  });

  test('that leaves fee and rebate level is accepted', () => {
    const desk = new Desk(ladder({ makerRate: -1_000, takerRate: 50_000 }));
    expect(Desk.seen(refer(desk, 2_000_000))).toEqual(['ReferralSet']);
  });
});

const inText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}n` : value);
