import { type Refusal, refuse } from '../../kernel/errors.ts';
import { nearest } from '../../kernel/nearest.ts';
import {
  AGGREGATOR_FAILED,
  AGGREGATOR_RATE_LIMITED,
  AGGREGATOR_ROUTES,
  AGGREGATOR_UNAVAILABLE,
  type AggregatorResponse,
  type AggregatorRoute,
} from '../../contract/aggregator.ts';
import { asyncApiDocument, type AsyncApiInfo } from '../../contract/documents/asyncapi.ts';
import { openApiDocument } from '../../contract/documents/openapi.ts';
import { SERVED_DOCUMENTS } from '../../contract/documents/served.ts';
import { docsPage, type ShownDocument } from '../../contract/documents/page.ts';
import type { ShownStreams } from '../../contract/documents/stream-section.ts';
import { envelopeText, errorEnvelope, type ResponseMeta } from '../../contract/envelope.ts';
import type { Surface } from '../../engine/token-bucket.ts';
import { restOrigin } from '../faults/faults.ts';
import { routeName } from '../faults/read-rules.ts';
import { type Journal, JournalError } from '../journal/journal.ts';
import { respondTo } from '../reads/all.ts';
import { hintOf } from '../request-facts.ts';
import type { Dispatcher, DispatcherParts, Reply } from '../requests/dispatcher.ts';
import { RETRY_LATER, unwritten } from '../requests/failures.ts';
import { type Ask, RateLimitCharge } from '../requests/life.ts';
import { ValidationTrail } from '../requests/request.ts';
import type { HttpRequest, HttpResponse } from './http.ts';

export type RouterParts = Pick<
  DispatcherParts,
  'state' | 'sequencer' | 'views' | 'requestIds' | 'log' | 'explanations' | 'faults' | 'gate' | 'onRequest'
> & {
  readonly dispatcher: Dispatcher;
  readonly docs: DocsRoutes;
  readonly journal: Pick<Journal, 'length' | 'durable'>;
};

/** Streaming clients ask for the status below their own base (wire 7.3). */
const STATUS_PATH = '/v1/exchange/status';
const ALSO_AT: ReadonlyMap<string, string> = new Map([[STATUS_PATH, '/v1/ws/exchange/status']]);
/** The two POST surfaces. */
const SURFACES: ReadonlyMap<string, Surface> = new Map([
  ['/v1/trade', 'trade'],
  ['/v1/info', 'info'],
]);
const GET_ROUTES: ReadonlyMap<string, AggregatorRoute> = new Map(
  AGGREGATOR_ROUTES.flatMap((route) =>
    [route.path, ALSO_AT.get(route.path) ?? route.path].map((path) => [path, route]),
  ),
);
const STREAM_PATHS: ReadonlySet<string> = new Set(['/v1/ws/info', '/v1/ws/trade']);
const DOWN = refuse('SERVICE_UNAVAILABLE', 'trading service is down');
const NO_UPGRADE = refuse('INVALID_FORMAT', 'This path takes WebSocket connections only', { http: 426 });
const JSON_TYPE = /^application\/json *(?:; *charset="?utf-8"? *)?$/i;

/** The whole public API without a socket: the two POST surfaces, the GET routes and the documents. Paths are matched exactly. */
export class Router {
  readonly #parts: RouterParts;

  constructor(parts: RouterParts) {
    this.#parts = parts;
  }

  /**
   * Responds once everything that the response may show is as durable as was asked for (DUR-01). What waits for nothing
   * is returned without a promise.
   */
  handle(request: HttpRequest): HttpResponse | Promise<HttpResponse> {
    const response = this.#respond(request);
    return response instanceof Promise ? response.then((late) => this.#onceDurable(late)) : this.#onceDurable(response);
  }

  #onceDurable(response: HttpResponse): HttpResponse | Promise<HttpResponse> {
    const { journal } = this.#parts;
    return (
      journal.durable(journal.length)?.then(
        () => response,
        (error: unknown) => {
          if (!(error instanceof JournalError)) throw error;
          return this.#refuse(unwritten(error), RETRY_LATER);
        },
      ) ?? response
    );
  }

