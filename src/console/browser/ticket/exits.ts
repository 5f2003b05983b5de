import type { OrderItem, Position } from '../../../client.ts';

/** What a person has filled in to close a position that is open, as text. */
export interface ExitsDraft {
  /** Triggers; empty for none. */
  readonly takeProfit: string;
  readonly stopLoss: string;
  /** How much of the position each of them closes; empty for all of it, whatever it will be then. */
  readonly quantity: string;
  readonly triggerPriceType: 'mark' | 'last';
}

export const EMPTY_EXITS: ExitsDraft = { takeProfit: '', stopLoss: '', quantity: '', triggerPriceType: 'mark' };

/** The fields of the triggers, in the order in which their orders are sent. */
const TRIGGERS = ['takeProfit', 'stopLoss'] as const;
const TYPES = { takeProfit: 'triggerTp', stopLoss: 'triggerSl' } as const;

/** The parameters of `placeOrders` that attach a take profit, a stop loss or both to a position. */
export function exitParams(
  { symbol, side }: Pick<Position, 'symbol' | 'side'>,
  draft: ExitsDraft,
): { readonly orders: readonly OrderItem[]; readonly grouping: 'positionTpsl' } {
  const orders = sent(draft).map((name): OrderItem => ({
    symbol,
    side: side === 'long' ? 'sell' : 'buy',
    orderType: TYPES[name],
    triggerPrice: draft[name],
    triggerPriceType: draft.triggerPriceType,
    isTriggerMarket: true,
    ...(draft.quantity === '' ? { closePosition: true } : { quantity: draft.quantity, reduceOnly: true }),
  }));
  return { orders, grouping: 'positionTpsl' };
}

const sent = (draft: ExitsDraft): readonly (typeof TRIGGERS)[number][] => TRIGGERS.filter((name) => draft[name] !== '');

/** The field of the order that stands at this place of the request. */
export const fieldAt = (draft: ExitsDraft, at: number): keyof ExitsDraft | undefined => sent(draft)[at];

/** The field that a refusal of the whole request concerns; undefined when it is about no single one. */
export function exitFault(message: string, draft: ExitsDraft): keyof ExitsDraft | undefined {
  const [, at, words = ''] = /^order (\d+): (.*)$/.exec(message) ?? [];
  if (at === undefined) return undefined;
  if (/quantity/i.test(words)) return 'quantity';
  if (/trigger-price type/i.test(words)) return 'triggerPriceType';
  return fieldAt(draft, Number(at));
}
