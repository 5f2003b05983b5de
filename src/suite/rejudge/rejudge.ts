import {
  bytesOf,
  type ClosedFact,
  type Content,
  type FailedFact,
  type FrameFact,
  type PieceFact,
  type RecordedFact,
  type RequestFact,
  type ResponseFact,
} from '../../contract/recording/format.ts';
import type { RecordingLine } from '../../contract/recording/reader.ts';
import { orderOf } from '../results/diff-responses.ts';
import type { ControlClient } from '../targets/control-client.ts';
import type { Wall } from '../targets/wall.ts';
import { headersByName, NO_REPLY, ReplayedConnection, type Reply, textOf } from './connections.ts';
import type { Judged, Sent } from './judged.ts';
import { CONTROL_PATH, type Plan } from './plan.ts';

export interface RejudgeParts {
  readonly target: URL;
  readonly token?: string | undefined;
  readonly plan: Plan;
  readonly pace: ClockKeeper;
  readonly judged: Judged;
  readonly wall: Wall;
  /** Go on after a difference that explains most others. */
  readonly keepGoing: boolean;
  /** Called before each request and frame that is sent, with the number of its line. */
  readonly onLine: (line: number) => void;
}

/** How long a response or a frame that was recorded is waited for. */
const REPLY_MS = 10_000;
const FRAME_MS = 2_000;

/** A connection of the recording and of the replay. */
interface Pair {
  readonly replayed: ReplayedConnection;
  /** Messages of the exchange, as recorded. */
  readonly recorded: { readonly line: number; readonly text: string }[];
  isStream: boolean;
  /** Messages that were recorded so far, of those that are in one order. */
  readonly expected: Map<string, number>;
  /** Orders in which a recorded message did not come: later ones are waited for no longer than a ping takes. */
  readonly behind: Set<string>;
  /** The recorded exchange began to close. */
  endedByExchange: boolean;
  isClosed: boolean;
}

/** Sends the requests and frames of a recording again, in its order, and compares what comes back. */
export class Rejudge {
  readonly #parts: RejudgeParts;
  readonly #pairs = new Map<number, Pair>();
  readonly #pieces = new Map<string, Buffer[]>();
  readonly #sent = new Map<number, Sent & { readonly reply: Promise<Reply> }>();
  #stopped = false;

  constructor(parts: RejudgeParts) {
    this.#parts = parts;
  }

  /** @throws TargetUnreachable, RecordingError */
  async run(lines: AsyncIterable<RecordingLine>): Promise<void> {
    const { judged, pace, plan } = this.#parts;
    for await (const line of lines) {
      if (line.kind !== 'fact') continue;
      await this.#take(line.fact, line.line);
      if (judged.explanation === null || this.#parts.keepGoing) continue;
      this.#stopped = true;
      break;
    }
    if (!this.#stopped) {
      await pace.reach(plan.lastTime, null);
      for (const [number, pair] of this.#pairs) await this.#finish(number, pair, null);
    }
    for (const { replayed } of this.#pairs.values()) await replayed.close(1006);
  }

  async #take(fact: RecordedFact, line: number): Promise<void> {
    switch (fact.kind) {
      case 'piece':
        return this.#piece(fact);
      case 'request':
        return this.#request(fact, line);
      case 'response':
        return this.#response(fact, line);
      case 'failed':
        return this.#failed(fact, line);
      case 'frame':
        return fact.from === 'client' ? this.#said(fact, line) : this.#received(fact, line);
      case 'closed':
        return this.#closed(fact, line);
      case 'bytes':
        return this.#parts.judged.leaveOut(line, 'bytes of a WebSocket that are no frames');
      case 'opened':
      case 'ended':
        return undefined;
    }
  }

  #piece(fact: PieceFact): void {
    const key = `${fact.of} ${fact.request}`;
    const known = this.#pieces.get(key) ?? [];
    known.push(bytesOf(fact));
    this.#pieces.set(key, known);
  }

  async #request(fact: RequestFact, line: number): Promise<void> {
    const { judged, pace, plan, wall, onLine } = this.#parts;
    const bytes = this.#whole('request', fact.request, fact);
    if (fact.cut) return judged.leaveOut(line, 'a request whose body was not recorded in full');
    onLine(line);
    await pace.reach(plan.times.get(line), fact.wall);
    const { replayed } = this.#pairOf(fact.connection);
    const opens = fact.headers.some(([name, value]) => name.toLowerCase() === 'upgrade' && /websocket/i.test(value));
    const reply = opens ? replayed.open(fact) : replayed.send(fact, bytes);
    // A rejection is met where the reply is awaited.
    reply.catch(() => undefined);
    this.#sent.set(fact.request, { line, fact, body: textOf(fact), reply });
    if (!plan.late.has(fact.request)) await wall.within(REPLY_MS, reply);
    if (fact.path.startsWith(CONTROL_PATH)) await pace.steered();
    return undefined;
  }

  async #response(fact: ResponseFact, line: number): Promise<void> {
    const content = this.#whole('response', fact.request, fact);
    const sent = this.#sent.get(fact.request);
    this.#sent.delete(fact.request);
    if (!sent) return;
    const reply = (await this.#parts.wall.within(REPLY_MS, sent.reply)) ?? NO_REPLY;
    if (fact.status === 101) this.#pairOf(fact.connection).isStream = true;
    const body = fact.pieces === undefined ? textOf(fact) : content.toString('utf8');
    const recorded = { status: fact.status, headers: headersByName(fact.headers), body };
    this.#parts.judged.response(line, sent, recorded, fact.status === 101 ? withoutHead(reply) : reply);
  }

