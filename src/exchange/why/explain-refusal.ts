import { formatUnits } from '../../kernel/decimal.ts';
import type { ErrorCode, Refusal } from '../../kernel/errors.ts';
import { subAccountIdOf, venueIdOf } from '../../kernel/ids.ts';
import { gridOf } from '../../kernel/terms.ts';
import { collateralSpecOf } from '../../engine/accounts/funds.ts';
import type { Command } from '../../engine/command.ts';
import { isMarketKind, type Order } from '../../engine/orders/order.ts';
import { tierOfAccount } from '../../engine/fees/fee-rates.ts';
import { marketOf, settlementAsset } from '../../engine/risk/margin.ts';
import type { Market, State } from '../../engine/state.ts';
import { markInput } from './account-steps.ts';
import { askedOrderOf, lotsOf } from './asked-order.ts';
import { Chain, type Explanation, priceText, sizeText } from './explanation.ts';
import type { Explainer, RefusalCase } from './refusal-case.ts';
import {
  belowFilled,
  insufficientMargin,
  invalidTrigger,
  invalidValue,
  noLiquidity,
  outOfBounds,
  overLeverage,
  overOpenInterest,
  partStep,
  reduceOnly,
  selfTrade,
  takenClientId,
  tooManyOrders,
  tooSmall,
  wouldTradeAtOnce,
  wrongSide,
} from './refusal-order.ts';
import type { RuleId } from './rules.ts';

const marketUnknown: Explainer = ({ state, chain, command }) => {
  const symbol = 'symbol' in command ? command.symbol : 'none';
  chain.input('symbol', symbol, '', 'the request');
  chain.input('listed', state.markets.has(symbol) ? 'yes' : 'no', '', `${state.markets.size} markets of this exchange`);
  chain.step('refused', `listed = 'no'`, 'MARKET-KNOWN');
  return true;
};

const marketClosed: Explainer = (of) => {
  const market = of.market;
  if (!market) return false;
  const { chain, refusal, state } = of;
  chain.input('status', market.status, '', `status of ${market.spec.symbol}`);
  if (refusal.message === 'market is closed') chain.step('refused', `status = 'closed'`, 'MARKET-OPEN');
  else if (refusal.message === 'market is close only') closeOnly(chain);
  else if (refusal.message === 'market is not open') outOfHours(chain, market, state.now);
  else stale(chain, state, market, state.config.risk.indexMaxAgeMs, 'MARKET-FRESH');
  return true;
};

/** The first asset that the account holds, or wants to exchange, whose price is too old. */
const collateralStale: Explainer = ({ state, chain, account, command }) => {
  const maxAge = state.config.collateralPriceMaxAgeMs;
  const wanted = command.type === 'ExchangeCollateral' ? command.source : null;
  for (const { asset, priceMarket } of state.config.collaterals) {
    if (priceMarket === null || (wanted !== null && asset !== wanted)) continue;
    if (wanted === null && (account?.balances.get(asset) ?? 0n) <= 0n) continue;
    const market = marketOf(state, priceMarket);
    if (market.frozenAt === null || state.now - Math.max(market.frozenAt, market.indexAt) < maxAge) continue;
    chain.input('asset', asset, '', `priced by the index of ${priceMarket}`);
    stale(chain, state, market, maxAge, 'COLLATERAL-FRESH');
    return true;
  }
  return false;
};

/** No live order of the subaccount has that id. */
const orderUnknown: Explainer = ({ chain, command }) => {
  if (command.type !== 'CancelOrder' && command.type !== 'ModifyOrder') return false;
  const { order } = command;
  chain.input('order', 'no' in order ? venueIdOf(order.no) : order.clientId, '', 'the request');
  chain.input('live', 'no', '', 'live orders of the subaccount');
  chain.step('refused', `live = 'no'`, 'ORDER-LIVE');
  return true;
};

