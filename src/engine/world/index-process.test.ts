import { describe, expect, test } from 'vitest';
import { type RandomStream, streamOf } from '../../kernel/random.ts';
import { testConfig, testMarket } from '../config.test-helper.ts';
import type { MarketSpec } from '../config.ts';
import { genesis } from '../genesis.ts';
import type { Market, State } from '../state.ts';
import { stepIndex } from './index-process.ts';

const CALM = { kind: 'gbm', stepMs: 1_000, volatilityPpb: 89_036, driftPpb: 0, jumpPerMillion: 0, jumpPpb: 0 } as const;

function stateWith(change: Partial<MarketSpec>): { state: State; market: Market } {
  const { state } = genesis(testConfig({ markets: [testMarket('BTC-USDT', change), testMarket('ETH-USDT', change)] }));
  return { state, market: marketOf(state, 'BTC-USDT') };
}

function marketOf(state: State, symbol: string): Market {
  const market = state.markets.get(symbol);
  if (!market) throw new Error(`no ${symbol}`);
  return market;
}

/** Steps a market by hand, as `evolve` would, and returns the prices on the way. */
function walk(state: State, market: Market, steps: number): number[] {
  return Array.from({ length: steps }, () => {
    const [event] = stepIndex(state, market).events;
    if (event?.type !== 'IndexMoved') throw new Error('the index moves');
    market.index = event.price;
    market.indexRandom = event.random;
    return event.price;
  });
}

describe('stepIndex', () => {
  test('draws the same first prices on every machine', () => {
    const { state, market } = stateWith({ process: CALM });
    expect(walk(state, market, 5)).toEqual([
      9_498_886_077_500, 9_500_917_062_829, 9_499_009_307_186, 9_498_841_326_705, 9_499_356_258_893,
    ]);
  });

  test('gives the stream after its draws and touches nothing itself', () => {
    const { state, market } = stateWith({ process: CALM });
    const before = market.indexRandom;
    const other = marketOf(state, 'ETH-USDT').indexRandom;
    const [event] = stepIndex(state, market).events;
    expect(event).toMatchObject({ type: 'IndexMoved', symbol: 'BTC-USDT', at: 1_767_571_200_000 });
    expect(event?.type === 'IndexMoved' && event.random).not.toEqual(before);
    expect(market.index).toBe(9_500_000_000_000);
    expect(market.indexRandom).toEqual(before);
    expect(marketOf(state, 'ETH-USDT').indexRandom).toEqual(other);
    expect(stepIndex(state, market)).toEqual({ events: [event] });
  });

  test('spreads its returns as the world says', () => {
    const { state, market } = stateWith({ process: CALM });
    const prices = [market.index, ...walk(state, market, 20_000)];
    const returns = prices.slice(1).map((price, index) => price / (prices[index] ?? 1) - 1);
    const mean = returns.reduce((sum, value) => sum + value, 0) / returns.length;
    const deviation = Math.sqrt(returns.reduce((sum, value) => sum + (value - mean) ** 2, 0) / returns.length);
    expect(deviation).toBeGreaterThan(0.000087);
    expect(deviation).toBeLessThan(0.000091);
    expect(Math.abs(mean)).toBeLessThan(0.000002);
  });

  test('jumps as often as the world says', () => {
    const process = { ...CALM, volatilityPpb: 0, jumpPerMillion: 10_000, jumpPpb: 2_000_000 };
    const { state, market } = stateWith({ process });
    const prices = [market.index, ...walk(state, market, 20_000)];
    const jumps = prices.slice(1).filter((price, index) => price !== prices[index]).length;
    expect(jumps).toBeGreaterThan(150);
    expect(jumps).toBeLessThan(250);
  });

  test('drifts by parts per billion, rounded half to even', () => {
    const { state, market } = stateWith({ process: { ...CALM, volatilityPpb: 0, driftPpb: 1_000 } });
    expect(walk(state, market, 3)).toEqual([9_500_009_500_000, 9_500_019_000_010, 9_500_028_500_029]);
  });

  test('never falls below two ticks, at any volatility', () => {
    const { state, market } = stateWith({ process: { ...CALM, volatilityPpb: 100_000_000, driftPpb: -100_000_000 } });
    const prices = walk(state, market, 2_000);
    expect(Math.min(...prices)).toBe(200_000_000);
    expect(prices.every(Number.isSafeInteger)).toBe(true);
  });

  test('never outgrows safe integers', () => {
    const { state, market } = stateWith({ process: { ...CALM, driftPpb: 100_000_000 } });
    expect(Math.max(...walk(state, market, 1_000))).toBe(1_000_000_000_000_000);
  });

  test('does not move in a still world and out of session hours', () => {
    const still = stateWith({ process: { kind: 'still' } });
    expect(stepIndex(still.state, still.market)).toEqual({ events: [] });
    // The test clock starts on a Monday at 00:00 UTC.
    const session = { weekdays: [1, 2, 3, 4, 5], openMinute: 60, closeMinute: 120 };
    const closed = stateWith({ process: CALM, session });
    expect(stepIndex(closed.state, closed.market)).toEqual({ events: [], again: 1_767_571_201_000 });
    closed.state.now += 3_600_000;
    expect(stepIndex(closed.state, closed.market).events).toHaveLength(1);
  });

  test('markets of one seed move apart', () => {
    const { state } = stateWith({ process: CALM });
    const streams: (RandomStream | null)[] = [...state.markets.values()].map(({ indexRandom }) => indexRandom);
    expect(streams[0]).toEqual(streamOf('7', 'index:BTC-USDT'));
    expect(streams[0]).not.toEqual(streams[1]);
  });
});
