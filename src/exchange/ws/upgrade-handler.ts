import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Refusal, refuse } from '../../kernel/errors.ts';
import type { StreamEndpoint } from '../../contract/channel.ts';
import type { ClockControl, Exchange } from '../exchange.ts';
import type { QueueAge } from '../queue-age.ts';
import { framingFault, pathOf } from '../http/http.ts';
import { MALFORMED, rawResponse, type RefusalWriter } from '../rest/refusals.ts';
import { CLOSE } from '../stream/sink.ts';
import { WS_LIMITS, WsConnection, type WsLimits } from './connection.ts';
import type { RecordedStream, RecordedStreams } from './recorded-streams.ts';

export interface WsUpgradeHandlerOptions {
  readonly exchange: Pick<Exchange, 'stream'> & { readonly clock?: Pick<ClockControl, 'advancing'> };
  readonly writeRefusal: RefusalWriter;
  readonly limits?: Partial<WsLimits>;
  /** Refuses requests that wait too long; left out, they wait as long as it takes. */
  readonly queue?: QueueAge;
  /** Default: the world's own time. */
  readonly clock?: WallClock;
  /** Records what comes and goes; left out, nothing is recorded. */
  readonly recorded?: RecordedStreams;
  /** Receives errors of the server itself. */
  readonly onError?: (error: unknown) => void;
}

const ENDPOINTS: ReadonlyMap<string, StreamEndpoint> = new Map([
  ['/v1/ws/info', 'info'],
  ['/v1/ws/trade', 'trade'],
]);

const TOO_MANY: HandshakeRefusal = { refusal: refuse('RATE_LIMIT_EXCEEDED', 'too many connections') };
const NO_ROUTE: HandshakeRefusal = { refusal: refuse('NOT_FOUND', 'no such route') };
const DRAINING: HandshakeRefusal = { refusal: refuse('SERVICE_UNAVAILABLE') };

/**
 * The WebSocket door, on the same port as REST: it takes upgrades of the two streaming paths, bounds what a peer may
 * cost, and gives everything else to the exchange's own sessions. What it refuses before the upgrade it refuses over
 * HTTP, in the API's envelope.
 */
export class WsUpgradeHandler {
  readonly #options: WsUpgradeHandlerOptions;
  readonly #limits: WsLimits;
  readonly #clock: WallClock;
  /** What peers are held to. */
  readonly #time: ReadableTime;
  /** The part of it that fell into advances of the exchange clock, in which no login is served. */
  #advancingMs = 0;
  readonly #server: WebSocketServer;
  readonly #connections = new Set<WsConnection>();
  readonly #byAddress = new Map<string, number>();
  #stopChecking: (() => void) | undefined;
  #draining = false;
  #empty: (() => void)[] = [];

  constructor(options: WsUpgradeHandlerOptions) {
    this.#options = options;
    this.#limits = { ...WS_LIMITS, ...options.limits };
    this.#clock = options.clock ?? MONOTONIC;
    this.#time = new ReadableTime(this.#clock, this.#limits.checkEveryMs);
    const { messageBytesMax, fragmentsMax, piecesMax, closeMs } = this.#limits;
    const settings = {
      noServer: true,
      clientTracking: false,
      maxPayload: messageBytesMax,
      maxFragments: fragmentsMax,
      maxBufferedChunks: piecesMax,
      closeTimeout: closeMs,
      // Peers take turns: one message of each, so that a flood from one does not delay the others.
      allowSynchronousEvents: false,
      perMessageDeflate: false,
      autoPong: false,
      // The API is no subprotocol, so none is agreed on.
      handleProtocols: () => false as const,
    } as const;
    this.#server = new WebSocketServer(settings);
    this.#server.on('wsClientError', (_error, socket) => this.#refuse(socket, { refusal: MALFORMED }));
  }

  /** Open connections. */
  get size(): number {
    return this.#connections.size;
  }

