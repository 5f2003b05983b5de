import { Buffer } from 'node:buffer';
import {
  bufferOf,
  contentOf,
  type FrameFact,
  type HeaderList,
  type RecordedFact,
  RECORDING_FORMAT,
  RECORDING_VERSION,
  type RecordingHeader,
  timeIn,
  withoutSecrets,
} from './format.ts';

export interface RecorderParts {
  /** Takes each line with its end. */
  readonly write: (line: string) => void;
  /** Wall time, Unix ms. */
  readonly now: () => number;
}

export interface RequestHead {
  readonly method: string;
  readonly path: string;
  readonly headers: HeaderList;
}

export interface ResponseHead {
  readonly status: number;
  readonly headers: HeaderList;
}

/** What was recorded so far. */
export interface RecordingCounts {
  readonly connections: number;
  readonly requests: number;
  readonly frames: number;
}

/** Writes the facts of a recording, one line each, and numbers connections and requests. */
export class Recorder {
  readonly #parts: RecorderParts;
  #connections = 0;
  #requests = 0;
  #frames = 0;
  readonly #open = new Set<number>();
  #isEnded = false;

  constructor(parts: RecorderParts, about: Omit<RecordingHeader, 'format' | 'version' | 'wall'>) {
    this.#parts = parts;
    const header = { format: RECORDING_FORMAT, version: RECORDING_VERSION, ...about, wall: this.#wall() } as const;
    parts.write(`${JSON.stringify(header satisfies RecordingHeader)}\n`);
  }

  get counts(): RecordingCounts {
    return { connections: this.#connections, requests: this.#requests, frames: this.#frames };
  }

  /** Returns the number of the new connection. */
  opened(peer: string): number {
    this.#connections += 1;
    this.#open.add(this.#connections);
    this.#add({ kind: 'opened', wall: this.#wall(), connection: this.#connections, peer });
    return this.#connections;
  }

  /** Returns the number that the next request will have; its line is written when its body is there. */
  nextRequest(): number {
    this.#requests += 1;
    return this.#requests;
  }

  request(connection: number, request: number, { method, path, headers }: RequestHead, body: BodyPieces): void {
    const fact = { kind: 'request', wall: this.#wall(), connection, request, method, path } as const;
    this.#add({ ...fact, ...withoutSecrets(headers), ...body.content() });
  }

  response(connection: number, request: number, { status, headers }: ResponseHead, body: BodyPieces): void {
    const content = body.content();
    const time = timeIn(content);
    const fact = { kind: 'response', wall: this.#wall(), connection, request, status } as const;
    this.#add({ ...fact, ...withoutSecrets(headers), ...content, ...(time !== undefined && { time }) });
  }

  /** Gathers the body of a request or a response, which may be long. */
  body(connection: number, request: number, of: 'request' | 'response'): BodyPieces {
    return new BodyPieces((bytes) =>
      this.#add({ kind: 'piece', wall: this.#wall(), connection, request, of, ...contentOf(bytes) }),
    );
  }

  frame(connection: number, from: FrameFact['from'], opcode: FrameFact['opcode'], bytes: Uint8Array): void {
    this.#frames += 1;
    const content = contentOf(bytes);
    const time = from === 'exchange' && opcode === 'text' ? timeIn(content) : undefined;
    const fact = { kind: 'frame', wall: this.#wall(), connection, from, opcode } as const;
    this.#add({ ...fact, ...content, ...(time !== undefined && { time }) });
  }

  /** Bytes of a WebSocket that could not be taken apart. */
  bytes(connection: number, from: FrameFact['from'], bytes: Uint8Array): void {
    this.#add({ kind: 'bytes', wall: this.#wall(), connection, from, base64: bufferOf(bytes).toString('base64') });
  }

  failed(connection: number, request: number, reason: string): void {
    this.#add({ kind: 'failed', wall: this.#wall(), connection, request, reason });
  }

  /** Says that a connection has ended; only the first time counts. */
  closed(connection: number, end: { readonly code?: number; readonly reason?: string } = {}): void {
    if (!this.#open.delete(connection)) return;
    this.#add({ kind: 'closed', wall: this.#wall(), connection, ...end });
  }

  /** Ends the recording, and the connections that are still open with it; nothing is recorded afterwards. */
  ended(): void {
    for (const connection of this.#open) this.closed(connection);
    this.#add({ kind: 'ended', wall: this.#wall() });
    this.#isEnded = true;
  }

  #add(fact: RecordedFact): void {
    if (!this.#isEnded) this.#parts.write(`${JSON.stringify(fact)}\n`);
  }

  #wall(): number {
    return Math.round(this.#parts.now() * 1_000) / 1_000;
  }
}

/** A body up to this length stands in the line of its request or response. */
const PIECE_LENGTH = 1_048_576;

/** A body as it comes: held up to the length of a piece, and written as pieces beyond it. */
export class BodyPieces {
  readonly #write: (bytes: Uint8Array) => void;
  #held: Buffer[] = [];
  #length = 0;
  #pieces = 0;
  #cut = false;

  constructor(write: (bytes: Uint8Array) => void) {
    this.#write = write;
  }

  add(bytes: Uint8Array): this {
    this.#held.push(bufferOf(bytes));
    this.#length += bytes.length;
    if (this.#length > PIECE_LENGTH) this.#flush();
    return this;
  }

  /** Says that the rest of it did not arrive. */
  cut(): this {
    this.#cut = true;
    return this;
  }

  /** Ends the body and returns its part of the line. */
  content(): { readonly text?: string; readonly base64?: string; readonly pieces?: number; readonly cut?: true } {
    const cut = this.#cut ? ({ cut: true } as const) : {};
    if (this.#pieces === 0) return { ...contentOf(Buffer.concat(this.#held)), ...cut };
    if (this.#length > 0) this.#flush();
    return { pieces: this.#pieces, ...cut };
  }

  #flush(): void {
    this.#write(Buffer.concat(this.#held));
    this.#pieces += 1;
    this.#held = [];
    this.#length = 0;
  }
}
