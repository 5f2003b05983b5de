import type { Refusal } from '../../kernel/errors.ts';
import type { AccountNo } from '../../kernel/ids.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { Channel } from '../../contract/channel.ts';
import type { PastNeed } from '../../contract/views.ts';
import type { Command } from '../../engine/command.ts';
import type { EngineEvent } from '../../engine/event.ts';
import type { EngineObserver } from '../../engine/engine.ts';
import type { State } from '../../engine/state.ts';
import type { Faults, WaitingRoom } from '../faults/faults.ts';
import type { History } from '../history/history.ts';
import type { Latencies } from '../latencies.ts';
import type { Log } from '../log.ts';
import type { DeliveredStream, Delivery } from './session/outbox.ts';
import type { Provenance, SourceFactory, StreamSource } from './source.ts';
import { isRecord } from '../../kernel/entries.ts';

/** What a hub calls back: one connection that listens to streams. */
export interface Subscriber {
  /** The account whose latency counts for it; null for none. */
  readonly account: AccountNo | null;
  /** All frames of one turn, in order. */
  deliver(deliveries: readonly Delivery[]): void;
  /** A right may have ended just now: gives what lets go of all that the connection may no longer see, or null. */
  ended(): (() => void) | null;
  /** Its line breaks. */
  cut(): void;
  /** A stream it listens to is broken and will say nothing more. */
  broken(): void;
}

export interface HubParts {
  readonly state: State;
  readonly history: History;
  readonly log: Log;
  readonly faults: Faults;
  readonly latencies: Latencies;
  /** What is held back waits here. */
  readonly room: WaitingRoom;
  readonly factoryOf: (channel: Channel) => SourceFactory;
  /** Watches the engine from now on, or no longer. */
  readonly observe: (observer: EngineObserver | null) => void;
  /** What pushes say of their origin in the engine; shared by all streams. */
  readonly provenance: Provenance;
  /** Exchange time, also between inputs. */
  readonly now: () => TimeMs;
  /** Runs something when what is being done now is done, replies included. */
  readonly turn: (run: () => void) => void;
}

/** One stream: its source and everybody who listens to it. */
interface Stream extends DeliveredStream, FaultyStream {
  readonly key: string;
  readonly source: StreamSource;
  /** Who listens, and the number of the first frame that is theirs: what was collected before is not. */
  readonly subscribers: Map<Subscriber, number>;
}

/** A frame that is collected. Frames are numbered in the order in which they come about. */
interface Frame extends Delivery {
  readonly no: number;
  /** Exchange time at which it was made. */
  readonly at: TimeMs;
  readonly stream: Stream;
}

/** A frame, or an action after all frames before it are sent: a subscriber has lost a right. */
type Collected = Frame | (() => void);

/** The maximum of frames kept for a later turn: a clock that jumps far makes more of them than fit into memory. */
const COLLECTED_MAX = 65_536;

/** Events after which a wallet may see less than before. */
const ENDS_RIGHTS: ReadonlySet<EngineEvent['type']> = new Set(['DelegationsEnded', 'ManagerSet']);

/**
 * Makes each stream once for all who listen to it. It observes the engine only while it has subscribers, collects frames in
 * the order in which they come about, and hands them out in a later turn, so that the reply to a request is out before
 * what the request caused (wire 4.8).
 */
export class StreamHub implements EngineObserver {
  readonly #parts: HubParts;
  readonly #faults: FrameFaults<Stream, Frame, Subscriber>;
  readonly #held: HeldFrames<Frame, Subscriber>;
  readonly #streams = new Map<string, Stream>();
  /** Streams that receive each type of event; filled on demand, cleared when the streams change. */
  readonly #hearers = new Map<EngineEvent['type'], readonly Stream[]>();
  #collected: Collected[] = [];
  #frames = 0;
  /** The latest time at which a frame fell due between two inputs. */
  #fellDue: TimeMs = 0;
  #turnAsked = false;
  #afterwards: (() => void)[] = [];
  /** Streams that failed while the engine worked, with the error; reported when the engine is done. */
  #failed: { readonly stream: Stream; readonly error: unknown }[] = [];

