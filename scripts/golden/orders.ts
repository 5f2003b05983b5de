import type { OrderItem, Statuses } from '../../src/index.ts';
import type { Stage } from './play.ts';

type Side = 'buy' | 'sell';

export const limit = (symbol: string, side: Side, price: string, quantity: string, rest: Partial<OrderItem> = {}) =>
  ({ symbol, side, orderType: 'limitGtc', price, quantity, ...rest }) satisfies OrderItem;

export const market = (symbol: string, side: Side, quantity: string, rest: Partial<OrderItem> = {}) =>
  ({ symbol, side, orderType: 'market', quantity, ...rest }) satisfies OrderItem;

/** A stop or a take profit that sends a market order. */
export const trigger = (
  orderType: 'triggerSl' | 'triggerTp',
  symbol: string,
  side: Side,
  triggerPrice: string,
  rest: Partial<OrderItem> = {},
) => ({ symbol, side, orderType, triggerPrice, isTriggerMarket: true, ...rest }) satisfies OrderItem;

/** `buyer` and `seller` open positions against each other at this price, in an empty book. */
export async function deal(
  stage: Stage,
  buyer: number,
  seller: number,
  [symbol, price, quantity]: readonly [string, string, string],
): Promise<void> {
  await stage.client(seller).placeOrder(limit(symbol, 'sell', price, quantity));
  await stage.client(buyer).placeOrder(limit(symbol, 'buy', price, quantity));
}

export interface Bustle {
  readonly requests: number;
  readonly symbols: readonly string[];
  readonly places: readonly number[];
  /** The longest pause between two requests. */
  readonly pauseMs: number;
  readonly sizes: Readonly<Record<string, string>>;
}

const TYPES = ['limitGtc', 'limitGtc', 'limitIoc', 'limitAlo', 'market'] as const;

/** Random trading: orders near the mark, cancels and modifications by name, pauses. About one request in six is refused. */
export async function bustle(stage: Stage, { requests, symbols, places, pauseMs, sizes }: Bustle): Promise<void> {
  const { draw } = stage;
  for (let request = 0; request < requests; request += 1) {
    const client = stage.client(stage.pick(places));
    const symbol = stage.pick(symbols);
    const names = () => `o-${draw.between(0, 12)}`;
    const dice = draw.between(0, 99);
    if (dice < 65) {
      const orderType = stage.pick(TYPES);
      const order: OrderItem = {
        symbol,
        side: stage.pick(['buy', 'sell'] as const),
        orderType,
        quantity: sizes[symbol] ?? '1',
        reduceOnly: draw.chance(150_000),
        ...(orderType !== 'market' && { price: stage.price(symbol, draw.between(-40, 40)) }),
        ...(draw.chance(600_000) && { clientOrderId: names() }),
      };
      await stage.attempt(client.placeOrders([order]));
    } else if (dice < 80) await stage.attempt(client.cancelOrders({ clientOrderIds: [names(), names()] }));
    else if (dice < 92) {
      const price = stage.price(symbol, draw.between(-40, 40));
      await stage.attempt(client.modifyOrder({ clientOrderId: names() }, { price }));
    } else await stage.attempt(client.cancelAllOrders([symbol]));
    if (draw.chance(500_000)) stage.advance(draw.between(1, pauseMs));
  }
}

/** Ids of the orders that were placed, in their order. */
export const idsOf = ({ statuses }: Statuses): readonly string[] =>
  statuses.flatMap(({ resting, order }) => resting?.id ?? order?.venueId ?? []);
