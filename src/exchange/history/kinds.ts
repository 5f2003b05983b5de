import { ORDER_TYPE_WORDS, SIDES } from '../../contract/words.ts';
import { STATUSES } from './row-sink.ts';

/** A bit for each word that reads of order states look for: status, side and type. */
const BITS: ReadonlyMap<string, number> = new Map(
  [...STATUSES, ...SIDES, ...ORDER_TYPE_WORDS].map((word, index) => [word, 1 << index]),
);

/** Returns the bit of a word; 0 for one that no state has. */
export const kindOf = (word: string): number => BITS.get(word) ?? 0;

/** Returns a test of the bits of several rows: whether one of them may have a word of each list. An empty list asks for nothing. */
export function testOfKinds(...wanted: readonly (readonly string[])[]): (kinds: number) => boolean {
  const masks = wanted
    .filter((words) => words.length > 0)
    .map((words) => words.reduce((mask, word) => mask | kindOf(word), 0));
  return (kinds) => masks.every((mask) => (kinds & mask) !== 0);
}
