import { fadePpb, mulDiv } from '../../../kernel/fixed-point.ts';
import type { AccountNo } from '../../../kernel/ids.ts';
import type { Draw } from '../../../kernel/random.ts';
import type { Lots, TimeMs } from '../../../kernel/units.ts';
import type { Command } from '../../command.ts';
import { oppositeOf, type Side, signOf } from '../../orders/order-terms.ts';
import { priceBound } from '../../prices.ts';
import { livelinessPpm } from '../dynamics.ts';
import { marketOrder, sweep } from '../world-orders.ts';
import { fairOf } from './fair.ts';
import type { GroupRules, Look } from './group.ts';
import { foreseenPpb, prefersRound, roundLots } from './signals.ts';
import { childLots, leastLots, LENGTH_TAIL_PPM, noiseSizes, parentLots } from './sizes.ts';

const MILLION = 1_000_000;
const EVEN = 500_000;
/** However much a trader holds, it takes either side with at least 10 %. */
const BIAS_MAX = 400_000;
/** What biases a trader as far as it goes, in median orders. */
const BIAS_ORDERS = 300;

/** Half of the orders name a price: the best one, or up to this share of it worse, ppm. */
const REACH_PPM = 200;

/** Memory: excitement, whether the look that comes is an order, then of each metaorder its signed orders left and their size. */
const EXCITED = 0;
const IS_ORDER = 1;
const METAORDERS = 2;
const FIELDS = 2;

/**
 * Orders that take. Their times excite each other; some are noise, the others belong to one of several metaorders, which
 * split a large order into many small ones of the same side.
 */
export const FLOW: GroupRules = {
  accounts: ({ flow }) => ['taker', ...Array.from({ length: flow.metaorders }, (_, rank) => `metaorder ${rank + 1}`)],
  memory: ({ flow }) => [0, 0, ...Array.from({ length: flow.metaorders * FIELDS }, () => 0)],
  act: (look) => {
    const { market, spec, draw } = look;
    const memory = [...look.memory];
    const isOrder = memory[IS_ORDER] === 1;
    const commands = isOrder ? orderOf(look, memory) : [];
    const excitement = (memory[EXCITED] ?? 0) + (isOrder ? excitementOf(spec.flow) : 0);
    const next = nextArrival(spec.flow, excitement, livelinessPpm(market), draw);
    memory[EXCITED] = next.excitement;
    memory[IS_ORDER] = next.isEvent ? 1 : 0;
    return { commands, memory, afterMs: next.afterMs };
  },
};

/** One order of noise or of a metaorder, which then has one less to go. */
function orderOf(look: Look, memory: number[]): Command[] {
  const { spec, draw, accounts } = look;
  const { flow } = spec;
  const informed = informedOf(look);
  if (informed) return informed;
  if (flow.metaorders > 0 && draw.chance(flow.metaPpm)) {
    // Some are more urgent than others: the first is chosen most often.
    const rank = Math.min(draw.between(0, flow.metaorders - 1), draw.between(0, flow.metaorders - 1));
    const at = METAORDERS + rank * FIELDS;
    const account = accounts[rank + 1] ?? 0;
    if (memory[at] === 0) beginMetaorder(look, account, memory, at);
    const left = memory[at] ?? 0;
    const side: Side = left > 0 ? 'buy' : 'sell';
    memory[at] = left - signOf(side);
    return order(look, account, side, childLots(memory[at + 1] ?? 1, draw));
  }
  const account = accounts[0] ?? 0;
  const { least, most, tailPpm } = noiseSizes(flow);
  return order(look, account, sideOf(look, account), draw.pareto(least, most, tailPpm));
}

/** How many times the usual order a sure trader sends, at most. */
const SURE_MOST = 4;

/**
 * The order of somebody who knows the coming move of the index, in its direction: larger where the price will be farther beyond the
 * offered one. Null where nobody informed is at hand, or the move pays for no half spread: then somebody else trades.
 */
function informedOf(look: Look): Command[] | null {
  const { state, market, spec, draw, accounts } = look;
  const { signals, flow } = spec;
  if (!signals || signals.informedPpm === 0 || !draw.chance(signals.informedPpm)) return null;
  const ahead = foreseenPpb(state, market, signals);
  const side: Side = ahead > 0 ? 'buy' : 'sell';
  const met = market.book.best(oppositeOf(side));
  if (met === 0) return null;
  const fair = fairOf(market);
  const then = fair + mulDiv(fair, ahead, BILLION);
  const gain = signOf(side) * (then - met * market.spec.tickUnits);
  const half = Math.max(1, mulDiv(fair, spec.makers.halfSpreadPpb, BILLION));
  if (gain < half) return null;
  const times = Math.min(SURE_MOST, Math.floor(gain / half));
  return order(look, accounts[0] ?? 0, side, childLots(Math.ceil((flow.lots * times) / 2), draw));
}

