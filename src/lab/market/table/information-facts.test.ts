import { describe, expect, test } from 'vitest';
import type { Push } from '../../../client/stream/types.ts';
import { Draw, streamOf } from '../../../kernel/random.ts';
import { FineBook, imbalanceAhead, livesOf, medianOf } from '../observe/fine-book.ts';
import type { Observation } from '../observe/observation.ts';
import { quantityIn, refilled, SHOCK_MS, type SweepTrial, type WallTrial, wallResponse } from '../observe/shocks.ts';
import {
  depthBeforeHour,
  flowAndReturns,
  INFORMATION_FACTS,
  isRound,
  openInterestAndReturns,
} from './information-facts.ts';
import { isUnjudged } from './fact.ts';

/** The figure of a fact for a part of an observation, or why there is none. */
function figure(id: string, part: Partial<Record<keyof Observation, unknown>>): number | string {
  const fact = INFORMATION_FACTS.find((each) => each.id === id);
  if (!fact) throw new Error(`there is no fact ${id}`);
  const value = fact.of({ hours: 24, startTime: 0, ...part } as unknown as Observation);
  return isUnjudged(value) ? value.why : value;
}

const levels = (...pairs: readonly (readonly [price: string, quantity: string])[]) =>
  pairs.map(([price, quantity]) => ({ price, quantity }));
const frame = (timestamp: number, bids: ReturnType<typeof levels>, asks: ReturnType<typeof levels>) =>
  ({ timestamp, data: { bids, asks } }) as unknown as Push<'orderbook'>;

describe('the fine book', () => {
  test('counts changes, keeps the lives of best prices and the top on a grid', () => {
    const book = new FineBook();
    book.begin(10_000);
    book.take(frame(9_000, levels(['99', '3'], ['98', '1']), levels(['101', '1'])));
    book.take(frame(10_100, levels(['100', '1']), levels(['101', '1'])));
    book.take(frame(10_400, levels(['99', '1']), levels(['101', '3'])));
    book.take(frame(11_000, levels(['98', '1']), levels()));
    book.end(11_500);
    expect(book.result()).toEqual({
      seconds: 1.5,
      changes: 3,
      // The bids 100 and 99; the last ask went, and nothing is known of how long the first one stood.
      lives: [300, 600],
      windows: [{ imbalances: [0.6, -0.5, Number.NaN, Number.NaN], mids: [100, 100, Number.NaN, Number.NaN] }],
    });
  });

  test('counts five levels of a side in the imbalance, and no window twice', () => {
    const book = new FineBook();
    const six = levels(['9', '1'], ['8', '1'], ['7', '1'], ['6', '1'], ['5', '1'], ['4', '100']);
    for (const start of [0, 20_000]) {
      book.begin(start);
      book.take(frame(start, six, levels(['11', '5'])));
      book.end(start + 500);
    }
    expect(book.result()).toMatchObject({ seconds: 1, changes: 0, lives: [] });
    expect(book.result().windows).toEqual([
      { imbalances: [0, 0], mids: [10, 10] },
      { imbalances: [0, 0], mids: [10, 10] },
    ]);
  });

  test('the first and the last value have no life, because they are cut', () => {
    expect(livesOf([])).toEqual([]);
    expect(livesOf([[0, 'a'], [5, 'b'], [6, 'b'], [9, 'c']])).toEqual([4]); // prettier-ignore
  });

  test('pairs each imbalance with the return after it, never across windows', () => {
    const e = Math.E;
    const windows = [
      { imbalances: [0.5, -0.5, 0.25], mids: [1, e, e ** 3] },
      { imbalances: [0.1, Number.NaN], mids: [1, 1] },
    ];
    const { imbalances, returns } = imbalanceAhead(windows, 1);
    expect(imbalances).toEqual([0.5, -0.5, 0.1]);
    expect(returns.map((value) => Math.round(value))).toEqual([1, 2, 0]);
    expect(imbalanceAhead(windows, 2).imbalances).toEqual([0.5]);
  });

  test('the median is the middle one, or the mean of two', () => {
    expect([medianOf([3, 1, 2]), medianOf([4, 1, 2, 3]), medianOf([])]).toEqual([2, 2.5, null]);
  });

  test('the rate is changes over seconds', () => {
    const fine = { seconds: 60, changes: 300, lives: [], windows: [] };
    expect(figure('quote-rate', { fine })).toBe(5);
    expect(figure('quote-rate', { fine: { ...fine, seconds: 0 } })).toBe('the book was not watched for long enough');
  });

  test('lives are judged by their median and by the share beyond two seconds', () => {
    const fine = { lives: [...new Array<number>(60).fill(500), ...new Array<number>(40).fill(2_001)] };
    expect(figure('queue-life', { fine })).toBe(0.5);
    expect(figure('queue-survivors', { fine })).toBe(0.4);
  });
});

