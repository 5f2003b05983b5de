import type { FrameFact, RecordedFact, RecordingHeader } from '../../contract/recording/format.ts';
import { RecordingError, type RecordingLine } from '../../contract/recording/reader.ts';
import { isRecord } from '../records.ts';
import { parsed } from '../transports/transport.ts';

/** What must be known of a recording before its first request is sent. */
export interface Plan {
  readonly header: RecordingHeader;
  readonly requests: number;
  /** Of text or binary, of the exchange. */
  readonly frames: number;
  /** Exchange time at which a request was handled, by the number of its line; none for those that say nothing of it. */
  readonly times: ReadonlyMap<number, number>;
  /** Requests whose response came only after a later request to the control plane, or never. */
  readonly late: ReadonlySet<number>;
  /** The last exchange time of the recording. */
  readonly lastTime: number;
  /** Number of the line that is cut off, if one is. */
  readonly torn: number | null;
  /** True when the recording was ended in order. */
  readonly ended: boolean;
}

export const CONTROL_PATH = '/sim/v1/';
const CLOCK_PATH = '/sim/v1/clock/';

/** Reads a whole recording once. Throws RecordingError. */
export async function planOf(lines: AsyncIterable<RecordingLine>): Promise<Plan> {
  const planner = new Planner();
  for await (const line of lines) planner.take(line);
  return planner.plan();
}

interface Waiting {
  readonly line: number;
  readonly movesClock: boolean;
  /** Requests to the control plane that came before it. */
  readonly steersBefore: number;
}

class Planner {
  #header: RecordingHeader | null = null;
  readonly #times = new Map<number, number>();
  readonly #late = new Set<number>();
  readonly #requests = new Map<number, Waiting>();
  /** Lines of client frames by connection and by the id that their reply gives back. */
  readonly #posts = new Map<string, number>();
  #count = 0;
  #frames = 0;
  #steers = 0;
  #lastTime = 0;
  #torn: number | null = null;
  #ended = false;

  take(line: RecordingLine): void {
    if (line.kind === 'header') this.#header = line.header;
    else if (line.kind === 'torn') this.#torn = line.line;
    else this.#fact(line.fact, line.line);
  }

  plan(): Plan {
    if (!this.#header) throw new RecordingError(1, 'the recording is empty');
    for (const request of this.#requests.keys()) this.#late.add(request);
    return {
      header: this.#header,
      requests: this.#count,
      frames: this.#frames,
      times: this.#times,
      late: this.#late,
      lastTime: this.#lastTime,
      torn: this.#torn,
      ended: this.#ended,
    };
  }

  #fact(fact: RecordedFact, line: number): void {
    if (fact.kind === 'request') {
      this.#count += 1;
      if (fact.path.startsWith(CONTROL_PATH)) this.#steers += 1;
      const movesClock = fact.method === 'POST' && fact.path.startsWith(CLOCK_PATH);
      this.#requests.set(fact.request, { line, movesClock, steersBefore: this.#steers });
    } else if (fact.kind === 'response') {
      const asked = this.#requests.get(fact.request);
      this.#requests.delete(fact.request);
      if (asked && asked.steersBefore < this.#steers) this.#late.add(fact.request);
      this.#timeOf(asked?.movesClock === true ? undefined : asked?.line, fact.time);
    } else if (fact.kind === 'frame') this.#frame(fact, line);
    else if (fact.kind === 'ended') this.#ended = true;
  }

  #frame(fact: FrameFact, line: number): void {
    const isMessage = fact.opcode === 'text' || fact.opcode === 'binary';
    if (fact.from === 'exchange' && isMessage) this.#frames += 1;
    const id = idIn(fact.text ?? '');
    if (id === undefined) return this.#timeOf(undefined, fact.time);
    const key = `${fact.connection} ${id}`;
    if (fact.from === 'client') {
      this.#posts.set(key, line);
      return undefined;
    }
    this.#timeOf(this.#posts.get(key), fact.time);
    this.#posts.delete(key);
    return undefined;
  }

  #timeOf(line: number | undefined, time: number | undefined): void {
    if (time === undefined) return;
    if (line !== undefined) this.#times.set(line, time);
    this.#lastTime = Math.max(this.#lastTime, time);
  }
}

/** The id that a client gave its frame, and that the reply gives back. */
function idIn(text: string): string | undefined {
  const frame = text.startsWith('{') ? parsed(text) : undefined;
  if (!isRecord(frame) || typeof frame.channel === 'string') return undefined;
  return typeof frame.id === 'string' || typeof frame.id === 'number' ? String(frame.id) : undefined;
}
