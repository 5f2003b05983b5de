import type { Registry } from 'prom-client';
import type { Exchange, HttpRequest, HttpResponse, RequestFacts } from '../exchange.ts';
import type { QueueAge } from '../queue-age.ts';
import type { InnerRoutes } from '../rest/server.ts';

export interface ServicePages {
  /** Where a browser that asks for `/` goes; null where there is no such page. */
  readonly console: string | null;
  /** The icon that a browser asks for on every page, as SVG; null for none. */
  readonly icon: () => string | null;
}

type Watched = Pick<Exchange, 'control' | 'failure'>;

/**
 * Responds to what a service is asked beside its API: whether the process is alive and whether it takes requests, its metrics, the icon,
 * and where a browser finds something to look at. Other requests of these paths go on to the exchange.
 */
export function serviceRoutes(exchange: Watched, metrics: Metrics, pages: ServicePages): readonly InnerRoutes[] {
  let failure: string | undefined;
  void exchange.failure().then(({ message }) => {
    failure = message;
  });
  const readiness = (): HttpResponse => {
    if (failure !== undefined) return status(503, { status: 'failed', reason: failure });
    const { status: exchangeStatus, journal } = exchange.control.state();
    if (journal.trouble === 'full')
      return status(503, { status: 'full', reason: 'no space is left to record requests' });
    const isServing = exchangeStatus === 'running' || exchangeStatus === 'degraded';
    return isServing ? status(200, { status: 'ready' }) : status(503, { status: exchangeStatus });
  };
  return [
    exactly('/healthz', () => status(200, { status: 'alive' })),
    exactly('/readyz', readiness),
    exactly('/metrics', async () => metrics.scrape()),
    exactly('/favicon.ico', () => {
      const svg = pages.icon();
      return svg === null ? undefined : icon(svg);
    }),
    exactly('/', ({ headers }) => {
      const isBrowser = headers['accept']?.includes('text/html') === true;
      return isBrowser ? redirect(pages.console ?? '/docs') : undefined;
    }),
  ];
}

type Respond = (request: HttpRequest) => HttpResponse | undefined | Promise<HttpResponse>;

/** A GET of one path, whatever its query; everything else goes on to the exchange. */
const exactly = (path: string, respond: Respond): InnerRoutes => ({
  prefix: path,
  isWhole: true,
  handle: async (request) => (request.method === 'GET' || request.method === 'HEAD' ? respond(request) : undefined),
});

const status = (http: number, body: Readonly<Record<string, string>>): HttpResponse => ({
  status: http,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
});

const redirect = (location: string): HttpResponse => ({
  status: 302,
  headers: { location, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: `${location}\n`,
});

const icon = (svg: string): HttpResponse => ({
  status: 200,
  headers: {
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=86400',
    'x-content-type-options': 'nosniff',
  },
  body: svg,
});

/** Bounds of the histogram of latencies, in seconds. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
/** Requests that are remembered while the library is loading. */
const EARLY_MAX = 100_000;

type Measured = Pick<Exchange, 'clock' | 'control' | 'version' | 'world'>;

interface Instruments {
  readonly registry: Registry;
  count(facts: RequestFacts): void;
}

/**
 * Figures of a server in the format of Prometheus. The library that keeps them is loaded by the first request or scrape, so that a
 * start does not wait for it.
 */
export class Metrics {
  readonly #exchange: () => Measured;
  readonly #queue: QueueAge | undefined;
  #loading: Promise<Instruments> | undefined;
  #instruments: Instruments | undefined;
  #early: RequestFacts[] = [];

  constructor(exchange: () => Measured, queue?: QueueAge) {
    this.#exchange = exchange;
    this.#queue = queue;
  }

  /** The response to a scrape. */
  async scrape(): Promise<HttpResponse> {
    const { registry } = await this.#loaded();
    return {
      status: 200,
      headers: { 'content-type': registry.contentType, 'cache-control': 'no-store' },
      body: await registry.metrics(),
    };
  }

  /** Counts a request. */
  count(facts: RequestFacts): void {
    if (this.#instruments) return this.#instruments.count(facts);
    if (this.#early.length < EARLY_MAX) this.#early.push(facts);
    void this.#loaded();
  }

  #loaded(): Promise<Instruments> {
    this.#loading ??= makeInstruments(this.#exchange(), this.#queue).then((made) => {
      for (const facts of this.#early) made.count(facts);
      this.#early = [];
      this.#instruments = made;
      return made;
    });
    return this.#loading;
  }
}

async function makeInstruments(exchange: Measured, queue?: QueueAge): Promise<Instruments> {
  // By its default: a bundle of modules gives a CommonJS package no other name.
  const { default: client } = await import('prom-client');
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry: OwnRegistry } = client;
  const registry = new OwnRegistry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'perpsim_requests_total',
    help: 'Requests by transport, action and result; the code of a success is OK',
    labelNames: ['transport', 'action', 'code'],
    registers,
  });
  const latency = new Histogram({
    name: 'perpsim_request_duration_seconds',
    help: 'Time from the arrival of a request to its response, on the clock of the machine',
    labelNames: ['transport'],
    buckets: BOUNDS,
    registers,
  });
  const gauge = (name: string, help: string, read: () => number): void =>
    void new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  if (queue) {
    gauge(
      'perpsim_queue_age_seconds',
      'Longest wait of a request for those ahead of it since the last scrape',
      () => queue.takeLongest() / 1_000,
    );
    gauge(
      'perpsim_queue_age_max_seconds',
      'Wait beyond which requests are refused with 503; 0 for none',
      () => queue.maxMs / 1_000,
    );
    new Counter({
      name: 'perpsim_requests_shed_total',
      help: 'Requests refused with 503 because they had waited too long; they are not in perpsim_requests_total',
      registers,
      collect() {
        this.reset();
        this.inc(queue.refused);
      },
    });
  }
  const { clock, control, version, world } = exchange;
  gauge('perpsim_exchange_time_seconds', 'Exchange time, Unix seconds', () => clock.now() / 1_000);
  gauge('perpsim_clock_speed', 'Exchange seconds for each second of the machine; 0 for a manual clock', () =>
    clock.mode() === 'live' ? (clock.achievedSpeed() ?? clock.speed()) : 0,
  );
  gauge('perpsim_inputs', 'Inputs in the log since the start or the last reset', () => control.state().inputs);
  gauge('perpsim_events', 'Events since the start or the last reset', () => control.state().events);
  gauge('perpsim_accounts', 'Subaccounts', () => control.state().accounts);
  gauge('perpsim_live_orders', 'Orders that rest in the books or wait for a trigger', () => control.state().liveOrders);
  new Gauge({
    name: 'perpsim_info',
    help: 'Version and world; the value is 1',
    labelNames: ['version', 'world'],
    registers,
  }).set({ version, world }, 1);
  return {
    registry,
    count: ({ transport, action, code, latencyMs }) => {
      requests.inc({ transport, action: action ?? 'none', code });
      latency.observe({ transport }, latencyMs / 1_000);
    },
  };
}
