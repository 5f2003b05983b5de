import { offStep, overMost, underLeast } from '../../kernel/advice.ts';
import { divCeil, formatScaled, parseDecimal } from '../../kernel/decimal.ts';
import { grouped } from '../../kernel/words.ts';

/** What of an explanation a sentence is made of. */
interface Told {
  readonly subject: Readonly<Record<string, string>>;
  readonly verdict: Readonly<Record<string, string>>;
  readonly inputs: readonly {
    readonly name: string;
    readonly value: string;
    readonly unit: string;
    readonly from: string;
  }[];
  readonly steps: readonly { readonly name: string; readonly result: string }[];
}

/** Figures of an explanation by name, and its words. */
class Facts {
  readonly symbol: string;
  readonly code: string;
  readonly message: string;
  readonly #values: ReadonlyMap<string, string>;
  readonly #inputs: ReadonlyMap<string, Told['inputs'][number]>;

  constructor({ subject, verdict, inputs, steps }: Told) {
    this.symbol = subject['symbol'] ?? 'the market';
    this.code = verdict['code'] ?? '';
    this.message = verdict['message'] ?? '';
    this.#values = new Map([
      ...inputs.map(({ name, value }) => [name, value] as const),
      ...steps.map(({ name, result }) => [name, result] as const),
    ]);
    this.#inputs = new Map(inputs.map((input) => [input.name, input]));
  }

  has(...names: readonly string[]): boolean {
    return names.every((name) => this.#values.has(name));
  }

  /** As the chain has it; empty for a name that is not in it. */
  raw(name: string): string {
    return this.#values.get(name) ?? '';
  }

  /** As people read it. */
  of(name: string): string {
    return grouped(this.raw(name));
  }

  /** Where an input is from. */
  from(name: string): string {
    return this.#inputs.get(name)?.from ?? '';
  }

  /** The asset that an input is counted in. */
  unit(name: string): string {
    return this.#inputs.get(name)?.unit ?? '';
  }

  /** The mark of the market of the request. */
  get mark(): string {
    return this.of(`mark[${this.symbol}]`);
  }

  /** The size of the position, without its sign. */
  get size(): string {
    return grouped(this.raw(`size[${this.symbol}]`).replace('-', ''));
  }

  get isLong(): boolean {
    return !this.raw(`size[${this.symbol}]`).startsWith('-');
  }
}

/** The sentence of a refusal; undefined where its figures are not there, such as for one that was injected. */
type Sentence = (facts: Facts) => string | undefined;

/** `a - b` in digits of the finer one's scale; undefined where one of them is no decimal. */
function difference(a: string, b: string): { readonly digits: bigint; readonly scale: number } | undefined {
  const [left, right] = [parseDecimal(a), parseDecimal(b)];
  if (!left || !right) return undefined;
  const scale = Math.max(left.scale, right.scale);
  const of = (value: typeof left): bigint => value.digits * 10n ** BigInt(scale - value.scale);
  return { digits: of(left) - of(right), scale };
}

const isMore = (a: string, b: string): boolean => (difference(a, b)?.digits ?? 0n) > 0n;

/** What is missing: `a - b`, for figures where `a` is more. To the cent, and never less than what is missing. */
const missing = (a: string, b: string): string => {
  const short = difference(a, b);
  if (!short) return '';
  const { digits, scale } = short;
  const cents = scale > 2 ? divCeil(digits, 10n ** BigInt(scale - 2)) : digits * 10n ** BigInt(2 - scale);
  return grouped(formatScaled(cents, 2));
};

const offGrid =
  (name: 'price' | 'triggerPrice', least: string): Sentence =>
  (facts) =>
    offStep(facts.raw(name), { name: 'tick', size: facts.raw('tick') }) ??
    (facts.has('minPrice') ? underLeast(facts.raw(name), least, facts.raw('minPrice')) : undefined);

