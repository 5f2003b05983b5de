import { lnPpb, mulDiv } from '../../../kernel/fixed-point.ts';
import { paretoAt } from '../../../kernel/random.ts';
import type { StrategyContext } from '../../strategy.ts';

/** Draws of the agents from the random stream of their strategy. All in whole numbers, so that machines agree. */

const BILLION = 1_000_000_000;
const WORDS = 2 ** 32 - 1;
const LN_WORDS = lnPpb(WORDS);

type Random = Pick<StrategyContext, 'random'>;

/** Milliseconds to the next of events that come at random, so far apart in the mean; at least 1. */
export const waitMs = ({ random }: Random, mean: number): number =>
  Math.max(1, mulDiv(mean, LN_WORDS - lnPpb(random(1, WORDS)), BILLION));

const SUMMED = 12;
const MILLION = 1_000_000;

/** A nearly normal figure in millionths of its deviation: twelve even ones together, within six deviations. */
export function normalMillionths({ random }: Random): number {
  let sum = -(SUMMED / 2) * MILLION;
  for (let count = 0; count < SUMMED; count += 1) sum += random(0, MILLION);
  return sum;
}

/** A whole number with a heavy tail: the chance to exceed x falls as x to the power of minus `tailPpm` millionths. */
export const heavy = ({ random }: Random, least: number, most: number, tailPpm: number): number =>
  paretoAt({ least, most, tailPpm }, random(0, BILLION));
