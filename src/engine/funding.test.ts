import { describe, expect, test } from 'vitest';
import { unitsOf } from '../kernel/decimal.ts';
import { testConfig } from './config.test-helper.ts';
import type { EngineEvent, FundingPaidEvent, FundingSettledEvent } from './event.ts';
import { evolve } from './evolve.ts';
import { fundingRateAt } from './funding.ts';
import { checkInvariants } from './invariants.ts';
import type { Market } from './state.ts';
import { TestVenue } from './venue.test-helper.ts';

const HOUR_MS = 3_600_000;
/** 2026-01-05T00:00:00Z, when the test world begins. */
const START = 1_767_571_200_000;

const btc = (venue: TestVenue): Market => {
  const market = venue.engine.state.markets.get('BTC-USDT');
  if (!market) throw new Error('there is a BTC-USDT');
  return market;
};

const advance = (venue: TestVenue, ms: number): readonly EngineEvent[] =>
  venue.engine.apply({ kind: 'clock', at: venue.engine.state.now + ms }).events;
const paid = (events: readonly EngineEvent[]): FundingPaidEvent[] =>
  events.flatMap((event) => (event.type === 'FundingPaid' ? [event] : []));
const settled = (events: readonly EngineEvent[]): FundingSettledEvent[] =>
  events.flatMap((event) => (event.type === 'FundingSettled' && event.symbol === 'BTC-USDT' ? [event] : []));

/** The mark jumps; nothing rests in the book, so it stays there. */
const setMark = (venue: TestVenue, mark: number): void =>
  evolve(venue.engine.state, { type: 'MarkMoved', at: venue.engine.state.now, symbol: 'BTC-USDT', premium: 0, mark });

/** Account 0 is long 0.1 BTC from 95,000 against account 1. */
function longVenue(): TestVenue {
  const venue = new TestVenue();
  venue.place(1, 'sell', '0.1', '95000');
  venue.place(0, 'buy', '0.1', '95000');
  return venue;
}

describe('the running hour', () => {
  test('is sampled each second, also when it is not read', () => {
    const venue = new TestVenue();
    setMark(venue, 95_380);
    advance(venue, HOUR_MS / 2);
    setMark(venue, 95_000);
    // So far 0.004 of premium: 0.0035 / 8.
    expect(fundingRateAt(btc(venue), venue.engine.state.now)).toBe(43_750);
    const [event] = settled(advance(venue, HOUR_MS / 2));
    // Half an hour of it is a mean of 0.002: 0.0015 / 8.
    expect(event).toMatchObject({
      rate: 18_750,
      samples: 3_600,
      premiumSum: 7_200_000_000_000_000_000n,
      at: START + HOUR_MS,
    });
  });

  test('counts each second as it stood when it struck', () => {
    const venue = new TestVenue();
    advance(venue, 999);
    setMark(venue, 95_380);
    advance(venue, 1);
    setMark(venue, 95_000);
    advance(venue, 1_999);
    expect(btc(venue).funding).toMatchObject({ samples: 1, premiumSum: 4_000_000_000_000_000n });
    // 0.004 / 2 samples less 0.0005, over eight.
    expect(fundingRateAt(btc(venue), START + 2_999)).toBe(18_750);
    expect(fundingRateAt(btc(venue), START + 3_000)).toBe(10_417);
  });

  test('before its first second, the present premium is the estimate', () => {
    const venue = new TestVenue();
    expect(fundingRateAt(btc(venue), START)).toBe(1_250);
    setMark(venue, 95_380);
    expect(fundingRateAt(btc(venue), START)).toBe(43_750);
  });

  test('starts anew after a settlement, which is remembered', () => {
    const venue = new TestVenue();
    setMark(venue, 95_380);
    advance(venue, HOUR_MS);
    expect(btc(venue).funding).toEqual({
      sampledTo: START + HOUR_MS,
      samples: 0,
      premiumSum: 0n,
      lastRate: 43_750,
      lastAt: START + HOUR_MS,
    });
  });

  test('may be shorter than an hour: one of less than a second has the sample of its end', () => {
    const venue = new TestVenue(testConfig({ startTime: START + HOUR_MS - 400 }));
    expect(settled(advance(venue, 400))).toMatchObject([{ samples: 1, rate: 1_250, at: START + HOUR_MS }]);
    expect(settled(advance(venue, HOUR_MS))).toMatchObject([{ samples: 3_600, at: START + 2 * HOUR_MS }]);
  });
});

