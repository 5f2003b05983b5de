import { expect, test } from 'vitest';
import type { OrderHistoryQuery, TradesQuery } from '../../contract/views.ts';
import { DIRECTIONS } from '../../contract/words.ts';
import { itemAt } from '../../kernel/errors.ts';
import { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import { runsOf } from '../../kernel/test-budget.test-helper.ts';
import { BTC, ETH } from './history.test-helper.ts';
import { MemoryStorage } from '../data/memory-storage.test-helper.ts';
import { HistoryFiles } from '../snapshots/history-files.ts';
import { OrderLog, STATES_PER_ORDER } from './order-log.ts';
import { pagedRows } from './paged-rows.ts';
import { RecordLog } from './record-log.ts';
import { ordersIn, restoreOrders } from './saved-orders.ts';
import { type FillRow, type OrderRow, STATUSES, type StateRow, type Status } from './row-sink.ts';

const SPECS = new Map([
  ['BTC-USDT', BTC],
  ['ETH-USDT', ETH],
]);
const MARKETS = [
  { spec: BTC, row: 1 },
  { spec: ETH, row: 2 },
] as const;
/** Rows of `order_terms`: number, market, side, type and the rest. */
const TERMS: readonly (readonly (string | number)[])[] = [
  [1, 1, 'buy', 'LIMIT', 'limit', 'GTC', 0, 0, 0, '', 0],
  [2, 1, 'sell', 'MARKET', 'market', 'IOC', 0, 0, 0, '', 0],
  [3, 2, 'sell', 'LIMIT', 'limit', 'GTC', 1, 0, 0, '', 0],
];
/** A number beyond 32 bits and an amount beyond 53, each of which some rows have. */
const WIDE = 2 ** 40;
const HUGE = 2n ** 70n;

/** Rows that came in, all of them, with the plain rules of what a read finds among them. */
class PlainLog {
  readonly orders: OrderRow[] = [];
  readonly states: StateRow[] = [];
  readonly fills: FillRow[] = [];
  /** By order. */
  readonly lastFills = new Map<number, FillRow>();
  readonly live = new Set<number>();
  readonly #kept: number;

  constructor(kept: number) {
    this.#kept = kept;
  }

  get keptStates(): readonly StateRow[] {
    return this.states.slice(-this.#kept * STATES_PER_ORDER);
  }

  get keptFills(): readonly FillRow[] {
    return this.fills.slice(-this.#kept);
  }

  get keptOrders(): readonly OrderRow[] {
    const shown = new Set([...this.keptStates, ...this.keptFills].map(({ order }) => order));
    return this.orders.filter(({ order }) => this.live.has(order) || shown.has(order));
  }

  statesThat({ account, from, to, ...query }: OrderHistoryQuery): readonly StateRow[] {
    const { statuses = [], offset = 0, limit = Number.POSITIVE_INFINITY } = query;
    const found = this.keptStates.filter((row) => {
      if (!isIn(row, account, from, to, query.symbol)) return false;
      const [, , side, type] = itemAt(TERMS, this.#orderOf(row.order).terms - 1);
      return (
        (query.side === undefined || side === query.side) &&
        (query.type === undefined || type === query.type) &&
        (statuses.length === 0 || statuses.includes(row.status))
      );
    });
    return found.toReversed().slice(offset, offset + limit);
  }

  tradesThat({ account, from, to, order, positionId, ...query }: TradesQuery) {
    const found = this.keptFills.filter(
      (row) =>
        isIn(row, account, from, to, query.symbol) &&
        (order === undefined || row.order === order || this.#orderOf(row.order).parent === order) &&
        (positionId === undefined ||
          String(row.position) === positionId ||
          (row.closedPosition !== null && String(row.closedPosition) === positionId)),
    );
    return { rows: found.toReversed().slice(query.offset, query.offset + query.limit), total: found.length };
  }

  #orderOf(no: number): OrderRow {
    return itemAt(this.orders, no - 1);
  }
}

const isIn = (row: StateRow | FillRow, account: number, from: number, to: number, symbol?: string): boolean =>
  row.account === account &&
  row.at >= from &&
  row.at <= to &&
  (symbol === undefined || row.market.spec.symbol === symbol);

/** All states and fills. */
const textOf = (log: OrderLog): string => {
  const { order_states: states, fills } = ordersIn(log);
  return JSON.stringify([[...states], [...fills]]);
};

/** Owners of positions: a subaccount in a market. */
const OWNERS = 6;
const ownerNo = ({ account, market }: Pick<FillRow, 'account' | 'market'>): number =>
  Math.min(account, 3) - 1 + 3 * (market.row - 1);

const newRecords = (): RecordLog => new RecordLog({ markets: SPECS, kept: 1 });

class Run {
  /** Every full segment goes away. */
  readonly #files = new HistoryFiles(new MemoryStorage(), '/history', 0);
  #written = 0;
  readonly plain: PlainLog;
  readonly #kept: number;
  log: OrderLog;
  #now = WIDE;
  readonly #draw: RandomInputs;
  #parted: { readonly log: OrderLog; readonly text: string } | null = null;

  constructor(seed: number, kept: number) {
    this.#draw = new RandomInputs(String(seed), 'order log');
    this.#kept = kept;
    this.plain = new PlainLog(kept);
    this.log = this.#newLog();
  }

  step(): void {
    this.#now += this.#of(0, 0, 1, 500);
    const live = [...this.plain.live];
    const no = live.length > 8 || (live.length > 0 && this.#of(true, false)) ? this.#of(...live) : this.#place();
    if (this.#of(true, false)) this.#fill(no);
    else this.#state(no, this.#of<Status>('placed', this.#isRare() ? 'modified' : 'placed', 'cancelling', 'cancelled'));
  }

  /** What is in the log goes into another one, as a snapshot has it. */
  restore(): void {
    const saved = ordersIn(this.log);
    const log = this.#newLog();
    restoreOrders({ orders: [...saved.orders], order_states: [...saved.order_states], fills: [...saved.fills] }, log);
    this.log = log;
  }

  /** What is in the log goes into files, and it or one that reads them goes on. */
  async file(): Promise<void> {
    const records = newRecords();
    for (const { spec, row } of MARKETS) records.named('markets', [row, spec.symbol]);
    for (const cells of TERMS) records.named('order_terms', cells);
    this.#written += 1;
    const filed = await this.#files.write(`at-${this.#written}`, pagedRows(this.log, records));
    this.#files.removeOthers([`at-${this.#written}`]);
    if (this.#of(true, false)) return;
    const log = this.#newLog(false);
    this.#files.open(filed, this.#of(true, false)).restore(log, newRecords());
    this.log = log;
  }

  /** The log and a copy of it part ways: one of the two goes on, and the other stays as it is. */
  part(): void {
    this.checkParted();
    const copy = this.#newLog(false);
    this.log.copyTo(copy);
    const [goesOn, stays] = this.#of(true, false) ? [copy, this.log] : [this.log, copy];
    this.#parted = { log: stays, text: textOf(stays) };
    this.log = goesOn;
  }

  /** Checks that nothing has come to the one that stayed. */
  checkParted(): void {
    if (this.#parted) expect(textOf(this.#parted.log) === this.#parted.text).toBe(true);
  }

  /** Compares reads, and returns how many rows they had. */
  compare(): number {
    const { log, plain } = this;
    expect(log.orders()).toEqual(plain.keptOrders);
    let rows = 0;
    for (let read = 0; read < 10; read += 1) {
      const asked = this.#orderQuery();
      const states = plain.statesThat(asked);
      expect([...log.statesThat(asked)], JSON.stringify(asked)).toEqual(states);
      const asks = this.#tradeQuery();
      const trades = plain.tradesThat(asks);
      expect(log.tradesThat(asks), JSON.stringify(asks)).toEqual(trades);
      rows += states.length + trades.rows.length;
    }
    return rows;
  }

  #newLog(isNamed = true): OrderLog {
    const { live } = this.plain;
    const log = new OrderLog({ markets: SPECS, kept: this.#kept, isLive: (order) => live.has(order) });
    if (!isNamed) return log;
    for (const { spec, row } of MARKETS) log.named('markets', [row, spec.symbol]);
    for (const cells of TERMS) log.named('order_terms', cells);
    return log;
  }

  #of<T>(...options: readonly T[]): T {
    return options[this.#draw.between(0, options.length - 1)] as T;
  }

  /** So seldom that blocks of a list have none of it. */
  #isRare(): boolean {
    return this.#draw.between(0, 99) === 0;
  }

  #place(): number {
    const order = this.plain.orders.length + 1;
    const earlier = this.#draw.between(Math.max(1, order - 30), order);
    const row: OrderRow = {
      order,
      terms: this.#of(1, 2, 3),
      account: this.#of(1, 2, WIDE),
      parent: earlier < order && this.#of(true, false, false) ? earlier : null,
      at: this.#now,
      clientId: this.#of('', `c${order}`),
      expiresAt: this.#of(null, this.#now + 5),
      takeProfit: this.#of(null, null, { no: order + 1, clientId: 'tp' }),
      stopLoss: this.#of(null, null, { no: order + 2, clientId: '' }),
    };
    this.plain.orders.push(row);
    this.plain.live.add(order);
    this.log.order(row);
    this.#state(order, 'placed');
    return order;
  }

  #ownerOf(order: number) {
    const { account, terms } = itemAt(this.plain.orders, order - 1);
    return { order, account, market: MARKETS[terms === 3 ? 1 : 0], at: this.#now };
  }

  #state(order: number, status: Status): void {
    if (status === 'filled' || status === 'cancelled') this.plain.live.delete(order);
    const fill = this.plain.lastFills.get(order);
    const legs = [
      this.#leg('close', this.#of(3, WIDE), this.#of(-5n, HUGE)),
      this.#leg('open', this.#of(4, WIDE), this.#of(7n, -HUGE)),
    ];
    const row: StateRow = {
      ...this.#ownerOf(order),
      row: this.plain.states.length + 1,
      status,
      lots: this.#of(1, 7, WIDE),
      trimmed: this.#of(0, 3),
      price: this.#of(0, 33_000, WIDE),
      triggerPrice: this.#of(0, 0, 32_000),
      fills: fill ? { lots: fill.quantity, value: fill.entryCost, position: fill.position } : null,
      reason: this.#of('', '', 'EXPIRED', 'LIQUIDATED'),
      turn: this.#of(null, null, { trade: order, isTaker: this.#of(true, false), legs }),
    };
    this.plain.states.push(row);
    this.log.state(row);
  }

  #leg(leg: 'open' | 'close', position: number, amount: bigint) {
    const sizes = { quantity: this.#of(1, WIDE), entryLots: this.#of(-9, WIDE) };
    const amounts = { fee: amount, closedPnl: -amount, entryCost: amount * 3n };
    return { leg, position, direction: this.#of(...DIRECTIONS), ...sizes, ...amounts };
  }

  #fill(order: number): void {
    const last = this.plain.fills.at(-1)?.row ?? 1;
    const owner = this.#ownerOf(order);
    // Some positions have many fills and others few, and each has one owner.
    const position = this.#of(1, this.#draw.between(2, 5 + Math.floor(order / 40))) * OWNERS + ownerNo(owner);
    const row: FillRow = {
      ...owner,
      row: last + this.#of(1, 2, 4),
      position,
      direction: this.#of(...DIRECTIONS),
      closedPosition: this.#of(null, null, position + OWNERS),
      price: this.#of(1, 33_000, WIDE),
      quantity: this.#of(1, 2 ** 31, -1 + 2 ** 31),
      realizedPnl: this.#of(0n, -17n, HUGE),
      fee: this.#of(3n, -HUGE),
      feeRate: this.#of(0, -20, 20_000),
      mark: this.#of(33_000, WIDE),
      entryCost: this.#of(2n ** 53n, 2n ** 53n - 1n, -5n),
      entryLots: this.#of(-(2 ** 31), 4),
    };
    this.plain.fills.push(row);
    this.plain.lastFills.set(order, row);
    this.log.fill(row);
    this.#state(order, this.#of('partially filled', 'filled'));
  }

  #window() {
    const from = this.#of(0, this.#now, this.#now - this.#draw.between(0, 90_000));
    const to = this.#of(Number.MAX_SAFE_INTEGER, this.#now, this.#now - this.#draw.between(0, 90_000));
    return { account: this.#of(1, 2, WIDE, 4), from, to };
  }

  #orderQuery(): OrderHistoryQuery {
    const side = this.#of(undefined, undefined, 'buy', 'sell');
    const type = this.#of(undefined, undefined, 'LIMIT', 'MARKET');
    const symbol = this.#symbol();
    return {
      ...this.#window(),
      ...(symbol !== undefined && { symbol }),
      ...(side !== undefined && { side }),
      ...(type !== undefined && { type }),
      statuses: this.#of([], [], ['filled', 'cancelled'], ['modified'], [...STATUSES]),
      limit: this.#of(0, 1, 5, 1_000),
      offset: this.#of(0, 0, 3, 40),
    };
  }

  #tradeQuery(): TradesQuery {
    const { fills, orders } = this.plain;
    const fill = this.#of(fills.at(-1), fills.at(-9), fills.at(-50), fills[0]);
    const parent = orders.at(-this.#draw.between(1, 40))?.parent;
    const order = this.#of(undefined, undefined, fill?.order, parent ?? 1);
    const positionId = this.#of(undefined, undefined, fill?.position, fill?.closedPosition ?? '01');
    const symbol = this.#symbol();
    return {
      ...this.#window(),
      ...(symbol !== undefined && { symbol }),
      ...(order !== undefined && { order }),
      ...(positionId !== undefined && { positionId: String(positionId) }),
      limit: this.#of(0, 1, 5, 1_000),
      offset: this.#of(0, 0, 3, 40),
    };
  }

  #symbol(): string | undefined {
    return this.#of(undefined, undefined, 'BTC-USDT', 'ETH-USDT', 'SOL-USDT');
  }
}

// Goal: reads find what the plain rules say, whatever was dropped and however wide a number is. Method: random rows in a log that
// keeps from one row to all, which now and then goes through what a snapshot has of it, through files, or parts from a copy, against all rows in plain lists.
const STEPS = runsOf({ quick: 3_000, full: 6_000 });

test.each([1, 20, 300, 100_000])('a log of %s fills has the rows that plain lists have', async (kept) => {
  let rows = 0;
  for (let seed = 0; seed < runsOf({ quick: 1, full: 4 }); seed += 1) {
    const run = new Run(seed, kept);
    for (let step = 1; step <= STEPS; step += 1) {
      run.step();
      if (step % 2_300 === 0) run.restore();
      if (step % 700 === 0) await run.file();
      if (step % 500 === 0) run.part();
      if (step % 150 === 0) rows += run.compare();
    }
    run.checkParted();
  }
  expect(rows).toBeGreaterThan(Math.min(1_000, kept * 5));
});