  constructor(parts: HubParts) {
    this.#parts = parts;
    this.#faults = new FrameFaults(parts.faults, (subscriber, { subscribers }) => subscribers.has(subscriber));
    this.#held = new HeldFrames({
      latencies: parts.latencies,
      room: parts.room,
      now: () => parts.now(),
      follows: (subscriber, frame) => isOwed(subscriber, frame),
      afterwards: (run) => this.afterwards(run),
    });
  }

  /** Streams with at least one subscriber; equal keys share one. */
  get size(): number {
    return this.#streams.size;
  }

  /** See `History`. */
  pastReady(need: PastNeed): Promise<void> | null {
    return this.#parts.history.pastReady(need);
  }

  /** The earliest exchange time at which a stream may owe a frame even if nothing else happens; null for none. */
  nextDue(): TimeMs | null {
    let next: TimeMs | null = null;
    for (const { source } of this.#streams.values()) {
      const due = source.dueAt?.() ?? null;
      if (due !== null && (next === null || due < next)) next = due;
    }
    return next;
  }

  /** Frames that wait for their turn. */
  get collected(): number {
    return this.#collected.length;
  }

  /** Lets a connection listen. Gives the frames it is owed at once, to be sent after its acknowledgement. */
  subscribe<P>(subscriber: Subscriber, channel: Channel<P>, parsed: P): readonly string[] {
    const key = streamKeyOf(channel, parsed);
    const stream = this.#streams.get(key) ?? this.#open(channel as unknown as Channel, parsed as never, key);
    stream.subscribers.set(subscriber, this.#frames);
    return stream.source.first();
  }

  unsubscribe<P>(subscriber: Subscriber, channel: Channel<P>, parsed: P): DeliveredStream | undefined {
    const key = streamKeyOf(channel, parsed);
    const stream = this.#streams.get(key);
    if (!stream?.subscribers.delete(subscriber)) return undefined;
    this.#faults.forget(subscriber, stream);
    if (stream.subscribers.size === 0) {
      this.#streams.delete(key);
      this.#hearers.clear();
      if (this.#streams.size === 0) this.#parts.observe(null);
    }
    return stream;
  }

  refused(_state: State, command: Command, refusal: Refusal): void {
    this.#forEachSource((source) => source.refused?.(command, refusal));
  }

  happened({ eventSeq: seq }: State, event: EngineEvent): void {
    for (const stream of this.#hearersOf(event.type)) this.#show(stream, (source) => source.emitted?.(event, seq));
    if (ENDS_RIGHTS.has(event.type)) this.#collectEnds();
  }

  quiescent(): void {
    this.#forEachSource((source) => source.quiescent?.());
  }

  passing(to: TimeMs): void {
    this.#forEachSource((source) => source.passing?.(to));
    for (let next = this.#nextDue(to); next; next = this.#nextDue(to)) {
      this.#fellDue = next.source.dueAt?.() ?? to;
      this.#show(next, (source) => source.fallDue?.());
    }
  }

  /** Runs in a later turn, after everything that is collected by then has been handed out. */
  afterwards(run: () => void): void {
    this.#afterwards.push(run);
    this.#askTurn();
  }

  /** A stream only reads: one that fails ends, and the engine is not affected. */
  #forEachSource(show: (source: StreamSource) => void): void {
    for (const stream of this.#streams.values()) this.#show(stream, show);
  }

  /** What falls due goes out in order of time, whether the clock takes one step or many; at one time in order of subscription. */
  #nextDue(to: TimeMs): Stream | null {
    let next: Stream | null = null;
    let first = to;
    for (const stream of this.#streams.values()) {
      const due = stream.source.dueAt?.() ?? null;
      if (due === null || due > first || (next && due === first)) continue;
      next = stream;
      first = due;
    }
    return next;
  }

  /** Most events are of no interest to most streams. */
  #hearersOf(type: EngineEvent['type']): readonly Stream[] {
    const known = this.#hearers.get(type);
    if (known) return known;
    const hearers = [...this.#streams.values()].filter(
      ({ source }) => 'emitted' in source && (source.receives?.has(type) ?? true),
    );
    this.#hearers.set(type, hearers);
    return hearers;
  }

  #show(stream: Stream, show: (source: StreamSource) => void): void {
    try {
      show(stream.source);
    } catch (error) {
      this.#streams.delete(stream.key);
      this.#hearers.clear();
      this.#failed.push({ stream, error });
    }
  }

  #open(channel: Channel, parsed: never, key: string): Stream {
    const { state, history, now, factoryOf, provenance } = this.#parts;
    const source: StreamSource = factoryOf(channel)(parsed, {
      state,
      views: history,
      dayOf: (symbol) => history.dayOf(symbol),
      now,
      provenance,
      push: (frame) => this.#collect(frame, stream),
    });
    const stream: Stream = {
      key,
      channel: channel.name,
      account: channel.access === 'private' ? accountIn(parsed) : null,
      source,
      subscribers: new Map(),
      slowReader: channel.slowReader,
      afresh: () => source.afresh?.() ?? [],
    };
    if (this.#streams.size === 0) this.#parts.observe(this);
    this.#streams.set(key, stream);
    this.#hearers.clear();
    return stream;
  }

  /** An input has been applied: what was collected goes out in a later turn. The engine itself may ask for no turn. */
  applied(): void {
    this.#forEachSource((source) => source.applied?.());
    if (this.#collected.length >= COLLECTED_MAX) this.#handOut();
    if (this.#collected.length > 0 || this.#failed.length > 0) this.#askTurn();
  }

  #askTurn(): void {
    if (this.#turnAsked) return;
    this.#turnAsked = true;
    this.#parts.turn(() => {
      this.#turnAsked = false;
      this.#handOut();
      for (const run of this.#afterwards.splice(0)) this.#guard(run);
    });
  }

  #collect(frame: string, stream: Stream): void {
    const at = Math.max(this.#parts.state.now, this.#fellDue);
    this.#collected.push({ no: this.#frames, at, frame, stream });
    this.#frames += 1;
  }

  #handOut(): void {
    const collected = this.#collected;
    this.#collected = [];
    let from = 0;
    for (let index = 0; index <= collected.length; index += 1) {
      const end = collected[index];
      if (index < collected.length && typeof end !== 'function') continue;
      this.#handOutRun(collected.slice(from, index).filter((item) => typeof item !== 'function'));
      if (typeof end === 'function') this.#guard(end);
      from = index + 1;
    }
    for (const { stream, error } of this.#failed.splice(0)) this.#giveUp(stream, error);
  }

  /** One delivery for each connection, however many frames and streams; connections that follow the same share one. */
  #handOutRun(frames: readonly Frame[]): void {
    const [oldest] = frames;
    if (!oldest) return;
    const followed = new Map<Subscriber, Stream[]>();
    const fresh = new Set<Subscriber>();
    for (const stream of new Set(frames.map((frame) => frame.stream))) {
      for (const [subscriber, first] of stream.subscribers) {
        const streams = followed.get(subscriber);
        if (streams) streams.push(stream);
        else followed.set(subscriber, [stream]);
        if (first > oldest.no) fresh.add(subscriber);
      }
    }
    const shared = new Map<string, readonly Frame[]>();
    for (const [subscriber, streams] of followed) {
      const deliveries = fresh.has(subscriber)
        ? frames.filter((frame) => isOwed(subscriber, frame))
        : sharedBy(shared, streams, frames);
      if (deliveries.length > 0) this.#guard(() => this.#deliver(subscriber, deliveries));
    }
  }

  #deliver(subscriber: Subscriber, frames: readonly Frame[]): void {
    const passed = this.#faults.idle ? frames : this.#faults.pass(subscriber, frames);
    const arrived = this.#held.idle ? passed : this.#held.pass(subscriber, passed);
    if (arrived.length > 0) subscriber.deliver(arrived);
  }

  /** Decided now, applied in its turn: a right that comes back meanwhile does not bring its stream back (SEC-14). */
  #collectEnds(): void {
    const everybody = new Set<Subscriber>();
    for (const { subscribers } of this.#streams.values()) for (const one of subscribers.keys()) everybody.add(one);
    for (const subscriber of everybody) {
      this.#guard(() => {
        const end = subscriber.ended();
        if (end) this.#collected.push(end);
      });
    }
  }

  #giveUp({ key, subscribers }: Stream, error: unknown): void {
    this.#parts.log.error({ err: error }, `the stream ${key} failed`);
    for (const subscriber of [...subscribers.keys()]) this.#guard(() => subscriber.broken());
    if (this.#streams.size === 0) this.#parts.observe(null);
  }

  /** An error of one connection does not affect the others. */
  #guard(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#parts.log.error({ err: error }, 'a stream could not be delivered');
    }
  }
}

