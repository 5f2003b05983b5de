import type { SubAccountEvent, TradeEvent } from '../../../../contract/channels/subaccount-events.ts';
import { formatAmount, formatAverage, formatLots, formatPrice, formatRatio } from '../../../../contract/format.ts';
import { openPositionRecord } from '../../../reads/records/position-record.ts';
import { orderIdentifier } from '../../../../contract/primitives.ts';
import { tradeTypeWord } from '../../../../contract/words.ts';
import type { FillSide, TradedEvent } from '../../../../engine/event.ts';
import { accountOf } from '../../../../engine/evolve-order.ts';
import { leverageOf, marketOf } from '../../../../engine/risk/margin.ts';
import type { State } from '../../../../engine/state.ts';
import { invariant } from '../../../../kernel/assert.ts';
import { subAccountIdOf, venueIdOf } from '../../../../kernel/ids.ts';
import type { FollowedOrder } from './followed-order.ts';

/** One side of a fill as its owner receives it: the private trade record, and the position it left. */
export function tradeEvent(
  state: Readonly<State>,
  trade: TradedEvent,
  side: FillSide,
  order: FollowedOrder,
): TradeEvent {
  const { spec } = marketOf(state, trade.symbol);
  const account = accountOf(state, side.account);
  const leg = side.legs.at(-1);
  invariant(leg, () => `trade ${trade.trade} moved a position`);
  const held = account.positions.get(trade.symbol);
  return {
    eventType: 'trade',
    subAccountId: subAccountIdOf(side.account),
    tradeId: String(trade.trade),
    order: orderIdentifier(side.order, order.facts.clientId),
    orderId: venueIdOf(side.order),
    orderType: tradeTypeWord(order.facts.kind),
    symbol: trade.symbol,
    side: side.side,
    direction: leg.direction,
    price: formatPrice(spec, trade.price),
    quantity: formatLots(spec, trade.quantity),
    realizedPnl: formatAmount(side.realizedPnl),
    fee: formatAmount(side.fee),
    feeRate: formatRatio(side.feeRate),
    markPrice: formatPrice(spec, trade.mark),
    entryPrice: formatAverage(spec, leg.entryCost, leg.entryLots),
    timestamp: trade.at,
    maker: side === trade.maker,
    reduceOnly: order.facts.reduceOnly,
    postOnly: order.facts.postOnly,
    triggeredByLiquidation: order.facts.triggeredByLiquidation,
    ...(order.parent && { parentOrder: orderIdentifier(order.parent.no, order.parent.clientId) }),
    position: held ? openPositionRecord(state, account, held) : null,
  };
}

/** Returns the extra fields of the liquidated side; null for every other fill. */
export function liquidationEvent(
  state: Readonly<State>,
  trade: TradedEvent,
  side: FillSide,
  order: FollowedOrder,
): SubAccountEvent | null {
  if (!order.facts.triggeredByLiquidation) return null;
  const market = marketOf(state, trade.symbol);
  return {
    eventType: 'liquidation',
    subAccountId: subAccountIdOf(side.account),
    timestamp: trade.at,
    symbol: trade.symbol,
    side: side.side,
    price: formatPrice(market.spec, trade.price),
    quantity: formatLots(market.spec, trade.quantity),
    leverage: leverageOf(market, accountOf(state, side.account)),
    tradeId: String(trade.trade),
    reason: trade.cause === 'match' ? 'MMR_BREACH' : 'RMR_BREACH',
  };
}
