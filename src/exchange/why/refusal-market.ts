import { venueIdOf } from '../../kernel/ids.ts';
import { marketOf } from '../../engine/risk/margin.ts';
import type { Market, State } from '../../engine/state.ts';
import type { Chain } from './explanation.ts';
import type { RuleId } from './rules.ts';
import type { Explainer, RefusalCase } from './refusal-case.ts';

/** Why a market, a price or an order did not stand for what was asked. */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** 1970-01-01 was a Thursday. */
const EPOCH_WEEKDAY = 4;

export const marketUnknown: Explainer = ({ state, chain, command }) => {
  const symbol = 'symbol' in command ? command.symbol : 'none';
  chain.input('symbol', symbol, '', 'the request');
  chain.input('listed', state.markets.has(symbol) ? 'yes' : 'no', '', `${state.markets.size} markets of this exchange`);
  chain.step('refused', `listed = 'no'`, 'MARKET-KNOWN');
  return true;
};

export const marketClosed: Explainer = (of) => {
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

/** The first asset that the account holds, or wants to exchange, whose price is too old. */
export const collateralStale: Explainer = ({ state, chain, account, command }) => {
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
export const orderUnknown: Explainer = ({ chain, command }) => {
  if (command.type !== 'CancelOrder' && command.type !== 'ModifyOrder') return false;
  const { order } = command;
  chain.input('order', 'no' in order ? venueIdOf(order.no) : order.clientId, '', 'the request');
  chain.input('live', 'no', '', 'live orders of the subaccount');
  chain.step('refused', `live = 'no'`, 'ORDER-LIVE');
  return true;
};

/** An order, or a market of the account, that cannot be changed this way. */
export const unchangeable: Explainer = ({ chain, command, asked, account, market }: RefusalCase) => {
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

export const positionUnknown: Explainer = ({ chain, account, command }) => {
  if (command.type !== 'MoveIsolatedMargin') return false;
  chain.input('symbol', command.symbol, '', 'the request');
  chain.input('isolated', account?.isolated.has(command.symbol) ? 'yes' : 'no', '', 'markets in isolated mode');
  chain.step('refused', `isolated = 'no'`, 'MARGIN-ISOLATED');
  return true;
};
