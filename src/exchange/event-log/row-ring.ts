import { comparePlaces, type LogRow, type Place } from './log-row.ts';

/** The latest rows, in order, up to a number. */
export class RowRing {
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
  *after(place: Place | null): Generator<LogRow, void> {
    for (let at = place ? this.#firstAfter(place) : this.#begin; at < this.#rows.length; at += 1) {
      yield this.#rows[at] as LogRow;
    }
  }

  /** Rows before a place, or all, newest first. */
  *before(place: Place | null): Generator<LogRow, void> {
    for (let at = (place ? this.#firstAfter(place, true) : this.#rows.length) - 1; at >= this.#begin; at -= 1) {
      yield this.#rows[at] as LogRow;
    }
  }

  /** Index of the first row that comes after the place, or is at it. */
  #firstAfter(place: Place, orAt = false): number {
    let [low, high] = [this.#begin, this.#rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = comparePlaces(this.#rows[middle] as LogRow, place);
      if (order < 0 || (order === 0 && !orAt)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
