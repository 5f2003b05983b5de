import type { Input } from '../engine/command.ts';
import type { InputOutcome } from '../engine/engine.ts';

/** One applied input with all it caused: what projections and streams are fed from. */
export interface Applied {
  /** Number of the input, from 1. */
  readonly seq: number;
  readonly input: Input;
  readonly outcome: InputOutcome;
}

export type Listener = (applied: Applied) => void;

/**
 * Delivers what was applied, in order, to every listener in the order they came. A listener that sends an
 * input of its own is safe: its delivery waits until all listeners have received the present one.
 */
export class Bus {
  readonly #listeners = new Set<Listener>();
  readonly #outbox: Applied[] = [];
  readonly #report: (error: unknown) => void;
  #delivering = false;

  /** `report` receives the error of a listener that threw; the other listeners and the exchange go on. */
  constructor(report: (error: unknown) => void) {
    this.#report = report;
  }

  /** Returns how to leave. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  publish(applied: Applied): void {
    this.#outbox.push(applied);
    if (this.#delivering) return;
    this.#delivering = true;
    for (let next = this.#outbox.shift(); next; next = this.#outbox.shift()) {
      for (const listener of this.#listeners) this.#deliver(listener, next);
    }
    this.#delivering = false;
  }

  #deliver(listener: Listener, applied: Applied): void {
    try {
      listener(applied);
    } catch (error) {
      this.#report(error);
    }
  }
}
