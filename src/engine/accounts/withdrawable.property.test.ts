import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BackedVenue } from '../liquidation/stages/backed-venue.test-helper.ts';
import { TestVenue } from '../venue.test-helper.ts';
import { checkInvariants } from '../invariants.ts';
import { collateralValueOf, summaryOf } from '../risk/margin.ts';

const RUNS = { seed: 7, numRuns: 400 } as const;
const UNIT = 100_000_000n;

/** Account 0 with collateral at some peg, a cross and perhaps an isolated position, an order, and a balance that may be a debt. */
const venues = fc
  .record({
    weth: fc.integer({ min: 0, max: 300_000 }),
    btc: fc.integer({ min: 0, max: 2_000 }),
    peg: fc.integer({ min: 10_000_000, max: 110_000_000 }),
    cash: fc.bigInt({ min: -60_000n * UNIT, max: 20_000n * UNIT }),
    lots: fc.integer({ min: 0, max: 50_000 }),
    side: fc.constantFrom('buy', 'sell'),
    index: fc.integer({ min: 91_000, max: 99_000 }),
    leverage: fc.integer({ min: 1, max: 100 }),
    isolated: fc.boolean(),
  })
  .map(({ weth, btc, peg, cash, lots, side, index, leverage, isolated }) => {
    const venue = new BackedVenue({ WETH: (weth / 1_000).toFixed(3), BTC: (btc / 1_000).toFixed(3) });
    for (const account of [0, 1]) venue.run({ type: 'Deposit', account, asset: 'USDT', amount: 1_000_000n * UNIT });
    const quantity = (lots / 100_000).toFixed(5);
    venue.run({ type: 'SetLeverage', account: 0, symbol: 'BTC-USDT', leverage });
    venue.place(1, side === 'buy' ? 'sell' : 'buy', quantity, '95000');
    venue.place(0, side, quantity, '95000');
    venue.place(0, side, '0.01', side === 'buy' ? '91000' : '99000');
    if (isolated) holdIsolated(venue);
    venue.run({ type: 'SetIndexPrice', symbol: 'BTC-USDT', price: index * 100_000_000 });
    venue.run({ type: 'SetPeg', asset: 'WETH', peg });
    const held = venue.account(0).balances.get('USDT') ?? 0n;
    venue.owe(0, '0', held - cash);
    return venue;
  });

function holdIsolated(venue: BackedVenue): void {
  const order = { symbol: 'ETH-USDT', orderType: 'limitGtc', price: '3300', quantity: '1' } as const;
  venue.place(1, 'sell', '1', '3300', order);
  venue.run({
    ...order,
    type: 'PlaceIsolatedOrder',
    account: 0,
    side: 'buy',
    reduceOnly: false,
    postOnly: false,
    clientId: '',
    expiresAt: null,
    source: '',
    leverage: 10,
    margin: 500n * UNIT,
  });
}

describe('what can be withdrawn from an account that may owe something', () => {
  // Goal: INV-40 and INV-47. Method: the reported maximum of an asset goes out and leaves margin intact; a step more does
  // not, and of what is owed nothing goes out at all.
  test('is what is reported, and one step more is refused', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(venues, fc.constantFrom('USDT', 'WETH', 'BTC'), (venue, asset) => {
        const { state } = venue.engine;
        const account = venue.account(0);
        const spec = state.config.collaterals.find((candidate) => candidate.asset === asset);
        if (!spec) throw new Error('the world has all three');
        const summary = summaryOf(state, account);
        const { withdrawable, quantity } = collateralValueOf(state, account, spec);
        const grid = asset === 'USDT' ? 100n : 1n;
        const move = (amount: bigint): unknown =>
          TestVenue.seen(venue.run({ type: 'TransferCollateral', from: 0, to: 2, asset, amount }));
        if (summary.adjustedAccountValue > 0n) expect(summary.adjustedAccountValue <= summary.accountValue).toBe(true);
        expect(withdrawable >= 0n && (quantity < 0n ? withdrawable === 0n : withdrawable <= quantity)).toBe(true);
        if (asset === 'USDT') expect(withdrawable).toBe(summary.withdrawable - (summary.withdrawable % 100n));
        expect(move(withdrawable + grid)).toBe('INSUFFICIENT_MARGIN');
        seen.add(`${asset} ${withdrawable === 0n ? 'nothing' : withdrawable + grid > quantity ? 'whole' : 'part'}`);
        if (quantity < 0n) seen.add('a debt');
        if (withdrawable === 0n) return;
        if (summary.debt > 0n) seen.add('collateral beside a debt');
        expect(move(withdrawable)).toEqual(['Transferred']);
        expect(summaryOf(state, account).freeValue >= 0n).toBe(true);
        checkInvariants(state);
      }),
      RUNS,
    );
    expect([...seen].sort()).toEqual([
      'BTC nothing',
      'BTC part',
      'BTC whole',
      'USDT nothing',
      'USDT part',
      'USDT whole',
      'WETH nothing',
      'WETH part',
      'WETH whole',
      'a debt',
      'collateral beside a debt',
    ]);
  });
});
