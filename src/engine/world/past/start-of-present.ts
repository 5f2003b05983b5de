import type { TradeNo } from '../../../kernel/ids.ts';
import type { Ratio, Ticks, TimeMs } from '../../../kernel/units.ts';
import type { MarketSpec } from '../../config.ts';
import { FUNDING_MS } from '../../funding.ts';
import { LivingPast } from './living-past.ts';
import { PastFactor } from './past-path.ts';
import type { PastProcess } from './past-process.ts';
import { type PastOrigin, SeededPast } from './seeded-past.ts';

export type { PastOrigin } from './seeded-past.ts';

const MINUTE_MS = 60_000;

/** Returns the past of one market. This is the only place that chooses its process. */
function pastOf(spec: MarketSpec, origin: PastOrigin, factor: PastFactor | null): PastProcess {
  const isLiving = spec.process.kind === 'stochastic' || spec.liquidity.kind === 'population';
  return isLiving ? new LivingPast(spec, origin, factor) : new SeededPast(spec, origin);
}

/** What the present of a market takes over from its past. */
export interface PastEnd {
  /** 0 when nothing has traded. */
  readonly lastTrade: Ticks;
  readonly lastRate: Ratio;
  readonly lastAt: TimeMs | null;
}

/** Returns what the present of a market takes over: its last trade, and its last settled rate with the time. */
export function endOf(past: PastProcess): PastEnd {
  const lastAt = lastSettlement(past);
  return {
    lastTrade: past.hasTraded() ? past.closing : 0,
    lastRate: lastAt === null ? 0 : past.fundingRateAt(lastAt),
    lastAt,
  };
}

/** Returns when the past settled funding last; null when it is too short. The hour in which it begins is its first to be settled. */
export function lastSettlement({ from, to }: Pick<PastProcess, 'from' | 'to'>): TimeMs | null {
  const at = Math.floor(to / FUNDING_MS) * FUNDING_MS;
  return at > from ? at : null;
}

/**
 * Numbers for the trades of the past, which are made on demand: each minute of each market has a range of its own, as
 * large as a minute can need. So a number follows from the trade alone, numbers rise with time within a market, and
 * the present counts on from `last`.
 */
export interface PastTradeNumbers {
  readonly last: TradeNo;
  /** The number before those of a minute of the past. */
  before(symbol: string, minute: TimeMs): TradeNo;
}

/** Gives each minute of each market a range of trade numbers as large as it can need. */
export function numberPastTrades(pasts: ReadonlyMap<string, PastProcess>): PastTradeNumbers {
  const offsets = new Map<string, number>();
  let perMinute = 0;
  let [from, to] = [0, 0];
  for (const [symbol, past] of pasts) {
    offsets.set(symbol, perMinute);
    perMinute += past.minuteTradesMax;
    ({ from, to } = past);
  }
  const minutesUntil = (time: TimeMs): number => (time - from) / MINUTE_MS;
  return {
    last: minutesUntil(to) * perMinute,
    before: (symbol, minute) => minutesUntil(minute) * perMinute + (offsets.get(symbol) ?? 0),
  };
}

/** The pasts of all markets of an exchange, by symbol. They share the past of the common factor. */
export function pastsOf(markets: Iterable<MarketSpec>, origin: PastOrigin): ReadonlyMap<string, PastProcess> {
  const end = Math.floor(origin.startTime / MINUTE_MS) * MINUTE_MS;
  const factor = origin.factor ? new PastFactor(origin.factor, origin.seed, end) : null;
  return new Map(Array.from(markets, (spec) => [spec.symbol, pastOf(spec, origin, factor)]));
}