const invalidValue: Sentence = (facts) => {
  if (facts.has('price', 'tick')) return offGrid('price', 'the least price')(facts);
  if (facts.has('quantity', 'lot')) {
    const quantity = facts.raw('quantity');
    const off = offStep(quantity, { name: 'lot', size: facts.raw('lot') });
    if (off !== undefined) return off;
    if (!isMore(quantity, '0'))
      return `A quantity of ${grouped(quantity)} buys nothing; use ${facts.of('lot')} or more`;
    return overMost(quantity, 'the most quantity of an order of this kind', facts.raw('maxQuantity'));
  }
  if (!facts.has('amount', 'step', 'fee')) return undefined;
  const [amount, fee] = [facts.raw('amount'), facts.raw('fee')];
  return (
    offStep(amount, { name: 'least amount', size: facts.raw('step') }) ??
    `${grouped(amount)} is not more than the fee of ${grouped(fee)}; use more than ${grouped(fee)}`
  );
};

const tooSmall: Sentence = (facts) => {
  if (facts.has('minQuantity')) {
    const least = underLeast(facts.raw('quantity'), 'the least quantity', facts.raw('minQuantity'));
    return facts.has('whole') ? `${least}, or ${facts.of('whole')} to close the position` : least;
  }
  if (!facts.has('notional', 'minNotional')) return undefined;
  return `${facts.of('quantity')} is worth ${facts.of('notional')} at the mark ${facts.mark}, less than the least value ${facts.of('minNotional')}; use a larger quantity`;
};

const outOfBounds: Sentence = (facts) => {
  if (!facts.has('price', 'bound')) return undefined;
  const isHigh = isMore(facts.raw('price'), facts.raw('bound'));
  const around = facts.has('triggerPrice') ? `the trigger ${facts.of('triggerPrice')}` : `the mark ${facts.mark}`;
  const [far, use] = isHigh ? ['over', 'less'] : ['under', 'more'];
  return `${facts.of('price')} is too far ${far} ${around}; use ${facts.of('bound')} or ${use}`;
};

const reduceOnly: Sentence = (facts) => {
  const held = `the ${facts.isLong ? 'long' : 'short'} position of ${facts.size} in ${facts.symbol}`;
  if (facts.code === 'REDUCE_ONLY_NO_POSITION') {
    return `There is no position in ${facts.symbol} to reduce; leave reduceOnly out to open one`;
  }
  if (facts.code === 'REDUCE_ONLY_SAME_SIDE') {
    const [wrong, right] = facts.isLong ? ['buy', 'sell'] : ['sell', 'buy'];
    return `A ${wrong} enlarges ${held}; ${right} to reduce it, or leave reduceOnly out`;
  }
  if (!facts.has('closable', 'reducing', 'added')) return undefined;
  return `${facts.of('added')} and the ${facts.of('reducing')} of other reduce-only orders are more than ${held}; use less, or cancel one of those`;
};

const insufficientMargin: Sentence = (facts) => {
  if (facts.has('required', 'available')) {
    const short = missing(facts.raw('required'), facts.raw('available'));
    return `It needs ${facts.of('required')} of margin and ${facts.of('available')} is there, ${short} too little; use a smaller quantity, a higher leverage, or deposit`;
  }
  if (facts.has('amount', 'givenUp', 'freeValue')) {
    return `It gives up a value of ${facts.of('givenUp')} and ${facts.of('freeValue')} is free; ask for less, or close a position`;
  }
  const held = `held[${facts.unit('amount')}]`;
  if (facts.has('amount', held))
    return overMost(facts.raw('amount'), `the ${facts.unit('amount')} that is held`, facts.raw(held));
  if (facts.has('margin', 'withdrawable')) {
    return `${facts.of('margin')} of margin is asked for and ${facts.of('withdrawable')} can be given; use ${facts.of('withdrawable')} or less`;
  }
  if (facts.has('required', 'adjustedAccountValue')) {
    return `The positions would need ${facts.of('required')} of margin and the account is worth ${facts.of('adjustedAccountValue')}; use a higher leverage, or close a part`;
  }
  if (!facts.has('covered', `initial[${facts.symbol}]`)) return undefined;
  return `The position would need ${facts.of(`initial[${facts.symbol}]`)} of margin and ${facts.of('covered')} would be left; give it more margin, or close a part`;
};

