import type { Tries } from './tries.ts';

/**
 * Delta debugging: cuts the list into `parts`, keeps one part alone where that fails, otherwise leaves one part out where
 * that fails, otherwise cuts twice as fine, until the parts are single items.
 */
export async function reduceByChunks<Item>(items: readonly Item[], tries: Tries<Item>): Promise<readonly Item[]> {
  let shortest = items;
  let parts = 2;
  while (shortest.length >= 2) {
    const chunks = chunksOf(shortest, parts);
    const chunk = await firstFailing(chunks, tries);
    if (chunk !== undefined) {
      shortest = chunk;
      parts = 2;
      continue;
    }
    const complements = chunks.map((_, left) => chunks.flatMap((part, index) => (index === left ? [] : part)));
    const complement = await firstFailing(complements.toReversed(), tries);
    if (complement !== undefined) {
      shortest = complement;
      parts = Math.max(parts - 1, 2);
    } else if (parts < shortest.length) parts = Math.min(parts * 2, shortest.length);
    else break;
    if (tries.isOver) break;
  }
  return shortest;
}

async function firstFailing<Item>(
  lists: readonly (readonly Item[])[],
  tries: Tries<Item>,
): Promise<readonly Item[] | undefined> {
  for (const list of lists) if (await tries.fails(list)) return list;
  return undefined;
}

/** The list in as many parts of nearly equal length; `parts` is at most its length. */
function chunksOf<Item>(items: readonly Item[], parts: number): readonly (readonly Item[])[] {
  const bound = (part: number): number => Math.floor((items.length * part) / parts);
  return Array.from({ length: parts }, (_, part) => items.slice(bound(part), bound(part + 1)));
}
