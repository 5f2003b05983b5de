import type { Duplex } from 'node:stream';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import type { StreamEndpoint } from '../../contract/channel.ts';
import { CLOSE, type StreamSession, type StreamSink } from '../stream/sink.ts';
import { invariant } from '../../kernel/errors.ts';

export interface ConnectionParts {
  readonly endpoint: StreamEndpoint;
  readonly socket: Duplex;
  readonly limits: WsLimits;
  readonly open: (sink: StreamSink) => StreamSession;
  /** Called when this side begins to close. */
  readonly onClosing?: (code: number, reason: string) => void;
  /** Called once, when nothing is left of the connection. */
  readonly onGone: () => void;
  /** Receives errors of the server itself. */
  readonly onError: (error: unknown) => void;
  /** Whether a request that has arrived now has waited too long. */
  readonly isOverdue: () => boolean;
  /** Wall time in ms, monotonic, as far as the server was able to read. */
  readonly now: () => number;
  /** The same without the time in which no login was served. */
  readonly loginNow: () => number;
}

/** Turns of the event loop without a message after which nothing that has arrived is unread; a message takes three at most. */
const QUIET_TURNS = 8;
/** Between two looks at a connection that still owes something. */
const OWED_PAUSE_MS = 1;

/** One socket and its session: bytes in, frames out, and the times that a peer is held to. */
export class WsConnection {
  readonly #ws: WebSocket;
  readonly #parts: ConnectionParts;
  readonly #session: StreamSession;
  readonly #openedAt: number;
  readonly #openedForLoginAt: number;
  #receivedAt: number;
  #pinged = false;
  #messages = 0;
  #closingAt: number | null = null;

