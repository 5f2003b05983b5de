import { cancelReasonOf } from '../../../contract/words.ts';
import type { FillSide, OrderFacts } from '../../../engine/event.ts';
import type { FactsOf } from './facts.ts';
import type { Words } from '../words.ts';

const KINDS = {
  limitGtc: 'limit',
  limitIoc: 'limit, IOC',
  limitGtd: 'limit, GTD',
  limitAlo: 'limit, post-only',
  market: 'market',
  triggerSl: 'stop loss',
  triggerTp: 'take profit',
  twap: 'TWAP',
} as const;

/** What a placed order is, without its side and size. */
function kindText(order: OrderFacts, words: Words): string {
  const { orderType, reduceOnly, trigger, twap, triggeredByLiquidation, symbol } = order;
  const parts = [
    KINDS[orderType],
    trigger && `triggers at ${words.price(symbol, trigger.price)} (${trigger.priceType})`,
    twap && `${twap.chunks} chunks`,
    reduceOnly && 'reduce-only',
    triggeredByLiquidation && 'of a liquidation',
  ];
  return parts.filter(Boolean).join(', ');
}

/** Orders that a placed one belongs to as well: its TWAP, its main order. */
const relatives = ({ no, parent, group }: OrderFacts): number[] => [
  no,
  ...(parent === null ? [] : [parent]),
  ...(group?.role === 'child' && group.main !== null ? [group.main] : []),
];

const CAUSES = {
  match: '',
  takeover: ', taken over by the vault',
  adl: ', by deleveraging',
  settlement: ', as the market ends',
} as const;

/** What an execution did to one side. */
function sideText(symbol: string, { account, side, fee, realizedPnl, position }: FillSide, words: Words): string {
  const held = position === null ? 'flat' : `position ${words.lots(symbol, position.lots)}`;
  const pnl = realizedPnl === 0n ? '' : `, PnL ${words.amount(realizedPnl)}`;
  return `${words.account(account)} ${side === 'buy' ? 'buys' : 'sells'}, fee ${words.amount(fee)}${pnl}, ${held}`;
}

/** Orders, and what is traded with them. */
export const ORDER_EVENTS: FactsOf<
  | 'OrderPlaced'
  | 'OrderRested'
  | 'OrderCancelled'
  | 'OrderModified'
  | 'OrderArmed'
  | 'OrderTriggered'
  | 'TwapChunkSent'
  | 'TwapFilled'
  | 'CancelScheduled'
  | 'CancelOnDisconnectSet'
  | 'Traded'
  | 'PositionSeeded'
> = {
  OrderPlaced: {
    kind: 'order',
    accounts: ({ order }) => [order.account],
    orders: ({ order }) => relatives(order),
    market: ({ order }) => order.symbol,
    text: ({ order }, words) => `Order accepted: ${words.terms(order)} (${kindText(order, words)})`,
  },
  OrderRested: {
    kind: 'order',
    order: ({ order }) => order,
    text: ({ order }, words) => `Order rests in the book: ${words.order(order)}`,
  },
  OrderCancelled: {
    kind: 'order',
    order: ({ order }) => order,
    text: ({ order, cause }, words) =>
      `Order cancelled: ${words.order(order)} (${cancelReasonOf(cause) ?? 'asked for'})`,
  },
  OrderModified: {
    kind: 'order',
    order: ({ order }) => order,
    text: ({ price, quantity, triggerPrice, keepsPlace, cause }, words) => {
      const what = cause === 'reduce_only' ? 'trimmed to the position' : 'modified';
      const limit = price === 0 ? '' : ` at ${words.orderPrice(price)}`;
      const trigger = triggerPrice === null ? '' : `, triggers at ${words.orderPrice(triggerPrice)}`;
      return `Order ${what}: ${words.orderLots(quantity)}${limit}${trigger}, ${keepsPlace ? 'keeps' : 'loses'} its place`;
    },
  },
  OrderArmed: {
    kind: 'order',
    order: ({ order }) => order,
    text: ({ order }, words) => `Conditional order armed: ${words.order(order)}`,
  },
  OrderTriggered: {
    kind: 'order',
    order: ({ order }) => order,
    text: ({ quantity, price }, words) =>
      `Conditional order triggered at ${words.orderPrice(price)}: ${words.orderLots(quantity)} go to the market`,
  },
  TwapChunkSent: {
    kind: 'order',
    order: ({ order }) => order,
    orders: ({ order, child }) => (child === null ? [order] : [order, child]),
    text: ({ chunk, lots, child }, words) =>
      child === null
        ? `Chunk ${chunk} of the TWAP refused: ${words.orderLots(lots)} dropped`
        : `Chunk ${chunk} of the TWAP sent: ${words.orderLots(lots)}`,
  },
  TwapFilled: {
    kind: 'order',
    order: ({ order }) => order,
    orders: ({ order, child }) => [order, child],
    text: ({ filled, filledChunks, complete }, words) =>
      `TWAP has filled ${words.orderLots(filled)} in ${filledChunks} chunks${complete ? ' and is complete' : ''}`,
  },
  CancelScheduled: {
    kind: 'order',
    accounts: ({ account }) => [account],
    text: ({ triggerTime }) =>
      triggerTime === null
        ? 'Cancel switch disarmed'
        : `Cancel switch armed for ${new Date(triggerTime).toISOString()}`,
  },
  CancelOnDisconnectSet: {
    kind: 'account',
    accounts: ({ account }) => [account],
    text: ({ enabled }) => `Orders ${enabled ? 'end with' : 'outlive'} the last connection`,
  },
  Traded: {
    kind: 'trade',
    accounts: ({ taker, maker }) => [taker.account, maker.account],
    orders: ({ taker, maker }) => [taker.order, maker.order],
    market: ({ symbol }) => symbol,
    text: ({ trade, symbol, price, quantity, cause, taker, maker }, words) =>
      `Trade ${trade}: ${words.lots(symbol, quantity)} at ${words.price(symbol, price)}${CAUSES[cause]}. ` +
      `Taker ${sideText(symbol, taker, words)}. Maker ${sideText(symbol, maker, words)}.`,
  },
  PositionSeeded: {
    kind: 'trade',
    accounts: ({ long, short }) => [long.account, short.account],
    market: ({ symbol }) => symbol,
    text: ({ symbol, price, quantity }, words) =>
      `Positions of ${words.lots(symbol, quantity)} at ${words.price(symbol, price)} were there from the start`,
  },
};
