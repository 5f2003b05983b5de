import type { Grouping, OrderItem } from '../../../client/index.ts';

/** What a person has filled in, as text. */
export interface Draft {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly kind: OrderKind;
  readonly price: string;
  readonly quantity: string;
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
  /** Triggers of linked orders that close what the order opens; empty for none. */
  readonly takeProfit: string;
  readonly stopLoss: string;
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
  clientOrderId: '',
};

/** The fields of a draft that its order type has. The others are not shown, and not sent. */
export function fieldsOf({ kind, timeInForce, firesMarket }: Draft): ReadonlySet<keyof Draft> {
  switch (kind) {
    case 'limit':
      return new Set<keyof Draft>([
        'price',
        'quantity',
        'timeInForce',
        ...(timeInForce === 'GTD' ? (['minutes'] as const) : []),
        ...(timeInForce === 'GTC' || timeInForce === 'GTD' ? (['postOnly'] as const) : []),
        'reduceOnly',
        ...LINKED,
      ]);
    case 'market':
      return new Set<keyof Draft>(['quantity', 'reduceOnly', ...LINKED]);
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

const LINKED = ['takeProfit', 'stopLoss'] as const;

/** The parameters of `placeOrders` for a draft. `now` is exchange time in milliseconds. */
export function paramsOf(
  draft: Draft,
  now: number,
): { readonly orders: readonly OrderItem[]; readonly grouping: Grouping } {
  const children = childrenOf(draft);
  return {
    orders: [itemOf(draft, now), ...children],
    grouping: draft.kind === 'twap' ? 'twap' : children.length > 0 ? 'normalTpsl' : 'na',
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

/** A take profit and a stop loss close what the order opens, so they trade the other side. */
function childrenOf(draft: Draft): OrderItem[] {
  if (!fieldsOf(draft).has('takeProfit')) return [];
  const closing = draft.side === 'buy' ? 'sell' : 'buy';
  const child = (orderType: 'triggerTp' | 'triggerSl', triggerPrice: string): OrderItem => ({
    symbol: draft.symbol,
    side: closing,
    orderType,
    triggerPrice,
    isTriggerMarket: true,
    quantity: draft.quantity,
    reduceOnly: true,
  });
  return [
    ...(draft.takeProfit === '' ? [] : [child('triggerTp', draft.takeProfit)]),
    ...(draft.stopLoss === '' ? [] : [child('triggerSl', draft.stopLoss)]),
  ];
}
