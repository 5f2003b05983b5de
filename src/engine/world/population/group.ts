import type { AccountNo } from '../../../kernel/ids.ts';
import type { Draw } from '../../../kernel/random.ts';
import type { Lots, Ticks, TimeMs, Units } from '../../../kernel/units.ts';
import type { Command } from '../../command.ts';
import type { MarketSpec } from '../../config.ts';
import { oppositeOf, type PlaceOrder, type Side, signOf } from '../../orders/order-terms.ts';
import { priceBound } from '../../prices.ts';
import type { Market, State } from '../../state.ts';
import { livelinessPpm } from '../dynamics.ts';
import type { PopulationSpec, PopulationState } from '../population-spec.ts';
import { quote, sweep } from '../world-orders.ts';

/** What a group sees when it looks at its market. */
export interface Look {
  readonly state: State;
  readonly market: Market;
  readonly spec: PopulationSpec;
  readonly population: PopulationState;
  /** The accounts of the group. */
  readonly accounts: readonly AccountNo[];
  readonly memory: readonly number[];
  /** Draws from the group's own stream. */
  readonly draw: Draw;
}

/** What a group does: its commands in order, what it remembers, and when it looks again. */
export interface Act {
  readonly commands: readonly Command[];
  readonly memory: readonly number[];
  /** Milliseconds until the next look, at least 1. */
  readonly afterMs: TimeMs;
}

/** What the accounts of a group have at the start. */
export interface GroupStart {
  /** In the order of the group's accounts. */
  readonly accounts: readonly AccountStart[];
  readonly positions: readonly SeededPair[];
}

export interface AccountStart {
  readonly funds: Units;
  readonly leverage: number;
}

/** A long and a short that were opened against each other before the start, by the places of their accounts in the group. */
export interface SeededPair {
  readonly long: number;
  readonly short: number;
  readonly price: Ticks;
  readonly lots: Lots;
}

/** One group of traders. A refused command is simply missing from the state of its next look. */
export interface GroupRules {
  /** Names of its accounts. */
  accounts(spec: PopulationSpec): readonly string[];
  /** What it remembers before its first look. */
  memory(spec: PopulationSpec): readonly number[];
  act(look: Look): Act;
  /** What its accounts have at the start; without it they are rich and hold nothing. Draws from a stream of the start. */
  start?(market: MarketSpec, spec: PopulationSpec, draw: Draw): GroupStart;
}

const MILLION = 1_000_000;
/** No group looks more often than this, however lively its market is. */
const SHORTEST_MS = 100;
const LONGEST_MS = 3_600_000;

/** The time to the next look: from half to one and a half of the mean, which shrinks as the market gets livelier. */
export function nextLookMs(market: Market, everyMs: TimeMs, draw: Draw): TimeMs {
  const mean = Math.floor((everyMs * MILLION) / Math.max(1, livelinessPpm(market)));
  const bounded = Math.max(SHORTEST_MS, Math.min(LONGEST_MS, mean));
  return draw.between(Math.ceil(bounded / 2), Math.floor((bounded * 3) / 2));
}

/** A duration of this mean, at most three times as long: short ones are the most frequent. */
export function durationMs(mean: TimeMs, draw: Draw): TimeMs {
  const share = draw.between(0, 1_000);
  return Math.max(1, Math.floor((3 * mean * share * share) / MILLION));
}

export interface Wish {
  readonly account: AccountNo;
  readonly side: Side;
  readonly lots: Lots;
  /** The order only closes. */
  readonly reduceOnly: boolean;
}

/** An order that takes at the touch and at most `slipPpm` of the price beyond it; null where nothing is offered. */
export function takeWithin(
  market: Market,
  { account, side, lots, reduceOnly }: Wish,
  slipPpm: number,
): PlaceOrder | null {
  const { spec, mark } = market;
  const touch = market.book.best(oppositeOf(side));
  if (touch === 0) return null;
  const farthest = touch + signOf(side) * Math.ceil((touch * slipPpm) / MILLION);
  const bound = priceBound(mark, side, spec.limitCap, spec.limitFloor);
  const price = side === 'buy' ? Math.min(farthest, bound) : Math.max(farthest, bound, spec.minPriceTicks);
  return { ...sweep(spec, account, side, price, lots), reduceOnly };
}

/** An order that joins the best price of its own side; null where nothing stands there. */
export function joinTouch(market: Market, { account, side, lots, reduceOnly }: Wish): PlaceOrder | null {
  const touch = market.book.best(side);
  return touch === 0 ? null : { ...quote(market.spec, account, side, touch, lots), reduceOnly };
}

/**
 * What a group remembers of the index: averages over minutes and over hours, and how far it usually strays from the
 * slow one; prices in thousandths of a tick.
 */
export interface Trend {
  readonly at: TimeMs;
  readonly fast: number;
  readonly slow: number;
  readonly deviation: number;
}

const FAST_MS = 600_000;
const SLOW_MS = 7_200_000;
const DEVIATION_MS = 21_600_000;
/** The usual distance before anything is known, in ppm of the price. */
const FIRST_DEVIATION_PPM = 3_000;
const THOUSAND = 1_000;
const MOST = 3 * MILLION;

/** The index in thousandths of a tick. */
export function milliTicks({ index, spec }: Market): number {
  const whole = Math.floor(index / spec.tickUnits);
  return whole * THOUSAND + Math.floor(((index % spec.tickUnits) * THOUSAND) / spec.tickUnits);
}

/** Returns a trend that begins at the present price, without a move behind it. */
export function trendFrom(market: Market, at: TimeMs): Trend {
  const price = milliTicks(market);
  return { at, fast: price, slow: price, deviation: deviationFloor(price) };
}

/** The averages after the time since the last look. */
export function trendAfter(trend: Trend, market: Market, at: TimeMs): Trend {
  const price = milliTicks(market);
  const passed = at - trend.at;
  const slow = towards(trend.slow, price, passed, SLOW_MS);
  const distance = Math.abs(price - slow);
  const deviation = towards(trend.deviation, distance, passed, DEVIATION_MS);
  return {
    at,
    fast: towards(trend.fast, price, passed, FAST_MS),
    slow,
    deviation: Math.max(deviation, Math.floor(deviationFloor(price) / THOUSAND)),
  };
}

/** The way of the fast average from the slow one in usual distances, ppm; within three of them. */
export const strengthPpm = ({ fast, slow, deviation }: Trend): number =>
  Math.max(-MOST, Math.min(MOST, Math.trunc(((fast - slow) * MILLION) / Math.max(1, deviation))));

const deviationFloor = (price: number): number => Math.max(1, Math.floor((price * FIRST_DEVIATION_PPM) / MILLION));

/** An average that loses its share of the distance for the time that passed. */
const towards = (average: number, price: number, passed: TimeMs, span: TimeMs): number =>
  average + Math.trunc(((price - average) * Math.min(passed, span)) / span);
