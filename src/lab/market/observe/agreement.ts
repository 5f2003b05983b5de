import { Decimal } from 'decimal.js';
import type { Client } from '../../../client/client.ts';
import type { Candles, FundingRateHistory, MarketPrice, PublicTrade } from '../../../client/records.ts';
import type { Agreement } from './observation.ts';

type Candle = Candles['candles'][number];

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FUNDING_MS = 3 * DAY_MS;
/** Differences that are told in words. */
const TOLD = 5;

/** Compares public figures that must agree with each other, and counts those that do not. */
export class PastCheck {
  readonly #client: Client;
  readonly #differences: string[] = [];
  /** Hours that were over at the first look, by market. */
  readonly #hours = new Map<string, readonly Candle[]>();
  #compared = 0;
  #different = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  result(): Agreement {
    return { compared: this.#compared, differences: this.#differences, different: this.#different };
  }

  /** Reads the figures of a market at this moment and compares them. */
  async look(symbol: string, now: number): Promise<void> {
    const client = this.#client;
    const prices = (await client.getMarketPrices())[symbol];
    if (!prices) return;
    const lastHour = now - (now % HOUR_MS);
    const window = { symbol, startTime: lastHour - 26 * HOUR_MS, endTime: now };
    const minutes = oldestFirst(await client.getCandles({ ...window, interval: '1m' }));
    const hours = oldestFirst(await client.getCandles({ ...window, interval: '1h' }));
    const { trades } = await client.getLastTrades(symbol, 100);
    this.#candles(symbol, hours, minutes, lastHour);
    // A market that has never traded has no day and no trades to compare.
    if (trades.length > 0) {
      this.#day(symbol, prices, minutes, now);
      this.#trades(symbol, trades, minutes, now);
    }
    await this.#funding(symbol, now, lastHour);
  }

  #candles(symbol: string, hours: readonly Candle[], minutes: readonly Candle[], lastHour: number): void {
    const over = hours.filter(({ closeTime }) => closeTime <= lastHour);
    for (const hour of over.slice(1)) {
      const inside = minutes.filter(({ openTime }) => openTime >= hour.openTime && openTime < hour.closeTime);
      this.#same(
        `${symbol}: the volume of the hour ${hour.openTime} is that of its minutes`,
        hour.volume,
        volumeOf(inside),
      );
      this.#same(`${symbol}: the close of the hour ${hour.openTime}`, hour.closePrice, inside.at(-1)?.closePrice);
    }
    for (const before of this.#hours.get(symbol) ?? []) {
      const again = over.find(({ openTime }) => openTime === before.openTime);
      if (again)
        this.#same(
          `${symbol}: the hour ${before.openTime} has not changed`,
          JSON.stringify(again),
          JSON.stringify(before),
        );
    }
    this.#hours.set(symbol, over);
  }

  #day(symbol: string, prices: MarketPrice, minutes: readonly Candle[], now: number): void {
    const start = now - (now % MINUTE_MS) - DAY_MS + MINUTE_MS;
    const day = minutes.filter(({ openTime }) => openTime >= start);
    this.#same(`${symbol}: volume24h is that of the candles`, prices.volume24h, volumeOf(day));
    const before = minutes.find(({ closeTime }) => closeTime === start);
    this.#same(`${symbol}: prevDayPrice is the close before the day`, prices.prevDayPrice, before?.closePrice);
  }

  #trades(symbol: string, trades: readonly PublicTrade[], minutes: readonly Candle[], now: number): void {
    const [newest] = trades;
    const oldest = trades.at(-1);
    this.#same(`${symbol}: the last candle closes at the last trade`, newest?.price, minutes.at(-1)?.closePrice);
    this.#same(
      `${symbol}: no trade is in the future`,
      String(trades.some(({ timestamp }) => timestamp > now)),
      'false',
    );
    const complete = minutes.filter(({ openTime }) => oldest && openTime > oldest.timestamp);
    for (const { openTime, closeTime, volume } of complete) {
      const inside = trades.filter(({ timestamp }) => timestamp >= openTime && timestamp < closeTime);
      const traded = inside.reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0)).toFixed();
      this.#same(`${symbol}: the trades of the minute ${openTime} make its volume`, traded, volume);
    }
  }

  async #funding(symbol: string, now: number, lastHour: number): Promise<void> {
    const funding = await this.#client.getFundingRate(symbol);
    const query = { symbol, startTime: now - FUNDING_MS, endTime: now };
    const { fundingRates }: FundingRateHistory = await this.#client.getFundingRateHistory(query);
    this.#same(
      `${symbol}: lastSettlementTime is the last full hour`,
      String(funding.lastSettlementTime),
      String(lastHour),
    );
    const [newest] = fundingRates;
    this.#same(
      `${symbol}: the newest funding rate is the last settlement`,
      newest?.fundingRate,
      funding.lastSettlementRate,
    );
    const gaps = fundingRates.slice(1).filter(({ fundingTime }, place) => {
      const later = fundingRates[place];
      return later === undefined || later.fundingTime - fundingTime !== HOUR_MS;
    });
    this.#same(`${symbol}: every hour of three days was settled`, `${fundingRates.length} ${gaps.length}`, '73 0');
  }

  #same(what: string, one: string | undefined, other: string | undefined): void {
    this.#compared += 1;
    if (one !== undefined && other !== undefined && isEqual(one, other)) return;
    this.#different += 1;
    if (this.#differences.length < TOLD) this.#differences.push(`${what}: ${one ?? 'none'} and ${other ?? 'none'}`);
  }
}

const oldestFirst = ({ candles }: Candles): Candle[] =>
  [...candles].sort((one, other) => one.openTime - other.openTime);

const volumeOf = (candles: readonly Candle[]): string =>
  candles.reduce((sum, { volume }) => sum.plus(volume), new Decimal(0)).toFixed();

const NUMBER = /^-?\d+(\.\d+)?$/;

const isEqual = (one: string, other: string): boolean =>
  NUMBER.test(one) && NUMBER.test(other) ? new Decimal(one).eq(other) : one === other;
