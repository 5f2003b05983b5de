import { pushChannelsOf, type StreamEndpoint } from '../../contract/channel.ts';
import { CHANNELS } from '../../contract/channels.ts';
import type {
  ClosedFact,
  FrameFact,
  RecordedFact,
  RequestFact,
  ResponseFact,
} from '../../contract/recording/format.ts';
import { CLOSE_CODES } from '../../contract/stream-messages.ts';
import { isRecord } from '../../kernel/entries.ts';
import {
  parsed,
  type ReadFrame,
  readBody,
  readFrame,
  surfaceOf,
  type UnknownPart,
  unknownRoute,
} from './unknown-parts.ts';

/**
 * Judges a client by what passes over the wire, as `perpsim record` observes it: what it sends that the contract does not know, what
 * it was refused, what it reacted to by closing, and what stayed silent.
 */

/** One fault of a client's dialect; the same one of several requests is counted. */
export interface ClientFinding {
  /**
   * `unknown`: sent, and not in the contract. `refused`: refused for its form or its signature. `closed`: a connection that ended because
   * of something. `silent`: nothing came where something should have. `note`: worth knowing, and no fault.
   */
  readonly kind: 'unknown' | 'refused' | 'closed' | 'silent' | 'note';
  /** The action, frame, channel or route that it is about. */
  readonly about: string;
  readonly field: string | null;
  readonly says: string;
  readonly fix: string;
  readonly count: number;
  /** Numbers of the connections that showed it, as in the recording. */
  readonly connections: readonly number[];
}

type Finding = Omit<ClientFinding, 'count' | 'connections'>;

/** What was watched, and what was found. */
export interface ClientReport {
  readonly connections: number;
  readonly requests: number;
  /** Requests that had a response. */
  readonly served: number;
  readonly frames: { readonly client: number; readonly exchange: number };
  readonly findings: readonly ClientFinding[];
}

/** An end without a complaint that follows a frame within this time is a reaction to it. */
const REACTION_MS = 250;
/** Who opens the same stream again within this time has closed the earlier one for a reason. */
const AGAIN_MS = 30_000;
/** Connections that end this close before the recording does were ended by it. */
const STOPPED_MS = 100;
/** What has no reply after this time is silent. */
const SILENT_MS = 2_000;
/** A subscription without a push for this time is worth a note. */
const QUIET_MS = 10_000;
/** Close codes with which a client ends a conversation on purpose, 1005 for none. */
const POLITE: ReadonlySet<number> = new Set([1000, 1001, 1005]);
const SHOWN = 300;

interface Asked extends ReadFrame {
  readonly wall: number;
}

interface Subscription {
  readonly acknowledged: number;
  pushes: number;
}

interface Stream {
  readonly endpoint: StreamEndpoint;
  readonly opened: number;
  readonly peer: string;
  hasSent: boolean;
  readonly open: Asked[];
  readonly subscriptions: Map<string, Subscription>;
  /** The newest frame of the exchange, as a report names and shows it. */
  last: { readonly name: string; readonly text: string; readonly wall: number } | null;
  closing: { readonly by: FrameFact['from']; readonly code: number; readonly reason: string } | null;
}

interface OpenRequest {
  readonly fact: RequestFact;
  readonly path: string;
  readonly about: string;
  readonly isJudged: boolean;
}

interface Connection {
  readonly number: number;
  readonly peer: string;
  readonly requests: Map<number, OpenRequest>;
  stream: Stream | null;
  /** When a request of it failed without a response. */
  failed: { readonly about: string; readonly wall: number } | null;
  closed: number | null;
}

/** A stream that a client has closed politely right after a frame: a fault once it comes back. */
interface PoliteEnd {
  readonly peer: string;
  readonly endpoint: StreamEndpoint;
  readonly wall: number;
  readonly connection: number;
  readonly finding: Finding;
}

