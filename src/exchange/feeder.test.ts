import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ALL, newHistory, placed, T0 } from './history/history.test-helper.ts';
import { HistoryFeeder } from './core.ts';

const log = { error: () => undefined };
const orders = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => placed(T0 + from + at, { no: from + at }));

test('once history has been read, events become rows at once', async () => {
  const history = newHistory();
  await history.ready();
  history.record(orders(1, 300));
  expect(history.backlog).toBe(0);
  expect(history.orderHistory(ALL)).toHaveLength(300);
  history.close();
});

test('a first read has few events to write, however many there were', () => {
  const history = newHistory();
  let most = 0;
  for (let order = 1; order <= 2_000; order += 1) {
    history.record(orders(order, 1));
    most = Math.max(most, history.backlog);
  }
  expect([most, history.backlog]).toEqual([499, 0]);
  expect(history.orderHistory(ALL)).toHaveLength(2_000);
  history.close();
});

test('events that a store finds when it opens become rows in the background, and those that come meanwhile after them', async () => {
  const history = newHistory({ backlogBound: 500, from: newHistory().save() });
  const feeder = new HistoryFeeder(history, log);
  history.record(orders(1, 500));
  feeder.nudge();
  for (let turns = 0; turns < 10 && history.backlog >= 200; turns += 1) await turn();
  expect(history.backlog).toBe(100);
  history.record(orders(501, 1));
  expect(history.backlog).toBe(101);
  await history.ready();
  const [newest] = history.orderHistory(ALL);
  expect([history.backlog, newest?.createdTime]).toEqual([0, T0 + 501]);
  history.close();
});

test('a history that was never read writes no row before much waits', async () => {
  const history = newHistory({ backlogBound: 400 });
  const feeder = new HistoryFeeder(history, log);
  history.record(orders(1, 399));
  feeder.nudge();
  await turn();
  expect(history.backlog).toBe(399);
  history.record(orders(400, 1));
  feeder.nudge();
  for (let turns = 0; turns < 1_000 && history.backlog >= 200; turns += 1) await turn();
  expect(history.backlog).toBe(0);
  history.close();
});

test('the more events wait, the more are written in one go', async () => {
  const history = newHistory({ backlogBound: 9_000, from: newHistory().save() });
  const feeder = new HistoryFeeder(history, log);
  history.record(orders(1, 9_000));
  feeder.nudge();
  while (history.backlog === 9_000) await turn();
  expect(history.backlog).toBe(8_550);
  history.close();
});
