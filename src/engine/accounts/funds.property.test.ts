import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TestVenue } from '../venue.test-helper.ts';
import { checkInvariants } from '../invariants.ts';
import { collateralValueOf, summaryOf } from '../risk/margin.ts';
import { collateralConfig } from './collateral.test-helper.ts';

const RUNS = { seed: 7, numRuns: 200 } as const;
const DESTINATION = `0x${'9'.repeat(40)}`;

/** A test exchange whose account 0 holds some WETH and carries a position, at some price of each. */
const venues = fc
  .record({
    weth: fc.integer({ min: 0, max: 1_500_000 }),
    lots: fc.integer({ min: 0, max: 400_000 }),
    side: fc.constantFrom('buy', 'sell'),
    btc: fc.integer({ min: 90_000, max: 100_000 }),
    eth: fc.integer({ min: 1_000, max: 4_000_000 }),
  })
  .map(({ weth, lots, side, btc, eth }) => {
    const venue = new TestVenue(collateralConfig((weth / 1_000).toFixed(3)));
    const quantity = (lots / 100_000).toFixed(5);
    venue.place(1, side === 'buy' ? 'sell' : 'buy', quantity, '95000');
    venue.place(0, side, quantity, '95000');
    venue.run({ type: 'SetIndexPrice', symbol: 'BTC-USDT', price: btc * 100_000_000 });
    venue.run({ type: 'SetIndexPrice', symbol: 'ETH-USDT', price: eth * 100_000 });
    return venue;
  });

describe('what can be withdrawn', () => {
  // Goal: INV-40. Method: whatever the holdings, the position and the prices, the reported maximum of each asset goes
  // out and leaves margin intact; a step more does not.
  test('is what is reported, and one step more is refused', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(venues, fc.constantFrom('USDT', 'WETH'), (venue, asset) => {
        const { state } = venue.engine;
        const spec = state.config.collaterals.find((candidate) => candidate.asset === asset);
        if (!spec) throw new Error('the world has both assets');
        const row = collateralValueOf(state, venue.account(0), spec);
        const grid = asset === 'USDT' ? 100n : 1n;
        expect(row.withdrawable >= 0n && row.withdrawable % grid === 0n).toBe(true);
        const move = (amount: bigint): unknown =>
          TestVenue.seen(venue.run({ type: 'TransferCollateral', from: 0, to: 2, asset, amount }));
        expect(move(row.withdrawable + grid)).toBe('INSUFFICIENT_MARGIN');
        seen.add(row.withdrawable === 0n ? 'nothing' : row.withdrawable + grid > row.quantity ? 'whole' : 'part');
        if (row.withdrawable === 0n) return;
        expect(move(row.withdrawable)).toEqual(['Transferred']);
        expect(summaryOf(state, venue.account(0)).freeValue >= 0n).toBe(true);
        checkInvariants(state);
      }),
      RUNS,
    );
    expect([...seen].sort()).toEqual(['nothing', 'part', 'whole']);
  });
});

describe('what is exchanged', () => {
  // Goal: INV-06. Method: the same quantity sold at once and in two parts, across haircut bands.
  test('never pays more in parts, nor lifts what backs the account', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 100_000_000 }), fc.integer({ min: 1, max: 99 }), (steps, percent) => {
        const quantity = BigInt(steps) * 1_500n;
        const first = (quantity * BigInt(percent)) / 100n;
        const paid = (...parts: bigint[]): bigint => {
          const venue = new TestVenue(collateralConfig('1500'));
          const before = summaryOf(venue.engine.state, venue.account(0)).adjustedAccountValue;
          for (const amount of parts) {
            venue.run({ type: 'ExchangeCollateral', account: 0, source: 'WETH', want: { kind: 'give', amount } });
          }
          expect(summaryOf(venue.engine.state, venue.account(0)).adjustedAccountValue <= before).toBe(true);
          return venue.account(0).balances.get('USDT') ?? 0n;
        };
        expect(paid(first, quantity - first) <= paid(quantity)).toBe(true);
      }),
      RUNS,
    );
  });
});

describe('withdrawals', () => {
  // Goal: INV-08. Method: any amount above the fee, whichever way it ends, counted to the last unit.
  test('cost what they say or nothing at all', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 170_001n, max: 1_000_000_000n }), fc.boolean(), (amount, fails) => {
        const venue = new TestVenue(collateralConfig());
        if (fails) venue.run({ type: 'PlanWithdrawal', account: 0, outcome: 'failed' });
        const asset = 'WETH';
        venue.run({ type: 'WithdrawCollateral', account: 0, asset, amount, destination: DESTINATION });
        expect(venue.account(0).pendingWithdraw.get(asset)).toBe(amount);
        venue.advance(60_000);
        const { balances, pendingWithdraw } = venue.account(0);
        expect([balances.get(asset), pendingWithdraw.get(asset)]).toEqual([1_000_000_000n - (fails ? 0n : amount), 0n]);
        const { external, withdrawalFees } = venue.engine.state.house;
        expect(withdrawalFees.get(asset)).toBe(fails ? undefined : 170_000n);
        expect(external.get(asset)).toBe(-4_000_000_000n + (fails ? 0n : amount - 170_000n));
        checkInvariants(venue.engine.state);
      }),
      RUNS,
    );
  });
});
