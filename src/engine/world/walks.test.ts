import { describe, expect, test } from 'vitest';
import { testConfig, testMarket } from '../config.test-helper.ts';
import type { IndexProcessSpec, MarketSpec, ScriptStep } from '../config.ts';
import { stateDigest } from '../canonical-state.ts';
import { genesis } from '../genesis.ts';
import { decodeState, encodeState } from '../state-codec/state-codec.ts';
import { TestVenue } from '../venue.test-helper.ts';
import { memoryAtStart, nextIndexTime, walked, type WalkState, type WalkSpec } from './index-process.ts';
import { streamOf } from '../../kernel/random.ts';

const OU: Extract<IndexProcessSpec, { kind: 'ou' }> = {
  kind: 'ou',
  stepMs: 1_000,
  level: 9_500_000_000_000,
  reversionPpb: 100_000_000,
  volatilityPpb: 1_000_000,
  driftPpb: 0,
};
const HAWKES: Extract<IndexProcessSpec, { kind: 'hawkes' }> = {
  kind: 'hawkes',
  stepMs: 1_000,
  volatilityPpb: 0,
  driftPpb: 0,
  intensityPpb: 1_000_000,
  branchingPpb: 600_000_000,
  decayPpb: 500_000_000,
  jumpPpb: 2_000_000,
};

const specOf = (process: IndexProcessSpec, initialIndex = 9_500_000_000_000): MarketSpec =>
  testMarket('BTC-USDT', { process, initialIndex });

