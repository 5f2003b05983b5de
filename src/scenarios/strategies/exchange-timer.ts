import type { Timer } from '../../client/stream/host.ts';

interface Waiting {
  readonly due: number;
  readonly run: () => void;
}

/** The timer of a stream client in exchange time: it runs what is due when it is told to, never by itself. */
export class ExchangeTimer implements Timer {
  readonly #now: () => number;
  readonly #waiting = new Set<Waiting>();

  constructor(now: () => number) {
    this.#now = now;
  }

  now(): number {
    return this.#now();
  }

  after(ms: number, run: () => void): () => void {
    const waiting = { due: this.#now() + ms, run };
    this.#waiting.add(waiting);
    return () => void this.#waiting.delete(waiting);
  }

  next(): number | null {
    let next: number | null = null;
    for (const { due } of this.#waiting) if (next === null || due < next) next = due;
    return next;
  }

  /** Runs what is due, in the order of time; returns whether there was anything. */
  runDue(): boolean {
    const now = this.#now();
    const due = [...this.#waiting].filter((waiting) => waiting.due <= now).sort((one, other) => one.due - other.due);
    for (const waiting of due) if (this.#waiting.delete(waiting)) waiting.run();
    return due.length > 0;
  }
}
