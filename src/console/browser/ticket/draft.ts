import type { OrderItem } from '../../../client.ts';
import { type Linked, linkedExits } from './linked-exits.ts';

/** What a person has filled in, as text. */
export interface Draft extends Linked {
  readonly kind: OrderKind;
  readonly price: string;
  readonly trigger: string;
  readonly triggerPriceType: 'mark' | 'last';
  /** The order that a trigger fires is a market order. */
  readonly firesMarket: boolean;
  readonly timeInForce: TimeInForce;
  /** Minutes until a good-till-date order ends. */
  readonly minutes: string;
  readonly postOnly: boolean;
  readonly reduceOnly: boolean;
  readonly closePosition: boolean;
  /** Of a TWAP, seconds. */
  readonly duration: string;
  readonly interval: string;
  /** The order has margin and leverage of its own. */
  readonly isolated: boolean;
  readonly leverage: string;
  readonly isolatedMargin: string;
  readonly clientOrderId: string;
}

export const ORDER_KINDS = ['limit', 'market', 'stop', 'takeProfit', 'twap'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];
export const TIMES_IN_FORCE = ['GTC', 'IOC', 'GTD', 'ALO'] as const;
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];

export const EMPTY_DRAFT: Omit<Draft, 'symbol'> = {
  side: 'buy',
  kind: 'limit',
  price: '',
  quantity: '',
  trigger: '',
  triggerPriceType: 'mark',
  firesMarket: true,
  timeInForce: 'GTC',
  minutes: '60',
  postOnly: false,
  reduceOnly: false,
  closePosition: false,
  duration: '600',
  interval: '30',
  takeProfit: '',
  stopLoss: '',
  exitQuantity: '',
  exits: [],
  isolated: false,
  leverage: '',
  isolatedMargin: '',
  clientOrderId: '',
};

/** The fields of a draft that its order type has. The others are not shown, and not sent. */
export function fieldsOf(draft: Draft): ReadonlySet<keyof Draft> {
  const { kind, timeInForce, firesMarket } = draft;
  switch (kind) {
    case 'limit':
      return new Set<keyof Draft>([
        'price',
        'quantity',
        'timeInForce',
        ...(timeInForce === 'GTD' ? (['minutes'] as const) : []),
        ...(timeInForce === 'GTC' || timeInForce === 'GTD' ? (['postOnly'] as const) : []),
        'reduceOnly',
        ...withIt(draft),
      ]);
    case 'market':
      return new Set<keyof Draft>(['quantity', 'reduceOnly', ...withIt(draft)]);
    case 'stop':
    case 'takeProfit':
      return new Set<keyof Draft>([
        'trigger',
        'triggerPriceType',
        'firesMarket',
        ...(firesMarket ? [] : (['price'] as const)),
        'quantity',
        'reduceOnly',
        'closePosition',
      ]);
    case 'twap':
      return new Set<keyof Draft>(['quantity', 'duration', 'interval', 'reduceOnly']);
  }
}

/** Says what an order with a trigger does when it fires; undefined for one without. */
export function whenItFires(draft: Draft): string | undefined {
  if (!fieldsOf(draft).has('trigger')) return undefined;
  return draft.reduceOnly || draft.closePosition
    ? 'When it fires it only closes a position.'
    : 'When it fires it may open or enlarge a position. Its margin is asked for then.';
}

/** The price that a preview reckons with: that of the order, else its trigger, else the best of the other side of the book. */
export function previewPrice(draft: Draft, touch: number): number {
  const has = fieldsOf(draft);
  return (has.has('price') && Number(draft.price)) || (has.has('trigger') && Number(draft.trigger)) || touch;
}

/** A plain order is either isolated or has exits: the action for isolated orders takes one order. */
const withIt = ({ isolated, exits }: Draft): readonly (keyof Draft)[] =>
  isolated
    ? ['isolated', 'leverage', 'isolatedMargin']
    : ['isolated', 'takeProfit', 'stopLoss', ...(exits.length > 0 ? (['exitQuantity'] as const) : [])];

export type Request =
  | { readonly action: 'placeOrders'; readonly params: ReturnType<typeof paramsOf> }
  | { readonly action: 'placeIsolatedOrder'; readonly params: ReturnType<typeof isolatedParams> };

/** Returns what is sent for a draft. `now` is exchange time in milliseconds. */
export function requestOf(draft: Draft, now: number): Request {
  return isIsolated(draft)
    ? { action: 'placeIsolatedOrder', params: isolatedParams(draft, now) }
    : { action: 'placeOrders', params: paramsOf(draft, now) };
}

/** Returns true where margin and leverage of its own go with the order; other types of order cannot have them. */
export const isIsolated = (draft: Draft): boolean => draft.isolated && fieldsOf(draft).has('isolated');

const isolatedParams = (draft: Draft, now: number) => ({
  order: itemOf(draft, now),
  leverage: draft.leverage,
  isolatedMargin: draft.isolatedMargin,
});

function paramsOf(draft: Draft, now: number) {
  const linked = fieldsOf(draft).has('takeProfit') ? linkedExits(draft) : { items: [], grouping: 'na' as const };
  return {
    orders: [itemOf(draft, now), ...linked.items],
    grouping: draft.kind === 'twap' ? ('twap' as const) : linked.grouping,
  };
}

const PLAIN = { GTC: 'limitGtc', IOC: 'limitIoc', GTD: 'limitGtd', ALO: 'limitAlo' } as const;
const TYPES = { market: 'market', stop: 'triggerSl', takeProfit: 'triggerTp', twap: 'twap' } as const;

function itemOf(draft: Draft, now: number): OrderItem {
  const has = fieldsOf(draft);
  const { symbol, side, kind } = draft;
  return {
    symbol,
    side,
    orderType: kind === 'limit' ? PLAIN[draft.timeInForce] : TYPES[kind],
    ...(has.has('price') && { price: draft.price }),
    ...(!(has.has('closePosition') && draft.closePosition) && { quantity: draft.quantity }),
    ...(has.has('trigger') && {
      triggerPrice: draft.trigger,
      triggerPriceType: draft.triggerPriceType,
      isTriggerMarket: draft.firesMarket,
    }),
    ...(has.has('minutes') && { expiresAt: Math.floor(now / 1_000) + Math.round(60 * Number(draft.minutes)) }),
    ...(has.has('postOnly') && draft.postOnly && { postOnly: true }),
    ...(draft.reduceOnly && { reduceOnly: true }),
    ...(has.has('closePosition') && draft.closePosition && { closePosition: true }),
    ...(has.has('duration') && {
      durationSeconds: Number(draft.duration),
      intervalSeconds: Number(draft.interval),
    }),
    ...(draft.clientOrderId !== '' && { clientOrderId: draft.clientOrderId }),
  };
}
