import { Amount, figureOf, meanOf, sumOf, textOf, ZERO } from './amount.ts';
import type { PnlBySource, Statistics } from './run-result.ts';
import type { Fill } from './strategy.ts';

/** What the figures of one account are computed from. All lists are in order of time. */
export interface AccountRecord {
  /** Account value, from the start of the run to its end. For returns it needs a sample each minute or more often. */
  readonly equity: readonly Sample[];
  /** What was paid in (positive) and out (negative) after the first sample. */
  readonly payments: readonly Sample[];
  readonly fills: readonly Fill[];
  readonly orders: readonly PlacedOrder[];
  /** Mid prices of each market that the account has traded, by symbol; a sample at each change. */
  readonly mids: ReadonlyMap<string, readonly Sample[]>;
  readonly endTime: number;
}

/** Computes the figures of one account. `docs/backtesting.md` defines each of them. */
export function statisticsOf(record: AccountRecord): Statistics {
  const { fills, orders } = record;
  const values = new AccountValues(record.equity, record.payments);
  const minutes = values.eachMinute();
  const drawdown = drawdownOf(values.all());
  // Without fills the account value moves by the prices of its collateral, which is no result of trading.
  const returns = fills.length === 0 ? [] : returnsOf(minutes);
  const notional = notionalOf(fills);
  const meanValue = meanOf(minutes.map(({ value }) => value));
  const mids = new Mids(record.mids, record.endTime);
  const after = (ms: number): number | null => figureOrNull(adverseSelectionOf(fills, mids, ms));
  return {
    pnl: textOf(values.earned()),
    drawdown: textOf(drawdown.amount),
    drawdownShare: figureOf(drawdown.share),
    sharpe: figureOrNull(sharpeOf(returns)),
    sortino: figureOrNull(sortinoOf(returns)),
    turnover: meanValue?.gt(ZERO) ? figureOf(notional.div(meanValue)) : 0,
    notional: textOf(notional),
    fills: fills.length,
    orders: orders.length,
    fillRatio: figureOrNull(fillRatioOf(orders, fills)),
    queuePosition: figureOrNull(queuePositionOf(orders)),
    adverseSelection: { after1s: after(1000), after10s: after(10_000), after60s: after(60_000) },
    makerShare: figureOrNull(makerShareOf(fills)),
  };
}

const figureOrNull = (amount: Amount | null): number | null => (amount === null ? null : figureOf(amount));

const MINUTE_MS = 60_000;

/** Account value at one time, with and without what was paid in and out since the first sample. */
interface ValuePoint {
  readonly value: Amount;
  /** The value less payments: it moves by profit and loss only. */
  readonly earned: Amount;
}

/** Account value of a run, with the payments in (positive) and out (negative) that are no profit or loss. */
class AccountValues {
  readonly #value: Steps;
  readonly #samples: readonly Sample[];
  readonly #paid: Steps;

  constructor(equity: readonly Sample[], payments: readonly Sample[]) {
    this.#value = new Steps(equity);
    this.#samples = equity;
    const start = this.#value.start ?? 0;
    let total = ZERO;
    const paid = payments
      // What was paid at the time of the first sample is part of that sample.
      .filter(([time]) => time > start)
      .map(([time, amount]): Sample => {
        total = total.plus(amount);
        return [time, total.toFixed()];
      });
    this.#paid = new Steps(paid);
  }

