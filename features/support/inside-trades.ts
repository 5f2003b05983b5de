import assert from 'node:assert/strict';
import { Amount, amountIn, amountText } from '../../src/suite/amount.ts';
import { Unmet } from '../../src/suite/deployment.ts';
import type { Look } from '../../src/suite/market/view.ts';
import { valueAt } from '../../src/suite/paths.ts';
import type { ExchangeWorld } from './world.ts';

/**
 * Trades between two wallets of the scenario, at a price between the best two of the book: nobody else's order stands there, so both
 * sides are the scenario's own, whatever the market does.
 */

/** Where between the best two: next to the best bid, in the middle, next to the best ask. */
export type Place = 'low' | 'midway' | 'high';

/**
 * Milliseconds between two looks at a book without room. Most books have room again at once; one that stays shut is not worth the
 * tokens of many looks, which other scenarios wait for.
 */
const BETWEEN_MS: readonly number[] = [
  ...Array.from({ length: 4 }, () => 250),
  ...Array.from({ length: 14 }, () => 1_000),
];

/**
 * Returns a price between the best two now. A book that has no room gets some time to open, where other people trade in it.
 *
 * @throws Unmet where there is never any
 */
export async function priceInside(world: ExchangeWorld, symbol: string, place: Place): Promise<Amount> {
  for (const ms of [...BETWEEN_MS, 0]) {
    const price = insideOf(await world.terms.lookNow(symbol), place);
    if (price) return price;
    if (world.isSteered || ms === 0) break;
    // As a wait of the scenario's own, so that its times and nonces go along, also with the time that the looks took.
    await world.waitAside(ms);
  }
  throw new Unmet('moved', `${symbol} had no price ${place} between its best two for a while`);
}

/** Undefined where no whole tick is between; `low` and `high` are two prices, so they want three ticks. */
function insideOf({ bestBid, bestAsk, tick, mark }: Look, place: Place): Amount | undefined {
  // An empty side is as far away as anybody could wish.
  const bid = bestBid ?? (bestAsk ?? mark).minus(tick.times(FAR_TICKS));
  const ask = bestAsk ?? (bestBid ?? mark).plus(tick.times(FAR_TICKS));
  const ticks = ask.minus(bid).div(tick);
  if (ticks.lt(place === 'midway' ? 2 : 3)) return undefined;
  if (place === 'low') return bid.plus(tick);
  return place === 'high' ? ask.minus(tick) : bid.plus(ticks.div(2).floor().times(tick));
}

const FAR_TICKS = 20;

/** What a trade is about. */
export interface InsideTrade {
  /** Crosses; the maker rests. */
  readonly taker: string;
  readonly maker: string;
  /** Of the taker. */
  readonly side: 'buy' | 'sell';
  readonly quantity: string;
  readonly symbol: string;
  /** Left out: the position is in the cross margin. */
  readonly isolatedMargin?: string;
}

/**
 * Lets two wallets trade with each other.
 *
 * @returns the price
 * @throws AssertionError when one of the orders is not accepted; Unmet when somebody else was faster
 */
export async function tradeInside(world: ExchangeWorld, trade: InsideTrade, place: Place): Promise<Amount> {
  const { taker, maker, side, quantity, symbol, isolatedMargin } = trade;
  const price = await priceInside(world, symbol, place);
  const common = { symbol, price: amountText(price), quantity };
  const resting = { ...common, side: side === 'buy' ? 'sell' : 'buy', orderType: 'limitGtc' };
  await restInside(world, maker, resting);
  await takeAt(world, taker, { ...common, side }, isolatedMargin);
  return price;
}

/** Sends an order that must fill at its price, whole and at once. */
async function takeAt(
  world: ExchangeWorld,
  taker: string,
  order: Readonly<Record<'symbol' | 'side' | 'price' | 'quantity', string>>,
  isolatedMargin?: string,
): Promise<void> {
  const { symbol, price, quantity } = order;
  const crossing = world.ours({ ...order, orderType: 'limitIoc' });
  const wallet = world.wallet(taker);
  const filled =
    isolatedMargin === undefined
      ? await world.client.trade(wallet, 'placeOrders', { orders: [crossing], grouping: 'na' })
      : await world.client.trade(wallet, 'placeIsolatedOrder', {
          order: crossing,
          leverage: amountText((await world.terms.rulesOf(symbol)).defaultLeverage),
          isolatedMargin,
        });
  const status = valueAt(filled.body, 'response.statuses[0]');
  const size = valueAt(status, 'filled.totalSize');
  const average = amountIn(String(valueAt(status, 'filled.avgPrice')));
  const hasTaken = size !== undefined || valueAt(status, 'canceled') !== undefined;
  if (!world.isSteered && hasTaken && (size !== quantity || average?.eq(new Amount(price)) !== true)) {
    throw new Unmet('moved', `somebody else traded in ${symbol} at ${price} meanwhile: ${filled.text}`);
  }
  assert.equal(size, quantity, `the trade should fill: ${filled.text}`);
}

/** Places an order that must rest, and returns its id. */
export async function restInside(world: ExchangeWorld, who: string, order: object): Promise<string> {
  const orders = [world.ours(order)];
  const posted = await world.client.trade(world.wallet(who), 'placeOrders', { orders, grouping: 'na' });
  const id = valueAt(posted.body, 'response.statuses[0].resting.order.venueId');
  assert.equal(typeof id, 'string', `the order should rest: ${posted.text}`);
  return String(id);
}

/**
 * Lets a wallet take a part of an open order, or all of it.
 *
 * @throws AssertionError when the order is not open; Unmet when somebody else's orders were met
 */
export async function fillOrder(
  world: ExchangeWorld,
  { taker, quantity, owner, orderId }: { taker: string; quantity: string; owner: string; orderId: string },
): Promise<void> {
  const row = await openOrder(world, owner, orderId);
  if (!row && !world.isSteered) {
    throw new Unmet('moved', `somebody else was faster, so that the order ${orderId} ended`);
  }
  assert.ok(row, `the order ${orderId} should be open`);
  const side = valueAt(row, 'side') === 'buy' ? 'sell' : 'buy';
  const [symbol, price] = [String(valueAt(row, 'symbol')), String(valueAt(row, 'price'))];
  await takeAt(world, taker, { symbol, side, price, quantity });
  if (world.isSteered) return;
  const rest = await openOrder(world, owner, orderId);
  const filled = rest === undefined ? undefined : amountIn(String(valueAt(rest, 'filledQuantity')));
  const before = amountIn(String(valueAt(row, 'filledQuantity')));
  if (filled && before && !filled.eq(before.plus(quantity))) {
    throw new Unmet('moved', `somebody else's orders in ${symbol} were met at ${price}, too`);
  }
}

async function openOrder(world: ExchangeWorld, owner: string, orderId: string): Promise<unknown> {
  const open = await world.client.trade(world.wallet(owner), 'getOpenOrders', {});
  const rows = valueAt(open.body, 'response');
  return Array.isArray(rows) ? rows.find((one) => valueAt(one, 'orderId') === orderId) : undefined;
}
