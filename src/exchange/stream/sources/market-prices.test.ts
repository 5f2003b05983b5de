import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Lab, startLab } from '../../lab.test-helper.ts';
import { cancel, Listener, nextTurn, place, fieldsOf } from '../listener.test-helper.ts';

/** 2026-01-05T00:00:00Z, a Monday. */
const T0 = 1_767_571_200_000;
const HOUR_MS = 3_600_000;
const BTC = { symbol: 'BTC-USDT' };

let lab: Lab;
let reader: Listener;

async function start(world = 'bare'): Promise<void> {
  lab = await startLab({ world });
  reader = new Listener(lab.core);
}

/** `BTC-USDT mid 95000` for each frame since the last look. */
const kinds = async (): Promise<string[]> =>
  fieldsOf(await reader.data(), 'symbol', 'updateType', 'price').map((words) => words.join(' '));

/** One execution at a price. */
function trade(price: string, quantity = '0.5'): void {
  place(lab, 1, 'sell', quantity, price);
  place(lab, 0, 'buy', quantity, price, { orderType: 'limitIoc' });
}

beforeEach(() => start());
afterEach(() => lab.core.stop());

describe('what changes a price', () => {
  test('an index takes the mark along, and the mid and last price of a market where nothing else speaks', async () => {
    reader.follow('marketPrices', BTC);
    lab.core.steering.movePrice('BTC-USDT', '96000');
    expect(await kinds()).toEqual([
      'BTC-USDT mark 96000',
      'BTC-USDT index 96000',
      'BTC-USDT last 96000',
      'BTC-USDT mid 96000',
    ]);
  });

  test('a quote that completes a book, one that betters it, and one that leaves it', async () => {
    reader.follow('marketPrices', BTC);
    place(lab, 0, 'buy', '0.5', '94000');
    expect(await kinds()).toEqual([]);
    place(lab, 0, 'sell', '0.5', '95001');
    expect(await kinds()).toEqual(['BTC-USDT mid 94500.5']);
    const better = place(lab, 0, 'buy', '0.5', '94001');
    expect(await kinds()).toEqual(['BTC-USDT mid 94501']);
    place(lab, 0, 'buy', '0.5', '93000');
    expect(await kinds()).toEqual([]);
    cancel(lab, 0, better);
    expect(await kinds()).toEqual(['BTC-USDT mid 94500.5']);
  });

  test('a fill, sent once however many there are', async () => {
    reader.follow('marketPrices', BTC);
    for (const price of ['95010', '95020', '95030']) place(lab, 1, 'sell', '0.1', price);
    place(lab, 0, 'buy', '0.3', '95030', { orderType: 'limitIoc' });
    expect(await kinds()).toEqual(['BTC-USDT last 95030']);
  });

  test('nothing that leaves all prices as they are', async () => {
    trade('95000');
    reader.follow('marketPrices', BTC);
    trade('95000');
    lab.core.steering.movePrice('BTC-USDT', '95000');
    lab.core.steering.movePrice('ETH-USDT', '3400');
    lab.core.clock.advance(HOUR_MS);
    expect(await kinds()).toEqual([]);
  });
});

test('nothing comes before something changes', () => {
  reader.follow('marketPrices');
  expect(reader.pushes()).toEqual([]);
});

test('all markets are followed unless one is named', async () => {
  reader.follow('marketPrices', { symbol: 'ALL' });
  lab.core.steering.setMarkPrice('ETH-USDT', '3310');
  lab.core.steering.setMarkPrice('BTC-USDT', '95100');
  expect((await kinds()).filter((line) => line.includes('mark'))).toEqual([
    'ETH-USDT mark 3310.0',
    'BTC-USDT mark 95100',
  ]);
});

