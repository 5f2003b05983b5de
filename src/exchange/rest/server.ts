import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { type Duplex, Readable } from 'node:stream';
import type { Refusal } from '../../kernel/errors.ts';
import { AGGREGATOR_ROUTES, AGGREGATOR_UNAVAILABLE } from '../../contract/aggregator.ts';
import { framingFault, pathOf, urlHostOf } from '../http/http.ts';
import type { Exchange, HttpRequest, HttpResponse, StreamedResponse } from '../exchange.ts';
import type { QueueAge } from '../queue-age.ts';
import { OVERLOADED, OVERLOADED_RETRY_SECONDS } from '../requests/failures.ts';
import type { RecordedRequests } from './recorded-requests.ts';
import {
  BROKEN,
  EXPECTATION_FAILED,
  HANDLER_TOO_SLOW,
  MALFORMED,
  rawResponse,
  refusalOfFrameworkError,
  refusalOfParserError,
  type RefusalWriter,
} from './refusals.ts';

/** A file, which may be a picture. */
interface FileResponse extends Omit<HttpResponse, 'body'> {
  readonly body: string | Uint8Array;
}

/** What an inner route responds with. */
export type InnerResponse = HttpResponse | StreamedResponse | FileResponse;

/** Routes that are asked before the exchange; undefined passes the request on. */
export interface InnerRoutes {
  readonly prefix: string;
  /** The prefix is the whole path, but for a query. */
  readonly isWhole?: true;
  handle(request: HttpRequest): Promise<InnerResponse | undefined>;
}

/** Takes over the sockets of streams, as long as the port is open. */
export interface StreamUpgrades {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Accepts no new stream, ends every stream once `requestsDone` has settled, and resolves when none is left. */
  drain(requestsDone: Promise<unknown>): Promise<void>;
  close(): void;
}

export interface RestServerOptions {
  readonly exchange: Pick<Exchange, 'handle' | 'drain'>;
  readonly writeRefusal: RefusalWriter;
  readonly innerRoutes?: readonly InnerRoutes[];
  /** Origins whose pages may read responses of the API; `*` for all. Left out, none may. */
  readonly cors?: readonly string[];
  readonly limits?: Partial<HttpLimits>;
  /** Takes requests that ask to become streams; left out, they are refused. */
  readonly streams?: StreamUpgrades;
  /** Refuses requests to the exchange that wait too long; left out, they wait as long as it takes. */
  readonly queue?: QueueAge;
  /** Records what comes and goes; left out, nothing is recorded. */
  readonly recorded?: RecordedRequests;
  /** Receives errors of the server itself; the peer sees a generic 500 (SEC-24). */
  readonly onError?: (error: unknown) => void;
}

/** Where the server can be reached. `origin` has no path and no trailing slash. */
export interface Bound {
  readonly origin: string;
  readonly host: string;
  readonly port: number;
}

/**
 * The HTTP server: fastify in front of `exchange.handle`. It limits what one peer may use and writes every refusal, also
 * those of HTTP itself, in the envelope of the API (SEC-23, SEC-26, SEC-32).
 */
export class RestServer {
  readonly #options: RestServerOptions;
  readonly #limits: HttpLimits;
  readonly #inFlightRequests = new InFlightRequests();
  readonly #app: FastifyInstance;
  #sweep: NodeJS.Timeout | undefined;
  #draining: Promise<void> | undefined;

  constructor(options: RestServerOptions) {
    this.#options = options;
    this.#limits = { ...HTTP_LIMITS, ...options.limits };
    this.#app = this.#buildApp();
  }

  /**
   * Opens the port; 0 takes a free one.
   *
   * @throws the system's error (`EADDRINUSE`, `EACCES`, `ENOTFOUND`, ...) when the port cannot be opened
   */
  async listen(where: { readonly host: string; readonly port: number }): Promise<Bound> {
    await this.#app.listen({ host: where.host, port: where.port, exclusive: true });
    this.#sweep = setInterval(() => this.#refuseStuck(), this.#limits.checkEveryMs).unref();
    const address = this.#app.server.address();
    const port = typeof address === 'object' && address !== null ? address.port : where.port;
    return { origin: `http://${urlHostOf(where.host)}:${port}`, host: where.host, port };
  }

