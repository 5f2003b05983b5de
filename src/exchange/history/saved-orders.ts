import { DIRECTIONS } from '../../contract/words.ts';
import { type Codec, CodecError, count, int, nullable, oneOf, text, within } from '../../kernel/codec/codec.ts';
import type { OrderLog } from './order-log.ts';
import { bigText, textLike } from './row-log.ts';
import {
  type FillRow,
  type KnownMarket,
  type OrderRow,
  STATUSES,
  type StateRow,
  type TurnLeg,
  type TurnLegs,
} from './row-sink.ts';
import type { Cell } from './schema.sql.ts';

// Orders, their states and their fills as a saved history has them: the numbers of their rows, one cell each.

/** A row that is saved. */
type Cells = readonly Cell[];

/** Returns the cells of an order as it is saved. */
const savedOrder = (row: OrderRow): Cells => [
  row.order,
  row.terms,
  row.parent,
  row.account,
  row.at,
  row.clientId,
  row.expiresAt,
  row.takeProfit?.no ?? null,
  row.takeProfit?.clientId ?? null,
  row.stopLoss?.no ?? null,
  row.stopLoss?.clientId ?? null,
];

/** Returns the cells of a state as it is saved. */
const savedState = (row: StateRow): Cells => [
  row.row,
  row.order,
  row.at,
  row.status,
  row.lots,
  row.trimmed,
  row.price,
  row.triggerPrice,
  row.fills?.lots ?? null,
  row.fills ? String(row.fills.value) : null,
  row.fills?.position ?? null,
  row.reason,
  row.turn && turnText(row.turn),
];

/** Returns the cells of a fill as it is saved. */
const savedFill = (row: FillRow): Cells => [
  row.row,
  row.order,
  row.at,
  row.position,
  row.direction,
  row.closedPosition,
  row.price,
  row.quantity,
  String(row.realizedPnl),
  String(row.fee),
  row.feeRate,
  row.mark,
  String(row.entryCost),
  row.entryLots,
];

function turnText({ trade, isTaker, legs }: TurnLegs): string {
  const texts = legs.map((leg) =>
    [
      ...[leg.leg, leg.position, leg.direction, leg.quantity, leg.fee, leg.closedPnl, leg.entryCost, leg.entryLots],
    ].join(','),
  );
  return [`${trade},${Number(isTaker)}`, ...texts].join(';');
}

/** A leg is its kind, position, direction, quantity, fee, closed PnL and entry. */
const turn: Codec<string> = textLike(
  new RegExp(`^\\d+,[01](?:;(?:open|close),\\d+,(?:${DIRECTIONS.join('|')}),\\d+(?:,-?\\d+){4})+$`),
  'the legs of a fill',
);

const no = nullable(count);
const link = [no, nullable(text)];

/** What the columns of these tables take. */
export const ORDER_COLUMNS = {
  orders: [count, count, no, count, int, text, nullable(int), ...link, ...link],
  order_states: [
    ...[count, count, int, oneOf(...STATUSES), count, count, count, count],
    ...[no, nullable(bigText), no, text, nullable(turn)],
  ],
  fills: [
    ...[count, count, int, count, oneOf(...DIRECTIONS), no, count, count],
    ...[bigText, bigText, int, count, bigText, int],
  ],
} as const satisfies Readonly<Record<string, readonly Pick<Codec<Cell>, 'decode'>[]>>;

export type OrderTable = keyof typeof ORDER_COLUMNS;
/** Returns whether the rows of a table are those of orders. */
export const isOrderTable = (table: string): table is OrderTable => Object.hasOwn(ORDER_COLUMNS, table);

type Tables = { readonly [Table in OrderTable | 'order_terms' | 'markets']?: readonly Cells[] };

/** Checks that states and fills are of orders that are there, and that orders have terms that are; throws CodecError. */
export function checkOrders(rows: Tables): void {
  const known = (table: keyof Tables): Set<unknown> => new Set((rows[table] ?? []).map(([row]) => row));
  const check = (table: OrderTable, names: ReadonlySet<unknown>): void => {
    const wrong = (rows[table] ?? []).findIndex(([, name]) => !names.has(name));
    if (wrong >= 0) within(table, () => within(wrong, () => refuse(1, 'names no row that is there')));
  };
  check('orders', known('order_terms'));
  const orders = known('orders');
  check('order_states', orders);
  check('fills', orders);
  const broken = (rows.order_states ?? []).findIndex(([row], index, all) => row !== Number(all[0]?.[0]) + index);
  if (broken >= 0) within('order_states', () => within(broken, () => refuse(0, 'does not follow the row before')));
}

