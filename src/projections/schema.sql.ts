/**
 * The tables behind history reads. Ids and decimals are TEXT, so that neither a 64-bit id nor a long
 * decimal ever passes through a float (DUR-16); an INTEGER `row` gives each table its order, because time
 * never runs backwards and rows are written in event order. What repeats is stored once; the views
 * `order_history`, `trades` and `position_history` put it back together, for the API and for people. Their
 * cross joins only tell SQLite to begin at the rows of the window, in the order of its index.
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

-- One row for each order of a user: what never changes about it. Orders of the seeded agents are not kept.
CREATE TABLE orders (
  row INTEGER PRIMARY KEY,              -- the exchange's order counter
  account INTEGER NOT NULL,             -- accounts.row
  market INTEGER NOT NULL,              -- markets.row
  venue_id TEXT NOT NULL,
  client_id TEXT NOT NULL,              -- empty when the client gave none
  side TEXT NOT NULL,                   -- buy, sell
  type TEXT NOT NULL,                   -- LIMIT, MARKET
  kind TEXT NOT NULL,                   -- limit, market: the word of trade records
  time_in_force TEXT NOT NULL,
  reduce_only INTEGER NOT NULL,
  post_only INTEGER NOT NULL,
  triggered_by_liquidation INTEGER NOT NULL,
  created_at INTEGER NOT NULL,          -- Unix ms
  expires_at INTEGER                    -- Unix ms, only for orders with an expiry
) STRICT;

-- One row for each state an order reached (R-25).
CREATE TABLE order_states (
  row INTEGER PRIMARY KEY,              -- counts up; a later state has a higher row
  order_row INTEGER NOT NULL,           -- orders.row
  account INTEGER NOT NULL,
  at INTEGER NOT NULL,                  -- Unix ms
  status TEXT NOT NULL,                 -- placed, partially filled, filled, cancelling, cancelled, modified
  quantity TEXT NOT NULL,
  price TEXT NOT NULL,                  -- empty for market orders
  filled_price TEXT NOT NULL,           -- average so far, empty while unfilled
  filled_quantity TEXT NOT NULL,        -- running total
  filled_value TEXT NOT NULL,           -- running total of price x quantity
  position_id TEXT,                     -- position of the latest fill
  legs TEXT,                            -- JSON, only when this fill turned the position around
  cancel_reason TEXT                    -- empty for every other state and when the user cancelled
) STRICT;
CREATE INDEX order_states_by_time ON order_states (account, at);

-- One row for each user's side of an execution.
CREATE TABLE fills (
  row INTEGER PRIMARY KEY,              -- twice the trade counter, plus one for the taker's side
  trade_id TEXT NOT NULL,
  order_row INTEGER NOT NULL,           -- orders.row
  account INTEGER NOT NULL,
  market INTEGER NOT NULL,
  at INTEGER NOT NULL,                  -- Unix ms
  direction TEXT NOT NULL,              -- of the last leg: open long, close long, open short, close short
  maker INTEGER NOT NULL,
  price TEXT NOT NULL,
  quantity TEXT NOT NULL,
  realized_pnl TEXT NOT NULL,           -- without fees
  fee TEXT NOT NULL,                    -- negative is a rebate
  fee_rate TEXT NOT NULL,
  mark_price TEXT NOT NULL,
  entry_price TEXT NOT NULL,            -- average entry of the position at this fill
  position_id TEXT NOT NULL             -- of the last leg
) STRICT;
CREATE INDEX fills_by_time ON fills (account, at, row, market); -- with all that a count of a window needs
CREATE INDEX fills_by_order ON fills (order_row);
CREATE INDEX fills_by_position ON fills (position_id);

-- One row for each position a user has closed.
CREATE TABLE closed_positions (
  row INTEGER PRIMARY KEY,              -- counts up; a later close has a higher row
  account INTEGER NOT NULL,
  market INTEGER NOT NULL,
  position_id TEXT NOT NULL,
  side TEXT NOT NULL,                   -- long, short
  entry_price TEXT NOT NULL,
  quantity TEXT NOT NULL,               -- the largest size it had
  close_price TEXT NOT NULL,            -- of the execution that closed it
  close_reason TEXT NOT NULL,           -- close, flip, liquidation
  realized_pnl TEXT NOT NULL,           -- over all its closing fills, without fees
  accumulated_fees TEXT NOT NULL,       -- over all its fills
  net_funding TEXT NOT NULL,            -- positive is received
  created_at INTEGER NOT NULL,          -- Unix ms
  closed_at INTEGER NOT NULL,           -- Unix ms
  trade_id TEXT NOT NULL                -- the execution that closed it
) STRICT;
CREATE INDEX closed_positions_by_time ON closed_positions (account, closed_at);

CREATE VIEW order_history AS
SELECT s.row AS row, s.account AS account, s.at AS updated_at, s.status AS status, a.sub_account_id AS sub_account_id,
  o.venue_id AS venue_id, o.client_id AS client_id, o.market AS market, m.symbol AS symbol, o.side AS side,
  o.type AS type,
  s.quantity AS quantity, s.price AS price, s.filled_price AS filled_price, s.filled_quantity AS filled_quantity,
  s.filled_value AS filled_value, o.time_in_force AS time_in_force, o.reduce_only AS reduce_only,
  o.post_only AS post_only,
  o.triggered_by_liquidation AS triggered_by_liquidation, o.created_at AS created_at, o.expires_at AS expires_at,
  s.cancel_reason AS cancel_reason, CASE s.status WHEN 'cancelled' THEN s.at END AS cancelled_at,
  s.position_id AS position_id, s.legs AS legs
FROM order_states s CROSS JOIN orders o ON o.row = s.order_row
CROSS JOIN markets m ON m.row = o.market CROSS JOIN accounts a ON a.row = s.account;

CREATE VIEW trades AS
SELECT f.row AS row, f.account AS account, f.at AS at, f.trade_id AS trade_id, f.order_row AS order_row,
  a.sub_account_id AS sub_account_id, o.venue_id AS venue_id, o.client_id AS client_id, o.kind AS kind,
  f.market AS market,
  m.symbol AS symbol, o.side AS side, f.direction AS direction, f.maker AS maker, f.price AS price,
  f.quantity AS quantity,
  f.realized_pnl AS realized_pnl, f.fee AS fee, f.fee_rate AS fee_rate, f.mark_price AS mark_price,
  f.entry_price AS entry_price, o.reduce_only AS reduce_only, o.post_only AS post_only,
  o.triggered_by_liquidation AS triggered_by_liquidation, f.position_id AS position_id
FROM fills f CROSS JOIN orders o ON o.row = f.order_row
CROSS JOIN markets m ON m.row = f.market CROSS JOIN accounts a ON a.row = f.account;

CREATE VIEW position_history AS
SELECT p.*, m.symbol AS symbol, a.sub_account_id AS sub_account_id
FROM closed_positions p CROSS JOIN markets m ON m.row = p.market CROSS JOIN accounts a ON a.row = p.account;
`;

/** Columns of each table that rows are written to. */
export const COLUMNS = {
  markets: 2,
  accounts: 2,
  orders: 14,
  order_states: 13,
  fills: 16,
  closed_positions: 15,
} as const;

export type TableName = keyof typeof COLUMNS;
