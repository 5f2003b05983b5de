import { checksumAddress } from '../../contract/address.ts';
import {
  formatAmount,
  formatAverage,
  formatLots,
  formatPrice,
  formatPriceUnits,
  formatRatio,
} from '../../contract/format.ts';
import type { LegRow } from '../../contract/views.ts';
import type { MarketSpec } from '../../engine/config.ts';
import { absBig } from '../../kernel/decimal.ts';
import type { TradeNo } from '../../kernel/ids.ts';
import type {
  ClosedRow,
  EndRow,
  FillRow,
  MovementRow,
  OrderRow,
  PaymentRow,
  RateRow,
  RowSink,
  SampleRow,
  StateRow,
  Status,
  TurnLegs,
  UpdateRow,
} from './row-sink.ts';
import { type Cell, type Insert, packed } from './schema.sql.ts';

// The rows of the history as the tables of SQLite have them, cells in the order of their columns: figures as the wire writes them.

const orderCells = (row: OrderRow): Cell[] => [
  row.order,
  row.terms,
  row.parent,
  packed([
    row.order,
    row.terms,
    row.at,
    row.clientId,
    row.expiresAt ?? '',
    row.takeProfit?.no ?? '',
    row.takeProfit?.clientId ?? '',
    row.stopLoss?.no ?? '',
    row.stopLoss?.clientId ?? '',
  ]),
];

const stateCells = (row: StateRow): Cell[] => [
  row.row,
  row.order,
  row.account,
  row.at,
  row.status,
  packed(stateTexts(row)),
  row.turn && legsText(row.turn, row.market.spec),
];

/** Returns the texts that records show of a state, in the order of its figures. */
export function stateTexts(row: StateRow) {
  const { fills, price, triggerPrice, lots } = row;
  const { spec } = row.market;
  return [
    formatLots(spec, lots),
    remainingText(row),
    price === 0 ? '' : formatPrice(spec, price),
    triggerPrice === 0 ? '' : formatPrice(spec, triggerPrice),
    fills ? formatAverage(spec, fills.value, fills.lots) : '',
    fills ? formatLots(spec, fills.lots) : '0',
    fills ? formatAmount(fills.value) : '0',
    fills ? String(fills.position) : '',
    row.reason,
  ] as const;
}

/** States from which an order goes on. */
const LIVE: ReadonlySet<Status> = new Set<Status>(['placed', 'partially filled', 'modified']);

/** Returns what still works, where it is less than quantity and fills say. */
const remainingText = ({ market, status, lots, fills, trimmed }: StateRow): string =>
  trimmed === 0 || !LIVE.has(status) ? '' : formatLots(market.spec, lots - (fills?.lots ?? 0) - trimmed);

/** The legs of a fill as records show them. */
export function legsText({ trade, isTaker, legs }: TurnLegs, spec: MarketSpec): string {
  const rows = legs.map((leg): LegRow => ({
    id: legIdOf(trade, isTaker, leg.leg === 'open'),
    position_id: String(leg.position),
    leg_type: leg.leg,
    direction: leg.direction,
    quantity: formatLots(spec, leg.quantity),
    fee: formatAmount(leg.fee),
    ...(leg.leg === 'close' && { closed_pnl: formatAmount(leg.closedPnl) }),
    entry_price: formatAverage(spec, leg.entryCost, leg.entryLots),
  }));
  return JSON.stringify(rows);
}

/** Four ids for each trade: both sides may flip, and each flip has two legs. */
function legIdOf(trade: TradeNo, taker: boolean, open: boolean): string {
  return String(BigInt(trade) * 4n + (taker ? 2n : 0n) + (open ? 1n : 0n));
}

const fillCells = (row: FillRow): Cell[] => {
  const closed = row.closedPosition === null ? null : String(row.closedPosition);
  const keys = [row.row, row.order, row.account, row.market.row, row.at];
  return [...keys, String(row.position), closed, packed(fillTexts(row))];
};

