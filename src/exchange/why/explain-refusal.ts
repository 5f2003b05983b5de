import type { ErrorCode, Refusal } from '../../kernel/errors.ts';
import { subAccountIdOf, venueIdOf } from '../../kernel/ids.ts';
import type { Command } from '../../engine/command.ts';
import { isMarketKind } from '../../engine/orders/order-kind.ts';
import type { Order } from '../../engine/orders/order.ts';
import { marketOf } from '../../engine/risk/margin.ts';
import type { State } from '../../engine/state.ts';
import { askedOrderOf } from './asked-order.ts';
import { Chain, type Explanation } from './explanation.ts';
import { priceText, sizeText } from './figures.ts';
import { assetUnknown, invalidAmount, invalidRequest } from './refusal-funds.ts';
import type { Explainer, RefusalCase } from './refusal-case.ts';
import { insufficientMargin } from './refusal-margin.ts';
import {
  collateralStale,
  marketClosed,
  marketUnknown,
  orderUnknown,
  positionUnknown,
  unchangeable,
} from './refusal-market.ts';
import {
  belowFilled,
  invalidTrigger,
  invalidValue,
  noLiquidity,
  outOfBounds,
  overOpenInterest,
  reduceOnly,
  selfTrade,
  takenClientId,
  tooManyOrders,
  tooSmall,
  wouldTradeAtOnce,
  wrongSide,
} from './refusal-order.ts';
import type { RuleId } from './rules.ts';

/**
 * The explainer of each code that the engine refuses with. A code that is missing here is explained by its text
 * alone.
 */
const EXPLAINERS: Partial<Record<ErrorCode, Explainer>> = {
  MARKET_NOT_FOUND: marketUnknown,
  MARKET_CLOSED: marketClosed,
  COLLATERAL_PRICE_STALE: collateralStale,
  INVALID_VALUE: (of) => invalidAmount(of) || invalidValue(of),
  INVALID_TRIGGER_PRICE: invalidTrigger,
  QUANTITY_TOO_SMALL: tooSmall,
  PRICE_OUT_OF_BOUNDS: outOfBounds,
  IDEMPOTENCY_CONFLICT: takenClientId,
  MAX_ORDERS_PER_MARKET: tooManyOrders,
  MAX_TOTAL_ORDERS: tooManyOrders,
  REDUCE_ONLY_NO_POSITION: reduceOnly,
  REDUCE_ONLY_SAME_SIDE: reduceOnly,
  REDUCE_ONLY_WOULD_INCREASE: reduceOnly,
  INVALID_ORDER_SIDE: wrongSide,
  OI_CAP_EXCEEDED: overOpenInterest,
  POST_ONLY_WOULD_TRADE: wouldTradeAtOnce,
  SELF_TRADE_PREVENTED: selfTrade,
  NO_LIQUIDITY: noLiquidity,
  INSUFFICIENT_MARGIN: insufficientMargin,
  QUANTITY_BELOW_FILLED: belowFilled,
  ORDER_NOT_FOUND: orderUnknown,
  POSITION_NOT_FOUND: positionUnknown,
  ORDER_REJECTED_BY_ENGINE: unchangeable,
  VALIDATION_ERROR: invalidRequest,
  ASSET_NOT_FOUND: assetUnknown,
};

/** Why the engine refused a command, from the state that refused it: nothing may have changed since. */
export function explainRefusal(state: State, command: Command, refusal: Refusal): Explanation {
  return explained(state, command, refusal, { subject: { command: command.type }, rule: 'VALIDATION' });
}

/**
 * Why a conditional order that may open a position was not taken when it fired, from the state in which it waits for
 * the last time: as an order of its price, or a market order, would be refused at that moment.
 */
export function explainFiring(state: State, order: Order, refusal: Refusal): Explanation {
  const { no, account, symbol, side, clientId, source } = order;
  const isMarket = isMarketKind(order.kind);
  const { spec } = marketOf(state, symbol);
  const command: Command = {
    ...{ type: 'PlaceOrder', account, symbol, side, clientId, source },
    orderType: isMarket ? 'market' : 'limitGtc',
    price: isMarket ? '' : priceText(spec, order.price),
    quantity: sizeText(spec, order.quantity),
    ...{ reduceOnly: false, postOnly: false, expiresAt: null },
  };
  return explained(state, command, refusal, { subject: { order: venueIdOf(no) }, rule: 'ORDER-FIRING' });
}

function explained(
  state: State,
  command: Command,
  refusal: Refusal,
  { subject, rule }: { readonly subject: Explanation['subject']; readonly rule: RuleId },
): Explanation {
  const no = 'account' in command ? command.account : 'from' in command ? command.from : null;
  const asked = askedOrderOf(state, command);
  const symbol = asked?.symbol ?? ('symbol' in command ? command.symbol : null);
  const chain = new Chain();
  const of: RefusalCase = {
    state,
    command,
    refusal,
    chain,
    account: no === null ? null : (state.accounts.get(no) ?? null),
    market: symbol === null ? null : (state.markets.get(symbol) ?? null),
    asked,
  };
  // An injected fault has no arithmetic behind it.
  if (command.type !== 'FailCommand') EXPLAINERS[refusal.code]?.(of);
  chain.rule(rule);
  return chain.explain({
    kind: 'refusal',
    subject: {
      ...subject,
      ...(no !== null && { subAccountId: subAccountIdOf(no) }),
      ...(symbol !== null && { symbol }),
    },
    verdict: { code: refusal.code, message: refusal.message },
    at: state.now,
  });
}
