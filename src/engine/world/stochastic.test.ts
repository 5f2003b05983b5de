import { describe, expect, test } from 'vitest';
import { stateDigest } from '../canonical-state.ts';
import { testMarket } from '../config.test-helper.ts';
import { Engine } from '../engine.ts';
import type { EngineEvent } from '../event.ts';
import { decodeState, encodeState } from '../state-codec/state-codec.ts';
import type { Market } from '../state.ts';
import { TestVenue } from '../venue.test-helper.ts';
import { dynamicConfig, STILL, stochastic } from './dynamics.test-helper.ts';

const SYMBOL = 'BTC-USDT';
/** Monday, 00:00 UTC. */
const START = 1_767_571_200_000;
const PRICE = 9_500_000_000_000;

function advance({ engine }: TestVenue, ms: number): readonly EngineEvent[] {
  return engine.apply({ kind: 'clock', at: engine.state.now + ms }).events;
}

function marketOf({ engine }: TestVenue, symbol = SYMBOL): Market {
  const market = engine.state.markets.get(symbol);
  if (!market) throw new Error(`no ${symbol}`);
  return market;
}

type Moved = Extract<EngineEvent, { type: 'IndexMoved' }>;
const moves = (events: readonly EngineEvent[]): Moved[] =>
  events.flatMap((event) => (event.type === 'IndexMoved' ? [event] : []));

describe('a stochastic index', () => {
  test('draws the same first prices at the same times on every machine', () => {
    const events = moves(advance(new TestVenue(dynamicConfig()), 4_000));
    expect(events.map(({ at, price }) => [at - START, price])).toEqual([
      [1_000, 9_499_833_123_000],
      [1_992, 9_500_810_019_340],
      [2_860, 9_500_731_010_604],
      [3_425, 9_501_570_789_719],
    ]);
  });

  test('steps at any millisecond, half to one and a half of the mean after the step before', () => {
    const times = moves(advance(new TestVenue(dynamicConfig()), 600_000)).map(({ at }) => at);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(500);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(1_500);
    expect(gaps.length).toBeGreaterThan(570);
    expect(gaps.length).toBeLessThan(630);
    expect(times.filter((at) => at % 1_000 === 0).length).toBeLessThan(10);
  });

  test('follows the common factor of the same moment and moves the mark with it', () => {
    const events = advance(new TestVenue(dynamicConfig()), 1_000);
    expect(events.map(({ type }) => type)).toEqual(['FactorMoved', 'IndexMoved']);
  });

  test('goes on as before after its state was saved and restored', () => {
    const config = dynamicConfig();
    const venue = new TestVenue(config);
    advance(venue, 60_000);
    const restored = new Engine(decodeState(encodeState(venue.engine.state), config));
    expect(stateDigest(restored.state)).toBe(stateDigest(venue.engine.state));
    advance(venue, 60_000);
    restored.apply({ kind: 'clock', at: START + 120_000 });
    expect(stateDigest(restored.state)).toBe(stateDigest(venue.engine.state));
    expect(marketOf(venue).dynamics?.factorSeen).not.toBe(0);
  });

  test('goes on from a price that the control plane sets', () => {
    const venue = new TestVenue(dynamicConfig());
    advance(venue, 10_000);
    const before = marketOf(venue).dynamics;
    venue.run({ type: 'SetIndexPrice', symbol: SYMBOL, price: 5_000_000_000_000 });
    expect(marketOf(venue).dynamics).toEqual(before);
    const [next] = moves(advance(venue, 1_500));
    expect(Math.abs((next?.price ?? 0) - 5_000_000_000_000)).toBeLessThan(50_000_000_000);
  });

  test('stays within two ticks and the highest price, at any volatility', () => {
    const wild = { volatilityPpb: 300_000_000, fastPpm: 1_000_000, driftPpb: -200_000_000 };
    const low = moves(advance(new TestVenue(dynamicConfig(wild)), 1_000_000)).map(({ price }) => price);
    expect(Math.min(...low)).toBe(200_000_000);
    const high = moves(advance(new TestVenue(dynamicConfig({ ...wild, driftPpb: 400_000_000 })), 500_000));
    expect(Math.max(...high.map(({ price }) => price))).toBe(1_000_000_000_000_000);
  });
});

describe('a stochastic index that rests', () => {
  test('stands while its feed is frozen, and then makes up for the common factor', () => {
    const venue = new TestVenue(dynamicConfig(STILL));
    venue.run({ type: 'SetFeed', symbol: SYMBOL, frozen: true });
    expect(moves(advance(venue, 600_000))).toEqual([]);
    const level = venue.engine.state.factor?.level ?? 0;
    expect(level).not.toBe(0);
    venue.run({ type: 'SetFeed', symbol: SYMBOL, frozen: false });
    const [first] = moves(advance(venue, 1_000));
    const since = venue.engine.state.factor?.level ?? 0;
    expect(Math.abs(since - level)).toBeLessThan(1_000_000);
    expect(Math.abs((first?.price ?? 0) - (PRICE / 1_000_000_000) * (1_000_000_000 + since))).toBeLessThan(
      9_500_000_000,
    );
  });

  test('stands out of hours and steps in the millisecond in which its session opens', () => {
    const session = { weekdays: [1, 2, 3, 4, 5], openMinute: 60, closeMinute: 120 };
    const venue = new TestVenue(dynamicConfig({}, {}, { session }));
    expect(moves(advance(venue, 3_599_999))).toEqual([]);
    expect(moves(advance(venue, 1)).map(({ at }) => at - START)).toEqual([3_600_000]);
    const last = moves(advance(venue, 7_200_000)).at(-1)?.at ?? 0;
    expect(last - START).toBeGreaterThan(7_198_000);
    expect(last - START).toBeLessThan(7_200_000);
  });
});

describe('the common factor', () => {
  test('moves a market by its beta, and not one without', () => {
    const markets = [
      testMarket('BTC-USDT', { process: stochastic({ ...STILL, betaPpm: 1_000_000 }) }),
      testMarket('ETH-USDT', { process: stochastic({ ...STILL, betaPpm: 2_000_000 }) }),
      testMarket('WTI-USDT', { process: stochastic({ ...STILL, betaPpm: 0 }) }),
    ];
    const venue = new TestVenue(dynamicConfig({}, { markets }));
    advance(venue, 60_000);
    const level = venue.engine.state.factor?.level ?? 0;
    const returnPpb = (symbol: string): number => (marketOf(venue, symbol).index / PRICE - 1) * 1_000_000_000;
    // The latest step of the factor may not have reached a market yet.
    expect(Math.abs(level)).toBeGreaterThan(100_000);
    expect(Math.abs(returnPpb('BTC-USDT') - level)).toBeLessThan(400_000);
    expect(Math.abs(returnPpb('ETH-USDT') - 2 * level)).toBeLessThan(800_000);
    expect(returnPpb('WTI-USDT')).toBe(0);
  });

  test('is missing where the world has none, and beta is then of no use', () => {
    const { factor, ...config } = dynamicConfig(STILL);
    expect(factor).toBeDefined();
    const venue = new TestVenue(config);
    advance(venue, 60_000);
    expect(venue.engine.state).not.toHaveProperty('factor');
    expect(marketOf(venue)).toMatchObject({ index: PRICE, dynamics: { factorSeen: 0 } });
  });
});
