import { invariant, refuse } from '../../kernel/errors.ts';
import { armTimer, type Decision, type JobResult } from '../handlers.ts';
import type { ControlCommand } from '../command.ts';
import type { EngineEvent } from '../event.ts';
import { markOf } from '../prices.ts';
import type { Market, State } from '../state.ts';

/**
 * Control of an index by hand: `pin` keeps it at a price that is fresh, `move` is a gap or a ramp from which the
 * feed goes on, `stop` lets it go stale, `release` gives it back to its feed.
 */

type CommandOf<T extends ControlCommand['type']> = Extract<ControlCommand, { type: T }>;

/** A ramp takes a step each second. */
const STEP_MS = 1_000;
/** An hour: a longer move is a scenario. */
const LONGEST_RAMP_MS = 3_600_000;

/** Returns whether something else than the feed decides the index: nothing that the feed says is passed on meanwhile. */
export const isHeld = ({ frozenAt, pinned, ramp }: Market): boolean =>
  frozenAt !== null || pinned === true || ramp !== undefined;

/** A gap. A pin stays, at the new price; on a stopped feed the price is fresh for as long as any other. */
export function setIndexPrice(state: State, { symbol, price }: CommandOf<'SetIndexPrice'>): Decision {
  const market = state.markets.get(symbol);
  if (!market) return refuse('MARKET_NOT_FOUND');
  if (price < market.spec.tickUnits) return TOO_LOW;
  return [...rampEnd(state, market), indexMoved(state, market, price)];
}

/** Moves the index where a price is given, and keeps it there. */
export function pinPrice(state: State, { symbol, price }: CommandOf<'PinPrice'>): Decision {
  const market = state.markets.get(symbol);
  if (!market) return refuse('MARKET_NOT_FOUND');
  if (price !== null && price < market.spec.tickUnits) return TOO_LOW;
  const { now: at } = state;
  const events: EngineEvent[] = rampEnd(state, market);
  if (market.frozenAt !== null) events.push({ type: 'FeedSet', at, symbol, frozen: false });
  if (market.pinned !== true) events.push({ type: 'PricePinned', at, symbol, pinned: true });
  // The price counts as new, so that whatever a stale one has held up goes on.
  return [...events, indexMoved(state, market, price ?? market.index)];
}

/** Begins a ramp; one that is under way gives way to it. */
export function rampPrice(state: State, { symbol, price, overMs }: CommandOf<'RampPrice'>): Decision {
  const market = state.markets.get(symbol);
  if (!market) return refuse('MARKET_NOT_FOUND');
  if (price < market.spec.tickUnits) return TOO_LOW;
  if (!Number.isSafeInteger(overMs) || overMs < STEP_MS || overMs > LONGEST_RAMP_MS || overMs % STEP_MS !== 0) {
    return refuse('INVALID_VALUE', 'overMs must be whole seconds from 1000 to 3600000');
  }
  const { now: at } = state;
  const timer = state.counters.timer;
  return [
    { type: 'RampSet', at, symbol, ramp: { to: price, endsAt: at + overMs, timer } },
    armTimer(state, at + STEP_MS, { kind: 'ramp', symbol, began: timer }),
  ];
}

/** Stops the feed, which ends a pin and a ramp, or ends whatever holds the index. Stopping it again changes nothing: its age counts from the first time. */
export function setFeed(state: State, { symbol, frozen }: CommandOf<'SetFeed'>): Decision {
  const market = state.markets.get(symbol);
  if (!market) return refuse('MARKET_NOT_FOUND');
  const { now: at } = state;
  const events: EngineEvent[] = rampEnd(state, market);
  if (market.pinned === true) events.push({ type: 'PricePinned', at, symbol, pinned: false });
  if (frozen !== (market.frozenAt !== null)) events.push({ type: 'FeedSet', at, symbol, frozen });
  return events;
}

/** A step of a ramp: an equal part of what is left, and at its end the very price. */
export function stepRamp(state: State, market: Market, began: number): Pick<JobResult, 'events' | 'again'> {
  const { ramp, index } = market;
  if (ramp?.timer !== began) return { events: [] };
  const { now: at } = state;
  const { symbol } = market.spec;
  const leftMs = ramp.endsAt - at;
  invariant(leftMs >= 0 && leftMs % STEP_MS === 0, () => `the ramp of ${symbol} ends on a step`);
  if (leftMs === 0) {
    return {
      events: [indexMoved(state, market, ramp.to), { type: 'RampSet', at, symbol, ramp: null }],
    };
  }
  const price = index + Math.trunc((ramp.to - index) / (leftMs / STEP_MS + 1));
  return { events: [indexMoved(state, market, price)], again: at + STEP_MS };
}

const TOO_LOW = refuse('INVALID_VALUE', 'price must be at least one tick');

function rampEnd({ now: at }: State, { ramp, spec: { symbol } }: Market): EngineEvent[] {
  return ramp ? [{ type: 'RampSet', at, symbol, ramp: null }] : [];
}

const indexMoved = ({ now: at }: State, { spec, premium }: Market, price: number): EngineEvent => ({
  type: 'IndexMoved',
  at,
  symbol: spec.symbol,
  price,
  mark: markOf(spec, price, premium),
  random: null,
});
