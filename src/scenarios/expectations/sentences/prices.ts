import { Decimal } from 'decimal.js';
import {
  cellOf,
  holds,
  infoOf,
  marketOf,
  rowsInOrder,
  type RunFacts,
  type Sentence,
  sentence,
  TRADES_MAX,
  tradesIn,
  unless,
} from '../sentence.ts';

/** Prices, open interest, funding rates and trades of a market. */
export const PRICE_SENTENCES: readonly Sentence[] = [
  sentence(
    'the {price} of {market} {compared} {amount}',
    '',
    async ({ run, args: [price = '', symbol = '', words = '', amount = ''] }) => {
      const found = await priceOf(run, price, symbol);
      if (found === null) return `the ${price} of ${symbol} is not there: a side of the book is empty`;
      return unless(holds(found, words, amount), `the ${price} of ${symbol} is ${found}`);
    },
  ),
  sentence(
    'the {price} of {market} is between {amount} and {amount}',
    'Both ends are included.',
    async ({ run, args: [price = '', symbol = '', low = '', high = ''] }) => {
      const found = await priceOf(run, price, symbol);
      if (found === null) return `the ${price} of ${symbol} is not there: a side of the book is empty`;
      const isBetween = holds(found, 'is at least', low) && holds(found, 'is at most', high);
      return unless(isBetween, `the ${price} of ${symbol} is ${found}`);
    },
  ),
  sentence(
    'the spread of {market} {compared} {amount}',
    'Best ask less best bid.',
    ({ run, args: [symbol = '', words = '', amount = ''] }) => {
      const { bestBid, bestAsk } = marketOf(run, symbol);
      if (Number(bestBid) === 0 || Number(bestAsk) === 0) return `${symbol} has no spread: a side of the book is empty`;
      const found = new Decimal(bestAsk).minus(bestBid).toFixed();
      return unless(holds(found, words, amount), `the spread of ${symbol} is ${found}`);
    },
  ),
  sentence(
    'the open interest of {market} {compared} {amount}',
    '',
    ({ run, args: [symbol = '', words = '', amount = ''] }) => {
      const { openInterest } = marketOf(run, symbol);
      return unless(holds(openInterest, words, amount), `the open interest of ${symbol} is ${openInterest}`);
    },
  ),
  sentence(
    'the funding rate of {market} {compared} {amount}',
    'The rate of the last settlement, for one hour; "0.0001" is one basis point.',
    async ({ run, args: [symbol = '', words = '', amount = ''] }) => {
      const rate = cellOf(await infoOf(run, 'getFundingRate', { symbol }), 'lastSettlementRate');
      return unless(holds(rate, words, amount), `the last funding rate of ${symbol} is ${rate}`);
    },
  ),
  sentence(
    'the 24-hour volume of {market} {compared} {amount}',
    'In the base asset.',
    async ({ run, args: [symbol = '', words = '', amount = ''] }) => {
      const prices = await infoOf(run, 'getMarketPrices', {});
      const volume = cellOf(prices, `${symbol}.volume24h`);
      return unless(holds(volume, words, amount), `the volume of ${symbol} is ${volume}`);
    },
  ),
  sentence(
    'the trades of {market} include:',
    'Rows in order of time, fields of getLastTrades; other trades may stand between them. Of the latest 100.',
    async ({ run, args: [symbol = ''], rows }) => {
      const trades = tradesIn(await infoOf(run, 'getLastTrades', { symbol, limit: TRADES_MAX }));
      return rowsInOrder(rows, trades.toReversed(), 'trade');
    },
  ),
];

/** Null where the book has no such price. */
async function priceOf(run: RunFacts, price: string, symbol: string): Promise<string | null> {
  const market = marketOf(run, symbol);
  const orNull = (text: string): string | null => (Number(text) === 0 ? null : text);
  switch (price) {
    case 'index price':
      return market.indexPrice;
    case 'mark price':
      return market.markPrice;
    case 'best bid':
      return orNull(market.bestBid);
    case 'best ask':
      return orNull(market.bestAsk);
    case 'mid price':
      return (
        orNull(market.bestBid) &&
        orNull(market.bestAsk) &&
        new Decimal(market.bestBid).plus(market.bestAsk).div(2).toFixed()
      );
    default:
      return orNull(cellOf(await infoOf(run, 'getMarketPrices', {}), `${symbol}.lastPrice`));
  }
}
