import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CANDLE_INTERVALS } from '../../../contract/views.ts';
import { type Lab, startLab } from '../../lab.test-helper.ts';
import { Listener, livingWorld, nextTurn, place, type Push, fieldsOf } from '../listener.test-helper.ts';

/** 2026-01-05T00:00:00Z, a Monday. */
const T0 = 1_767_571_200_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const MINUTE = { symbol: 'BTC-USDT', timeframe: '1m' };

let lab: Lab;
let reader: Listener;

async function start(world = 'bare'): Promise<void> {
  lab = await startLab({ world });
  reader = new Listener(lab.core);
}

/** One execution at a price. */
function trade(price: string, quantity = '0.5', symbol = 'BTC-USDT'): void {
  place(lab, 1, 'sell', quantity, price, { symbol });
  place(lab, 0, 'buy', quantity, price, { symbol, orderType: 'limitIoc' });
}

/** `+0 o95000 h95000 l95000 c95000 v0.5 n1 open` for each frame since the last look. */
const shown = async (): Promise<string[]> => (await reader.data()).map(lineOf);

function lineOf({ openTime, open, high, low, close, volume, trade_count, closed }: Push['data']): string {
  const minutes = (Number(openTime) - T0) / MINUTE_MS;
  return [`+${minutes}`, open, high, low, close, volume, trade_count, closed ? 'closed' : 'runs'].join(' ');
}

beforeEach(() => start());
afterEach(() => lab.core.stop());

test('a frame spells everything both ways', async () => {
  reader.follow('candles', MINUTE);
  expect(reader.pushes()).toEqual([]);
  lab.core.clock.advance(1_500);
  trade('95000', '0.5');
  await nextTurn();
  expect(reader.pushes()).toEqual([
    {
      method: 'candle_update',
      channel: 'candleUpdate',
      timestamp: T0 + 1_500,
      data: {
        symbol: 'BTC-USDT',
        timeframe: '1m',
        open_price: '95000',
        high_price: '95000',
        low_price: '95000',
        close_price: '95000',
        volume: '0.5',
        quote_volume: '47500',
        trade_count: 1,
        open_time: '2026-01-05T00:00:00.000Z',
        close_time: '2026-01-05T00:00:59.999Z',
        openTime: T0,
        closeTime: T0 + 59_999,
        open: '95000',
        high: '95000',
        low: '95000',
        close: '95000',
        closed: false,
      },
    },
  ]);
});

describe('a candle', () => {
  test('is sent after each fill, and once more when it ends', async () => {
    reader.follow('candles', MINUTE);
    trade('95000', '0.5');
    trade('95100', '0.25');
    trade('94900', '0.25');
    lab.core.clock.advance(MINUTE_MS - 1);
    expect(await shown()).toEqual([
      '+0 95000 95000 95000 95000 0.5 1 runs',
      '+0 95000 95100 95000 95100 0.75 2 runs',
      '+0 95000 95100 94900 94900 1 3 runs',
    ]);
    lab.core.clock.advance(1);
    expect(await shown()).toEqual(['+0 95000 95100 94900 94900 1 3 closed']);
  });

  test('without executions carries the close before it on; its first execution opens it afresh', async () => {
    reader.follow('candles', MINUTE);
    trade('95100');
    lab.core.clock.advance(3 * MINUTE_MS);
    trade('94000');
    expect(await shown()).toEqual([
      '+0 95100 95100 95100 95100 0.5 1 runs',
      '+0 95100 95100 95100 95100 0.5 1 closed',
      '+1 95100 95100 95100 95100 0 0 closed',
      '+2 95100 95100 95100 95100 0 0 closed',
      '+3 94000 94000 94000 94000 0.5 1 runs',
    ]);
  });

  test('that is open at the time of subscription goes on from its values so far', async () => {
    trade('95000');
    trade('95200');
    lab.core.clock.advance(30_000);
    reader.follow('candles', MINUTE);
    trade('94800');
    expect(await shown()).toEqual(['+0 95000 95200 94800 94800 1.5 3 runs']);
  });

  test('ends at the time that stands on its frame, however far the clock goes', async () => {
    reader.follow('candles', MINUTE);
    lab.core.clock.advance(2 * MINUTE_MS + 17);
    await nextTurn();
    expect(reader.pushes().map(({ timestamp }) => timestamp)).toEqual([T0 + MINUTE_MS, T0 + 2 * MINUTE_MS]);
  });

  test('of an execution on the boundary is the next one', async () => {
    reader.follow('candles', MINUTE);
    lab.core.clock.advance(MINUTE_MS);
    trade('96000');
    expect(await shown()).toEqual(['+0 95000 95000 95000 95000 0 0 closed', '+1 96000 96000 96000 96000 0.5 1 runs']);
  });

  test('of another market or interval is not sent', async () => {
    reader.follow('candles', { symbol: 'BTC-USDT', timeframe: '1h' });
    trade('3300', '1', 'ETH-USDT');
    lab.core.clock.advance(MINUTE_MS);
    expect(await shown()).toEqual([]);
  });
});

