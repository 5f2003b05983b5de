import { divHalfEvenInt } from '../../../kernel/decimal.ts';
import { itemAt } from '../../../kernel/errors.ts';
import { expPpb, mulDiv, squareRoot } from '../../../kernel/fixed-point.ts';
import { Draw, paretoAt, streamOf } from '../../../kernel/random.ts';
import type { Lots, TimeMs } from '../../../kernel/units.ts';
import type { MarketSpec } from '../../config.ts';
import type { FlowSpec } from '../population-spec.ts';
import { childLots, LENGTH_TAIL_PPM, noiseSizes, parentLots } from '../population/sizes.ts';

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
const MILLION = 1_000_000;
const BILLION = 1_000_000_000;
/** Above this mean, a number of clusters is drawn from a normal distribution. */
const POISSON_MAX_PPB = 12_000_000_000;
/** No minute has more clusters than this. */
const CLUSTERS_MAX_PPB = 1_000_000_000_000;
const ORDERS_MAX = 1_500;
/** A minute of mean activity has at most this many times fewer orders than the liveliest one. */
const BURST = 12;
/** Draws of a distribution that stand for it: the bits of an index, and their number. */
const TABLE_BITS = 10;
const TABLE = 1_024;

/**
 * Figures of a market's past: its orders come as those of its present do. An order is the first of a cluster, or was caused by the
 * one before it: `branchingPpm` is the chance that another follows, after about `excitedMs`.
 */
export class PastFlow {
  /** Orders of one minute are never more than this. */
  readonly ordersMax: number;
  readonly metaPpm: number;
  readonly metaorders: number;
  readonly #branchingPpm: number;
  /** Mean clusters of a minute of mean activity, in ppb. */
  readonly #clustersPpb: number;
  readonly #figures: FlowFigures;
  #made: Tables | null = null;

  constructor(figures: FlowFigures) {
    this.#figures = figures;
    this.metaPpm = figures.metaPpm;
    this.metaorders = figures.metaorders;
    this.#branchingPpm = figures.branchingPpm;
    this.#clustersPpb = mulDiv(mulDiv(MINUTE_MS, BILLION, figures.everyMs), MILLION - figures.branchingPpm, MILLION);
    const mean = Math.ceil(MINUTE_MS / figures.everyMs);
    this.ordersMax = Math.min(ORDERS_MAX, BURST * mean + BURST);
  }

