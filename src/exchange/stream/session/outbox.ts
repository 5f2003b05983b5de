import type { AccountNo } from '../../../kernel/ids.ts';
import type { GateTime } from '../../clock/clock.ts';
import type { StreamLimits, StreamSink } from '../sink.ts';
import type { Login } from './login.ts';

/** A frame of a stream on its way to one connection. */
export interface Delivery {
  readonly frame: string;
  readonly stream: DeliveredStream;
}

/** What an outbox has to know of a stream whose frames it may have to drop. */
export interface DeliveredStream {
  readonly slowReader: 'conflate' | 'close';
  /** What stands in for the frames that a slow reader missed. */
  afresh(): readonly string[];
}

/** Whether an advance waits for readers at present; all outboxes of an exchange share one. */
export interface AdvanceHold {
  readonly isHeld: boolean;
}

const NO_PACE: AdvanceHold = { isHeld: false };

/** A frame that waits; a reply is of no stream. */
interface Waiting {
  readonly frame: string;
  readonly stream: DeliveredStream | null;
}

/**
 * Frames of one connection on their way out. While the peer keeps up they go straight to the sink, all of a turn at
 * once. A slow peer costs a bounded amount: streams of which only the newest matters are dropped and start afresh when
 * it has caught up; frames of the others wait, up to a bound, and beyond it nothing more is kept and the connection
 * has to end.
 *
 * While an advance waits for its readers, every frame waits for a peer that keeps reading, so that what it gets does not
 * depend on its speed (DET-02). A peer that takes nothing for `stalledMs` has stalled: it is a slow peer as above.
 */
export class Outbox {
  readonly #sink: StreamSink;
  readonly #limits: StreamLimits;
  readonly #onOverload: () => void;
  readonly #pace: AdvanceHold;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  readonly #missed = new Set<DeliveredStream>();
  #closed = false;
  /** Writes to the sink so far. */
  #writes = 0;
  /** Writes and bytes in the socket at the last look, and since when they are so; null while the peer is not behind. */
  #look: { readonly writes: number; readonly buffered: number; readonly since: number } | null = null;
  #hasStalled = false;

  constructor(sink: StreamSink, limits: StreamLimits, onOverload: () => void, pace: AdvanceHold = NO_PACE) {
    this.#sink = sink;
    this.#limits = limits;
    this.#onOverload = onOverload;
    this.#pace = pace;
  }

