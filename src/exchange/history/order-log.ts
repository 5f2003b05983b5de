import type { OrderHistoryQuery, TradesQuery } from '../../contract/views.ts';
import { DIRECTIONS } from '../../contract/words.ts';
import type { MarketSpec } from '../../engine/config.ts';
import { invariant, itemAt } from '../../kernel/errors.ts';
import type { AccountNo, OrderNo, PositionNo } from '../../kernel/ids.ts';
import { NumberLog, type Places, Postings } from './number-log.ts';
import { type Terms, termsOf } from './order-terms.ts';
import {
  type FillRow,
  type KnownMarket,
  type OrderRow,
  type RowSink,
  STATUSES,
  type StateRow,
  type TurnLegs,
} from './row-sink.ts';

/** States of orders are kept for as many orders as fills are kept: placed, filled in part, cancelling, cancelled. */
export const STATES_PER_ORDER = 4;

/** Markets that one account may have lists of. */
const MARKETS_MAX = 4_096;
const ALL_MARKETS = 0;
/** No market has it. */
const NO_MARKET = MARKETS_MAX - 1;
const keyOf = (account: AccountNo, market: number): number => account * MARKETS_MAX + market;

// Columns of an order, a state and a fill: those for small integers, and those for times, large amounts and places.
const ORDER = { terms: 0, account: 1, no: 0, at: 1, lastState: 2, lastFill: 3 } as const;
const STATE = {
  ...{ order: 0, status: 1, lots: 2, trimmed: 3, price: 4, trigger: 5, filled: 6, position: 7 },
  ...{ at: 0, filledValue: 1 },
} as const;
const FILL = {
  ...{ order: 0, position: 1, closed: 2, direction: 3, price: 4, quantity: 5, feeRate: 6, mark: 7, entryLots: 8 },
  ...{ backOfOrder: 9, backOfPosition: 10, backOfClosed: 11 },
  ...{ at: 0, row: 1, realizedPnl: 2, fee: 3, entryCost: 4 },
} as const;

/** Stands for nothing where 0 may be something. */
const NONE = -1;

/** What few orders have. */
interface Extras {
  readonly parent: OrderRow['parent'];
  readonly expiresAt: OrderRow['expiresAt'];
  readonly takeProfit: OrderRow['takeProfit'];
  readonly stopLoss: OrderRow['stopLoss'];
}

const NO_EXTRAS: Extras = { parent: null, expiresAt: null, takeProfit: null, stopLoss: null };

interface OrderLogOptions {
  readonly markets: ReadonlyMap<string, MarketSpec>;
  /** Fills that are kept, and a quarter of the states. */
  readonly kept: number;
  /** True while an order of a user may reach further states. */
  readonly isLive: (order: OrderNo) => boolean;
}

/**
 * Orders, their states and their fills as rows of numbers, with lists of them by account and market, and by order and position. A row
 * becomes text only when a page shows it, so that rows that nobody reads cost little more than the event. Of states and fills the latest are kept;
 * an order is there while it lives, while its last state is kept and while one of its fills is.
 */
export class OrderLog implements Pick<RowSink, 'named' | 'order' | 'state' | 'fill'> {
  readonly #options: OrderLogOptions;
  readonly #markets: KnownMarket[] = [];
  readonly #terms: Terms[] = [];
  readonly #reasons: string[] = [''];
  /** Orders by slot. A slot is used again once its order is no longer kept. */
  readonly #orders = new NumberLog({ ints: 2, numbers: 4 });
  readonly #clientIds: string[] = [];
  readonly #extras = new Map<number, Extras>();
  readonly #slots = new Map<OrderNo, number>();
  readonly #free: number[] = [];
  /** Chunks of a TWAP. */
  readonly #chunks = new Map<OrderNo, OrderNo[]>();
  readonly #states = new NumberLog({ ints: 8, numbers: 2 });
  readonly #statesOf = new Postings();
  readonly #turns = new Map<number, TurnLegs>();
  /** Number of the state at place 0, less one. */
  #before = 0;
  readonly #fills = new NumberLog({ ints: 12, numbers: 5 });
  readonly #fillsOf = new Postings();
  /** Places of the last fills of positions. */
  readonly #lastFills = new Map<PositionNo, number>();
  /** Places of the last state and the last fill that are gone. A read finds none that is too old, also where its row is still there. */
  #goneState = NONE;
  #goneFill = NONE;
  #changes = 0;

