import { describe, expect, test } from 'vitest';
import { asMovements, withoutDrift } from './facts.ts';
import { sinceBeginning } from './since-beginning.ts';
import type { Target } from './targets/target.ts';

/** How a scenario is held to its word on a deployment whose wallets have a past and whose marks move. */

describe('facts that changed', () => {
  test('a balance begins where it really began, and moves by as much as expected', () => {
    const expected = { 'trader USDT': { from: '1000000', to: '999976.2475' } };
    expect(asMovements(expected, { 'trader USDT': { from: '812.5', to: '788.7475' } })).toEqual({
      'trader USDT': { from: '812.5', to: '788.7475' },
    });
    expect(asMovements(expected, { 'trader USDT': { from: '812.5', to: '800' } })).not.toEqual({
      'trader USDT': { from: '812.5', to: '800' },
    });
  });

  test('a movement of more decimals than are shown may show in the last one, and no other may', () => {
    const expected = { 'trader USDT': { from: '1000000', to: '999999.8963335' } };
    const near = { 'trader USDT': { from: '999991.986191', to: '999991.882525' } };
    const far = { 'trader USDT': { from: '999991.986191', to: '999991.882526' } };
    expect(asMovements(expected, near)).toEqual(near);
    expect(asMovements(expected, far)).not.toEqual(far);
    const whole = { 'trader USDT': { from: '1000000', to: '999999.5' } };
    const beside = { 'trader USDT': { from: '10', to: '9.500001' } };
    expect(asMovements(whole, beside)).not.toEqual(beside);
  });

  test('a margin may differ by what a mark moves, and by no more', () => {
    const expected = { 'trader margin': { from: '0.00', to: '4750.00' } };
    const near = { 'trader margin': { from: '0.00', to: '4754.75' } };
    const far = { 'trader margin': { from: '0.00', to: '4754.76' } };
    expect(asMovements(expected, near)).toEqual(near);
    expect(asMovements(expected, far)).toEqual(expected);
    const small = { 'trader margin': { from: '0.00', to: '8.01' } };
    const rounded = { 'trader margin': { from: '0.00', to: '8.03' } };
    expect(asMovements(small, rounded)).toEqual(rounded);
    expect(asMovements(small, { 'trader margin': { from: '0.00', to: '8.04' } })).toEqual(small);
  });

  test('everything else is as it is written', () => {
    const expected = { 'order bid': { from: 'none', to: 'buy 0.1 at 94000, filled 0' } };
    expect(asMovements(expected, { 'order bid': { from: 'none', to: 'buy 0.2 at 94000, filled 0' } })).toEqual(
      expected,
    );
  });

  test('a balance that did not change at all is still missed', () => {
    const expected = { 'trader USDT': { from: '1000000', to: '999995' } };
    expect(asMovements(expected, {})).toEqual(expected);
  });
});

test('a withdrawal of before that ends is no change, and a new one is', () => {
  const changes = new Map([
    ['trader pending USDT', { from: '10', to: 'none' }],
    ['other pending USDT', { from: '20', to: '10' }],
    ['third pending USDT', { from: 'none', to: '10' }],
    ['order pending', { from: 'buy 1 at 2, filled 0', to: 'none' }],
  ]);
  expect([...withoutDrift(changes).keys()]).toEqual(['third pending USDT', 'order pending']);
});

test('nothing changed means nothing but the drift of a margin', () => {
  const changes = new Map([
    ['trader margin', { from: '4750.00', to: '4750.05' }],
    ['other margin', { from: '4750.00', to: '4760.00' }],
    ['third margin', { from: '0.00', to: '0.05' }],
    ['trader USDT', { from: '1000000', to: '1000000.1' }],
  ]);
  expect([...withoutDrift(changes).keys()]).toEqual(['other margin', 'third margin', 'trader USDT']);
});

describe('lists by time', () => {
  const target = (began?: number): Target => ({ ...(began !== undefined && { began }) }) as Target;

  test('begin where the scenario began, unless it says when', () => {
    expect(sinceBeginning(target(500), 'getTrades', { limit: 5 })).toEqual({ limit: 5, startTime: 500 });
    expect(sinceBeginning(target(500), 'getTrades', { endTime: 900 })).toEqual({ endTime: 900 });
    expect(sinceBeginning(target(500), 'getOrderHistory', { fromTime: 900 })).toEqual({ fromTime: 900 });
  });

  test('are asked for as they are where each scenario has a world of its own', () => {
    expect(sinceBeginning(target(), 'getTrades', {})).toEqual({});
  });

  test('other actions take no time', () => {
    expect(sinceBeginning(target(500), 'getOpenOrders', {})).toEqual({});
  });
});
