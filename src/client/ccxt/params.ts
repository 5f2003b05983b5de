import { BadRequest, type Dict, NotSupported } from 'ccxt';

/**
 * The parameters of ccxt's `params`: a method takes those that it names, each with a value that it understands, and refuses the rest.
 * Nothing is dropped, because a bot whose stop was dropped believes that it has one.
 */

type Kind = readonly [takes: string, is: (value: unknown) => boolean];

const FLAG: Kind = ['true or false', (value) => typeof value === 'boolean'];
const TEXT: Kind = ['a text', (value) => typeof value === 'string' && value !== ''];
const TEXTS: Kind = ['a list of texts', (value) => Array.isArray(value) && value.every((each) => TEXT[1](each))];
const TIME: Kind = ['Unix milliseconds', (value) => Number.isSafeInteger(value) && Number(value) >= 0];
const PART: Kind = ['an object', (value) => typeof value === 'object' && value !== null && !Array.isArray(value)];
/** A number, or the same as decimal text, which is exact. */
const DECIMAL: Kind = [
  'a positive number',
  (value) =>
    (typeof value === 'number' && Number.isFinite(value) && value > 0) ||
    (typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) && /[1-9]/.test(value)),
];
const oneOf = (...words: readonly string[]): Kind => [words.join(' or '), (value) => words.includes(String(value))];

/** What each parameter that some method takes may be. */
const KINDS = {
  clientOrderId: TEXT,
  clientOrderIds: TEXTS,
  expiresAt: TIME,
  isolatedMargin: DECIMAL,
  leverage: DECIMAL,
  marginMode: oneOf('cross', 'isolated'),
  postOnly: FLAG,
  price: DECIMAL,
  reduceOnly: FLAG,
  side: oneOf('long', 'short'),
  stop: FLAG,
  stopLoss: PART,
  stopLossPrice: DECIMAL,
  stopPrice: DECIMAL,
  subType: oneOf('linear'),
  takeProfit: PART,
  takeProfitPrice: DECIMAL,
  timeInForce: oneOf('GTC', 'IOC', 'PO', 'GTD'),
  trigger: FLAG,
  triggerDirection: oneOf('ascending', 'descending'),
  triggerPrice: DECIMAL,
  triggerPriceType: oneOf('mark', 'last'),
  type: oneOf('swap', 'limit', 'market'),
  amount: DECIMAL,
  until: TIME,
} as const satisfies Readonly<Record<string, Kind>>;

export type ParamName = keyof typeof KINDS;

const isKnown = (name: string): name is ParamName => Object.hasOwn(KINDS, name);

/** These say what every market here is; bots send them because other exchanges need them. */
const CONTEXT: readonly string[] = ['type', 'subType'];

const PAGING = 'page by since, limit and params.until';
const TRAILING = 'there are no trailing orders: move a stop with editOrder';
const ONE_WAY = 'positions are one-way: side and reduceOnly say what an order does';

/** What to use in place of a parameter that bots know from elsewhere. */
const INSTEAD: Readonly<Record<string, string>> = {
  ...{ trailingAmount: TRAILING, trailingPercent: TRAILING, trailingTriggerPrice: TRAILING, trailing: TRAILING },
  ...{ hedged: ONE_WAY, positionSide: ONE_WAY, posSide: ONE_WAY, positionIdx: ONE_WAY },
  ...{ paginate: PAGING, offset: PAGING, page: PAGING, cursor: PAGING, endTime: PAGING, startTime: PAGING },
  closePosition: 'call closePosition(symbol), or give the amount with reduceOnly',
  cost: 'give the amount in units of the base asset',
  exchangeIndex: 'there is one exchange',
  leverage: 'call setLeverage(leverage, symbol) first; it is taken here only with marginMode isolated',
  marginMode: 'createOrder takes it; for a market it cannot be set',
  isolatedMargin: 'it belongs to marginMode isolated',
  network: 'there is one network',
  networkCode: 'there is one network',
  price: 'candles are of trades: there are none of mark or index prices',
  priceType: 'use triggerPriceType',
  quoteOrderQty: 'give the amount in units of the base asset',
  selfTradePrevention: 'an order that would meet one of your own is always refused',
  stopLoss: 'createOrder takes it for a plain order',
  takeProfit: 'createOrder takes it for a plain order',
  stop: 'use the ids of fetchOpenOrders(symbol, since, limit, { trigger: true })',
  trigger: 'use the ids of fetchOpenOrders(symbol, since, limit, { trigger: true })',
  subAccountId: 'set options.subAccountId',
  twap: 'use accountClient(), which has every order of the API',
};

/** The exchange and the method that a refusal names. */
export interface Caller {
  readonly id: string;
  readonly method: string;
}

/**
 * Refuses every parameter that the method does not take, and every value that it does not understand.
 *
 * @throws NotSupported for a parameter that other exchanges have, with what to use in its place
 * @throws BadRequest for one that nobody knows, with what there is, and for a value that is none
 */
export function understood({ id, method }: Caller, params: Dict, takes: readonly ParamName[] = []): void {
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined) continue;
    const isContext = CONTEXT.includes(name) && !takes.some((taken) => taken === name);
    if (isContext) {
      const [only] = name === 'type' ? ['swap'] : ['linear'];
      if (value !== only) throw new NotSupported(`${id} ${method} has ${name} ${only} only (got ${shown(value)})`);
    } else if (!takes.some((taken) => taken === name)) {
      throw refused({ id, method }, name, takes);
    } else if (isKnown(name)) {
      const [words, is] = KINDS[name];
      if (!is(value)) throw new BadRequest(`${id} ${method} takes ${words} for ${name} (got ${shown(value)})`);
    }
  }
}

function refused({ id, method }: Caller, name: string, takes: readonly ParamName[]): Error {
  if (Object.hasOwn(INSTEAD, name)) {
    return new NotSupported(`${id} ${method} does not take ${name}: ${INSTEAD[name]}`);
  }
  const there = takes.length === 0 ? 'it takes no params' : `it takes ${takes.join(', ')}`;
  return new BadRequest(`${id} ${method} does not know ${name}: ${there}`);
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
