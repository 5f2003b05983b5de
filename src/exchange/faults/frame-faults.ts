import type { AccountNo } from '../../kernel/ids.ts';
import type { Faults } from './faults.ts';

/** The stream a frame belongs to, as far as rules match it. */
export interface FaultyStream {
  readonly channel: string;
  readonly account: AccountNo | null;
}

interface Framed<S extends FaultyStream> {
  readonly stream: S;
}

/** What can still be sent to a connection. */
export interface Receiver<F> {
  deliver(frames: readonly F[]): void;
  /** The connection is gone, without a word. */
  cut(): void;
}

/** Lets frames on their way to one connection meet what is armed against them. */
export class FrameFaults<S extends FaultyStream, F extends Framed<S>, R extends Receiver<F>> {
  readonly #faults: Faults;
  readonly #follows: (receiver: R, stream: S) => boolean;
  /** Frames that wait for the next one of their stream. */
  readonly #held = new Map<R, Map<S, F>>();

  /** @param follows whether a connection still listens to a stream */
  constructor(faults: Faults, follows: (receiver: R, stream: S) => boolean) {
    this.#faults = faults;
    this.#follows = follows;
  }

  /** Nothing is armed and nothing is held back. */
  get idle(): boolean {
    return this.#faults.idle && this.#held.size === 0;
  }

  /** A connection that no longer listens to a stream is owed nothing of it. */
  forget(receiver: R, stream: S): void {
    this.#release(receiver, stream);
  }

  /** The frames that go out now, in their order. Those that come later are delivered by themselves. */
  pass(receiver: R, frames: readonly F[]): readonly F[] {
    const passed: F[] = [];
    for (const frame of frames) {
      const held = this.#release(receiver, frame.stream);
      const effect = held ? null : this.#faults.frame(frame.stream.channel, frame.stream.account);
      if (effect?.kind === 'drop') {
        receiver.cut();
        return [];
      }
      if (effect?.kind === 'lose') continue;
      if (effect?.kind === 'delay') this.#later(receiver, frame, effect.ms);
      else if (effect?.kind === 'reorder') this.#hold(receiver, frame);
      else if (effect?.kind === 'duplicate') passed.push(frame, frame);
      else passed.push(frame, ...(held ? [held] : []));
    }
    return passed;
  }

  #later(receiver: R, frame: F, ms: number): void {
    void this.#faults.passPush(ms).then(() => {
      if (this.#follows(receiver, frame.stream)) receiver.deliver([frame]);
    });
  }

  #hold(receiver: R, frame: F): void {
    const held = this.#held.get(receiver) ?? new Map<S, F>();
    this.#held.set(receiver, held.set(frame.stream, frame));
  }

  #release(receiver: R, stream: S): F | undefined {
    const held = this.#held.get(receiver);
    const frame = held?.get(stream);
    held?.delete(stream);
    if (held?.size === 0) this.#held.delete(receiver);
    return frame;
  }
}