/** An order, or a market of the account, that cannot be changed this way. */
const unchangeable: Explainer = ({ chain, command, asked, account, market }: RefusalCase) => {
  if (command.type === 'PlaceIsolatedOrder' && account && market) {
    const { symbol } = market.spec;
    const open = account.open.get(symbol)?.orders.size ?? 0;
    chain.input('positions', account.positions.has(symbol) ? '1' : '0', '', `cross position in ${symbol}`);
    chain.input('orders', String(open), '', `live orders in ${symbol}`);
    chain.step('refused', 'positions + orders > 0', 'MARGIN-ISOLATED');
    return true;
  }
  const order = asked?.changes;
  if (!order || command.type !== 'ModifyOrder') return false;
  const what = (value: string | null): string => (value === null ? 'no' : 'yes');
  chain.input('kind', order.kind, '', 'the order');
  chain.input('phase', order.phase, '', 'of the order');
  chain.input('closesPosition', order.closePosition ? 'yes' : 'no', '', 'the order takes the size of the position');
  chain.input('changesPrice', what(command.price), '', 'the request');
  chain.input('changesQuantity', what(command.quantity), '', 'the request');
  chain.input('changesTrigger', what(command.triggerPrice), '', 'the request');
  chain.step('isTwap', `kind = 'twap'`, 'ORDER-TWAP');
  chain.step('firedOrPlain', `phase = 'working' and changesTrigger = 'yes'`, 'ORDER-TRIGGER');
  chain.step(
    'hasNoPrice',
    `phase != 'working' and changesPrice = 'yes' and (kind = 'stopMarket' or kind = 'takeProfitMarket')`,
    'ORDER-TRIGGER',
  );
  chain.step(
    'hasNoQuantity',
    `phase != 'working' and changesQuantity = 'yes' and closesPosition = 'yes'`,
    'ORDER-TRIGGER',
  );
  chain.step(
    'refused',
    `isTwap = 'yes' or firedOrPlain = 'yes' or hasNoPrice = 'yes' or hasNoQuantity = 'yes'`,
    'ORDER-TRIGGER',
  );
  return true;
};

const positionUnknown: Explainer = ({ chain, account, command }) => {
  if (command.type !== 'MoveIsolatedMargin') return false;
  chain.input('symbol', command.symbol, '', 'the request');
  chain.input('isolated', account?.isolated.has(command.symbol) ? 'yes' : 'no', '', 'markets in isolated mode');
  chain.step('refused', `isolated = 'no'`, 'MARGIN-ISOLATED');
  return true;
};

/** Why funds, subaccounts and the terms that the engine words itself were refused. */

/** VALIDATION_ERROR of the engine, by what was asked. */
const invalidRequest: Explainer = (of) => {
  const { command, chain, state, refusal } = of;
  switch (command.type) {
    case 'SetLeverage':
    case 'PlaceIsolatedOrder':
      return overLeverage(of);
    case 'PlaceTwap':
      return smallTwap(of);
    case 'WithdrawCollateral':
      return partStep(chain, state, command.account, command.asset, command.amount);
    case 'CreateSubAccount':
      return refusal.details ? tooManyAccounts(of) : false;
    default:
      return false;
  }
};

const assetUnknown: Explainer = ({ command, chain, state }) => {
  const asset = 'asset' in command ? command.asset : 'source' in command ? command.source : null;
  if (asset === null) return false;
  chain.input('asset', asset, '', 'the request');
  chain.input(
    'accepted',
    collateralSpecOf(state, asset) ? 'yes' : 'no',
    '',
    `collaterals beside ${settlementAsset(state)}`,
  );
  chain.step('refused', `accepted = 'no'`, 'FUNDS-LIMITS');
  return true;
};

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

/**
 * Explains why the engine refused a command, from the state that refused it: nothing may have changed since. The input and the place of the
 * command in it say where a journal has it.
 */
export function explainRefusal(state: State, command: Command, refusal: Refusal, place = 0): Explanation {
  const subject = {
    command: command.type,
    input: String(state.inputSeq),
    ...(place > 0 && { place: String(place) }),
  };
  return explained(state, command, refusal, { subject, rule: 'VALIDATION' });
}