const refuse = (place: number, problem: string): never =>
  within(place, () => {
    throw new CodecError('', problem);
  });

/** Writes saved rows into a log that has none. Their markets and terms are there. */
export function restoreOrders(rows: Tables, log: OrderLog): void {
  for (const cells of rows.orders ?? []) log.order(orderFrom(cells));
  for (const cells of rows.order_states ?? []) log.state(stateFrom(cells, log));
  for (const cells of rows.fills ?? []) log.fill(fillFrom(cells, log));
}

const number = (cell: Cell | undefined): number => Number(cell);
const numberOrNull = (cell: Cell | undefined): number | null => (cell === null ? null : Number(cell));
const linkFrom = (order: Cell | undefined, clientId: Cell | undefined): OrderRow['takeProfit'] =>
  order === null ? null : { no: number(order), clientId: String(clientId) };

const orderFrom = (cells: Cells): OrderRow => ({
  order: number(cells[0]),
  terms: number(cells[1]),
  parent: numberOrNull(cells[2]),
  account: number(cells[3]),
  at: number(cells[4]),
  clientId: String(cells[5]),
  expiresAt: numberOrNull(cells[6]),
  takeProfit: linkFrom(cells[7], cells[8]),
  stopLoss: linkFrom(cells[9], cells[10]),
});

/** Whose an order is, and where. */
function ownerOf(order: number, log: OrderLog): { readonly account: number; readonly market: KnownMarket } {
  const { account, terms } = log.orderOf(order);
  return { account, market: log.terms(terms).market };
}

function stateFrom(cells: Cells, log: OrderLog): StateRow {
  const [order, status, turned] = [number(cells[1]), STATUSES.find((word) => word === cells[3]) ?? 'placed', cells[12]];
  const lots = numberOrNull(cells[8]);
  return {
    ...ownerOf(order, log),
    row: number(cells[0]),
    order,
    at: number(cells[2]),
    status,
    lots: number(cells[4]),
    trimmed: number(cells[5]),
    price: number(cells[6]),
    triggerPrice: number(cells[7]),
    fills: lots === null ? null : { lots, value: BigInt(cells[9] ?? 0), position: number(cells[10]) },
    reason: String(cells[11]),
    turn: typeof turned === 'string' ? turnFrom(turned) : null,
  };
}

function turnFrom(given: string): TurnLegs {
  const [about = '', ...legs] = given.split(';');
  const [trade, isTaker] = about.split(',');
  return { trade: Number(trade), isTaker: isTaker === '1', legs: legs.map(legFrom) };
}

function legFrom(given: string): TurnLeg {
  const [leg, position, direction, quantity, fee = '', closedPnl = '', entryCost = '', entryLots] = given.split(',');
  return {
    leg: leg === 'open' ? 'open' : 'close',
    position: Number(position),
    direction: directionFrom(direction),
    quantity: Number(quantity),
    fee: BigInt(fee),
    closedPnl: BigInt(closedPnl),
    entryCost: BigInt(entryCost),
    entryLots: Number(entryLots),
  };
}

const directionFrom = (given: unknown): (typeof DIRECTIONS)[number] =>
  DIRECTIONS.find((word) => word === given) ?? 'open long';

function fillFrom(cells: Cells, log: OrderLog): FillRow {
  const order = number(cells[1]);
  return {
    ...ownerOf(order, log),
    row: number(cells[0]),
    order,
    at: number(cells[2]),
    position: number(cells[3]),
    direction: directionFrom(cells[4]),
    closedPosition: numberOrNull(cells[5]),
    price: number(cells[6]),
    quantity: number(cells[7]),
    realizedPnl: BigInt(cells[8] ?? 0),
    fee: BigInt(cells[9] ?? 0),
    feeRate: number(cells[10]),
    mark: number(cells[11]),
    entryCost: BigInt(cells[12] ?? 0),
    entryLots: number(cells[13]),
  };
}

/** Returns the rows of a log, of which each is saved as `savedOrder`, `savedState` and `savedFill` have it. */
export const ordersIn = (log: OrderLog): { readonly [Table in OrderTable]: Iterable<Cells> } => ({
  orders: mapped(log.orders(), savedOrder),
  order_states: mapped(log.states(), savedState),
  fills: mapped(log.fills(), savedFill),
});

function* mapped<T>(rows: Iterable<T>, cellsOf: (row: T) => Cells): Iterable<Cells> {
  for (const row of rows) yield cellsOf(row);
}
