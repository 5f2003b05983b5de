import type { FastifyInstance } from 'fastify';

/** Paths that pages of other origins may use: the API and its documents. The control plane has rules of its own. */
const SHARED = /^\/(?:v1|docs)(?:\/|$)/;

/**
 * Lets pages of these origins read responses of the API, and responds to what a browser asks before such a request. `*` allows
 * all origins. Requests carry their signature in the body, so no credentials of the browser are allowed.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
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
