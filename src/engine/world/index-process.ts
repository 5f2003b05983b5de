import { divHalfEven, divHalfEvenInt } from '../../kernel/decimal.ts';
import { Draw } from '../../kernel/random.ts';
import type { PriceUnits, TimeMs } from '../../kernel/units.ts';
import type { IndexProcessSpec, MarketSpec } from '../config.ts';
import type { EngineEvent } from '../event.ts';
import { isInSession } from '../prices.ts';
import type { Market, State } from '../state.ts';

type Gbm = Extract<IndexProcessSpec, { kind: 'gbm' }>;
type Script = Extract<IndexProcessSpec, { kind: 'script' }>;

const BILLION = 1_000_000_000;
const BILLION_BIG = 1_000_000_000n;
const MILLION = 1_000_000;

/** An index never falls to the last tick: a price of zero, or one with no tick below it, is no market. */
const FLOOR_TICKS = 2;
/** Ten million per whole base unit: far from any real price, and sums of prices stay safe integers. */
const CEILING: PriceUnits = 1_000_000_000_000_000;

/**
 * One step of a market's index (wire 6.1: it is scripted per market). No event where the index stands still: a `still`
 * world, a session market out of hours, whose source is closed too, or a frozen feed.
 */
export function stepIndex(state: State, market: Market): EngineEvent[] {
  return market.spec.process.kind === 'script' ? playStep(state, market, market.spec.process) : walk(state, market);
}

/** When the index of a market moves next after a moment, or null when it never will again. */
export function nextIndexTime({ process }: MarketSpec, start: TimeMs, after: TimeMs): TimeMs | null {
  if (process.kind === 'gbm') return after + process.stepMs;
  if (process.kind === 'still') return null;
  const next = process.steps.find(({ afterMs }) => start + afterMs > after);
  return next ? start + next.afterMs : null;
}

/**
 * The step of a script whose time has come. A feed passes on what its source says: one that goes on again does so
 * first, one that stops does so after its last price, and while it is stopped no price is passed on.
 */
function playStep(state: State, market: Market, { steps }: Script): EngineEvent[] {
  const { symbol } = market.spec;
  const at = state.now;
  const step = steps.find(({ afterMs }) => state.config.startTime + afterMs === at);
  if (!step) return [];
  const wasFrozen = market.frozenAt !== null;
  const isFrozen = step.frozen ?? wasFrozen;
  const events: EngineEvent[] = [];
  if (wasFrozen && !isFrozen) events.push({ type: 'FeedSet', at, symbol, frozen: false });
  if (!wasFrozen || !isFrozen) events.push({ type: 'IndexMoved', at, symbol, price: step.price, random: null });
  if (!wasFrozen && isFrozen) events.push({ type: 'FeedSet', at, symbol, frozen: true });
  return events;
}

/** Geometric Brownian motion with jumps, in integers. The event carries the new price and the stream after its draws. */
function walk(state: State, market: Market): EngineEvent[] {
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

// A price times a billion exceeds 2^53.
function moved(price: PriceUnits, returnPpb: number): PriceUnits {
  return Number(divHalfEven(BigInt(price) * BigInt(BILLION + returnPpb), BILLION_BIG));
}

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));
