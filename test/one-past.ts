import assert from 'node:assert/strict';
import { Amount, amountIn, NOTHING } from '../src/suite/amount.ts';
import type { Exchange } from '../src/index.ts';

/**
 * Checks that the public figures of one market agree with each other. Every figure is read from the public API and
 * recomputed from the one-minute candles and the last trades, without code of the exchange.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TRADES_MAX = 100;

interface Candle {
  readonly openTime: number;
  readonly closeTime: number;
  readonly openPrice: string;
  readonly highPrice: string;
  readonly lowPrice: string;
  readonly closePrice: string;
  readonly volume: string;
  readonly quoteVolume: string;
  readonly tradeCount: number;
}

interface Trade {
  readonly tradeId: string;
  readonly price: string;
  readonly quantity: string;
  readonly timestamp: number;
}

interface Prices {
  readonly bestBid: string;
  readonly bestAsk: string;
  readonly lastPrice: string;
  readonly prevDayPrice: string;
  readonly volume24h: string;
  readonly quoteVolume24h: string;
  readonly timestamp: number;
}

interface Contract {
  readonly ticker_id: string;
  readonly last_price: string;
  readonly base_volume: string;
  readonly target_volume: string;
  readonly next_funding_rate_timestamp: number;
}

interface Funding {
  readonly lastSettlementRate: string;
  readonly lastSettlementTime: number;
  readonly nextFundingTime: number;
}

interface Settlement {
  readonly fundingRate: string;
  readonly fundingTime: number;
}

interface PriceFrame {
  readonly timestamp: number;
  readonly lastPrice: string;
  readonly prevDayPrice: string;
  readonly volume24h: string;
  readonly quoteVolume24h: string;
  readonly high24h: string;
  readonly low24h: string;
  readonly priceChange24h: string;
}

function exact(text: string): Amount {
  const amount = amountIn(text);
  assert.ok(amount, `${text} should be a decimal`);
  return amount;
}

const sum = (values: readonly Amount[]): Amount => values.reduce((total, value) => total.plus(value), NOTHING);
const max = (values: readonly Amount[]): Amount => Amount.max(...values);
const min = (values: readonly Amount[]): Amount => Amount.min(...values);

/** The day is the minute under way and the 1,439 before it. */
const windowStartOf = (now: number): number => Math.floor(now / MINUTE_MS) * MINUTE_MS - (DAY_MS - MINUTE_MS);

async function ask<T>(exchange: Exchange, action: string, params: Readonly<Record<string, unknown>> = {}): Promise<T> {
  const response = await exchange.fetch(`${exchange.url}/info`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ params: { action, ...params } }),
  });
  const body = (await response.json()) as { readonly status: string; readonly response: T };
  assert.equal(body.status, 'ok', `${action}: ${JSON.stringify(body)}`);
  return body.response;
}

/** Candles of one interval, oldest first whatever their order on the wire. */
async function candlesOf(
  exchange: Exchange,
  symbol: string,
  interval: string,
  startTime: number,
  endTime: number,
): Promise<Candle[]> {
  const params = { symbol, interval, startTime, endTime };
  const { candles } = await ask<{ readonly candles: readonly Candle[] }>(exchange, 'getCandles', params);
  return [...candles].sort((a, b) => a.openTime - b.openTime);
}

/** A period of time in exact figures. A period without trades has the last price before it. */
interface Stretch {
  readonly open: Amount;
  readonly high: Amount;
  readonly low: Amount;
  readonly close: Amount;
  readonly volume: Amount;
  readonly value: Amount;
  readonly trades: number;
}

const stretchOf = (candle: Candle): Stretch => ({
  open: exact(candle.openPrice),
  high: exact(candle.highPrice),
  low: exact(candle.lowPrice),
  close: exact(candle.closePrice),
  volume: exact(candle.volume),
  value: exact(candle.quoteVolume),
  trades: candle.tradeCount,
});

/** What a longer candle must show, given the shorter ones inside it. */
function folded(parts: readonly Stretch[]): Stretch {
  const traded = parts.filter(({ trades }) => trades > 0);
  const shown = traded.length > 0 ? traded : parts.slice(0, 1);
  return {
    open: (shown[0] as Stretch).open,
    high: max(shown.map(({ high }) => high)),
    low: min(shown.map(({ low }) => low)),
    close: (shown.at(-1) as Stretch).close,
    volume: sum(traded.map(({ volume }) => volume)),
    value: sum(traded.map(({ value }) => value)),
    trades: traded.reduce((count, { trades }) => count + trades, 0),
  };
}

/** What trades make of a minute; `trades` is newest first. */
function minuteOf(trades: readonly Trade[]): Stretch {
  const prices = trades.map(({ price }) => exact(price));
  return {
    open: prices.at(-1) as Amount,
    high: max(prices),
    low: min(prices),
    close: prices[0] as Amount,
    volume: sum(trades.map(({ quantity }) => exact(quantity))),
    value: sum(trades.map(({ price, quantity }) => exact(price).times(exact(quantity)))),
    trades: trades.length,
  };
}

