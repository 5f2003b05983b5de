import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countOf, type EventBytes, EventQueue } from './backlog.ts';

/** The events in these pieces, each as text. */
const textsOf = (events: readonly EventBytes[]): string[] =>
  events.flatMap(({ bytes, ends }) =>
    ends.map((end, place) => Buffer.from(bytes.subarray(ends[place - 1] ?? 0, end)).toString('latin1')),
  );

const step = fc.oneof(
  fc.record({ add: fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 30 }) }),
  fc.record({ add: fc.constant('x'.repeat(20_000)) }),
  fc.record({ take: fc.integer({ min: 0, max: 6 }) }),
  fc.record({ goOn: fc.constant(true) }),
);

// Goal: nothing is lost, doubled or changed. Method: random adds, takes and continuations of a saved queue against a list.
test('a queue gives out what was added, in order, whatever is taken at once', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let queue = new EventQueue();
      let expected: string[] = [];
      const saved: { all: readonly EventBytes[]; texts: readonly string[] }[] = [];
      for (const one of steps) {
        if ('add' in one) {
          const source = Buffer.from(`<${one.add}>`);
          queue.add(source, 1, source.length - 1);
          expected.push(one.add);
        } else if ('take' in one) {
          const taken = queue.take(one.take);
          expect(textsOf(taken)).toEqual(expected.slice(0, one.take));
          expect(countOf(taken)).toBe(Math.min(one.take, expected.length));
          expected = expected.slice(one.take);
        } else {
          saved.push({ all: queue.all(), texts: [...expected] });
          queue = new EventQueue(queue.all());
        }
        expect(queue.size).toBe(expected.length);
      }
      expect(textsOf(queue.take(Number.POSITIVE_INFINITY))).toEqual(expected);
      for (const { all, texts } of saved) expect(textsOf(all)).toEqual(texts);
    }),
    { seed: 3, numRuns: 300 },
  );
});
