import { divHalfEven } from '../../kernel/decimal.ts';
import { Draw, type RandomStream } from '../../kernel/random.ts';
import type { PriceUnits } from '../../kernel/units.ts';
import type { IndexProcessSpec, MarketSpec } from '../config.ts';
import { stepJumps } from './jumps.ts';
import { CEILING, moved, scaledNormal, withinBounds } from './returns.ts';

export type WalkSpec = Extract<IndexProcessSpec, { kind: 'gbm' | 'ou' | 'hawkes' }>;
type Gbm = Extract<IndexProcessSpec, { kind: 'gbm' }>;
type Ou = Extract<IndexProcessSpec, { kind: 'ou' }>;
type Hawkes = Extract<IndexProcessSpec, { kind: 'hawkes' }>;

const BILLION = 1_000_000_000;
const BILLION_BIG = 1_000_000_000n;

/** Where a walk stands: its price, and what else its next step depends on. */
export interface WalkPlace {
  readonly price: PriceUnits;
  /**
   * `ou`: the level in 1e-9 price units. `hawkes`: the excitation, as a chance of 1e-18 in one step. These are finer than a
   * step, so that small drifts and decays are not rounded away. Absent for `gbm`.
   */
  readonly memory?: bigint;
}

export interface WalkStep extends WalkPlace {
  readonly random: RandomStream;
}

/** True of a process that draws its steps from the stream of its market. */
export const drawsSteps = (process: IndexProcessSpec): boolean => isWalk(process) || process.kind === 'stochastic';

/** True of a process whose steps need nothing but its own price, memory and stream. */
export const isWalk = (process: IndexProcessSpec): process is WalkSpec =>
  process.kind === 'gbm' || process.kind === 'ou' || process.kind === 'hawkes';

/** Returns what a market remembers of its walk before the first step; nothing where the price alone decides. */
export function memoryAtStart({ process }: MarketSpec): { readonly memory?: bigint } {
  if (process.kind === 'ou') return { memory: BigInt(process.level) * BILLION_BIG };
  return process.kind === 'hawkes' ? { memory: 0n } : {};
}

/** One step of a walk, in integers. The result holds the new price and the stream after its draws. */
export function walked(spec: MarketSpec, process: WalkSpec, place: WalkPlace, random: RandomStream): WalkStep {
  const draw = new Draw(random);
  const { price, ...memory } = placeAfter(process, place, draw);
  return { price: withinBounds(spec, price), ...memory, random: draw.stream() };
}

function placeAfter(process: WalkSpec, { price, memory = 0n }: WalkPlace, draw: Draw): WalkPlace {
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
function reverted(process: Ou, price: PriceUnits, memory: bigint, draw: Draw): WalkPlace {
  const drifted = divHalfEven(memory * BigInt(BILLION + process.driftPpb), BILLION_BIG);
  const level = clampBig(drifted, BILLION_BIG, BigInt(CEILING) * BILLION_BIG);
  const distance = level - BigInt(price) * BILLION_BIG;
  const pull = divHalfEven(distance * BigInt(process.reversionPpb), BILLION_BIG * BILLION_BIG);
  const noise = divHalfEven(level * BigInt(scaledNormal(process.volatilityPpb, draw)), BILLION_BIG * BILLION_BIG);
  return { price: price + Number(pull + noise), memory: level };
}

/** A walk with self-exciting jumps; the memory is their excitation. */
function excited(process: Hawkes, price: PriceUnits, memory: bigint, draw: Draw): WalkPlace {
  const diffusion = scaledNormal(process.volatilityPpb, draw);
  const { jump, excitation } = stepJumps(process, memory, draw);
  return { price: moved(price, process.driftPpb + diffusion + jump), memory: excitation };
}

const clampBig = (value: bigint, low: bigint, high: bigint): bigint =>
  value < low ? low : value > high ? high : value;
