import { type AccountNo, accountNoOf, type OrderNo } from '../../kernel/ids.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { LogKind, LogRecord, TimelineKind } from '../../contract/log-shapes.ts';
import type { Input } from '../../engine/command.ts';
import type { EngineEvent } from '../../engine/event.ts';
import type { Applied } from '../sequencer.ts';
import type { RunView } from '../run-view.ts';
import type { RefusedRequest } from '../why/explanations.ts';
import { inTurns } from '../in-turns.ts';
import { beforeJournal } from '../moments.ts';
import { recordOf } from './log-records.ts';
import { comparePlaces, type LogRow, type LogPlace } from './log-row.ts';
import { type MomentQuery, type MomentRecord, readMoment } from './moment-reader.ts';
import { RowMaker, rowText } from './row-maker.ts';
import { BucketCounts, Timeline, type TimelineCounts, timelineKindOf, type TimelineWindow } from './timeline.ts';
import { itemAt } from '../../kernel/errors.ts';

/**
 * How much is kept: rows that concern accounts or the exchange, and the events of the latest inputs with all that the
 * world does. With five times as many of those the exchange would advance a tenth slower.
 */
export const LOG_KEPT = { rows: 20_000, worldEvents: 2_000 } as const;

/** Which rows are wanted; what is left out does not count. */
export interface LogQuery {
  /** Rows after this place, oldest first. */
  readonly after?: LogPlace;
  /** The latest rows before this place. Without either, the latest. */
  readonly before?: LogPlace;
  readonly limit: number;
  readonly kinds?: ReadonlySet<LogKind>;
  readonly account?: AccountNo;
  readonly order?: OrderNo;
  readonly market?: string;
  readonly liquidation?: number;
  /** A part of the text, in any case. */
  readonly text?: string;
  /** Also what concerns nobody but the world: its agents, prices, the clock. */
  readonly world: boolean;
}

export interface LogPage {
  /** In order. */
  readonly rows: readonly LogRow[];
  /** Where to go on: the last place that was looked at. */
  readonly next: LogPlace;
  /** There are further rows in the direction that was read. */
  readonly more: boolean;
  /** From this input on nothing is missing. */
  readonly keptFrom: number;
}

/**
 * The log of what happens, as people read it: the latest inputs with their events, and what was refused. It only reads, so a run
 * and its digest are the same with it and without. What it no longer keeps is worked out again from the journal.
 */
export class EventLog {
  readonly #view: RunView;
  readonly #kept: Readonly<Record<keyof typeof LOG_KEPT, number>>;
  readonly #leave: () => void;
  #unsubscribe: (() => void)[] = [];
  #life = 0;
  #maker: RowMaker;
  #rows: RowRing;
  /** The latest inputs whole. */
  #recent: Applied[] = [];
  #recentEvents = 0;
  #last: LogPlace = { input: 0, place: 0 };
  #timeline: Timeline;
  #countedFrom = 0;
  #lastMoment: Promise<void> = Promise.resolve();

