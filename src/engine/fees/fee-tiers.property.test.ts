import { expect, test } from 'vitest';
import { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import type { TimeMs, Units } from '../../kernel/units.ts';
import { TestVenue } from '../venue.test-helper.ts';
import { testConfig } from '../config.test-helper.ts';
import type { ExchangeConfig } from '../config.ts';
import type { FillSide, TradedEvent } from '../event.ts';
import { checkInvariants } from '../invariants.ts';
import { shareOf } from '../../kernel/test-budget.test-helper.ts';

const HOUR = 3_600_000;
const RUNS = shareOf(40);
const STEPS = 150;

/** Minimum volume, maker rate, taker rate. */
const RUNGS = [
  [0n, 20_000, 50_000],
  [2_000_000_000_000n, 16_000, 40_000],
  [5_000_000_000_000n, 0, 17_000],
] as const;

function ladderConfig(): ExchangeConfig {
  const config = testConfig();
  const [first, custom] = config.tiers;
  if (!first || !custom) throw new Error('the test world has two tiers');
  const rungs = RUNGS.map(([minVolume, makerRate, takerRate], index) => {
    return { ...first, tierId: `tier_${index + 1}`, minVolume, makerRate, takerRate };
  });
  const devAccounts = config.devAccounts.map((dev) => ({ ...dev, tierId: 'tier_1' }));
  return { ...config, tiers: [...rungs, custom], devAccounts };
}

/** The slow twin: every fill is remembered for ever, and everything is counted afresh each time. */
class Remembered {
  readonly fills: { readonly account: number; readonly at: TimeMs; readonly notional: Units }[] = [];
  readonly discounts = new Map<number, number>();

  volumeOf(account: number, now: TimeMs): Units {
    const hourNow = Math.floor(now / HOUR);
    return this.fills
      .filter((fill) => fill.account === account && hourNow - Math.floor(fill.at / HOUR) < 14 * 24)
      .reduce((sum, fill) => sum + fill.notional, 0n);
  }

  rungOf(account: number, now: TimeMs): number {
    const volume = this.volumeOf(account, now);
    return RUNGS.filter(([minimum]) => volume >= minimum).length - 1;
  }

  rateOf(account: number, role: 'maker' | 'taker', now: TimeMs): number {
    const rung = RUNGS[this.rungOf(account, now)];
    const rate = rung?.[role === 'maker' ? 1 : 2] ?? 0;
    // Discounts are drawn in steps of 1/10, so that every product is whole.
    return (rate * (this.discounts.get(account) ?? 10)) / 10;
  }
}

function checkSide(twin: Remembered, trade: TradedEvent, side: FillSide, role: 'maker' | 'taker'): void {
  expect(side.feeRate).toBe(twin.rateOf(side.account, role, trade.at));
  const error = side.fee * 100_000_000n - trade.notional * BigInt(side.feeRate);
  expect(error * 2n <= 100_000_000n && error * -2n <= 100_000_000n).toBe(true);
}

// Goal: INV-34, and tiers that are at every moment those of the exact rolling volume. Method: random trades among four
// wallets, discounts that come and go, hours and weeks that pass; a twin that forgets nothing recounts each time.
test(`${RUNS} random runs charge what the tier and the discount of the moment say`, () => {
  const moves = { up: 0, down: 0, discounted: 0 };
  for (let run = 0; run < RUNS; run += 1) {
    const venue = new TestVenue(ladderConfig());
    const { state } = venue.engine;
    const twin = new Remembered();
    const draw = new RandomInputs(String(run), 'fee tiers');
    const rungs = [0, 0, 0, 0];
    for (let step = 0; step < STEPS; step += 1) {
      const dice = draw.between(0, 9);
      if (dice === 0) venue.advance(draw.chance(400_000) ? draw.between(0, 400 * HOUR) : draw.between(0, 3 * HOUR));
      const maker = draw.between(0, 3);
      const taker = (maker + draw.between(1, 3)) % 4;
      if (dice === 1) {
        const tenths = draw.between(1, 9);
        twin.discounts.set(maker, tenths);
        const referral = { code: 'FRIEND', discount: tenths * 10_000_000 };
        venue.run({ type: 'SetReferral', wallet: venue.account(maker).owner, referral });
      }
      const quantity = `0.0${draw.between(1, 9)}`;
      venue.place(maker, 'sell', quantity, '95000', { orderType: 'limitGtc' });
      for (const trade of TestVenue.trades(venue.place(taker, 'buy', quantity, '95000', { orderType: 'limitIoc' }))) {
        checkSide(twin, trade, trade.maker, 'maker');
        checkSide(twin, trade, trade.taker, 'taker');
        if (twin.discounts.has(trade.taker.account)) moves.discounted += 1;
        for (const side of [trade.maker, trade.taker]) {
          twin.fills.push({ account: side.account, at: trade.at, notional: trade.notional });
        }
      }
      for (const account of [0, 1, 2, 3]) {
        const rung = twin.rungOf(account, state.now);
        expect(state.wallets.get(venue.account(account).owner)?.tierId).toBe(`tier_${rung + 1}`);
        if (rung > (rungs[account] ?? 0)) moves.up += 1;
        if (rung < (rungs[account] ?? 0)) moves.down += 1;
        rungs[account] = rung;
      }
    }
    checkInvariants(state);
  }
  expect(moves.up).toBeGreaterThan(shareOf(100));
  expect(moves.down).toBeGreaterThan(shareOf(20));
  expect(moves.discounted).toBeGreaterThan(shareOf(1_000));
});