/** Returns the name of a stream: equal subscriptions have equal ones and share a source. */
export const streamKeyOf = <P>(channel: Channel<P>, parsed: P): string => `${channel.name}|${channel.key(parsed)}`;

/** Whether a connection follows the stream of a frame, and did so when the frame was made. */
const isOwed = (subscriber: Subscriber, { stream, no }: Frame): boolean =>
  no >= (stream.subscribers.get(subscriber) ?? Number.POSITIVE_INFINITY);

/** The frames of some streams, picked once for all who follow just these. */
function sharedBy(
  shared: Map<string, readonly Frame[]>,
  streams: readonly Stream[],
  frames: readonly Frame[],
): readonly Frame[] {
  const names = streams.map(({ key }) => key).join(' ');
  const known = shared.get(names);
  if (known) return known;
  const deliveries = frames.filter(({ stream }) => streams.includes(stream));
  shared.set(names, deliveries);
  return deliveries;
}

/** The stream a frame belongs to, as far as rules match it. */
interface FaultyStream {
  readonly channel: string;
  readonly account: AccountNo | null;
}

interface Framed<S extends FaultyStream> {
  readonly stream: S;
}

/** What can still be sent to a connection. */
export interface FaultyReceiver<F> {
  deliver(frames: readonly F[]): void;
  /** The connection is gone, without a word. */
  cut(): void;
}

/** Lets frames on their way to one connection meet what is armed against them. */
class FrameFaults<S extends FaultyStream, F extends Framed<S>, R extends FaultyReceiver<F>> {
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
class HeldFrames<F extends Made, R extends Receiver<F>> {
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

/** The subaccount that the parameters of a private channel name; null where they name none. */
export const accountIn = (parsed: unknown): AccountNo | null =>
  isRecord(parsed) && typeof parsed['account'] === 'number' ? parsed['account'] : null;
