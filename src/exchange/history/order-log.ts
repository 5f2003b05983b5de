import type { OrderHistoryQuery, TradesQuery } from '../../contract/views.ts';
import { DIRECTIONS } from '../../contract/words.ts';
import type { MarketSpec } from '../../engine/config.ts';
import { invariant, itemAt } from '../../kernel/errors.ts';
import type { OrderNo, PositionNo } from '../../kernel/ids.ts';
import { BesideStates, type Figures } from './beside-states.ts';
import { chainOf, FILL, FillsOfPositions } from './fills-of-positions.ts';
import { kindOf, testOfKinds } from './kinds.ts';
import { NumberIndex, NumberLog, type Places, Postings, type SavedLog } from './number-log.ts';
import { type Terms, termsOf } from './order-terms.ts';
import { ALL_MARKETS, listOf, marketNo } from './row-log.ts';
import { type FillRow, type KnownMarket, type OrderRow, type RowSink, STATUSES, type StateRow } from './row-sink.ts';

/** States of orders are kept for as many orders as fills are kept: placed, filled in part, cancelling, cancelled. */
export const STATES_PER_ORDER = 4;

// Columns of each kind of row: those for small integers, those that rise, and those for large amounts and places.
const ORDER = {
  ...{ terms: 0, account: 1, lots: 2, trimmed: 3, price: 4, trigger: 5 },
  ...{ no: 0, at: 1, lastState: 2, lastFill: 3 },
} as const;
const STATE = {
  ...{ order: 0, status: 1, filled: 2, position: 3 },
  ...{ at: 0 },
  ...{ filledValue: 0 },
} as const;
/** Of a state: what is beside it. */
const IS_CHANGED = 1;
const IS_TURN = 2;
const FLAGS = 4;

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

/** Texts of an order: its client id, and what few orders have as JSON. */
const TEXT = { clientId: 0, extras: 1 } as const;

/** What a log has beside its segments. */
export interface AboutOrders {
  readonly reasons: readonly string[];
  readonly before: number;
  readonly firstState: number;
  readonly firstFill: number;
  readonly goneState: number;
  readonly goneFill: number;
}

