import { invariant, itemAt } from '../../kernel/errors.ts';
import { divHalfEven } from '../../kernel/decimal.ts';
import { Draw, type RandomStream } from '../../kernel/random.ts';
import type { PriceUnits, TimeMs } from '../../kernel/units.ts';
import type { CollateralSpec, IndexProcessSpec, MarketSpec } from '../config.ts';
import type { EngineEvent } from '../event.ts';
import type { JobResult } from '../handlers.ts';
import { isInSession, markOf } from '../prices.ts';
import type { Market, State } from '../state.ts';
import type { StochasticSpec } from './dynamics-spec.ts';
import { stepStochastic } from './dynamics.ts';
import { isHeld } from './price-steering.ts';
import { CEILING, moved, scaledNormal, stepJumps, withinBounds } from './returns.ts';

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

/** Returns when the index of a market moves for the first time, or null when it never will. */
export const firstIndexTime = (spec: MarketSpec, start: TimeMs): TimeMs | null =>
  spec.process.kind === 'stochastic' ? start + spec.process.stepMs : nextIndexTime(spec, start, start);

/**
 * Returns when the index of a market moves next after a moment, or null when it never will again. Null also for a `stochastic` process,
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
  if (!wasFrozen || !isFrozen)
    events.push({
      type: 'IndexMoved',
      at,
      symbol,
      price: step.price,
      mark: markOf(market.spec, step.price, market.premium),
      random: null,
    });
  if (!wasFrozen && isFrozen) events.push({ type: 'FeedSet', at, symbol, frozen: true });
  return { events, again };
}

function walk({ now: at }: State, market: Market, process: WalkSpec): IndexStep {
  const { spec, index: price, indexRandom, indexMemory: memory } = market;
  const again = at + process.stepMs;
  if (indexRandom === null || isHeld(market) || !isInSession(spec, at)) return { events: [], again };
  const place = memory === undefined ? { price } : { price, memory };
  const after = walked(spec, process, place, indexRandom);
  return {
    events: [
      { type: 'IndexMoved', at, symbol: spec.symbol, mark: markOf(spec, after.price, market.premium), ...after, again },
    ],
  };
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
  const next = stepStochastic(state, spec, process, { price, dynamics, random });
  const { price: after, dynamics: then, random: left, afterMs } = next;
  const again = at + afterMs;
  return {
    events: [
      {
        type: 'IndexMoved',
        at,
        symbol: spec.symbol,
        price: after,
        mark: markOf(spec, after, market.premium),
        dynamics: then,
        random: left,
        again,
      },
    ],
  };
}

export type WalkSpec = Extract<IndexProcessSpec, { kind: 'gbm' | 'ou' | 'hawkes' }>;
type Gbm = Extract<IndexProcessSpec, { kind: 'gbm' }>;
type Ou = Extract<IndexProcessSpec, { kind: 'ou' }>;
type Hawkes = Extract<IndexProcessSpec, { kind: 'hawkes' }>;

const BILLION = 1_000_000_000;
const BILLION_BIG = 1_000_000_000n;

/** Where a walk stands: its price, and what else its next step depends on. */
export interface WalkState {
  readonly price: PriceUnits;
  /**
   * `ou`: the level in 1e-9 price units. `hawkes`: the excitation, as a chance of 1e-18 in one step. These are finer than a
   * step, so that small drifts and decays are not rounded away. Absent for `gbm`.
   */
  readonly memory?: bigint;
}

export interface WalkStep extends WalkState {
  readonly random: RandomStream;
}

/** True of a process that draws its steps from the stream of its market. */
export const drawsSteps = (process: IndexProcessSpec): boolean => isWalk(process) || process.kind === 'stochastic';

/** True of a process whose steps need nothing but its own price, memory and stream. */
const isWalk = (process: IndexProcessSpec): process is WalkSpec =>
  process.kind === 'gbm' || process.kind === 'ou' || process.kind === 'hawkes';

/** Returns what a market remembers of its walk before the first step; nothing where the price alone decides. */
export function memoryAtStart({ process }: MarketSpec): { readonly memory?: bigint } {
  if (process.kind === 'ou') return { memory: BigInt(process.level) * BILLION_BIG };
  return process.kind === 'hawkes' ? { memory: 0n } : {};
}

