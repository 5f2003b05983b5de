import { invariant } from '../../kernel/assert.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { IndexProcessSpec, MarketSpec } from '../config.ts';
import type { EngineEvent } from '../event.ts';
import type { JobResult } from '../handlers.ts';
import { isInSession } from '../prices.ts';
import type { Market, State } from '../state.ts';
import type { StochasticSpec } from './dynamics/dynamics-spec.ts';
import { stepStochastic } from './dynamics/stochastic.ts';
import { isHeld } from './price-steering.ts';
import { stepAfter, stepAt } from './script-steps.ts';
import { isWalk, type WalkSpec, walked } from './walks.ts';

type Script = Extract<IndexProcessSpec, { kind: 'script' }>;

const MINUTE_MS = 60_000;

/** What a step of an index causes, and when the next is due where no event says it. */
type IndexStep = Pick<JobResult, 'events' | 'again'>;

/**
 * One step of a market's index (wire 6.1: it is scripted per market). No event where the index stands still: a `still`
 * world, a session market out of hours, whose source is closed too, or a frozen feed.
 */
export function stepIndex(state: State, market: Market): IndexStep {
  const { process } = market.spec;
  if (process.kind === 'script') return playStep(state, market, process);
  if (process.kind === 'stochastic') return stepDynamics(state, market, process);
  return isWalk(process) ? walk(state, market, process) : { events: [] };
}

/** When the index of a market moves for the first time, or null when it never will. */
export const firstIndexTime = (spec: MarketSpec, start: TimeMs): TimeMs | null =>
  spec.process.kind === 'stochastic' ? start + spec.process.stepMs : nextIndexTime(spec, start, start);

/**
 * When the index of a market moves next after a moment, or null when it never will again. Null also for a `stochastic` process,
 * whose steps draw when the next is due.
 */
export function nextIndexTime({ process }: MarketSpec, start: TimeMs, after: TimeMs): TimeMs | null {
  if (isWalk(process)) return after + process.stepMs;
  if (process.kind !== 'script') return null;
  const next = stepAfter(process.steps, after - start);
  return next ? start + next.afterMs : null;
}

/**
 * The step of a script whose time has come. A feed passes on what its source says: one that goes on again does so
 * first, one that stops does so after its last price, and while it is stopped no price is passed on. A price that steering
 * holds stays, whatever the script says.
 */
function playStep(state: State, market: Market, { steps }: Script): IndexStep {
  const { symbol } = market.spec;
  const at = state.now;
  const again = nextIndexTime(market.spec, state.config.startTime, at);
  const step = stepAt(steps, at - state.config.startTime);
  if (!step) return { events: [], again };
  if (market.pinned === true || market.ramp) return { events: [], again };
  const wasFrozen = market.frozenAt !== null;
  const isFrozen = step.frozen ?? wasFrozen;
  const events: EngineEvent[] = [];
  if (wasFrozen && !isFrozen) events.push({ type: 'FeedSet', at, symbol, frozen: false });
  if (!wasFrozen || !isFrozen) events.push({ type: 'IndexMoved', at, symbol, price: step.price, random: null });
  if (!wasFrozen && isFrozen) events.push({ type: 'FeedSet', at, symbol, frozen: true });
  return { events, again };
}

function walk({ now: at }: State, market: Market, process: WalkSpec): IndexStep {
  const { spec, index: price, indexRandom, indexMemory: memory } = market;
  const again = at + process.stepMs;
  if (indexRandom === null || isHeld(market) || !isInSession(spec, at)) return { events: [], again };
  const place = memory === undefined ? { price } : { price, memory };
  const after = walked(spec, process, place, indexRandom);
  return { events: [{ type: 'IndexMoved', at, symbol: spec.symbol, ...after, again }] };
}

/**
 * One step of a stochastic process, which draws when the next is due. While its feed is frozen it waits as long as a mean step, and out of
 * hours until the next minute, because sessions open on whole minutes.
 */
function stepDynamics(state: State, market: Market, process: StochasticSpec): IndexStep {
  const { now: at } = state;
  const { spec, index: price, indexRandom: random, dynamics } = market;
  invariant(random !== null && dynamics, () => `${spec.symbol} has dynamics`);
  if (!isInSession(spec, at)) return { events: [], again: at + MINUTE_MS - (at % MINUTE_MS) };
  if (isHeld(market)) return { events: [], again: at + process.stepMs };
  const { afterMs, ...place } = stepStochastic(state, spec, process, { price, dynamics, random });
  return { events: [{ type: 'IndexMoved', at, symbol: spec.symbol, ...place, again: at + afterMs }] };
}