const tooMany: Sentence = (facts) =>
  facts.has('liveOrders', 'most')
    ? `${facts.of('liveOrders')} orders are live ${facts.from('most').split(', ')[1] ?? ''} and ${facts.of('most')} may be; cancel one first`
    : undefined;

const invalidRequest: Sentence = (facts) => {
  if (facts.has('leverage', 'most'))
    return overMost(facts.raw('leverage'), 'the leverage that the market allows', facts.raw('most'));
  if (facts.has('notional', 'least')) {
    return `${facts.of('quantity')} is worth ${facts.of('notional')} at the mark ${facts.mark}, less than the ${facts.of('least')} of a TWAP; use a larger quantity`;
  }
  if (facts.has('subAccounts', 'most')) {
    return `The owner has ${facts.of('subAccounts')} subaccounts and may have ${facts.of('most')}; use one of them`;
  }
  return facts.has('amount') ? insufficientMargin(facts) : undefined;
};

const wouldTrade: Sentence = (facts) => {
  const isBuy = facts.has('bestAsk');
  const best = facts.of(isBuy ? 'bestAsk' : 'bestBid');
  if (best === '') return undefined;
  return `At ${facts.of('price')} it would trade at once with the best ${isBuy ? 'ask' : 'bid'} ${best}; use a price ${isBuy ? 'below' : 'above'} ${best}, or leave postOnly out`;
};

const noLiquidity: Sentence = (facts) => {
  const isBuy = facts.has('bestAsk');
  const best = facts.raw(isBuy ? 'bestAsk' : 'bestBid');
  if (best === '') return undefined;
  if (best === '0')
    return `Nobody ${isBuy ? 'sells' : 'buys'} in ${facts.symbol} now; place a limit order, or try again later`;
  return `The best ${isBuy ? 'ask' : 'bid'} ${grouped(best)} is beyond ${facts.of('bound')}, where market orders end; place a limit order`;
};

