import type { ErrorCode } from '../../src/kernel/errors.ts';
import type { Step } from '../docs/error-examples/case.ts';
import { EXAMPLES } from '../docs/error-examples/all.ts';
import { BID, FIRST_ORDER_ID, orders, placed, sent, struck } from '../docs/error-examples/given.ts';
import { get, open, type Request, signed } from '../docs/error-examples/request.ts';
import { Stage } from '../docs/error-examples/stage.ts';

/** A request that is refused with a code: what happened before, what was sent, what came back. */
export interface PlayedError {
  readonly cause: string;
  readonly request: Request;
  readonly http: number;
  readonly body: unknown;
}

interface Case {
  readonly cause: string;
  readonly given?: readonly Step[];
  readonly request: Request;
}

const order = (...items: readonly object[]): Request =>
  signed('placeOrders', orders(...items.map((item) => ({ ...BID, ...item }))));
const MARKET = { symbol: 'BTC-USDT', side: 'buy', orderType: 'market', quantity: '0.1' };
const LONG = placed(MARKET);
const STOP = {
  symbol: 'BTC-USDT',
  side: 'sell',
  orderType: 'triggerSl',
  triggerPrice: '94000',
  isTriggerMarket: true,
  quantity: '0.1',
};
const rejecting = (code: string): Step => struck({ effect: { kind: 'reject', code } });
const failing = (code: string): Step => struck({ effect: { kind: 'failure', code } });
const marketIs =
  (status: 'closed' | 'close_only'): Step =>
  ({ exchange }) =>
    Promise.resolve(exchange.control.setMarketStatus('BTC-USDT', status));

