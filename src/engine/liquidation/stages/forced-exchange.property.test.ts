import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { summaryOf } from '../../risk/margin.ts';
import { BackedVenue } from './backed-venue.test-helper.ts';

const RUNS = { seed: 7, numRuns: 500 } as const;
const UNIT = 100_000_000n;

/** Account 0 with some of each asset at some price and peg, and a debt of about what that carries. */
const debtors = fc
  .record({
    weth: fc.integer({ min: 0, max: 40_000 }),
    btc: fc.integer({ min: 0, max: 3_000 }),
    eth: fc.integer({ min: 1, max: 500_000 }),
    wethPeg: fc.integer({ min: 1, max: 120_000_000 }),
    btcPeg: fc.constantFrom(100_000_000, 73_000_001),
    percent: fc.integer({ min: 80, max: 125 }),
    more: fc.integer({ min: 0, max: 100_000_000 }),
    capacity: fc.constantFrom('0', '0', '5000.25', '90000'),
    gain: fc.integer({ min: -20, max: 20 }),
  })
  .map((drawn) => {
    const holding = { WETH: (drawn.weth / 1_000).toFixed(3), BTC: (drawn.btc / 1_000).toFixed(3) };
    const venue = new BackedVenue(holding, { capacity: drawn.capacity });
    venue.run({ type: 'Deposit', account: 0, asset: 'USDT', amount: 2_000n * UNIT });
    venue.run({ type: 'Deposit', account: 1, asset: 'USDT', amount: 2_000n * UNIT });
    venue.place(1, 'sell', '0.1', '95000');
    venue.place(0, 'buy', '0.1', '95000');
    venue.run({ type: 'SetIndexPrice', symbol: 'ETH-USDT', price: drawn.eth * 10_000_000 });
    venue.run({ type: 'SetIndexPrice', symbol: 'BTC-USDT', price: (95_000 + 100 * drawn.gain) * 100_000_000 });
    venue.run({ type: 'SetPeg', asset: 'WETH', peg: drawn.wethPeg });
    venue.run({ type: 'SetPeg', asset: 'BTC', peg: drawn.btcPeg });
    const cash = venue.account(0).balances.get('USDT') ?? 0n;
    const debt = (backing(venue).reduce((sum, { value }) => sum + value, 0n) * BigInt(drawn.percent)) / 100n;
    venue.owe(0, '0', cash + debt + BigInt(drawn.more));
    return { venue, capacity: BigInt(Math.round(Number(drawn.capacity) * 100)) * 1_000_000n };
  });

/** What account 0 holds beside USDT: price of a whole one, and value as the record would state it. */
function backing(venue: BackedVenue): { held: bigint; price: bigint; value: bigint }[] {
  const { state } = venue.engine;
  return (['WETH', 'BTC'] as const).map((asset) => {
    const index = BigInt(state.markets.get(asset === 'WETH' ? 'ETH-USDT' : 'BTC-USDT')?.index ?? 0);
    const price = halfEven(index * BigInt(state.pegs.get(asset) ?? UNIT));
    const held = venue.account(0).balances.get(asset) ?? 0n;
    return { held, price, value: halfEven(held * price) };
  });
}

function halfEven(product: bigint): bigint {
  const [whole, rest] = [product / UNIT, product % UNIT];
  return rest * 2n > UNIT || (rest * 2n === UNIT && whole % 2n === 1n) ? whole + 1n : whole;
}

const debtOf = (venue: BackedVenue): bigint => summaryOf(venue.engine.state, venue.account(0)).debt;

/** Debt against nine tenths or 95 % of what is there, without a rounding. */
const isWithin = (
  venue: BackedVenue,
  percent: bigint,
  debt = debtOf(venue),
  less: readonly bigint[] = [0n, 0n],
): boolean => {
  const carried = backing(venue).map(({ held, price }, place) => halfEven((held + (less[place] ?? 0n)) * price));
  return debt * 100n <= carried.reduce((sum, value) => sum + value, 0n) * percent;
};

describe('forced exchanges', () => {
  // Goal: no debt is left too large, nothing is sold without need, and a sale conserves value. Method: any holding,
  // price, peg, gain and capacity around the levels; the last sale is taken back by one step of its grid.
  test('end within ltv and capacity, conserve value, and take the fewest steps', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(debtors, ({ venue, capacity }) => {
        const before = { debt: debtOf(venue), within: isWithin(venue, 95n), holding: backing(venue) };
        const { accountValue } = summaryOf(venue.engine.state, venue.account(0));
        const sales = venue.sell();
        const over = capacity > 0n && before.debt > capacity;
        const left = backing(venue).some(({ value }) => value > 0n);
        expect(summaryOf(venue.engine.state, venue.account(0)).accountValue).toBe(accountValue);
        expect(sales.length).toBeLessThanOrEqual(2);
        const count = (what: string): unknown => seen.set(what, (seen.get(what) ?? 0) + 1);
        const due = (!before.within || over) && before.holding.some(({ value }) => value > 0n);
        expect(sales.length > 0).toBe(due);
        count(due ? `${sales.length} sold` : 'none');
        if (!due) return;
        if (left) {
          if (over) expect(debtOf(venue) <= capacity).toBe(true);
          if (!before.within) expect(isWithin(venue, 90n)).toBe(true);
        } else count('all');
        const last = sales.at(-1);
        if (last?.type !== 'CollateralExchanged') throw new Error('collateral was sold');
        const place = last.source === 'WETH' ? 0 : 1;
        const { held, price } = backing(venue)[place] ?? { held: 0n, price: 0n };
        const debt = debtOf(venue) + (halfEven((held + 1n) * price) - halfEven(held * price));
        // A debt that ended below zero says nothing of a step less.
        if (debtOf(venue) === 0n) return;
        const enough =
          (before.within || isWithin(venue, 90n, debt, place === 0 ? [1n, 0n] : [0n, 1n])) &&
          (!over || debt <= capacity);
        expect(enough).toBe(false);
        count('step');
        expect(venue.sell()).toEqual([]);
      }),
      RUNS,
    );
    for (const what of ['none', '1 sold', '2 sold', 'all', 'step']) expect(seen.get(what) ?? 0).toBeGreaterThan(10);
  });
});
