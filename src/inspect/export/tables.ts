/** What a column holds. Decimals and ids are texts except in Parquet, where decimals are DECIMAL. Times are Unix ms. */
export type ColumnType = 'id' | 'text' | 'decimal' | 'integer' | 'boolean' | 'time';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** May hold nothing. */
  readonly optional?: true;
  readonly about: string;
}

/** One table of an export: the only definition of it, for every format. */
export interface Table {
  readonly name: string;
  readonly about: string;
  readonly columns: readonly Column[];
  /** The column that `--from` and `--to` go by. */
  readonly time: string;
}

/** Cells in the order of the columns. */
export type Cells = readonly (string | number | boolean | null)[];

const column = (name: string, type: ColumnType, about: string): Column => ({ name, type, about });
const optional = (name: string, type: ColumnType, about: string): Column => ({ name, type, about, optional: true });

const ACCOUNT = column('sub_account_id', 'id', 'the subaccount');
const SYMBOL = column('symbol', 'text', 'the market');
const SIDE = column('side', 'text', 'buy or sell');
const ORDER = column('order_id', 'id', 'the order');

export const ORDERS: Table = {
  name: 'orders',
  about: 'each order of a user in the last state that it reached',
  time: 'updated_at',
  columns: [
    ORDER,
    optional('client_order_id', 'text', 'as the client named it'),
    ACCOUNT,
    SYMBOL,
    SIDE,
    column('type', 'text', 'LIMIT, MARKET, STOP_LOSS, TAKE_PROFIT or TWAP'),
    column('time_in_force', 'text', 'GTC, IOC and so on'),
    column('reduce_only', 'boolean', 'only reduces a position'),
    column('post_only', 'boolean', 'only adds to the book'),
    column('close_position', 'boolean', 'closes the whole position'),
    column('triggered_by_liquidation', 'boolean', 'placed by a liquidation'),
    column('status', 'text', 'the last status'),
    column('quantity', 'decimal', 'base quantity'),
    optional('price', 'decimal', 'limit price; none for market orders'),
    optional('trigger_price', 'decimal', 'of conditional orders'),
    column('filled_quantity', 'decimal', 'base quantity filled'),
    optional('average_price', 'decimal', 'of the fills'),
    column('filled_value', 'decimal', 'sum of price times quantity'),
    optional('cancel_reason', 'text', 'when the exchange cancelled it'),
    column('created_at', 'time', 'when it was placed'),
    column('updated_at', 'time', 'when it reached the last state'),
    optional('expires_at', 'time', 'of orders with an expiry'),
  ],
};

export const ORDER_STATES: Table = {
  name: 'order_states',
  about: 'each state that an order of a user reached',
  time: 'time',
  columns: [
    column('state', 'integer', 'counts up; a later state has a higher number'),
    ORDER,
    ACCOUNT,
    SYMBOL,
    column('time', 'time', 'when it was reached'),
    column('status', 'text', 'the status'),
    column('quantity', 'decimal', 'base quantity'),
    optional('remaining_quantity', 'decimal', 'what still works, of an order that its position trimmed'),
    optional('price', 'decimal', 'limit price'),
    optional('trigger_price', 'decimal', 'of conditional orders'),
    column('filled_quantity', 'decimal', 'filled so far'),
    optional('average_price', 'decimal', 'of the fills so far'),
    column('filled_value', 'decimal', 'sum of price times quantity so far'),
    optional('position_id', 'id', 'position of the latest fill'),
    optional('cancel_reason', 'text', 'when the exchange cancelled it'),
  ],
};

export const FILLS: Table = {
  name: 'fills',
  about: "each user's side of a trade",
  time: 'time',
  columns: [
    column('trade_id', 'id', 'the trade'),
    ORDER,
    optional('client_order_id', 'text', 'as the client named the order'),
    ACCOUNT,
    SYMBOL,
    column('time', 'time', 'when it was traded'),
    SIDE,
    column('direction', 'text', 'open long, close long, open short or close short'),
    column('maker', 'boolean', 'the order rested in the book'),
    column('price', 'decimal', 'price'),
    column('quantity', 'decimal', 'base quantity'),
    column('realized_pnl', 'decimal', 'without fees'),
    column('fee', 'decimal', 'negative is a rebate'),
    column('fee_rate', 'decimal', 'ratio of the notional'),
    column('mark_price', 'decimal', 'mark at that moment'),
    column('entry_price', 'decimal', 'average entry of the position'),
    column('position_id', 'id', 'the position'),
    optional('closed_position_id', 'id', 'the position that this fill turned around'),
    column('triggered_by_liquidation', 'boolean', 'of an order of a liquidation'),
  ],
};

