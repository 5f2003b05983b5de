import { describe, expect, test } from 'vitest';
import { isFigure, type Estimate } from './figure.ts';
import { figuresOf } from './figures.ts';
import { excitationOf } from './flow.ts';
import { memoryOf } from './memory.ts';
import { returnsOf } from './returns.ts';
import { bookOfReturns, observed, Synthetic } from './synthetic.test-helper.ts';

const YEAR_S = 31_536_000;

const valueOf = (estimate: Estimate): number => {
  if (!isFigure(estimate)) throw new Error(estimate.missing);
  return estimate.value;
};

describe('volatility', () => {
  test.each([0.3, 0.5, 1.2])('of a walk of %f a year is found within 5 %% in a day of books', (annual) => {
    const source = new Synthetic(`walk ${annual}`);
    const deviation = annual * Math.sqrt(10 / YEAR_S);
    const returns = Array.from({ length: 8_640 }, () => deviation * source.gaussian());
    const { volatility } = figuresOf(observed({ book: bookOfReturns(returns, 10_000) }), 1);
    expect(valueOf(volatility) / annual).toBeGreaterThan(0.95);
    expect(valueOf(volatility) / annual).toBeLessThan(1.05);
  });

  test('leaves the bounce of trades between bid and ask out', () => {
    const source = new Synthetic('bounce');
    const deviation = 0.5 * Math.sqrt(60 / YEAR_S);
    let price = 95_000;
    const trades = Array.from({ length: 4_320 }, (_, at) => {
      price *= Math.exp(deviation * source.gaussian());
      return { time: 1_767_225_600_000 + at * 60_000, price: price * (1 + (source.uniform() < 0.5 ? -1 : 1) * 0.0006) };
    });
    const orders = {
      times: trades.map(({ time }) => time),
      prices: trades.map((trade) => trade.price),
      sizes: trades.map(() => 1),
      sides: trades.map(() => 1 as const),
      executions: trades.length,
    };
    // Without the correction it would be 0.5 x sqrt(1 + 2 x (6/6.9)^2) = 0.79.
    expect(valueOf(figuresOf(observed({ orders }), 1).volatility)).toBeGreaterThan(0.45);
    expect(valueOf(figuresOf(observed({ orders }), 1).volatility)).toBeLessThan(0.55);
  });

  test('has a fast and a slow memory, found within half of their deviations', () => {
    const source = new Synthetic('memory');
    const [fastHours, slowHours] = [0.5, 12];
    let [fast, slow] = [0, 0];
    const fastKeep = Math.exp(-1 / 360 / fastHours);
    const slowKeep = Math.exp(-1 / 360 / slowHours);
    const returns = Array.from({ length: 20 * 8_640 }, () => {
      fast = fastKeep * fast + Math.sqrt(1 - fastKeep * fastKeep) * 0.3 * source.gaussian();
      slow = slowKeep * slow + Math.sqrt(1 - slowKeep * slowKeep) * 0.4 * source.gaussian();
      return 0.0003 * Math.exp(fast + slow) * source.gaussian();
    });
    const memory = memoryOf(returnsOf(observed({ book: bookOfReturns(returns, 10_000) })), new Set());
    expect(valueOf(memory.fast.deviation)).toBeGreaterThan(0.2);
    expect(valueOf(memory.fast.deviation)).toBeLessThan(0.4);
    expect(valueOf(memory.slow.deviation)).toBeGreaterThan(0.25);
    expect(valueOf(memory.slow.deviation)).toBeLessThan(0.55);
    expect(valueOf(memory.fast.hours)).toBeLessThan(1.5);
    expect(valueOf(memory.slow.hours)).toBeGreaterThan(4);
  });
});

describe('jumps', () => {
  test('are counted within a third and measured within a quarter, and are part of volatility', () => {
    const source = new Synthetic('jumps');
    const deviation = 0.5 * Math.sqrt(10 / YEAR_S);
    const returns = Array.from(
      { length: 5 * 8_640 },
      () => deviation * source.gaussian() + (source.uniform() < 20 / 8_640 ? 0.003 * source.gaussian() : 0),
    );
    const { jumps, volatility } = figuresOf(observed({ book: bookOfReturns(returns, 10_000) }), 1);
    expect(valueOf(jumps.perDay)).toBeGreaterThan(13.4);
    expect(valueOf(jumps.perDay)).toBeLessThan(26.6);
    expect(valueOf(jumps.size)).toBeGreaterThan(0.00225);
    expect(valueOf(jumps.size)).toBeLessThan(0.00375);
    expect(valueOf(jumps.branching)).toBeLessThan(0.2);
    // 0.5 a year and 20 jumps of 0.003 a day: sqrt(0.25 + 7300 x 0.000009) = 0.562.
    expect(Math.abs(valueOf(volatility) - 0.562)).toBeLessThan(0.035);
  });

  test('that come in clusters have a branching within 0.2', () => {
    const source = new Synthetic('clusters');
    const steps = 30 * 8_640;
    const times = new Set(source.hawkes(steps, 8_640 / 10, 0.6, 30));
    const deviation = 0.5 * Math.sqrt(10 / YEAR_S);
    const returns = Array.from(
      { length: steps },
      (_, at) => deviation * source.gaussian() + (times.has(at) ? (source.uniform() < 0.5 ? -0.004 : 0.004) : 0),
    );
    const { jumps } = figuresOf(observed({ book: bookOfReturns(returns, 10_000) }), 1);
    expect(Math.abs(valueOf(jumps.branching) - 0.6)).toBeLessThan(0.2);
  });

  test('of which there are too few are said to be so', () => {
    const source = new Synthetic('calm');
    const returns = Array.from({ length: 8_640 }, () => 0.0003 * source.gaussian());
    const { jumps } = figuresOf(observed({ book: bookOfReturns(returns, 10_000) }), 1);
    expect(jumps.size).toEqual({ missing: '0 jumps in 8639 returns of 10 s; sizes take at least 5' });
  });
});

describe('excitation of taker orders', () => {
  test.each([
    [0.2, 1_000],
    [0.5, 5_000],
    [0.8, 20_000],
  ])('with branching %f over %d ms is found within 0.1 in six hours', (branching, excitedMs) => {
    const times = new Synthetic(`hawkes ${branching}`).hawkes(
      6 * 3_600_000,
      2_000 / (1 - branching),
      branching,
      excitedMs,
    );
    const found = excitationOf(times);
    expect(Math.abs(valueOf(found.branching) - branching)).toBeLessThan(0.1);
    expect(valueOf(found.excitedMs) / excitedMs).toBeGreaterThan(0.6);
    expect(valueOf(found.excitedMs) / excitedMs).toBeLessThan(1.6);
  });

  test('is not made up of hours that differ', () => {
    const source = new Synthetic('hours');
    const times: number[] = [];
    for (let hour = 0; hour < 12; hour += 1) {
      for (let at = 0; at < 3_600_000; at += source.exponential(hour % 2 === 0 ? 1_000 : 4_000))
        times.push(hour * 3_600_000 + Math.floor(at));
    }
    expect(valueOf(excitationOf(times).branching)).toBeLessThan(0.1);
  });

  test('takes five hundred orders', () => {
    expect(excitationOf([1, 2, 3]).branching).toEqual({ missing: 'takes 500 taker orders, there are 3' });
  });
});
