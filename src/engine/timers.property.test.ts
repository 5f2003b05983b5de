import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareTimers, type Timer, type TimerJob, TimerQueue } from './timers.ts';

const ofOrder = (order: number): TimerJob => ({ kind: 'expireOrder', order });
const ofLiquidation = (liquidation: number): TimerJob => ({ kind: 'liquidation', liquidation });
const odds = (timers: readonly Timer[]): Timer[] => timers.filter(({ seq }) => seq % 2 === 1);
const evens = (timers: readonly Timer[]): Timer[] => timers.filter(({ seq }) => seq % 2 === 0);

// Goal: the heap always gives the earliest timer, also after timers were taken out of its middle. Method: random
// additions, removals and pops against a plain list that is sorted at every step. Odd timers are of orders, and end with
// these; even ones are of liquidations, and are taken out by their sequence.
test('a queue with removals agrees with a sorted list', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), due: fc.nat(20), priority: fc.nat(3) }),
    fc.record({ kind: fc.constant('remove' as const), place: fc.nat(60) }),
    fc.record({ kind: fc.constant('end' as const), place: fc.nat(60) }),
    fc.record({ kind: fc.constant('pop' as const) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const queue = new TimerQueue();
      let list: Timer[] = [];
      let seq = 0;
      for (const each of steps) {
        if (each.kind === 'add') {
          seq += 1;
          const { due, priority } = each;
          const job = seq % 2 === 1 ? ofOrder(seq) : ofLiquidation(seq);
          const timer: Timer = { due, priority, seq, job };
          queue.add(timer);
          list = [...list, timer].sort(compareTimers);
        } else if (each.kind === 'remove') {
          // A place beyond the list names a timer that fired or never was: nothing to take out.
          const gone = evens(list)[each.place]?.seq ?? -1;
          queue.remove(gone);
          list = list.filter((timer) => timer.seq !== gone);
        } else if (each.kind === 'end') {
          // The order has the number of the sequence of its timer.
          const gone = odds(list)[each.place]?.seq ?? -1;
          queue.removeOfOrder(gone);
          list = list.filter((timer) => timer.seq !== gone);
        } else if (list.length > 0) {
          expect(queue.pop()).toBe(list.shift());
        }
        expect(queue.size).toBe(list.length);
        expect(queue.peek()).toBe(list[0]);
        expect(queue.toCanonical()).toEqual(list);
      }
    }),
    { seed: 7, numRuns: 300 },
  );
});
