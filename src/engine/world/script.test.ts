import { describe, expect, test } from 'vitest';
import { collateralConfig } from '../accounts/collateral.test-helper.ts';
import { TestVenue } from '../venue.test-helper.ts';
import { testConfig, testMarket } from '../config.test-helper.ts';
import type { ScriptStep } from '../config.ts';
import type { EngineEvent } from '../event.ts';
import { collateralPriceOf } from '../risk/margin.ts';

const START = 1_767_571_200_000;
const SYMBOL = 'BTC-USDT';

const scripted = (...steps: ScriptStep[]): TestVenue =>
  new TestVenue(testConfig({ markets: [testMarket(SYMBOL, { process: { kind: 'script', steps } })] }));

/** Time after the start, and price or feed, of what happened to the market until then. */
function story(venue: TestVenue, ms: number): unknown[] {
  const { events } = venue.engine.apply({ kind: 'clock', at: venue.engine.state.now + ms });
  return events.flatMap((event: EngineEvent): unknown[] => {
    if (event.type === 'IndexMoved') {
      const afterMs = event.at - START;
      return [
        [afterMs, event.price / 100_000_000],
        [afterMs, 'mark', event.mark],
      ];
    }
    if (event.type === 'MarkMoved') return [[event.at - START, 'mark', event.mark]];
    return event.type === 'FeedSet' ? [[event.at - START, event.frozen ? 'stops' : 'goes on']] : [];
  });
}

const usdt = (price: number): number => price * 100_000_000;
const armed = (venue: TestVenue, kind: string): number =>
  venue.engine.state.timers.toCanonical().filter(({ job }) => job.kind === kind).length;

describe('a scripted index', () => {
  test('moves at its times, the mark with it, and leaves no timer behind', () => {
    const venue = scripted({ afterMs: 1_000, price: usdt(90_000) }, { afterMs: 61_000, price: usdt(76_000.5) });
    expect(armed(venue, 'index')).toBe(1);
    expect(story(venue, 999)).toEqual([]);
    expect(story(venue, 1)).toEqual([
      [1_000, 90_000],
      [1_000, 'mark', 90_000],
    ]);
    expect(armed(venue, 'index')).toBe(1);
    expect(story(venue, 86_400_000)).toEqual([
      [61_000, 76_000.5],
      [61_000, 'mark', 76_000],
    ]);
    expect(armed(venue, 'index')).toBe(0);
    expect(venue.engine.state.markets.get(SYMBOL)?.indexRandom).toBeNull();
  });

  test('gives the same price in one advance and in many', () => {
    const steps = [1, 2, 3, 4, 5].map((no) => ({ afterMs: no * 700, price: usdt(95_000 - no * 1_000) }));
    const slow = scripted(...steps);
    const fast = scripted(...steps);
    expect(Array.from({ length: 40 }, () => story(slow, 100)).flat()).toEqual(story(fast, 4_000));
    expect(slow.engine.state.markets.get(SYMBOL)?.index).toBe(usdt(90_000));
  });

  test('stops its feed after a price, emits nothing meanwhile, and restarts before a price', () => {
    const venue = scripted(
      { afterMs: 1_000, price: usdt(94_000), frozen: true },
      { afterMs: 2_000, price: usdt(80_000) },
      { afterMs: 3_000, price: usdt(70_000), frozen: true },
      { afterMs: 4_000, price: usdt(60_000), frozen: false },
    );
    expect(story(venue, 3_999)).toEqual([
      [1_000, 94_000],
      [1_000, 'mark', 94_000],
      [1_000, 'stops'],
    ]);
    expect(story(venue, 1)).toEqual([
      [4_000, 'goes on'],
      [4_000, 60_000],
      [4_000, 'mark', 60_000],
    ]);
    expect(venue.engine.state.markets.get(SYMBOL)).toMatchObject({ frozenAt: null, indexAt: START + 4_000 });
  });

  test('passes nothing on while the control plane has stopped the feed', () => {
    const venue = scripted({ afterMs: 1_000, price: usdt(90_000) }, { afterMs: 2_000, price: usdt(80_000) });
    venue.run({ type: 'SetFeed', symbol: SYMBOL, frozen: true });
    expect(story(venue, 1_500)).toEqual([]);
    venue.run({ type: 'SetFeed', symbol: SYMBOL, frozen: false });
    expect(story(venue, 500)).toEqual([
      [2_000, 80_000],
      [2_000, 'mark', 80_000],
    ]);
  });
});

describe('a scripted peg', () => {
  test('changes at its times what a collateral is worth, and leaves no timer behind', () => {
    const config = collateralConfig('10');
    const pegSteps = [
      { afterMs: 1_000, peg: 90_000_000 },
      { afterMs: 5_000, peg: 100_000_000 },
    ];
    const collaterals = config.collaterals.map((spec) => (spec.asset === 'WETH' ? { ...spec, pegSteps } : spec));
    const venue = new TestVenue({ ...config, collaterals });
    const [, weth] = collaterals;
    const price = (): bigint => (weth ? collateralPriceOf(venue.engine.state, weth) : 0n);
    venue.advance(999);
    expect([price(), armed(venue, 'peg')]).toEqual([330_000_000_000n, 1]);
    venue.advance(1);
    expect([price(), armed(venue, 'peg')]).toEqual([297_000_000_000n, 1]);
    venue.advance(4_000);
    expect([price(), armed(venue, 'peg')]).toEqual([330_000_000_000n, 0]);
    expect(venue.engine.state.pegs.size).toBe(0);
  });
});
