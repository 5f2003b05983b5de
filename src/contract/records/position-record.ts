import { type Static, Type } from '@sinclair/typebox';
import { adlBucketOf } from '../../engine/liquidation/ranking/adl-ranking.ts';
import { isTakeProfit } from '../../engine/orders/order-kind.ts';
import { positionRiskOf } from '../../engine/risk/margin.ts';
import type { Account, Position, State } from '../../engine/state.ts';
import type { Order } from '../../engine/orders/order.ts';
import { invariant } from '../../kernel/assert.ts';
import { subAccountIdOf, venueIdOf } from '../../kernel/ids.ts';
import { formatAmount, formatEntry, formatLots, formatPrice, formatValue } from '../format.ts';
import {
  Closed,
  DecimalText,
  IdText,
  OneOf,
  OrderIdentifier,
  orderIdentifier,
  PositionSideWord,
  SymbolText,
  Time,
} from '../primitives.ts';
import { storedFields } from './stored.ts';
import type { ClosedPositionRow } from '../views.ts';

/** Position records of getPositions (clauses POSITION-FIELD-*) and the shorter rows of subaccount records (wire 2.16). */

export const PositionRecord = Closed({
  adlBucket: Type.Integer({ minimum: 1, maximum: 5 }),
  positionId: IdText,
  subAccountId: IdText,
  symbol: SymbolText,
  side: PositionSideWord,
  entryPrice: DecimalText,
  quantity: DecimalText,
  realizedPnl: DecimalText,
  unrealizedPnl: DecimalText,
  usedMargin: DecimalText,
  maintenanceMargin: DecimalText,
  liquidationPrice: DecimalText,
  status: OneOf(['open', 'close', 'update']),
  netFunding: DecimalText,
  takeProfitOrders: Type.Array(OrderIdentifier),
  stopLossOrders: Type.Array(OrderIdentifier),
  takeProfitOrderIds: Type.Array(IdText),
  stopLossOrderIds: Type.Array(IdText),
  updatedAt: Time,
  createdAt: Time,
});
export const PositionRecords = Type.Array(PositionRecord);
export type PositionRecord = Static<typeof PositionRecord>;

/** A position as subaccount records show it: short names for the two PnL figures. */
export const AccountPosition = Closed({
  symbol: SymbolText,
  side: PositionSideWord,
  entryPrice: DecimalText,
  quantity: DecimalText,
  pnl: DecimalText,
  upnl: DecimalText,
  usedMargin: DecimalText,
  maintenanceMargin: DecimalText,
  liquidationPrice: DecimalText,
});

/** A closed position stands in no queue for deleveraging. */
const UNRANKED = 1;

export function openPositionRecord(state: Readonly<State>, account: Account, position: Position): PositionRecord {
  const { pnl, upnl, ...figures } = accountPosition(state, account, position);
  return {
    adlBucket: adlBucketOf(state, position),
    positionId: String(position.no),
    subAccountId: subAccountIdOf(account.no),
    ...figures,
    realizedPnl: pnl,
    unrealizedPnl: upnl,
    status: storedFields(state, 'position', String(position.no))?.status === 'update' ? 'update' : 'open',
    netFunding: formatAmount(position.netFunding),
    ...attachedTo(waitingFor(state, account, position)),
    updatedAt: position.updatedAt,
    createdAt: position.openedAt,
  };
}

/**
 * A closed position holds nothing (INV-32, R-119) and has realized PnL only. What was closed stands in the position history.
 */
export const closedPositionRecord = (account: Account, row: ClosedPositionRow): PositionRecord => ({
  adlBucket: UNRANKED,
  positionId: row.positionId,
  subAccountId: subAccountIdOf(account.no),
  symbol: row.symbol,
  side: row.side,
  entryPrice: row.entryPrice,
  quantity: '0',
  realizedPnl: row.realizedPnl,
  unrealizedPnl: '0',
  usedMargin: '0',
  maintenanceMargin: '0',
  liquidationPrice: '0',
  status: 'close',
  netFunding: row.netFunding,
  // Whatever was attached ended with the position.
  ...attachedTo([]),
  updatedAt: row.closedAt,
  createdAt: row.createdAt,
});

/** The conditional orders that end with the position, oldest first. */
function waitingFor(state: Readonly<State>, account: Account, position: Position): Order[] {
  const groups = account.open.get(position.symbol)?.groups.values() ?? [];
  const numbers = [...groups].filter((group) => group.position === position.no).flatMap(({ waiting }) => [...waiting]);
  return numbers
    .sort((a, b) => a - b)
    .map((no) => state.orders.get(no))
    .filter((order) => order !== undefined);
}

function attachedTo(orders: readonly Order[]) {
  const takeProfits = orders.filter(({ kind }) => isTakeProfit(kind));
  const stopLosses = orders.filter(({ kind }) => !isTakeProfit(kind));
  return {
    takeProfitOrders: takeProfits.map(({ no, clientId }) => orderIdentifier(no, clientId)),
    stopLossOrders: stopLosses.map(({ no, clientId }) => orderIdentifier(no, clientId)),
    takeProfitOrderIds: takeProfits.map(({ no }) => venueIdOf(no)),
    stopLossOrderIds: stopLosses.map(({ no }) => venueIdOf(no)),
  };
}

export function accountPosition(
  state: Readonly<State>,
  account: Account,
  position: Position,
): Static<typeof AccountPosition> {
  const market = state.markets.get(position.symbol);
  invariant(market, `market ${position.symbol} exists`);
  const { spec } = market;
  const risk = positionRiskOf(state, account, position);
  return {
    symbol: position.symbol,
    side: position.lots > 0 ? 'long' : 'short',
    entryPrice: formatEntry(spec, position),
    quantity: formatLots(spec, Math.abs(position.lots)),
    pnl: formatAmount(position.realizedPnl),
    upnl: formatAmount(risk.unrealizedPnl),
    usedMargin: formatValue(risk.usedMargin),
    maintenanceMargin: formatValue(risk.maintenanceMargin),
    liquidationPrice: risk.liquidationPrice === 0 ? '0' : formatPrice(spec, risk.liquidationPrice),
  };
}
