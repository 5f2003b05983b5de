import type { Timer } from './host.ts';

interface Waiting {
  readonly due: number;
  readonly run: () => void;
}

/**
 * The `timer` of a `StreamClient` in exchange time: it runs what is due when it is told to, never by itself. For bots that ask a run
 * for time, so that the client connects again in that time and not in the machine's.
 */
export class ExchangeTimer implements Timer {
  readonly #now: () => number;
  readonly #waiting = new Set<Waiting>();

  /** @param now - exchange time in ms, such as `now` of the last step */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Exchange time, ms. */
  now(): number {
    return this.#now();
  }

  /** Has `run` wait for so many ms; what is returned ends that. */
  after(ms: number, run: () => void): () => void {
    const waiting = { due: this.#now() + ms, run };
    this.#waiting.add(waiting);
    return () => void this.#waiting.delete(waiting);
  }

  /** The time at which the next one is due; null when nothing waits. */
  next(): number | null {
    let next: number | null = null;
    for (const { due } of this.#waiting) if (next === null || due < next) next = due;
    return next;
  }

  /** Runs everything that is due, in the order of time; returns whether there was anything. */
  runDue(): boolean {
    const due = this.#due();
    for (const waiting of due) this.#run(waiting);
    return due.length > 0;
  }

  /** Runs the first that is due; returns whether there was one. `await client.settled()` after it lets it do what it can before the next. */
  runNext(): boolean {
    const [first] = this.#due();
    if (first) this.#run(first);
    return first !== undefined;
  }

  #due(): readonly Waiting[] {
    const now = this.#now();
    return [...this.#waiting].filter(({ due }) => due <= now).sort((one, other) => one.due - other.due);
  }

  #run(waiting: Waiting): void {
    if (this.#waiting.delete(waiting)) waiting.run();
  }
}