  constructor(view: RunView, kept: Readonly<Record<keyof typeof LOG_KEPT, number>> = LOG_KEPT) {
    this.#view = view;
    this.#kept = kept;
    [this.#maker, this.#rows, this.#timeline] = this.#begin();
    this.#leave = view.onLife(() => ([this.#maker, this.#rows, this.#timeline] = this.#begin()));
  }

  /** Counts resets and reverts: after one, places are those of another run. */
  get life(): number {
    return this.#life;
  }

  get now(): TimeMs {
    return this.#view.state.now;
  }

  /** Inputs so far. */
  get inputs(): number {
    return this.#view.state.inputSeq;
  }

  close(): void {
    this.#leave();
    for (const leave of this.#unsubscribe) leave();
  }

  /** An input itself; undefined for one that the journal no longer has. */
  input(seq: number): Input | undefined {
    return this.#view.input(seq);
  }

  record(row: LogRow): LogRecord {
    return recordOf(row, this.#view.state);
  }

  /** What is kept. */
  read(query: LogQuery): LogPage {
    const withWorld = this.#needsWorld(query);
    const window = withWorld ? this.#worldRows() : null;
    const keptFrom = window ? Math.max(this.#rows.keptFrom, window.keptFrom) : this.#rows.keptFrom;
    const { after = null, before = null } = query;
    const isForward = after !== null;
    const place = after ?? before;
    const own = isForward ? this.#rows.after(place) : this.#rows.before(place);
    const rows = window ? merged(own, window.rows, place, isForward) : own;
    return { ...page(rows, query, (row) => rowText(row, this.#view.state), this.#last), keptFrom };
  }

  /** Rows of the whole run as far as its journal goes, the latest that fit. Refusals are those that are kept. */
  async readAll(query: LogQuery): Promise<LogPage> {
    const again = this.#view.again();
    const { inputs: until } = this;
    if (!again) return this.read(query);
    const { state, genesis, inputs } = again;
    const maker = new RowMaker(state, state);
    const matching = new Latest(query.limit);
    const add = (row: LogRow): void => {
      if (matches(row, query, (one) => rowText(one, state))) matching.add(row);
    };
    const withWorld = this.#needsWorld(query);
    const keptFrom = state.inputSeq + 1;
    for (const row of maker.rowsOf(genesisAsInput(genesis, state.now), withWorld)) add(row);
    for await (const applied of inTurns(inputs)) {
      if (applied.seq > until) break;
      for (const row of maker.rowsOf(applied, withWorld)) add(row);
    }
    for (const row of this.#rows.after(null)) if (row.content.of === 'refusal') add(row);
    const rows = matching.taken().sort(comparePlaces);
    return { rows, next: this.#last, more: matching.isOver, keptFrom };
  }

  /** What happened is counted from this input on. */
  get countedFrom(): number {
    return this.#countedFrom;
  }

  /** Exchange time at which the exchange began. */
  get start(): TimeMs {
    return this.#view.state.config.startTime;
  }

  /**
   * Counts of what happened, by time. A window that is too narrow for what is kept of the whole run is counted in the rows, as far as they
   * reach.
   */
  timeline(window: TimelineWindow): TimelineCounts {
    const { from, to, most } = window;
    const wanted = Math.ceil(Math.max(1, to - from) / most);
    const [first] = this.#rows.after(null);
    const isKept = this.#rows.keptFrom <= this.#countedFrom || (first !== undefined && first.at < from);
    if (wanted >= this.#timeline.width || !isKept) return this.#timeline.read(window);
    const counts = new BucketCounts(wanted, this.start);
    for (const row of this.#rows.after(null)) {
      const kind = row.at >= from && row.at <= to ? timelineKindOf(row) : null;
      if (kind) counts.add(kind, row.at);
    }
    return counts.taken();
  }

  /** Counts what happened before that as well, as far as the journal goes. Refusals are in no journal. */
  async countAll(): Promise<void> {
    const again = this.#view.again();
    const [timeline, until] = [this.#timeline, this.#countedFrom];
    if (!again || again.state.inputSeq + 1 >= until) return;
    const from = again.state.inputSeq + 1;
    const counted: [TimelineKind, TimeMs][] = [];
    const maker = new RowMaker(again.state, again.state);
    for await (const applied of inTurns(again.inputs)) {
      if (applied.seq >= until) break;
      for (const row of maker.rowsOf(applied, false)) {
        const kind = timelineKindOf(row);
        if (kind) counted.push([kind, row.at]);
      }
    }
    // Another request may have counted the same meanwhile, or another life have begun.
    if (this.#timeline !== timeline || this.#countedFrom !== until) return;
    for (const [kind, at] of counted) timeline.add(kind, at);
    this.#countedFrom = from;
  }

  /** The exchange as it was at a moment. One after the other, because each holds a whole state meanwhile. */
  moment(query: MomentQuery): Promise<MomentRecord> {
    const read = this.#lastMoment.then(() => readMoment(this.#view, query));
    this.#lastMoment = read.then(
      () => undefined,
      () => undefined,
    );
    return read;
  }

  /** The first moment that can be shown, and why nothing before it can. */
  get reach(): { readonly input: number; readonly reason: string } {
    const { journal } = this.#view;
    return { input: journal.start.seq, reason: beforeJournal(journal) };
  }

  /** One input with all its events, or null where neither ring nor journal has it. */
  async rowsOf(seq: number): Promise<readonly LogRow[] | null> {
    const kept = this.#recent.find((applied) => applied.seq === seq);
    if (kept) return this.#worldRows().rows.filter(({ input }) => input === seq);
    if (this.#view.input(seq) === undefined) return null;
    const again = this.#view.againFrom({ input: seq - 1 });
    if (!again) return null;
    const maker = new RowMaker(again.state, again.state);
    for await (const applied of inTurns(again.inputs)) {
      const rows = maker.rowsOf(applied, true);
      if (applied.seq === seq) return rows;
    }
    return null;
  }

  /** Listens to a life from here on. Returns what makes its rows, where they are kept, and where they are counted. */
  #begin(): [RowMaker, RowRing, Timeline] {
    for (const leave of this.#unsubscribe) leave();
    const { state } = this.#view;
    this.#life += 1;
    this.#recent = [];
    this.#recentEvents = 0;
    // Behind all rows that this input can have had.
    this.#last = { input: state.inputSeq, place: 1_000_000_000 };
    this.#unsubscribe = [
      this.#view.subscribe((applied) => this.#applied(applied)),
      this.#view.onRefusal((refused) => this.#refused(refused)),
    ];
    this.#countedFrom = state.inputSeq + 1;
    return [
      new RowMaker(state, state),
      new RowRing(this.#kept.rows, this.#countedFrom),
      new Timeline(state.config.startTime),
    ];
  }

  #applied(applied: Applied): void {
    for (const row of this.#maker.rowsOf(applied, false)) this.#push(row);
    const { length } = applied.outcome.events;
    this.#recent.push(applied);
    this.#recentEvents += length + 1;
    let over = 0;
    while (this.#recentEvents > this.#kept.worldEvents && over < this.#recent.length - 1) {
      this.#recentEvents -= (this.#recent[over]?.outcome.events.length ?? 0) + 1;
      over += 1;
    }
    if (over > 0) this.#recent.splice(0, over);
    this.#last = { input: applied.seq, place: 2 * length };
  }

  #push(row: LogRow): void {
    this.#rows.push(row);
    const kind = timelineKindOf(row);
    if (kind) this.#timeline.add(kind, row.at);
  }

  #refused({ requestId, explanations }: RefusedRequest): void {
    for (const explanation of explanations.values()) {
      const { input, place } = this.#last;
      this.#last = { input, place: place + 1 };
      const { subAccountId, symbol } = explanation.subject;
      const account = subAccountId === undefined ? undefined : accountNoOf(BigInt(subAccountId));
      this.#push({
        ...this.#last,
        at: explanation.at,
        kind: 'refusal',
        accounts: account === undefined ? [] : [account],
        orders: [],
        market: symbol ?? null,
        liquidation: null,
        content: { of: 'refusal', requestId, explanation },
      });
    }
  }

  /** Agents and their orders are in the rows of the world alone. */
  #needsWorld({ world, account, order }: LogQuery): boolean {
    if (world) return true;
    if (account !== undefined) return this.#maker.isAgent(account);
    if (order === undefined) return false;
    for (const row of this.#rows.before(null)) if (row.orders.includes(order)) return false;
    return true;
  }

  #worldRows(): { readonly rows: readonly LogRow[]; readonly keptFrom: number } {
    const { state } = this.#view;
    const maker = new RowMaker(state);
    const rows = this.#recent.flatMap((applied) => maker.rowsOf(applied, true));
    return { rows, keptFrom: this.#recent[0]?.seq ?? state.inputSeq + 1 };
  }
}

/** What genesis caused, as an input before the first. */
const genesisAsInput = (events: readonly EngineEvent[], at: TimeMs): Applied => ({
  seq: 0,
  input: { kind: 'clock', at },
  outcome: { outcomes: [], events, first: 1, last: events.length },
});

/** Rows of both, without those that are in the first already. */
function* merged(
  own: Iterable<LogRow>,
  world: readonly LogRow[],
  place: LogPlace | null,
  isForward: boolean,
): Generator<LogRow, void> {
  const direction = isForward ? 1 : -1;
  const others = world.filter((row) => place === null || comparePlaces(row, place) * direction > 0);
  if (!isForward) others.reverse();
  let at = 0;
  for (const row of own) {
    for (; ; at += 1) {
      const other = others[at];
      const order = other ? comparePlaces(other, row) * direction : 1;
      if (!other || order > 0) break;
      if (order < 0) yield other;
    }
    yield row;
  }
  yield* others.slice(at);
}

function page(
  rows: Iterable<LogRow>,
  query: LogQuery,
  textOf: (row: LogRow) => string,
  last: LogPlace,
): Omit<LogPage, 'keptFrom'> {
  const found: LogRow[] = [];
  let more = false;
  for (const row of rows) {
    if (!matches(row, query, textOf)) continue;
    more = found.length === query.limit;
    if (more) break;
    found.push(row);
  }
  if (query.after === undefined) return { rows: found.reverse(), next: last, more };
  return { rows: found, next: (more ? found.at(-1) : undefined) ?? last, more };
}

function matches(row: LogRow, query: LogQuery, textOf: (row: LogRow) => string): boolean {
  const { kinds, account, order, market, liquidation, text } = query;
  return (
    (kinds === undefined || kinds.has(row.kind)) &&
    (account === undefined || row.accounts.includes(account)) &&
    (order === undefined || row.orders.includes(order)) &&
    (market === undefined || row.market === market) &&
    (liquidation === undefined || row.liquidation === liquidation) &&
    (text === undefined || textOf(row).toLowerCase().includes(text.toLowerCase()))
  );
}

/** The last so many of those that are added. */
class Latest {
  #rows: LogRow[] = [];
  isOver = false;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  add(row: LogRow): void {
    this.#rows.push(row);
    // Cut at twice the number, so that adding costs the same however many there are.
    if (this.#rows.length === 2 * this.#most) this.#rows = this.taken();
  }

  taken(): LogRow[] {
    if (this.#rows.length > this.#most) this.isOver = true;
    return this.#rows.slice(-this.#most);
  }
}

/** Returns what the row is made of, as plain data: numbers are those of the engine, and large ones are texts. */
export function plainContent({ content }: LogRow): unknown {
  const data = content.of === 'event' ? content.event : content.of === 'input' ? content.input : content.explanation;
  return plain(data);
}

/** A value without bigint, which JSON has not. */
export const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one)));

/** The latest rows, in order, up to a number. */
class RowRing {
  #rows: LogRow[] = [];
  /** Rows before this one are no longer counted as kept. */
  #begin = 0;
  readonly #most: number;
  /** Everything from this input on is kept. */
  #keptFrom: number;

  constructor(most: number, keptFrom: number) {
    this.#most = most;
    this.#keptFrom = keptFrom;
  }

  get keptFrom(): number {
    return this.#keptFrom;
  }

  push(row: LogRow): void {
    this.#rows.push(row);
    const over = this.#rows.length - this.#begin - this.#most;
    if (over <= 0) return;
    this.#begin += over;
    this.#keptFrom = (this.#rows[this.#begin - 1]?.input ?? 0) + 1;
    // Rows are let go of in bulk, so that a push costs the same however many there are.
    if (this.#begin >= this.#most) {
      this.#rows = this.#rows.slice(this.#begin);
      this.#begin = 0;
    }
  }

  /** Rows after a place, oldest first. */
  *after(place: LogPlace | null): Generator<LogRow, void> {
    for (let at = place ? this.#firstAfter(place) : this.#begin; at < this.#rows.length; at += 1) {
      yield itemAt(this.#rows, at);
    }
  }

  /** Rows before a place, or all, newest first. */
  *before(place: LogPlace | null): Generator<LogRow, void> {
    for (let at = (place ? this.#firstAfter(place, true) : this.#rows.length) - 1; at >= this.#begin; at -= 1) {
      yield itemAt(this.#rows, at);
    }
  }

  /** Index of the first row that comes after the place, or is at it. */
  #firstAfter(place: LogPlace, orAt = false): number {
    let [low, high] = [this.#begin, this.#rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = comparePlaces(itemAt(this.#rows, middle), place);
      if (order < 0 || (order === 0 && !orAt)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
