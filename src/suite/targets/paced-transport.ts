import type { StreamEndpoint } from '../../contract/channel.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { isRecord } from '../records.ts';
import { parsed } from '../transports/transport.ts';
import type { SideEffectLog } from './side-effect-log.ts';
import type { ExchangeClock } from './control-client.ts';
import type { Pacer } from './pacer.ts';
import { openSocket } from './socket.ts';
import type { StreamListener, TargetStream } from './target.ts';
import { type Outgoing, outgoingByFrame, outgoingByHttp, type Write } from './request-charge.ts';

export interface PacedTransportParts {
  readonly pacer: Pacer;
  readonly clock: ExchangeClock;
  readonly sideEffects: SideEffectLog;
  /** Ends in `/v1/ws`. */
  readonly wsUrl: string;
  /** Throws for what may not be sent. */
  readonly guard: (write: Write) => void;
  /** True where a connection may send what breaks the protocol, or stop reading. */
  readonly mayBreakProtocol?: boolean | undefined;
  /** Most bytes of one response. */
  readonly responseBytes?: number | undefined;
}

/**
 * Everything that goes to the target goes through here: it is checked, charged, sent once the buckets hold enough,
 * and the response reports the time, the tokens that are left and what was done.
 */
export class PacedTransport {
  readonly #parts: PacedTransportParts;
  readonly #fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** Work under way that may run buckets empty. */
  #draining = 0;

  constructor(parts: PacedTransportParts) {
    this.#parts = parts;
    const { responseBytes } = parts;
    this.#fetch = boundedFetch(responseBytes === undefined ? {} : { bodyBytes: responseBytes });
  }

  /** For scenarios. Throws Unmet for what may not be sent, and when the budget is spent. */
  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const outgoing = outgoingByHttp(init.method ?? 'GET', url, init.body);
    this.#judge(outgoing);
    return this.#deliver(outgoing, url, init, !outgoing.write);
  }

  /** For requests of the suite itself: no budget stops its cleanup, and no cleanup takes their side effects back. */
  async fetchForHouse(url: string, init: RequestInit = {}): Promise<Response> {
    const { charge, write } = outgoingByHttp(init.method ?? 'GET', url, init.body);
    if (write) this.#parts.sideEffects.sent(write);
    return this.#deliver({ charge, write: undefined }, url, init, !write);
  }

  /** While the work lasts nothing waits for tokens, and a refusal for want of them is a response like any other. */
  async drain<T>(work: () => Promise<T>): Promise<T> {
    this.#draining += 1;
    try {
      return await work();
    } finally {
      this.#draining -= 1;
    }
  }

  async connect(endpoint: StreamEndpoint, listener: StreamListener): Promise<TargetStream> {
    const { pacer, wsUrl, mayBreakProtocol } = this.#parts;
    const asked = new Map<string, Outgoing>();
    // Frames that no response can be told to belong to.
    const unnamed: Outgoing[] = [];
    pacer.demand(1);
    await pacer.pay({ tokens: 1 }, this.#waits);
    const stream = await openSocket(`${wsUrl}/${endpoint}`, {
      ...listener,
      frame: (text) => {
        this.#receive(text, asked);
        listener.frame(text);
      },
    });
    // Frames leave in the order in which they were given, each when it has been paid for.
    let before: Promise<unknown> = Promise.resolve();
    return {
      send: (text) => {
        const outgoing = outgoingByFrame(endpoint, text);
        this.#judge(outgoing);
        if (outgoing.write) this.#parts.sideEffects.sent(outgoing.write);
        const frame = parsed(text);
        const id = isRecord(frame) ? frame.id : undefined;
        const lost = typeof id === 'string' ? asked.get(id) : outgoing;
        if (lost) unnamed.push(lost);
        if (typeof id === 'string') asked.set(id, outgoing);
        before = before.then(async () => {
          await pacer.pay(outgoing.charge, this.#waits);
          stream.send(text);
        });
      },
      ...(mayBreakProtocol && stream.socket && { socket: stream.socket }),
      close: async () => {
        await before;
        await stream.close();
        for (const outgoing of [...asked.values(), ...unnamed.splice(0)]) this.#note(outgoing, undefined, '');
        asked.clear();
      },
    };
  }

  /** A refusal that was asked for: nothing is sent again, and the address may have little left. */
  #isDrained(): boolean {
    if (this.#waits) return false;
    this.#parts.pacer.emptied();
    return true;
  }

  get #waits(): boolean {
    return this.#draining === 0;
  }

  #judge({ charge, write }: Outgoing): void {
    this.#parts.pacer.demand(charge.tokens);
    if (write) this.#parts.guard(write);
  }

  /** @param mayRepeat false for a write: a bucket that refuses it may have used its nonce */
  async #deliver(outgoing: Outgoing, url: string, init: RequestInit, mayRepeat: boolean): Promise<Response> {
    const { pacer, sideEffects } = this.#parts;
    const { charge, write } = outgoing;
    await pacer.pay(charge, this.#waits);
    if (write) sideEffects.sent(write);
    const response = await this.#ask(outgoing, url, init);
    if (response.status !== 429 || this.#isDrained()) return response;
    pacer.refused(charge.subAccountId);
    if (!mayRepeat) return response;
    await pacer.pay(charge);
    return this.#ask(outgoing, url, init);
  }

  async #ask(outgoing: Outgoing, url: string, init: RequestInit): Promise<Response> {
    const { pacer } = this.#parts;
    const sent = pacer.now;
    let response: Response;
    try {
      response = await this.#fetch(url, init);
    } catch (error) {
      this.#note(outgoing, undefined, '');
      throw error;
    }
    const text = await response.text();
    pacer.took(pacer.now - sent);
    this.#note(outgoing, response.status, text);
    this.#learn(parsed(text), outgoing);
    return new Response(response.status === 204 ? null : text, { status: response.status, headers: response.headers });
  }

  #receive(text: string, asked: Map<string, Outgoing>): void {
    const frame = parsed(text);
    if (!isRecord(frame) || typeof frame.id !== 'string') return;
    const outgoing = asked.get(frame.id);
    if (!outgoing) return;
    asked.delete(frame.id);
    const status = typeof frame.status === 'number' ? frame.status : undefined;
    if (status === 429 && !this.#isDrained()) this.#parts.pacer.refused(outgoing.charge.subAccountId);
    this.#note(outgoing, status, text);
    this.#learn(frame, outgoing);
  }

  #note({ write }: Outgoing, status: number | undefined, response: string): void {
    if (!write) return;
    this.#parts.sideEffects.sent(write);
    this.#parts.sideEffects.done(write, status, response);
  }

  /** Every response reports the time, and those of a subaccount what its bucket holds. */
  #learn(body: unknown, { charge }: Outgoing): void {
    this.#parts.pacer.received(charge);
    if (!isRecord(body)) return;
    const { timestamp, rateLimit } = body;
    if (typeof timestamp === 'number' && Number.isSafeInteger(timestamp)) this.#parts.clock.received(timestamp);
    if (charge.subAccountId === undefined) return;
    if (body.status === 'ok' || body.status === 200) this.#parts.pacer.servedSigned(isRecord(rateLimit));
    if (!isRecord(rateLimit)) return;
    const { requestsCap, remainingTokens } = rateLimit;
    if (typeof requestsCap === 'number' && requestsCap > 0 && typeof remainingTokens === 'number') {
      this.#parts.pacer.receivedFigures(charge.subAccountId, { requestsCap, remainingTokens });
    }
  }
}
