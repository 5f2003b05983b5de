import { BinaryForm, type BinaryReader, type EncodedEvents } from '../../kernel/binary-form.ts';
import { compareKeys } from '../../kernel/canonical-json.ts';
import type { AccountNo, OrderNo } from '../../kernel/ids.ts';
import type { EngineEvent } from '../../engine/event.ts';

export interface SavedBacklog {
  readonly tracked: readonly OrderNo[];
  /** Oldest first. */
  readonly waiting: readonly EventBytes[];
}

/**
 * Events that wait for their rows. Only those about a user's order are held: a market's agents cause most
 * events of a day, and keeping them would cost memory for rows that are never written. They wait as the bytes
 * that the digest has hashed, through which no garbage collector walks.
 */
export class Backlog {
  readonly #isAgent: (account: AccountNo) => boolean;
  /** Users' orders that may still change. */
  readonly #tracked: Set<OrderNo>;
  readonly #waiting: EventQueue;
  /** For events that come without bytes. */
  readonly #form = new BinaryForm();

  constructor(isAgent: (account: AccountNo) => boolean, saved: SavedBacklog = { tracked: [], waiting: [] }) {
    this.#isAgent = isAgent;
    this.#tracked = new Set(saved.tracked);
    this.#waiting = new EventQueue(saved.waiting);
  }

  save(): SavedBacklog {
    return { tracked: [...this.#tracked].sort(compareKeys), waiting: this.#waiting.all() };
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** On the hot path: one copy of bytes. `place` is that of the event in `encoded`. */
  add(event: EngineEvent, encoded: EncodedEvents | undefined, place: number): void {
    if (encoded) {
      const { bytes, start, ends } = encoded;
      this.#waiting.add(bytes, ends[place - 1] ?? start, ends[place] ?? start);
      return;
    }
    this.#form.clear();
    this.#form.write(event);
    this.#waiting.add(this.#form.bytes(), 0, this.#form.length);
  }

  /** Removes the oldest `most` events, in order. */
  take(most: number): readonly EventBytes[] {
    return this.#waiting.take(most);
  }

  /** Whether an event is to become rows. It is asked of each event, once and in order. */
  concernsUser(event: EngineEvent): boolean {
    switch (event.type) {
      case 'OrderPlaced':
        if (this.#isAgent(event.order.account)) return false;
        this.#tracked.add(event.order.no);
        return true;
      case 'Traded': {
        const maker = this.#tracked.has(event.maker.order);
        const taker = this.#tracked.has(event.taker.order);
        if (event.maker.complete) this.#tracked.delete(event.maker.order);
        if (event.taker.complete) this.#tracked.delete(event.taker.order);
        return maker || taker;
      }
      case 'TwapFilled':
        return event.complete ? this.#tracked.delete(event.order) : this.#tracked.has(event.order);
      case 'OrderTriggered':
      case 'OrderModified':
        return this.#tracked.has(event.order);
      case 'OrderCancelled':
        return this.#tracked.delete(event.order);
      case 'Deposited':
      case 'WithdrawalRequested':
      case 'WithdrawalSettled':
      case 'CollateralExchanged':
      case 'LeverageSet':
      case 'FundingPaid':
      case 'TakenOver':
      case 'DeficitCovered':
        return !this.#isAgent(event.account);
      case 'Transferred':
      case 'TransferFailed':
        return !this.#isAgent(event.from) || !this.#isAgent(event.to);
      case 'FundingSettled':
      case 'ValuesSampled':
        return true;
      default:
        return false;
    }
  }
}

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

/** Counts the events of some blocks. */
export const countOf = (events: readonly EventBytes[]): number =>
  events.reduce((count, { ends }) => count + ends.length, 0);

/** The events, read by a reader that knows their shapes. */
export function* readEvents(events: readonly Pick<EventBytes, 'bytes'>[], reader: BinaryReader): Iterable<EngineEvent> {
  for (const { bytes } of events) yield* reader.values(bytes) as Iterable<EngineEvent>;
}
