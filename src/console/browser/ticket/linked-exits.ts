import type { Grouping, OrderItem } from '../../../client.ts';

/** A take profit, a stop loss or both for a part of what an order opens, as text. */
export interface Exit {
  readonly takeProfit: string;
  readonly stopLoss: string;
  readonly quantity: string;
}

export const EMPTY_EXIT: Exit = { takeProfit: '', stopLoss: '', quantity: '' };

/** What of a draft says how the position that it opens is closed. */
export interface Linked {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: string;
  /** Triggers of the first exit; empty for none. */
  readonly takeProfit: string;
  readonly stopLoss: string;
  /** Of the first exit where others follow; empty for all of the order. */
  readonly exitQuantity: string;
  /** Exits beside the first one, each for a part. */
  readonly exits: readonly Exit[];
}

/** The fields beside which a refusal of an exit is shown. */
type ExitField = 'takeProfit' | 'stopLoss' | 'exits';

interface Sent {
  readonly field: ExitField;
  readonly item: OrderItem;
}

/** The orders that close what an order opens, as they follow it in the request, and the grouping of them all. */
export function linkedExits(draft: Linked): { readonly items: readonly OrderItem[]; readonly grouping: Grouping } {
  const pairs = pairsOf(draft);
  return {
    items: pairs.flat().map(({ item }) => item),
    grouping: pairs.length > 1 ? 'multipleTpsl' : pairs.length === 1 ? 'normalTpsl' : 'na',
  };
}

/** The field of the order at this place of the request; undefined for the main order, which is at 0. */
export const exitFieldAt = (draft: Linked, at: number): ExitField | undefined => pairsOf(draft).flat()[at - 1]?.field;

/**
 * Pairs that are empty are left out. The exchange cuts the orders into pairs where a type comes again, so that one who follows a
 * lone order of a type begins with that type. A lone take profit beside a lone stop loss is one pair to it.
 */
function pairsOf(draft: Linked): Sent[][] {
  const { takeProfit, stopLoss, quantity, exitQuantity, exits } = draft;
  const part = exits.length > 0 && exitQuantity !== '' ? exitQuantity : quantity;
  const pairs: Sent[][] = [];
  for (const [at, exit] of [{ takeProfit, stopLoss, quantity: part }, ...exits].entries()) {
    const pair = pairOf(draft, exit, at);
    const before = pairs.at(-1);
    if (before?.length === 1 && before[0]?.item.orderType === 'triggerSl') pair.reverse();
    if (pair.length > 0) pairs.push(pair);
  }
  return pairs;
}

/** A take profit and a stop loss close what the order opens, so they trade the other side. */
function pairOf({ symbol, side }: Linked, exit: Exit, at: number): Sent[] {
  const child = (orderType: 'triggerTp' | 'triggerSl', triggerPrice: string): OrderItem => ({
    symbol,
    side: side === 'buy' ? 'sell' : 'buy',
    orderType,
    triggerPrice,
    isTriggerMarket: true,
    quantity: exit.quantity,
    reduceOnly: true,
  });
  const fieldOf = (name: 'takeProfit' | 'stopLoss'): ExitField => (at === 0 ? name : 'exits');
  return [
    ...(exit.takeProfit === '' ? [] : [{ field: fieldOf('takeProfit'), item: child('triggerTp', exit.takeProfit) }]),
    ...(exit.stopLoss === '' ? [] : [{ field: fieldOf('stopLoss'), item: child('triggerSl', exit.stopLoss) }]),
  ];
}
