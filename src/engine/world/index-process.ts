import type { TimeMs } from '../../kernel/units.ts';
import type { IndexProcessSpec, MarketSpec } from '../config.ts';
import type { EngineEvent } from '../event.ts';
import { isInSession } from '../prices.ts';
import type { Market, State } from '../state.ts';
import { stepAfter, stepAt } from './script-steps.ts';
import { isWalk, type WalkSpec, walked } from './walks.ts';

type Script = Extract<IndexProcessSpec, { kind: 'script' }>;

/**
 * One step of a market's index (wire 6.1: it is scripted per market). No event where the index stands still: a `still`
 * world, a session market out of hours, whose source is closed too, or a frozen feed.
 */
export function stepIndex(state: State, market: Market): EngineEvent[] {
  const { process } = market.spec;
  if (process.kind === 'script') return playStep(state, market, process);
  return isWalk(process) ? walk(state, market, process) : [];
}

/** When the index of a market moves next after a moment, or null when it never will again. */
export function nextIndexTime({ process }: MarketSpec, start: TimeMs, after: TimeMs): TimeMs | null {
  if (isWalk(process)) return after + process.stepMs;
  if (process.kind !== 'script') return null;
  const next = stepAfter(process.steps, after - start);
  return next ? start + next.afterMs : null;
}

/**
 * The step of a script whose time has come. A feed passes on what its source says: one that goes on again does so
 * first, one that stops does so after its last price, and while it is stopped no price is passed on.
 */
function playStep(state: State, market: Market, { steps }: Script): EngineEvent[] {
  const { symbol } = market.spec;
  const at = state.now;
  const step = stepAt(steps, at - state.config.startTime);
  if (!step) return [];
  const wasFrozen = market.frozenAt !== null;
  const isFrozen = step.frozen ?? wasFrozen;
  const events: EngineEvent[] = [];
  if (wasFrozen && !isFrozen) events.push({ type: 'FeedSet', at, symbol, frozen: false });
  if (!wasFrozen || !isFrozen) events.push({ type: 'IndexMoved', at, symbol, price: step.price, random: null });
  if (!wasFrozen && isFrozen) events.push({ type: 'FeedSet', at, symbol, frozen: true });
  return events;
}

function walk(state: State, market: Market, process: WalkSpec): EngineEvent[] {
  const { spec, index: price, indexRandom, indexMemory: memory } = market;
  if (indexRandom === null || market.frozenAt !== null || !isInSession(spec, state.now)) return [];
  const place = memory === undefined ? { price } : { price, memory };
  return [{ type: 'IndexMoved', at: state.now, symbol: spec.symbol, ...walked(spec, process, place, indexRandom) }];
}