  constructor(options: OrderLogOptions) {
    this.#options = options;
  }

  /** Counts up with everything that is added. */
  get changes(): number {
    return this.#changes;
  }

  named(table: 'markets' | 'accounts' | 'order_terms', cells: readonly (string | number)[]): void {
    if (table === 'markets') {
      const spec = this.#options.markets.get(String(cells[1]));
      invariant(spec, () => `market ${cells[1]} is known to history`);
      this.#markets.push({ spec, row: this.#markets.length + 1 });
    } else if (table === 'order_terms') {
      this.#terms.push(termsOf(cells, itemAt(this.#markets, Number(cells[1]) - 1)));
    }
  }

  order(row: OrderRow): void {
    this.#changes += 1;
    const slot = this.#free.pop() ?? this.#orders.add();
    const orders = this.#orders;
    orders.setInt(slot, ORDER.terms, row.terms);
    orders.setInt(slot, ORDER.account, row.account);
    orders.setNumber(slot, ORDER.no, row.order);
    orders.setNumber(slot, ORDER.at, row.at);
    orders.setNumber(slot, ORDER.lastState, NONE);
    orders.setNumber(slot, ORDER.lastFill, NONE);
    this.#clientIds[slot] = row.clientId;
    this.#slots.set(row.order, slot);
    const { parent, expiresAt, takeProfit, stopLoss } = row;
    if (parent === null && expiresAt === null && takeProfit === null && stopLoss === null) return;
    this.#extras.set(slot, { parent, expiresAt, takeProfit, stopLoss });
    if (parent === null) return;
    const chunks = this.#chunks.get(parent);
    if (chunks) chunks.push(row.order);
    else this.#chunks.set(parent, [row.order]);
  }