/** Orders, states and fills, and what is beside them, as they were at one moment. */
export interface SavedOrderLog {
  readonly logs: {
    readonly [Log in 'orders' | 'states' | 'changed' | 'legs' | 'fills' | 'closed']: SavedLog;
  };
  readonly about: AboutOrders;
}

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
  #markets: KnownMarket[] = [];
  #terms: Terms[] = [];
  #reasons: string[] = [''];
  /** Orders by slot, with what their first kept state said. A slot is used again once its order is no longer kept. */
  #orders = new NumberLog({ ints: 6, numbers: 4, texts: 2 });
  #slots = new NumberIndex((slot) => this.#orders.number(slot, ORDER.no));
  #free: number[] = [];
  /** Chunks of a TWAP. */
  #chunks = new Map<OrderNo, OrderNo[]>();
  #states = new NumberLog({ ints: 4, rising: 1, numbers: 1 });
  #statesOf = new Postings();
  #beside = new BesideStates();
  /** Number of the state at place 0, less one. */
  #before = 0;
  #fills = new NumberLog({ ints: 11, rising: 2, numbers: 3 });
  #fillsOf = new Postings();
  #ofPositions = new FillsOfPositions(() => this.#fills);
  /** Places before which nothing is kept, however much there is room for: what these rows were copied from had dropped it. */
  #firstState = 0;
  #firstFill = 0;
  /** Places of the last state and the last fill that are gone. A read finds none that is too old, also where its row is still there. */
  #goneState = NONE;
  #goneFill = NONE;
  #additions = 0;

  constructor(options: OrderLogOptions) {
    this.#options = options;
  }

  /** Gives its rows to a log that has none; each goes its own way from here on, and they share what neither changes. */
  copyTo(log: OrderLog): void {
    log.#markets = [...this.#markets];
    log.#terms = [...this.#terms];
    log.#reasons = [...this.#reasons];
    log.#orders = this.#orders.copy();
    log.#slots = this.#slots.copy((slot) => log.#orders.number(slot, ORDER.no));
    log.#free = this.#free.slice();
    log.#chunks = new Map(Array.from(this.#chunks, ([parent, chunks]) => [parent, [...chunks]]));
    log.#states = this.#states.copy();
    log.#statesOf = this.#statesOf.copy();
    log.#beside = this.#beside.copy();
    log.#before = this.#before;
    log.#fills = this.#fills.copy();
    log.#fillsOf = this.#fillsOf.copy();
    log.#ofPositions = this.#ofPositions.copy(() => log.#fills);
    log.#firstState = this.#oldestState;
    log.#firstFill = this.#oldestFill;
    log.#goneState = this.#goneState;
    log.#goneFill = this.#goneFill;
  }

  /** Returns the rows as they are, which stay so. */
  save(): SavedOrderLog {
    return {
      logs: {
        orders: this.#orders.save(),
        states: this.#states.save(),
        ...this.#beside.save(),
        fills: this.#fills.save(),
        closed: this.#ofPositions.save(),
      },
      about: {
        reasons: [...this.#reasons],
        before: this.#before,
        firstState: this.#oldestState,
        firstFill: this.#oldestFill,
        goneState: this.#goneState,
        goneFill: this.#goneFill,
      },
    };
  }

  /** Takes over saved rows; it has none of its own. Markets and terms are named before. */
  restoreLog({ logs, about }: SavedOrderLog): void {
    this.#orders = NumberLog.from(logs.orders);
    this.#states = NumberLog.from(logs.states);
    this.#beside = BesideStates.from(logs);
    this.#fills = NumberLog.from(logs.fills);
    this.#reasons = [...about.reasons];
    this.#before = about.before;
    this.#firstState = about.firstState;
    this.#firstFill = about.firstFill;
    this.#goneState = about.goneState;
    this.#goneFill = about.goneFill;
    this.#indexOrders();
    this.#indexStates();
    this.#indexFills(logs.closed);
  }

  #indexOrders(): void {
    const orders = this.#orders;
    const chunks: OrderNo[] = [];
    for (let slot = 0; slot < orders.count; slot += 1) {
      const no = orders.number(slot, ORDER.no);
      if (no === NONE) this.#free.push(slot);
      else {
        this.#slots.add(slot);
        if (orders.text(slot, TEXT.extras) !== null) chunks.push(no);
      }
    }
    // A slot may have a later order than the slots behind it.
    for (const no of chunks.sort((a, b) => a - b)) {
      const { parent } = this.#extrasOf(this.#slotOf(no));
      if (parent !== null) this.#addChunk(parent, no);
    }
  }

  #indexStates(): void {
    const states = this.#states;
    for (let place = states.first; place < states.count; place += 1) {
      const slot = states.int(place, STATE.order);
      this.#list(this.#statesOf, slot, place, this.#termsOfSlot(slot).kinds | kindOf(this.#statusAt(place)));
    }
  }

  #indexFills(closed: SavedLog): void {
    const fills = this.#fills;
    for (let place = fills.first; place < fills.count; place += 1)
      this.#list(this.#fillsOf, fills.int(place, FILL.order), place);
    this.#ofPositions.restore(closed, this.#oldestFill);
  }

  /** Puts a row of an order into the lists of its account. */
  #list(lists: Postings, slot: number, place: number, kinds = 0): void {
    const account = this.#orders.int(slot, ORDER.account);
    lists.add(listOf(account, ALL_MARKETS), place, kinds);
    lists.add(listOf(account, this.#termsOfSlot(slot).market.row), place, kinds);
  }

  /** Counts up with everything that is added. */
  get additions(): number {
    return this.#additions;
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
    this.#additions += 1;
    const slot = this.#free.pop() ?? this.#orders.add();
    const orders = this.#orders;
    orders.setInt(slot, ORDER.terms, row.terms);
    orders.setInt(slot, ORDER.account, row.account);
    orders.setNumber(slot, ORDER.no, row.order);
    orders.setNumber(slot, ORDER.at, row.at);
    orders.setNumber(slot, ORDER.lastState, NONE);
    orders.setNumber(slot, ORDER.lastFill, NONE);
    orders.setText(slot, TEXT.clientId, row.clientId === '' ? null : row.clientId);
    this.#slots.add(slot);
    const { parent, expiresAt, takeProfit, stopLoss } = row;
    if (parent === null && expiresAt === null && takeProfit === null && stopLoss === null) return;
    const extras: Extras = { parent, expiresAt, takeProfit, stopLoss };
    orders.setText(slot, TEXT.extras, JSON.stringify(extras));
    if (parent !== null) this.#addChunk(parent, row.order);
  }

  #addChunk(parent: OrderNo, no: OrderNo): void {
    const chunks = this.#chunks.get(parent);
    if (chunks) chunks.push(no);
    else this.#chunks.set(parent, [no]);
  }

  state(row: StateRow): void {
    this.#additions += 1;
    const { account, market, fills, turn } = row;
    const slot = this.#slotOf(row.order);
    const states = this.#states;
    const place = states.add();
    if (place === 0) this.#before = row.row - 1;
    const isChanged = this.#isChanged(slot, row);
    if (isChanged) this.#beside.addChanged(place, row);
    if (turn) this.#beside.addTurn(place, turn);
    const flags = (isChanged ? IS_CHANGED : 0) + (turn ? IS_TURN : 0);
    const word = this.#reasonNo(row.reason) * STATUSES.length + STATUSES.indexOf(row.status);
    states.setInt(place, STATE.order, slot);
    states.setInt(place, STATE.status, word * FLAGS + flags);
    states.setInt(place, STATE.filled, fills ? fills.lots : NONE);
    states.setRising(place, STATE.at, row.at);
    if (fills) {
      states.setInt(place, STATE.position, fills.position);
      states.setBig(place, STATE.filledValue, fills.value);
    }
    this.#orders.setNumber(slot, ORDER.lastState, place);
    const kinds = this.#termsOfSlot(slot).kinds | kindOf(row.status);
    this.#statesOf.add(listOf(account, ALL_MARKETS), place, kinds);
    this.#statesOf.add(listOf(account, market.row), place, kinds);
    const { first } = states;
    states.dropBefore(this.#oldestState, (old) => this.#dropState(old));
    if (states.first > first) this.#beside.dropBefore(states.first);
  }

  fill(row: FillRow): void {
    this.#additions += 1;
    const { account, market, position, closedPosition } = row;
    const slot = this.#slotOf(row.order);
    const fills = this.#fills;
    const place = fills.add();
    fills.setInt(place, FILL.order, slot);
    fills.setInt(place, FILL.position, position);
    fills.setInt(place, FILL.direction, DIRECTIONS.indexOf(row.direction) * 2 + Number(closedPosition !== null));
    fills.setInt(place, FILL.price, row.price);
    fills.setInt(place, FILL.quantity, row.quantity);
    fills.setInt(place, FILL.feeRate, row.feeRate);
    fills.setInt(place, FILL.mark, row.mark);
    fills.setInt(place, FILL.entryLots, row.entryLots);
    fills.setRising(place, FILL.at, row.at);
    fills.setRising(place, FILL.row, row.row);
    fills.setBig(place, FILL.realizedPnl, row.realizedPnl);
    fills.setBig(place, FILL.fee, row.fee);
    fills.setBig(place, FILL.entryCost, row.entryCost);
    // How far back the fill before is: 0 for none, and never more than there are rows.
    const before = this.#orders.number(slot, ORDER.lastFill);
    fills.setInt(place, FILL.backOfOrder, before === NONE ? 0 : place - before);
    this.#orders.setNumber(slot, ORDER.lastFill, place);
    this.#ofPositions.add(place, position, closedPosition, this.#oldestFill);
    this.#fillsOf.add(listOf(account, ALL_MARKETS), place);
    this.#fillsOf.add(listOf(account, market.row), place);
    const { first } = fills;
    fills.dropBefore(this.#oldestFill, (old) => this.#dropFill(old));
    if (fills.first > first) this.#ofPositions.dropBefore(fills.first);
  }

  terms(row: number): Terms {
    return itemAt(this.#terms, row - 1);
  }

  /** States of one subaccount that a query asks for, newest first, without those that its offset leaves out. */
  *statesThat(query: OrderHistoryQuery): Iterable<StateRow> {
    const { statuses, side, type, limit = Number.POSITIVE_INFINITY, offset = 0 } = query;
    const states = this.#states;
    const list = this.#statesOf.of(listOf(query.account, this.#marketNo(query.symbol)));
    const window = windowIn(list, this.#oldestState, query, (place) => states.rising(place, STATE.at));
    const isNarrowed = Boolean(statuses?.length) || side !== undefined || type !== undefined;
    const hasKinds = testOfKinds(statuses ?? [], side === undefined ? [] : [side], type === undefined ? [] : [type]);
    const isAsked = (place: number): boolean => {
      if (statuses?.length && !statuses.includes(this.#statusAt(place))) return false;
      const terms = this.#termsOfSlot(states.int(place, STATE.order));
      return (side === undefined || terms.side === side) && (type === undefined || terms.type === type);
    };
    let skip = isNarrowed ? offset : 0;
    let left = limit;
    for (let index = window.to - 1 - (isNarrowed ? 0 : offset); index >= window.from && left > 0; index -= 1) {
      if (isNarrowed) index = list.lastOf(index, hasKinds);
      if (index < window.from) return;
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
    const { account, symbol, order, positionId, limit, offset } = query;
    const list =
      order === undefined && positionId === undefined
        ? this.#fillsOf.of(listOf(account, this.#marketNo(symbol)))
        : order === undefined && this.#ofPositions.listOf(positionNo(positionId));
    if (!list) {
      const found = this.#fillsOfFew(query);
      return { rows: found.slice(offset, offset + limit).map((place) => this.#fillAt(place)), total: found.length };
    }
    // A position is that of one subaccount in one market.
    if (positionId !== undefined && !this.#isBy(list.at(list.length - 1), query)) return { rows: [], total: 0 };
    const { from, to } = windowIn(list, this.#oldestFill, query, (place) => this.#fills.rising(place, FILL.at));
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
    return slot !== undefined && this.#isKept(slot) ? (this.#orders.text(slot, TEXT.clientId) ?? '') : '';
  }

  /** Every order that is kept, the first one first. */
  orders(): OrderRow[] {
    const kept = this.#slots.items().filter((slot) => this.#isKept(slot));
    return Array.from(kept, (slot) => this.#orderAt(slot)).sort((a, b) => a.order - b.order);
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
  #fillsOfFew(query: TradesQuery): number[] {
    const { order, positionId, from, to } = query;
    const all =
      order === undefined
        ? this.#ofPositions.placesOf(positionNo(positionId), this.#oldestFill)
        : [order, ...(this.#chunks.get(order) ?? [])].flatMap((no) => this.#fillsOfOrder(no)).sort((a, b) => b - a);
    return all.filter((place) => {
      const at = this.#fills.rising(place, FILL.at);
      const isAsked = at >= from && at <= to && this.#isBy(place, query);
      return isAsked && (positionId === undefined || this.#ofPositions.isOf(place, positionNo(positionId)));
    });
  }

  /** Whether a fill is of the subaccount and the market of a query. */
  #isBy(place: number, { account, symbol }: TradesQuery): boolean {
    const slot = this.#fills.int(place, FILL.order);
    const market = this.#marketNo(symbol);
    return (
      this.#orders.int(slot, ORDER.account) === account &&
      (market === ALL_MARKETS || this.#termsOfSlot(slot).market.row === market)
    );
  }

  #fillsOfOrder(no: OrderNo): number[] {
    const slot = this.#slots.get(no);
    if (slot === undefined) return [];
    const last = this.#orders.number(slot, ORDER.lastFill);
    return chainOf(last, this.#oldestFill, (place) => this.#fills.int(place, FILL.backOfOrder));
  }

  /** Whether a state differs from the first one of its order, which says it for all that do not. */
  #isChanged(slot: number, { lots, trimmed, price, triggerPrice }: StateRow): boolean {
    const orders = this.#orders;
    if (orders.number(slot, ORDER.lastState) === NONE) {
      orders.setInt(slot, ORDER.lots, lots);
      orders.setInt(slot, ORDER.trimmed, trimmed);
      orders.setInt(slot, ORDER.price, price);
      orders.setInt(slot, ORDER.trigger, triggerPrice);
      return false;
    }
    return !(
      orders.int(slot, ORDER.lots) === lots &&
      orders.int(slot, ORDER.trimmed) === trimmed &&
      orders.int(slot, ORDER.price) === price &&
      orders.int(slot, ORDER.trigger) === triggerPrice
    );
  }

  /** What the first state of an order said. */
  #firstFigures(slot: number): Figures {
    const orders = this.#orders;
    return {
      lots: orders.int(slot, ORDER.lots),
      trimmed: orders.int(slot, ORDER.trimmed),
      price: orders.int(slot, ORDER.price),
      triggerPrice: orders.int(slot, ORDER.trigger),
    };
  }

  #orderAt(slot: number): OrderRow {
    const orders = this.#orders;
    return {
      order: orders.number(slot, ORDER.no),
      terms: orders.int(slot, ORDER.terms),
      account: orders.int(slot, ORDER.account),
      at: orders.number(slot, ORDER.at),
      clientId: orders.text(slot, TEXT.clientId) ?? '',
      ...this.#extrasOf(slot),
    };
  }

  #extrasOf(slot: number): Extras {
    const extras = this.#orders.text(slot, TEXT.extras);
    return extras === null ? NO_EXTRAS : (JSON.parse(extras) as Extras);
  }

  /** What a state is called and why, by one number. */
  #wordAt(place: number): number {
    return Math.floor(this.#states.int(place, STATE.status) / FLAGS);
  }

  #statusAt(place: number): (typeof STATUSES)[number] {
    return itemAt(STATUSES, this.#wordAt(place) % STATUSES.length);
  }

  #stateAt(place: number): StateRow {
    const states = this.#states;
    const slot = states.int(place, STATE.order);
    const filled = states.int(place, STATE.filled);
    const flags = states.int(place, STATE.status) % FLAGS;
    return {
      row: place + 1 + this.#before,
      order: this.#orders.number(slot, ORDER.no),
      account: this.#orders.int(slot, ORDER.account),
      market: this.#termsOfSlot(slot).market,
      at: states.rising(place, STATE.at),
      status: this.#statusAt(place),
      ...((flags & IS_CHANGED) > 0 ? this.#beside.figuresOf(place) : this.#firstFigures(slot)),
      fills:
        filled === NONE
          ? null
          : {
              lots: filled,
              value: states.big(place, STATE.filledValue),
              position: states.int(place, STATE.position),
            },
      reason: itemAt(this.#reasons, Math.floor(this.#wordAt(place) / STATUSES.length)),
      turn: (flags & IS_TURN) > 0 ? this.#beside.turnOf(place) : null,
    };
  }

  #fillAt(place: number): FillRow {
    const fills = this.#fills;
    const slot = fills.int(place, FILL.order);
    return {
      row: fills.rising(place, FILL.row),
      order: this.#orders.number(slot, ORDER.no),
      account: this.#orders.int(slot, ORDER.account),
      market: this.#termsOfSlot(slot).market,
      at: fills.rising(place, FILL.at),
      position: fills.int(place, FILL.position),
      direction: itemAt(DIRECTIONS, Math.floor(fills.int(place, FILL.direction) / 2)),
      closedPosition: this.#ofPositions.closedBy(place),
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
    return Math.max(this.#firstState, this.#states.count - this.#options.kept * STATES_PER_ORDER);
  }

  get #oldestFill(): number {
    return Math.max(this.#firstFill, this.#fills.count - this.#options.kept);
  }

  #dropState(place: number): void {
    this.#goneState = place;
    const slot = this.#states.int(place, STATE.order);
    this.#shift(this.#statesOf, slot);
    if (this.#orders.number(slot, ORDER.lastState) === place) this.#forget(slot);
  }

  #dropFill(place: number): void {
    this.#goneFill = place;
    const slot = this.#fills.int(place, FILL.order);
    this.#shift(this.#fillsOf, slot);
    this.#ofPositions.drop(place);
    if (this.#orders.number(slot, ORDER.lastFill) === place) this.#forget(slot);
  }

  #shift(lists: Postings, slot: number): void {
    const account = this.#orders.int(slot, ORDER.account);
    lists.shift(listOf(account, ALL_MARKETS));
    lists.shift(listOf(account, this.#termsOfSlot(slot).market.row));
  }

  /** Gives the slot of an order back once the last of its rows is gone and no other can follow. */
  #forget(slot: number): void {
    const orders = this.#orders;
    const no = orders.number(slot, ORDER.no);
    if (orders.number(slot, ORDER.lastState) > this.#goneState || orders.number(slot, ORDER.lastFill) > this.#goneFill)
      return;
    if (this.#options.isLive(no)) return;
    const { parent } = this.#extrasOf(slot);
    if (parent !== null) this.#forgetChunk(parent, no);
    this.#slots.delete(slot);
    orders.setNumber(slot, ORDER.no, NONE);
    orders.setText(slot, TEXT.clientId, null);
    orders.setText(slot, TEXT.extras, null);
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
    return marketNo(this.#markets, symbol);
  }
}

/** The number of a position of a query; that of none where it is no such number. */
function positionNo(id = ''): PositionNo {
  const no = Number(id);
  return String(no) === id ? no : NONE;
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
