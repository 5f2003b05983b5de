import { FIRST_VENUE_ID } from '../../kernel/ids.ts';

const fact = (place: number): string => packedValue('o.facts', place);
const state = (place: number): string => packedValue('s.figures', place);
const figure = (place: number): string => packedValue('f.figures', place);
/** The row of an order that this one was placed with, or NULL. */
const linked = (place: number): string => `CAST(nullif(${fact(place)}, '') AS INTEGER)`;
const venueId = (row: string): string => `CAST(${FIRST_VENUE_ID} + ${row} AS TEXT)`;

/** SQL for the value at a place of a packed column, for a view; empty values are the empty text. */
export const packedValue = (column: string, place: number): string =>
  `('["' || replace(${column}, ',', '","') || '"]' ->> ${place})`;

/**
 * The tables of the history. Rows are here only for who queries the tables or takes them away; reads find them in `order-log.ts` and
 * `record-log.ts`. Ids and decimals are TEXT, so that neither a 64-bit id nor a long decimal ever passes through a float (DUR-16); an
 * INTEGER `row` gives each table its order, because time never runs backwards and rows are written in event order. What repeats
 * is stored once; the views `order_history`, `trades` and `position_history` put it back together. Their cross joins
 * only make SQLite begin at the rows of the window, in the order of its index.
 */