/** One step of a walk, in integers. The result holds the new price and the stream after its draws. */
export function walked(spec: MarketSpec, process: WalkSpec, place: WalkState, random: RandomStream): WalkStep {
  const draw = new Draw(random);
  const { price, ...memory } = stateAfter(process, place, draw);
  return { price: withinBounds(spec, price), ...memory, random: draw.stream() };
}

function stateAfter(process: WalkSpec, { price, memory = 0n }: WalkState, draw: Draw): WalkState {
  if (process.kind === 'gbm') return { price: moved(price, returnOf(process, draw)) };
  return process.kind === 'ou' ? reverted(process, price, memory, draw) : excited(process, price, memory, draw);
}

/** The return of one step in parts per billion. Whether it jumps is drawn each time, so that a step is a fixed rhythm of draws. */
function returnOf(process: Gbm, draw: Draw): number {
  const diffusion = scaledNormal(process.volatilityPpb, draw);
  const jump = draw.chance(process.jumpPerMillion) ? scaledNormal(process.jumpPpb, draw) : 0;
  return process.driftPpb + diffusion + jump;
}

/**
 * Mean reversion: the level drifts, then the price loses its share of the distance to the level, and noise in proportion
 * to the level is added. Distance and noise are rounded half to even, each once.
 */
function reverted(process: Ou, price: PriceUnits, memory: bigint, draw: Draw): WalkState {
  const drifted = divHalfEven(memory * BigInt(BILLION + process.driftPpb), BILLION_BIG);
  const level = clampBig(drifted, BILLION_BIG, BigInt(CEILING) * BILLION_BIG);
  const distance = level - BigInt(price) * BILLION_BIG;
  const pull = divHalfEven(distance * BigInt(process.reversionPpb), BILLION_BIG * BILLION_BIG);
  const noise = divHalfEven(level * BigInt(scaledNormal(process.volatilityPpb, draw)), BILLION_BIG * BILLION_BIG);
  return { price: price + Number(pull + noise), memory: level };
}

/** A walk with self-exciting jumps; the memory is their excitation. */
function excited(process: Hawkes, price: PriceUnits, memory: bigint, draw: Draw): WalkState {
  const diffusion = scaledNormal(process.volatilityPpb, draw);
  const { jump, excitation } = stepJumps(process, memory, draw);
  return { price: moved(price, process.driftPpb + diffusion + jump), memory: excitation };
}

const clampBig = (value: bigint, low: bigint, high: bigint): bigint =>
  value < low ? low : value > high ? high : value;

/** The peg of a collateral at a set time, if this is one, and the next such time. */
export function stepPeg({ now: at, config }: State, spec: CollateralSpec): JobResult {
  const { asset, pegSteps = [] } = spec;
  const step = stepAt(pegSteps, at - config.startTime);
  const again = nextPegTime(spec, config.startTime, at);
  return { events: step ? [{ type: 'PegSet', at, asset, peg: step.peg }] : [], commands: [], again };
}

/** Returns when the peg of a collateral changes next after a moment, or null when it never will again. */
export function nextPegTime({ pegSteps = [] }: CollateralSpec, start: TimeMs, after: TimeMs): TimeMs | null {
  const next = stepAfter(pegSteps, after - start);
  return next ? start + next.afterMs : null;
}

/** The collateral that a timer names. */
export function pegSpecOf(state: State, asset: string): CollateralSpec {
  const spec = state.config.collaterals.find((candidate) => candidate.asset === asset);
  invariant(spec, () => `collateral ${asset} exists`);
  return spec;
}

interface Timed {
  readonly afterMs: number;
}

/** Returns the step at exactly `afterMs`, by binary search: steps ascend, and there may be many. */
function stepAt<T extends Timed>(steps: readonly T[], afterMs: number): T | undefined {
  const step = steps[placeOf(steps, afterMs)];
  return step?.afterMs === afterMs ? step : undefined;
}

/** Returns the first step later than `afterMs`. */
function stepAfter<T extends Timed>(steps: readonly T[], afterMs: number): T | undefined {
  return steps[placeOf(steps, afterMs + 1)];
}

/** The number of steps before `afterMs`, which is the place of the first at or after it. */
function placeOf(steps: readonly Timed[], afterMs: number): number {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (itemAt(steps, middle).afterMs < afterMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
