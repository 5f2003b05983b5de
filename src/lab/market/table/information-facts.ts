import { GRID_MS, imbalanceAhead, medianOf } from '../observe/fine-book.ts';
import { type Observation, PRICES_MS } from '../observe/observation.ts';
import { refilled, SHOCK_MS, wallResponse } from '../observe/shocks.ts';
import { correlationOf, meanOf } from '../statistics.ts';
import { type Fact, fromHours, known, minuteSpreads, minuteVolatilities, type Unjudged } from './fact.ts';

/** Facts of what orders and books tell about prices: flow, imbalance, walls, round figures, queues, recovery and open interest. */

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const FLOW_SECONDS = 10;

const NO_WINDOWS = 'the book was not watched for long enough';
const NO_SHOCKS = 'too few shocks were over';

/** Signed quantity of takers in each step of ten seconds, and the return of the mid over the same step. */
export function flowAndReturns({ takers, seconds, startTime }: Pick<Observation, 'takers' | 'seconds' | 'startTime'>): {
  readonly flow: number[];
  readonly returns: number[];
} {
  const steps = Math.floor((seconds.mids.length - 1) / FLOW_SECONDS);
  const sums = new Array<number>(Math.max(0, steps)).fill(0);
  for (const [place, time] of takers.times.entries()) {
    // A trade of the very millisecond of a whole second is in the mid of that second.
    const step = Math.ceil((time - startTime) / SECOND_MS / FLOW_SECONDS) - 1;
    const before = sums[step];
    if (before !== undefined) sums[step] = before + (takers.signs[place] ?? 0) * (takers.quantities[place] ?? 0);
  }
  const [flow, returns]: [number[], number[]] = [[], []];
  for (const [step, sum] of sums.entries()) {
    const ahead = Math.log(
      (seconds.mids[(step + 1) * FLOW_SECONDS] ?? Number.NaN) / (seconds.mids[step * FLOW_SECONDS] ?? Number.NaN),
    );
    if (Number.isNaN(ahead)) continue;
    flow.push(sum);
    returns.push(ahead);
  }
  return { flow, returns };
}

const squared = (correlation: number | null): number | null => (correlation === null ? null : correlation ** 2);

/** Correlation of the imbalance with the return of the mid over so many seconds after it. */
function imbalanceCorrelation({ fine }: Observation, seconds: number): number | null {
  const { imbalances, returns } = imbalanceAhead(fine.windows, (seconds * SECOND_MS) / GRID_MS);
  return imbalances.length < 200 ? null : correlationOf(imbalances, returns);
}

/** Below this correlation there is nothing whose fading could be seen. */
const LEAST_CORRELATION = 0.05;

function imbalanceFades(observation: Observation): number | Unjudged {
  const [near, far] = [1, 30].map((seconds) => imbalanceCorrelation(observation, seconds));
  if (near === null || near === undefined || far === null || far === undefined) return { why: NO_WINDOWS };
  return near < LEAST_CORRELATION ? { why: 'the imbalance tells nothing of the next second' } : (far / near) ** 2;
}

/** True of a quantity with one digit other than zero, such as 0.02, 5 or 300. */
export const isRound = (quantity: number): boolean =>
  Math.abs(Number(quantity.toPrecision(1)) - quantity) < quantity * 1e-9;

const atShock = (afterMs: number): number => SHOCK_MS.indexOf(afterMs);

const back =
  (band: number, afterMs: number): Fact['of'] =>
  ({ sweeps }) =>
    sweeps.length < 3
      ? { why: NO_SHOCKS }
      : known(refilled(sweeps, band, atShock(afterMs)), 'a sweep took nothing there');

const OPEN_INTEREST_STEPS = (10 * MINUTE_MS) / PRICES_MS;

/** Absolute change of open interest over ten minutes, and absolute return of the index over the same. */
export function openInterestAndReturns({ openInterest, index }: Observation['prices']): {
  readonly changes: number[];
  readonly returns: number[];
} {
  const [changes, returns]: [number[], number[]] = [[], []];
  const prices = index[0] ?? [];
  for (let place = OPEN_INTEREST_STEPS; place < openInterest.length; place += OPEN_INTEREST_STEPS) {
    const change = Math.log((openInterest[place] ?? 0) / (openInterest[place - OPEN_INTEREST_STEPS] ?? 0));
    const move = Math.log((prices[place] ?? 0) / (prices[place - OPEN_INTEREST_STEPS] ?? 0));
    if (!Number.isFinite(change) || !Number.isFinite(move)) continue;
    changes.push(Math.abs(change));
    returns.push(Math.abs(move));
  }
  return { changes, returns };
}

/** Minutes of an hour whose depth is compared: the last two before funding is settled, and those in the middle. */
const BEFORE_HOUR: readonly number[] = [58, 59];
const IN_HOUR = { from: 15, to: 45 } as const;

/** Depth in the last minutes of the hours over that in the middle of the hours. */
export function depthBeforeHour(nearBySample: readonly number[], startTime: number): number | null {
  const minuteOf = (sample: number): number => Math.floor(startTime / MINUTE_MS + sample) % HOUR_MINUTES;
  const [before, middle]: [number[], number[]] = [[], []];
  for (const [sample, near] of nearBySample.entries()) {
    if (Number.isNaN(near)) continue;
    const minute = minuteOf(sample);
    if (BEFORE_HOUR.includes(minute)) before.push(near);
    else if (minute >= IN_HOUR.from && minute < IN_HOUR.to) middle.push(near);
  }
  const [late, usual] = [meanOf(before), meanOf(middle)];
  return late === null || !usual ? null : late / usual;
}