  /**
   * Stops in order (DUR-19): the exchange refuses new requests, open requests get their responses, then every socket
   * closes. Ends within `drainMs` even when a peer never finishes its request.
   */
  drain(): Promise<void> {
    this.#draining ??= this.#drainOnce();
    return this.#draining;
  }

  /** Closes every socket at once. */
  async close(): Promise<void> {
    clearInterval(this.#sweep);
    this.#options.streams?.close();
    this.#app.server.closeAllConnections();
    await this.#app.close();
  }

  async #drainOnce(): Promise<void> {
    let deadline: NodeJS.Timeout | undefined;
    const timeUp = new Promise<void>((resolve) => {
      deadline = setTimeout(resolve, this.#limits.drainMs);
    });
    // The exchange refuses requests from here on; waiting begins afterwards.
    const requestsDone = this.#options.exchange.drain();
    const idle = requestsDone.then(() => this.#inFlightRequests.whenIdle());
    await Promise.race([Promise.all([idle, this.#options.streams?.drain(requestsDone)]), timeUp]);
    clearTimeout(deadline);
    await this.close();
  }

  #buildApp(): FastifyInstance {
    const limits = this.#limits;
    const app = fastify({
      logger: false,
      schemaController: { compilersFactory: NO_SCHEMAS },
      bodyLimit: limits.bodyBytesMax,
      connectionTimeout: limits.stalledMs,
      keepAliveTimeout: limits.keepAliveMs,
      requestTimeout: limits.requestMs,
      exposeHeadRoutes: false,
      return503OnClosing: false,
      http: {
        headersTimeout: limits.headersMs,
        connectionsCheckingInterval: limits.checkEveryMs,
        maxHeaderSize: limits.headerBytesMax,
        // Checked by `framingFault` instead: Node's own response to a missing Host has no envelope.
        requireHostHeader: false,
        insecureHTTPParser: false,
      },
      clientErrorHandler: (error, socket) => this.#refuseOnSocket(error.code, socket),
      frameworkErrors: (error, _request, reply) => this.#refuse(reply, refusalOfFrameworkError(error)),
    });
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    app.addHook('onRequest', (request, reply, done) => {
      this.#inFlightRequests.start(request, reply);
      if (this.#draining !== undefined) reply.header('connection', 'close');
      const path = pathOf(request.raw.url ?? '');
      if (framingFault(request.raw) !== undefined) this.#refuse(reply.header('connection', 'close'), MALFORMED);
      else if (path !== undefined && this.#isOverdue(path)) this.#refuseOverdue(reply, path);
      else done();
    });
    app.setErrorHandler((error: FastifyError, _request, reply) => {
      const refusal = refusalOfFrameworkError(error);
      if (refusal === BROKEN) this.#options.onError?.(error);
      this.#refuse(reply, refusal);
    });
    if (this.#options.cors) allowOrigins(app, this.#options.cors);
    app.all('/*', this.#respond);
    app.setNotFoundHandler(this.#respond);
    app.server.maxConnections = limits.connectionsMax;
    this.#options.recorded?.attach(app);
    const { streams } = this.#options;
    if (streams) {
      app.server.on('upgrade', (request, socket, head) => {
        // The framework no longer listens for errors of this socket.
        socket.off('error', dropSocket).on('error', dropSocket);
        this.#inFlightRequests.afterThoseOf(socket, () => {
          if (asksForWebSocket(request)) streams.upgrade(request, socket, head);
          else goOnAsHttp(app.server, request, socket, head);
        });
      });
    }
    app.server.on('checkExpectation', (_request, response) => {
      const body = this.#options.writeRefusal(EXPECTATION_FAILED);
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        connection: 'close',
      };
      response.writeHead(EXPECTATION_FAILED.http, headers).end(body);
    });
    return app;
  }

  /** Serves a request whose body is there. */
  readonly #respond = (request: FastifyRequest, reply: FastifyReply): void => {
    const path = pathOf(request.raw.url ?? '');
    if (path === undefined) return this.#refuse(reply, MALFORMED);
    // Those that came in one packet have begun before any of them was carried out.
    if (this.#isOverdue(path)) return this.#refuseOverdue(reply, path);
    const asked: HttpRequest = {
      method: request.method,
      path,
      headers: plainHeaders(request.headers),
      body: Buffer.isBuffer(request.body) ? request.body : NO_BODY,
      // The socket's peer, never a forwarding header (R-42, SEC-27).
      ip: request.raw.socket.remoteAddress ?? '',
    };
    const routes = this.#options.innerRoutes?.find((inner) => takes(inner, path));
    if (!routes) this.#inFlightRequests.handOver(request, performance.now());
    const response = routes ? this.#askInner(routes, request, asked) : this.#options.exchange.handle(asked);
    response
      .then((given) => this.#send(request, reply, given))
      .catch((error: unknown) => {
        this.#options.onError?.(error);
        if (!reply.sent) this.#refuse(reply, BROKEN);
      });
  };

  async #askInner(routes: InnerRoutes, request: FastifyRequest, asked: HttpRequest): Promise<InnerResponse> {
    // An advance of the clock may take minutes; the next request of the socket is timed as usual.
    request.raw.socket.setTimeout(0);
    const response = await routes.handle(asked);
    if (response) return response;
    this.#inFlightRequests.handOver(request, performance.now());
    return this.#options.exchange.handle(asked);
  }

  #send(request: FastifyRequest, reply: FastifyReply, response: InnerResponse): void {
    if (reply.sent) return;
    if (response.lost) return hangUp(request, reply);
    const body = 'rest' in response ? Readable.from(piecesOf(response)) : response.body;
    reply.code(response.status).headers(response.headers).serializer(asWritten).send(body);
  }

  /** Whatever steers or watches the server is served at any time, and so is the status. */
  #isOverdue(path: string): boolean {
    const { queue, innerRoutes = [] } = this.#options;
    if (!queue || isStatus(path) || innerRoutes.some((routes) => takes(routes, path))) return false;
    return queue.refuses();
  }

  #refuseOverdue(reply: FastifyReply, path: string): void {
    reply.header('retry-after', String(OVERLOADED_RETRY_SECONDS));
    if (!LISTINGS.has(bare(path))) return this.#refuse(reply, OVERLOADED);
    reply
      .code(AGGREGATOR_UNAVAILABLE.status)
      .header('content-type', 'application/json')
      .serializer(asWritten)
      .send(JSON.stringify(AGGREGATOR_UNAVAILABLE.body));
  }

  #refuse(reply: FastifyReply, refusal: Refusal): void {
    reply
      .code(refusal.http)
      .header('content-type', 'application/json')
      .serializer(asWritten)
      .send(this.#options.writeRefusal(refusal));
  }

  /** The parser gave up, so there may be no response object: write to the socket and close it. */
  #refuseOnSocket(code: string | undefined, socket: Socket): void {
    // A response written now would be taken for that of an earlier request of the same socket.
    if (socket.writable && code !== 'ECONNRESET' && !this.#inFlightRequests.speaksFor(socket)) {
      socket.write(rawResponse(refusalOfParserError(code), this.#options.writeRefusal));
    }
    socket.destroySoon();
  }

  #refuseStuck(): void {
    for (const { reply } of this.#inFlightRequests.handedOverBefore(performance.now() - this.#limits.handlerMs)) {
      if (!reply.sent) this.#refuse(reply, HANDLER_TOO_SLOW);
    }
  }
}

const bare = (path: string): string => path.split('?', 1)[0] ?? path;

const isStatus = (path: string): boolean => bare(path).endsWith('/exchange/status');

/** Paths whose faults have no envelope. */
const LISTINGS: ReadonlySet<string> = new Set(AGGREGATOR_ROUTES.map(({ path }) => path));

const takes = ({ prefix, isWhole }: InnerRoutes, path: string): boolean =>
  path.startsWith(prefix) && (isWhole !== true || path.length === prefix.length || path[prefix.length] === '?');

const noSchemas = (): never => {
  throw new Error('requests are checked by the exchange, no route has a schema');
};
/** Without compilers of its own the framework would load two that take longer to load than everything else of it. */
const NO_SCHEMAS = { buildValidator: () => noSchemas, buildSerializer: () => noSchemas };

function dropSocket(this: Duplex): void {
  this.destroy();
}

/** Ends the connection without a response. */
function hangUp(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  request.raw.socket.destroy();
}

const NO_BODY = new Uint8Array(0);

/** Every response is text already. Left to itself, fastify would add a charset to the type of JSON, which has none (wire 0.2). */
const asWritten = (text: string): string => text;

/** Short pieces travel together, so that a line of text is not a packet of its own. */
function* piecesOf({ body, rest }: StreamedResponse): Iterable<Buffer> {
  let piece = body;
  for (const more of rest) {
    piece += more;
    if (piece.length < PIECE_LENGTH) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  if (piece !== '') yield Buffer.from(piece);
}

const PIECE_LENGTH = 65_536;

function plainHeaders(headers: FastifyRequest['headers']): Record<string, string | undefined> {
  const plain: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(headers)) plain[name] = Array.isArray(value) ? value.join(', ') : value;
  return plain;
}

/** A request whose headers have arrived and whose response has not left. */
export interface InFlightRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Wall time at which the exchange took over; null before. */
  handedOverAt: number | null;
}

/**
 * The open requests of the server: a drain waits for them, and the server finds handlers that are stuck. They are a list and no
 * Map: a Map leaves a table behind for every few requests, and once one of them is old, each table after it outlives
 * the young generation with all requests that stood in it.
 */
class InFlightRequests {
  /** In the order of their arrival. */
  readonly #open: InFlightRequest[] = [];
  #idle: (() => void)[] = [];

  get count(): number {
    return this.#open.length;
  }

  start(request: FastifyRequest, reply: FastifyReply): void {
    const inFlight: InFlightRequest = { request, reply, handedOverAt: null };
    this.#open.push(inFlight);
    reply.raw.once('close', () => this.#end(inFlight));
  }

  handOver(request: FastifyRequest, at: number): void {
    // One that has just arrived is at the end.
    const inFlight = this.#open.findLast((one) => one.request === request);
    if (inFlight !== undefined) inFlight.handedOverAt = at;
  }

  /** Open requests that were handed over before `time`. */
  handedOverBefore(time: number): InFlightRequest[] {
    return this.#open.filter(({ handedOverAt }) => handedOverAt !== null && handedOverAt < time);
  }

  /** Returns true when a request of this socket has a response on its way, or arrived complete and will get one. */
  speaksFor(socket: unknown): boolean {
    for (const { request, reply } of this.#open) {
      if (request.raw.socket === socket && (reply.sent || request.raw.complete)) return true;
    }
    return false;
  }

  /** Runs when every earlier request of this socket has its response; at once when there is none. */
  afterThoseOf(socket: unknown, run: () => void): void {
    const ahead = this.#open.findLast(({ request }) => request.raw.socket === socket);
    if (ahead === undefined) run();
    else ahead.reply.raw.once('close', run);
  }

  /** Resolves as soon as no request is open. */
  whenIdle(): Promise<void> {
    if (this.#open.length === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #end(inFlight: InFlightRequest): void {
    this.#open.splice(this.#open.indexOf(inFlight), 1);
    if (this.#open.length > 0) return;
    const waiting = this.#idle;
    this.#idle = [];
    for (const resolve of waiting) resolve();
  }
}

/** Every bound that the HTTP door puts on a peer before the exchange sees a request (SEC-32, SEC-33). */
interface HttpLimits {
  /** Bytes of a body (wire 0.3 step 1). */
  readonly bodyBytesMax: number;
  /** Bytes of the request line and all headers. */
  readonly headerBytesMax: number;
  /** Open sockets; one more is dropped at once. */
  readonly connectionsMax: number;
  /** From the first byte of a request to the end of its headers. */
  readonly headersMs: number;
  /** From the first byte of a request to its last. */
  readonly requestMs: number;
  /** How long the exchange may take over one request. */
  readonly handlerMs: number;
  /** Silence on a socket in the middle of an exchange, such as a peer that does not read its response. */
  readonly stalledMs: number;
  /** Silence between two requests of one socket. */
  readonly keepAliveMs: number;
  /** How often the two request timeouts are looked at, so how late they can be. */
  readonly checkEveryMs: number;
  /** Longest wait for open requests once a drain began; DUR-19 allows 10 s in all. */
  readonly drainMs: number;
}

/** A slow peer is gone after at most 11 s, within the 15 s of SEC-32. */
const HTTP_LIMITS: HttpLimits = {
  bodyBytesMax: 20_480,
  headerBytesMax: 16_384,
  connectionsMax: 4_096,
  headersMs: 8_000,
  requestMs: 10_000,
  handlerMs: 10_000,
  stalledMs: 14_000,
  keepAliveMs: 65_000,
  checkEveryMs: 1_000,
  drainMs: 8_000,
};

/** Paths that pages of other origins may use: the API and its documents. The control plane has rules of its own. */
const SHARED = /^\/(?:v1|docs)(?:\/|$)/;

/**
 * Lets pages of these origins read responses of the API, and responds to what a browser asks before such a request. `*` allows
 * all origins. Requests carry their signature in the body, so no credentials of the browser are allowed.
 */
function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  const isOpen = origins.includes('*');
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (origin === undefined || !SHARED.test(request.url.split('?', 1)[0] ?? '')) return done();
    reply.header('vary', 'Origin');
    if (!isOpen && !origins.includes(origin)) return done();
    reply.header('access-control-allow-origin', isOpen ? '*' : origin);
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return done();
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'content-type',
        'access-control-max-age': '600',
      })
      .send();
  });
}

/**
 * True for a request that asks to become a WebSocket. Any other `Upgrade` is an offer that a server may leave (RFC 9110,
 * 7.8), and so is every one in HTTP/1.0.
 */
function asksForWebSocket({ method, httpVersion, headers }: IncomingMessage): boolean {
  return method === 'GET' && httpVersion === '1.1' && headers.upgrade?.trim().toLowerCase() === 'websocket';
}

/**
 * Serves a request whose offer to upgrade is left: it is put back in front of the bytes that follow it, without the
 * offer, and read once more. Node would otherwise take every `Upgrade` out of HTTP as soon as one of them is wanted,
 * although clients that would like HTTP/2 offer it with ordinary requests.
 */
function goOnAsHttp(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method = 'GET', url = '/', httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const value = rawHeaders[index + 1] ?? '';
    const kept = KEPT_OF.get(name.toLowerCase())?.(value) ?? value;
    if (kept !== '' || value === '') lines.push(`${name}: ${kept}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}

/** What is left of the headers that make the offer; empty text for a header that goes. */
const KEPT_OF: ReadonlyMap<string, (value: string) => string> = new Map([
  ['upgrade', () => ''],
  ['http2-settings', () => ''],
  ['connection', withoutOffer],
]);

function withoutOffer(value: string): string {
  const tokens = value.split(',').map((token) => token.trim());
  return tokens.filter((token) => !/^(?:upgrade|http2-settings)$/i.test(token)).join(', ');
}
