import { type Draft, fieldsOf } from './draft.ts';
import { exitFieldAt } from './linked-exits.ts';

/** Words of the exchange that name a field of the ticket, the longest first. */
const NAMES: readonly (readonly [RegExp, keyof Draft])[] = [
  [/isolatedMargin/i, 'isolatedMargin'],
  [/leverage/i, 'leverage'],
  [/triggerPriceType/i, 'triggerPriceType'],
  [/trigger ?price/i, 'trigger'],
  [/take profit/i, 'takeProfit'],
  [/stop loss/i, 'stopLoss'],
  [/closePosition/i, 'closePosition'],
  [/reduce.?only/i, 'reduceOnly'],
  [/post.?only/i, 'postOnly'],
  [/expiresAt/i, 'minutes'],
  [/duration/i, 'duration'],
  [/interval/i, 'interval'],
  [/clientOrderId|client order id/i, 'clientOrderId'],
  [/quantity|size|notional|lot/i, 'quantity'],
  [/price|tick/i, 'price'],
];

/** The field that a refusal concerns; undefined when it is about the order as a whole, or a field that is not shown. */
export function faultField(message: string, shown: ReadonlySet<keyof Draft>): keyof Draft | undefined {
  return NAMES.find(([name, field]) => name.test(message) && shown.has(field))?.[1];
}

/** The same for the order at a place of the request, where a message names its place by itself. */
export function orderFault(message: string, draft: Draft, at?: number): keyof Draft | undefined {
  const place = at ?? Number(/^order (\d+):/.exec(message)?.[1] ?? 0);
  const shown = fieldsOf(draft);
  return (shown.has('takeProfit') ? exitFieldAt(draft, place) : undefined) ?? faultField(message, shown);
}
