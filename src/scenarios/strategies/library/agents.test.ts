import { describe, expect, it } from 'vitest';
import { agents as exported } from '../../../index.ts';
import type { StrategyParams } from '../../scenario.ts';
import { Hosted } from '../hosted.test-helper.ts';
import { heavy, normalMillionths, waitMs } from './drawing.ts';
import { agents } from './agents.ts';
import { LIBRARY } from './library.ts';

type Use = keyof typeof agents;

/** The best bid of the quiet world is 94990 x 1 and its best ask 95010 x 1; the index is 95000. */
async function hostedOf(use: Use, params: StrategyParams, more: { world?: string } = {}): Promise<Hosted> {
  const hosted = await Hosted.open(more);
  hosted.add(agents[use](params), { name: use, params });
  await hosted.rest();
  return hosted;
}

const tradesOf = (hosted: Hosted): string[] =>
  hosted.fills.map(({ side, quantity, price }) => `${side} ${quantity} at ${price}`);

/** Draws as a strategy gets them, from a list of even numbers between 0 and 1. */
function evenly(count: number): { random: (low: number, high: number) => number } {
  let drawn = 0;
  return { random: (low, high) => low + Math.floor(((drawn++ % count) + 0.5) * ((high - low) / count)) };
}

describe('draws of agents', () => {
  it('waits are those of events at random times: a tenth of them is longer than 2.3 means', () => {
    const random = evenly(10_000);
    const waits = Array.from({ length: 10_000 }, () => waitMs(random, 1_000));
    const mean = waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
    expect(Math.abs(mean - 1_000)).toBeLessThan(5);
    expect(Math.abs(waits.filter((wait) => wait > 2_303).length - 1_000)).toBeLessThan(3);
    expect(Math.min(...waits)).toBe(1);
  });

  it('lengths of large orders have the tail that was asked for', () => {
    const random = evenly(10_000);
    const lengths = Array.from({ length: 10_000 }, () => heavy(random, 10, 1_000_000, 1_500_000));
    // A length above four times the least has a chance of 4^-1.5, above a hundred times one of 100^-1.5.
    const above = (length: number): number => lengths.filter((each) => each > length).length;
    expect(Math.abs(above(40) - 1_250)).toBeLessThan(60);
    expect(Math.abs(above(1_000) - 10)).toBeLessThan(3);
  });

  it('opinions are nearly normal: twelve even draws less six', () => {
    expect(normalMillionths({ random: () => 500_000 })).toBe(0);
    expect(normalMillionths({ random: () => 1_000_000 })).toBe(6_000_000);
  });
});

describe('value', () => {
  it('buys below its value and never above the value less the edge, and goes home at the value', async () => {
    const hosted = await hostedOf('value', { everyMs: 500, doubt: 0, edge: 3, size: '0.5', maxPosition: '2' });
    await hosted.pass(5_000);
    expect(hosted.fills).toEqual([]);
    // 95050 less three basis points is 95021: the second level, at 95020, is the last that is good enough.
    hosted.exchange.control.movePrice('BTC-USDT', '95050');
    await hosted.pass(20_000);
    expect(tradesOf(hosted)).toEqual([
      ...['buy 0.5 at 95010', 'buy 0.5 at 95010', 'buy 0.5 at 95020', 'buy 0.5 at 95020'],
    ]);
    hosted.fills.length = 0;
    hosted.exchange.control.movePrice('BTC-USDT', '94900');
    await hosted.pass(20_000);
    expect(new Set(hosted.fills.map(({ side }) => side))).toEqual(new Set(['sell']));
    expect(Math.min(...hosted.fills.map(({ price }) => Number(price)))).toBeGreaterThanOrEqual(94_928);
    await hosted.exchange.close();
  });

  it('has an error of its own, which moves it while the index stands still', async () => {
    const bought = async (seed: number): Promise<string> => {
      const hosted = await Hosted.open({ seed });
      hosted.add(agents.value({ everyMs: 1_000, doubt: 100, edge: 1, reviseMs: 3_600_000 }), { name: 'value' });
      await hosted.pass(5_000);
      await hosted.exchange.close();
      return hosted.fills[0]?.side ?? 'nothing';
    };
    const sides = await Promise.all([1, 2, 3, 4, 5, 6].map(bought));
    expect(new Set(sides)).toEqual(new Set(['buy', 'sell']));
  });
});

