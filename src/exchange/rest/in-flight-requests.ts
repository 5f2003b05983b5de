import type { FastifyReply, FastifyRequest } from 'fastify';

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
export class InFlightRequests {
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