describe('the imbalance', () => {
  /** A book whose imbalance, one or minus one at random, is the sign of the next move of the grid, or tells nothing of it. */
  const windowsOf = (tells: boolean, steps = 4_000) => {
    const draw = new Draw(streamOf('1', 'imbalance'));
    const sign = (): number => (draw.chance(500_000) ? 1 : -1);
    const imbalances = Array.from({ length: steps }, sign);
    const logs = [0];
    for (const [step, imbalance] of imbalances.entries())
      logs.push((logs[step] ?? 0) + (tells ? imbalance : sign()) / 1e4);
    return { windows: [{ imbalances, mids: logs.slice(0, -1).map(Math.exp) }] };
  };

  test('has the correlation of one known move of two, and none where it tells nothing', () => {
    expect(figure('imbalance', { fine: windowsOf(true) })).toBeCloseTo(Math.SQRT1_2, 1);
    expect(figure('imbalance', { fine: windowsOf(false) })).toBeCloseTo(0, 1);
    expect(figure('imbalance', { fine: windowsOf(true, 100) })).toBe('the book was not watched for long enough');
  });

  test('fades as one known move of sixty against one of two', () => {
    expect(figure('imbalance-fades', { fine: windowsOf(true) })).toBeCloseTo(2 / 60, 1);
    expect(figure('imbalance-fades', { fine: windowsOf(false) })).toBe(
      'the imbalance tells nothing of the next second',
    );
  });
});

describe('flow and returns', () => {
  const mids = (...logs: readonly number[]): number[] =>
    logs.flatMap((log) => new Array<number>(10).fill(Math.exp(log)));

  test('adds signed quantities of ten seconds; a trade of the whole second belongs to the step that ends with it', () => {
    const takers = {
      times: [1_001, 10_999, 11_000, 11_001],
      signs: [1, -1, -1, 1],
      quantities: [5, 1, 2, 7],
      values: [],
    };
    const seconds = { mids: [...mids(0, 1), Math.exp(3)], spreads: [] };
    const { flow, returns } = flowAndReturns({ takers, seconds, startTime: 1_000 });
    expect(flow).toEqual([2, 7]);
    expect(returns.map((value) => Math.round(value))).toEqual([1, 2]);
  });

  test('R2 is 1 where the return is the flow, and 0.25 where half of its variance three times over is noise', () => {
    const signs = Array.from({ length: 200 }, (_none, step) => (step % 2 === 0 ? 1 : -1));
    const takers = {
      times: signs.map((_sign, step) => step * 10_000 + 5),
      signs,
      quantities: signs.map(() => 1),
    };
    const secondsOf = (noise: (step: number) => number) => {
      const logs = [0];
      for (const [step, sign] of signs.entries()) logs.push((logs[step] ?? 0) + (sign + noise(step)) / 1e4);
      return { mids: [...mids(...logs.slice(0, -1)), Math.exp(logs.at(-1) ?? 0)], spreads: [] };
    };
    expect(figure('flow-return', { takers, seconds: secondsOf(() => 0) })).toBeCloseTo(1, 9);
    // Noise of variance 3 that is not correlated with the signs: +, + , -, - in turn.
    const noise = (step: number): number => (step % 4 < 2 ? 1 : -1) * Math.sqrt(3);
    expect(figure('flow-return', { takers, seconds: secondsOf(noise) })).toBeCloseTo(0.25, 6);
    expect(figure('flow-return', { takers, seconds: { mids: mids(0, 1), spreads: [] } })).toBe('too few steps');
  });
});

describe('round figures', () => {
  test('a size is round with one digit other than zero', () => {
    expect([0.02, 5, 300, 0.00007].map(isRound)).toEqual([true, true, true, true]);
    expect([0.025, 51, 310, 0.123, 0.1 + 0.2 + 0.01].map(isRound)).toEqual([false, false, false, false, false]);
    // A sum of fills is round although its last binary digit is off.
    expect(isRound(0.1 + 0.2)).toBe(true);
  });

  test('shares are counted, and none of nothing', () => {
    expect(figure('round-sizes', { takers: { quantities: [0.1, 0.2, 0.15, 1.17] } })).toBe(0.5);
    expect(figure('round-sizes', { takers: { quantities: [] } })).toBe('no trades');
    expect(figure('round-prices', { books: { samples: 3, round: 0.3 } })).toBe(0.3);
  });
});

