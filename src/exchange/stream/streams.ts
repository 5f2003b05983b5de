import { type AccountNo, accountNoOf } from '../../kernel/ids.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { StreamEndpoint } from '../../contract/channel.ts';
import { CHANNELS } from '../../contract/channels.ts';
import type { State } from '../../engine/state.ts';
import type { Gate, GateTime, Readers } from '../clock/clock.ts';
import type { Journal } from '../journal/journal.ts';
import type { Log } from '../log.ts';
import type { Dispatcher } from '../requests/dispatcher.ts';
import type { Sequencer } from '../sequencer.ts';
import { type HubParts, StreamHub } from './hub.ts';
import { hasRight, type Logins } from './session/login.ts';
import { Presence, ReaderPace } from './session/outbox.ts';
import { Session, type SessionParts } from './session/session.ts';
import {
  CLOSE,
  STREAM_LIMITS,
  type StreamLimits,
  type StreamPeer,
  type StreamSession,
  type StreamSink,
} from './sink.ts';
import { SOURCES } from './sources.ts';

export interface StreamsParts extends Pick<
  HubParts,
  'observe' | 'history' | 'faults' | 'latencies' | 'room' | 'provenance'
> {
  readonly state: State;
  readonly sequencer: Sequencer;
  readonly logins: Logins;
  readonly dispatcher: Dispatcher;
  readonly journal: Pick<Journal, 'length' | 'durable'>;
  readonly log: Log;
  readonly gate: Gate;
  readonly wall: GateTime;
  readonly limits?: Partial<StreamLimits>;
  /** The last logged-in connection of a subaccount is gone. */
  readonly onAbsent: (account: AccountNo) => void;
}

export interface Held {
  readonly sessions: number;
  /** Streams with at least one subscriber. */
  readonly streams: number;
  /** Client addresses that have subscriptions. */
  readonly addresses: number;
  /** Frames that wait for slow readers, beside what their sockets hold. */
  readonly waitingBytes: number;
}

/** Frames that may wait for their turn before a slice of an advance ends. */
const FULL = 4_096;

/** Everything about streams of one life of an exchange: sessions open here, transports and tests hold the other end. */
export class Streams implements Readers {
  readonly #parts: SessionParts;
  readonly #journal: StreamsParts['journal'];
  readonly #pace: ReaderPace;
  readonly #faults: HubParts['faults'];
  /** True while the frames of an advance wait for its end, and the turn that hands them out. */
  #keepsTurns = false;
  #keptTurn: (() => void) | null = null;
  readonly #hub: StreamHub;
  readonly #sessions = new Map<Session, StreamSink>();
  /** Posts under way, and who waits for the last of them. */
  #open = 0;
  #idle: (() => void)[] = [];

