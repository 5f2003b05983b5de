/**
 * A strategy of your own: the default export returns an object with callbacks. This one keeps one buy and one sell order a
 * tick in front of the best of the book, and none on the side that would enlarge a position of `maxPosition`.
 */

/** Digits behind the point. */
const digitsOf = (increment) => increment.split('.')[1]?.length ?? 0;

export default ({ size = '0.05', maxPosition = 0.5 }) => {
  const orders = { buy: null, sell: null };
  let [tick, quantity] = [0, size];
  let price = String;

  const priceOf = (side, { bids, asks }) => {
    const best = Number((side === 'buy' ? bids : asks)[0]?.[0] ?? 0);
    const other = Number((side === 'buy' ? asks : bids)[0]?.[0] ?? 0);
    if (best === 0 || other === 0 || Math.abs(other - best) <= tick) return best;
    return side === 'buy' ? best + tick : best - tick;
  };

  const cancel = async (client, { orderId }) => {
    try {
      await client.cancelOrders({ orderIds: [orderId] });
    } catch (error) {
      // It has just been filled.
      if (error.code !== 'ORDER_NOT_FOUND') throw error;
    }
  };

  const quote = async (side, { client, symbol, book, position }) => {
    const wanted =
      Math.abs(position) >= maxPosition && Math.sign(position) === (side === 'buy' ? 1 : -1) ? 0 : priceOf(side, book);
    const resting = orders[side];
    const best = Number((side === 'buy' ? book.bids : book.asks)[0]?.[0] ?? 0);
    if (resting !== null && resting.price === best && wanted !== 0) return;
    orders[side] = null;
    if (resting !== null) await cancel(client, resting);
    if (wanted === 0) return;
    const order = { symbol, side, orderType: 'limitAlo', price: price(wanted), quantity };
    const { statuses } = await client.placeOrders([order]);
    const orderId = statuses[0]?.resting?.order.venueId;
    if (orderId !== undefined) orders[side] = { orderId, price: Number(price(wanted)), left: Number(quantity) };
  };

  return {
    onStart: async ({ client, symbol, every }) => {
      const market = (await client.getMarkets()).find((one) => one.symbol === symbol);
      tick = Number(market.priceIncrement);
      // Sums of floats end in digits that no price may have, and a size is a multiple of a lot.
      price = (value) => value.toFixed(digitsOf(market.priceIncrement));
      const lot = Number(market.orderSizeIncrement);
      quantity = (Math.max(1, Math.round(Number(size) / lot)) * lot).toFixed(digitsOf(market.orderSizeIncrement));
      every(1000, 'quote');
    },
    onTimer: async (_timer, context) => {
      await quote('buy', context);
      await quote('sell', context);
    },
    onFill: (fill) => {
      for (const side of ['buy', 'sell']) {
        const order = orders[side];
        if (order?.orderId !== fill.orderId) continue;
        order.left -= Number(fill.quantity);
        // Less than any order may have: what is left of a decimal in floating point.
        if (order.left < 1e-9) orders[side] = null;
      }
    },
  };
};
