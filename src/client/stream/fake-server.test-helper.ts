import { bookChecksum, type BookLevel } from '../../contract/book-checksum.ts';
import { NonceSource } from '../nonce.ts';
import { OPEN_STATE, type SocketEvent, type Timer, type WebSocketLike } from './host.ts';
import { StreamClient, type StreamClientOptions } from './stream-client.ts';

export const KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';
export const ID = '1867542890123456789';

/** Time that moves when a test says so. */
export class ManualTimer implements Timer {
  #now = 0;
  #due: { readonly at: number; readonly run: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    const entry = { at: this.#now + ms, run };
    this.#due.push(entry);
    return () => {
      this.#due = this.#due.filter((other) => other !== entry);
    };
  }

  /** Milliseconds until each armed timer, soonest first. */
  get waits(): number[] {
    return this.#due.map(({ at }) => at - this.#now).sort((a, b) => a - b);
  }

  async pass(ms: number): Promise<void> {
    this.#now += ms;
    const due = this.#due.filter(({ at }) => at <= this.#now);
    this.#due = this.#due.filter(({ at }) => at > this.#now);
    for (const { run } of due) run();
    await settled();
  }
}

/** Everything that is on its way has arrived: signing takes a few turns of the loop. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

export interface Sent {
  readonly id: string;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const CONNECTING = 0;
const CLOSING = 2;

/** The server's end of one socket. */
export class FakeSocket implements WebSocketLike {
  readonly url: string;
  readonly sent: Sent[] = [];
  readonly #response: (sent: Sent) => object | null;
  readonly #listeners: { readonly type: string; readonly listener: (event: SocketEvent) => void }[] = [];
  closedWith: number | null = null;
  readyState = CONNECTING;

  constructor(url: string, response: (sent: Sent) => object | null) {
    this.url = url;
    this.#response = response;
  }

  addEventListener(type: string, listener: (event: SocketEvent) => void): void {
    this.#listeners.push({ type, listener });
  }

  send(text: string): void {
    if (this.readyState !== OPEN_STATE) throw new Error('a browser writes an error to its console here');
    const sent = JSON.parse(text) as Sent;
    this.sent.push(sent);
    const response = this.#response(sent);
    if (response)
      queueMicrotask(() => this.gives({ id: sent.id, requestId: sent.id, timestamp: 1_000_000, ...response }));
  }

  close(code = 1000): void {
    this.closedWith = code;
    this.closes();
    queueMicrotask(() => this.emit({ type: 'close', code }));
  }

  /** A frame of the server. */
  gives(frame: object | string): void {
    this.emit({ type: 'message', data: typeof frame === 'string' ? frame : JSON.stringify(frame) });
  }

  /** The server says goodbye: the socket takes no more requests, and its close is told only later. */
  closes(): void {
    this.readyState = CLOSING;
  }

  emit(event: SocketEvent): void {
    if (event.type === 'open') this.readyState = OPEN_STATE;
    if (event.type === 'close') this.closes();
    for (const { type, listener } of this.#listeners) if (type === event.type) listener(event);
  }

  /** What was sent, as `method` or `method type`. */
  get words(): string[] {
    return this.sent.map(({ method, params }) => [method, params.type ?? params.action].filter(Boolean).join(' '));
  }
}

/** A client, the sockets it has opened, and the time it lives in. */
export class Stage {
  readonly timer = new ManualTimer();
  readonly sockets: FakeSocket[] = [];
  readonly events: string[] = [];
  readonly client: StreamClient;
  /** What the server says to a request; null says nothing. */
  response: (sent: Sent) => object | null = () => ({ status: 200, result: { status: 'ok', response: 'yes' } });
  /** Whether sockets open. */
  reachable = true;

  constructor(options: Partial<StreamClientOptions> = {}) {
    this.client = new StreamClient({
      wsUrl: 'ws://host/v1/ws/',
      privateKey: KEY,
      subAccountId: ID,
      nonces: new NonceSource(() => 1_735_689_600_000),
      openSocket: (url) => this.#open(url),
      timer: this.timer,
      random: () => 0,
      ...options,
    });
    for (const event of ['connected', 'disconnected', 'reconnected', 'problem'] as const) {
      this.client.on(event, (payload) => {
        const { endpoint, code, error } = payload as { endpoint: string; code?: number; error?: Error };
        this.events.push([event, endpoint, code, error?.message].filter((word) => word !== undefined).join(' '));
      });
    }
  }

  /** The socket that was opened last. */
  get socket(): FakeSocket {
    const last = this.sockets.at(-1);
    if (!last) throw new Error('no socket has been opened');
    return last;
  }

  /** The server lets the last socket go. */
  async lose(code = 1006): Promise<void> {
    this.socket.emit({ type: 'close', code, reason: '' });
    await settled();
  }

  #open(url: string): FakeSocket {
    const socket = new FakeSocket(url, (sent) => this.response(sent));
    this.sockets.push(socket);
    setImmediate(() => socket.emit(this.reachable ? { type: 'open' } : { type: 'close', code: 1006, reason: '' }));
    return socket;
  }
}

const levels = (text: string): BookLevel[] =>
  text
    .split(' ')
    .filter((level) => level !== '')
    .map((level) => {
      const [price = '', quantity = ''] = level.split('@');
      return { price, quantity };
    });

/** A frame of a book: its sides as `price@quantity price@quantity`, with the checksum of the book it leads to. */
export function bookFrame(
  type: 'snapshot' | 'diff',
  [prevMeseq, meseq]: readonly [number | undefined, number],
  [bids, asks]: readonly [string, string],
  [allBids, allAsks]: readonly [string, string] = [bids, asks],
): Record<string, unknown> {
  return {
    method: 'orderbook_depth_update',
    channel: 'orderbookUpdate',
    timestamp: meseq * 1_000,
    type,
    meseq,
    ...(prevMeseq !== undefined && { prevMeseq }),
    checksum: bookChecksum(levels(allBids), levels(allAsks)),
    data: { symbol: 'BTC-USDT', bids: levels(bids), asks: levels(asks) },
  };
}