export const SCHEMA = `
-- One line, set on export: how far the rows reflect what has happened. All of it can be rebuilt from the events.
CREATE TABLE progress (
  applied INTEGER NOT NULL              -- events taken in so far, counted from the first one recorded
) STRICT;
INSERT INTO progress VALUES (0);

-- Names that rows below refer to by a small number.
CREATE TABLE markets (
  row INTEGER PRIMARY KEY,              -- counts up in order of first use
  symbol TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE accounts (
  row INTEGER PRIMARY KEY,              -- the exchange's subaccount counter
  sub_account_id TEXT NOT NULL
) STRICT;

-- What many orders have in common, once.
CREATE TABLE order_terms (
  row INTEGER PRIMARY KEY,              -- counts up in order of first use
  market INTEGER NOT NULL,              -- markets.row
  side TEXT NOT NULL,                   -- buy, sell
  type TEXT NOT NULL,                   -- LIMIT, MARKET, STOP_LOSS, TAKE_PROFIT, TWAP
  kind TEXT NOT NULL,                   -- limit, market: the word of trade records
  time_in_force TEXT NOT NULL,
  reduce_only INTEGER NOT NULL,
  post_only INTEGER NOT NULL,
  triggered_by_liquidation INTEGER NOT NULL,
  trigger_price_type TEXT NOT NULL,     -- mark, last; empty for orders without a trigger
  close_position INTEGER NOT NULL
) STRICT;

-- One row for each order of a user: what never changes about it. Orders of the seeded agents are not kept.
CREATE TABLE orders (
  row INTEGER PRIMARY KEY,              -- the exchange's order counter
  terms INTEGER NOT NULL,               -- order_terms.row
  parent INTEGER,                       -- orders.row of the TWAP that it is a chunk of
  facts TEXT NOT NULL                   -- packed: row, terms, time it was placed (Unix ms), client id or empty, expiry (Unix ms) or
                                        -- empty, and of an order placed with others their rows and client ids: take profit, stop loss
) STRICT;

-- One row for each state an order reached (R-25).
CREATE TABLE order_states (
  row INTEGER PRIMARY KEY,              -- counts up; a later state has a higher row
  order_row INTEGER NOT NULL,           -- orders.row
  account INTEGER NOT NULL,
  at INTEGER NOT NULL,                  -- Unix ms
  status TEXT NOT NULL,                 -- placed, partially filled, filled, cancelling, cancelled, modified
  figures TEXT NOT NULL,                -- packed: quantity; what still works, only of a live order that its position trimmed
                                        -- (R-85); price, empty for market orders; trigger price; average filled price, filled
                                        -- quantity and value so far; position of the latest fill; cancel reason
  legs TEXT                             -- JSON, only when this fill turned the position around
) STRICT;
CREATE INDEX order_states_by_time ON order_states (account, at);

-- One row for each user's side of an execution.
CREATE TABLE fills (
  row INTEGER PRIMARY KEY,              -- twice the trade counter, plus one for the taker's side
  order_row INTEGER NOT NULL,           -- orders.row
  account INTEGER NOT NULL,
  market INTEGER NOT NULL,
  at INTEGER NOT NULL,                  -- Unix ms
  position_id TEXT NOT NULL,            -- of the last leg
  closed_position_id TEXT,              -- of the first leg, only when this fill turned the position around
  figures TEXT NOT NULL                 -- packed: direction of the last leg; price; quantity; realized pnl without fees; fee, negative
                                        -- is a rebate; fee rate; mark price; average entry of the position at this fill
) STRICT;
CREATE INDEX fills_by_time ON fills (account, at);
CREATE INDEX fills_by_order ON fills (order_row);

-- One row for each position a user has closed.
CREATE TABLE closed_positions (
  row INTEGER PRIMARY KEY,              -- counts up; a later close has a higher row
  account INTEGER NOT NULL,
  market INTEGER NOT NULL,
  position_id TEXT NOT NULL,
  side TEXT NOT NULL,                   -- long, short
  entry_price TEXT NOT NULL,
  quantity TEXT NOT NULL,               -- the largest size it had
  close_price TEXT NOT NULL,            -- average of the executions that closed it (R-89)
  close_reason TEXT NOT NULL,           -- close, flip, liquidation
  leverage INTEGER,                     -- what the user had set for the market, if anything
  realized_pnl TEXT NOT NULL,           -- over all its closing fills, without fees
  accumulated_fees TEXT NOT NULL,       -- over all its fills
  net_funding TEXT NOT NULL,            -- positive is received
  created_at INTEGER NOT NULL,          -- Unix ms
  closed_at INTEGER NOT NULL,           -- Unix ms
  trade_id TEXT NOT NULL                -- the execution that closed it
) STRICT;
CREATE INDEX closed_positions_by_time ON closed_positions (account, closed_at);

-- One row for each change of a user's balance from outside trading: twice the number of the movement, plus one for
-- the receiving side. An exchange of collateral is two changes of one subaccount.
CREATE TABLE balance_updates (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  account INTEGER NOT NULL,
  at INTEGER NOT NULL,                  -- Unix ms
  action TEXT NOT NULL,                 -- DEPOSIT, WITHDRAWAL, TRANSFER
  asset TEXT NOT NULL,
  amount TEXT NOT NULL,                 -- signed, fee included
  fee TEXT NOT NULL,
  gross_amount TEXT NOT NULL,
  usdt_notional TEXT NOT NULL,          -- worth at that moment
  destination TEXT,                     -- withdrawals only
  tx_hash TEXT,                         -- deposits only; that of a withdrawal comes with its end
  from_account INTEGER,                 -- transfers between subaccounts only
  to_account INTEGER
) STRICT;
CREATE INDEX balance_updates_by_time ON balance_updates (account, at);

-- One row for each withdrawal that is no longer pending, and for each side of a transfer that failed.
CREATE TABLE balance_ends (
  row INTEGER PRIMARY KEY,              -- balance_updates.row
  status TEXT NOT NULL,                 -- success, failed
  tx_hash TEXT
) STRICT;

-- One row for each transfer between two subaccounts, of which one may be the insurance vault.
CREATE TABLE transfers (
  row INTEGER PRIMARY KEY,              -- the number of the movement
  transfer_id TEXT NOT NULL,
  from_account INTEGER NOT NULL,
  to_account INTEGER NOT NULL,
  at INTEGER NOT NULL,                  -- Unix ms
  type TEXT NOT NULL,                   -- COLLATERAL_TRANSFER, VAULT_TAKEOVER
  asset TEXT NOT NULL,
  amount TEXT NOT NULL,
  usdt_notional TEXT NOT NULL,
  error_message TEXT                    -- of one that failed
) STRICT;
CREATE INDEX transfers_out ON transfers (from_account, at);
CREATE INDEX transfers_in ON transfers (to_account, at);

-- What each user's subaccount was worth on full hours; an hour after which nothing had moved has no row.
CREATE TABLE value_samples (
  account INTEGER NOT NULL,
  at INTEGER NOT NULL,                  -- Unix ms
  value TEXT NOT NULL,
  inflow TEXT NOT NULL,                 -- running total of what came in from outside, less what went out
  volume TEXT NOT NULL,                 -- running total of what was traded
  PRIMARY KEY (account, at)
) STRICT, WITHOUT ROWID;

-- One row for each hourly settlement of a market.
CREATE TABLE funding_rates (
  row INTEGER PRIMARY KEY,              -- counts up; a later settlement has a higher row
  market INTEGER NOT NULL,
  at INTEGER NOT NULL,                  -- Unix ms, a full hour
  rate TEXT NOT NULL                    -- one-hour ratio; positive means longs pay shorts
) STRICT;
CREATE INDEX funding_rates_by_time ON funding_rates (market, at);

-- One row for each payment of a user's position.
CREATE TABLE funding_payments (
  row INTEGER PRIMARY KEY,              -- the exchange's payment counter
  payment_id TEXT NOT NULL,
  account INTEGER NOT NULL,
  market INTEGER NOT NULL,
  at INTEGER NOT NULL,                  -- Unix ms, a full hour
  position_id TEXT NOT NULL,
  size TEXT NOT NULL,                   -- signed, negative is short
  index_price TEXT NOT NULL,            -- what the size was valued at
  rate TEXT NOT NULL,
  amount TEXT NOT NULL                  -- negative was paid
) STRICT;
CREATE INDEX funding_payments_by_time ON funding_payments (account, at);

CREATE VIEW placed_orders AS
SELECT o.row AS row, ${venueId('o.row')} AS venue_id, ${fact(3)} AS client_id, t.market AS market, m.symbol AS symbol,
  t.side AS side, t.type AS type, t.kind AS kind, t.time_in_force AS time_in_force, t.reduce_only AS reduce_only,
  t.post_only AS post_only, t.triggered_by_liquidation AS triggered_by_liquidation,
  t.trigger_price_type AS trigger_price_type, t.close_position AS close_position, CAST(${fact(2)} AS INTEGER) AS created_at,
  CAST(nullif(${fact(4)}, '') AS INTEGER) AS expires_at,
  ${venueId(linked(5))} AS take_profit_id, iif(${fact(5)} = '', NULL, ${fact(6)}) AS take_profit_client_id,
  ${venueId(linked(7))} AS stop_loss_id, iif(${fact(7)} = '', NULL, ${fact(8)}) AS stop_loss_client_id
FROM orders o CROSS JOIN order_terms t ON t.row = o.terms CROSS JOIN markets m ON m.row = t.market;

CREATE VIEW order_history AS
SELECT s.row AS row, s.account AS account, s.at AS updated_at, s.status AS status, a.sub_account_id AS sub_account_id,
  o.venue_id AS venue_id, o.client_id AS client_id, o.market AS market, o.symbol AS symbol, o.side AS side,
  o.type AS type,
  ${state(0)} AS quantity, nullif(${state(1)}, '') AS remaining_quantity, ${state(2)} AS price, ${state(4)} AS filled_price,
  ${state(5)} AS filled_quantity, ${state(6)} AS filled_value, o.time_in_force AS time_in_force,
  o.reduce_only AS reduce_only, o.post_only AS post_only,
  ${state(3)} AS trigger_price, o.trigger_price_type AS trigger_price_type, o.close_position AS close_position,
  o.take_profit_id AS take_profit_id, o.take_profit_client_id AS take_profit_client_id,
  o.stop_loss_id AS stop_loss_id, o.stop_loss_client_id AS stop_loss_client_id,
  o.triggered_by_liquidation AS triggered_by_liquidation, o.created_at AS created_at, o.expires_at AS expires_at,
  nullif(${state(8)}, '') AS cancel_reason, CASE s.status WHEN 'cancelled' THEN s.at END AS cancelled_at,
  nullif(${state(7)}, '') AS position_id, s.legs AS legs
FROM order_states s CROSS JOIN placed_orders o ON o.row = s.order_row CROSS JOIN accounts a ON a.row = s.account;

CREATE VIEW trades AS
SELECT f.row AS row, f.account AS account, f.at AS at, CAST(f.row / 2 AS TEXT) AS trade_id, f.order_row AS order_row,
  a.sub_account_id AS sub_account_id, o.venue_id AS venue_id, o.client_id AS client_id, o.kind AS kind,
  f.market AS market,
  o.symbol AS symbol, o.side AS side, ${figure(0)} AS direction, 1 - f.row % 2 AS maker, ${figure(1)} AS price,
  ${figure(2)} AS quantity,
  ${figure(3)} AS realized_pnl, ${figure(4)} AS fee, ${figure(5)} AS fee_rate, ${figure(6)} AS mark_price,
  ${figure(7)} AS entry_price, o.reduce_only AS reduce_only, o.post_only AS post_only,
  o.triggered_by_liquidation AS triggered_by_liquidation, f.position_id AS position_id,
  f.closed_position_id AS closed_position_id
FROM fills f CROSS JOIN placed_orders o ON o.row = f.order_row CROSS JOIN accounts a ON a.row = f.account;

CREATE VIEW balance_history AS
SELECT b.row AS row, b.id AS id, b.account AS account, b.at AS at, b.action AS action,
  coalesce(e.status, CASE b.action WHEN 'WITHDRAWAL' THEN 'pending' ELSE 'success' END) AS status, b.asset AS asset,
  b.amount AS amount, b.fee AS fee, b.gross_amount AS gross_amount, b.usdt_notional AS usdt_notional,
  b.destination AS destination, coalesce(b.tx_hash, e.tx_hash) AS tx_hash, f.sub_account_id AS from_sub_account_id,
  t.sub_account_id AS to_sub_account_id
FROM balance_updates b LEFT JOIN balance_ends e ON e.row = b.row
LEFT JOIN accounts f ON f.row = b.from_account LEFT JOIN accounts t ON t.row = b.to_account;

CREATE VIEW transfer_history AS
SELECT x.*, f.sub_account_id AS from_sub_account_id, t.sub_account_id AS to_sub_account_id
FROM transfers x JOIN accounts f ON f.row = x.from_account JOIN accounts t ON t.row = x.to_account;

CREATE VIEW funding_history AS
SELECT f.*, m.symbol AS symbol, a.sub_account_id AS sub_account_id
FROM funding_payments f JOIN markets m ON m.row = f.market JOIN accounts a ON a.row = f.account;

CREATE VIEW position_history AS
SELECT p.*, m.symbol AS symbol, a.sub_account_id AS sub_account_id
FROM closed_positions p CROSS JOIN markets m ON m.row = p.market CROSS JOIN accounts a ON a.row = p.account;
`;

/** Columns of each table that rows are written to. */
export const COLUMNS = {
  markets: 2,
  accounts: 2,
  order_terms: 11,
  orders: 4,
  order_states: 7,
  fills: 8,
  balance_updates: 14,
  balance_ends: 3,
  transfers: 10,
  funding_rates: 4,
  funding_payments: 10,
  closed_positions: 16,
  value_samples: 5,
} as const;

export type TableName = keyof typeof COLUMNS;

/**
 * Values of a row that are only ever read together, in one column: they are written and kept as one text, at a
 * fraction of what a column each would cost. They are words, decimals, ids and client ids (`order-item.ts`), none
 * of which has a comma.
 */
export const packed = (values: readonly (string | number)[]): string => values.join(',');

/** What a column holds: TEXT, INTEGER or nothing. */
export type Cell = string | number | null;

/** Writes one row of a table. */
export type Insert = (table: TableName, row: readonly Cell[]) => void;
