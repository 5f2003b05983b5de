import type { Exchange, HttpRequest, HttpResponse } from '../exchange.ts';
import type { InnerRoutes } from '../rest/server.ts';
import type { Metrics } from './metrics.ts';

export interface ServicePages {
  /** Where a browser that asks for `/` goes; null where there is no such page. */
  readonly console: string | null;
  /** The icon that a browser asks for on every page, as SVG; null for none. */
  readonly icon: () => string | null;
}

type Watched = Pick<Exchange, 'control' | 'failure'>;

/**
 * What a service is asked beside its API: whether the process is alive and whether it takes requests, its metrics, the icon,
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