export const INFORMATION_FACTS: readonly Fact[] = [
  {
    id: 'quote-rate',
    fact: 'quotes change all the time',
    figure: 'frames of 50 ms in which the 50 best levels changed, per second (20 at most)',
    least: 10,
    most: null,
    digits: 1,
    of: ({ fine }) => known(fine.seconds === 0 ? null : fine.changes / fine.seconds, NO_WINDOWS),
  },
  {
    id: 'flow-return',
    fact: 'orders carry information',
    figure: 'R2 of the signed quantity of takers and the return of the mid over the same 10 s',
    least: 0.1,
    most: 0.7,
    digits: 2,
    of: (observation) => {
      const { flow, returns } = flowAndReturns(observation);
      return flow.length < 100 ? { why: 'too few steps' } : known(squared(correlationOf(flow, returns)), 'no trades');
    },
  },
  {
    id: 'imbalance',
    fact: 'the book carries information',
    figure: 'correlation of the imbalance of five levels with the return of the next second',
    least: 0.1,
    most: 0.6,
    digits: 3,
    of: (observation) => known(imbalanceCorrelation(observation, 1), NO_WINDOWS),
  },
  {
    id: 'imbalance-fades',
    fact: 'the book carries information',
    figure: 'R2 of that imbalance and the return of 30 s over the R2 for 1 s',
    least: null,
    most: 0.7,
    digits: 2,
    of: fromHours(1, imbalanceFades),
  },
  {
    id: 'wall',
    fact: 'a large resting order moves the price away',
    figure: 'move of the mid 5 s after a wall is placed 2 bp behind the best price, bp',
    least: 0.1,
    most: 3,
    digits: 2,
    of: fromHours(1, ({ walls }) =>
      walls.length < 3 ? { why: NO_SHOCKS } : known(wallResponse(walls, atShock(5_000)), NO_SHOCKS),
    ),
  },
  {
    id: 'round-sizes',
    fact: 'people like round figures',
    figure: 'share of taker orders whose quantity has one digit other than zero',
    least: 0.1,
    most: 0.7,
    digits: 3,
    of: ({ takers: { quantities } }) => known(meanOf(quantities.map((size) => (isRound(size) ? 1 : 0))), 'no trades'),
  },
  {
    id: 'round-prices',
    fact: 'people like round figures',
    figure: 'share of levels within 1 % at multiples of ten ticks (0.1 by chance)',
    least: 0.12,
    most: 0.5,
    digits: 3,
    of: ({ books }) => known(books.samples === 0 ? null : books.round, 'a side of the book was empty'),
  },
  {
    id: 'refill-near-1s',
    fact: 'a swept book comes back',
    figure: 'share of what a sweep took within 1.5 bp that is back after 1 s',
    least: -0.2,
    most: 0.8,
    digits: 2,
    of: fromHours(1, back(0, 1_000)),
  },
  {
    id: 'refill-near-60s',
    fact: 'a swept book comes back',
    figure: 'share of what a sweep took within 1.5 bp that is back after 60 s',
    least: 0.5,
    most: 1.3,
    digits: 2,
    of: fromHours(1, back(0, 60_000)),
  },
  {
    id: 'refill-far-60s',
    fact: 'a swept book comes back',
    figure: 'share of what a sweep took at 1.5 to 3 bp that is back after 60 s',
    least: 0.4,
    most: 1.3,
    digits: 2,
    of: fromHours(1, back(1, 60_000)),
  },
  {
    id: 'queue-life',
    fact: 'queues are short-lived',
    figure: 'median life of a best price, s',
    least: 0.05,
    most: 2,
    digits: 2,
    of: ({ fine: { lives } }) => {
      const median = medianOf(lives);
      return lives.length < 50 ? { why: NO_WINDOWS } : known(median === null ? null : median / SECOND_MS, NO_WINDOWS);
    },
  },
  {
    id: 'queue-survivors',
    fact: 'queues are short-lived',
    figure: 'share of best prices that live longer than 2 s',
    least: 0.01,
    most: 0.67,
    digits: 2,
    of: ({ fine: { lives } }) =>
      lives.length < 50 ? { why: NO_WINDOWS } : known(meanOf(lives.map((life) => (life > 2_000 ? 1 : 0))), NO_WINDOWS),
  },
  {
    id: 'spread-after-volatility',
    fact: 'makers remember volatility',
    figure: 'correlation of the volatility of a minute with the spread of the next',
    least: 0.1,
    most: 0.95,
    digits: 2,
    of: fromHours(1, (observation) =>
      known(
        correlationOf(minuteVolatilities(observation).slice(0, -1), minuteSpreads(observation).slice(1)),
        'the mid hardly moves',
      ),
    ),
  },
  {
    id: 'open-interest-return',
    fact: 'positions answer to moves',
    figure: 'correlation of the absolute change of open interest with the absolute return, 10 min',
    least: 0.1,
    most: 0.9,
    digits: 2,
    of: fromHours(3, ({ prices }) => {
      const { changes, returns } = openInterestAndReturns(prices);
      return known(correlationOf(changes, returns), 'there is no open interest');
    }),
  },
  {
    id: 'depth-before-hour',
    fact: 'books thin before scheduled hours',
    figure: 'quantity within 0.1 % two minutes before the hour over that in the middle of the hour',
    least: 0.4,
    most: 0.95,
    digits: 2,
    of: fromHours(3, ({ books, startTime }) => known(depthBeforeHour(books.nearBySample, startTime), 'no whole hour')),
  },
];
