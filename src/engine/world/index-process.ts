import { divHalfEven, divHalfEvenInt } from '../../kernel/decimal.ts';
import { Draw } from '../../kernel/random.ts';
import type { PriceUnits } from '../../kernel/units.ts';
import type { IndexProcessSpec } from '../config.ts';
import type { EngineEvent } from '../event.ts';
import { isInSession } from '../prices.ts';
import type { Market, State } from '../state.ts';

type Gbm = Extract<IndexProcessSpec, { kind: 'gbm' }>;

const BILLION = 1_000_000_000;
const BILLION_BIG = 1_000_000_000n;
const MILLION = 1_000_000;

/** An index never falls to the last tick: a price of zero, or one with no tick below it, is no market. */
const FLOOR_TICKS = 2;
/** Ten million per whole base unit: far from any real price, and sums of prices stay safe integers. */
const CEILING: PriceUnits = 1_000_000_000_000_000;

/**
 * One step of a market's index: geometric Brownian motion with jumps, in integers (wire 6.1: the index is
 * scripted per market). The event carries the new price and the stream after its draws. No event where
 * the index stands still: a `still` world, a session market out of hours, whose source is closed too, or a
 * frozen feed.
 */
export function stepIndex(state: State, market: Market): EngineEvent[] {
  const { spec, indexRandom } = market;
  if (spec.process.kind !== 'gbm' || indexRandom === null) return [];
  if (market.frozenAt !== null || !isInSession(spec, state.now)) return [];
  const draw = new Draw(indexRandom);
  const price = clamp(moved(market.index, returnOf(spec.process, draw)), FLOOR_TICKS * spec.tickUnits, CEILING);
  return [{ type: 'IndexMoved', at: state.now, symbol: spec.symbol, price, random: draw.stream() }];
}

/** The return of one step in parts per billion. Whether it jumps is drawn each time, so that a step is a fixed rhythm of draws. */
function returnOf(process: Gbm, draw: Draw): number {
  const diffusion = scaledNormal(process.volatilityPpb, draw);
  const jump = draw.chance(process.jumpPerMillion) ? scaledNormal(process.jumpPpb, draw) : 0;
  return process.driftPpb + diffusion + jump;
}

/** A normal draw of the given deviation. Six deviations are the most a draw gives, so the product stays safe. */
export function scaledNormal(deviation: number, draw: Draw): number {
  return divHalfEvenInt(deviation * draw.normalMillionths(), MILLION);
}

// A price times a billion outgrows 2^53.
function moved(price: PriceUnits, returnPpb: number): PriceUnits {
  return Number(divHalfEven(BigInt(price) * BigInt(BILLION + returnPpb), BILLION_BIG));
}

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));
