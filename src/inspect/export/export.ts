import { formatLots, formatPrice } from '../../contract/format.ts';
import type { CandleInterval } from '../../contract/views.ts';
import type { EngineObserver } from '../../engine/engine.ts';
import type { State } from '../../engine/state.ts';
import { FRAMES } from '../../exchange/history/candle.ts';
import { History } from '../../exchange/history/history.ts';
import { DumpError, type DumpHeader } from '../../exchange/journal/dump.ts';
import { JournalReplay } from '../replay/journal-replay.ts';
import { SOURCES } from './table-rows.ts';
import { BOOK, type Cells, type ExportWindow, type Table, TABLES } from './tables.ts';

/** Takes the rows of tables, in any order of tables. */
export interface ExportSink {
  add(table: Table, cells: Cells): Promise<void> | void;
}

export interface ExportOptions {
  readonly window: ExportWindow;
  /** Of candles and of snapshots of the books. */
  readonly interval: CandleInterval;
  readonly sink: ExportSink;
  /** Called after each input with its number. */
  readonly onInput?: (inputs: number) => void;
}

/** What an export came to. */
export interface Exported {
  readonly header: DumpHeader;
  readonly inputs: number;
  /** Exchange time of the last input that was replayed. */
  readonly at: number;
  /** Rows of each table, by name. */
  readonly rows: Readonly<Record<string, number>>;
  /** The first recorded digest that the replay did not come to; null when all agree. */
  readonly mismatch: JournalReplay['mismatch'];
}

/** Events that may wait for their rows. */
const BATCH = 2_000;

/**
 * Replays a journal up to the end of the window, feeds the projections with its events, and gives out the rows of every table.
 *
 * @throws DumpError for lines that are no journal
 */
export async function exportTables(lines: AsyncIterable<string>, options: ExportOptions): Promise<Exported> {
  const { window, interval, sink, onInput } = options;
  const books = new BookSnapshots(interval, window);
  const replay = new JournalReplay({ observer: books });
  const rows = new Map<string, number>();
  // A row in memory needs no turn of the event loop.
  const addAll = async (table: Table, all: Iterable<Cells>): Promise<void> => {
    let count = rows.get(table.name) ?? 0;
    for (const cells of all) {
      const written = sink.add(table, cells);
      if (written) await written;
      count += 1;
    }
    rows.set(table.name, count);
  };
  let history: History | null = null;
  try {
    for await (const line of lines) {
      const step = replay.read(line);
      if (step.kind === 'header') {
        // Orders and positions from before would have no beginning.
        if (step.header.start.seq > 0) throw new DumpError(replay.place, startsLater(step.header.start.seq));
        history = historyOf(replay);
        history.record(replay.genesis);
        books.begin(replay.state);
        await history.ready();
      } else if (step.kind === 'input') {
        replay.apply(step);
        history?.record(replay.events);
        if ((history?.backlog ?? 0) >= BATCH) history?.feed();
        await addAll(BOOK, books.take());
        onInput?.(step.seq);
        if (replay.state.now >= window.to) break;
      }
    }
    const { header, state, mismatch } = replay;
    await addAll(BOOK, books.take());
    if (history) {
      await history.openTables();
      for (const { table, rows: rowsOf } of SOURCES) {
        await addAll(table, rowsOf({ history, state, window, interval }));
      }
    }
    return {
      header,
      inputs: state.inputSeq,
      at: state.now,
      rows: Object.fromEntries(TABLES.map(({ name }) => [name, rows.get(name) ?? 0])),
      mismatch,
    };
  } finally {
    history?.close();
  }
}

const startsLater = (seq: number): string =>
  `it starts after input ${seq}, and tables need all inputs: keep the exchange with --data, or give it a larger --journal-window`;

function historyOf(replay: JournalReplay): History {
  const { header, state } = replay;
  return new History({
    markets: new Map(header.config.markets.map((spec) => [spec.symbol, spec])),
    isAgent: (account) => state.accounts.get(account)?.agent === true,
    origin: header.config,
  });
}

/** Levels of each side. */
export const BOOK_LEVELS = 20;

/**
 * Takes a snapshot of every book whenever exchange time passes a boundary of the interval. Between two things that happen the
 * books stand still, so each boundary that is passed in one step has the same levels.
 */
class BookSnapshots implements EngineObserver {
  readonly #interval: CandleInterval;
  readonly #window: ExportWindow;
  #state: State | null = null;
  #next = 0;
  /** Rows since the last call of `take`. */
  #rows: Cells[] = [];

  constructor(interval: CandleInterval, window: ExportWindow) {
    this.#interval = interval;
    this.#window = window;
  }

  /** Begins at the start of an exchange; a start on a boundary has a snapshot of its own, of the seeded books. */
  begin(state: State): void {
    this.#state = state;
    const frame = FRAMES[this.#interval];
    const first = frame.start(state.now);
    this.#next = first < state.now ? frame.next(first) : first;
    this.passing(state.now);
  }

  passing(to: number): void {
    const state = this.#state;
    if (!state) return;
    while (this.#next <= to && this.#next < this.#window.to) {
      if (this.#next >= this.#window.from) this.#snapshot(state, this.#next);
      this.#next = FRAMES[this.#interval].next(this.#next);
    }
  }

  refused(): void {
    // A refusal changes no book.
  }

  happened(): void {
    // A snapshot is of a moment, not of an event.
  }

  /** Hands out the rows so far. */
  take(): readonly Cells[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  #snapshot(state: State, at: number): void {
    for (const { spec, book } of state.markets.values()) {
      for (const side of ['buy', 'sell'] as const) {
        for (const [index, [price, lots]] of book.depth(side, BOOK_LEVELS).entries()) {
          this.#rows.push([at, spec.symbol, side, index + 1, formatPrice(spec, price), formatLots(spec, lots)]);
        }
      }
    }
  }
}