  constructor({ dispatcher, journal, onAbsent, limits, logins, ...parts }: StreamsParts) {
    this.#journal = journal;
    const { state, sequencer, log, gate, wall } = parts;
    this.#pace = new ReaderPace(wall, () => this.#sessions.keys());
    this.#faults = parts.faults;
    this.#hub = new StreamHub({
      ...parts,
      now: () => sequencer.now(),
      factoryOf: ({ name }) => SOURCES[name],
      turn: (run) => this.#turn(run),
    });
    this.#parts = {
      state,
      sequencer,
      log,
      gate,
      pace: this.#pace,
      hub: this.#hub,
      logins,
      limits: { ...STREAM_LIMITS, ...limits },
      channels: CHANNELS,
      received: (...given) => dispatcher.receive(...given),
      post: (...asked) => {
        const reply = dispatcher.post(...asked);
        return reply instanceof Promise ? this.#counted(reply) : reply;
      },
      subscriptionsOf: new Map(),
      presence: new Presence({ isValid: (login) => hasRight(state, login), onAbsent }),
    };
  }

  /** Opens a session for a peer at `ip`. What the session sends goes to the sink. */
  open(endpoint: StreamEndpoint, sink: StreamSink, { ip, subAccountId }: StreamPeer): StreamSession {
    const account = subAccountId === undefined ? null : (accountNoOf(BigInt(subAccountId)) ?? null);
    const gated = durableSink(sink, this.#journal);
    const session = new Session(this.#parts, endpoint, gated, { ip, account }, () => {
      this.#sessions.delete(session);
      this.#pace.changed();
    });
    this.#sessions.set(session, gated);
    // Later, because the peer does not have its session yet.
    if (this.#isDown()) queueMicrotask(() => session.cut());
    return session;
  }

  /** An input has been applied; see `StreamHub.applied`. */
  applied(): void {
    if (this.#isDown()) for (const session of [...this.#sessions.keys()]) session.cut();
    this.#hub.applied();
  }

  /** No line lasts while the exchange is down. */
  #isDown(): boolean {
    return this.#parts.state.status === 'down';
  }

  /** A clock that runs by itself has come to `now`. */
  tick(now: TimeMs): void {
    this.#hub.passing(now);
    this.#hub.applied();
  }

  /**
   * An advance begins. With injected faults in place its frames meet them at its end, as those of one large step do:
   * meeting a fault is an input, and where it stands in the log must not depend on slices.
   */
  hold(): void {
    this.#pace.isHeld = true;
    this.#keepsTurns = !this.#faults.idle;
  }

  release(): void {
    this.#pace.isHeld = false;
    this.#letTurnGo();
  }

  caughtUp(signal: AbortSignal): Promise<void> | null {
    return this.#pace.caughtUp(signal);
  }

  isFull(): boolean {
    return !this.#keepsTurns && this.#hub.collected >= FULL;
  }

  handOut(): Promise<void> | null {
    this.#letTurnGo();
    return this.#hub.size === 0 ? null : this.delivered();
  }

  /** The earliest exchange time at which a stream publishes even if nothing else happens; null for none. */
  nextDue(): TimeMs | null {
    return this.#hub.nextDue();
  }

  /** What is held for peers. */
  held(): Held {
    let waitingBytes = 0;
    for (const session of this.#sessions.keys()) waitingBytes += session.waitingBytes;
    const addresses = this.#parts.subscriptionsOf.size;
    return { sessions: this.#sessions.size, streams: this.#hub.size, addresses, waitingBytes };
  }

  /** Resolves as soon as no post is under way; its reply is then on its way to the sink. */
  landed(): Promise<void> {
    return this.#open === 0 ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve));
  }

  #turn(run: () => void): void {
    if (this.#keepsTurns) this.#keptTurn = run;
    else setImmediate(run);
  }

  #letTurnGo(): void {
    this.#keepsTurns = false;
    if (this.#keptTurn) setImmediate(this.#keptTurn);
    this.#keptTurn = null;
  }

  async #counted<T>(work: Promise<T>): Promise<T> {
    this.#open += 1;
    try {
      return await work;
    } finally {
      this.#open -= 1;
      if (this.#open === 0) for (const resolve of this.#idle.splice(0)) resolve();
    }
  }

  /** Resolves once everything that has happened by now is out. */
  delivered(): Promise<void> {
    return new Promise((resolve) => this.#hub.afterwards(resolve));
  }

  /** Ends every session: the exchange behind them starts over, or is gone for good. */
  end(why: 'restart' | 'goodbye'): void {
    const [code, reason] = ENDS[why];
    for (const [session, sink] of [...this.#sessions]) {
      session.gone();
      sink.close(code, reason);
    }
  }
}

const ENDS = {
  restart: [CLOSE.restart, 'the exchange starts over'],
  goodbye: [CLOSE.goingAway, 'the exchange is closed'],
} as const;

/**
 * Lets frames out once everything that they may show is as durable as was asked for (DUR-01). Frames keep their order. A
 * journal that has failed lets nothing out any more.
 */
function durableSink(sink: StreamSink, journal: Pick<Journal, 'length' | 'durable'>): StreamSink {
  const waiting: (() => void)[] = [];
  // Inputs become durable in order, so whatever may leave next is the first that waits.
  const leave = (): void => waiting.shift()?.();
  const inOrder = (go: () => void): void => {
    const durable = journal.durable(journal.length);
    if (durable === null && waiting.length === 0) return go();
    waiting.push(go);
    (durable ?? Promise.resolve()).then(leave, () => undefined);
  };
  return {
    send: (frames) => inOrder(() => sink.send(frames)),
    close: (code, reason) => inOrder(() => sink.close(code, reason)),
    ...(sink.cut && { cut: () => sink.cut?.() }),
    buffered: () => sink.buffered(),
    holds: () => waiting.length > 0,
  };
}
