import { describe, expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import { digestOf } from './binary-form.ts';
import { FewMap } from './tables.ts';
import { RandomInputs } from './random-inputs.test-helper.ts';

const STEPS = 20_000;

/** Everything that a reader can see of a map. */
const seenOf = (map: Map<string, number> | FewMap<string, number>): unknown => ({
  size: map.size,
  entries: [...map],
  keys: [...map.keys()],
  values: [...map.values()],
  canonical: canonicalJson(map),
  digest: digestOf(map),
});

describe('a map of few entries and a Map', () => {
  test.each([1, 2, 4])(`agree after every one of ${STEPS} random steps over %d keys`, (keys) => {
    const draw = new RandomInputs(String(keys), 'few map');
    const few = new FewMap<string, number>();
    const plain = new Map<string, number>();
    const sizes = new Map<number, number>();
    for (let step = 0; step < STEPS; step += 1) {
      const key = `key ${draw.between(1, keys)}`;
      const dice = draw.between(0, 99);
      if (dice < 50) expect(few.set(key, step)).toBe((plain.set(key, step), few));
      else if (dice < 98) expect(few.delete(key)).toBe(plain.delete(key));
      else {
        for (const known of [...plain.keys()]) few.delete(known);
        plain.clear();
      }
      const asked = `key ${draw.between(1, keys)}`;
      expect(few.get(asked)).toBe(plain.get(asked));
      expect(few.has(asked)).toBe(plain.has(asked));
      if (step % 10 === 0) expect(seenOf(few)).toEqual(seenOf(plain));
      expect(few.size).toBe(plain.size);
      sizes.set(few.size, (sizes.get(few.size) ?? 0) + 1);
    }
    // Every size must have occurred, or agreement would prove little.
    for (let size = 0; size <= keys; size += 1) expect(sizes.get(size)).toBeGreaterThan(50);
  });

  test('copies are tables of their own', () => {
    for (const entries of [
      [],
      [['a', 1]],
      [
        ['a', 1],
        ['b', 2],
      ],
    ] as [string, number][][]) {
      const few = new FewMap(entries);
      const copies = [new FewMap(few), new Map(few)];
      expect(copies.map((copy) => [...copy])).toEqual([entries, entries]);
      for (const copy of copies) copy.set('a', 9).set('c', 3);
      expect([...few]).toEqual(entries);
    }
  });

  test('an entry may be deleted while the map is walked', () => {
    const few = new FewMap<string, number>().set('a', 1).set('b', 2);
    const seen: string[] = [];
    for (const key of few.keys()) {
      seen.push(key);
      few.delete(key);
    }
    expect(seen).toEqual(['a', 'b']);
    expect([...few]).toEqual([]);
  });
});