const SENTENCES: Readonly<Record<string, Sentence>> = {
  INVALID_VALUE: invalidValue,
  INVALID_TRIGGER_PRICE: (facts) =>
    facts.raw('triggerPrice') === 'none'
      ? 'A conditional order needs a trigger; give triggerPrice'
      : facts.has('triggerPrice', 'tick')
        ? offGrid('triggerPrice', 'the least price')(facts)
        : undefined,
  QUANTITY_TOO_SMALL: tooSmall,
  PRICE_OUT_OF_BOUNDS: outOfBounds,
  REDUCE_ONLY_NO_POSITION: reduceOnly,
  REDUCE_ONLY_SAME_SIDE: reduceOnly,
  REDUCE_ONLY_WOULD_INCREASE: reduceOnly,
  INSUFFICIENT_MARGIN: insufficientMargin,
  MAX_ORDERS_PER_MARKET: tooMany,
  MAX_TOTAL_ORDERS: tooMany,
  VALIDATION_ERROR: invalidRequest,
  POST_ONLY_WOULD_TRADE: wouldTrade,
  NO_LIQUIDITY: noLiquidity,
  SELF_TRADE_PREVENTED: (facts) =>
    facts.has('ownOrder', 'ownPrice')
      ? `It would meet your own order ${facts.raw('ownOrder')} at ${facts.of('ownPrice')}; cancel that one first, or stay away from its price`
      : undefined,
  INVALID_ORDER_SIDE: (facts) => {
    const side = facts.raw('side');
    if (side === '') return undefined;
    return `A ${side} does not close the position of ${facts.size} in ${facts.symbol}; use ${side === 'buy' ? 'sell' : 'buy'}`;
  },
  OI_CAP_EXCEEDED: (facts) =>
    facts.has('after', 'cap')
      ? `All positions in ${facts.symbol} would be worth ${facts.of('after')}, more than the cap ${facts.of('cap')}; use a smaller quantity`
      : undefined,
  IDEMPOTENCY_CONFLICT: (facts) =>
    facts.has('holder')
      ? `The live order ${facts.raw('holder')} has the client id ${facts.raw('clientOrderId')} already; use another id`
      : facts.has('sharing')
        ? `${facts.raw('sharing')} orders of the request share the client id ${facts.raw('clientOrderId')}; give each its own`
        : undefined,
  QUANTITY_BELOW_FILLED: (facts) =>
    facts.has('filled')
      ? `${facts.of('filled')} of the order has filled already, so it cannot become ${facts.of('quantity')}; use more than ${facts.of('filled')}, or cancel the rest`
      : undefined,
  MARKET_NOT_FOUND: (facts) =>
    facts.has('symbol')
      ? `There is no market ${facts.raw('symbol')}; getMarkets lists those that there are`
      : undefined,
  MARKET_CLOSED: (facts) =>
    facts.has('age')
      ? `${facts.symbol} has had no index price for ${facts.of('age')} ms; wait for the next one`
      : facts.has('reduces')
        ? `${facts.symbol} takes only orders that close; send it with reduceOnly`
        : `${facts.symbol} does not trade now; try again when it is open`,
  COLLATERAL_PRICE_STALE: (facts) =>
    facts.has('asset')
      ? `${facts.raw('asset')} has had no price for ${facts.of('age')} ms; wait for the next one`
      : undefined,
  ORDER_NOT_FOUND: (facts) =>
    facts.has('order')
      ? `The subaccount has no live order ${facts.raw('order')}: it may have filled or been cancelled; getOpenOrders lists those that are live`
      : undefined,
  POSITION_NOT_FOUND: (facts) =>
    facts.has('isolated')
      ? `The position in ${facts.raw('symbol')} is not isolated; place one with placeIsolatedOrder first`
      : undefined,
  ASSET_NOT_FOUND: (facts) =>
    facts.has('asset')
      ? `${facts.raw('asset')} is no collateral of this exchange; getSubAccount lists those that are held`
      : undefined,
  ORDER_REJECTED_BY_ENGINE: (facts) =>
    facts.has('positions', 'orders')
      ? `${facts.symbol} has a cross position or live orders; close and cancel them before an isolated order`
      : undefined,
};

/** What to do about a refusal of which no arithmetic is known, by its validation step. */
const ADVICE: Readonly<Record<string, string>> = {
  checkDeadline: 'give a later expiresAfter, and check the clock of your machine',
  checkNonce: 'use a nonce that is higher than every one before, such as the time in milliseconds',
  recoverWallet: 'perpsim why signature shows what was signed instead',
  checkAuthority: 'perpsim why signature shows which wallet signed; use the key of the owner, or delegate to this one',
  chargeAddress: 'wait until tokens are back, and send fewer or larger requests',
  chargeAccount: 'wait until tokens are back, and send fewer or larger requests',
  checkSignatureForm: 'send v, r and s of an EIP-712 signature',
  checkBody: 'send one JSON object',
  checkStatus: 'try again when the exchange accepts requests',
  checkLogin: 'log in first',
  checkInjectedFaults: 'a fault rule of the control plane did this; send it again',
};

/**
 * A refusal in one sentence, with what to do instead: `94,500.37 is no multiple of the tick 1; use 94,500 or 94,501`. Where no figures
 * are behind it, the text of the response with advice.
 */
export function saidOf(told: Told): string {
  const facts = new Facts(told);
  const sentence = facts.has('refused') ? SENTENCES[facts.code]?.(facts) : undefined;
  if (sentence !== undefined) return sentence;
  const advice = told.verdict['hint'] ?? ADVICE[told.verdict['step'] ?? ''];
  return advice === undefined ? facts.message : `${facts.message}; ${advice}`;
}