  /** Every sample. */
  all(): ValuePoint[] {
    let last: ValuePoint | null = null;
    let text = '';
    let paid = ZERO;
    return this.#samples.map(([time, value]) => {
      const paidBy = this.#paid.at(time) ?? ZERO;
      // An account without a position is worth the same for long.
      if (last !== null && value === text && paidBy.eq(paid)) return last;
      [text, paid] = [value, paidBy];
      const amount = new Amount(value);
      last = { value: amount, earned: amount.minus(paidBy) };
      return last;
    });
  }

  /** The value at the first sample and at each whole minute after it, up to the last sample. */
  eachMinute(): ValuePoint[] {
    const { start, end } = this.#value;
    const points: ValuePoint[] = [];
    if (start === null || end === null) return points;
    for (let time = start; time <= end; time += MINUTE_MS) {
      points.push(this.#point(time, this.#value.at(time) ?? ZERO));
    }
    return points;
  }

  /** What was earned from the first sample to the last. */
  earned(): Amount {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (!first || !last) return ZERO;
    return this.#point(last[0], new Amount(last[1])).earned.minus(first[1]);
  }

  #point(time: number, value: Amount): ValuePoint {
    return { value, earned: value.minus(this.#paid.at(time) ?? ZERO) };
  }
}

/** Minutes of a year of 365 days: ratios of returns per minute are annualized by its root. */
export const MINUTES_A_YEAR = 525_600;

const ANNUAL = new Amount(MINUTES_A_YEAR).sqrt();

/**
 * Computes the return of each minute: what was earned in it over the account value at its start. A minute that starts
 * without a positive account value has no return.
 */
function returnsOf(minutes: readonly ValuePoint[]): Amount[] {
  return minutes.flatMap((point, place) => {
    const before = minutes[place - 1];
    return before?.value.gt(ZERO) ? [point.earned.minus(before.earned).div(before.value)] : [];
  });
}

/**
 * Computes mean over standard deviation (of a sample: n - 1), annualized. Null for fewer than two returns, and for
 * returns that are all equal.
 */
function sharpeOf(returns: readonly Amount[]): Amount | null {
  const mean = meanOf(returns);
  if (mean === null || returns.length < 2) return null;
  const squares = sumOf(returns.map((value) => value.minus(mean).pow(2)));
  return squares.isZero() ? null : mean.div(squares.div(returns.length - 1).sqrt()).mul(ANNUAL);
}

/**
 * Computes mean over downside deviation, annualized: the root of the mean over all returns of the squared negative
 * ones. Null for fewer than two returns, and when none is negative.
 */
function sortinoOf(returns: readonly Amount[]): Amount | null {
  const mean = meanOf(returns);
  if (mean === null || returns.length < 2) return null;
  const squares = sumOf(returns.filter((value) => value.lt(ZERO)).map((value) => value.pow(2)));
  return squares.isZero() ? null : mean.div(squares.div(returns.length).sqrt()).mul(ANNUAL);
}

export interface Drawdown {
  readonly amount: Amount;
  readonly share: Amount;
}

/**
 * Computes the highest fall of what was earned from an earlier peak, and the highest fall as a share of its peak. The
 * two may be of different times. A peak of zero or below has no share.
 */
function drawdownOf(points: readonly ValuePoint[]): Drawdown {
  let peak: Amount | null = null;
  let amount = ZERO;
  let share = ZERO;
  let last: ValuePoint | null = null;
  for (const point of points) {
    if (point === last) continue;
    last = point;
    const { earned } = point;
    if (peak === null || earned.gt(peak)) peak = earned;
    const fall = peak.minus(earned);
    if (fall.gt(amount)) amount = fall;
    if (peak.gt(ZERO) && fall.div(peak).gt(share)) share = fall.div(peak);
  }
  return { amount, share };
}

const BASIS_POINTS = 10_000;

/** Mid prices of each market, by symbol, until the end of the run. */
class Mids {
  readonly #steps = new Map<string, Steps>();
  readonly #endTime: number;

  constructor(mids: ReadonlyMap<string, readonly Sample[]>, endTime: number) {
    for (const [symbol, samples] of mids) this.#steps.set(symbol, new Steps(samples));
    this.#endTime = endTime;
  }

  /** Returns the last mid at or before this time; null before the first, and after the end of the run. */
  at(symbol: string, time: number): Amount | null {
    return time > this.#endTime ? null : (this.#steps.get(symbol)?.at(time) ?? null);
  }
}

/**
 * Computes the mean over fills of the move of the mid against them from the time of the fill until `afterMs` later, in
 * basis points of the mid at the fill: down after a buy, up after a sell. Negative is in their favour. Fills without
 * a mid at both times, such as those near the end of the run, do not count. Null when none counts.
 */
function adverseSelectionOf(fills: readonly Fill[], mids: Mids, afterMs: number): Amount | null {
  const moves = fills.flatMap(({ symbol, time, side }) => {
    const at = mids.at(symbol, time);
    const later = mids.at(symbol, time + afterMs);
    if (!at?.gt(ZERO) || !later) return [];
    const move = side === 'buy' ? at.minus(later) : later.minus(at);
    return [move.mul(BASIS_POINTS).div(at)];
  });
  return meanOf(moves);
}

/** An order that the exchange accepted, as it stood right after it had been placed. */
export interface PlacedOrder {
  readonly time: number;
  readonly symbol: string;
  readonly orderId: string;
  readonly quantity: string;
  /** What came to rest in the book and what stood at its price before it; null when nothing came to rest. */
  readonly queue: { readonly resting: string; readonly ahead: string } | null;
}

const notionalOf = (fills: readonly Fill[]): Amount =>
  sumOf(fills.map(({ price, quantity }) => new Amount(price).mul(quantity)));

/** Computes the share of the notional that was filled as maker; null without fills. */
function makerShareOf(fills: readonly Fill[]): Amount | null {
  const notional = notionalOf(fills);
  if (notional.isZero()) return null;
  return notionalOf(fills.filter(({ liquidity }) => liquidity === 'maker')).div(notional);
}

/**
 * Computes quantity filled over quantity placed. Fills of orders that are not in the list, such as those of a
 * liquidation, do not count. Null without orders.
 */
function fillRatioOf(orders: readonly PlacedOrder[], fills: readonly Fill[]): Amount | null {
  const placed = sumOf(orders.map(({ quantity }) => new Amount(quantity)));
  if (placed.isZero()) return null;
  const ids = new Set(orders.map(({ orderId }) => orderId));
  const filled = fills.filter(({ orderId }) => ids.has(orderId));
  return sumOf(filled.map(({ quantity }) => new Amount(quantity))).div(placed);
}

/**
 * Computes the mean over orders that came to rest of the share of their level that stood before them: what stood ahead
 * over that and the order itself. 0 is first in an empty level. Null when no order came to rest.
 */
function queuePositionOf(orders: readonly PlacedOrder[]): Amount | null {
  const shares = orders.flatMap(({ queue }) => {
    if (!queue) return [];
    const level = new Amount(queue.ahead).plus(queue.resting);
    return [level.isZero() ? ZERO : new Amount(queue.ahead).div(level)];
  });
  return meanOf(shares);
}

/** Signed amounts of the settlement asset: negative was paid or lost. */
export interface PnlParts {
  /** Change of account value less what was paid in and out. */
  readonly total: string;
  readonly fees: readonly string[];
  readonly funding: readonly string[];
  readonly liquidation: readonly string[];
}

/** Adds up each source. Price is the rest: realized and unrealized profit, and changes in the value of collateral. */
export function pnlBySource(parts: PnlParts): PnlBySource {
  const sum = (amounts: readonly string[]): Amount => sumOf(amounts.map((amount) => new Amount(amount)));
  const [fees, funding, liquidation] = [sum(parts.fees), sum(parts.funding), sum(parts.liquidation)];
  const total = new Amount(parts.total);
  return {
    price: textOf(total.minus(fees).minus(funding).minus(liquidation)),
    fees: textOf(fees),
    funding: textOf(funding),
    liquidation: textOf(liquidation),
    total: textOf(total),
  };
}

/** A time in Unix ms of the exchange, and the amount that holds from then on, in decimal text. */
export type Sample = readonly [time: number, amount: string];

/** A value that changes at some times and stays until the next: samples in order of time; of equal times the last holds. */
class Steps {
  readonly #samples: readonly Sample[];

  /** @throws RangeError for samples that are not in order of time */
  constructor(samples: readonly Sample[]) {
    samples.forEach(([time], place) => {
      const before = samples[place - 1]?.[0] ?? time;
      if (before > time) throw new RangeError(`samples must be in order of time: ${time} comes after ${before}`);
    });
    this.#samples = samples;
  }

  get start(): number | null {
    return this.#samples[0]?.[0] ?? null;
  }

  get end(): number | null {
    return this.#samples.at(-1)?.[0] ?? null;
  }

  /** Returns the value at this time; null before the first sample. Costs the logarithm of the number of samples. */
  at(time: number): Amount | null {
    let low = 0;
    let high = this.#samples.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#samples[middle]?.[0] ?? time) <= time) low = middle + 1;
      else high = middle;
    }
    const sample = this.#samples[low - 1];
    return sample ? new Amount(sample[1]) : null;
  }
}
