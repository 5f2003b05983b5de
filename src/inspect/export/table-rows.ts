import { formatAmount, formatEntry, formatLots } from '../../contract/format.ts';
import type { CandleInterval } from '../../contract/views.ts';
import type { Position, State } from '../../engine/state.ts';
import { subAccountIdOf } from '../../kernel/ids.ts';
import type { History } from '../../exchange/history/history.ts';
import {
  ACCOUNT_VALUE,
  CANDLES,
  type Cells,
  type ExportWindow,
  FILLS,
  FUNDING,
  FUNDING_RATES,
  LEDGER,
  ORDER_STATES,
  ORDERS,
  POSITIONS,
  type Table,
} from './tables.ts';

/** What rows are made from once the journal has been replayed. */
export interface Replayed {
  readonly history: History;
  readonly state: State;
  readonly window: ExportWindow;
  readonly interval: CandleInterval;
}

/** A table and how its rows come out of the projections. Columns of the query stand in the order of the table. */
interface TableSource {
  readonly table: Table;
  readonly rows: (replayed: Replayed) => Iterable<Cells>;
}

const WINDOW = (name: string): string => `${name} >= :from AND ${name} < :to`;

/** Rows of a query over the tables of history; 0 and 1 become booleans where the table says so. */
const selected =
  (table: Table, sql: string) =>
  ({ history, window }: Replayed): Iterable<Cells> =>
    withBooleans(table, history.select(sql, { ':from': window.from, ':to': window.to }));

function* withBooleans(table: Table, rows: Iterable<Cells>): Iterable<Cells> {
  const isBoolean = table.columns.map(({ type }) => type === 'boolean');
  for (const row of rows) yield row.map((cell, place) => (isBoolean[place] === true ? cell === 1 : cell));
}

const CLOSED_POSITIONS = `
SELECT position_id, sub_account_id, symbol, side, 'closed', quantity, entry_price, close_price, close_reason, leverage,
  realized_pnl, accumulated_fees, net_funding, created_at, closed_at, trade_id
FROM position_history WHERE ${WINDOW('closed_at')} ORDER BY row`;

/** Every table that is written at the end; snapshots of books are taken on the way. */
export const SOURCES: readonly TableSource[] = [
  {
    table: ORDERS,
    rows: selected(
      ORDERS,
      // Of a group SQLite shows the row with the maximum.
      `SELECT venue_id, nullif(client_id, ''), sub_account_id, symbol, side, type, time_in_force, reduce_only, post_only,
  close_position, triggered_by_liquidation, status, quantity, nullif(price, ''), nullif(trigger_price, ''), filled_quantity,
  nullif(filled_price, ''), filled_value, nullif(cancel_reason, ''), created_at, updated_at, expires_at
FROM (SELECT *, max(row) FROM order_history GROUP BY venue_id) WHERE ${WINDOW('updated_at')} ORDER BY created_at, length(venue_id), venue_id`,
    ),
  },
  {
    table: ORDER_STATES,
    rows: selected(
      ORDER_STATES,
      `SELECT row, venue_id, sub_account_id, symbol, updated_at, status, quantity, remaining_quantity, nullif(price, ''),
  nullif(trigger_price, ''), filled_quantity, nullif(filled_price, ''), filled_value, position_id, nullif(cancel_reason, '')
FROM order_history WHERE ${WINDOW('updated_at')} ORDER BY row`,
    ),
  },
  {
    table: FILLS,
    rows: selected(
      FILLS,
      `SELECT trade_id, venue_id, nullif(client_id, ''), sub_account_id, symbol, at, side, direction, maker, price, quantity,
  realized_pnl, fee, fee_rate, mark_price, entry_price, position_id, closed_position_id, triggered_by_liquidation
FROM trades WHERE ${WINDOW('at')} ORDER BY row`,
    ),
  },
  {
    table: POSITIONS,
    rows: function* (replayed) {
      yield* selected(POSITIONS, CLOSED_POSITIONS)(replayed);
      if (replayed.state.now < replayed.window.to) yield* openPositions(replayed.state);
    },
  },
  {
    table: LEDGER,
    rows: selected(
      LEDGER,
      `SELECT h.id, a.sub_account_id, h.at, h.action, h.status, h.asset, h.amount, h.fee, h.gross_amount, h.usdt_notional,
  h.destination, h.tx_hash, h.from_sub_account_id, h.to_sub_account_id
FROM balance_history h JOIN accounts a ON a.row = h.account WHERE ${WINDOW('h.at')} ORDER BY h.row`,
    ),
  },
  {
    table: FUNDING,
    rows: selected(
      FUNDING,
      `SELECT payment_id, sub_account_id, symbol, at, position_id, size, index_price, rate, amount
FROM funding_history WHERE ${WINDOW('at')} ORDER BY row`,
    ),
  },
  {
    table: FUNDING_RATES,
    rows: selected(
      FUNDING_RATES,
      `SELECT m.symbol, f.at, f.rate FROM funding_rates f JOIN markets m ON m.row = f.market
WHERE ${WINDOW('f.at')} ORDER BY f.row`,
    ),
  },
  {
    table: ACCOUNT_VALUE,
    // A subaccount without an order or a movement has no name in the tables, so ids come from the numbers.
    rows: function* ({ history, window }) {
      const sql = `SELECT account, at, value, inflow, volume FROM value_samples WHERE ${WINDOW('at')} ORDER BY at, account`;
      for (const [account, ...others] of history.select(sql, { ':from': window.from, ':to': window.to })) {
        yield [subAccountIdOf(Number(account)), ...others];
      }
    },
  },
  {
    table: CANDLES,
    rows: function* ({ history, state, window, interval }) {
      const from = Math.max(window.from, state.config.startTime);
      const to = Math.min(window.to - 1, state.now);
      for (const symbol of state.markets.keys()) {
        for (const candle of history.candles({ symbol, interval, from, to, now: state.now, limit: 0 })) {
          if (candle.openTime < window.from) continue;
          const { openTime, closeTime, openPrice, highPrice, lowPrice, closePrice, volume } = candle;
          const figures = [openPrice, highPrice, lowPrice, closePrice, volume, candle.quoteVolume, candle.tradeCount];
          yield [symbol, interval, openTime, closeTime, ...figures];
        }
      }
    },
  },
];

function* openPositions(state: State): Iterable<Cells> {
  for (const account of [...state.accounts.values()].sort((a, b) => a.no - b.no)) {
    if (account.agent) continue;
    for (const position of account.positions.values()) yield openPosition(state, position);
  }
}

function openPosition(state: State, position: Position): Cells {
  const market = state.markets.get(position.symbol);
  if (!market) throw new Error(`market ${position.symbol} of an open position is known`);
  const { spec } = market;
  return [
    String(position.no),
    subAccountIdOf(position.account),
    position.symbol,
    position.lots > 0 ? 'long' : 'short',
    'open',
    formatLots(spec, Math.abs(position.lots)),
    formatEntry(spec, position),
    null,
    null,
    null,
    formatAmount(position.realizedPnl),
    formatAmount(position.fees),
    formatAmount(position.netFunding),
    position.openedAt,
    null,
    null,
  ];
}
