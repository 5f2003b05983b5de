import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Trigger } from '../orders/conditional-terms.ts';
import { TriggerBook } from './books.ts';

const trigger: fc.Arbitrary<Trigger> = fc.record({
  price: fc.integer({ min: 1, max: 30 }),
  priceType: fc.constantFrom('mark', 'last'),
  direction: fc.constantFrom('rising', 'falling'),
});

/** Adds a trigger, removes the nth one, or asks what is due. */
const step = fc.oneof(
  trigger.map((added) => ({ kind: 'add', added }) as const),
  fc.nat(50).map((nth) => ({ kind: 'remove', nth }) as const),
  fc.record({
    kind: fc.constant('ask' as const),
    priceType: fc.constantFrom('mark' as const, 'last' as const),
    price: fc.integer({ min: 1, max: 30 }),
  }),
);

/** The slow twin: looks at every waiting order and picks by the order that the index documents. */
function dueOf(waiting: ReadonlyMap<number, Trigger>, priceType: string, price: number): number | undefined {
  const due = [...waiting].filter(
    ([, waits]) =>
      waits.priceType === priceType && (waits.direction === 'falling' ? price <= waits.price : price >= waits.price),
  );
  const rank = ([no, waits]: [number, Trigger]) =>
    waits.direction === 'falling' ? [0, -waits.price, no] : [1, waits.price, no];
  due.sort((a, b) => {
    const [x, y] = [rank(a), rank(b)];
    return (x[0] ?? 0) - (y[0] ?? 0) || (x[1] ?? 0) - (y[1] ?? 0) || (x[2] ?? 0) - (y[2] ?? 0);
  });
  return due[0]?.[0];
}

// Goal: the index finds what a scan would find. Method: random additions, removals and questions against a
// twin that keeps no order at all.
test('the index of triggers agrees with a scan over all of them', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const book = new TriggerBook();
      const waiting = new Map<number, Trigger>();
      let next = 0;
      for (const each of steps) {
        if (each.kind === 'add') {
          waiting.set(next, each.added);
          book.add(next, each.added);
          next += 1;
        } else if (each.kind === 'remove') {
          const found = [...waiting][each.nth % Math.max(1, waiting.size)];
          if (!found) continue;
          waiting.delete(found[0]);
          book.remove(...found);
        } else {
          expect(book.due(each.priceType, each.price, () => true)).toBe(dueOf(waiting, each.priceType, each.price));
        }
        expect([...book.orders()].map(([no]) => no).sort((a, b) => a - b)).toEqual([...waiting.keys()]);
      }
    }),
    { seed: 7, numRuns: 500 },
  );
});
