import type { FastifyReply, FastifyRequest } from 'fastify';

/** A request whose headers have arrived and whose response has not left. */
export interface InFlightRequest {
  readonly reply: FastifyReply;
  /** Wall time at which the exchange took over; null before. */
  handedOverAt: number | null;
}

/** The open requests of the server: a drain waits for them, and the server finds handlers that are stuck. */
export class InFlightRequests {
  readonly #open = new Map<FastifyRequest, InFlightRequest>();
  #idle: (() => void)[] = [];

  get count(): number {
    return this.#open.size;
  }

  start(request: FastifyRequest, reply: FastifyReply): void {
    this.#open.set(request, { reply, handedOverAt: null });
    reply.raw.once('close', () => this.#end(request));
  }

  handOver(request: FastifyRequest, at: number): void {
    const inFlight = this.#open.get(request);
    if (inFlight !== undefined) inFlight.handedOverAt = at;
  }

  /** Open requests that were handed over before `time`. */
  handedOverBefore(time: number): InFlightRequest[] {
    return [...this.#open.values()].filter(({ handedOverAt }) => handedOverAt !== null && handedOverAt < time);
  }

  /** Returns true when a request of this socket has a response on its way, or arrived complete and will get one. */
  speaksFor(socket: unknown): boolean {
    for (const [request, { reply }] of this.#open) {
      if (request.raw.socket === socket && (reply.sent || request.raw.complete)) return true;
    }
    return false;
  }

  /** Runs when every earlier request of this socket has its response; at once when there is none. */
  afterThoseOf(socket: unknown, run: () => void): void {
    const ahead = [...this.#open].findLast(([request]) => request.raw.socket === socket);
    if (ahead === undefined) run();
    else ahead[1].reply.raw.once('close', run);
  }

  /** Resolves as soon as no request is open. */
  whenIdle(): Promise<void> {
    if (this.#open.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #end(request: FastifyRequest): void {
    this.#open.delete(request);
    if (this.#open.size > 0) return;
    const waiting = this.#idle;
    this.#idle = [];
    for (const resolve of waiting) resolve();
  }
}