describe('arbitrage', () => {
  it('trades against a basis beyond its band up to its limit, and closes once it is gone', async () => {
    const hosted = await hostedOf('arbitrage', { everyMs: 1_000, band: 10, home: 2, size: '0.5', maxPosition: '1' });
    await hosted.pass(2_500);
    expect(hosted.fills).toEqual([]);
    hosted.exchange.control.movePrice('BTC-USDT', '95150');
    await hosted.pass(4_000);
    expect(tradesOf(hosted)).toEqual(['buy 0.5 at 95010', 'buy 0.5 at 95010']);
    // The first level of asks is gone, so the mid is 95005 now.
    hosted.exchange.control.movePrice('BTC-USDT', '95005');
    await hosted.pass(4_000);
    expect(tradesOf(hosted).slice(2)).toEqual(['sell 0.5 at 94990', 'sell 0.5 at 94990']);
    await hosted.exchange.close();
  });
});

describe('metaorder', () => {
  it('works one order after the other in parts of one direction, and says so', async () => {
    const params = { size: '0.01', everyMs: 500, restMs: 2_000, shortest: 3, longest: 3 };
    const hosted = await hostedOf('metaorder', params);
    await hosted.pass(60_000);
    const sides = hosted.fills.map(({ side }) => side);
    expect(sides.length).toBeGreaterThan(15);
    const groups = Array.from({ length: Math.floor(sides.length / 3) }, (_, at) => sides.slice(3 * at, 3 * at + 3));
    for (const group of groups) expect(new Set(group).size).toBe(1);
    expect(new Set(groups.map(([side]) => side))).toEqual(new Set(['buy', 'sell']));
    const said = hosted.log.map((line) => line.replace(/^\d+ /, ''));
    expect(said.slice(0, 2)).toEqual([
      `a large order begins: ${groups[0]![0]} in 3 parts`,
      `a large order ends: ${groups[0]![0]} 0.03`,
    ]);
    await hosted.exchange.close();
  });
});

describe('noise', () => {
  it('keeps rate times life orders in the book, within its reach, and cancels them all in the end', async () => {
    const params = { side: 'buy', limitEveryMs: 1_000, takeEveryMs: 0, lifeMs: 5_000, reach: 20, size: '0.01' };
    const hosted = await hostedOf('noise', params);
    await hosted.pass(20_000);
    const counts: number[] = [];
    for (let sample = 0; sample < 60; sample += 1) {
      await hosted.pass(2_000);
      const open = await hosted.exchange.client(0).getOpenOrders();
      counts.push(open.length);
      for (const { side, price } of open) {
        expect(side).toBe('buy');
        // The best ask stays at 95010: from there down to 20 basis points, and never on it.
        expect(Number(price)).toBeLessThan(95_010);
        expect(Number(price)).toBeGreaterThanOrEqual(94_819);
      }
    }
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    expect(mean).toBeGreaterThan(3.5);
    expect(mean).toBeLessThan(6.5);
    expect(hosted.fills).toEqual([]);
    await hosted.exchange.close();
  });

  it('makes a book of its own where there is none, and others trade with it', async () => {
    const hosted = await Hosted.open({ world: 'bare' });
    const resting = { limitEveryMs: 1_000, takeEveryMs: 0, lifeMs: 8_000, reach: 20, size: '0.01' };
    hosted.add(agents.noise({ ...resting, side: 'buy' }), { name: 'bids', account: 0 });
    hosted.add(agents.noise({ ...resting, side: 'sell' }), { name: 'asks', account: 1 });
    hosted.add(agents.noise({ limitEveryMs: 0, takeEveryMs: 2_000, size: '0.01' }), { name: 'takers', account: 2 });
    await hosted.pass(60_000);
    const { bids, asks } = await hosted.exchange.client(3).getOrderbook('BTC-USDT');
    expect(bids.length).toBeGreaterThan(2);
    expect(asks.length).toBeGreaterThan(2);
    expect(Number(bids[0]![0])).toBeLessThan(Number(asks[0]![0]));
    expect(new Set(hosted.fills.map(({ liquidity }) => liquidity))).toEqual(new Set(['maker', 'taker']));
    await hosted.exchange.close();
  });
});

describe('parameters that do not fit each other', () => {
  it('are refused with both', () => {
    expect(() => agents.metaorder({ shortest: 5, longest: 4 })).toThrow(
      'strategy metaorder: longest must not be below shortest (got 4 and 5)',
    );
    expect(() => agents.arbitrage({ band: 2 })).toThrow('strategy arbitrage: home must be below band (got 2 and 2)');
  });
});

it('the package exports every agent of the library as a factory', () => {
  expect(Object.keys(exported).toSorted()).toEqual([...LIBRARY.keys()].toSorted());
  expect(exported.noise({})).toHaveProperty('onTimer');
});