describe('walls', () => {
  const at = SHOCK_MS.indexOf(5_000);
  const wall = (side: 'buy' | 'sell', withWall: number, without: number): WallTrial => ({
    side,
    withWall: SHOCK_MS.map((_ms, place) => (place === at ? withWall : 100)),
    without: SHOCK_MS.map((_ms, place) => (place === at ? without : 100)),
  });

  test('the response is the difference of the mids, away from the wall', () => {
    expect(wallResponse([wall('buy', 100.02, 100.01), wall('sell', 99.99, 99.99)], at)).toBeCloseTo(0.5, 3);
    expect(wallResponse([wall('sell', 99.98, 100)], at)).toBeCloseTo(2, 9);
    expect(wallResponse([wall('buy', 99.99, 100)], at)).toBeCloseTo(-1, 9);
  });

  test('a wall that the price would have come near to without it does not count', () => {
    expect(wallResponse([wall('buy', 99.99, 99.98), wall('buy', 100, 100)], at)).toBe(0);
    expect(wallResponse([wall('sell', 100.01, 100.02)], at)).toBeNull();
    expect(figure('wall', { walls: [wall('buy', 100, 100)] })).toBe('too few shocks were over');
  });
});

describe('sweeps', () => {
  const trial = (near: readonly number[]): SweepTrial => ({
    swept: near.map((quantity) => [quantity, 4]),
    whole: near.map(() => [10, 4]),
  });

  test('what is back is measured against what was missing at first', () => {
    const sweeps = [trial([0, 5, 8, 10, 12])];
    expect([0, 1, 2, 3, 4].map((place) => refilled(sweeps, 0, place))).toEqual([0, 0.5, 0.8, 1, 1.2]);
    // Nothing was taken from the far band.
    expect(refilled(sweeps, 1, 4)).toBeNull();
    expect(figure('refill-near-1s', { sweeps: [sweeps[0], sweeps[0], trial([0, 2, 8, 10, 12])] })).toBeCloseTo(0.4, 9);
    expect(figure('refill-near-60s', { sweeps })).toBe('too few shocks were over');
  });

  test('bands count distances from the mid in bp', () => {
    const side = [100.005, 100.015, 100.03].map((price, place) => ({ price, quantity: 10 ** place }));
    expect(quantityIn(side, 100, [0, 1.5])).toBe(1);
    expect(quantityIn(side, 100, [1, 3.1])).toBe(110);
  });
});

describe('volatility, spreads, positions and hours', () => {
  test('a spread that follows the volatility of the minute before has a correlation of 1 with it', () => {
    // Minutes whose mids swing by their own number, and spreads that are those of the minute before.
    const sizes = [1, 5, 2, 8, 3, 9, 4, 7, 6, 2];
    const swings = sizes.flatMap((size) =>
      Array.from({ length: 60 }, (_none, second) => Math.exp((Math.floor(second / 10) % 2) * size * 1e-4)),
    );
    const spreads = sizes.flatMap((_size, minute) => new Array<number>(60).fill(sizes[minute - 1] ?? 1));
    const own = sizes.flatMap((size) => new Array<number>(60).fill(size));
    const hours = sizes.length / 60;
    const correlationOfSpreads = (shown: number[]) =>
      figure('spread-after-volatility', { seconds: { mids: swings, spreads: shown }, hours: 1 + hours - 1 });
    expect(correlationOfSpreads(spreads)).toBe('needs 1 h');
    const long = { mids: [...Array.from({ length: 6 }, () => swings)].flat(), spreads: [] as number[] };
    const shifted = [...Array.from({ length: 6 }, () => own)].flat();
    long.spreads = [...new Array<number>(60).fill(2), ...shifted.slice(0, -60)];
    expect(figure('spread-after-volatility', { seconds: long, hours: 1 })).toBeCloseTo(1, 6);
    expect(
      Number(figure('spread-after-volatility', { seconds: { ...long, spreads: shifted }, hours: 1 })),
    ).toBeLessThan(0.5);
  });

  test('open interest is compared with the index over ten minutes, both without sign', () => {
    const prices = {
      index: [Array.from({ length: 181 }, (_none, place) => Math.exp([0, 1, -1, -1][Math.floor(place / 60)] ?? 0))],
      openInterest: Array.from({ length: 181 }, (_none, place) => Math.exp([0, -2, 2, 2][Math.floor(place / 60)] ?? 0)),
      mark: [],
      turnover: [],
    };
    const { changes, returns } = openInterestAndReturns(prices);
    expect(changes.map(Math.round)).toEqual([2, 4, 0]);
    expect(returns.map(Math.round)).toEqual([1, 2, 0]);
    expect(figure('open-interest-return', { prices })).toBeCloseTo(1, 9);
    expect(figure('open-interest-return', { prices, hours: 1 })).toBe('needs 3 h');
  });

  test('depth before the hour is that of its last two minutes over that of its middle', () => {
    const near = Array.from({ length: 121 }, (_none, sample) => (sample % 60 >= 58 ? 3 : sample % 60 === 0 ? 99 : 4));
    expect(depthBeforeHour(near, 0)).toBe(0.75);
    // From half past, sample 28 is two minutes before the hour.
    expect(depthBeforeHour([...near.slice(30), ...near.slice(1, 31)], 1_800_000)).toBe(0.75);
    expect(depthBeforeHour(near.slice(0, 50), 0)).toBeNull();
  });
});
