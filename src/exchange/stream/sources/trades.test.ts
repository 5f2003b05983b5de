import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Lab, startLab } from '../../lab.test-helper.ts';
import { Listener, nextTurn, place, fieldsOf } from '../listener.test-helper.ts';

/** 2026-01-05T00:00:00Z */
const T0 = 1_767_571_200_000;

let lab: Lab;
let reader: Listener;

beforeEach(async () => {
  lab = await startLab({ world: 'bare' });
  reader = new Listener(lab.core);
});
afterEach(() => lab.core.stop());

/** One execution. */
function trade(price: string, quantity: string, symbol = 'BTC-USDT', taker: 'buy' | 'sell' = 'buy'): void {
  place(lab, 1, taker === 'buy' ? 'sell' : 'buy', quantity, price, { symbol });
  place(lab, 0, taker, quantity, price, { symbol, orderType: 'limitIoc' });
}

test('an execution is one frame, from the taker’s side, in both sets of names', async () => {
  reader.follow('trades', { symbol: 'BTC-USDT' });
  lab.core.clock.advance(1_500);
  trade('95005', '0.5', 'BTC-USDT', 'sell');
  await nextTurn();
  const [push] = reader.pushes();
  const tradeId = String(lab.core.state.counters.trade);
  expect(push).toEqual({
    method: 'trade',
    channel: 'trade',
    timestamp: T0 + 1_500,
    meseq: push?.meseq,
    met: '1767571201500000',
    data: {
      tradeId,
      symbol: 'BTC-USDT',
      side: 'sell',
      price: '95005',
      quantity: '0.5',
      timestamp: T0 + 1_500,
      tsMs: T0 + 1_500,
      isMaker: false,
      isTaker: true,
    },
  });
});

test('an order that meets three others makes three frames, in their order and numbered upwards', async () => {
  reader.follow('trades');
  for (const price of ['95010', '95020', '95030']) place(lab, 1, 'sell', '0.1', price);
  place(lab, 0, 'buy', '0.25', '95030', { orderType: 'limitIoc' });
  await nextTurn();
  const pushes = reader.pushes();
  expect(
    fieldsOf(
      pushes.map(({ data }) => data),
      'side',
      'price',
      'quantity',
    ),
  ).toEqual([
    ['buy', '95010', '0.1'],
    ['buy', '95020', '0.1'],
    ['buy', '95030', '0.05'],
  ]);
  const seqs = pushes.map(({ meseq }) => meseq ?? 0);
  expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
});

describe('which markets', () => {
  test.each([
    [{}, ['BTC-USDT', 'ETH-USDT']],
    [{ symbol: 'ALL' }, ['BTC-USDT', 'ETH-USDT']],
    [{ symbol: 'all' }, ['BTC-USDT', 'ETH-USDT']],
    [{ symbol: null }, ['BTC-USDT', 'ETH-USDT']],
    [{ symbol: 'ETH-USDT' }, ['ETH-USDT']],
    [{ symbol: ' eth-usdt ' }, ['ETH-USDT']],
  ])('%o follows %s', async (params, markets) => {
    reader.follow('trades', params);
    trade('95000', '0.1');
    trade('3300', '0.1', 'ETH-USDT');
    expect((await reader.data()).map(({ symbol }) => symbol)).toEqual(markets);
  });
});

test('the frames are what getLastTrades lists, newest last', async () => {
  lab.core.stop();
  lab = await startLab({ world: 'calm' });
  reader = new Listener(lab.core);
  reader.follow('trades', { symbol: 'BTC-USDT' });
  lab.core.clock.advance(60_000);
  const followed = await reader.data();
  const { envelope } = await lab.post('info', { params: { action: 'getLastTrades', symbol: 'BTC-USDT', limit: 100 } });
  const { trades } = envelope.response as { trades: Record<string, unknown>[] };
  expect(followed.length).toBeGreaterThan(10);
  // What is older than the start is in the list alone.
  const since = trades.filter(({ timestamp }) => Number(timestamp) >= 1_767_571_200_000);
  expect(followed.map(({ tsMs: _ts, isTaker: _taker, ...record }) => record)).toEqual(since.reverse());
});