/** Takes the facts of a recording in their order; `report` may be asked at any time. */
export class ClientWatch {
  readonly #connections = new Map<number, Connection>();
  readonly #findings = new Map<string, { finding: Finding; on: number[] }>();
  #polite: PoliteEnd[] = [];
  /** Ends without a code, until the next fact shows that the recording went on. */
  #held: ClosedFact[] = [];
  #requests = 0;
  #served = 0;
  readonly #frames = { client: 0, exchange: 0 };
  #wall = 0;

  /** Observes one fact. */
  receive(fact: RecordedFact): void {
    this.#wall = fact.wall;
    if (fact.kind === 'closed' && fact.code === undefined) this.#held.push(fact);
    else if (fact.kind === 'ended') this.#release(({ wall }) => fact.wall - wall > STOPPED_MS);
    else {
      this.#release();
      this.#take(fact);
    }
  }

  /** Takes the ends that were held back; those that are not wanted belong to the end of the recording itself. */
  #release(isWanted: (fact: ClosedFact) => boolean = () => true): void {
    const held = this.#held.filter(isWanted);
    this.#held = [];
    for (const fact of held) this.#take(fact);
  }

  #take(fact: Exclude<RecordedFact, { readonly kind: 'ended' }>): void {
    const connection = this.#connectionOf(fact.connection, fact.kind === 'opened' ? fact.peer : '');
    switch (fact.kind) {
      case 'request':
        return this.#asked(connection, fact);
      case 'response':
        return this.#responded(connection, fact);
      case 'failed':
        return this.#failed(connection, fact.request, fact.wall, fact.reason);
      case 'frame':
        return this.#frame(connection, fact);
      case 'closed':
        return this.#closed(connection, fact.wall, fact.code, fact.reason);
      default:
        return undefined;
    }
  }

  /** What was found until now; what is still open is judged by the time of the last fact, or by `now`. */
  report(now = this.#wall): ClientReport {
    this.#release();
    const found = [...this.#findings.values()].map(({ finding, on }) => counted(finding, on));
    const silent = [...this.#connections.values()].flatMap((connection) => this.#silence(connection, now));
    return {
      connections: this.#connections.size,
      requests: this.#requests,
      served: this.#served,
      frames: { ...this.#frames },
      findings: [...found, ...grouped(silent)],
    };
  }

  #connectionOf(number: number, peer: string): Connection {
    const known = this.#connections.get(number);
    if (known) return known;
    const made: Connection = { number, peer, requests: new Map(), stream: null, failed: null, closed: null };
    this.#connections.set(number, made);
    return made;
  }

  #asked(connection: Connection, fact: RequestFact): void {
    this.#requests += 1;
    const path = fact.path.split('?', 1)[0] ?? '';
    const surface = fact.method === 'POST' ? surfaceOf(path) : null;
    // A body that did not arrive whole, or is above the limit by far, is refused as it is.
    const isWhole = fact.pieces === undefined && fact.cut === undefined;
    const read = surface && isWhole ? readBody(surface, fact.text ?? '') : null;
    const about = read?.action ?? `${fact.method} ${path}`;
    if (read) this.#unknown(connection, about, read.unknown);
    connection.requests.set(fact.request, { fact, path, about, isJudged: (read?.unknown.length ?? 0) > 0 });
  }

  #responded(connection: Connection, { request, status, text, wall }: ResponseFact): void {
    const asked = connection.requests.get(request);
    if (!asked) return;
    connection.requests.delete(request);
    this.#served += 1;
    if (status === 101) return this.#openStream(connection, asked, wall);
    if (status < 400 || asked.path.startsWith('/sim/')) return;
    const isUpgrade = asked.fact.headers.some(([name]) => name.toLowerCase() === 'upgrade');
    const route = unknownRoute(asked.fact.method, asked.path, isUpgrade);
    if (route && (status === 404 || status === 405 || status === 426)) {
      return this.#unknown(connection, `${asked.fact.method} ${asked.path}`, [route]);
    }
    // What was unknown in it has been said; a second sentence about the same request would only hide that.
    if (!asked.isJudged) this.#refused(connection, asked.about, status, parsed(text ?? ''));
  }

  #openStream(connection: Connection, { path }: OpenRequest, wall: number): void {
    const endpoint: StreamEndpoint = path.endsWith('/trade') ? 'trade' : 'info';
    const { peer } = connection;
    for (const end of this.#polite) {
      if (end.peer === peer && end.endpoint === endpoint && wall - end.wall <= AGAIN_MS) {
        this.#note(end.connection, end.finding);
      }
    }
    this.#polite = this.#polite.filter((end) => end.endpoint !== endpoint || end.peer !== peer);
    connection.stream = {
      endpoint,
      opened: wall,
      peer,
      hasSent: false,
      open: [],
      subscriptions: new Map(),
      last: null,
      closing: null,
    };
  }

  #failed(connection: Connection, request: number, wall: number, reason: string): void {
    const asked = connection.requests.get(request);
    if (!asked) return;
    connection.requests.delete(request);
    if (reason === 'ECONNREFUSED' || reason === 'ENOTFOUND') {
      return this.#note(connection.number, {
        kind: 'note',
        about: asked.about,
        field: null,
        says: `The exchange could not be reached (${reason}).`,
        fix: 'Start it, or name the right --target.',
      });
    }
    connection.failed = { about: asked.about, wall };
    if (connection.closed !== null && Math.abs(connection.closed - wall) <= REACTION_MS)
      this.#gaveUp(connection, asked.about);
    return undefined;
  }

  #gaveUp({ number }: Connection, about: string): void {
    this.#note(number, {
      kind: 'closed',
      about,
      field: null,
      says: 'The client closed its connection before the response had come.',
      fix: 'Give it more time: raise its timeout, or ask for fewer rows with limit.',
    });
  }

  #frame(connection: Connection, fact: FrameFact): void {
    const { stream } = connection;
    this.#frames[fact.from] += 1;
    if (!stream) return;
    if (fact.opcode === 'close') {
      stream.closing ??= { by: fact.from, ...endOf(fact) };
      return;
    }
    if (fact.from === 'client') this.#said(connection, stream, fact);
    else if (fact.opcode === 'text') this.#heard(connection, stream, fact);
  }

  #said(connection: Connection, stream: Stream, { opcode, text, wall }: FrameFact): void {
    if (opcode === 'binary') {
      return this.#unknown(connection, 'a frame', [
        {
          field: 'frame',
          says: 'A binary frame is not taken: the exchange closes with 1003.',
          fix: 'Send JSON in text frames.',
        },
      ]);
    }
    if (opcode !== 'text') return;
    stream.hasSent = true;
    const read = readFrame(stream.endpoint, text ?? '');
    this.#unknown(connection, read.name, read.unknown);
    if (read.kind !== 'ping' || read.id !== '') stream.open.push({ ...read, wall });
  }

  #heard(connection: Connection, stream: Stream, { text = '', wall }: FrameFact): void {
    const frame = parsed(text);
    if (!isRecord(frame)) return;
    if ('channel' in frame || 'data' in frame) {
      const name = channelOf(frame);
      const subscription = stream.subscriptions.get(name);
      if (subscription) subscription.pushes += 1;
      stream.last = { name: `a push of ${name}`, text, wall };
      return;
    }
    const id = frame['id'] === undefined ? '' : JSON.stringify(frame['id']);
    const at = stream.open.findIndex((asked) => asked.id === id);
    const asked = at < 0 ? undefined : stream.open.splice(at, 1)[0];
    stream.last = { name: asked ? `the reply to ${asked.name}` : 'a reply', text, wall };
    if (!asked || typeof frame['status'] !== 'number') return;
    if (frame['status'] === 200) {
      const channel = asked.name.split(' ')[1] ?? '';
      if (asked.kind === 'subscribe') stream.subscriptions.set(channel, { acknowledged: wall, pushes: 0 });
      if (asked.kind === 'unsubscribe') stream.subscriptions.delete(channel);
    } else if (asked.unknown.length === 0) {
      this.#refused(connection, asked.name, frame['status'], frame);
    }
  }

  #closed(connection: Connection, wall: number, code: number | undefined, reason = ''): void {
    connection.closed = wall;
    const { stream, failed } = connection;
    if (!stream) {
      if (failed && wall - failed.wall <= REACTION_MS) this.#gaveUp(connection, failed.about);
      for (const { about } of connection.requests.values()) this.#gaveUp(connection, about);
      return;
    }
    // A connection that ends without a close frame was dropped: the exchange says one whenever it can.
    const end = stream.closing ?? { by: 'client' as const, code: code ?? 1006, reason };
    if (end.by === 'exchange') return this.#closedByExchange(connection, end);
    const { last } = stream;
    if (!last) return;
    // A code that complains is about the last frame, whenever it comes; any other end is about it when it follows at once.
    const isComplaint = !POLITE.has(end.code) && end.code !== 1006;
    if (!isComplaint && wall - last.wall > REACTION_MS) return;
    const finding = {
      kind: 'closed',
      about: last.name,
      field: null,
      says: `The client closed (${codeText(end.code)}) after ${last.name}: its decoder probably refuses that frame.`,
      fix: `Let it read this frame alone: ${shortened(last.text)}. docs/existing-clients.md lists what strict decoders trip over.`,
    } as const;
    if (!POLITE.has(end.code)) return this.#note(connection.number, finding);
    this.#polite.push({ peer: stream.peer, endpoint: stream.endpoint, wall, connection: connection.number, finding });
    return undefined;
  }

  #closedByExchange(
    { number, stream }: Connection,
    { code, reason }: { readonly code: number; readonly reason: string },
  ): void {
    const known = CLOSE_CODES.find((each) => each.code === code);
    if (code === 1000) return;
    const said = reason === '' ? '' : ` and the reason "${reason}"`;
    this.#note(number, {
      kind: 'closed',
      about: `/v1/ws/${stream?.endpoint ?? 'info'}`,
      field: null,
      says: `The exchange closed with ${code}${said}. ${known?.meaning ?? ''}`.trim(),
      fix: CLOSE_FIXES[code] ?? 'docs/streaming.md lists the close codes.',
    });
  }

  #refused({ number }: Connection, about: string, status: number, body: unknown): void {
    const error = isRecord(body) ? body['error'] : undefined;
    // The GET routes have a text there.
    if (!isRecord(error)) {
      if (status === 429 || typeof error !== 'string') return;
      return this.#note(number, { kind: 'refused', about, field: null, says: `${status}: ${error}.`, fix: HTTP_API });
    }
    const { code, message, category, details } = error;
    const isOfForm =
      category === 'REQUEST' || category === 'AUTH' || code === 'NOT_FOUND' || code === 'METHOD_NOT_ALLOWED';
    if (!isOfForm) return;
    const more = isRecord(details) ? details : {};
    const field = typeof more['field'] === 'string' ? more['field'] : null;
    const hint = typeof more['hint'] === 'string' ? `${more['hint']}. ` : '';
    const id = isRecord(body) && typeof body['request_id'] === 'string' ? body['request_id'] : 'REQUEST_ID';
    const fix =
      code === 'UNAUTHORIZED' || code === 'FORBIDDEN'
        ? `${hint}On a simulator, perpsim why signature ${id} names the first member that differs.`
        : `${hint}perpsim explain ${String(code)} says who meets this code, and how.`;
    this.#note(number, { kind: 'refused', about, field, says: `${status} ${String(code)}: ${String(message)}.`, fix });
  }

  #silence({ number, stream, requests, closed }: Connection, now: number): { number: number; finding: Finding }[] {
    const found: Finding[] = [];
    const until = closed ?? now;
    for (const { about, fact } of requests.values()) {
      if (closed !== null || until - fact.wall < SILENT_MS) continue;
      const says = 'The request has had no response so far.';
      found.push({
        kind: 'silent',
        about,
        field: null,
        says,
        fix: 'Look whether the exchange is busy: GET /v1/ws/exchange/status.',
      });
    }
    if (!stream) return found.map((finding) => ({ number, finding }));
    for (const { kind, name, id, wall } of stream.open) {
      if (until - wall < SILENT_MS) continue;
      const says =
        kind === 'subscribe'
          ? 'It was subscribed and never acknowledged, so nothing will come.'
          : 'It has had no reply.';
      const fix =
        id === ''
          ? 'Send an id with it: a reply is found by its id or requestId.'
          : 'Wait for the reply with this id before going on; a connection that is too old or too slow gets none.';
      found.push({ kind: 'silent', about: name, field: id === '' ? 'id' : null, says, fix });
    }
    if (!stream.hasSent && until - stream.opened >= SILENT_MS) {
      const says = `The client opened /v1/ws/${stream.endpoint} and sent nothing.`;
      const first = stream.endpoint === 'trade' ? 'auth within 30 s, then subscribe' : 'subscribe';
      found.push({
        kind: 'silent',
        about: `/v1/ws/${stream.endpoint}`,
        field: null,
        says,
        fix: `Send ${first}: nothing is pushed that was not asked for.`,
      });
    }
    for (const [channel, { acknowledged, pushes }] of stream.subscriptions) {
      if (pushes > 0 || until - acknowledged < QUIET_MS) continue;
      const says = 'It is acknowledged, and nothing was pushed.';
      found.push({
        kind: 'note',
        about: `subscribe ${channel}`,
        field: null,
        says,
        fix: 'Its market may be quiet, or the clock manual: perpsim advance 1m moves it.',
      });
    }
    return found.map((finding) => ({ number, finding }));
  }

  #unknown({ number }: Connection, about: string, unknown: readonly UnknownPart[]): void {
    // The same field of several items of one request is one.
    const once = new Map(unknown.map((part) => [JSON.stringify(part), part]));
    for (const part of once.values()) this.#note(number, { kind: 'unknown', about, ...part });
  }

  #note(connection: number, finding: Finding): void {
    // Ids and frames in a fix are those of the first time.
    const { kind, about, field, says } = finding;
    const key = JSON.stringify([kind, about, field, says]);
    const known = this.#findings.get(key);
    if (known) known.on.push(connection);
    else this.#findings.set(key, { finding, on: [connection] });
  }
}

