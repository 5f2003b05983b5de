import { Buffer, isUtf8 } from 'node:buffer';

/**
 * A recording: what went over the wire between clients and a deployment, as JSON Lines. The first line is the header; each
 * other line is one fact, in the order in which it was observed. docs/recording.md describes every line.
 */
export const RECORDING_FORMAT = 'perpsim-recording';
/** Goes up when an older reader would misread what is written. */
export const RECORDING_VERSION = 1;

export interface RecordingHeader {
  readonly format: typeof RECORDING_FORMAT;
  readonly version: number;
  /** Of the package that wrote it. */
  readonly package: string;
  /** `serve`: written by the exchange itself; `proxy`: by `perpsim record` in front of a deployment. */
  readonly by: 'serve' | 'proxy';
  /** Unix milliseconds of the machine that recorded. */
  readonly wall: number;
  /** Origin of the deployment behind a proxy; null for `serve`. */
  readonly target: string | null;
  /** How to start the same exchange again; null when the deployment does not say. */
  readonly exchange: RecordedStart | null;
}

/** Options of `createExchange` that give the exchange as it was when the recording began. */
export interface RecordedStart {
  readonly seed: string;
  readonly clock: 'live' | 'manual';
  readonly speed: number;
  /** Exchange time at the start, Unix ms. */
  readonly startTime: number;
  /** Name of a world of the package, or the whole world. */
  readonly world: string | object;
  readonly serviceName: string;
  readonly nonceRule?: 'increasing' | 'unique';
  readonly limits?: object;
}

/** Bytes as text where they are UTF-8, else as base64; one of the two is there. */
export interface Content {
  readonly text?: string;
  readonly base64?: string;
}

/** Name and value of each header, in order, as spelled on the wire. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

interface Fact {
  /** Wall time in Unix ms, to the microsecond. */
  readonly wall: number;
  /** Number of the connection, from 1. */
  readonly connection: number;
}

/** A client has connected. */
export interface OpenedFact extends Fact {
  readonly kind: 'opened';
  /** Address of the client. */
  readonly peer: string;
}

/** A request, the opening request of a WebSocket included. */
export interface RequestFact extends Fact, Content {
  readonly kind: 'request';
  /** Number of the request, from 1, over all connections. */
  readonly request: number;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: HeaderList;
  /** Names of headers that hold secrets and are not in `headers`. */
  readonly withheld?: readonly string[];
  /** Number of `piece` lines before this one that hold the body. */
  readonly pieces?: number;
  /** True when the body did not arrive in full, or was refused before it was read. */
  readonly cut?: true;
}

/** A response in full; status 101 makes the connection a WebSocket. */
export interface ResponseFact extends Fact, Content {
  readonly kind: 'response';
  readonly request: number;
  readonly status: number;
  readonly headers: HeaderList;
  readonly withheld?: readonly string[];
  readonly pieces?: number;
  readonly cut?: true;
  /** Exchange time that the response carries. */
  readonly time?: number;
}

/** A part of a body that is too long for one line. */
export interface PieceFact extends Fact, Content {
  readonly kind: 'piece';
  readonly request: number;
  readonly of: 'request' | 'response';
}

/** A whole WebSocket message, or a control frame. */
export interface FrameFact extends Fact, Content {
  readonly kind: 'frame';
  readonly from: 'client' | 'exchange';
  readonly opcode: 'text' | 'binary' | 'ping' | 'pong' | 'close';
  /** Exchange time that the frame carries. */
  readonly time?: number;
}

/** Bytes of a WebSocket that are no frames of RFC 6455, or too long to hold. */
export interface BytesFact extends Fact, Content {
  readonly kind: 'bytes';
  readonly from: 'client' | 'exchange';
}

/** The deployment gave no response to a request. */
export interface FailedFact extends Fact {
  readonly kind: 'failed';
  readonly request: number;
  readonly reason: string;
}

/** A connection has ended. `code` and `reason` are those of a WebSocket. */
export interface ClosedFact extends Fact {
  readonly kind: 'closed';
  readonly code?: number;
  readonly reason?: string;
}

/** The recording was ended in order; nothing is missing. */
export interface EndedFact {
  readonly kind: 'ended';
  readonly wall: number;
}

export type RecordedFact =
  | OpenedFact
  | RequestFact
  | ResponseFact
  | PieceFact
  | FrameFact
  | BytesFact
  | FailedFact
  | ClosedFact
  | EndedFact;

/** Bytes as a recording holds them, exactly. */
export function contentOf(bytes: Uint8Array): Content {
  const buffer = bufferOf(bytes);
  return isUtf8(buffer) ? { text: buffer.toString('utf8') } : { base64: buffer.toString('base64') };
}

/** The bytes that `contentOf` was given; none where there is no content. */
export const bytesOf = ({ text, base64 }: Content): Buffer =>
  base64 === undefined ? Buffer.from(text ?? '', 'utf8') : Buffer.from(base64, 'base64');

/** Returns bytes as a Buffer over the same memory. */
export const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** A longer text is not searched for a time: it is a list or a journal. */
const SEARCHED_LENGTH = 262_144;

/**
 * The exchange time that a response or a frame carries: `timestamp` of the envelope, or `now` of the clock's own responses.
 * Undefined where it carries none.
 */
export function timeIn({ text }: Content): number | undefined {
  if (text === undefined || text.length > SEARCHED_LENGTH || !text.startsWith('{')) return undefined;
  try {
    const { timestamp, now } = JSON.parse(text) as { readonly timestamp?: unknown; readonly now?: unknown };
    return isTime(timestamp) ? timestamp : isTime(now) ? now : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0;

/** Headers that identify a person or let somebody in. Signatures of requests are in the body and stay. */
const SECRET = /^(?:authorization|proxy-authorization|cookie|set-cookie)$|token|secret|password|api-?key/i;

export interface KeptHeaders {
  readonly headers: HeaderList;
  /** Left out when nothing was withheld. */
  readonly withheld?: readonly string[];
}

/** Headers without those that hold secrets; of these only the names are kept. */
export function withoutSecrets(headers: HeaderList): KeptHeaders {
  const withheld = headers.filter(([name]) => SECRET.test(name)).map(([name]) => name);
  if (withheld.length === 0) return { headers };
  return { headers: headers.filter(([name]) => !SECRET.test(name)), withheld };
}

/** Names and values in pairs, from the flat list in which Node has them. */
export function pairsOf(rawHeaders: readonly string[]): HeaderList {
  const pairs: (readonly [string, string])[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    pairs.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '']);
  }
  return pairs;
}
