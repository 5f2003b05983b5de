import { SweepError } from '../sweep-error.ts';

/** Jobs of one sweep at most: plan and rows are kept in memory. */
export const JOBS_MAX = 1_000_000;

const RANGE = /^(\d+)\.\.(\d+)$/;
/** What a seed may be, as with `--seed` of other commands, but for the comma that separates them here. */
const SEED = /^[^\s,]{1,64}$/;

/**
 * Reads `--seeds`: `1..1000`, `1,5,9`, or a mixture of both.
 *
 * @throws SweepError for anything else, and for a seed that comes twice
 */
export function readSeeds(text: string): string[] {
  const seeds = text.split(',').flatMap((part) => seedsOf(part, text));
  if (seeds.length > JOBS_MAX) throw tooMany(text);
  const seen = new Set<string>();
  for (const seed of seeds) {
    if (seen.has(seed)) throw wrong(`seed ${seed} comes twice`, text);
    seen.add(seed);
  }
  return seeds;
}

function seedsOf(part: string, text: string): string[] {
  const range = RANGE.exec(part);
  if (!range) {
    if (!SEED.test(part) || part.includes('..')) throw wrong('must be seeds such as 1..1000 or 1,5,9', text);
    return [part];
  }
  const [, first = '', last = ''] = range;
  const low = Number(first);
  const high = Number(last);
  if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high)) throw wrong('has a number that is too large', text);
  if (low > high) throw wrong(`has a range that ends before it starts: ${part}`, text);
  if (high - low >= JOBS_MAX) throw tooMany(text);
  return Array.from({ length: high - low + 1 }, (_, place) => String(low + place));
}

const tooMany = (text: string): SweepError => wrong(`has more than ${JOBS_MAX} seeds`, text);

const wrong = (what: string, text: string): SweepError => new SweepError(`--seeds ${what} (got "${text}")`);
