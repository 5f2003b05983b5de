import { describe, expect, it } from 'vitest';
import { ExchangeTimer } from './exchange-timer.ts';

describe('the timer of a stream in exchange time', () => {
  it('runs what is due when it is told to, unless it was cancelled', () => {
    let now = 100;
    const timer = new ExchangeTimer(() => now);
    const ran: string[] = [];
    timer.after(20, () => ran.push('second'));
    timer.after(10, () => ran.push('first'));
    const cancel = timer.after(15, () => ran.push('cancelled'));
    timer.after(50, () => ran.push('later'));
    cancel();
    expect([timer.next(), timer.runDue(), ran]).toEqual([110, false, []]);
    now = 130;
    expect([timer.runDue(), ran, timer.next()]).toEqual([true, ['first', 'second'], 150]);
  });

  it('runs one after the other where it is asked for the next, with those that a run sets', () => {
    let now = 0;
    const timer = new ExchangeTimer(() => now);
    const ran: string[] = [];
    timer.after(20, () => ran.push('second'));
    timer.after(10, () => {
      ran.push('first');
      timer.after(0, () => ran.push('set by the first'));
    });
    expect(timer.runNext()).toBe(false);
    now = 25;
    expect([timer.runNext(), [...ran]]).toEqual([true, ['first']]);
    expect([timer.runNext(), timer.runNext(), timer.runNext()]).toEqual([true, true, false]);
    expect(ran).toEqual(['first', 'second', 'set by the first']);
  });
});