  constructor(ws: WebSocket, parts: ConnectionParts) {
    this.#ws = ws;
    this.#parts = parts;
    this.#openedAt = parts.now();
    this.#openedForLoginAt = parts.loginNow();
    this.#receivedAt = this.#openedAt;
    this.#session = parts.open({
      send: (frames) => this.#send(frames),
      close: (code, reason) => this.close(code, reason),
      cut: () => this.terminate(),
      buffered: () => ws.bufferedAmount,
    });
    ws.on('message', (data, isBinary) => this.#message(data, isBinary));
    ws.on('ping', (data) => this.#ping(data));
    ws.on('pong', () => this.#received());
    ws.on('close', () => this.#gone());
    // The library sends the code of the violation and closes; no other connection is affected (SEC-34).
    ws.on('error', () => this.#beginClosing());
    parts.socket.on('drain', () => this.#guarded(() => this.#session.drained()));
  }

  close(code: number, reason: string): void {
    if (this.#closingAt !== null) return;
    this.#beginClosing();
    this.#parts.onClosing?.(code, reason);
    this.#ws.close(code, reason);
  }

  /**
   * Closes once every post that has arrived has its reply in front of the close frame. What has arrived may still be in
   * the socket or in the parser, which gives out one message a turn, so a peer has sent all when turns pass without one.
   * Closing the connection ends the wait.
   */
  async closeWhenQuiet(code: number, reason: string): Promise<void> {
    let quietTurns = 0;
    while (this.#closingAt === null && quietTurns < QUIET_TURNS) {
      const seen = this.#messages;
      const owed = this.#session.owes();
      await (owed ? setTimeout(OWED_PAUSE_MS) : setImmediate());
      quietTurns = owed || this.#messages !== seen ? 0 : quietTurns + 1;
    }
    this.close(code, reason);
  }

  /** Ends at once, without another word. */
  terminate(): void {
    this.#ws.terminate();
  }

  /** Looks at what is overdue; called now and then. */
  check(): void {
    this.#guarded(() => this.#endOverdue());
  }

  #endOverdue(): void {
    const now = this.#parts.now();
    const { limits, endpoint } = this.#parts;
    const loginMs = this.#parts.loginNow() - this.#openedForLoginAt;
    if (this.#closingAt !== null) {
      if (now - this.#closingAt >= limits.closeMs) this.terminate();
    } else if (now - this.#openedAt >= limits.lifeMs) this.close(CLOSE.goingAway, 'connection is too old');
    else if (endpoint === 'trade' && !this.#session.authenticated() && loginMs >= limits.loginMs) {
      this.close(CLOSE.policy, 'not logged in');
    } else if (now - this.#receivedAt >= limits.idleMs) this.close(CLOSE.goingAway, 'idle');
    else if (now - this.#receivedAt >= limits.pingAfterMs && !this.#pinged) {
      this.#pinged = true;
      this.#ws.ping();
    }
  }

  /** All frames of a turn in one write. */
  #send(frames: readonly string[]): void {
    if (this.#ws.readyState === this.#ws.OPEN) this.#parts.socket.write(textFrames(frames));
  }

  #message(data: unknown, isBinary: boolean): void {
    invariant(Buffer.isBuffer(data), 'a message comes as one buffer');
    this.#received();
    this.#messages += 1;
    if (this.#closingAt !== null) return;
    if (isBinary) this.close(CLOSE.binary, 'text frames only');
    else this.#guarded(() => this.#session.receive(data.toString('utf8'), this.#parts.isOverdue));
  }

  /** A peer that pings without reading is dropped rather than served. */
  #ping(data: Buffer): void {
    this.#received();
    if (this.#ws.bufferedAmount > this.#parts.limits.pongBytesMax) this.terminate();
    else this.#ws.pong(data);
  }

  #received(): void {
    this.#receivedAt = this.#parts.now();
    this.#pinged = false;
  }

  #beginClosing(): void {
    this.#closingAt ??= this.#parts.now();
  }

  #gone(): void {
    this.#beginClosing();
    this.#parts.onGone();
    this.#guarded(() => this.#session.gone());
  }

  /** Nothing that goes wrong over one socket reaches the process (SEC-34). */
  #guarded(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#parts.onError(error);
      this.terminate();
    }
  }
}

const TEXT = 0x81;

/** Bytes of lists that many connections get: those are frozen. Remembering a list costs more than writing a reply. */
const known = new WeakMap<readonly string[], Buffer>();

/**
 * Whole text frames, one behind the other, as bytes for one write. A server masks nothing and compresses nothing here,
 * so a frame is its head and its text; the library would hand the two to the system as pieces of their own.
 * The same frozen list gives the same bytes. Source: RFC 6455, 5.2.
 */
export function textFrames(texts: readonly string[]): Buffer {
  if (!Object.isFrozen(texts)) return encoded(texts);
  const made = known.get(texts) ?? encoded(texts);
  known.set(texts, made);
  return made;
}

function encoded(texts: readonly string[]): Buffer {
  let size = 0;
  for (const text of texts) {
    const length = Buffer.byteLength(text);
    size += headLength(length) + length;
  }
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  for (const text of texts) {
    at = writeHead(bytes, at, Buffer.byteLength(text));
    at += bytes.write(text, at, 'utf8');
  }
  return bytes;
}

const headLength = (length: number): number => (length < 126 ? 2 : length < 65_536 ? 4 : 10);

function writeHead(bytes: Buffer, at: number, length: number): number {
  bytes[at] = TEXT;
  if (length < 126) {
    bytes[at + 1] = length;
    return at + 2;
  }
  if (length < 65_536) {
    bytes[at + 1] = 126;
    return bytes.writeUInt16BE(length, at + 2);
  }
  bytes[at + 1] = 127;
  return bytes.writeBigUInt64BE(BigInt(length), at + 2);
}

/** Every bound that the WebSocket door puts on a peer, in wall time (wire 4.1, SEC-32 to SEC-37). */
export interface WsLimits {
  /** Bytes of a message, whole or in fragments. */
  readonly messageBytesMax: number;
  /** Fragments of a message that hold anything. */
  readonly fragmentsMax: number;
  /** Pieces in which the bytes of one frame may arrive. */
  readonly piecesMax: number;
  /** Open connections of one client address. */
  readonly connectionsPerAddress: number;
  /** From the opening of a trade connection to its login. */
  readonly loginMs: number;
  /** Silence after which the server pings the client, and silence after which it closes the connection. */
  readonly pingAfterMs: number;
  readonly idleMs: number;
  /** Longest life of a connection. */
  readonly lifeMs: number;
  /** From a close frame to the end of the socket, whatever the peer does. */
  readonly closeMs: number;
  /** How often all of these are looked at, so how late they can be. */
  readonly checkEveryMs: number;
  /** Bytes of pongs and frames that may wait before a peer that keeps on pinging is dropped. */
  readonly pongBytesMax: number;
}

export const WS_LIMITS: WsLimits = {
  messageBytesMax: 20_480,
  fragmentsMax: 128,
  piecesMax: 1_024,
  connectionsPerAddress: 100,
  loginMs: 30_000,
  pingAfterMs: 45_000,
  idleMs: 90_000,
  lifeMs: 86_400_000,
  closeMs: 5_000,
  checkEveryMs: 1_000,
  pongBytesMax: 1_048_576,
};
