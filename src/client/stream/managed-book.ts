import type { BookLevel } from '../../contract/book-checksum.ts';
import { backoffMs } from './backoff.ts';
import { type BookFault, type BookPicture, withFrame } from './book-levels.ts';
import type { Timer } from './host.ts';
import type { Push } from './types.ts';

export interface BookParts {
  readonly symbol: string;
  /** Levels of each side. */
  readonly depth: number;
  readonly timer: Timer;
  readonly random: () => number;
  /** Subscribes anew. */
  readonly renew: () => Promise<void>;
  readonly unsubscribe: () => Promise<void>;
}

/**
 * `loading`: no snapshot yet. `live`: as the exchange has it. `healing`: a frame was missing or wrong, or the connection
 * is gone; the levels are the last that were right. `closed`: over.
 */
export type BookState = 'loading' | 'live' | 'healing' | 'closed';

/** Why a book was healed. */
export type HealReason = BookFault | 'needsResync' | 'no snapshot' | 'connection lost';

/** A subscription starts with a snapshot at once; so much later it is not going to come. */
const SNAPSHOT_MS = 5_000;

const EMPTY: BookPicture = { bids: [], asks: [], meseq: 0 };

/**
 * A book that keeps itself: it follows the stream, checks the chain and the checksum of every frame, and starts over from
 * a new snapshot when one does not fit. Iterating over it gives the book itself each time it has changed; a slow reader
 * misses changes between, never the latest.
 */
export class ManagedBook implements AsyncIterable<ManagedBook> {
  /** The market that it is of. */
  readonly symbol: string;
  readonly #parts: BookParts;
  readonly #listeners = new Set<(book: ManagedBook) => void>();
  #picture: BookPicture | null = null;
  #shown: BookPicture = EMPTY;
  #state: BookState = 'loading';
  #timestamp = 0;
  #failure: Error | null = null;
  #heals = 0;
  #lastHeal: HealReason | null = null;
  /** Healings since two frames in a row fitted. */
  #attempts = 0;
  #cancelHeal: () => void = () => undefined;

  constructor(parts: BookParts) {
    this.symbol = parts.symbol;
    this.#parts = parts;
  }

  /** Whether its levels can be relied on: `loading`, `live`, `healing` or `closed`. */
  get state(): BookState {
    return this.#state;
  }

  /** Best first; prices and quantities are decimal text. */
  get bids(): readonly BookLevel[] {
    return this.#shown.bids;
  }

  /** Best first, as `bids`. */
  get asks(): readonly BookLevel[] {
    return this.#shown.asks;
  }

  /** Undefined on an empty side. */
  get best(): { readonly bid: BookLevel | undefined; readonly ask: BookLevel | undefined } {
    return { bid: this.#shown.bids[0], ask: this.#shown.asks[0] };
  }

  /** Engine sequence of the last frame that fitted. */
  get meseq(): number {
    return this.#shown.meseq;
  }

  /** Exchange time of that frame, Unix milliseconds. */
  get timestamp(): number {
    return this.#timestamp;
  }

  /** How often it had to be healed, and why the last time. */
  get heals(): number {
    return this.#heals;
  }

  /** Why it had to start from a new snapshot the last time; null where it never had to. */
  get lastHeal(): HealReason | null {
    return this.#lastHeal;
  }

  /** Calls `listener` after every change of levels or state; gives back what ends that. */
  onChange(listener: (book: ManagedBook) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Resolves as soon as the book is live. Throws what ended it, if that comes first. */
  ready(): Promise<this> {
    return new Promise((resolve, reject) => {
      const look = (): boolean => {
        if (this.#state === 'live') resolve(this);
        else if (this.#state === 'closed') reject(this.#failure ?? new Error('the book is closed'));
        else return false;
        return true;
      };
      if (look()) return;
      const stop = this.onChange(() => {
        if (look()) stop();
      });
    });
  }

  /** Ends when the book is closed; throws what ended it otherwise. */
  async *[Symbol.asyncIterator](): AsyncGenerator<ManagedBook, void, undefined> {
    let seen: BookPicture | null = null;
    while (this.#state !== 'closed') {
      if (this.#state === 'live' && this.#picture !== seen) {
        seen = this.#picture;
        yield this;
      } else await this.#nextChange();
    }
    if (this.#failure) throw this.#failure;
  }

  /** Stops following the book. */
  async close(): Promise<void> {
    if (this.#state === 'closed') return;
    this.#closed(null);
    await this.#parts.unsubscribe();
  }

  /** A frame of the stream; for the client that feeds the book. */
  take(frame: Push<'orderbook'> & { readonly needsResync?: boolean }): void {
    if (this.#state === 'closed') return;
    // Until the new snapshot is here, frames belong to what was given up.
    if (!this.#picture && frame.type !== 'snapshot') return;
    if (frame.needsResync === true) return this.#heal('needsResync');
    const next = withFrame(this.#picture, frame, this.#parts.depth);
    if (typeof next === 'string') return this.#heal(next);
    if (this.#picture) this.#attempts = 0;
    this.#cancelHeal();
    this.#picture = next;
    this.#shown = next;
    this.#timestamp = frame.timestamp;
    this.#enter('live');
  }

  /** A subscription is being asked for. */
  asked(): void {
    this.#cancelHeal();
    this.#cancelHeal = this.#parts.timer.after(SNAPSHOT_MS, () => this.#heal('no snapshot'));
  }

  /** The connection is gone; it is subscribed again with the next one. */
  lost(): void {
    if (this.#state === 'closed') return;
    this.#cancelHeal();
    const known = this.#shown !== EMPTY;
    this.#picture = null;
    if (!known) return;
    this.#healing('connection lost');
  }

  /** The subscription is over. */
  ended(error: Error): void {
    if (this.#state !== 'closed') this.#closed(error);
  }

  #heal(reason: HealReason): void {
    this.#picture = null;
    this.#attempts += 1;
    this.#healing(reason);
    if (this.#isClosed()) return;
    // Once at once; a stream that keeps being wrong is not asked for again and again without a pause.
    if (this.#attempts === 1) return this.#renew();
    const { timer, random } = this.#parts;
    this.#cancelHeal();
    this.#cancelHeal = timer.after(backoffMs(this.#attempts - 1, random()), () => this.#renew());
  }

  #healing(reason: HealReason): void {
    this.#heals += 1;
    this.#lastHeal = reason;
    this.#enter('healing');
  }

  #renew(): void {
    // A connection that is lost meanwhile brings the subscription back with it.
    this.#parts.renew().catch(() => undefined);
  }

  #closed(error: Error | null): void {
    this.#cancelHeal();
    this.#failure = error;
    this.#enter('closed');
    this.#listeners.clear();
  }

  #enter(state: BookState): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener(this);
  }

  #isClosed(): boolean {
    return this.#state === 'closed';
  }

  #nextChange(): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.onChange(() => {
        stop();
        resolve();
      });
    });
  }
}
