import type { MarketSpec } from '../engine/config.ts';
import { isInSession, markOf } from '../engine/prices.ts';
import { scaledNormal } from '../engine/world/index-process.ts';
import { divHalfEven, divHalfEvenInt } from '../kernel/decimal.ts';
import { Draw, streamOf } from '../kernel/random.ts';
import type { Lots, PriceUnits, Ticks, TimeMs } from '../kernel/units.ts';
import { MINUTE_MS } from './candle-frames.ts';
import type { Candle } from './candle.ts';

/** Where the candles of an exchange begin. */
export interface CandleOrigin {
  readonly seed: string;
  readonly startTime: TimeMs;
  /** Days of made-up trading before the start; 0 for none. */
  readonly historyDays: number;
}

const BILLION = 1_000_000_000n;
const MILLION = 1_000_000;
const DAY_MINUTES = 1_440;
/** A tenth of the price in a minute is beyond any market, and keeps every product a safe integer. */
const PPB_MAX = 100_000_000n;
const WICK_MAX = 1_000_000_000;

/** Sums of minutes before the start that nobody lived through: what one minute needs besides its neighbours. */
interface Minute {
  readonly open: Ticks;
  readonly close: Ticks;
  readonly high: Ticks;
  readonly low: Ticks;
  readonly lots: Lots;
  readonly trades: number;
}

/**
 * Minutes of trading before an exchange began: a seeded walk backwards from the opening price, as wild as the
 * market's own process and as busy as its agents. The stream is drawn from the newest minute to the oldest, so
 * that no more of it needs to be made than somebody asks for, and what is made never depends on who asked.
 */
export class SeededPast {
  /** The oldest minute there is, and the end of the newest one. */
  readonly from: TimeMs;
  readonly to: TimeMs;
  /** What the newest minute closes at, and the exchange opens at. */
  readonly opening: Ticks;
  readonly #spec: MarketSpec;
  readonly #draw: Draw;
  readonly #volatilityPpb: number;
  /** By minutes before `to`, newest first; `#price` is where the walk has got to. */
  readonly #minutes: Minute[] = [];
  #price: PriceUnits;

  constructor(spec: MarketSpec, { seed, startTime, historyDays }: CandleOrigin) {
    this.#spec = spec;
    this.to = Math.floor(startTime / MINUTE_MS) * MINUTE_MS;
    this.from = this.to - historyDays * DAY_MINUTES * MINUTE_MS;
    this.opening = markOf(spec, spec.initialIndex, 0);
    this.#draw = new Draw(streamOf(seed, `history:${spec.symbol}`));
    this.#volatilityPpb = minuteVolatility(spec);
    this.#price = spec.initialIndex;
  }

  /** What traded before `time`: the price a candle that opens then carries on from. Within the past. */
  closeBefore(time: TimeMs): Ticks {
    const back = this.#backTo(time);
    return back > 0 ? this.#minute(back).open : this.opening;
  }

  /** Minutes from `time` on that had executions, oldest first. */
  *since(time: TimeMs): Generator<Candle> {
    for (let back = this.#backTo(time); back > 0; back -= 1) {
      const { trades, lots, ...prices } = this.#minute(back);
      if (trades === 0) continue;
      const { open, high, low, close } = prices;
      const typical = BigInt(divHalfEvenInt(open + high + low + close, 4));
      const value = typical * BigInt(lots) * this.#spec.notionalPerTickLot;
      yield { openTime: this.to - back * MINUTE_MS, ...prices, lots, value, trades };
    }
  }

  /** Minutes from the one of `time`, or the oldest, to the end. */
  #backTo(time: TimeMs): number {
    return Math.ceil((this.to - Math.max(time, this.from)) / MINUTE_MS);
  }

  #minute(back: number): Minute {
    while (this.#minutes.length < back) this.#minutes.push(this.#older());
    return this.#minutes[back - 1] as Minute;
  }

  /** The minute before the oldest so far. Every minute takes the same draws, whatever becomes of them. */
  #older(): Minute {
    const draw = this.#draw;
    const close = this.#minutes.at(-1)?.open ?? this.opening;
    const at = this.to - (this.#minutes.length + 1) * MINUTE_MS;
    const { trades, lots } = this.#activity();
    const before = this.#before(scaledNormal(this.#volatilityPpb, draw));
    const reach = this.#ticksOf(Number((BigInt(this.#price) * BigInt(this.#volatilityPpb)) / BILLION), 0);
    const up = draw.between(0, Math.min(reach, WICK_MAX));
    const down = draw.between(0, Math.min(reach, WICK_MAX));
    // Without trades nothing moves: an empty candle carries the one before on.
    if (trades === 0 || !isInSession(this.#spec, at))
      return { open: close, close, high: close, low: close, lots: 0, trades: 0 };
    this.#price = before;
    const open = this.#ticksOf(before, 1);
    const low = Math.max(1, Math.min(open, close) - down);
    return { open, close, high: Math.max(open, close) + up, low, lots, trades };
  }

  /** Executions and volume of a minute: the taker's chance over its steps, sizes within its range. */
  #activity(): { readonly trades: number; readonly lots: Lots } {
    const { liquidity } = this.#spec;
    const agents = liquidity.kind === 'agents' ? liquidity : null;
    const mean = agents ? Math.ceil((agents.takerPerMillion * (MINUTE_MS / agents.stepMs)) / MILLION) : 0;
    const trades = this.#draw.between(0, 2 * mean);
    const size = this.#draw.between(agents?.minLots ?? 0, agents?.maxLots ?? 0);
    return { trades, lots: trades * size };
  }

  /** The price a return led away from. Kept a tick above nothing, as the index itself is. */
  #before(returnPpb: number): PriceUnits {
    const price = Number(divHalfEven(BigInt(this.#price) * (BILLION - BigInt(returnPpb)), BILLION));
    return Math.max(2 * this.#spec.tickUnits, price);
  }

  #ticksOf(price: PriceUnits, least: Ticks): Ticks {
    return Math.max(least, divHalfEvenInt(price, this.#spec.tickUnits));
  }
}

/** Deviation of the return of a minute: that of a step times the square root of the steps in a minute. */
function minuteVolatility({ process }: MarketSpec): number {
  if (process.kind !== 'gbm') return 0;
  const variance = (BigInt(process.volatilityPpb) ** 2n * BigInt(MINUTE_MS)) / BigInt(process.stepMs);
  const root = squareRoot(variance);
  return Number(root < PPB_MAX ? root : PPB_MAX);
}

/** Newton's method on whole numbers, rounded down. */
function squareRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = value;
  for (let next = (root + 1n) / 2n; next < root; next = (root + value / root) / 2n) root = next;
  return root;
}