  /** Bytes of frames that wait for the peer, beside what its socket holds. */
  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  /** A reply. It never overtakes a frame that waits. */
  reply(frame: string): void {
    if (this.#closed) return;
    if (this.#isBehind()) this.#hold({ frame, stream: null });
    else this.#send([frame]);
  }

  /** The frames of one turn. */
  deliver(deliveries: readonly Delivery[]): void {
    if (this.#closed) return;
    const bytesMax = this.#bytesMax();
    let next = 0;
    while (next < deliveries.length && !this.#isBehind()) {
      const piece = next === 0 ? firstPieceOf(deliveries, bytesMax) : pieceOf(deliveries, next, bytesMax);
      next += piece.length;
      this.#send(piece);
    }
    for (const delivery of deliveries.slice(next)) {
      if (this.#mayMiss(delivery.stream)) this.#missed.add(delivery.stream);
      else this.#hold(delivery);
    }
  }

  /** The peer has taken what was sent: what waited goes out, then what it missed, as it stands now. */
  drained(): void {
    this.flush();
    if (this.#closed || this.#waiting.length > 0) return;
    for (const stream of this.#missed) {
      if (this.#isFull()) return;
      this.#missed.delete(stream);
      const frames = stream.afresh();
      if (frames.length > 0) this.#send(frames);
    }
  }

  /** Sends what waits, as far as the peer reads. */
  flush(): void {
    if (this.#closed) return;
    while (this.#waiting.length > 0 && !this.#isFull()) this.#send(this.#takeWaiting());
  }

  /** True while the peer is behind and keeps reading. `now` is wall time. */
  holdsUp(now: number): boolean {
    if (this.#closed) return false;
    this.flush();
    if (!this.#isBehind()) {
      this.#look = null;
      this.#hasStalled = false;
      return false;
    }
    if (this.#hasStalled) return false;
    const [writes, buffered] = [this.#writes, this.#sink.buffered()];
    if (this.#look?.writes !== writes || this.#look.buffered !== buffered)
      this.#look = { writes, buffered, since: now };
    if (now - this.#look.since < this.#limits.stalledMs) return true;
    this.#stall();
    return false;
  }

  /** A stream the connection no longer has: nothing is owed for it. */
  forget(stream: DeliveredStream): void {
    this.#missed.delete(stream);
  }

  /** The connection is no more; nothing is kept for it. */
  gone(): void {
    this.#closed = true;
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#missed.clear();
  }

  /** A stream that has missed a frame misses all until it starts afresh. */
  #mayMiss(stream: DeliveredStream): boolean {
    return stream.slowReader === 'conflate' && (!this.#isPaced() || this.#missed.has(stream));
  }

  #isPaced(): boolean {
    return this.#pace.isHeld && !this.#hasStalled;
  }

  #bytesMax(): number {
    return this.#isPaced() ? this.#limits.pacedBytes : this.#limits.slowBytes;
  }

  /** Once its socket holds too much, and until all that waited has gone out. */
  #isBehind(): boolean {
    return this.#waiting.length > 0 || this.#missed.size > 0 || this.#isFull();
  }

  #isFull(): boolean {
    return this.#sink.buffered() > this.#bytesMax();
  }

  #send(frames: readonly string[]): void {
    this.#writes += 1;
    this.#sink.send(frames);
  }

  #hold(waiting: Waiting): void {
    if (this.#closed) return;
    this.#waiting.push(waiting);
    this.#waitingBytes += Buffer.byteLength(waiting.frame);
    // An advance that waits for this peer bounds what waits, by making no more of it.
    if (!this.#isPaced()) this.#endOverload();
  }

  #endOverload(): void {
    if (this.#waitingBytes <= this.#limits.queuedBytesMax) return;
    this.gone();
    this.#onOverload();
  }

  /** What waited because an advance waited counts as what it would have been without one. */
  #stall(): void {
    this.#hasStalled = true;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    for (const one of waiting) {
      if (one.stream?.slowReader === 'conflate') this.#missed.add(one.stream);
      else this.#hold(one);
    }
  }

  #takeWaiting(): string[] {
    const bytesMax = this.#bytesMax();
    let count = 0;
    let bytes = 0;
    for (const { frame } of this.#waiting) {
      if (bytes > bytesMax) break;
      bytes += Buffer.byteLength(frame);
      count += 1;
    }
    this.#waitingBytes -= bytes;
    return this.#waiting.splice(0, count).map(({ frame }) => frame);
  }
}

/** What many connections get at once is put together once, so that their sinks see one and the same list, which is frozen. */
const firstPieces = new WeakMap<
  readonly Delivery[],
  { readonly bytesMax: number; readonly piece: readonly string[] }
>();

function firstPieceOf(deliveries: readonly Delivery[], bytesMax: number): readonly string[] {
  const known = firstPieces.get(deliveries);
  if (known?.bytesMax === bytesMax) return known.piece;
  const piece = Object.freeze(pieceOf(deliveries, 0, bytesMax));
  firstPieces.set(deliveries, { bytesMax, piece });
  return piece;
}

/** As much of a turn as may go at once: nearly always all of it. */
function pieceOf(deliveries: readonly Delivery[], from: number, bytesMax: number): string[] {
  const piece: string[] = [];
  let length = 0;
  for (let index = from; length <= bytesMax; index += 1) {
    const delivery = deliveries[index];
    if (!delivery) break;
    piece.push(delivery.frame);
    length += delivery.frame.length;
  }
  return piece;
}

/** How often a wait looks at readers whose sockets say nothing. */
const LOOK_EVERY_MS = 20;

/** A connection, as far as an advance may wait for it. */
export interface PacedReader {
  /** True while it is behind and keeps reading. `now` is wall time. */
  holdsUp(now: number): boolean;
}

/** Lets an advance wait for the readers that are behind and keep reading (DET-02). */
export class ReaderPace implements AdvanceHold {
  readonly #time: GateTime;
  readonly #readers: () => Iterable<PacedReader>;
  /** Looks at the readers again for each wait. */
  readonly #looks = new Set<() => void>();
  isHeld = false;

  constructor(time: GateTime, readers: () => Iterable<PacedReader>) {
    this.#time = time;
    this.#readers = readers;
  }

  /** Null when no reader holds the advance up; else resolves when none does any more, or on the signal. */
  caughtUp(signal: AbortSignal): Promise<void> | null {
    if (!this.#isHeldUp()) return null;
    return new Promise((resolve) => {
      const done = (): void => {
        this.#looks.delete(look);
        signal.removeEventListener('abort', done);
        stop();
        resolve();
      };
      const look = (): void => {
        if (!this.#isHeldUp()) done();
      };
      const stop = this.#time.every(LOOK_EVERY_MS, look);
      this.#looks.add(look);
      if (signal.aborted) done();
      else signal.addEventListener('abort', done, { once: true });
    });
  }

  /** A reader has taken what its socket held, or is gone. */
  changed(): void {
    for (const look of [...this.#looks]) look();
  }

  /** Asks every reader, because asking also sends on what waits. */
  #isHeldUp(): boolean {
    const now = this.#time.elapsed();
    let isHeldUp = false;
    for (const reader of this.#readers()) if (reader.holdsUp(now)) isHeldUp = true;
    return isHeldUp;
  }
}

export interface PresenceParts {
  /** Whether a login still gives a right on its subaccount. */
  readonly isValid: (login: Login) => boolean;
  /** The last connection that spoke for a subaccount is gone. */
  readonly onAbsent: (account: AccountNo) => void;
}

/**
 * Knows the logged-in connections of each subaccount, and says when the last one is gone. One whose right has ended
 * has no effect: it keeps no order alive by staying, and cancels none by going.
 */
export class Presence {
  readonly #parts: PresenceParts;
  readonly #logins = new Map<AccountNo, Set<Login>>();

  constructor(parts: PresenceParts) {
    this.#parts = parts;
  }

  joined(login: Login): void {
    const logins = this.#logins.get(login.account);
    if (logins) logins.add(login);
    else this.#logins.set(login.account, new Set([login]));
  }

  left(login: Login): void {
    const { isValid, onAbsent } = this.#parts;
    const logins = this.#logins.get(login.account);
    if (!logins?.delete(login)) return;
    if (logins.size === 0) this.#logins.delete(login.account);
    if (isValid(login) && ![...logins].some(isValid)) onAbsent(login.account);
  }
}