/** Returns the texts that records show of a fill, in the order of its figures. */
export function fillTexts(row: FillRow) {
  const { spec } = row.market;
  return [
    row.direction,
    formatPrice(spec, row.price),
    formatLots(spec, row.quantity),
    formatAmount(row.realizedPnl),
    formatAmount(row.fee),
    formatRatio(row.feeRate),
    formatPrice(spec, row.mark),
    formatAverage(spec, row.entryCost, row.entryLots),
  ] as const;
}

/** Returns the texts that records show of a closed position. */
export function closedTexts(row: ClosedRow) {
  const { spec } = row.market;
  return {
    entryPrice: formatAverage(spec, row.entryCost, row.entryLots),
    quantity: formatLots(spec, row.largest),
    closePrice: formatAverage(spec, row.closedValue, row.closedLots),
    realizedPnl: formatAmount(row.realizedPnl),
    accumulatedFees: formatAmount(row.fees),
    netFunding: formatAmount(row.netFunding),
  };
}

const closedCells = (row: ClosedRow): Cell[] => {
  const texts = closedTexts(row);
  return [
    row.row,
    row.account,
    row.market.row,
    String(row.position),
    row.side,
    texts.entryPrice,
    texts.quantity,
    texts.closePrice,
    row.reason,
    row.leverage,
    texts.realizedPnl,
    texts.accumulatedFees,
    texts.netFunding,
    row.createdAt,
    row.closedAt,
    String(row.trade),
  ];
};

const updateCells = (row: UpdateRow): Cell[] => [
  row.row,
  String(row.row),
  row.account,
  row.at,
  row.action,
  row.asset,
  formatAmount(row.amount),
  formatAmount(row.fee),
  formatAmount(absBig(row.amount)),
  formatAmount(row.value),
  row.destination === null ? null : checksumAddress(row.destination),
  row.txHash,
  row.from,
  row.to,
];

const endCells = (row: EndRow): Cell[] => [row.row, row.status, row.txHash];

const movementCells = (row: MovementRow): Cell[] => [
  row.transfer,
  String(row.transfer),
  row.from,
  row.to,
  row.at,
  row.type,
  row.asset,
  formatAmount(row.amount),
  formatAmount(row.value),
  row.errorMessage,
];

const sampleCells = ({ account, at, value, inflow, volume }: SampleRow): Cell[] => [
  account,
  at,
  formatAmount(value),
  formatAmount(inflow),
  formatAmount(volume),
];

const rateCells = ({ row, market, at, rate }: RateRow): Cell[] => [row, market.row, at, formatRatio(rate)];

/** Returns the texts that records show of a funding payment. */
export const paymentTexts = (row: PaymentRow) => ({
  size: formatLots(row.market.spec, row.lots),
  rate: formatRatio(row.rate),
  amount: formatAmount(row.amount),
});

const paymentCells = (row: PaymentRow): Cell[] => {
  const { size, rate, amount } = paymentTexts(row);
  return [
    row.payment,
    String(row.payment),
    row.account,
    row.market.row,
    row.at,
    String(row.position),
    size,
    formatPriceUnits(row.market.spec, row.index),
    rate,
    amount,
  ];
};

/** Writes rows into tables. */
export const cellSink = (insert: Insert): RowSink => ({
  named: (table, cells) => insert(table, cells),
  order: (row) => insert('orders', orderCells(row)),
  state: (row) => insert('order_states', stateCells(row)),
  fill: (row) => insert('fills', fillCells(row)),
  closed: (row) => insert('closed_positions', closedCells(row)),
  update: (row) => insert('balance_updates', updateCells(row)),
  end: (row) => insert('balance_ends', endCells(row)),
  movement: (row) => insert('transfers', movementCells(row)),
  sample: (row) => insert('value_samples', sampleCells(row)),
  rate: (row) => insert('funding_rates', rateCells(row)),
  payment: (row) => insert('funding_payments', paymentCells(row)),
});
