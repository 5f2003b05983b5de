/**
 * A market maker that watches its position and the index. Its fair price is the index and the mean distance of the mid from
 * it: when the index moves, it moves its quotes before others trade against them. Three things set how far they are away:
 *
 * - `edge`, in basis points, and more while the index moves a lot;
 * - its position: a long one moves both quotes down by up to `skew`, and at `maxPosition` it adds no more;
 * - the others: it is at most one tick better than the best of them, because a better price earns less and fills no sooner.
 *
 * A quote that is still about right stays where it is, and keeps its place in the queue.
 */
const BP = 1e-4;
/** The distance of the mid from the index is a mean over this time, the movement of the index over that one. */
const DISTANCE_MS = 10_000;
const MOVEMENT_MS = 30_000;
/** This many usual moves of the index within a second are added to the edge. */
const MOVES = 0.5;
/** A quote stays while it is this close to where it belongs, as a share of the edge. */
const NEAR = 0.3;

const SIDES = ['buy', 'sell'];
const signOf = (side) => (side === 'buy' ? 1 : -1);
/** The weight of what was seen now in a mean over a time. */
const weightOf = (passed, over) => 1 - Math.exp(-passed / over);

export default ({ size = '0.02', maxPosition = 0.2, edge = 0.3, skew = 0.3, lookMs = 100, indexMs = 500 }) => {
  const orders = { buy: null, sell: null };
  let [tick, digits] = [0, 0];
  let index = null;
  let distance = null;
  let lookedAt = 0;
  /** Mean square of the moves of the index, of a second, in basis points. */
  let movement = 0;

  const bestOfOthers = (side, levels) => {
    const own = orders[side];
    const level = levels.find(([price, quantity]) => Number(price) !== own?.price || Number(quantity) > own.left);
    return level ? Number(level[0]) : null;
  };

  /** Reads the index once in a while: who asks more often meets the rate limit. */
  const followIndex = async ({ client, symbol, now }) => {
    if (index && now - index.at < indexMs) return;
    const price = Number((await client.getMarketPrices())[symbol].indexPrice);
    if (index) {
      const moved = (price / index.price - 1) / BP;
      const passed = now - index.at;
      movement += weightOf(passed, MOVEMENT_MS) * ((moved * moved * 1_000) / passed - movement);
    }
    index = { price, at: now };
  };

  /** Where a side is to be quoted, in ticks; null for nowhere. */
  const wantedOf = (side, best, position) => {
    const sign = signOf(side);
    if (sign * position >= maxPosition) return null;
    const lean = skew * Math.max(-1, Math.min(1, position / maxPosition));
    const away = edge + MOVES * Math.sqrt(movement);
    const wanted = index.price * (1 + distance) * (1 - (lean + sign * away) * BP);
    const rounded = side === 'buy' ? Math.floor(wanted / tick) : Math.ceil(wanted / tick);
    const better = Math.round(best[side] / tick) + sign;
    const crossing = Math.round(best[side === 'buy' ? 'sell' : 'buy'] / tick);
    const limits = [rounded, better, crossing - sign];
    return side === 'buy' ? Math.min(...limits) : Math.max(...limits);
  };

  const isNear = (order, ticks) => Math.abs(order.price / tick - ticks) * tick <= NEAR * edge * BP * order.price;

  const cancel = async (client, stale) => {
    const orderIds = stale.map((side) => orders[side].orderId);
    for (const side of stale) orders[side] = null;
    try {
      await client.cancelOrders({ orderIds });
    } catch (error) {
      // They have just been filled.
      if (error.code !== 'ORDER_NOT_FOUND') throw error;
    }
  };

  const place = async ({ client, symbol }, quotes) => {
    const { statuses } = await client.placeOrders(
      quotes.map(({ side, price }) => ({ symbol, side, orderType: 'limitAlo', price, quantity: size })),
    );
    quotes.forEach(({ side, price }, number) => {
      const orderId = statuses[number]?.resting?.order.venueId;
      if (orderId !== undefined) orders[side] = { orderId, price: Number(price), left: Number(size) };
    });
  };

  return {
    onStart: async ({ client, symbol, every }) => {
      const market = (await client.getMarkets()).find((one) => one.symbol === symbol);
      tick = Number(market.priceIncrement);
      digits = market.priceIncrement.split('.')[1]?.length ?? 0;
      every(lookMs, 'look');
    },
    onTimer: async (_timer, context) => {
      const { client, book, position, now } = context;
      const best = { buy: bestOfOthers('buy', book.bids), sell: bestOfOthers('sell', book.asks) };
      if (best.buy === null || best.sell === null) return;
      await followIndex(context);
      const seen = (best.buy + best.sell) / 2 / index.price - 1;
      distance = distance === null ? seen : distance + weightOf(now - lookedAt, DISTANCE_MS) * (seen - distance);
      lookedAt = now;

      const wanted = SIDES.map((side) => ({ side, ticks: wantedOf(side, best, Number(position)) }));
      const moving = wanted.filter(
        ({ side, ticks }) => !orders[side] || ticks === null || !isNear(orders[side], ticks),
      );
      const stale = moving.flatMap(({ side }) => (orders[side] ? [side] : []));
      if (stale.length > 0) await cancel(client, stale);
      const quotes = moving.flatMap(({ side, ticks }) =>
        ticks === null ? [] : [{ side, price: (ticks * tick).toFixed(digits) }],
      );
      if (quotes.length > 0) await place(context, quotes);
    },
    onFill: ({ orderId, quantity }) => {
      for (const side of SIDES) {
        const order = orders[side];
        if (order?.orderId !== orderId) continue;
        order.left -= Number(quantity);
        // Less than any order may have: what is left of a decimal in floating point.
        if (order.left < 1e-9) orders[side] = null;
      }
    },
  };
};