describe('a settlement', () => {
  test('takes from longs what it gives to shorts while the rate is positive', () => {
    const venue = longVenue();
    const [long, short] = [0, 1].map((no) => venue.account(no).balances.get('USDT') ?? 0n);
    const events = advance(venue, HOUR_MS);
    // 0.1 x 95,000 x 0.0000125
    expect(paid(events)).toMatchObject([
      {
        payment: 1,
        account: 0,
        position: 2,
        lots: 10_000,
        rate: 1_250,
        index: 9_500_000_000_000,
        amount: -11_875_000n,
      },
      { payment: 2, account: 1, position: 1, lots: -10_000, rate: 1_250, amount: 11_875_000n },
    ]);
    expect(venue.account(0).balances.get('USDT')).toBe((long ?? 0n) - 11_875_000n);
    expect(venue.account(1).balances.get('USDT')).toBe((short ?? 0n) + 11_875_000n);
    expect([0, 1].map((no) => venue.account(no).positions.get('BTC-USDT')?.netFunding)).toEqual([
      -11_875_000n,
      11_875_000n,
    ]);
    checkInvariants(venue.engine.state);
  });

  test('turns round with the sign of the rate', () => {
    const venue = longVenue();
    setMark(venue, 94_620);
    // -0.004 + 0.0005, over eight, times 9,500.
    expect(paid(advance(venue, HOUR_MS)).map(({ rate, amount }) => [rate, amount])).toEqual([
      [-43_750, 415_625_000n],
      [-43_750, -415_625_000n],
    ]);
  });

  test('books what roundings leave over', () => {
    const venue = new TestVenue(testConfig({ markets: testConfig().markets.slice(0, 1) }));
    venue.run({ type: 'SetIndexPrice', symbol: 'BTC-USDT', price: 9_500_037_000_000 });
    for (const [seller, size] of [
      [1, '0.00101'],
      [2, '0.00102'],
    ] as const) {
      venue.place(seller, 'sell', size, '95000');
      venue.place(0, 'buy', size, '95000');
    }
    // 0.00203 x 95,000.37 x 0.0000125 is 0.00241063438875, 0.00101 of it 0.00119937967125, 0.00102 of it 0.0012112547175.
    const amounts = paid(advance(venue, HOUR_MS)).map(({ amount }) => amount);
    expect(amounts).toEqual([-241_063n, 119_938n, 121_125n]);
    expect(venue.engine.state.house.residue.get('USDT')).toBe(0n);
    venue.run({ type: 'SetIndexPrice', symbol: 'BTC-USDT', price: 9_500_050_000_000 });
    // At 95,000.5 they are 0.0024106376875, 0.0011993813125 and 0.001211256375.
    expect(paid(advance(venue, HOUR_MS)).map(({ amount }) => amount)).toEqual([-241_064n, 119_938n, 121_126n]);
    venue.run({ type: 'SetIndexPrice', symbol: 'BTC-USDT', price: 9_500_020_000_000 });
    // At 95,000.2 they are 0.002410630075, 0.001199377525 and 0.00121125255.
    expect(paid(advance(venue, HOUR_MS)).map(({ amount }) => amount)).toEqual([-241_063n, 119_938n, 121_125n]);
    checkInvariants(venue.engine.state);
  });

  test('pays into and out of what an isolated market holds', () => {
    const venue = new TestVenue();
    venue.place(1, 'sell', '0.1', '95000');
    venue.run({
      type: 'PlaceIsolatedOrder',
      account: 0,
      symbol: 'BTC-USDT',
      side: 'buy',
      orderType: 'limitGtc',
      price: '95000',
      quantity: '0.1',
      reduceOnly: false,
      postOnly: false,
      clientId: '',
      expiresAt: null,
      source: '',
      leverage: 20,
      margin: unitsOf('500'),
    });
    advance(venue, HOUR_MS);
    // 500 less the fee of 4.75 and funding of 0.11875.
    expect(venue.account(0).isolated.get('BTC-USDT')?.margin).toBe(unitsOf('495.13125'));
    expect(venue.account(0).balances.get('USDT')).toBe(unitsOf('999500'));
    checkInvariants(venue.engine.state);
  });

  test('spares a position that was closed before the hour, and one that is opened on it', () => {
    const venue = longVenue();
    venue.place(1, 'buy', '0.1', '95000');
    venue.place(0, 'sell', '0.1', '95000');
    expect(paid(advance(venue, HOUR_MS))).toEqual([]);
    venue.place(1, 'sell', '0.1', '95000');
    venue.place(0, 'buy', '0.1', '95000');
    expect(venue.account(0).positions.get('BTC-USDT')?.netFunding).toBe(0n);
    expect(paid(advance(venue, HOUR_MS))).toHaveLength(2);
  });

  test('happens once an hour, in one advance or in many (INV-36)', () => {
    const whole = longVenue();
    const events = advance(whole, 5 * HOUR_MS + 1);
    expect(settled(events).map(({ at }) => at)).toEqual([1, 2, 3, 4, 5].map((hour) => START + hour * HOUR_MS));
    expect(paid(events)).toHaveLength(10);
    const steps = longVenue();
    for (const ms of [HOUR_MS - 1, 1, 0, 1, HOUR_MS - 1, 2 * HOUR_MS, HOUR_MS, 1]) advance(steps, ms);
    for (const venue of [whole, steps]) {
      expect(venue.account(0).positions.get('BTC-USDT')?.netFunding).toBe(-59_375_000n);
    }
  });
});