describe('every interval', () => {
  test.each([
    ['1m', '2026-01-05T00:00:00.000Z', '2026-01-05T00:00:59.999Z'],
    ['5m', '2026-01-05T00:00:00.000Z', '2026-01-05T00:04:59.999Z'],
    ['15m', '2026-01-05T00:00:00.000Z', '2026-01-05T00:14:59.999Z'],
    ['30m', '2026-01-05T00:00:00.000Z', '2026-01-05T00:29:59.999Z'],
    ['1h', '2026-01-05T00:00:00.000Z', '2026-01-05T00:59:59.999Z'],
    ['4h', '2026-01-05T00:00:00.000Z', '2026-01-05T03:59:59.999Z'],
    ['8h', '2026-01-05T00:00:00.000Z', '2026-01-05T07:59:59.999Z'],
    ['12h', '2026-01-05T00:00:00.000Z', '2026-01-05T11:59:59.999Z'],
    ['1d', '2026-01-05T00:00:00.000Z', '2026-01-05T23:59:59.999Z'],
    ['3d', '2026-01-04T00:00:00.000Z', '2026-01-06T23:59:59.999Z'],
    ['1w', '2026-01-05T00:00:00.000Z', '2026-01-11T23:59:59.999Z'],
    ['1M', '2026-01-01T00:00:00.000Z', '2026-01-31T23:59:59.999Z'],
    ['3M', '2026-01-01T00:00:00.000Z', '2026-03-31T23:59:59.999Z'],
  ])('%s runs from %s to %s', async (timeframe, open, close) => {
    reader.follow('candles', { symbol: 'BTC-USDT', timeframe });
    trade('95100');
    expect(fieldsOf(await reader.data(), 'timeframe', 'open_time', 'close_time')).toEqual([[timeframe, open, close]]);
  });

  test.each([
    ['2026-01-04T23:57:30Z', ['5m', '15m', '30m', '1h', '4h', '8h', '12h', '1d', '1w']],
    ['2026-03-31T23:57:30Z', ['5m', '15m', '30m', '1h', '4h', '8h', '12h', '1d', '3d', '1M', '3M']],
  ])('agrees at every close with what getCandles shows, from %s on', async (startTime, once) => {
    lab.core.stop();
    lab = await startLab({ world: livingWorld(['ETH-USDT']), startTime });
    reader = new Listener(lab.core);
    // Off every boundary: what is under way began in the past that only history knows.
    lab.core.clock.advance(20_123);
    for (const timeframe of CANDLE_INTERVALS) reader.follow('candles', { symbol: 'ETH-USDT', timeframe });
    lab.core.clock.advance(4 * MINUTE_MS);
    const frames = await reader.data();
    expect(
      fieldsOf(
        frames.filter(({ closed, timeframe }) => closed && timeframe !== '1m'),
        'timeframe',
      ).flat(),
    ).toEqual(once);
    for (const timeframe of CANDLE_INTERVALS) {
      const newest = new Map(frames.filter((one) => one.timeframe === timeframe).map((one) => [one.openTime, one]));
      const rows = await asked(timeframe);
      expect([...newest.values()].map(rowOf), timeframe).toEqual(rows.slice(0, newest.size).reverse());
      expect(newest.size).toBe(timeframe === '1m' ? 5 : once.includes(timeframe) ? 2 : 1);
    }
  });
});

/** A frame as the row of getCandles that it must equal. */
const rowOf = ({ openTime, closeTime, open, high, low, close, volume, quote_volume, trade_count }: Push['data']) => ({
  openTime,
  closeTime: Number(closeTime) + 1,
  openPrice: open,
  highPrice: high,
  lowPrice: low,
  closePrice: close,
  volume,
  quoteVolume: quote_volume,
  tradeCount: trade_count,
});

async function asked(interval: string): Promise<Record<string, unknown>[]> {
  const params = { action: 'getCandles', symbol: 'ETH-USDT', interval, startTime: lab.core.state.now - HOUR_MS };
  const { envelope } = await lab.post('info', { params });
  return (envelope.response as { candles: Record<string, unknown>[] }).candles;
}

test('a month in one step sends every minute of it, and none twice', async () => {
  reader.follow('candles', MINUTE);
  trade('95000');
  lab.core.clock.advance(30 * 24 * HOUR_MS);
  await nextTurn();
  const ends = reader.pushes().filter(({ data }) => data.closed);
  expect(ends).toHaveLength(30 * 24 * 60);
  expect(ends.every(({ timestamp }, index) => timestamp === T0 + (index + 1) * MINUTE_MS)).toBe(true);
});