/** Steps a walk by hand and returns the places on the way. */
function places(process: WalkSpec, steps: number, initialIndex?: number): WalkState[] {
  const spec = specOf(process, initialIndex);
  let random = streamOf('7', 'index:BTC-USDT');
  let place: WalkState = { price: spec.initialIndex, ...memoryAtStart(spec) };
  return Array.from({ length: steps }, () => {
    ({ random, ...place } = walked(spec, process, place, random));
    return place;
  });
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('an index that reverts to its mean', () => {
  test('draws the same first prices on every machine', () => {
    expect(places(OU, 3).map(({ price }) => price)).toEqual([9_487_489_079_500, 9_507_969_216_550, 9_491_080_273_395]);
  });

  test('has the deviation that reversion and volatility give, and forgets a tenth with each step', () => {
    const distances = places(OU, 40_000).map(({ price }) => price / OU.level - 1);
    const deviation = Math.sqrt(meanOf(distances.map((distance) => distance ** 2)));
    // 0.001 / sqrt(2 x 0.1 - 0.1^2) is 0.002294.
    expect(deviation).toBeGreaterThan(0.0022);
    expect(deviation).toBeLessThan(0.0024);
    expect(Math.abs(meanOf(distances))).toBeLessThan(0.0002);
    const products = distances.slice(1).map((distance, index) => distance * (distances[index] ?? 0));
    expect(meanOf(products) / deviation ** 2).toBeGreaterThan(0.89);
    expect(meanOf(products) / deviation ** 2).toBeLessThan(0.91);
  });

  test('covers half of its distance in the half-life', () => {
    // 1 - 2^(-1/10), in parts per billion.
    const process: WalkSpec = { ...OU, reversionPpb: 66_967_008, volatilityPpb: 0 };
    const prices = places(process, 20, 9_600_000_000_000).map(({ price }) => price);
    expect(prices[9]).toBe(9_550_000_000_248);
    expect(prices[19]).toBe(9_525_000_000_248);
  });

  test('follows a level that drifts by less than one price unit in a step', () => {
    const process: WalkSpec = { ...OU, level: 230_000_000, volatilityPpb: 0, driftPpb: 1, reversionPpb: 1_000_000_000 };
    const last = places(process, 1_000, 230_000_000).at(-1);
    expect(last).toEqual({ price: 230_000_230, memory: 230_000_230_000_114_890n });
  });

  test('never falls below two ticks', () => {
    const prices = places({ ...OU, volatilityPpb: 100_000_000, reversionPpb: 1_000 }, 5_000).map(({ price }) => price);
    expect(Math.min(...prices)).toBe(200_000_000);
  });
});

describe('an index with self-exciting jumps', () => {
  test('jumps in clusters of the size that the branching ratio gives', () => {
    const walk = places(HAWKES, 400_000);
    const times = walk.flatMap(({ price }, at) => (price === (walk[at - 1]?.price ?? 9_500_000_000_000) ? [] : [at]));
    const clusters = times.filter((at, index) => index === 0 || at - (times[index - 1] ?? 0) > 20).length;
    // 1 / (1 - 0.6) is 2.5; one step in a thousand begins a cluster.
    expect(times.length / clusters).toBeGreaterThan(2.2);
    expect(times.length / clusters).toBeLessThan(2.8);
    expect(clusters).toBeGreaterThan(350);
    expect(clusters).toBeLessThan(450);
  });

  test('jumps singly when no jump causes another', () => {
    const walk = places({ ...HAWKES, branchingPpb: 0, intensityPpb: 10_000_000 }, 20_000);
    expect(walk.every(({ memory }) => memory === 0n)).toBe(true);
    const jumps = walk.filter(({ price }, at) => price !== (walk[at - 1]?.price ?? 9_500_000_000_000)).length;
    expect(jumps).toBeGreaterThan(150);
    expect(jumps).toBeLessThan(250);
  });

  test('adds branching x decay to its excitation and loses the share decay with each step', () => {
    const quiet: WalkSpec = { ...HAWKES, intensityPpb: 1_000_000_000 };
    const [first] = places(quiet, 1);
    expect(first?.memory).toBe(300_000_000_000_000_000n);
    const spec = specOf(HAWKES);
    const fading: WalkSpec = { ...HAWKES, intensityPpb: 0, decayPpb: 100_000_000 };
    const next = walked(spec, fading, { price: 1_000_000_000, memory: 999_999_999n }, streamOf('7', 'x'));
    expect(next).toMatchObject({ price: 1_000_000_000, memory: 899_999_999n });
  });
});

describe('the state of a market that remembers', () => {
  const config = testConfig({ markets: [specOf(OU), testMarket('ETH-USDT', { process: HAWKES })] });

  test('holds what the events say, and is restored as it was', () => {
    const venue = new TestVenue(config);
    const { events } = venue.engine.apply({ kind: 'clock', at: venue.engine.state.now + 5_000 });
    const { state } = venue.engine;
    const moved = events.flatMap((event) => (event.type === 'IndexMoved' ? [event] : []));
    expect(moved).toHaveLength(10);
    expect(state.markets.get('BTC-USDT')?.indexMemory).toBe(9_500_000_000_000_000_000_000n);
    expect(state.markets.get('ETH-USDT')?.indexMemory).toBe(moved.at(-1)?.memory);
    const restored = decodeState(encodeState(state), config);
    expect(stateDigest(restored)).toBe(stateDigest(state));
  });

  test('has no field for it where the price alone decides', () => {
    const { state } = genesis(testConfig({ markets: [testMarket('BTC-USDT', { process: { kind: 'still' } })] }));
    expect(state.markets.get('BTC-USDT')).not.toHaveProperty('indexMemory');
  });
});

describe('a long script', () => {
  test('looks at 17 of 100,000 steps to find the next one', () => {
    let looked = 0;
    const written = Array.from({ length: 100_000 }, (_, no): ScriptStep => ({ afterMs: 10 * (no + 1), price: 1 }));
    const steps = new Proxy(written, {
      get(target, key, receiver): unknown {
        if (typeof key === 'string' && /^\d+$/.test(key)) looked += 1;
        return Reflect.get(target, key, receiver);
      },
    });
    const spec = specOf({ kind: 'script', steps });
    expect(nextIndexTime(spec, 5_000, 5_000 + 777_770)).toBe(5_000 + 777_780);
    expect(looked).toBeLessThanOrEqual(18);
    expect(nextIndexTime(spec, 5_000, 5_000 + 1_000_000)).toBeNull();
    expect(nextIndexTime(spec, 5_000, 5_000)).toBe(5_010);
  });
});