/**
 * Explains why a conditional order that may open a position was not taken when it fired, from the state in which it waits for
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

/** Why a market, a price or an order did not stand for what was asked. */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** 1970-01-01 was a Thursday. */
const EPOCH_WEEKDAY = 4;

function closeOnly(chain: Chain): void {
  chain.input('reduces', 'no', '', 'the order is neither reduce-only nor a change that only takes away');
  chain.step('refused', `status = 'close_only' and reduces = 'no'`, 'MARKET-OPEN');
}

function outOfHours(chain: Chain, { spec }: Market, now: number): void {
  const { session } = spec;
  if (!session) return;
  const from = `hours of ${spec.symbol}`;
  const weekday = (Math.floor(now / DAY_MS) + EPOCH_WEEKDAY) % 7;
  const trades = session.weekdays.includes(weekday) ? 'yes' : 'no';
  chain.input('tradesToday', trades, '', `${from}: UTC weekdays ${session.weekdays.join(', ')}, today is ${weekday}`);
  chain.input('minute', String(Math.floor((now % DAY_MS) / MINUTE_MS)), 'minutes', 'since midnight UTC');
  chain.input('opens', String(session.openMinute), 'minutes', from);
  chain.input('closes', String(session.closeMinute), 'minutes', from);
  chain.step('refused', `tradesToday = 'no' or minute < opens or minute >= closes`, 'MARKET-OPEN');
}

/** How long a market has been without word of its index, against the age at which it is too long. */
function stale(chain: Chain, state: State, { spec, frozenAt, indexAt }: Market, maxAgeMs: number, rule: RuleId): void {
  chain.input('now', String(state.now), 'ms', 'exchange clock');
  chain.input('frozenAt', String(frozenAt ?? state.now), 'ms', `the feed of ${spec.symbol} stands since`);
  chain.input('indexAt', String(indexAt), 'ms', `latest index price of ${spec.symbol}`);
  chain.input('maxAge', String(maxAgeMs), 'ms', 'configuration of the world');
  chain.step('age', 'now - max(frozenAt, indexAt)', rule);
  chain.step('refused', 'age >= maxAge', rule);
}

function smallTwap({ chain, market, asked }: RefusalCase): boolean {
  if (!market || !asked) return false;
  const { spec } = market;
  markInput(chain, market);
  chain.input('quantity', sizeText(spec, lotsOf(spec, asked)), spec.baseAsset, 'the order');
  chain.input('least', '10000', spec.quoteAsset, 'least notional of a TWAP');
  chain.step('notional', `quantity * mark[${spec.symbol}]`, 'ORDER-TWAP');
  chain.step('refused', 'notional < least', 'ORDER-TWAP');
  return true;
}

function tooManyAccounts({ chain, state, account }: RefusalCase): boolean {
  if (!account) return false;
  const tier = tierOfAccount(state, account);
  const count = state.wallets.get(account.owner)?.accounts.length ?? 0;
  chain.input('subAccounts', String(count), '', 'of the owner');
  chain.input('most', String(tier.maxSubAccounts), '', `tier ${tier.tierId}`);
  chain.step('refused', 'subAccounts >= most', 'FUNDS-LIMITS');
  return true;
}

/** INVALID_VALUE of an amount: not positive, finer than the asset is counted, or no more than its fee. */
const invalidAmount: Explainer = ({ command, chain, state }) => {
  if (command.type !== 'TransferCollateral' && command.type !== 'WithdrawCollateral') return false;
  const spec = collateralSpecOf(state, command.asset);
  if (!spec) return false;
  const fee = command.type === 'WithdrawCollateral' ? spec.withdrawFee : 0n;
  chain.input('amount', formatUnits(command.amount), spec.asset, 'the request');
  chain.input('step', formatUnits(gridOf(spec)), spec.asset, `the least amount of ${spec.asset}`);
  chain.input('fee', formatUnits(fee), spec.asset, command.type === 'WithdrawCollateral' ? 'withdrawal fee' : 'no fee');
  chain.step('refused', 'amount <= fee or roundDown(amount / step) * step != amount', 'FUNDS-LIMITS');
  return true;
};
