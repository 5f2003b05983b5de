import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newHistory, placed, T0 } from './history/history.test-helper.ts';
import { HistoryFeeder } from './core.ts';

const log = { error: () => undefined };
const orders = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => placed(T0 + from + at, { no: from + at }));

test('once history has been read, events become rows in the background', async () => {
  const history = newHistory();
  const feeder = new HistoryFeeder(history, log);
  await history.ready();
  history.record(orders(1, 500));
  feeder.nudge();
  for (let turns = 0; turns < 10 && history.backlog >= 200; turns += 1) await turn();
  expect(history.backlog).toBe(100);
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
  const history = newHistory({ backlogBound: 10_000 });
  const feeder = new HistoryFeeder(history, log);
  await history.ready();
  history.record(orders(1, 9_000));
  feeder.nudge();
  while (history.backlog === 9_000) await turn();
  expect(history.backlog).toBe(8_550);
  history.close();
});
