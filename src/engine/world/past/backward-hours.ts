import type { TimeMs } from '../../../kernel/units.ts';

const HOUR_MS = 3_600_000;

/** One hour of a path, and where the path stands at its beginning. */
export interface HourAndEdge<Hour, Edge> {
  readonly hour: Hour;
  readonly edge: Edge;
}

/**
 * A path that is drawn backwards from its end, one UTC hour after the other. Each hour is drawn when it or an older one is first
 * read, so the newest hours are the cheapest, and it is the same whatever was read before.
 */
export class BackwardHours<Hour, Edge> {
  readonly #newest: number;
  /** From the newest to the oldest that was drawn. */
  readonly #hours: Hour[] = [];
  #edge: Edge;
  readonly #draw: (edge: Edge, openTime: TimeMs) => HourAndEdge<Hour, Edge>;

  constructor(end: TimeMs, edge: Edge, draw: (edge: Edge, openTime: TimeMs) => HourAndEdge<Hour, Edge>) {
    this.#newest = Math.floor((end - 1) / HOUR_MS);
    this.#edge = edge;
    this.#draw = draw;
  }

  at(openTime: TimeMs): Hour {
    const back = this.#newest - openTime / HOUR_MS;
    while (this.#hours.length <= back) {
      const { hour, edge } = this.#draw(this.#edge, (this.#newest - this.#hours.length) * HOUR_MS);
      this.#hours.push(hour);
      this.#edge = edge;
    }
    return this.#hours[back] as Hour;
  }
}