/** Codes that docs/errors.md does not list. One that needs more than a request has none. */
const CASES: Partial<Readonly<Record<ErrorCode, Case>>> = {
  SERVICE_UNAVAILABLE: {
    cause: 'the exchange is draining',
    given: [({ exchange }) => Promise.resolve(exchange.control.setExchangeStatus('draining'))],
    request: open('getMids'),
  },
  METHOD_NOT_ALLOWED: { cause: 'a GET of the trade route', request: get('/trade') },
  MARKET_NOT_FOUND: { cause: 'an order in a market that does not exist', request: order({ symbol: 'NO-USDT' }) },
  MARKET_CLOSED: { cause: 'the market was closed', given: [marketIs('closed')], request: order({}) },
  WICK_INSURANCE_ACTIVE: {
    cause: 'a fault rejects orders with this code',
    given: [rejecting('WICK_INSURANCE_ACTIVE')],
    request: order({}),
  },
  IDEMPOTENCY_CONFLICT: {
    cause: 'an order with this client id rests',
    given: [placed({ ...BID, clientOrderId: 'mine' })],
    request: order({ clientOrderId: 'mine', price: '93000' }),
  },
  MAX_ORDERS_PER_MARKET: {
    cause: 'as many orders rest in the market as the tier allows',
    given: [
      async (stage) => {
        const wallet = stage.account('owner').address;
        stage.exchange.control.setTier(wallet, 'tier_0');
        await placed(...Array.from({ length: 10 }, (_, index) => ({ ...BID, price: String(93_000 + index) })))(stage);
      },
    ],
    request: order({}),
  },
  MAX_SUB_ACCOUNTS_EXCEEDED: {
    cause: 'a fault rejects the new subaccount with this code',
    given: [rejecting('MAX_SUB_ACCOUNTS_EXCEEDED')],
    request: signed('createSubaccount', { name: 'second' }),
  },
  INVALID_TRIGGER_PRICE: {
    cause: 'a trigger off the price grid',
    given: [LONG],
    request: order({ ...STOP, price: undefined, triggerPrice: '94000.5' }),
  },
  INVALID_ORDER_SIDE: {
    cause: 'a stop on the side of the position',
    given: [LONG],
    request: order({ ...STOP, price: undefined, side: 'buy', reduceOnly: true }),
  },
  QUANTITY_TOO_SMALL: { cause: 'an order below the smallest size', request: order({ quantity: '0.0005' }) },
  PRICE_OUT_OF_BOUNDS: { cause: 'a bid a tenth above the mark price', request: order({ price: '104500' }) },
  REDUCE_ONLY_NO_POSITION: { cause: 'there is no position to reduce', request: order({ reduceOnly: true }) },
  REDUCE_ONLY_SAME_SIDE: {
    cause: 'the position is long, and so would be the order',
    given: [LONG],
    request: order({ reduceOnly: true }),
  },
  REDUCE_ONLY_WOULD_INCREASE: {
    cause: 'a position of 0.1, and a reduce-only offer of 0.2',
    given: [LONG],
    request: order({ side: 'sell', price: '96000', quantity: '0.2', reduceOnly: true }),
  },
  QUANTITY_BELOW_FILLED: {
    cause: 'half of an offer of 0.1 was filled',
    given: [
      placed({ ...BID, side: 'sell', price: '95005', quantity: '0.1' }),
      sent('placeOrders', orders({ ...MARKET, quantity: '0.05' }), { by: 'stranger' }),
    ],
    request: signed('modifyOrder', { orderId: FIRST_ORDER_ID, quantity: '0.05' }),
  },
  SELF_TRADE_PREVENTED: {
    cause: 'an offer of the same subaccount is the best',
    given: [placed({ ...BID, side: 'sell', price: '95005' })],
    request: order({ price: '95005' }),
  },
  POST_ONLY_WOULD_TRADE: {
    cause: 'a post-only bid at the best offer',
    request: order({ price: '95100', postOnly: true }),
  },
  NO_LIQUIDITY: {
    cause: 'the index fell to 70000, far below every offer',
    given: [({ exchange }) => Promise.resolve(exchange.control.movePrice('BTC-USDT', '70000'))],
    request: signed('placeOrders', orders(MARKET)),
  },
  POSITION_NOT_FOUND: {
    cause: 'nothing is isolated in the market',
    request: signed('updateIsolatedMargin', { symbol: 'BTC-USDT', marginDelta: '50' }),
  },
  CANCEL_FAILED: {
    cause: 'a fault rejects cancels with this code',
    given: [placed(BID), rejecting('CANCEL_FAILED')],
    request: signed('cancelOrders', { orderIds: [FIRST_ORDER_ID] }),
  },
  IOC_NOT_FILLED: {
    cause: 'a fault rejects orders with this code',
    given: [rejecting('IOC_NOT_FILLED')],
    request: order({ orderType: 'limitIoc' }),
  },
  FOK_NOT_FILLED: {
    cause: 'a fault rejects orders with this code',
    given: [rejecting('FOK_NOT_FILLED')],
    request: order({ orderType: 'limitIoc' }),
  },
  ORDER_REJECTED_BY_ENGINE: {
    cause: 'a fault rejects orders, as it does unless it names a code',
    given: [rejecting('ORDER_REJECTED_BY_ENGINE')],
    request: order({}),
  },
  DATABASE_ERROR: {
    cause: 'a fault has requests fail with this code',
    given: [failing('DATABASE_ERROR')],
    request: signed('getPositions'),
  },
  CACHE_ERROR: {
    cause: 'a fault has requests fail with this code',
    given: [failing('CACHE_ERROR')],
    request: open('getMids'),
  },
  UNKNOWN_ERROR: {
    cause: 'a fault has requests fail with this code',
    given: [failing('UNKNOWN_ERROR')],
    request: signed('getTrades'),
  },
};

/**
 * Sends a request that is refused with this code; undefined for a code that no single request causes.
 *
 * @throws Error when the response has another code
 */
export async function playError(code: ErrorCode): Promise<PlayedError | undefined> {
  const chosen: Case | undefined = EXAMPLES.find((each) => each.code === code)?.cases[0] ?? CASES[code];
  if (!chosen) return undefined;
  const stage = await Stage.open();
  try {
    for (const step of chosen.given ?? []) await step(stage);
    const { http, body } = await stage.send(chosen.request);
    if (!JSON.stringify(body).includes(`"${code}"`))
      throw new Error(`${code}, ${chosen.cause}: got ${JSON.stringify(body)}`);
    return { cause: chosen.cause, request: chosen.request, http, body };
  } finally {
    await stage.exchange.close();
  }
}
