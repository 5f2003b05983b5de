import { formatLots, formatPrice } from '../../contract/format.ts';
import type { CandleInterval } from '../../contract/views.ts';
import type { EngineObserver } from '../../engine/engine.ts';
import type { State } from '../../engine/state.ts';
import { FRAMES } from '../../exchange/history/candle.ts';
import type { Cells } from './tables.ts';
import type { ExportWindow } from './window.ts';

/** Levels of each side. */
export const BOOK_LEVELS = 20;

/**
 * Takes a snapshot of every book whenever exchange time passes a boundary of the interval. Between two things that happen the
 * books stand still, so each boundary that is passed in one step has the same levels.
 */
export class BookSnapshots implements EngineObserver {
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
