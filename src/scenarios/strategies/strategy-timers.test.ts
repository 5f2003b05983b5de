import { describe, expect, it } from 'vitest';
import { StrategyTimers } from './strategy-host.ts';

describe('timers of a strategy', () => {
  it('are due by time, and of one time in the order in which they were set', () => {
    const timers = new StrategyTimers();
    timers.after(0, 20, 'late');
    timers.every(0, 10, 'second');
    timers.after(0, 10, 'third');
    timers.after(0, 5, 'first');
    timers.every(0, 10, 'third');
    expect([timers.next(), timers.due(9), timers.due(20)]).toEqual([
      5,
      ['first'],
      ['first', 'second', 'third', 'late'],
    ]);
  });

  it('leave out the times that have passed when they ring late', () => {
    const timers = new StrategyTimers();
    timers.every(0, 10, 'beat');
    expect(timers.ring('beat', 9)).toBe(false);
    expect(timers.ring('beat', 10)).toBe(true);
    expect(timers.next()).toBe(20);
    expect(timers.ring('beat', 47)).toBe(true);
    expect(timers.next()).toBe(50);
    expect(timers.ring('beat', 50)).toBe(true);
    expect(timers.next()).toBe(60);
  });

  it('do not ring after they were ended by one that rang before', () => {
    const timers = new StrategyTimers();
    timers.after(0, 1, 'one');
    timers.after(0, 1, 'other');
    const due = timers.due(1);
    timers.stop('other');
    expect(due.map((name) => timers.ring(name, 1))).toEqual([true, false]);
    expect(timers.next()).toBeNull();
  });
});
