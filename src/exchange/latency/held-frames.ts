import type { AccountNo } from '../../kernel/ids.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { WaitingRoom } from '../faults/waiting-room.ts';
import type { Latencies } from './latencies.ts';

/** A frame on its way, and the exchange time at which it was made. */
interface Made {
  readonly at: TimeMs;
}

/** A connection, as far as its latency is concerned. */
interface Receiver<F> {
  /** The account whose latency counts for it; null for none. */
  readonly account: AccountNo | null;
  deliver(frames: readonly F[]): void;
}

export interface HeldFramesParts<F, R> {
  readonly latencies: Latencies;
  readonly room: WaitingRoom;
  /** Exchange time. */
  readonly now: () => TimeMs;
  /** Whether a connection still follows the stream of a frame. */
  readonly follows: (receiver: R, frame: F) => boolean;
  /** Runs something in a later turn, behind the responses of this one. */
  readonly afterwards: (run: () => void) => void;
}

interface Queue<F> {
  readonly frames: { readonly frame: F; readonly arrives: TimeMs }[];
}

/** Holds frames of connections back until they arrive. Frames of one connection keep their order. */
export class HeldFrames<F extends Made, R extends Receiver<F>> {
  readonly #parts: HeldFramesParts<F, R>;
  readonly #queues = new Map<R, Queue<F>>();

  constructor(parts: HeldFramesParts<F, R>) {
    this.#parts = parts;
  }

  /** No account has a latency, and no frame is held. */
  get idle(): boolean {
    return this.#parts.latencies.idle && this.#queues.size === 0;
  }

  /** The frames that arrive now; the others arrive by themselves. */
  pass(receiver: R, frames: readonly F[]): readonly F[] {
    const { latencies, now } = this.#parts;
    const passed: F[] = [];
    for (const frame of frames) {
      const queue = this.#queues.get(receiver);
      const before = queue?.frames.at(-1)?.arrives ?? 0;
      const arrives = Math.max(before, latencies.pushArrival(receiver.account, frame.at));
      if (!queue && arrives <= now()) passed.push(frame);
      else this.#hold(receiver, frame, arrives);
    }
    return passed;
  }

  #hold(receiver: R, frame: F, arrives: TimeMs): void {
    const { room, afterwards } = this.#parts;
    const queue = this.#queues.get(receiver) ?? { frames: [] };
    const last = queue.frames.at(-1);
    queue.frames.push({ frame, arrives });
    this.#queues.set(receiver, queue);
    // One look for each time of arrival.
    if (last?.arrives !== arrives) room.at(arrives, () => afterwards(() => this.#flush(receiver, arrives)), true);
  }

  #flush(receiver: R, until: TimeMs): void {
    const { frames } = this.#queues.get(receiver) ?? { frames: [] };
    const later = frames.findIndex(({ arrives }) => arrives > until);
    const due = frames.splice(0, later < 0 ? frames.length : later);
    if (frames.length === 0) this.#queues.delete(receiver);
    const wanted = due.map(({ frame }) => frame).filter((frame) => this.#parts.follows(receiver, frame));
    if (wanted.length > 0) receiver.deliver(wanted);
  }
}
