import type { EngineEvent } from './event.ts';

/** A buffer that one long input has made larger than this is given up after it. */
const KEPT = 1_024;

/** The events of one input. The buffer is written over by the next input, so what leaves it is a copy. */
export class EventBuffer {
  #events: EngineEvent[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  clear(): void {
    this.#count = 0;
    if (this.#events.length > KEPT) this.#events = [];
  }

  add(event: EngineEvent): void {
    this.#events[this.#count] = event;
    this.#count += 1;
  }

  /** The events from one on, in a list of their own. */
  since(first: number): readonly EngineEvent[] {
    return this.#events.slice(first, this.#count);
  }
}
