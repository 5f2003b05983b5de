import type { AccountNo } from '../../../kernel/ids.ts';
import { divCeil } from '../../../kernel/decimal.ts';
import type { Draw, Pareto } from '../../../kernel/random.ts';
import type { Lots, Ticks } from '../../../kernel/units.ts';
import type { MarketSpec } from '../../config.ts';
import type { FlowSpec, PopulationState } from '../population-spec.ts';

const MILLION = 1_000_000;

/** Sizes of noise: a Pareto tail, whose median is this many times its least; the largest is this many times the median. */
const SIZE_TAIL_PPM = 1_500_000;
const LEAST_PPM = 630_000;
const LARGEST = 100;
/** Sizes within one metaorder are alike; those of different metaorders are not. */
const PARENT_DEVIATION_PPM = 600_000;
const CHILD_DEVIATION_PPM = 300_000;
const CLEARLY_ABOVE = 1.001;
/** Lengths of metaorders: signs of orders then remember each other as the square root of the distance falls. */
export const LENGTH_TAIL_PPM = 1_600_000;

/** Sizes of orders that belong to no metaorder. */
export const noiseSizes = ({ lots }: FlowSpec): Pareto => ({
  least: Math.max(1, Math.floor((lots * LEAST_PPM) / MILLION)),
  most: lots * LARGEST,
  tailPpm: SIZE_TAIL_PPM,
});

/** The usual size of the orders of one metaorder, around the median of all. */
export const parentLots = (median: Lots, draw: Draw): Lots => draw.logNormal(median, PARENT_DEVIATION_PPM);

/** The size of one order of a metaorder. */
export const childLots = (usual: Lots, draw: Draw): Lots => draw.logNormal(usual, CHILD_DEVIATION_PPM);

/** The fewest lots that an order at a price may have. */
export function leastLots({ minLots, minNotional, notionalPerTickLot }: MarketSpec, price: Ticks): Lots {
  return Math.max(minLots, Number(divCeil(minNotional, BigInt(Math.max(1, price)) * notionalPerTickLot)));
}

/** A drawn size, brought into the range of a resting order. */
export function limitLots(spec: MarketSpec, price: Ticks, lots: Lots): Lots {
  const most = Math.min(spec.maxLimitLots, lots);
  return isClearlyEnough(spec, price, most) ? most : Math.max(leastLots(spec, price), most);
}

/**
 * True only for sizes of at least `leastLots`, but not for all of them. Three factors multiplied as floating point are off by less than
 * a billionth, so a notional of a thousandth more than the least is enough beyond doubt; nearly all sizes are, and need no `bigint`.
 */
export const isClearlyEnough = (spec: MarketSpec, price: Ticks, lots: Lots): boolean =>
  lots >= spec.minLots &&
  lots * Math.max(1, price) * Number(spec.notionalPerTickLot) > Number(spec.minNotional) * CLEARLY_ABOVE;

/** Returns true for the accounts whose orders are quotes of the population: they are cancelled, not met, when they are stale. */
export function isQuoterOf({ accounts }: PopulationState): (account: AccountNo) => boolean {
  // The groups open their accounts one after the other.
  const first = accounts.makers[0] ?? accounts.depth[0] ?? 0;
  const last = accounts.depth.at(-1) ?? accounts.makers.at(-1) ?? -1;
  return (account) => account >= first && account <= last;
}
