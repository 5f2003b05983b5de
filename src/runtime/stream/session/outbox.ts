import type { StreamLimits } from '../limits.ts';
import type { StreamSink } from '../sink.ts';

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

/**
 * Frames of one connection on their way out. While the peer keeps up they go straight to the sink, all of a turn at
 * once. A slow peer costs a bounded amount: streams of which only the newest matters are dropped and start afresh when
 * it has caught up; frames of the others wait, up to a bound, and beyond it nothing more is kept and the connection
 * has to end.
 */
export class Outbox {
  readonly #sink: StreamSink;
  readonly #limits: StreamLimits;
  readonly #onOverload: () => void;
  #waiting: string[] = [];
  #waitingBytes = 0;
  readonly #missed = new Set<DeliveredStream>();
  #closed = false;

  constructor(sink: StreamSink, limits: StreamLimits, onOverload: () => void) {
    this.#sink = sink;
    this.#limits = limits;
    this.#onOverload = onOverload;
  }

  /** Bytes of frames that wait for the peer, beside what its socket holds. */
  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  /** A reply. It never overtakes a frame that waits. */
  reply(frame: string): void {
    if (this.#closed) return;
    if (this.#isBehind()) this.#hold(frame);
    else this.#sink.send([frame]);
  }

  /** The frames of one turn. */
  deliver(deliveries: readonly Delivery[]): void {
    if (this.#closed) return;
    let next = 0;
    while (next < deliveries.length && !this.#isBehind()) {
      const piece = next === 0 ? firstPieceOf(deliveries, this.#limits) : pieceOf(deliveries, next, this.#limits);
      next += piece.length;
      this.#sink.send(piece);
    }
    for (; next < deliveries.length; next += 1) {
      const { frame, stream } = deliveries[next] as Delivery;
      if (stream.slowReader === 'conflate') this.#missed.add(stream);
      else this.#hold(frame);
    }
  }

  /** The peer has taken what was sent: what waited goes out, then what it missed, as it stands now. */
  drained(): void {
    if (this.#closed) return;
    while (this.#waiting.length > 0 && !this.#isFull()) this.#sink.send(this.#takeWaiting());
    if (this.#waiting.length > 0) return;
    for (const stream of this.#missed) {
      if (this.#isFull()) return;
      this.#missed.delete(stream);
      const frames = stream.afresh();
      if (frames.length > 0) this.#sink.send(frames);
    }
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

  /** Once its socket holds too much, and until all that waited has gone out. */
  #isBehind(): boolean {
    return this.#waiting.length > 0 || this.#missed.size > 0 || this.#isFull();
  }

  #isFull(): boolean {
    return this.#sink.buffered() > this.#limits.slowBytes;
  }

  #hold(frame: string): void {
    if (this.#closed) return;
    this.#waiting.push(frame);
    this.#waitingBytes += Buffer.byteLength(frame);
    if (this.#waitingBytes <= this.#limits.queuedBytesMax) return;
    this.gone();
    this.#onOverload();
  }

  #takeWaiting(): string[] {
    let count = 0;
    let bytes = 0;
    while (count < this.#waiting.length && bytes <= this.#limits.slowBytes) {
      bytes += Buffer.byteLength(this.#waiting[count] as string);
      count += 1;
    }
    this.#waitingBytes -= bytes;
    return this.#waiting.splice(0, count);
  }
}

/** What many connections get at once is put together once, so that their sinks see one and the same list. */
const firstPieces = new WeakMap<readonly Delivery[], readonly string[]>();

function firstPieceOf(deliveries: readonly Delivery[], limits: StreamLimits): readonly string[] {
  const known = firstPieces.get(deliveries);
  if (known) return known;
  const piece = pieceOf(deliveries, 0, limits);
  firstPieces.set(deliveries, piece);
  return piece;
}

/** As much of a turn as may go at once: nearly always all of it. */
function pieceOf(deliveries: readonly Delivery[], from: number, { slowBytes }: StreamLimits): readonly string[] {
  const piece: string[] = [];
  let length = 0;
  for (let index = from; index < deliveries.length && length <= slowBytes; index += 1) {
    const { frame } = deliveries[index] as Delivery;
    piece.push(frame);
    length += frame.length;
  }
  return piece;
}
