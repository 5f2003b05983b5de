import type { Static } from '@sinclair/typebox';
import { formatAmount, formatEntry, formatLots, formatValue, formatPrice } from '../../../contract/format.ts';
import { orderIdentifier } from '../../../contract/primitives.ts';
import type { PositionRecord, AccountPosition } from '../../../contract/records/position-record.ts';
import { storedFields } from '../../../contract/records/stored.ts';
import type { ClosedPositionRow } from '../../../contract/views.ts';
import { adlBucketOf } from '../../../engine/liquidation/adl-ranking.ts';
import { isTakeProfit, type Order } from '../../../engine/orders/order.ts';
import { positionRiskOf } from '../../../engine/risk/margin.ts';
import type { State, Account, Position } from '../../../engine/state.ts';
import { invariant } from '../../../kernel/errors.ts';
import { subAccountIdOf, venueIdOf } from '../../../kernel/ids.ts';

/** A closed position stands in no queue for deleveraging. */
const UNRANKED = 1;

/** Returns an open position as `getPositions` lists it. */
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

/** Returns an open position as its subaccount lists it. */
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
