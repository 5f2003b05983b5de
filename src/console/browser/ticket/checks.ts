import type { Market } from '../../../client.ts';
import { aroundStep, noDecimal, offStep, overMost, underLeast } from '../../../kernel/advice.ts';
import { grouped } from '../../../kernel/words.ts';
import { money } from '../design/format.ts';
import { type Draft, fieldsOf } from './draft.ts';
import type { Fault } from './fields.tsx';

/**
 * What is wrong with an order while it is being typed, in the words of the explanations of refusals. The exchange decides: an order
 * with a fault can be sent all the same.
 */

type Terms = Pick<
  Market,
  | 'symbol'
  | 'baseAsset'
  | 'settleAsset'
  | 'priceIncrement'
  | 'orderSizeIncrement'
  | 'minOrderPrice'
  | 'minOrderSize'
  | 'minNotionalValue'
  | 'maxMarketOrderSize'
  | 'maxLimitOrderSize'
  | 'limitOrderPriceCapRatio'
  | 'limitOrderPriceFloorRatio'
>;

/** Figures that the limits of an order depend on, and what the account can pay. */
export interface Circumstances {
  readonly mark: string;
  /** The most that margin allows, in the base asset; null where nobody is signed in, or where the order only closes. */
  readonly most: string | null;
  readonly available: string;
}

/** Returns what is wrong with a price by itself; undefined where nothing is, or where it is not filled in. */
export function checkPrice(price: string, { priceIncrement, minOrderPrice }: Terms): string | undefined {
  if (price === '') return undefined;
  return (
    noDecimal(price) ??
    offStep(price, { name: 'tick', size: priceIncrement }) ??
    (Number(price) < Number(minOrderPrice) ? underLeast(price, 'the least price', minOrderPrice) : undefined)
  );
}

/** Returns what is wrong with a quantity by itself. */
export function checkQuantity(
  quantity: string,
  terms: Terms,
  { isMarket, isClosing }: { readonly isMarket: boolean; readonly isClosing: boolean },
): string | undefined {
  if (quantity === '') return undefined;
  const { orderSizeIncrement, minOrderSize, maxMarketOrderSize, maxLimitOrderSize } = terms;
  const most = isMarket ? maxMarketOrderSize : maxLimitOrderSize;
  const wrong = noDecimal(quantity) ?? offStep(quantity, { name: 'lot', size: orderSizeIncrement });
  if (wrong !== undefined) return wrong;
  // A position that is smaller than an order may be can be closed as a whole.
  if (Number(quantity) < Number(minOrderSize) && !(isClosing && Number(quantity) > 0)) {
    return underLeast(quantity, 'the least quantity', minOrderSize);
  }
  const what = `the most quantity of a ${isMarket ? 'market' : 'limit'} order`;
  return Number(quantity) > Number(most) ? overMost(quantity, what, most) : undefined;
}

/** All that is wrong with a draft, at most one sentence for each field. */
export function checksOf(draft: Draft, terms: Terms, circumstances: Circumstances): readonly Fault<Draft>[] {
  const has = fieldsOf(draft);
  const found: Fault<Draft>[] = [];
  const check = (field: keyof Draft, text: string | undefined): void => {
    if (text !== undefined && has.has(field)) found.push({ field, text, isTyped: true });
  };
  check('price', checkPrice(draft.price, terms) ?? outOfBand(draft, terms, circumstances.mark));
  check('trigger', checkPrice(draft.trigger, terms));
  check('takeProfit', checkPrice(draft.takeProfit, terms));
  check('stopLoss', checkPrice(draft.stopLoss, terms));
  if (!(draft.closePosition && has.has('closePosition'))) check('quantity', ofQuantity(draft, terms, circumstances));
  const seconds = Number(draft.duration);
  if (has.has('duration') && !(seconds >= 300 && seconds <= 86_400)) {
    check('duration', `${draft.duration} s is no duration of a TWAP; use 300 to 86,400`);
  }
  return found;
}

/** A limit order may not be far from the mark: over the cap for a buy, under the floor for a sell. */
function outOfBand(draft: Draft, terms: Terms, mark: string): string | undefined {
  const { side, kind, price } = draft;
  const about = Number(mark);
  if (kind !== 'limit' || price === '' || !(about > 0)) return undefined;
  const { priceIncrement: tick, limitOrderPriceCapRatio: cap, limitOrderPriceFloorRatio: floor } = terms;
  const ratio = side === 'buy' ? cap : floor;
  // Eight decimals leave the noise of binary fractions behind.
  const edge = (about * (side === 'buy' ? 1 + Number(ratio) : 1 - Number(ratio))).toFixed(8);
  const around = aroundStep(edge, tick);
  const bound = side === 'buy' ? around?.above : around?.below;
  if (bound === undefined) return undefined;
  const share = `${Number((100 * Number(ratio)).toFixed(4))}%`;
  if (side === 'buy' && Number(price) > Number(bound)) {
    return `${grouped(price)} is more than ${share} over the mark ${grouped(mark)}; use ${grouped(bound)} or less`;
  }
  if (side === 'sell' && Number(price) < Number(bound)) {
    return `${grouped(price)} is more than ${share} under the mark ${grouped(mark)}; use ${grouped(bound)} or more`;
  }
  return undefined;
}

function ofQuantity(draft: Draft, terms: Terms, { mark, most, available }: Circumstances): string | undefined {
  const { quantity, kind, firesMarket } = draft;
  const isMarket = kind === 'market' || ((kind === 'stop' || kind === 'takeProfit') && firesMarket);
  const isTwap = kind === 'twap';
  const isClosing = draft.reduceOnly;
  const own = checkQuantity(quantity, isTwap ? { ...terms, maxLimitOrderSize: '1e99' } : terms, {
    isMarket,
    isClosing,
  });
  if (own !== undefined || quantity === '') return own;
  const notional = Number(quantity) * Number(mark);
  const least = isTwap ? 10_000 : Number(terms.minNotionalValue);
  if (notional > 0 && notional < least && !isClosing) {
    const enough = aroundStep((least / Number(mark)).toFixed(8), terms.orderSizeIncrement)?.above ?? '';
    return `The quantity is worth ${money(notional)} ${terms.settleAsset}, less than the least value ${money(least)}; use ${grouped(enough)} or more`;
  }
  if (most === null || isClosing || Number(quantity) <= Number(most)) return undefined;
  return `The quantity needs more margin than the ${money(available)} ${terms.settleAsset} that are free; use ${grouped(most)} or less, or a higher leverage`;
}