  #respond(request: HttpRequest): HttpResponse | Promise<HttpResponse> {
    const mark = request.path.indexOf('?');
    const path = mark < 0 ? request.path : request.path.slice(0, mark);
    const surface = SURFACES.get(path);
    if (this.#parts.state.status === 'down' && request.isUnhindered !== true && (surface || GET_ROUTES.has(path))) {
      return this.#refuse(DOWN);
    }
    if (surface) {
      const refused = this.#refusedPost(request);
      if (refused) return refused;
      const reply = this.#parts.dispatcher[surface](request.body, request);
      return reply instanceof Promise ? reply.then(responseOf) : responseOf(reply);
    }
    if (STREAM_PATHS.has(path)) return this.#refuseStream(request);
    const route = this.#parts.docs.at(path) ?? GET_ROUTES.get(path);
    if (!route) return this.#refuse(noSuchRoute(path));
    if (request.method !== 'GET') return this.#refuse(refuse('METHOD_NOT_ALLOWED'), { allow: 'GET' });
    if ('body' in route) return route;
    const query = mark < 0 ? '' : request.path.slice(mark + 1);
    const { gate } = this.#parts;
    // The status is served at any time; in the middle of an advance, where no input may come, it costs nothing.
    if (route.path === STATUS_PATH && (gate.isOpen || gate.isHolding)) {
      return this.#get(route, query, request, gate.isClosed);
    }
    return gate.inTurn(
      () => this.#get(route, query, request),
      () => written(AGGREGATOR_UNAVAILABLE.status, AGGREGATOR_UNAVAILABLE.body, RETRY_LATER),
    );
  }

  /** A stream begins with an upgrade, which never comes as far as here. */
  #refuseStream({ method }: HttpRequest): HttpResponse {
    if (method !== 'GET') return this.#refuse(refuse('METHOD_NOT_ALLOWED'), { allow: 'GET' });
    return this.#refuse(NO_UPGRADE, { upgrade: 'websocket' });
  }

  #refusedPost(request: HttpRequest): HttpResponse | null {
    if (request.method !== 'POST') return this.#refuse(refuse('METHOD_NOT_ALLOWED'), { allow: 'POST' });
    const refusal = representationRefusal(request);
    return refusal ? this.#refuse(refusal) : null;
  }

  async #get(route: AggregatorRoute, query: string, request: HttpRequest, isFree = false): Promise<HttpResponse> {
    const { faults, onRequest } = this.#parts;
    const arrivedAt = onRequest ? performance.now() : 0;
    const { ip, subAccountId, isUnhindered } = request;
    const isUnharmed = faults.idle || isFree || isUnhindered === true;
    const fate = isUnharmed ? null : await faults.get(routeName(route.path), restOrigin(subAccountId));
    const { status, headers, body } = fate?.response ?? (await this.#ask(route, query, { ip, isFree }));
    if (fate) await faults.leave(fate);
    if (fate?.lost) return LOST;
    onRequest?.({
      ...NO_SUBJECT,
      action: route.path,
      requestId: '',
      code: status < 400 ? 'OK' : String(status),
      latencyMs: performance.now() - arrivedAt,
    });
    const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
    return written(status, body, Object.fromEntries(lowered));
  }

  async #ask(route: AggregatorRoute, query: string, payer: Pick<Ask, 'ip' | 'isFree'>): Promise<AggregatorResponse> {
    const { state, sequencer, views, log } = this.#parts;
    try {
      if (route.usesHistory) await views.ready();
      if (route.past) await views.pastReady(route.past);
      sequencer.runDueTimers();
      const charge = new RateLimitCharge({ state, sequencer }, { ...payer, surface: 'info', tokens: route.cost });
      if (!charge.chargeAddress()) return AGGREGATOR_RATE_LIMITED;
      charge.pay();
      const now = sequencer.runDueTimers();
      const { isWritable } = sequencer;
      return respondTo(route.path)(new URLSearchParams(query), { state, now, views, isWritable, meta: this.#meta() });
    } catch (error) {
      if (error instanceof JournalError) return AGGREGATOR_UNAVAILABLE;
      log.error({ err: error }, `GET ${route.path} failed`);
      return AGGREGATOR_FAILED;
    }
  }

  #refuse(refusal: Refusal, headers: Readonly<Record<string, string>> = {}): HttpResponse {
    const meta = this.#meta();
    const { explanations, onRequest } = this.#parts;
    explanations.responded(meta.requestId, new ValidationTrail('checkRoute'), refusal, meta.timestamp);
    onRequest?.({
      ...NO_SUBJECT,
      action: null,
      requestId: meta.requestId,
      code: refusal.code,
      hint: hintOf(refusal),
      said: explanations.saidOf(meta.requestId),
      latencyMs: 0,
    });
    return written(refusal.http, errorEnvelope(refusal, meta), headers);
  }

  #meta(): ResponseMeta {
    return { requestId: this.#parts.requestIds.next(), timestamp: this.#parts.sequencer.now() };
  }
}