  /** Made when the first hour is read, and not at every start of an exchange. */
  get #lists(): Tables {
    this.#made ??= tablesOf(this.#figures);
    return this.#made;
  }

  /** Mean clusters of a minute, in ppb. */
  clustersPpb(livelinessPpm: number): number {
    return Math.min(CLUSTERS_MAX_PPB, mulDiv(this.#clustersPpb, livelinessPpm, MILLION));
  }

  /**
   * Draws the milliseconds within a minute at which orders come into the start of `times`, ascending, and returns their number: at
   * least one, and few enough for two trades each.
   */
  times(livelinessPpm: number, draw: Draw, times: Uint32Array): number {
    let count = 0;
    for (let left = atLeastOne(this.clustersPpb(livelinessPpm), draw); left > 0 && count < this.ordersMax; left -= 1) {
      let at = draw.between(0, MINUTE_MS - 1);
      insert(times, count, at);
      count += 1;
      while (draw.chance(this.#branchingPpm) && count < this.ordersMax) {
        at = (at + this.#of(this.#lists.gaps, draw)) % MINUTE_MS;
        insert(times, count, at);
        count += 1;
      }
    }
    return count;
  }

  noiseLots(draw: Draw): Lots {
    return this.#of(this.#lists.noise, draw);
  }

  /** Orders of a metaorder. */
  metaLength(draw: Draw): number {
    return this.#of(this.#lists.lengths, draw);
  }

  /** The usual size of the orders of a metaorder. */
  parentLots(draw: Draw): Lots {
    return this.#of(this.#lists.parents, draw);
  }

  childLots(parent: Lots, draw: Draw): Lots {
    return Math.floor((parent * this.#of(this.#lists.children, draw)) / MILLION);
  }

  #of(table: readonly number[], draw: Draw): number {
    return itemAt(table, draw.uint32() >>> (32 - TABLE_BITS));
  }
}

/** Adds a time to `count` ascending ones. There are a few dozen, so that moving them costs less than sorting. */
function insert(times: Uint32Array, count: number, at: TimeMs): void {
  let place = count;
  for (; place > 0 && itemAt(times, place - 1) > at; place -= 1) times[place] = itemAt(times, place - 1);
  times[place] = at;
}

/** A Poisson number that is not zero. */
function atLeastOne(meanPpb: number, draw: Draw): number {
  if (meanPpb > POISSON_MAX_PPB) {
    const deviation = squareRoot(meanPpb);
    // In units of a ppb: the deviation of a mean in ppb is its square root times that of a billion.
    return Math.max(1, divHalfEvenInt(meanPpb + mulDiv(deviation * 31_623, draw.normalMillionths(), MILLION), BILLION));
  }
  const none = expPpb(-meanPpb);
  let left = draw.between(none, BILLION - 1) - none;
  let count = 1;
  for (let chance = mulDiv(none, meanPpb, BILLION); left >= chance && chance > 0; count += 1) {
    left -= chance;
    chance = mulDiv(chance, meanPpb, BILLION * (count + 1));
  }
  return count;
}

interface Tables {
  readonly gaps: readonly TimeMs[];
  readonly noise: readonly Lots[];
  /** Sizes of orders of a metaorder, of its usual size, in ppm. */
  readonly children: readonly number[];
  /** Usual sizes and lengths of metaorders. */
  readonly parents: readonly Lots[];
  readonly lengths: readonly number[];
}

function tablesOf({ excitedMs, sizes, lots, metaShortest, metaLongest }: FlowFigures): Tables {
  const draw = new Draw(streamOf('', 'tables of the past'));
  const table = (make: () => number): readonly number[] => Array.from({ length: TABLE }, make);
  const shares = Array.from({ length: TABLE }, (_, no) => Math.floor(((no + 0.5) * BILLION) / TABLE));
  const lengths = { least: metaShortest, most: metaLongest, tailPpm: LENGTH_TAIL_PPM };
  return {
    gaps: table(() => draw.exponential(excitedMs)),
    noise: sizes(shares),
    children: table(() => childLots(MILLION, draw)),
    parents: table(() => parentLots(lots, draw)),
    lengths: shares.map((share) => paretoAt(lengths, share)),
  };
}

interface FlowFigures extends FlowSpec {
  /** Sizes of orders outside metaorders that these shares of all orders exceed, in ppb. */
  readonly sizes: (abovePpb: readonly number[]) => readonly Lots[];
}

/**
 * A past of more than an order per second would take long to read: it has larger orders instead, so that its volume is that of the
 * present.
 */
function slowed(flow: FlowSpec): FlowSpec {
  const { everyMs, lots } = flow;
  return everyMs >= SECOND_MS ? flow : { ...flow, everyMs: SECOND_MS, lots: mulDiv(lots, SECOND_MS, everyMs) };
}

/** The flow of a market's past; null where nothing trades. */
export function pastFlowOf({ liquidity }: MarketSpec): PastFlow | null {
  if (liquidity.kind === 'population') {
    const flow = slowed(liquidity.flow);
    return new PastFlow({ ...flow, sizes: (above) => above.map((share) => paretoAt(noiseSizes(flow), share)) });
  }
  if (liquidity.kind !== 'agents' || liquidity.takerPerMillion === 0) return null;
  const { minLots, maxLots, stepMs, takerPerMillion } = liquidity;
  return new PastFlow({
    everyMs: mulDiv(stepMs, MILLION, takerPerMillion),
    branchingPpm: 0,
    excitedMs: 1,
    lots: minLots,
    metaPpm: 0,
    metaorders: 0,
    metaShortest: 1,
    metaLongest: 1,
    sizes: (above) => above.map((share) => minLots + mulDiv(maxLots - minLots, share, BILLION)),
  });
}
