import type { Draft } from './draft.ts';

/** Words of the exchange that name a field of the ticket, the longest first. */
const NAMES: readonly (readonly [RegExp, keyof Draft])[] = [
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
