import { describe, expect, test } from 'vitest';
import { AscendingMap, FewSet, NumberedMap } from './tables.ts';
import { canonicalJson } from './canonical-json.ts';
import { digestOf } from './binary-form.ts';
import { RandomInputs } from './random-inputs.test-helper.ts';
import { shareOf } from './test-budget.test-helper.ts';

const STEPS = shareOf(20_000);
/** Behind all that have a place in lists: these keys are in the tables themselves. */
const FAR = 2 ** 32;

/** Everything that a reader can see of a map. */
function seenOf(table: Map<number, number> | AscendingMap<number> | NumberedMap<number>): unknown {
  const { size } = table;
  return { size, listed: [[...table], [...table.keys()], [...table.values()]], canonical: canonicalJson(table) };
}

describe('a map of numbered values and a Map', () => {
  test('agree while keys count up, are left out, go, and come back', () => {
    const draw = new RandomInputs('1', 'numbered map');
    const numbered = new NumberedMap<number>();
    const plain = new Map<number, number>();
    const some = (): number => (draw.chance(100_000) ? FAR + draw.between(0, 3) : draw.between(-1, plain.size + 3));
    for (let step = 0; step < STEPS; step += 1) {
      const key = some();
      if (draw.chance(500_000)) expect(numbered.set(key, step)).toBe((plain.set(key, step), numbered));
      else expect(numbered.delete(key)).toBe(plain.delete(key));
      const asked = some();
      expect(numbered.get(asked)).toBe(plain.get(asked));
      expect(numbered.has(asked)).toBe(plain.has(asked));
      if (step % 100 === 0) expect(seenOf(numbered)).toEqual(seenOf(plain));
    }
    expect(plain.size).toBeGreaterThan(5);
    for (const key of plain.keys()) numbered.delete(key);
    expect(seenOf(numbered)).toEqual(seenOf(new Map()));
  });
});

describe('a map of ascending keys and a Map', () => {
  test('agree while keys count up with gaps and most are gone again soon', () => {
    const draw = new RandomInputs('2', 'ascending map');
    const ascending = new AscendingMap<number>();
    const plain = new Map<number, number>();
    let last = 0;
    const keys: number[] = [0, FAR];
    const known = (): number => keys[draw.between(0, keys.length - 1)] ?? 0;
    for (let step = 0; step < STEPS; step += 1) {
      if (draw.chance(505_000)) {
        // Now and then whole pages and chunks stay empty.
        last += draw.chance(10_000) ? draw.between(1, 100_000) : draw.between(0, 2);
        keys.push(last);
        expect(ascending.set(last, step)).toBe((plain.set(last, step), ascending));
      } else {
        const key = known();
        expect(ascending.delete(key)).toBe(plain.delete(key));
      }
      const asked = known();
      expect(ascending.get(asked)).toBe(plain.get(asked));
      expect(ascending.has(asked)).toBe(plain.has(asked));
      expect(ascending.size).toBe(plain.size);
      if (step % 1_000 === 0) expect(seenOf(ascending)).toEqual(seenOf(plain));
    }
    expect(last).toBeGreaterThan(shareOf(1_000_000));
    for (const key of plain.keys()) ascending.delete(key);
    expect(seenOf(ascending)).toEqual(seenOf(new Map()));
  });

  test('keys that are no small whole numbers are in the map itself', () => {
    const ascending = new AscendingMap<string>()
      .set(3, 'three')
      .set(FAR + 3, 'far')
      .set(1.5, 'half')
      .set(-1, 'below');
    expect([3, FAR + 3, 1.5, -1, 35, Number.NaN].map((key) => ascending.get(key))).toEqual([
      'three',
      'far',
      'half',
      'below',
      undefined,
      undefined,
    ]);
    expect([...ascending.keys()]).toEqual([3, FAR + 3, 1.5, -1]);
    expect([FAR + 3, FAR, 1.5].map((key) => ascending.delete(key))).toEqual([true, false, true]);
    expect([ascending.has(-1), ascending.has(FAR + 3), ascending.size]).toEqual([true, false, 2]);
  });

  test('values may go while the map is walked', () => {
    const ascending = new AscendingMap<number>();
    for (let key = 0; key < 5_000; key += 999) ascending.set(key, key);
    const seen: number[] = [];
    for (const key of ascending.keys()) {
      seen.push(key);
      ascending.delete(key);
    }
    expect(seen).toEqual([0, 999, 1_998, 2_997, 3_996, 4_995]);
    expect(ascending.size).toBe(0);
  });
});

describe('a set of few members and a Set', () => {
  test.each([3, 16, 17, 40])('agree after every one of many random steps over %d members', (members) => {
    const draw = new RandomInputs(String(members), 'few set');
    const few = new FewSet<number>();
    const plain = new Set<number>();
    let most = 0;
    for (let step = 0; step < STEPS; step += 1) {
      const member = draw.between(1, members);
      // Phases of growth and of shrinking, so that every size is passed in both directions.
      const grows = Math.floor(step / 200) % 2 === 0;
      if (draw.chance(grows ? 800_000 : 200_000)) expect(few.add(member)).toBe((plain.add(member), few));
      else expect(few.delete(member)).toBe(plain.delete(member));
      if (draw.chance(1_000)) {
        for (const known of plain) few.delete(known);
        plain.clear();
      }
      const asked = draw.between(1, members);
      expect(few.has(asked)).toBe(plain.has(asked));
      expect(few.size).toBe(plain.size);
      if (step % 50 === 0) {
        expect([...few]).toEqual([...plain]);
        expect([canonicalJson(few), digestOf(few)]).toEqual([canonicalJson(plain), digestOf(plain)]);
      }
      most = Math.max(most, few.size);
    }
    expect(most).toBeGreaterThan(members - 5);
  });

  test('members may go while the set is walked', () => {
    const few = new FewSet<number>().add(1).add(2).add(3);
    const seen: number[] = [];
    for (const member of few) {
      seen.push(member);
      few.delete(member);
    }
    expect(seen).toEqual([1, 2, 3]);
    expect(few.size).toBe(0);
  });
});