function assertEachInside(longer: readonly Candle[], parts: readonly Candle[], label: string): void {
  const first = parts[0]?.openTime ?? Number.POSITIVE_INFINITY;
  let compared = 0;
  for (const candle of longer.filter(({ openTime }) => openTime >= first)) {
    const inside = parts.filter(({ openTime }) => openTime >= candle.openTime && openTime < candle.closeTime);
    assert.deepEqual(stretchOf(candle), folded(inside.map(stretchOf)), `${label} at ${candle.openTime}`);
    compared += 1;
  }
  assert.ok(compared > 0, `${label} has candles to compare`);
}

/** Candles follow one another without a gap, and one without trades carries on what the one before closed at. */
function assertChain(candles: readonly Candle[], label: string): void {
  candles.forEach((candle, index) => {
    const before = candles[index - 1];
    if (!before) return;
    assert.equal(candle.openTime, before.closeTime, `${label} at ${candle.openTime} follows the one before`);
    if (candle.tradeCount > 0) return;
    const { openPrice, highPrice, lowPrice, closePrice } = candle;
    const carried = before.closePrice;
    assert.deepEqual([openPrice, highPrice, lowPrice, closePrice], [carried, carried, carried, carried], label);
  });
}

/** The newest trades and the minutes they are in. Returns the newest, if there is one. */
function assertTrades(trades: readonly Trade[], minutes: readonly Candle[], now: number): Trade | undefined {
  trades.forEach((trade, index) => {
    const older = trades[index + 1];
    assert.ok(trade.timestamp <= now, 'no trade is in the future');
    if (!older) return;
    assert.ok(older.timestamp <= trade.timestamp, 'trades are listed newest first');
    assert.ok(BigInt(older.tradeId) < BigInt(trade.tradeId), 'ids of trades count up');
  });
  const [newest] = trades;
  const oldest = trades.at(-1);
  const complete = trades.length < TRADES_MAX ? 0 : (oldest?.timestamp ?? 0);
  for (const minute of minutes) {
    const inside = trades.filter(({ timestamp }) => timestamp >= minute.openTime && timestamp < minute.closeTime);
    if (minute.openTime > complete) {
      const label = `the trades of the minute ${minute.openTime}`;
      assert.equal(inside.length, minute.tradeCount, label);
      if (inside.length > 0) assert.deepEqual(minuteOf(inside), stretchOf(minute), label);
    }
    for (const { price } of inside) {
      assert.ok(exact(price).gte(minute.lowPrice) && exact(price).lte(minute.highPrice), 'inside its candle');
    }
  }
  return newest;
}

/** The middle one of best bid, best ask and last trade, where there is a bid or an ask (wire 6.1). */
function lastPriceOf({ bestBid, bestAsk }: Prices, trade: Amount): Amount {
  const [bid, ask] = [exact(bestBid), exact(bestAsk)];
  if (bid.gt(0) && trade.lt(bid)) return bid;
  return ask.gt(0) && trade.gt(ask) ? ask : trade;
}

async function assertDay(exchange: Exchange, symbol: string, minutes: readonly Candle[]): Promise<void> {
  const prices = (await ask<Record<string, Prices>>(exchange, 'getMarketPrices'))[symbol] as Prices;
  const windowStart = windowStartOf(prices.timestamp);
  const day = minutes.filter(({ openTime }) => openTime >= windowStart);
  const total = folded(day.map(stretchOf));
  assert.deepEqual(exact(prices.volume24h), total.volume, 'volume24h is the volume of the candles of the day');
  assert.deepEqual(exact(prices.quoteVolume24h), total.value, 'quoteVolume24h is that of the candles of the day');
  const before = minutes.find(({ closeTime }) => closeTime === windowStart);
  assert.ok(before, 'the minute before the day has a candle');
  assert.equal(prices.prevDayPrice, before.closePrice, 'prevDayPrice is the close before the day');

  const { trades } = await ask<{ readonly trades: readonly Trade[] }>(exchange, 'getLastTrades', {
    symbol,
    limit: TRADES_MAX,
  });
  assert.ok(trades.length > 0, 'a market with a past has last trades');
  const newest = assertTrades(trades, minutes, prices.timestamp) as Trade;
  assert.equal(minutes.at(-1)?.closePrice, newest.price, 'the last candle closes at the last trade');
  assert.deepEqual(exact(prices.lastPrice), lastPriceOf(prices, exact(newest.price)), 'lastPrice is the last trade');

  const listed = (await (await exchange.fetch(`${exchange.url}/info/contracts`)).json()) as readonly Contract[];
  const contract = listed.find(({ ticker_id: ticker }) => ticker === symbol);
  // A session market is not listed out of hours.
  if (contract) {
    assert.deepEqual(
      [contract.last_price, contract.base_volume, contract.target_volume],
      [prices.lastPrice, prices.volume24h, prices.quoteVolume24h],
      'the record for aggregators',
    );
  }
}

