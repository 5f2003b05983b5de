import type { ErrorCode, Refusal } from '../kernel/errors.ts';
import { subAccountIdOf } from '../kernel/ids.ts';
import type { Command } from '../engine/command.ts';
import type { State } from '../engine/state.ts';
import { askedOrderOf } from './asked-order.ts';
import { Chain, type Explanation } from './explanation.ts';
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
  chain.rule('VALIDATION');
  return chain.explain({
    kind: 'refusal',
    subject: {
      command: command.type,
      ...(no !== null && { subAccountId: subAccountIdOf(no) }),
      ...(symbol !== null && { symbol }),
    },
    verdict: { code: refusal.code, message: refusal.message },
    at: state.now,
  });
}