  state(row: StateRow): void {
    this.#changes += 1;
    const { account, market, fills, turn } = row;
    const slot = this.#slotOf(row.order);
    const states = this.#states;
    const place = states.add();
    if (place === 0) this.#before = row.row - 1;
    states.setInt(place, STATE.order, slot);
    states.setInt(place, STATE.status, this.#reasonNo(row.reason) * STATUSES.length + STATUSES.indexOf(row.status));
    states.setInt(place, STATE.lots, row.lots);
    states.setInt(place, STATE.trimmed, row.trimmed);
    states.setInt(place, STATE.price, row.price);
    states.setInt(place, STATE.trigger, row.triggerPrice);
    states.setInt(place, STATE.filled, fills ? fills.lots : NONE);
    states.setNumber(place, STATE.at, row.at);
    if (fills) {
      states.setInt(place, STATE.position, fills.position);
      states.setBig(place, STATE.filledValue, fills.value);
    }
    if (turn) this.#turns.set(place, turn);
    this.#orders.setNumber(slot, ORDER.lastState, place);
    this.#statesOf.add(keyOf(account, ALL_MARKETS), place);
    this.#statesOf.add(keyOf(account, market.row), place);
    states.dropBefore(this.#oldestState, (old) => this.#dropState(old));
  }

  fill(row: FillRow): void {
    this.#changes += 1;
    const { account, market, position, closedPosition } = row;
    const slot = this.#slotOf(row.order);
    const fills = this.#fills;
    const place = fills.add();
    fills.setInt(place, FILL.order, slot);
    fills.setInt(place, FILL.position, position);
    fills.setInt(place, FILL.closed, closedPosition ?? NONE);
    fills.setInt(place, FILL.direction, DIRECTIONS.indexOf(row.direction));
    fills.setInt(place, FILL.price, row.price);
    fills.setInt(place, FILL.quantity, row.quantity);
    fills.setInt(place, FILL.feeRate, row.feeRate);
    fills.setInt(place, FILL.mark, row.mark);
    fills.setInt(place, FILL.entryLots, row.entryLots);
    fills.setNumber(place, FILL.at, row.at);
    fills.setNumber(place, FILL.row, row.row);
    fills.setBig(place, FILL.realizedPnl, row.realizedPnl);
    fills.setBig(place, FILL.fee, row.fee);
    fills.setBig(place, FILL.entryCost, row.entryCost);
    // How far back the fill before is: 0 for none, and never more than there are rows.
    const before = this.#orders.number(slot, ORDER.lastFill);
    fills.setInt(place, FILL.backOfOrder, before === NONE ? 0 : place - before);
    this.#orders.setNumber(slot, ORDER.lastFill, place);
    fills.setInt(place, FILL.backOfPosition, this.#backOf(position, place));
    if (closedPosition !== null) fills.setInt(place, FILL.backOfClosed, this.#backOf(closedPosition, place));
    this.#fillsOf.add(keyOf(account, ALL_MARKETS), place);
    this.#fillsOf.add(keyOf(account, market.row), place);
    fills.dropBefore(this.#oldestFill, (old) => this.#dropFill(old));
  }

  terms(row: number): Terms {
    return itemAt(this.#terms, row - 1);
  }

  /** States of one subaccount that a query asks for, newest first, without those that its offset leaves out. */
  *statesThat(query: OrderHistoryQuery): Iterable<StateRow> {
    const { statuses, side, type, limit = Number.POSITIVE_INFINITY, offset = 0 } = query;
    const states = this.#states;
    const list = this.#statesOf.of(keyOf(query.account, this.#marketNo(query.symbol)));
    const window = windowIn(list, this.#oldestState, query, (place) => states.number(place, STATE.at));
    const isNarrowed = Boolean(statuses?.length) || side !== undefined || type !== undefined;
    const isAsked = (place: number): boolean => {
      if (statuses?.length && !statuses.includes(this.#statusAt(place))) return false;
      const terms = this.#termsOfSlot(states.int(place, STATE.order));
      return (side === undefined || terms.side === side) && (type === undefined || terms.type === type);
    };
    let skip = isNarrowed ? offset : 0;
    let left = limit;
    for (let index = window.to - 1 - (isNarrowed ? 0 : offset); index >= window.from && left > 0; index -= 1) {
      const place = list.at(index);
      if (isNarrowed && !isAsked(place)) continue;
      if (skip > 0) {
        skip -= 1;
        continue;
      }
      left -= 1;
      yield this.#stateAt(place);
    }
  }

  /** The page of trades of one subaccount that a query asks for, newest first, and the count of all that match. */
  tradesThat(query: TradesQuery): { readonly rows: readonly FillRow[]; readonly total: number } {
    const { order, positionId, limit, offset } = query;
    if (order !== undefined || positionId !== undefined) {
      const found = this.#fillsOfFew(query);
      return { rows: found.slice(offset, offset + limit).map((place) => this.#fillAt(place)), total: found.length };
    }
    const list = this.#fillsOf.of(keyOf(query.account, this.#marketNo(query.symbol)));
    const { from, to } = windowIn(list, this.#oldestFill, query, (place) => this.#fills.number(place, FILL.at));
    const rows: FillRow[] = [];
    const newest = to - 1 - offset;
    for (let index = newest; index >= from && index > newest - limit; index -= 1)
      rows.push(this.#fillAt(list.at(index)));
    return { rows, total: Math.max(0, to - from) };
  }

  /** An order of which a state or a fill is kept. */
  orderOf(no: OrderNo): OrderRow {
    return this.#orderAt(this.#slotOf(no));
  }

  /** The client id of an order; empty once the order is no longer kept. */
  clientIdOf(no: OrderNo): string {
    const slot = this.#slots.get(no);
    return slot !== undefined && this.#isKept(slot) ? itemAt(this.#clientIds, slot) : '';
  }

  /** Every order that is kept, the first one first. */
  orders(): OrderRow[] {
    const kept = [...this.#slots.values()].filter((slot) => this.#isKept(slot));
    return kept.map((slot) => this.#orderAt(slot)).sort((a, b) => a.order - b.order);
  }

  /** Every state that is kept, the oldest first. */
  *states(): Iterable<StateRow> {
    for (let place = this.#oldestState; place < this.#states.count; place += 1) yield this.#stateAt(place);
  }

  /** Every fill that is kept, the oldest first. */
  *fills(): Iterable<FillRow> {
    for (let place = this.#oldestFill; place < this.#fills.count; place += 1) yield this.#fillAt(place);
  }

  /** Places of the fills of one order or one position, newest first; executions of a TWAP are those of its chunks. */
  #fillsOfFew({ account, order, positionId, symbol, from, to }: TradesQuery): number[] {
    const fills = this.#fills;
    const market = this.#marketNo(symbol);
    const all =
      order === undefined
        ? this.#fillsOfPosition(positionId ?? '')
        : [order, ...(this.#chunks.get(order) ?? [])].flatMap((no) => this.#fillsOfOrder(no)).sort((a, b) => b - a);
    return all.filter((place) => {
      const at = fills.number(place, FILL.at);
      const slot = fills.int(place, FILL.order);
      return (
        at >= from &&
        at <= to &&
        this.#orders.int(slot, ORDER.account) === account &&
        (market === ALL_MARKETS || this.#termsOfSlot(slot).market.row === market) &&
        (positionId === undefined || this.#isOfPosition(place, positionId))
      );
    });
  }

  #fillsOfOrder(no: OrderNo): number[] {
    const slot = this.#slots.get(no);
    if (slot === undefined) return [];
    const last = this.#orders.number(slot, ORDER.lastFill);
    return this.#chain(last, (place) => this.#fills.int(place, FILL.backOfOrder));
  }

  #fillsOfPosition(id: string): number[] {
    const fills = this.#fills;
    const position = Number(id);
    const last = this.#lastFills.get(position) ?? NONE;
    return this.#chain(last, (place) =>
      fills.int(place, FILL.position) === position
        ? fills.int(place, FILL.backOfPosition)
        : fills.int(place, FILL.backOfClosed),
    );
  }

  /** Places of kept fills, each found from the one after it. */
  #chain(last: number, backOf: (place: number) => number): number[] {
    const places: number[] = [];
    for (let place = last, back = 1; back > 0 && place >= this.#oldestFill; place -= back) {
      places.push(place);
      back = backOf(place);
    }
    return places;
  }

  #isOfPosition(place: number, id: string): boolean {
    return (
      String(this.#fills.int(place, FILL.position)) === id ||
      (this.#fills.int(place, FILL.closed) !== NONE && String(this.#fills.int(place, FILL.closed)) === id)
    );
  }

  /** How far back the last fill of a position is; from now on that is the one at `place`. */
  #backOf(position: PositionNo, place: number): number {
    const before = this.#lastFills.get(position) ?? place;
    this.#lastFills.set(position, place);
    return place - before;
  }

  #orderAt(slot: number): OrderRow {
    const orders = this.#orders;
    return {
      order: orders.number(slot, ORDER.no),
      terms: orders.int(slot, ORDER.terms),
      account: orders.int(slot, ORDER.account),
      at: orders.number(slot, ORDER.at),
      clientId: itemAt(this.#clientIds, slot),
      ...(this.#extras.get(slot) ?? NO_EXTRAS),
    };
  }

  #statusAt(place: number): (typeof STATUSES)[number] {
    return itemAt(STATUSES, this.#states.int(place, STATE.status) % STATUSES.length);
  }

  #stateAt(place: number): StateRow {
    const states = this.#states;
    const slot = states.int(place, STATE.order);
    const filled = states.int(place, STATE.filled);
    return {
      row: place + 1 + this.#before,
      order: this.#orders.number(slot, ORDER.no),
      account: this.#orders.int(slot, ORDER.account),
      market: this.#termsOfSlot(slot).market,
      at: states.number(place, STATE.at),
      status: this.#statusAt(place),
      lots: states.int(place, STATE.lots),
      trimmed: states.int(place, STATE.trimmed),
      price: states.int(place, STATE.price),
      triggerPrice: states.int(place, STATE.trigger),
      fills:
        filled === NONE
          ? null
          : {
              lots: filled,
              value: states.big(place, STATE.filledValue),
              position: states.int(place, STATE.position),
            },
      reason: itemAt(this.#reasons, Math.floor(states.int(place, STATE.status) / STATUSES.length)),
      turn: this.#turns.get(place) ?? null,
    };
  }

  #fillAt(place: number): FillRow {
    const fills = this.#fills;
    const slot = fills.int(place, FILL.order);
    const closed = fills.int(place, FILL.closed);
    return {
      row: fills.number(place, FILL.row),
      order: this.#orders.number(slot, ORDER.no),
      account: this.#orders.int(slot, ORDER.account),
      market: this.#termsOfSlot(slot).market,
      at: fills.number(place, FILL.at),
      position: fills.int(place, FILL.position),
      direction: itemAt(DIRECTIONS, fills.int(place, FILL.direction)),
      closedPosition: closed === NONE ? null : closed,
      price: fills.int(place, FILL.price),
      quantity: fills.int(place, FILL.quantity),
      realizedPnl: fills.big(place, FILL.realizedPnl),
      fee: fills.big(place, FILL.fee),
      feeRate: fills.int(place, FILL.feeRate),
      mark: fills.int(place, FILL.mark),
      entryCost: fills.big(place, FILL.entryCost),
      entryLots: fills.int(place, FILL.entryLots),
    };
  }

  get #oldestState(): number {
    return Math.max(0, this.#states.count - this.#options.kept * STATES_PER_ORDER);
  }

  get #oldestFill(): number {
    return Math.max(0, this.#fills.count - this.#options.kept);
  }

  #dropState(place: number): void {
    this.#goneState = place;
    const slot = this.#states.int(place, STATE.order);
    this.#turns.delete(place);
    this.#shift(this.#statesOf, slot);
    if (this.#orders.number(slot, ORDER.lastState) === place) this.#forget(slot);
  }

  #dropFill(place: number): void {
    this.#goneFill = place;
    const slot = this.#fills.int(place, FILL.order);
    this.#shift(this.#fillsOf, slot);
    for (const column of [FILL.position, FILL.closed]) {
      const position = this.#fills.int(place, column);
      if (this.#lastFills.get(position) === place) this.#lastFills.delete(position);
    }
    if (this.#orders.number(slot, ORDER.lastFill) === place) this.#forget(slot);
  }

  #shift(lists: Postings, slot: number): void {
    const account = this.#orders.int(slot, ORDER.account);
    lists.shift(keyOf(account, ALL_MARKETS));
    lists.shift(keyOf(account, this.#termsOfSlot(slot).market.row));
  }

  /** Gives the slot of an order back once the last of its rows is gone and no other can follow. */
  #forget(slot: number): void {
    const orders = this.#orders;
    const no = orders.number(slot, ORDER.no);
    if (orders.number(slot, ORDER.lastState) > this.#goneState || orders.number(slot, ORDER.lastFill) > this.#goneFill)
      return;
    if (this.#options.isLive(no)) return;
    const parent = this.#extras.get(slot)?.parent ?? null;
    if (parent !== null) this.#forgetChunk(parent, no);
    this.#slots.delete(no);
    this.#extras.delete(slot);
    this.#clientIds[slot] = '';
    this.#free.push(slot);
  }

  #forgetChunk(parent: OrderNo, no: OrderNo): void {
    const left = (this.#chunks.get(parent) ?? []).filter((chunk) => chunk !== no);
    if (left.length === 0) this.#chunks.delete(parent);
    else this.#chunks.set(parent, left);
  }

  #isKept(slot: number): boolean {
    const orders = this.#orders;
    return (
      orders.number(slot, ORDER.lastState) >= this.#oldestState ||
      orders.number(slot, ORDER.lastFill) >= this.#oldestFill ||
      this.#options.isLive(orders.number(slot, ORDER.no))
    );
  }

  #slotOf(no: OrderNo): number {
    const slot = this.#slots.get(no);
    invariant(slot !== undefined, () => `order ${no} is kept with its rows`);
    return slot;
  }

  #termsOfSlot(slot: number): Terms {
    return this.terms(this.#orders.int(slot, ORDER.terms));
  }

  #reasonNo(reason: string): number {
    const known = this.#reasons.indexOf(reason);
    return known >= 0 ? known : this.#reasons.push(reason) - 1;
  }

  #marketNo(symbol: string | undefined): number {
    if (symbol === undefined) return ALL_MARKETS;
    return this.#markets.find(({ spec }) => spec.symbol === symbol)?.row ?? NO_MARKET;
  }
}

/** The part of a list that is kept and within a window of time: from one index up to before another. */
function windowIn(
  list: Places,
  oldest: number,
  { from, to }: { readonly from: number; readonly to: number },
  timeAt: (place: number) => number,
): { readonly from: number; readonly to: number } {
  return {
    from: list.firstThat((place) => place >= oldest && timeAt(place) >= from),
    to: list.firstThat((place) => place >= oldest && timeAt(place) > to),
  };
}
