import { divHalfEven, divHalfEvenInt } from '../../kernel/decimal.ts';
import type { Draw } from '../../kernel/random.ts';
import type { PriceUnits } from '../../kernel/units.ts';
import type { MarketSpec } from '../config.ts';

/** What the processes of an index share: normal returns, and prices after them. */

const MILLION = 1_000_000;
const BILLION = 1_000_000_000;
const BILLION_BIG = 1_000_000_000n;

/** An index never falls to the last tick: a price of zero, or one with no tick below it, is no market. */
const FLOOR_TICKS = 2;
/** Ten million per whole base unit: far from any real price, and sums of prices stay safe integers. */
export const CEILING: PriceUnits = 1_000_000_000_000_000;

/** A normal draw of the given deviation. Six deviations are the most a draw gives, so the product stays safe. */
export function scaledNormal(deviation: number, draw: Draw): number {
  return divHalfEvenInt(deviation * draw.normalMillionths(), MILLION);
}

/** A price after a return in parts per billion. A price times a billion exceeds 2^53. */
export function moved(price: PriceUnits, returnPpb: number): PriceUnits {
  return Number(divHalfEven(BigInt(price) * BigInt(BILLION + returnPpb), BILLION_BIG));
}

/** The price that a market can have as its index. */
export const withinBounds = (spec: MarketSpec, price: PriceUnits): PriceUnits =>
  Math.max(FLOOR_TICKS * spec.tickUnits, Math.min(CEILING, price));

/** Jumps that make further jumps more likely (a Hawkes process in steps). */
export interface JumpSpec {
  readonly intensityPpb: number;
  readonly branchingPpb: number;
  readonly decayPpb: number;
  readonly jumpPpb: number;
}

/** Chance of a jump in the next step, in parts per billion: the base intensity plus the excitation, which counts in 1e-18. */
export const chancePpbOf = ({ intensityPpb }: JumpSpec, excitation: bigint): number =>
  excitation === 0n ? intensityPpb : intensityPpb + Number(excitation / BILLION_BIG);

/**
 * The jump of one step, 0 for most, and the excitation afterwards. Each jump adds `branchingPpb` x `decayPpb` to the excitation,
 * of which the share `decayPpb` is lost with every step. Over all later steps that makes `branchingPpb` further jumps in the
 * mean. A step has at most one jump. `activityPpm` scales the chance.
 */
export function stepJumps(
  spec: JumpSpec,
  excitation: bigint,
  draw: Draw,
  activityPpm = MILLION,
): { readonly jump: number; readonly excitation: bigint } {
  const chance = (Math.min(BILLION, chancePpbOf(spec, excitation)) * activityPpm) / MILLION;
  const jumps = draw.between(0, BILLION - 1) < chance;
  const jump = jumps ? scaledNormal(spec.jumpPpb, draw) : 0;
  // Nothing is left of it most of the time.
  const kept = excitation === 0n ? excitation : (excitation * BigInt(BILLION - spec.decayPpb)) / BILLION_BIG;
  const added = jumps ? BigInt(spec.branchingPpb) * BigInt(spec.decayPpb) : 0n;
  return { jump, excitation: kept + added };
}
