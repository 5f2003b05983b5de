import type { Command } from '../../engine/command.ts';
import type { PlaceConditional } from '../../engine/orders/conditional-terms.ts';
import type { OrderRef, PlaceOrder } from '../../engine/orders/order-terms.ts';
import type { PlaceTwap } from '../../engine/orders/twap-terms.ts';
import { formatUnits } from '../../kernel/decimal.ts';
import { subAccountIdOf, venueIdOf } from '../../kernel/ids.ts';
import type { Written } from './tape.ts';

interface Request {
  readonly action: string;
  readonly params: Written;
}

type Of<T extends Command['type']> = Extract<Command, { readonly type: T }>;

/** The request that has these commands, as a client would send it; null where the commands do not tell. */
export function requestOf(action: string, commands: readonly Command[]): Request | null {
  const [first] = commands;
  if (!first) return null;
  if (isEvery(commands, 'CancelOrder')) return cancel(commands);
  if (isEvery(commands, 'ModifyOrder')) return modify(action, commands);
  if (isEvery(commands, 'PlaceTwap')) return place(commands.map(twapItem), 'twap');
  if (commands.every(isPlain)) {
    const items = commands.map((command) =>
      command.type === 'PlaceOrder' ? orderItem(command) : conditionalItem(command),
    );
    return place(items, 'na');
  }
  return commands.length === 1 ? single(first) : null;
}

function single(command: Command): Request | null {
  switch (command.type) {
    case 'PlaceGroup': {
      const { main, pairs } = command;
      const items = [...(main ? [orderItem(main)] : []), ...pairs.flat().map(conditionalItem)];
      return place(items, main === null ? 'positionTpsl' : pairs.length > 1 ? 'multipleTpsl' : 'normalTpsl');
    }
    case 'ScheduleCancel':
      return { action: 'scheduleCancel', params: { timeoutSeconds: command.timeoutMs / 1_000 } };
    case 'SetLeverage':
      return { action: 'updateLeverage', params: { symbol: command.symbol, leverage: String(command.leverage) } };
    case 'MoveIsolatedMargin':
      return {
        action: 'updateIsolatedMargin',
        params: { symbol: command.symbol, marginDelta: formatUnits(command.amount) },
      };
    case 'TransferCollateral': {
      const { to, asset, amount } = command;
      return {
        action: 'transferCollateral',
        params: { to: subAccountIdOf(to), symbol: asset, amount: formatUnits(amount) },
      };
    }
    default:
      return null;
  }
}

const isEvery = <T extends Command['type']>(commands: readonly Command[], type: T): commands is readonly Of<T>[] =>
  commands.every((command) => command.type === type);

const isPlain = (command: Command): command is PlaceOrder | PlaceConditional =>
  command.type === 'PlaceOrder' || command.type === 'PlaceConditional';

const place = (orders: readonly Written[], grouping: string): Request => ({
  action: 'placeOrders',
  params: { orders, grouping },
});

const set = (fields: Written): Written =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '' && value !== false && value !== null));

const orderItem = (order: Omit<PlaceOrder, 'type'>): Written =>
  set({
    symbol: order.symbol,
    side: order.side,
    orderType: order.orderType,
    price: order.price,
    quantity: order.quantity,
    reduceOnly: order.reduceOnly,
    postOnly: order.postOnly && order.orderType !== 'limitAlo',
    clientOrderId: order.clientId,
    expiresAt: order.expiresAt === null ? null : order.expiresAt / 1_000,
  });

const conditionalItem = (order: PlaceConditional): Written =>
  set({
    symbol: order.symbol,
    side: order.side,
    orderType: order.orderType,
    price: order.price,
    isTriggerMarket: order.price === '',
    triggerPrice: order.triggerPrice,
    triggerPriceType: order.triggerPriceType,
    quantity: order.closePosition ? '' : order.quantity,
    closePosition: order.closePosition,
    reduceOnly: order.reduceOnly,
    clientOrderId: order.clientId,
  });

const twapItem = (order: PlaceTwap): Written =>
  set({
    symbol: order.symbol,
    side: order.side,
    orderType: 'twap',
    price: order.price,
    quantity: order.quantity,
    reduceOnly: order.reduceOnly,
    clientOrderId: order.clientId,
    durationSeconds: (order.chunks * order.intervalMs) / 1_000,
    intervalSeconds: order.intervalMs / 1_000,
    sizeVarianceBps: order.sizeVarianceBps,
    intervalVarianceBps: order.intervalVarianceBps,
  });

const refOf = (ref: OrderRef): Written =>
  'no' in ref ? { orderId: venueIdOf(ref.no) } : { clientOrderId: ref.clientId };

/** A cancel of all orders names those that it found, in its order. */
function cancel(commands: readonly Of<'CancelOrder'>[]): Request | null {
  const refs = commands.map(({ order }) => order);
  const numbers = refs.flatMap((ref) => ('no' in ref ? [venueIdOf(ref.no)] : []));
  const clientIds = refs.flatMap((ref) => ('no' in ref ? [] : [ref.clientId]));
  if (numbers.length > 0 && clientIds.length > 0) return null;
  return { action: 'cancelOrders', params: numbers.length > 0 ? { orderIds: numbers } : { clientOrderIds: clientIds } };
}

function modify(action: string, commands: readonly Of<'ModifyOrder'>[]): Request | null {
  const items = commands.map(({ order, price, quantity, triggerPrice }) => ({
    ...refOf(order),
    ...set({ price, quantity, triggerPrice }),
  }));
  const [only] = items;
  if (action === 'modifyOrder' && only && items.length === 1) return { action, params: only };
  return { action: 'modifyOrderBatch', params: { orders: items } };
}
