import initSqlJs from 'sql.js';
import { expect, test } from 'vitest';
import { InvariantError } from '../../kernel/errors.ts';
import { ALL, cancelled, fill, historyOf, leg, newHistory, placed, T0, traded } from './history.test-helper.ts';
import type { SavedHistory } from './saved-history.ts';

const PAGE = { ...ALL, limit: 100, offset: 0 };

/** Opens exported bytes with a SQLite of its own. */
async function opened(bytes: Uint8Array) {
  const { Database } = await initSqlJs();
  const database = new Database(bytes);
  return (sql: string) => database.exec(sql)[0]?.values;
}

test('public reads need no SQLite, private ones insist on ready', async () => {
  const history = newHistory();
  history.record([placed(T0, { no: 1 }), traded(T0, { trade: 1 })]);
  expect(history.lastTrades('ETH-USDT', 1)).toHaveLength(1);
  expect(history.dayStats('ETH-USDT').volume).toBe('1');
  expect(history.backlog).toBe(2);
  for (const read of [
    () => history.orderHistory(ALL),
    () => history.trades(PAGE),
    () => history.closedPositions(ALL),
    () => history.exportSqlite(),
  ]) {
    expect(read).toThrow(InvariantError);
  }
  expect(history.backlog).toBe(2);
  await history.ready();
  expect(history.backlog).toBe(0);
  expect(history.trades(PAGE).total).toBe(1);
});

test('hasWork is true when too many events wait; once there is a store, rows are made of events at once', () => {
  const history = newHistory({ backlogBound: 3 });
  history.record([placed(T0, { no: 1 }), placed(T0, { no: 2 })]);
  expect(history.hasWork).toBe(false);
  history.record([placed(T0, { no: 3 })]);
  expect(history.hasWork).toBe(true);
  history.work();
  expect([history.hasWork, history.backlog]).toEqual([false, 0]);
  history.record([placed(T0, { no: 4 }), placed(T0, { no: 5 })]);
  expect(history.backlog).toBe(0);
  expect(history.orderHistory(ALL)).toHaveLength(5);
});

test('what is saved for files has the events so far as rows, and nothing that comes later', () => {
  const history = newHistory();
  history.record([placed(T0, { no: 1, clientId: 'first' })]);
  const saved = history.saveInPages();
  expect([history.backlog, saved.waiting]).toEqual([0, []]);
  history.record([placed(T0 + 1, { no: 2, clientId: 'second' })]);
  const ids = (from: SavedHistory): unknown => newHistory({ from }).saveInPages().rows.logs.orders.segments[0]?.texts;
  expect(ids(saved)).toEqual(['first']);
  expect(ids(history.saveInPages())).toEqual(['first', undefined, 'second']);
  history.close();
});

test('orders, trades and positions go on across an export', async () => {
  const history = await historyOf([placed(T0, { no: 1 })]);
  history.exportSqlite();
  history.record([cancelled(T0 + 1, 1, 'user')]);
  expect(history.orderHistory(ALL).map((row) => row.status)).toEqual(['cancelled', 'cancelling', 'placed']);
});

test('the export is a SQLite file with every row and how far it reaches', async () => {
  const history = await historyOf([
    { type: 'ClockMoved', at: T0, to: T0 },
    placed(T0, { no: 1, clientId: 'one' }),
    traded(T0, { trade: 1, taker: fill({ order: 1, complete: false }) }),
    traded(T0 + 1, {
      trade: 2,
      taker: fill({ order: 1, legs: [leg({ leg: 'close', direction: 'close long', remaining: 0 })] }),
    }),
    { type: 'ClockMoved', at: T0 + 2, to: T0 + 2 },
  ]);
  const bytes = history.exportSqlite();
  expect(new TextDecoder().decode(bytes.subarray(0, 15))).toBe('SQLite format 3');
  const query = await opened(bytes);
  expect(query('SELECT applied FROM progress')).toEqual([[5]]);
  expect(query('SELECT status, filled_quantity FROM order_history ORDER BY row')).toEqual([
    ['placed', '0'],
    ['partially filled', '1'],
    ['filled', '1'],
  ]);
  expect(query('SELECT trade_id, client_id, sub_account_id FROM trades ORDER BY row')).toEqual([
    ['1', 'one', '1867542890123456790'],
    ['2', 'one', '1867542890123456790'],
  ]);
  expect(query('SELECT position_id, trade_id FROM closed_positions')).toEqual([['7', '2']]);
  expect(query('PRAGMA integrity_check')).toEqual([['ok']]);
});

test('64-bit ids and values beyond 2^53 come back digit for digit, and are stored as text', async () => {
  const history = await historyOf([
    placed(T0, {
      no: 1,
      clientId: '18446744073709551615',
      quantity: 9_007_199_254_740_991,
      price: 9_007_199_254_740_991,
    }),
    traded(T0, {
      trade: 4_503_599_627_370_495,
      taker: fill({
        order: 1,
        complete: false,
        filledValue: 9_007_199_254_740_993n,
        fee: 18_446_744_073_709_551_615n,
        realizedPnl: -9_007_199_254_740_993n,
        legs: [leg({ position: 9_007_199_254_740_991 })],
      }),
    }),
    placed(T0, { no: 9_007_199_254_740_991 }),
  ]);
  const [newest, filled] = history.orderHistory(ALL);
  expect(newest?.venueId).toBe('1957066137724260351');
  expect(filled).toMatchObject({
    clientId: '18446744073709551615',
    quantity: '900719925474.0991',
    price: '900719925474099.1',
    cumulativeFilledValue: '90071992.54740993',
    positionId: '9007199254740991',
  });
  const [trade] = history.trades(PAGE).rows;
  expect(trade).toMatchObject({
    tradeId: '4503599627370495',
    fee: '184467440737.09551615',
    realizedPnl: '-90071992.54740993',
    positionId: '9007199254740991',
  });
  expect(history.trades({ ...PAGE, positionId: '9007199254740991' }).total).toBe(1);
  const query = await opened(history.exportSqlite());
  expect(
    query('SELECT DISTINCT typeof(venue_id), typeof(client_id), typeof(quantity), typeof(price) FROM order_history'),
  ).toEqual([['text', 'text', 'text', 'text']]);
  expect(query('SELECT typeof(trade_id), typeof(fee), typeof(position_id), typeof(at) FROM trades')).toEqual([
    ['text', 'text', 'text', 'integer'],
  ]);
});

test('a history closed while it loads stays closed', async () => {
  const history = newHistory();
  const loading = history.ready();
  history.close();
  await loading;
  expect(() => history.orderHistory(ALL)).toThrow(InvariantError);
});
