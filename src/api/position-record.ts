import { type Static, Type } from '@sinclair/typebox';
import { positionRiskOf } from '../engine/risk/margin.ts';
import type { Account, Position, State } from '../engine/state.ts';
import { invariant } from '../kernel/assert.ts';
import { subAccountIdOf } from '../kernel/ids.ts';
import { formatAmount, formatEntry, formatLots, formatPrice, formatValue } from './format.ts';
import {
  Closed,
  DecimalText,
  IdText,
  OneOf,
  OrderIdentifier,
  PositionSideWord,
  SymbolText,
  Time,
} from './primitives.ts';
import type { ClosedPositionRow } from './views.ts';

/** Position records of getPositions (clauses POSITION-FIELD-*) and the shorter rows of subaccount records (wire 2.16). */

const PositionRecord = Closed({
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

const UNRANKED = 1;
const NO_LINKED_ORDERS = { takeProfitOrders: [], stopLossOrders: [], takeProfitOrderIds: [], stopLossOrderIds: [] };

export function openPositionRecord(state: Readonly<State>, account: Account, position: Position): PositionRecord {
  const { pnl, upnl, ...figures } = accountPosition(state, account, position);
  return {
    adlBucket: UNRANKED,
    positionId: String(position.no),
    subAccountId: subAccountIdOf(account.no),
    ...figures,
    realizedPnl: pnl,
    unrealizedPnl: upnl,
    status: 'open',
    netFunding: formatAmount(position.netFunding),
    ...NO_LINKED_ORDERS,
    updatedAt: position.updatedAt,
    createdAt: position.openedAt,
  };
}

/** A closed position has realized PnL only: what depends on prices is zero. */
export const closedPositionRecord = (account: Account, row: ClosedPositionRow): PositionRecord => ({
  adlBucket: UNRANKED,
  positionId: row.positionId,
  subAccountId: subAccountIdOf(account.no),
  symbol: row.symbol,
  side: row.side,
  entryPrice: row.entryPrice,
  quantity: row.quantity,
  realizedPnl: row.realizedPnl,
  unrealizedPnl: '0',
  usedMargin: '0',
  maintenanceMargin: '0',
  liquidationPrice: '0',
  status: 'close',
  netFunding: row.netFunding,
  ...NO_LINKED_ORDERS,
  updatedAt: row.closedAt,
  createdAt: row.createdAt,
});

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
