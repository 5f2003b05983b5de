import { bookChecksum, type BookLevel } from '../../contract/book-checksum.ts';
import { backoffMs } from './backoff.ts';
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

/** Reason why a book was healed. */
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

  /** State that tells whether its levels can be relied on: `loading`, `live`, `healing` or `closed`. */
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

  /** Number of times it had to be healed. */
  get heals(): number {
    return this.#heals;
  }

  /** Reason why it had to start from a new snapshot the last time; null where it never had to. */
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

/** What is wrong with a frame: it does not follow the one before, or what it makes is not what the exchange has. */
type BookFault = 'gap' | 'checksum';

/** Both sides, best first. */
export interface BookLevels {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

/** A book after a frame. */
interface BookPicture extends BookLevels {
  readonly meseq: number;
}

/**
 * The book that a frame makes of the one before (wire 4.6), or what is wrong with it. Every frame is checked against its
 * checksum before the new book is handed on.
 *
 * @param before null where no frame counts yet: the first one has to be a snapshot
 * @param depth levels of each side
 */
function withFrame(before: BookPicture | null, frame: Push<'orderbook'>, depth: number): BookPicture | BookFault {
  const { bids, asks } = frame.data;
  if (frame.type === 'snapshot') {
    // A connection gives frames in order, so an older one is a sign that something else does not.
    if (before && frame.meseq < before.meseq) return 'gap';
    return checked({ bids, asks, meseq: frame.meseq }, frame.checksum);
  }
  if (!before || frame.prevMeseq !== before.meseq) return 'gap';
  const changed = {
    bids: withChanges(before.bids, bids, -1).slice(0, depth),
    asks: withChanges(before.asks, asks, 1).slice(0, depth),
    meseq: frame.meseq,
  };
  return checked(changed, frame.checksum);
}

const checked = (picture: BookPicture, checksum: string): BookPicture | 'checksum' =>
  bookChecksum(picture.bids, picture.asks) === checksum ? picture : 'checksum';

/** `direction` 1 when the best price is the lowest. */
function withChanges(levels: readonly BookLevel[], changes: readonly BookLevel[], direction: 1 | -1): BookLevel[] {
  const next = [...levels];
  for (const { price, quantity } of changes) {
    const place = placeOf(next, price, direction);
    const isThere = next[place]?.price === price;
    // A missing level cannot be removed; the checksum shows whether it should have been there.
    if (isZero(quantity)) next.splice(place, isThere ? 1 : 0);
    else next.splice(place, isThere ? 1 : 0, { price, quantity });
  }
  return next;
}

/** Index of the level at this price, or of the first behind it. */
function placeOf(levels: readonly BookLevel[], price: string, direction: 1 | -1): number {
  let low = 0;
  let high = levels.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const level = levels[middle];
    if (level && comparePrices(level.price, price) * direction < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

const isZero = (quantity: string): boolean => /^0(\.0*)?$/.test(quantity);

/** Prices as the wire writes them: no sign, no leading zeros. Comparing texts is exact and needs no arithmetic. */
export function comparePrices(one: string, other: string): number {
  const [whole = '', fraction = ''] = one.split('.');
  const [otherWhole = '', otherFraction = ''] = other.split('.');
  if (whole.length !== otherWhole.length) return whole.length - otherWhole.length;
  if (whole !== otherWhole) return whole < otherWhole ? -1 : 1;
  return fraction === otherFraction ? 0 : fraction < otherFraction ? -1 : 1;
}
