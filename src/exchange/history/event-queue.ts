import type { EngineEvent } from '../../engine/event.ts';
import type { BinaryReader } from '../../kernel/binary-reader.ts';

/** Events in binary form, one after the other. The bytes stay as they are. */
export interface EventBytes {
  readonly bytes: Uint8Array;
  /** Where each event ends. */
  readonly ends: readonly number[];
}

const PIECE_BYTES = 32_768;

/** Events in binary form, first in, first out. What it gives out shares its bytes, of which each is written once. */
export class EventQueue {
  /** Oldest first. */
  #pieces: EventBytes[];
  /** Room for what comes next; from `#start` on it holds the latest events, with their `#ends` from there. */
  #room = new Uint8Array(0);
  #start = 0;
  #at = 0;
  #ends: number[] = [];
  #size: number;

  constructor(events: readonly EventBytes[] = []) {
    this.#pieces = [...events];
    this.#size = countOf(events);
  }

  get size(): number {
    return this.#size;
  }

  /** Adds the event in these bytes of `source`. */
  add(source: Uint8Array, from: number, to: number): void {
    if (this.#at + to - from > this.#room.length) {
      this.#close();
      this.#room = new Uint8Array(Math.max(PIECE_BYTES, to - from));
      this.#start = 0;
      this.#at = 0;
    }
    this.#room.set(source.subarray(from, to), this.#at);
    this.#at += to - from;
    this.#ends.push(this.#at - this.#start);
    this.#size += 1;
  }

  /** All events; they stay in the queue. */
  all(): readonly EventBytes[] {
    this.#close();
    return [...this.#pieces];
  }

  /** Removes the oldest `most` events. */
  take(most: number): readonly EventBytes[] {
    this.#close();
    const taken: EventBytes[] = [];
    let left = most;
    for (let piece = this.#pieces[0]; piece && left > 0; piece = this.#pieces[0]) {
      const { bytes, ends } = piece;
      if (ends.length <= left) {
        this.#pieces.shift();
        taken.push(piece);
      } else {
        const cut = ends[left - 1] ?? 0;
        taken.push({ bytes: bytes.subarray(0, cut), ends: ends.slice(0, left) });
        this.#pieces[0] = { bytes: bytes.subarray(cut), ends: ends.slice(left).map((end) => end - cut) };
      }
      left -= ends.length;
    }
    this.#size -= countOf(taken);
    return taken;
  }

  #close(): void {
    if (this.#ends.length === 0) return;
    this.#pieces.push({ bytes: this.#room.subarray(this.#start, this.#at), ends: this.#ends });
    this.#start = this.#at;
    this.#ends = [];
  }
}

export const countOf = (events: readonly EventBytes[]): number =>
  events.reduce((count, { ends }) => count + ends.length, 0);

/** The events, read by a reader that knows their shapes. */
export function* readEvents(events: readonly Pick<EventBytes, 'bytes'>[], reader: BinaryReader): Iterable<EngineEvent> {
  for (const { bytes } of events) yield* reader.values(bytes) as Iterable<EngineEvent>;
}
