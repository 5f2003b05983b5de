import { expect, test } from 'vitest';
import { absBig, formatScaled } from '../../kernel/decimal.ts';
import { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import type { Units } from '../../kernel/units.ts';
import { TestVenue } from '../venue.test-helper.ts';
import { testConfig, testMarket } from '../config.test-helper.ts';
import type { ExchangeConfig } from '../config.ts';
import { clearanceFillOf } from '../liquidation/stages/slice.ts';
import { marketOf } from '../risk/margin.ts';

const RUNS = 60;
const HOUR_MS = 3_600_000;

/** Rates and a clearance fee that leave a remainder in nearly every product. */
function oddConfig(): ExchangeConfig {
  const config = testConfig({ markets: [testMarket('BTC-USDT', { clearanceFee: 499_999 })] });
  return { ...config, tiers: config.tiers.map((tier) => ({ ...tier, makerRate: 12_347, takerRate: 33_331 })) };
}

const sizeText = (lots: number): string => formatScaled(BigInt(lots) * 1_000n, 8);

/** A whole in two to nine parts, each large enough to be an order. */
function parts(draw: RandomInputs, lots: number): number[] {
  const made: number[] = [];
  let left = lots;
  for (let part = draw.between(1, 8); part > 0 && left > 400; part -= 1) {
    const some = draw.between(100, left - 200);
    made.push(some);
    left -= some;
  }
  return [...made, left];
}

/** What is rounded once instead of `count` times differs by half a unit each at most, and never by what an asset can name. */
function expectAlike(split: Units, whole: Units, count: number): void {
  const off = absBig(split - whole);
  expect(off * 2n <= BigInt(count + 1)).toBe(true);
  expect(off < 100n).toBe(true);
}

// Goal: INV-06 for what trades and liquidations cost. Method: the same size in one fill and in several, at the same price,
// as maker, as taker and against a liquidated account.
test('splitting an order or a liquidation moves no fee by more than the roundings of its parts', () => {
  let uneven = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const draw = new RandomInputs(String(run), 'split fees');
    const lots = draw.between(1_000, 90_000);
    const price = draw.between(94_000, 96_000);
    const split = parts(draw, lots);
    const [whole, many] = [lots, split].map((sizes) => {
      const venue = new TestVenue(oddConfig());
      venue.place(0, 'sell', sizeText(lots), String(price));
      for (const size of [sizes].flat()) venue.place(1, 'buy', sizeText(size), String(price));
      expect(venue.account(1).positions.get('BTC-USDT')?.lots).toBe(lots);
      const market = marketOf(venue.engine.state, 'BTC-USDT');
      // So much is required besides that no fill ever heals, and all of it is taken.
      const closing = { market, lots, equity: 10n ** 16n, others: 10n ** 18n };
      const fills = [sizes].flat().map((size) => clearanceFillOf(closing, price, size));
      const clearance = fills.reduce((sum, fill) => sum + (fill?.fee ?? 0n), 0n);
      return { maker: venue.account(0).balances.get('USDT'), taker: venue.account(1).balances.get('USDT'), clearance };
    });
    if (!whole || !many) throw new Error('both were played');
    for (const side of ['maker', 'taker', 'clearance'] as const) {
      expectAlike(many[side] ?? 0n, whole[side] ?? 0n, split.length);
      if (many[side] !== whole[side]) uneven += 1;
    }
  }
  // Otherwise nothing would have been rounded.
  expect(uneven).toBeGreaterThan(30);
});

// Goal: INV-06 for funding. Method: a position in one account and the same spread over two, funded by the same hour.
test('spreading a position over accounts moves its funding by no more than the roundings', () => {
  let uneven = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const draw = new RandomInputs(String(run), 'split funding');
    const venue = new TestVenue(oddConfig());
    const lots = draw.between(1_000, 90_000);
    const some = draw.between(300, lots - 300);
    for (const [account, size] of [
      [1, lots],
      [2, some],
      [3, lots - some],
    ] as const) {
      venue.place(0, 'sell', sizeText(size), '95000');
      venue.place(account, 'buy', sizeText(size), '95000');
    }
    venue.run({
      type: 'SetIndexPrice',
      symbol: 'BTC-USDT',
      price: 9_500_000_000_000 + draw.between(-999_999, 999_999),
    });
    venue.advance(HOUR_MS);
    const [whole = 0n, first = 0n, second = 0n] = [1, 2, 3].map(
      (no) => venue.account(no).positions.get('BTC-USDT')?.netFunding,
    );
    expect(whole < 0n).toBe(true);
    expectAlike(first + second, whole, 2);
    if (first + second !== whole) uneven += 1;
  }
  expect(uneven).toBeGreaterThan(5);
});