  /** An HTTP request that asks to become a stream. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const endpoint = this.#endpointOf(request);
    const ip = request.socket.remoteAddress ?? '';
    const refusal = this.#refusalOf(request, endpoint, ip);
    const recorded = this.#options.recorded?.opening(request);
    if (refusal || endpoint === undefined) this.#refuse(socket, refusal ?? NO_ROUTE, recorded);
    else this.#server.handleUpgrade(request, socket, head, (ws) => this.#open(ws, endpoint, socket, ip, recorded));
  }

  /**
   * Accepts no new connection from now on. Once `requestsDone` has settled, closes each connection as soon as every post that has
   * arrived over it has its reply; resolves when no connection is left. A peer that does not go is dropped in time.
   */
  async drain(requestsDone: Promise<unknown>): Promise<void> {
    this.#draining = true;
    await requestsDone;
    await Promise.all(
      [...this.#connections].map((connection) => connection.closeWhenQuiet(CLOSE.goingAway, 'server is draining')),
    );
    if (this.#connections.size > 0) await new Promise<void>((resolve) => this.#empty.push(resolve));
  }

  /** Ends what is still open. */
  close(): void {
    this.#draining = true;
    for (const connection of [...this.#connections]) {
      connection.close(CLOSE.goingAway, 'server is closing');
      connection.terminate();
    }
  }

  #open(ws: WebSocket, endpoint: StreamEndpoint, socket: Duplex, ip: string, recorded?: RecordedStream): void {
    try {
      recorded?.opened(ws, socket);
      const connection = new WsConnection(ws, {
        endpoint,
        socket,
        limits: this.#limits,
        open: (sink) => this.#options.exchange.stream(endpoint, recorded?.sink(sink) ?? sink, { ip }),
        ...(recorded && { onClosing: recorded.closing }),
        onGone: () => this.#forget(connection, ip),
        onError: (error) => this.#options.onError?.(error),
        isOverdue: () => this.#options.queue?.refuses() === true,
        now: () => this.#time.now(),
        loginNow: () => this.#time.now() - this.#advancingMs,
      });
      this.#connections.add(connection);
      this.#count(ip, 1);
      this.#stopChecking ??= this.#clock.every(this.#limits.checkEveryMs, () => this.#check());
    } catch (error) {
      this.#options.onError?.(error);
      ws.on('error', () => ws.terminate());
      ws.close(CLOSE.failure, 'internal error');
    }
  }

  #endpointOf({ url = '' }: IncomingMessage): StreamEndpoint | undefined {
    const path = pathOf(url) ?? '';
    const mark = path.indexOf('?');
    return ENDPOINTS.get(mark < 0 ? path : path.slice(0, mark));
  }

  #refusalOf(request: IncomingMessage, endpoint: StreamEndpoint | undefined, ip: string): HandshakeRefusal | undefined {
    const fault = handshakeFault(request);
    if (fault) return fault;
    if (endpoint === undefined) return NO_ROUTE;
    if (this.#draining) return DRAINING;
    return (this.#byAddress.get(ip) ?? 0) >= this.#limits.connectionsPerAddress ? TOO_MANY : undefined;
  }

  /** Ends the whole socket: a peer that leaves its half open would otherwise keep it for good. */
  #refuse(socket: Duplex, { refusal, headers }: HandshakeRefusal, recorded?: RecordedStream): void {
    // Unread bytes would turn the close into a reset, and the response would be lost with it.
    socket.resume();
    if (socket.writable) {
      const response = rawResponse(refusal, this.#options.writeRefusal, headers);
      recorded?.refused(response);
      socket.write(response);
    }
    if (socket instanceof Socket) socket.destroySoon();
    else socket.destroy();
  }

  #check(): void {
    const passed = this.#time.look();
    if (this.#options.exchange.clock?.advancing()) this.#advancingMs += passed;
    for (const connection of this.#connections) connection.check();
  }

  #forget(connection: WsConnection, ip: string): void {
    this.#connections.delete(connection);
    this.#count(ip, -1);
    if (this.#connections.size > 0) return;
    this.#stopChecking?.();
    this.#stopChecking = undefined;
    for (const resolve of this.#empty.splice(0)) resolve();
  }

  #count(ip: string, change: 1 | -1): void {
    const count = (this.#byAddress.get(ip) ?? 0) + change;
    if (count === 0) this.#byAddress.delete(ip);
    else this.#byAddress.set(ip, count);
  }
}

/** What is refused before a connection becomes a stream; headers that the refusal needs stand beside it. */
interface HandshakeRefusal {
  readonly refusal: Refusal;
  readonly headers?: Readonly<Record<string, string>>;
}

const VERSION = '13';
const KEY = /^[+/0-9A-Za-z]{22}==$/;
/** RFC 9110, 5.6.2: what a subprotocol's name is made of. */
const TOKENS = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+(?:[ \t]*,[ \t]*[!#$%&'*+.^_`|~0-9A-Za-z-]+)*$/;

const OTHER_VERSION = refuse('INVALID_FORMAT', `Sec-WebSocket-Version must be ${VERSION}`, { http: 426 });
const BAD_KEY = refuse('INVALID_FORMAT', 'Sec-WebSocket-Key must be 16 bytes in Base64');
const BAD_PROTOCOL = refuse('INVALID_FORMAT', 'Sec-WebSocket-Protocol is malformed');

/** What is wrong with a handshake (RFC 6455, 4.2.1); a body would be read as frames, so there must be none (SEC-26). */
function handshakeFault(request: IncomingMessage): HandshakeRefusal | undefined {
  const { headers } = request;
  if (framingFault(request) !== undefined || Number(headers['content-length'] ?? 0) !== 0)
    return { refusal: MALFORMED };
  if (headers['transfer-encoding'] !== undefined) return { refusal: MALFORMED };
  if (headers['sec-websocket-version'] !== VERSION) {
    return { refusal: OTHER_VERSION, headers: { 'sec-websocket-version': VERSION } };
  }
  if (!KEY.test(headers['sec-websocket-key'] ?? '')) return { refusal: BAD_KEY };
  const protocols = headers['sec-websocket-protocol'];
  if (protocols !== undefined && !TOKENS.test(protocols)) return { refusal: BAD_PROTOCOL };
  return undefined;
}

/**
 * Wall time that counts only as long as this process was able to read what peers send: of a stretch in which the event
 * loop did not come around, such as a long step of the clock, no more counts than lies between two looks.
 */
class ReadableTime {
  readonly #wall: WallClock;
  readonly #periodMs: number;
  #counted = 0;
  #lookedAt: number;

  constructor(wall: WallClock, periodMs: number) {
    this.#wall = wall;
    this.#periodMs = periodMs;
    this.#lookedAt = wall.now();
  }

  /** Milliseconds from any beginning, never going back. */
  now(): number {
    return this.#counted + Math.min(this.#wall.now() - this.#lookedAt, this.#periodMs);
  }

  /** To be called every `periodMs`, by a timer. Returns what has counted since the last look. */
  look(): number {
    const before = this.#counted;
    this.#counted = this.now();
    this.#lookedAt = this.#wall.now();
    return this.#counted - before;
  }
}

/** The time that peers are held to: the world's, or a test's. */
export interface WallClock {
  /** Milliseconds from any beginning, never going back. */
  now(): number;
  /** Runs again and again until the response is called; never keeps the process alive. */
  every(periodMs: number, run: () => void): () => void;
}

const MONOTONIC: WallClock = {
  now: () => performance.now(),
  every(periodMs, run) {
    const timer = setInterval(run, periodMs).unref();
    return () => clearInterval(timer);
  },
};
