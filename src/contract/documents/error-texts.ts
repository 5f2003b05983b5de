import type { ErrorCode } from '../../kernel/errors.ts';
import { actionsOf, INFO_ACTIONS, TRADE_ACTIONS } from '../catalogue.ts';
import { sharedCodes } from './document-parts.ts';

/** When a code is given, and what a client does about it. Links are those of the pages at /docs. */
interface ErrorText {
  readonly when: string;
  readonly fix: string;
  /** Actions that give it for one order of a request. The catalogue lists who gives it for a whole request. */
  readonly forOrder?: readonly string[];
  /** Who gives it for a whole request because a fault asks for it: `any` action, or the one of this name. */
  readonly byFault?: string;
}

const PLACING = ['placeOrders', 'placeIsolatedOrder'];
const CHANGING = ['modifyOrder', 'modifyOrderBatch'];
const ORDERING = [...PLACING, ...CHANGING];

const FAULT_ONLY = 'Here it is given only where an [injected fault](/guides/faults) asks for it.';
const TRY_AGAIN =
  'Wait a little and send the request again; a write may have been carried out, so look at the order or the balance first.';
const FREE_ORDERS =
  'Cancel orders that you no longer need, or trade at a tier with a higher limit ([getTiers](/actions/getTiers)).';

export const ERROR_TEXTS: Readonly<Record<ErrorCode, ErrorText>> = {
  RATE_LIMIT_EXCEEDED: {
    when: 'The token bucket of the address or of the subaccount has fewer tokens than the request costs, or more orders were placed within a second than the limit allows.',
    fix: 'Wait until enough tokens are back: `rateLimit` of a response shows what is left. Each page of an action names its cost. For tests there is `perpsim serve --no-rate-limits`.',
  },
  INVALID_FORMAT: {
    when: 'The body is not the JSON that it should be, a field has another JSON type, or a symbol names no market.',
    fix: 'Compare the request with the field table of its action: decimals and ids are strings, times are numbers.',
  },
  MISSING_REQUIRED_FIELD: {
    when: 'The request lacks `params`, an action, or the nonce of a write.',
    fix: 'Put the fields of the action into `params`, and nonce and signature beside it.',
  },
  VALIDATION_ERROR: {
    when: 'The request can be read, but asks for something that no rule allows. The text says which.',
    fix: 'Change the field that the text names.',
  },
  INVALID_VALUE: {
    when: 'A price or quantity is not on the grid of its market, or beyond its limits.',
    fix: 'Round prices to `priceIncrement` and quantities to `orderSizeIncrement` of [getMarkets](/actions/getMarkets).',
    forOrder: ORDERING,
  },
  SERVICE_UNAVAILABLE: {
    when: 'The exchange is draining or down, its clock is being advanced, it has more requests than it can handle, or a fault makes it unavailable.',
    fix: 'Send the request again after `Retry-After` or a short pause. `GET /readyz` says when the exchange takes requests again.',
  },
  REQUEST_TIMEOUT: {
    when: 'The request did not arrive completely in time, or its handler took too long.',
    fix: TRY_AGAIN,
    byFault: 'any',
  },
  UNAUTHORIZED: {
    when: 'The request has no valid signature, or its signer has no right to the action.',
    fix: '`perpsim why signature REQUEST_ID` says which field was signed differently. Usual causes: another service name, a nonce that was used, a field changed after signing.',
  },
  FORBIDDEN: {
    when: 'The signer is known but may not do this: the owner is not on the whitelist, or the wallet that is asked about belongs to somebody else.',
    fix: 'Sign with the owner, or ask for your own records. Whitelist a wallet with [the control plane](/control/whitelist).',
  },
  NOT_FOUND: {
    when: 'The path, subaccount, signer or record that the request names does not exist.',
    fix: 'Read the ids from the exchange again. After `perpsim reset` all ids of before are gone.',
  },
  METHOD_NOT_ALLOWED: {
    when: 'The path exists, but not with this HTTP method.',
    fix: 'Use the method that the header `Allow` of the response names.',
  },
  ASSET_NOT_FOUND: {
    when: 'A field names an asset that the exchange does not have.',
    fix: 'Use an asset of [getAssets](/actions/getAssets); names are upper case.',
  },
  MARKET_NOT_FOUND: {
    when: 'The symbol of an order names no market of this world.',
    fix: 'Use a symbol of [getMarkets](/actions/getMarkets).',
    forOrder: PLACING,
  },
  MARKET_CLOSED: {
    when: 'The market is closed or takes only orders that close positions, or its index price is stale.',
    fix: 'Read `isOpen` and `isCloseOnly` of [getMarkets](/actions/getMarkets). Orders that reduce a position pass in a close-only market.',
    forOrder: ORDERING,
  },
  WICK_INSURANCE_ACTIVE: {
    when: `A protection against sudden wicks blocks new orders for a moment. ${FAULT_ONLY}`,
    fix: 'Send the order again after a moment.',
    forOrder: PLACING,
  },
  COLLATERAL_PRICE_STALE: {
    when: 'The price of a collateral that the account holds is a minute old. It places no order, and does not exchange that collateral.',
    fix: 'Wait for a new price. In a test, [set the price or let the feed run](/control/prices).',
    forOrder: PLACING,
  },
  IDEMPOTENCY_CONFLICT: {
    when: 'A live order of the subaccount has this `clientOrderId`, or two orders of one request share it.',
    fix: 'The earlier order exists: read it with [getOpenOrders](/actions/getOpenOrders) before you send a new one under another id.',
    forOrder: PLACING,
  },
  MAX_ORDERS_PER_MARKET: {
    when: 'The subaccount has as many open orders in this market as its tier allows.',
    fix: FREE_ORDERS,
    forOrder: PLACING,
  },
  MAX_TOTAL_ORDERS: {
    when: 'The subaccount has as many open orders over all markets as its tier allows.',
    fix: FREE_ORDERS,
    forOrder: PLACING,
  },
  MAX_SUB_ACCOUNTS_EXCEEDED: {
    when: `The wallet has as many subaccounts as its tier allows. ${FAULT_ONLY}`,
    fix: 'Use a subaccount that exists ([getSubAccounts](/actions/getSubAccounts)).',
    byFault: 'createSubaccount',
  },
  INVALID_TRIGGER_PRICE: {
    when: 'A conditional order has no trigger price, or one off the price grid.',
    fix: 'Round `triggerPrice` to `priceIncrement` of the market.',
    forOrder: ['placeOrders', ...CHANGING],
  },
  INVALID_ORDER_SIDE: {
    when: 'A conditional order that can only reduce has the side of the position.',
    fix: 'Sell to close a long position, buy to close a short one.',
    forOrder: ['placeOrders'],
  },
  QUANTITY_TOO_SMALL: {
    when: 'The quantity is below `minOrderSize`, or its value at the mark price below `minNotionalValue`.',
    fix: 'Enlarge the order, or close the whole position: an order over all of it may be smaller.',
    forOrder: ORDERING,
  },
  PRICE_OUT_OF_BOUNDS: {
    when: 'The limit price is outside the band around the mark price.',
    fix: 'Stay within `limitOrderPriceCapRatio` and `limitOrderPriceFloorRatio` of [getMarkets](/actions/getMarkets).',
    forOrder: ORDERING,
  },
  REDUCE_ONLY_NO_POSITION: {
    when: 'A reduce-only order is placed without a position in its market.',
    fix: 'Read [getPositions](/actions/getPositions); the position may have been closed or liquidated meanwhile.',
    forOrder: PLACING,
  },
  REDUCE_ONLY_SAME_SIDE: {
    when: 'A reduce-only order has the side of the position, so it would enlarge it.',
    fix: 'Sell to reduce a long position, buy to reduce a short one.',
    forOrder: PLACING,
  },
  REDUCE_ONLY_WOULD_INCREASE: {
    when: 'With the reduce-only orders that rest, the order would close more than the position.',
    fix: 'Lower the quantity, or cancel reduce-only orders that rest.',
    forOrder: ORDERING,
  },
  QUANTITY_BELOW_FILLED: {
    when: 'A changed quantity is not above what is already filled.',
    fix: 'Cancel the order to keep only what is filled.',
    forOrder: CHANGING,
  },
  OI_CAP_EXCEEDED: {
    when: 'The order could lift the open interest of the market above its cap.',
    fix: 'Lower the quantity, or wait until others close positions ([getOpenInterest](/actions/getOpenInterest)).',
    forOrder: ORDERING,
  },
  SELF_TRADE_PREVENTED: {
    when: 'The order would trade with a resting order of the same subaccount.',
    fix: 'Cancel the resting order first, or price the new one so that they do not meet.',
    forOrder: ORDERING,
  },
  POST_ONLY_WOULD_TRADE: {
    when: 'A post-only order would take from the book at once.',
    fix: 'Price it behind the best price of the other side ([getOrderbook](/actions/getOrderbook)).',
    forOrder: ORDERING,
  },
  NO_LIQUIDITY: {
    when: 'A market order finds no counterparty within its price band.',
    fix: 'Place a limit order, or wait until the book has orders near the mark price.',
    forOrder: PLACING,
  },
  INSUFFICIENT_MARGIN: {
    when: 'Positions and orders would need more margin than there is for them.',
    fix: '`perpsim why refusal REQUEST_ID` shows the calculation. Lower the quantity, raise the leverage, cancel orders or deposit.',
    forOrder: ORDERING,
  },
  ORDER_NOT_FOUND: {
    when: 'No live order of the subaccount has this id: it never existed, was filled or was cancelled.',
    fix: 'Look it up in [getOrderHistory](/actions/getOrderHistory). A cancel that crosses a fill gets this code, which is no fault of the client.',
    forOrder: [...CHANGING, 'cancelOrders'],
  },
  POSITION_NOT_FOUND: {
    when: 'The market has no isolated position whose margin could be changed.',
    fix: 'Read [getPositions](/actions/getPositions); a position in cross mode has no margin of its own.',
  },
  CANCEL_FAILED: {
    when: `The order could not be cancelled. ${FAULT_ONLY}`,
    fix: 'Send the cancel again; the order still rests.',
    forOrder: ['cancelOrders'],
  },
  IOC_NOT_FILLED: {
    when: `An immediate-or-cancel order found nothing to fill. ${FAULT_ONLY}`,
    fix: 'Place it at a better price, or let it rest as `limitGtc`.',
    forOrder: PLACING,
  },
  FOK_NOT_FILLED: {
    when: `A fill-or-kill order could not be filled whole. ${FAULT_ONLY}`,
    fix: 'Lower the quantity, or place it at a better price.',
    forOrder: PLACING,
  },
  ORDER_REJECTED_BY_ENGINE: {
    when: 'The engine cannot do this to the order, such as changing a TWAP or isolating a market that has cross orders.',
    fix: 'Cancel and place anew, in place of a change.',
    forOrder: ORDERING,
  },
  OPERATION_TIMEOUT: {
    when: 'The exchange gave up before it was done, which it does here when an [injected fault](/guides/faults) asks for it.',
    fix: TRY_AGAIN,
    byFault: 'any',
  },
  DATABASE_ERROR: { when: `The exchange failed at its database. ${FAULT_ONLY}`, fix: TRY_AGAIN, byFault: 'any' },
  CACHE_ERROR: { when: `The exchange failed at its cache. ${FAULT_ONLY}`, fix: TRY_AGAIN, byFault: 'any' },
  UNKNOWN_ERROR: {
    when: `The exchange failed in a way that has no code. ${FAULT_ONLY}`,
    fix: 'Read the state of orders and balances before you send anything again.',
    byFault: 'any',
  },
  INTERNAL_ERROR: {
    when: 'The exchange failed, which it does here when an [injected fault](/guides/faults) has it fail. Nothing was done.',
    fix: TRY_AGAIN,
  },
};

/** Which requests can meet an error code, and where it stands in their responses. */
export interface ErrorSources {
  /** Whether every request, or every signed one, can meet it before its action is asked. */
  readonly every: 'request' | 'signed request' | null;
  /** Actions that give it as the response to the whole request. */
  readonly forRequest: readonly string[];
  /** Actions that give it for one order, inside a response of status 200. */
  readonly forOrder: readonly string[];
}

const ACTIONS = [...actionsOf(TRADE_ACTIONS), ...actionsOf(INFO_ACTIONS)];

/** Returns which actions, orders and faults give a code. */
export function errorSourcesOf(code: ErrorCode): ErrorSources {
  const { forOrder = [], byFault } = ERROR_TEXTS[code];
  const isEvery = byFault === 'any' || sharedCodes('info').includes(code);
  const isSigned = sharedCodes('trade').includes(code);
  const ofCatalogue = ACTIONS.filter(({ refusals }) => refusals.includes(code)).map(({ name }) => name);
  return {
    every: isEvery ? 'request' : isSigned ? 'signed request' : null,
    forRequest: byFault === undefined || byFault === 'any' ? ofCatalogue : [...ofCatalogue, byFault],
    forOrder,
  };
}