/**
 * Whether the channel marketPrices says the same as the reads. Lets seconds pass until it says something; returns false
 * for a market that stands still.
 */
export async function assertSameOnStream(exchange: Exchange, symbol: string): Promise<boolean> {
  const frames: string[] = [];
  const session = exchange.stream('info', {
    send: (texts) => frames.push(...texts),
    close: (code, reason) => frames.push(`{"closed":"${code} ${reason}"}`),
    buffered: () => 0,
  });
  session.receive(JSON.stringify({ id: '1', method: 'subscribe', params: { type: 'marketPrices', symbol } }));
  let frame: PriceFrame | undefined;
  for (let second = 0; second < 20 && !frame; second += 1) {
    exchange.clock.advance(1_000);
    await exchange.delivered();
    const received = frames.map((text) => (JSON.parse(text) as { readonly data?: PriceFrame }).data);
    frame = received.findLast((data) => data?.timestamp === exchange.clock.now());
  }
  session.gone();
  if (!frame) return false;
  const prices = (await ask<Record<string, Prices>>(exchange, 'getMarketPrices'))[symbol] as Prices;
  const { lastPrice, prevDayPrice, volume24h, quoteVolume24h } = frame;
  assert.deepEqual(
    { lastPrice, prevDayPrice, volume24h, quoteVolume24h },
    {
      lastPrice: prices.lastPrice,
      prevDayPrice: prices.prevDayPrice,
      volume24h: prices.volume24h,
      quoteVolume24h: prices.quoteVolume24h,
    },
    'the frame of marketPrices',
  );
  const now = exchange.clock.now();
  const day = (await candlesOf(exchange, symbol, '1m', windowStartOf(now), now)).map(stretchOf);
  const { high, low, trades } = folded(day);
  if (trades > 0) assert.deepEqual([exact(frame.high24h), exact(frame.low24h)], [high, low], 'the range of the day');
  assert.deepEqual(exact(frame.priceChange24h), exact(lastPrice).minus(prevDayPrice), 'priceChange24h');
  return true;
}

async function assertFunding(exchange: Exchange, symbol: string, hours: readonly Candle[], now: number): Promise<void> {
  const funding = await ask<Funding>(exchange, 'getFundingRate', { symbol });
  const { fundingRates } = await ask<{ readonly fundingRates: readonly Settlement[] }>(
    exchange,
    'getFundingRateHistory',
    { symbol, startTime: now - 30 * DAY_MS, endTime: now },
  );
  const last = now - (now % HOUR_MS);
  assert.deepEqual(
    [funding.lastSettlementTime, funding.nextFundingTime],
    [last, last + HOUR_MS],
    'the last settlement was at the last full hour',
  );
  const begins = hours[0]?.openTime ?? now;
  const settled: number[] = [];
  for (let at = last; at >= now - 30 * DAY_MS && at > begins; at -= HOUR_MS) settled.push(at);
  assert.deepEqual(
    fundingRates.map(({ fundingTime }) => fundingTime),
    settled,
    'every hour that has candles was settled',
  );
  assert.equal(fundingRates[0]?.fundingRate, funding.lastSettlementRate, 'the last settlement is that of the history');
}

const SHORT = ['5m', '15m', '30m', '1h'] as const;
const LONG = ['4h', '8h', '12h', '1d', '3d', '1w', '1M', '3M'] as const;

/** What is over by now and must never change: the hours that have ended. */
export interface Remembered {
  readonly hours: readonly Candle[];
}

/** Throws for the first two public figures of a market with a past that contradict each other. */
export async function assertOnePast(exchange: Exchange, symbol: string, earlier?: Remembered): Promise<Remembered> {
  const now = exchange.clock.now();
  const from = now - 26 * HOUR_MS;
  const minutes = await candlesOf(exchange, symbol, '1m', from, now);
  assertChain(minutes, '1m');
  await assertDay(exchange, symbol, minutes);
  for (const interval of SHORT) {
    const longer = await candlesOf(exchange, symbol, interval, from, now);
    assertEachInside(longer, minutes, interval);
  }
  const hours = await candlesOf(exchange, symbol, '1h', 0, now);
  assertChain(hours, '1h');
  for (const interval of LONG) {
    const longer = await candlesOf(exchange, symbol, interval, 0, now);
    const parts = hours.filter(({ openTime }) => openTime >= (longer[0]?.openTime ?? 0));
    assertChain(longer, interval);
    for (const candle of longer) {
      const inside = parts.filter(({ openTime }) => openTime >= candle.openTime && openTime < candle.closeTime);
      assert.deepEqual(stretchOf(candle), folded(inside.map(stretchOf)), `${interval} at ${candle.openTime}`);
    }
  }
  await assertFunding(exchange, symbol, hours, now);
  if (earlier) assert.deepEqual(hours.slice(0, earlier.hours.length), earlier.hours, 'what is over does not change');
  return { hours: hours.filter(({ closeTime }) => closeTime <= now) };
}