const HTTP_API = 'docs/http-api.md describes the route and its query.';

const CLOSE_FIXES: Readonly<Record<number, string>> = {
  1001: 'Send a ping at least every 30 s, and connect again when this code comes.',
  1003: 'Send JSON in text frames, not in binary ones.',
  1007: 'Send each frame as one JSON object in UTF-8.',
  1008: 'On /v1/ws/trade, send auth within 30 s of connecting.',
  1009: 'Keep a frame below 20,480 bytes: place fewer orders at a time.',
  1013: 'Read frames as they come, and do the work elsewhere: too many were waiting.',
};

/** The name of the channel that a push belongs to, as the contract has it. */
function channelOf({ channel, method }: Readonly<Record<string, unknown>>): string {
  const known = [...CHANNELS.values()].find(
    (each) => each.push.method === method || pushChannelsOf(each).some((word) => word === channel),
  );
  return known?.name ?? String(channel);
}

const counted = (finding: Finding, on: readonly number[]): ClientFinding => ({
  ...finding,
  count: on.length,
  connections: [...new Set(on)],
});

function grouped(found: readonly { readonly number: number; readonly finding: Finding }[]): ClientFinding[] {
  const groups = new Map<string, { finding: Finding; on: number[] }>();
  for (const { number, finding } of found) {
    const key = JSON.stringify(finding);
    const group = groups.get(key);
    if (group) group.on.push(number);
    else groups.set(key, { finding, on: [number] });
  }
  return [...groups.values()].map(({ finding, on }) => counted(finding, on));
}

const codeText = (code: number): string =>
  code === 1006 ? 'without a close frame' : code === 1005 ? 'without a code' : `with code ${code}`;

const shortened = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** Code and reason in the text or the bytes of a close frame. */
function endOf({ text, base64 }: FrameFact): { readonly code: number; readonly reason: string } {
  const bytes = base64 === undefined ? Buffer.from(text ?? '') : Buffer.from(base64, 'base64');
  if (bytes.length < 2) return { code: 1005, reason: '' };
  return { code: bytes.readUInt16BE(0), reason: bytes.subarray(2).toString('utf8') };
}
