import { expect, test } from 'vitest';
import { RollingDay } from './day-stats.ts';
import { ETH, newHistory, T0, traded } from './history.test-helper.ts';

const DAY = 86_400_000;

test('a market without trades has no previous price and no volume', () => {
  const history = newHistory();
  expect(history.dayStats('ETH-USDT')).toMatchObject({ prevDayPrice: '', volume: '0', quoteVolume: '0' });
  expect(new RollingDay(ETH, T0, null).at(T0 + DAY)).toMatchObject({ prevDayPrice: '', volume: '0', quoteVolume: '0' });
});

test('a trade on a whole minute counts for exactly 24 hours', () => {
  const day = new RollingDay(ETH, T0, null);
  day.add(traded(T0, { trade: 1, price: 33_000, quantity: 10_000, notional: 330_000_000_000n }));
  day.add(traded(T0 + DAY - 1, { trade: 2, price: 33_500, quantity: 1, notional: 33_500_000n }));
  expect(day.at(T0 + DAY - 1)).toMatchObject({ prevDayPrice: '3300.0', volume: '1.0001', quoteVolume: '3300.335' });
  expect(day.at(T0 + DAY)).toMatchObject({ prevDayPrice: '3300.0', volume: '0.0001', quoteVolume: '0.335' });
  expect(day.at(T0 + DAY + 1)).toMatchObject({ prevDayPrice: '3300.0', volume: '0.0001', quoteVolume: '0.335' });
});

test('a trade inside a minute leaves with its minute', () => {
  const day = new RollingDay(ETH, T0, null);
  day.add(traded(T0 + 59_999, { trade: 1 }));
  expect(day.at(T0 + DAY - 1).volume).toBe('1');
  expect(day.at(T0 + DAY).volume).toBe('0');
});

test('the previous price is that of the last trade to leave, not the first', () => {
  const day = new RollingDay(ETH, T0, null);
  day.add(traded(T0, { trade: 1, price: 33_000 }));
  day.add(traded(T0 + 1_000, { trade: 2, price: 33_100 }));
  day.add(traded(T0 + 60_000, { trade: 3, price: 33_200 }));
  expect(day.at(T0 + DAY - 1).prevDayPrice).toBe('3300.0');
  expect(day.at(T0 + DAY).prevDayPrice).toBe('3310.0');
  expect(day.at(T0 + DAY + 59_999).prevDayPrice).toBe('3310.0');
  expect(day.at(T0 + DAY + 60_000).prevDayPrice).toBe('3320.0');
});

test('days may pass in one step, also between two trades', () => {
  const day = new RollingDay(ETH, T0, null);
  day.add(traded(T0, { trade: 1, price: 33_000 }));
  day.add(traded(T0 + 3_600_000, { trade: 2, price: 33_100 }));
  day.add(traded(T0 + 30 * DAY, { trade: 3, price: 34_000, quantity: 5_000, notional: 170_000_000_000n }));
  expect(day.at(T0 + 30 * DAY)).toMatchObject({ prevDayPrice: '3310.0', volume: '0.5', quoteVolume: '1700' });
  expect(day.at(T0 + 400 * DAY)).toMatchObject({ prevDayPrice: '3400.0', volume: '0', quoteVolume: '0' });
});

test('the clock alone moves the window', () => {
  const history = newHistory();
  history.record([traded(T0, { trade: 1 })]);
  expect(history.dayStats('ETH-USDT')).toMatchObject({ prevDayPrice: '3300.0', volume: '1', quoteVolume: '3300' });
  history.record([{ type: 'ClockMoved', at: T0 + DAY - 1, to: T0 + DAY - 1 }]);
  expect(history.dayStats('ETH-USDT').volume).toBe('1');
  history.record([{ type: 'ClockMoved', at: T0 + DAY, to: T0 + DAY }]);
  expect(history.dayStats('ETH-USDT')).toMatchObject({ prevDayPrice: '3300.0', volume: '0', quoteVolume: '0' });
});

test('high and low are those of the window, and leave with their minutes', () => {
  const day = new RollingDay(ETH, T0, null);
  expect(day.at(T0)).toMatchObject({ high: '', low: '' });
  day.add(traded(T0, { trade: 1, price: 34_000 }));
  day.add(traded(T0 + 60_000, { trade: 2, price: 32_000 }));
  day.add(traded(T0 + 120_000, { trade: 3, price: 33_000 }));
  expect(day.at(T0 + DAY - 1)).toMatchObject({ high: '3400.0', low: '3200.0' });
  expect(day.at(T0 + DAY)).toMatchObject({ high: '3300.0', low: '3200.0' });
  expect(day.at(T0 + DAY + 60_000)).toMatchObject({ high: '3300.0', low: '3300.0' });
  day.add(traded(T0 + DAY + 61_000, { trade: 4, price: 33_500 }));
  expect(day.at(T0 + DAY + 120_000)).toMatchObject({ high: '3350.0', low: '3350.0' });
  expect(day.at(T0 + 3 * DAY)).toMatchObject({ high: '', low: '' });
});

test('values beyond 2^53 stay exact', () => {
  const day = new RollingDay(ETH, T0, null);
  day.add(traded(T0, { trade: 1, quantity: 1, notional: 9_007_199_254_740_993n }));
  day.add(traded(T0, { trade: 2, quantity: 1, notional: 18_446_744_073_709_551_615n }));
  expect(day.at(T0).quoteVolume).toBe('184557512729.64292608');
});

test('a copy has all figures and is then independent', () => {
  const day = new RollingDay(ETH, T0, null);
  day.add(traded(T0, { trade: 1, price: 33_000, quantity: 10_000, notional: 330_000_000_000n }));
  day.add(traded(T0 + 60_000, { trade: 2, price: 33_500, quantity: 1, notional: 33_500_000n }));
  const before = day.at(T0 + 60_000);
  const copy = day.copy();
  expect(copy.at(T0 + 60_000)).toEqual(before);
  copy.add(traded(T0 + 61_000, { trade: 3, price: 34_000, quantity: 1, notional: 34_000_000n }));
  expect(copy.at(T0 + 61_000)).toMatchObject({ volume: '1.0002', high: '3400.0', low: '3300.0' });
  expect(copy.at(T0 + DAY)).toMatchObject({ prevDayPrice: '3300.0', volume: '0.0002', low: '3350.0' });
  expect(day.at(T0 + 60_000)).toEqual(before);
});