function beginMetaorder(look: Look, account: AccountNo, memory: number[], at: number): void {
  const { spec, draw } = look;
  const { lots, metaShortest, metaLongest } = spec.flow;
  const length = draw.pareto(metaShortest, metaLongest, LENGTH_TAIL_PPM);
  memory[at] = length * signOf(sideOf(look, account));
  memory[at + 1] = parentLots(lots, draw);
}

/** Either side, leaning towards what reduces the position. */
function sideOf({ state, market, spec, draw }: Look, account: AccountNo): Side {
  const held = state.accounts.get(account)?.positions.get(market.spec.symbol)?.lots ?? 0;
  const full = spec.flow.lots * BIAS_ORDERS;
  const bias = Math.trunc((Math.max(-full, Math.min(full, held)) * BIAS_MAX) / full);
  return draw.chance(EVEN - bias) ? 'buy' : 'sell';
}

function order({ market, draw, spec: { signals } }: Look, account: AccountNo, side: Side, drawn: Lots): Command[] {
  const { spec, book, mark } = market;
  const best = book.best(oppositeOf(side));
  if (best === 0) return [];
  const wanted = prefersRound(signals, draw) ? roundLots(drawn) : drawn;
  const lots = Math.max(leastLots(spec, best), Math.min(spec.maxMarketLots, wanted));
  if (draw.chance(EVEN)) return [marketOrder(spec, account, side, lots)];
  const price = best + signOf(side) * draw.between(0, Math.floor((best * REACH_PPM) / MILLION));
  const band = priceBound(mark, side, spec.limitCap, spec.limitFloor);
  return signOf(side) * (price - band) > 0 ? [] : [sweep(spec, account, side, price, lots)];
}

const BILLION = 1_000_000_000;

/** Times that excite each other (a Hawkes process with an exponential kernel). Rates are events per millisecond, in ppb. */
export interface ArrivalSpec {
  /** Mean milliseconds between two events. */
  readonly everyMs: TimeMs;
  readonly branchingPpm: number;
  readonly excitedMs: TimeMs;
}

export interface NextArrival {
  readonly afterMs: TimeMs;
  /** False: no event within the time that is looked ahead, only the next moment to draw again. */
  readonly isEvent: boolean;
  /** Excitement at that moment, before the event adds to it. */
  readonly excitement: number;
}

/** How far ahead a time is drawn, so that a market whose mood changes follows it. */
const HORIZON_MS = 20_000;

/** Returns what one event adds to the excitement. */
export const excitementOf = ({ branchingPpm, excitedMs }: ArrivalSpec): number =>
  Math.floor((branchingPpm * 1_000) / excitedMs);

/**
 * Draws the next event by thinning (Ogata): excitement only fades until then, so the rate of now bounds the rate until a
 * candidate, which counts with the share of the bound that is left. `activityPpm` scales the base rate.
 */
export function nextArrival(spec: ArrivalSpec, excitement: number, activityPpm: number, draw: Draw): NextArrival {
  const mean = Math.floor(BILLION / spec.everyMs);
  const own = mulDiv(mean, MILLION - spec.branchingPpm, MILLION);
  const base = Math.max(1, mulDiv(own, activityPpm, MILLION));
  let afterMs = 0;
  let excited = excitement;
  for (;;) {
    const bound = base + excited;
    const gap = draw.exponential(Math.max(1, Math.floor(BILLION / bound)));
    if (afterMs + gap > HORIZON_MS) {
      const rest = HORIZON_MS - afterMs;
      return { afterMs: HORIZON_MS, isEvent: false, excitement: faded(excited, rest, spec) };
    }
    afterMs += gap;
    excited = faded(excited, gap, spec);
    if (draw.between(0, bound - 1) < base + excited) {
      return { afterMs: Math.max(1, afterMs), isEvent: true, excitement: excited };
    }
  }
}

const faded = (excitement: number, elapsedMs: TimeMs, { excitedMs }: ArrivalSpec): number =>
  mulDiv(excitement, fadePpb(elapsedMs, excitedMs), BILLION);