test('a frame carries every figure under all its names', async () => {
  trade('94000', '1');
  trade('96000', '2');
  lab.core.clock.advance(1_500);
  reader.follow('marketPrices', BTC);
  place(lab, 0, 'buy', '0.5', '94990');
  place(lab, 0, 'sell', '0.5', '95020');
  const data = await reader.data();
  expect(fieldsOf(data, 'updateType')).toEqual([['last'], ['mid']]);
  expect(data.at(-1)).toEqual({
    symbol: 'BTC-USDT',
    updateType: 'mid',
    price: '95005',
    lastUpdateTime: '2026-01-05T00:00:01.500Z',
    markPrice: '95000',
    indexPrice: '95000',
    lastPrice: '95020',
    bestBid: '94990',
    bestAsk: '95020',
    bid: '94990',
    ask: '95020',
    volume24h: '3',
    quoteVolume24h: '286000',
    prevDayPrice: '94000',
    high24h: '96000',
    low24h: '94000',
    priceChange24h: '1020',
    fundingRate: '0.0000125',
    nextFundingTime: T0 + HOUR_MS,
    openInterest: '6',
    timestamp: T0 + 1_500,
    tsMs: T0 + 1_500,
  });
});

describe('figures of the day', () => {
  test('hold the execution that made the frame', async () => {
    reader.follow('marketPrices', BTC);
    trade('96000', '0.5');
    trade('97000', '0.25');
    expect(fieldsOf(await reader.data(), 'updateType', 'volume24h', 'high24h', 'low24h', 'priceChange24h')).toEqual([
      ['last', '0.5', '96000', '96000', '0'],
      ['last', '0.75', '97000', '96000', '1000'],
    ]);
  });

  test('let go of an execution after a day, and remember its price', async () => {
    trade('96000', '0.5');
    reader.follow('marketPrices', BTC);
    lab.core.clock.advance(24 * HOUR_MS);
    lab.core.steering.setMarkPrice('BTC-USDT', '95100');
    expect(fieldsOf(await reader.data(), 'volume24h', 'high24h', 'prevDayPrice')[0]).toEqual(['0', '0', '96000']);
  });

  test('are the ones that getMarketPrices shows', async () => {
    lab.core.stop();
    await start('calm');
    lab.core.clock.advance(90_000);
    reader.follow('marketPrices', BTC);
    lab.core.clock.advance(60_000);
    lab.core.steering.setMarkPrice('BTC-USDT', '94123');
    const newest = (await reader.data()).at(-1) ?? {};
    const { envelope } = await lab.post('info', { params: { action: 'getMarketPrices' } });
    const { onHours: _hours, ...record } =
      (envelope.response as Record<string, Record<string, unknown>>)['BTC-USDT'] ?? {};
    expect(record.markPrice).toBe('94123');
    expect(newest).toMatchObject(record);
  });
});

describe('markets that do not trade', () => {
  test('a closed market shows no prices; what changed meanwhile is sent when it opens', async () => {
    reader.follow('marketPrices');
    lab.core.steering.setMarketStatus('BTC-USDT', 'closed');
    lab.core.steering.movePrice('BTC-USDT', '96000');
    expect(await kinds()).toEqual([]);
    lab.core.steering.setMarketStatus('BTC-USDT', 'open');
    expect(await kinds()).toEqual([
      'BTC-USDT mark 96000',
      'BTC-USDT index 96000',
      'BTC-USDT last 96000',
      'BTC-USDT mid 96000',
    ]);
  });

  test.each(['BTC-USDT', 'WTI-USDT'])('%s shows its prices out of hours too', async (symbol) => {
    lab.core.clock.advance(23 * HOUR_MS);
    reader.follow('marketPrices', { symbol });
    lab.core.steering.setMarkPrice(symbol, symbol === 'BTC-USDT' ? '95100' : '70');
    expect((await kinds())[0]).toBe(`${symbol} mark ${symbol === 'BTC-USDT' ? '95100' : '70.00'}`);
  });
});

test('frames of one long step are those of many short ones', async () => {
  const run = async (steps: number): Promise<string[]> => {
    lab.core.stop();
    await start('calm');
    reader.follow('marketPrices');
    for (let step = 0; step < steps; step += 1) lab.core.clock.advance(30_000 / steps);
    await nextTurn();
    return reader.frames.slice(1);
  };
  const long = await run(1);
  expect(long.length).toBeGreaterThan(500);
  expect(await run(60)).toEqual(long);
});