const PATHS = [
  '/v1/trade',
  '/v1/info',
  ...GET_ROUTES.keys(),
  ...STREAM_PATHS,
  '/docs',
  '/console',
  '/healthz',
  '/readyz',
];

function noSuchRoute(path: string): Refusal {
  const near = nearest(path, PATHS);
  const details = near === undefined ? undefined : { hint: `did you mean ${near}?` };
  return refuse('NOT_FOUND', 'no such route', { ...(details && { details }) });
}

/** What `onRequest` is told of a request that is not one of the two POST surfaces, or was refused before it was read. */
const NO_SUBJECT = {
  transport: 'rest',
  subAccountId: null,
  hint: null,
  said: null,
  isAboutSigner: false,
  refusedItems: 0,
} as const;

const responseOf = ({ http, envelope, lost, retryAfterSeconds }: Reply): HttpResponse =>
  lost ? LOST : json(http, envelopeText(envelope), retryAfterSeconds === undefined ? {} : RETRY_LATER);

/** What a peer gets of a response that an injected fault has lost: nothing. */
const LOST: HttpResponse = { status: 0, headers: {}, body: '', lost: true };

/** Only JSON is read, as it is (SEC-25). A client that names no type is taken at its word. */
function representationRefusal({ headers }: HttpRequest): Refusal | undefined {
  const { 'content-type': type = '', 'content-encoding': encoding = '' } = headers;
  if (type !== '' && !JSON_TYPE.test(type.trim())) {
    return refuse('INVALID_FORMAT', 'Content-Type must be application/json');
  }
  if (encoding !== '' && encoding.trim().toLowerCase() !== 'identity') {
    return refuse('INVALID_FORMAT', 'Content-Encoding is not supported');
  }
  return undefined;
}

function written(status: number, body: object, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  return json(status, JSON.stringify(body), headers);
}

function json(status: number, body: string, headers: Readonly<Record<string, string>>): HttpResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

/** The page loads no other resource, runs no script, and must not be framed. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * GET /docs/api and the documents beside it: made when first asked for, then kept, because most exchanges are never asked. A server
 * with built pages has them at /docs; elsewhere /docs is the same page as /docs/api.
 */
export class DocsRoutes {
  readonly #about: { readonly version: string; readonly serviceName: string };
  readonly #pages = new Map<string, () => HttpResponse>([
    ['/docs', () => this.#page()],
    ['/docs/api', () => this.#page()],
    ...[...SERVED_DOCUMENTS].map(([name, make]) => [`/docs/${name}`, () => documentOf(make(this.#whole()))] as const),
  ]);
  readonly #made = new Map<string, HttpResponse>();
  #wsUrl: string | undefined;

  constructor(about: { readonly version: string; readonly serviceName: string }) {
    this.#about = about;
  }

  /** The response to a GET of this path, or undefined when the path is none of these. */
  at(path: string): HttpResponse | undefined {
    const kept = this.#made.get(path) ?? this.#pages.get(path)?.();
    if (kept) this.#made.set(path, kept);
    return kept;
  }

  /** Sets the WebSocket URL of the exchange, which the documents show. */
  servedAt(wsUrl: string): void {
    this.#wsUrl = wsUrl;
    this.#made.clear();
  }

  #whole(): AsyncApiInfo {
    return { ...this.#about, ...(this.#wsUrl !== undefined && { wsUrl: this.#wsUrl }) };
  }

  #page(): HttpResponse {
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': PAGE_POLICY,
      'x-content-type-options': 'nosniff',
    };
    // Tests check that the documents have these shapes.
    const document: unknown = openApiDocument(this.#about);
    const streams: unknown = asyncApiDocument(this.#whole());
    return { status: 200, headers, body: docsPage(document as ShownDocument, streams as ShownStreams) };
  }
}

const documentOf = (document: object): HttpResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(document),
});
