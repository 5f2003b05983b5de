import type { AccountNo } from '../../kernel/ids.ts';
import type { RandomStream } from '../../kernel/random.ts';
import type { Lots, Ticks, TimeMs } from '../../kernel/units.ts';

/**
 * The traders of one market, in groups with goals of their own. Each group looks at the market at random moments, at
 * any millisecond. Rates are those of mean activity; hours, weekdays and volatility scale them.
 */
export interface PopulationSpec {
  readonly kind: 'population';
  readonly fair: FairSpec;
  readonly makers: MakersSpec;
  readonly depth: DepthSpec;
  readonly flow: FlowSpec;
  readonly holders: HoldersSpec;
  readonly arbitrage: ArbitrageSpec;
  readonly hunters: HuntersSpec;
  /** Absent where flow and books carry no information. */
  readonly signals?: SignalsSpec;
}

/** What makes flow and books carry information. Each figure may be 0. */
export interface SignalsSpec {
  /** Share of taker orders whose sender knows the coming move of the index, in ppm, and how far ahead anybody knows it. */
  readonly informedPpm: number;
  readonly foresightMs: TimeMs;
  /** Share of that move that is in the price of the makers already, in ppm; they show more on the side that will gain. */
  readonly makersKnowPpm: number;
  /** How far a book of one side only moves the price of a maker, in half spreads, ppm. */
  readonly readingPpm: number;
  /** Share of takers and of traders deep in the book who prefer round figures, in ppm. */
  readonly roundPpm: number;
  /** Chance per look that the carriers bring the open interest to where the trend wants it at once, in ppm. */
  readonly positionsPpm: number;
  /** Share of the book that leaves before full hours, in ppm, and the time over which it does. */
  readonly thinPpm: number;
  readonly thinMs: TimeMs;
  /** Mean milliseconds between two changes of single orders near the touch; 0 for none. */
  readonly requoteMs: TimeMs;
}

/** Where makers believe the price to be: the index, a basis that wanders, and what recent trades have moved. */
export interface FairSpec {
  /** Deviation of the slow part of the basis, which lasts hours, and of the fast one, which lasts minutes; ppb of the index. */
  readonly slowPpb: number;
  readonly slowMs: TimeMs;
  readonly fastPpb: number;
  readonly fastMs: TimeMs;
  /** How far a trade of `impactLots` moves the fair price at once, in ppb; it fades on several time scales. */
  readonly impactPpb: number;
  readonly impactLots: Lots;
}

/** Market makers: a few levels near the touch, moved with the price, the inventory and the volatility. */
export interface MakersSpec {
  readonly count: number;
  /** Mean milliseconds between two looks of one maker. */
  readonly everyMs: TimeMs;
  readonly levels: number;
  /** Half the spread of the closest maker in calm times, in parts per billion of the price. */
  readonly halfSpreadPpb: number;
  /** Mean size of a quote at the touch. */
  readonly lots: Lots;
  /** Inventory at which a maker no longer adds. */
  readonly inventoryLots: Lots;
}

/** Orders deeper in the book: distances with a heavy tail, sizes that grow with distance, long lives. */
export interface DepthSpec {
  /** Prices at which each side has orders, in the mean. */
  readonly levels: number;
  /** Mean milliseconds between two orders. */
  readonly everyMs: TimeMs;
  /** Mean size at the touch, and at the farthest distance. */
  readonly lots: Lots;
  readonly farLots: Lots;
  /** Closest and farthest distance from the best price of the side. */
  readonly nearTicks: Ticks;
  readonly farTicks: Ticks;
  /** Exponent of the power law of distances, in parts per million. */
  readonly tailPpm: number;
}

/** Orders that take: noise, and metaorders that are split over minutes to hours. Their times excite each other. */
export interface FlowSpec {
  /** Mean milliseconds between two taker orders. */
  readonly everyMs: TimeMs;
  /** Mean number of orders that one order causes directly, in ppm, and how long its excitement lasts. */
  readonly branchingPpm: number;
  readonly excitedMs: TimeMs;
  /** Median size; sizes have a heavy tail. */
  readonly lots: Lots;
  /** Share of orders that belong to metaorders, in ppm; how many run at a time; orders of the shortest and the longest. */
  readonly metaPpm: number;
  readonly metaorders: number;
  readonly metaShortest: number;
  readonly metaLongest: number;
}

/** Traders who hold leveraged positions for hours, with the trend or against it: they carry the open interest. */
export interface HoldersSpec {
  readonly count: number;
  /** Mean milliseconds between two decisions of the group. */
  readonly everyMs: TimeMs;
  /** Mean position of a holder at the start, and range of leverage. */
  readonly lots: Lots;
  readonly leverageLow: number;
  readonly leverageHigh: number;
  /** Mean time for which a position is held, and mean pause between two positions. */
  readonly holdMs: TimeMs;
  readonly restMs: TimeMs;
  /** Share of holders who set no stop, in ppm: large moves liquidate these. */
  readonly stoplessPpm: number;
  /** Open interest at the start, one side. */
  readonly openLots: Lots;
}

/** A trader who leans against a basis beyond a band. */
export interface ArbitrageSpec {
  readonly everyMs: TimeMs;
  readonly bandPpb: number;
  readonly lots: Lots;
  readonly inventoryLots: Lots;
}

/** A taker that follows jumps, to be there when positions are liquidated. */
export interface HuntersSpec {
  readonly everyMs: TimeMs;
  /** Moves of the index within a minute that wake it, in deviations of a minute, ppm. */
  readonly movePpm: number;
  readonly lots: Lots;
}

/** The groups in the order in which they are armed at the start. */
export const GROUPS = ['makers', 'depth', 'flow', 'holders', 'arbitrage', 'hunters'] as const;
export type Group = (typeof GROUPS)[number];

/** What one group remembers between two looks; whole numbers, whose meaning is the group's own. */
export interface GroupState {
  readonly random: RandomStream;
  readonly memory: readonly number[];
}

/** The traders of one market. */
export interface PopulationState {
  readonly groups: Record<Group, GroupState>;
  readonly accounts: Record<Group, AccountNo[]>;
  /** Lots that takers have bought less those they have sold since the start of the market: what the tape shows. */
  takenLots: Lots;
}
