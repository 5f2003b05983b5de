import type { FastifyReply, FastifyRequest } from 'fastify';

/** A request whose headers have arrived and whose answer has not left. */
export interface InFlightRequest {
  readonly reply: FastifyReply;
  /** Wall time at which the exchange took over; null before. */
  handedOverAt: number | null;
}

/** The open requests of the door, so that a drain knows what it waits for and a stuck handler is noticed. */
export class InFlightRequests {
  private readonly open = new Map<FastifyRequest, InFlightRequest>();
  private idle: (() => void)[] = [];

  get count(): number {
    return this.open.size;
  }

  start(request: FastifyRequest, reply: FastifyReply): void {
    this.open.set(request, { reply, handedOverAt: null });
    reply.raw.once('close', () => this.end(request));
  }

  handOver(request: FastifyRequest, at: number): void {
    const inFlight = this.open.get(request);
    if (inFlight !== undefined) inFlight.handedOverAt = at;
  }

  /** Open requests that were handed over before `time`. */
  handedOverBefore(time: number): InFlightRequest[] {
    return [...this.open.values()].filter(({ handedOverAt }) => handedOverAt !== null && handedOverAt < time);
  }

  /** True when a request of this socket has a response under way, or came whole and will get one. */
  speaksFor(socket: unknown): boolean {
    for (const [request, { reply }] of this.open) {
      if (request.raw.socket === socket && (reply.sent || request.raw.complete)) return true;
    }
    return false;
  }

  /** Runs once every earlier request of this socket has been answered, at once when there is none. */
  afterThoseOf(socket: unknown, run: () => void): void {
    const ahead = [...this.open].findLast(([request]) => request.raw.socket === socket);
    if (ahead === undefined) run();
    else ahead[1].reply.raw.once('close', run);
  }

  /** Resolves as soon as nothing is open. */
  landed(): Promise<void> {
    if (this.open.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.idle.push(resolve));
  }

  private end(request: FastifyRequest): void {
    this.open.delete(request);
    if (this.open.size > 0) return;
    const waiting = this.idle;
    this.idle = [];
    for (const resolve of waiting) resolve();
  }
}