export const POSITIONS: Table = {
  name: 'positions',
  about: 'each position of a user that was closed, then those that are open at the end',
  time: 'closed_at',
  columns: [
    column('position_id', 'id', 'the position'),
    ACCOUNT,
    SYMBOL,
    column('side', 'text', 'long or short'),
    column('status', 'text', 'closed or open'),
    column('quantity', 'decimal', 'closed: the largest size that it had; open: the size now'),
    column('entry_price', 'decimal', 'average entry'),
    optional('close_price', 'decimal', 'average of the fills that closed it'),
    optional('close_reason', 'text', 'close, flip or liquidation'),
    optional('leverage', 'integer', 'what the user had set, of closed positions'),
    column('realized_pnl', 'decimal', 'without fees'),
    column('fees', 'decimal', 'over all fills'),
    column('funding', 'decimal', 'positive was received'),
    column('created_at', 'time', 'when it was opened'),
    optional('closed_at', 'time', 'when it was closed; none while it is open'),
    optional('closing_trade_id', 'id', 'the trade that closed it'),
  ],
};

export const LEDGER: Table = {
  name: 'ledger',
  about: "each change of a user's balance from outside trading",
  time: 'time',
  columns: [
    column('id', 'id', 'the balance update'),
    ACCOUNT,
    column('time', 'time', 'when it took place'),
    column('action', 'text', 'DEPOSIT, WITHDRAWAL or TRANSFER'),
    column('status', 'text', 'success, pending or failed, at the end'),
    column('asset', 'text', 'the asset'),
    column('amount', 'decimal', 'signed, fee included'),
    column('fee', 'decimal', 'fee'),
    column('gross_amount', 'decimal', 'without sign'),
    column('usdt_notional', 'decimal', 'worth at that moment'),
    optional('destination', 'text', 'address of a withdrawal'),
    optional('tx_hash', 'text', 'of deposits and paid withdrawals'),
    optional('from_sub_account_id', 'id', 'of transfers'),
    optional('to_sub_account_id', 'id', 'of transfers'),
  ],
};

export const FUNDING: Table = {
  name: 'funding',
  about: "each funding payment of a user's position",
  time: 'time',
  columns: [
    column('payment_id', 'id', 'the payment'),
    ACCOUNT,
    SYMBOL,
    column('time', 'time', 'a full hour'),
    column('position_id', 'id', 'the position'),
    column('size', 'decimal', 'signed, negative is short'),
    column('index_price', 'decimal', 'what the size was valued at'),
    column('rate', 'decimal', 'one-hour ratio'),
    column('amount', 'decimal', 'negative was paid'),
  ],
};

export const FUNDING_RATES: Table = {
  name: 'funding_rates',
  about: 'each hourly settlement of a market',
  time: 'time',
  columns: [SYMBOL, column('time', 'time', 'a full hour'), column('rate', 'decimal', 'positive: longs pay shorts')],
};

export const ACCOUNT_VALUE: Table = {
  name: 'account_value',
  about: 'what each subaccount of a user was worth on full hours; an hour after which nothing had moved has no row',
  time: 'time',
  columns: [
    ACCOUNT,
    column('time', 'time', 'a full hour'),
    column('value', 'decimal', 'account value'),
    column('inflow', 'decimal', 'running total of what came in from outside, less what went out'),
    column('volume', 'decimal', 'running total of what was traded'),
  ],
};

export const CANDLES: Table = {
  name: 'candles',
  about: 'candles of every market at the interval, from the start of the exchange; the last one may be unfinished',
  time: 'open_time',
  columns: [
    SYMBOL,
    column('interval', 'text', 'as --interval names it'),
    column('open_time', 'time', 'begin'),
    column('close_time', 'time', 'begin of the next one'),
    column('open', 'decimal', 'price'),
    column('high', 'decimal', 'price'),
    column('low', 'decimal', 'price'),
    column('close', 'decimal', 'price'),
    column('volume', 'decimal', 'base quantity'),
    column('quote_volume', 'decimal', 'sum of price times quantity'),
    column('trades', 'integer', 'number of trades'),
  ],
};

export const BOOK: Table = {
  name: 'book_snapshots',
  about: 'the best levels of every book at each interval, as of just before that moment',
  time: 'time',
  columns: [
    column('time', 'time', 'the moment'),
    SYMBOL,
    SIDE,
    column('level', 'integer', 'from 1, best first'),
    column('price', 'decimal', 'price'),
    column('quantity', 'decimal', 'base quantity of all orders at the price'),
  ],
};

/** Every table of an export, in the order in which they are listed. */
export const TABLES: readonly Table[] = [
  ORDERS,
  ORDER_STATES,
  FILLS,
  POSITIONS,
  LEDGER,
  FUNDING,
  FUNDING_RATES,
  ACCOUNT_VALUE,
  CANDLES,
  BOOK,
];

/** Exchange time that an export covers, Unix ms: from `from` on, and before `to`. */
export interface ExportWindow {
  readonly from: number;
  readonly to: number;
}

/** No time is later. */
export const END_OF_TIME = 8_640_000_000_000_000;
