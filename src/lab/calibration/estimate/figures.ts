import { type BookFigures, bookOf } from './book.ts';
import { type Estimate, missing } from './figure.ts';
import { type FlowFigures, flowOf } from './flow.ts';
import { jumpFigures, type JumpFigures } from './jumps.ts';
import { memoryOf, type VolatilityMemory } from './memory.ts';
import type { Observations } from './observations.ts';
import { profileOf, type Profile } from './profile.ts';
import { returnsOf, returnsOfCandles } from './returns.ts';
import { deviation } from './statistics.ts';
import { volatilityOf } from './volatility.ts';

/** All that is estimated of one market. */
export interface MarketFigures {
  readonly symbol: string;
  readonly price: number;
  /** Per year, jumps and all. */
  readonly volatility: Estimate;
  readonly memory: VolatilityMemory;
  readonly jumps: JumpFigures;
  readonly flow: FlowFigures;
  readonly book: BookFigures;
  readonly profile: Profile;
  /** Deviation of mark over index. */
  readonly basis: Estimate;
}

const BASIS_LEAST = 60;

/** Estimates every figure that the observations allow; the others say what they lack. */
export function figuresOf(observed: Observations, tick: number): MarketFigures {
  const returns = returnsOf(observed);
  const { annual, jumps } = volatilityOf(returns);
  const { symbol, orders, candles, hours, book, distances, basis } = observed;
  const long = hours.length > 0 ? hours : candles;
  return {
    symbol,
    price: lastPrice(observed),
    volatility: annual,
    memory: memoryOf(returns, new Set(jumps.found.map(({ at }) => at))),
    jumps: jumpFigures(jumps, returns?.stepMs ?? 1),
    flow: flowOf(orders, long),
    book: bookOf(book, distances, tick),
    profile: profileOf(hours.length > 0 ? returnsOfCandles(hours) : returns, orders, long),
    basis: basisOf(basis.map(({ value }) => value)),
  };
}

/** The newest price of all that there is; 0 where there is none. */
function lastPrice({ book, candles, hours, orders }: Observations): number {
  const sample = book.at(-1);
  const candle = candles.at(-1) ?? hours.at(-1);
  const known = [
    { time: sample?.time ?? -1, price: sample ? (sample.bid + sample.ask) / 2 : 0 },
    { time: orders.times.at(-1) ?? -1, price: orders.prices.at(-1) ?? 0 },
    { time: candle ? candle.time + candle.length : -1, price: candle?.close ?? 0 },
  ];
  return known.reduce((best, each) => (each.time > best.time ? each : best)).price;
}

function basisOf(values: readonly number[]): Estimate {
  if (values.length < BASIS_LEAST)
    return missing(
      `takes ${BASIS_LEAST} marks and indexes a second apart, which fork --watch sees, there are ${values.length}`,
    );
  const value = deviation(values);
  return { value, error: value / Math.sqrt(values.length / 20), from: `${values.length} marks and indexes` };
}