  async #failed(fact: FailedFact, line: number): Promise<void> {
    const sent = this.#sent.get(fact.request);
    this.#sent.delete(fact.request);
    if (!sent) return;
    const reply = (await this.#parts.wall.within(FRAME_MS, sent.reply)) ?? NO_REPLY;
    this.#parts.judged.response(line, sent, NO_REPLY, reply);
  }

  async #said(fact: FrameFact, line: number): Promise<void> {
    const { pace, plan, onLine } = this.#parts;
    onLine(line);
    await pace.reach(plan.times.get(line), fact.wall);
    this.#pairOf(fact.connection).replayed.say(fact);
  }

  async #received(fact: FrameFact, line: number): Promise<void> {
    const pair = this.#pairOf(fact.connection);
    const { replayed } = pair;
    const { wall } = this.#parts;
    if (fact.opcode === 'close') pair.endedByExchange = true;
    if (fact.opcode !== 'text' && fact.opcode !== 'binary') return;
    pair.recorded.push({ line, text: textOf(fact) });
    const order = orderOf(textOf(fact));
    const count = (pair.expected.get(order) ?? 0) + 1;
    pair.expected.set(order, count);
    const arrives = (): boolean => replayed.count(order) >= count;
    if (pair.behind.has(order)) await wall.within(FRAME_MS, replayed.roundTrip());
    else await wall.within(FRAME_MS, replayed.until(arrives));
    if (!arrives()) pair.behind.add(order);
  }

  async #closed(fact: ClosedFact, line: number): Promise<void> {
    const pair = this.#pairs.get(fact.connection);
    if (!pair) return;
    if (pair.isStream) await this.#finish(fact.connection, pair, { ...fact, line });
    else await pair.replayed.close();
    this.#pairs.delete(fact.connection);
  }

  /** Compares a WebSocket as a whole, and ends it as it ended. */
  async #finish(number: number, pair: Pair, end: (ClosedFact & { readonly line: number }) | null): Promise<void> {
    if (!pair.isStream || pair.isClosed) return;
    pair.isClosed = true;
    const { replayed } = pair;
    const { wall, judged, pace } = this.#parts;
    if (end && pair.endedByExchange)
      await wall.within(
        FRAME_MS,
        replayed.until(() => false),
      );
    else await wall.within(FRAME_MS, replayed.roundTrip());
    judged.stream(number, pair.recorded, replayed.frames);
    const endedBy = replayed.end;
    if (end?.code !== undefined && (pair.endedByExchange || endedBy !== null)) {
      judged.end(end.line, number, { code: end.code, reason: end.reason ?? '' }, endedBy);
    }
    await wall.within(FRAME_MS, replayed.close(end?.code, end?.reason));
    // A request to the control plane comes back after the exchange has noticed the end.
    await pace.steered();
  }

  #whole(of: 'request' | 'response', request: number, content: Content & { readonly pieces?: number }): Buffer {
    const key = `${of} ${request}`;
    const pieces = this.#pieces.get(key);
    this.#pieces.delete(key);
    return pieces ? Buffer.concat(pieces) : bytesOf(content);
  }

  #pairOf(connection: number): Pair {
    const known = this.#pairs.get(connection);
    if (known) return known;
    const replayed = new ReplayedConnection(this.#parts.target, this.#parts.token);
    const counts = { recorded: [], expected: new Map<string, number>(), behind: new Set<string>() };
    const pair = { replayed, ...counts, isStream: false, endedByExchange: false, isClosed: false };
    this.#pairs.set(connection, pair);
    return pair;
  }
}

/** Of an opened WebSocket only the status counts. */
const withoutHead = (reply: Reply): Reply => (reply.status === 101 ? { ...reply, headers: {}, body: '' } : reply);

/** Brings the target to the time of a recorded request before it is sent. */
export interface ClockKeeper {
  /**
   * @param time exchange time at which the request was handled; undefined when the recording does not say
   * @param wall wall time at which it was recorded; null when nothing is sent
   */
  reach(time: number | undefined, wall: number | null): Promise<void>;
  /** To be called when the clock of the target may have moved for another reason. */
  steered(): Promise<void>;
}

/** Moves the clock of a simulator, which otherwise stands still, forward to the recorded exchange time. */
export function clockPace(control: ControlClient): ClockKeeper {
  const look = (): Promise<void> => control.lookAtClock();
  return {
    reach: async (time) => {
      if (time !== undefined && time > control.now) await control.control.advanceTo(time);
    },
    steered: look,
  };
}

/** Keeps the recorded distances in time, `factor` times as fast. */
export function wallPace(wall: Wall, factor: number): ClockKeeper {
  let start: { readonly recorded: number; readonly now: number } | null = null;
  return {
    reach: async (_time, recorded) => {
      if (recorded === null) return;
      start ??= { recorded, now: wall.now() };
      const due = start.now + (recorded - start.recorded) / factor;
      const early = due - wall.now();
      if (early > 0) await wall.wait(early);
    },
    steered: () => Promise.resolve(),
  };
}
