import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { WebSocket } from 'ws';
import { openBounded, TOO_BIG } from '../targets/socket.ts';
import {
  bytesOf,
  type Content,
  contentOf,
  type FrameFact,
  type HeaderList,
  type RequestFact,
} from '../../contract/recording/format.ts';
import { orderOf } from '../results/diff-responses.ts';
import { TargetUnreachable } from '../targets/unreachable.ts';
import { invariant } from '../../kernel/errors.ts';

/** What came back for a request. */
export interface Reply {
  /** Null when the connection ended without a response. */
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  /** As a recording holds it: text, or base64 with its name before it. Null where there is no response. */
  readonly body: string | null;
}

export const NO_REPLY: Reply = { status: null, headers: {}, body: null };

/** How a WebSocket has ended. */
export interface StreamEnd {
  readonly code: number;
  readonly reason: string;
}

/** Headers that each connection makes for itself. */
const OWN = new Set(['connection', 'keep-alive', 'proxy-connection', 'upgrade', 'expect']);

/** A recorded connection, made again: requests go over one connection of their own, and a WebSocket is one. */
export class ReplayedConnection {
  readonly #target: URL;
  readonly #token: string | undefined;
  readonly #agent: HttpAgent;
  #socket: WebSocket | null = null;
  #end: StreamEnd | null = null;
  #waiting: (() => void)[] = [];
  readonly frames: string[] = [];
  readonly #counts = new Map<string, number>();

  constructor(target: URL, token: string | undefined) {
    this.#target = target;
    this.#token = token;
    const settings = { keepAlive: true, maxSockets: 1 };
    this.#agent = target.protocol === 'https:' ? new HttpsAgent(settings) : new HttpAgent(settings);
  }

  /** Sends a recorded request. Throws TargetUnreachable when nothing listens. */
  send(fact: RequestFact, body: Uint8Array): Promise<Reply> {
    const { protocol, hostname, port } = this.#target;
    const options = {
      method: fact.method,
      path: fact.path,
      hostname: hostname.replace(/^\[|\]$/g, ''),
      ...(port !== '' && { port }),
      agent: this.#agent,
      headers: this.#headersOf(fact).flat(),
    };
    return new Promise((resolve, reject) => {
      const asked = (protocol === 'https:' ? requestHttps : requestHttp)(options, (reply) => {
        replyOf(reply).then(resolve, () => resolve(NO_REPLY));
      });
      asked.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ECONNREFUSED' && error.code !== 'ENOTFOUND') resolve(NO_REPLY);
        else reject(new TargetUnreachable(`cannot reach ${this.#target.origin}: ${error.code}`));
      });
      asked.end(body);
    });
  }

  /** Opens a recorded WebSocket. The reply has status 101, or is the refusal. */
  open(fact: RequestFact): Promise<Reply> {
    const headers = Object.fromEntries(
      this.#headersOf(fact).filter(([name]) => !/^(?:host$|sec-websocket-)/i.test(name)),
    );
    const base = `${this.#target.protocol === 'https:' ? 'wss:' : 'ws:'}//${this.#target.host}`;
    const { socket, excess } = openBounded(`${base}${fact.path}`, { headers });
    this.#socket = socket;
    socket.on('message', (data, isBinary) => {
      // The package gives messages in one piece unless it is told otherwise.
      invariant(Buffer.isBuffer(data), 'a message is one buffer');
      const text = textOf(isBinary ? contentOf(data) : { text: data.toString('utf8') });
      this.frames.push(text);
      this.#counts.set(orderOf(text), this.count(orderOf(text)) + 1);
      this.#wake();
    });
    socket.on('close', (code, reason) => {
      const why = excess();
      this.#end ??= why === null ? { code, reason: reason.toString('utf8') } : { code: TOO_BIG, reason: why };
      this.#wake();
    });
    return new Promise((resolve) => {
      socket.once('open', () => resolve({ status: 101, headers: {}, body: '' }));
      socket.once('unexpected-response', (_asked, reply) => {
        replyOf(reply).then(resolve, () => resolve(NO_REPLY));
      });
      // A connection that breaks says so by closing as well.
      socket.on('error', () => resolve(NO_REPLY));
    });
  }

  /** Sends a recorded frame of the client. */
  say({ opcode, ...content }: Pick<FrameFact, 'opcode' | 'text' | 'base64'>): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    const bytes = bytesOf(content);
    if (opcode === 'ping') this.#socket.ping(bytes);
    else if (opcode === 'text' || opcode === 'binary') this.#socket.send(bytes, { binary: opcode === 'binary' });
  }

  /** Messages that have arrived of those that are in one order. */
  count(order: string): number {
    return this.#counts.get(order) ?? 0;
  }

  /** Resolves once `condition` holds or the WebSocket has ended; it is looked at whenever something arrives. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition() && this.#end === null) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Resolves once everything that the exchange had sent by now has arrived, as far as a ping and its pong can tell. */
  async roundTrip(): Promise<void> {
    const socket = this.#socket;
    for (let turn = 0; turn < 2 && socket?.readyState === WebSocket.OPEN; turn += 1) {
      socket.ping();
      await Promise.race([happens(socket, 'pong'), happens(socket, 'close')]);
    }
  }

  /** How the exchange has ended the WebSocket; null while it is open. */
  get end(): StreamEnd | null {
    return this.#end;
  }

  /** Ends the connection as a client did: with its code, without one (1005), or without a close frame (1006). */
  async close(code = 1005, reason = ''): Promise<void> {
    const socket = this.#socket;
    this.#agent.destroy();
    if (!socket || socket.readyState === WebSocket.CLOSED) return;
    const closed = happens(socket, 'close');
    if (code === 1006 || socket.readyState === WebSocket.CONNECTING) socket.terminate();
    else if (code === 1005) socket.close();
    else socket.close(code, reason);
    await closed;
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #headersOf({ path, headers, withheld = [] }: RequestFact): [string, string][] {
    const kept = headers
      .filter(([name]) => !OWN.has(name.toLowerCase()))
      .map(([name, value]): [string, string] => [name, value]);
    const hosts = kept.filter(([name]) => name.toLowerCase() === 'host');
    // A name that was not that of the recorded server is a part of the request.
    const isForeign = hosts.some(([, host]) => !isLocal(host)) && isLocal(this.#target.host);
    const own: [string, string] = ['Host', this.#target.host];
    const sent = isForeign ? kept : [own, ...without(kept, 'host')];
    const isAuthorized = withheld.some((name) => name.toLowerCase() === 'authorization') || path.startsWith('/sim/v1');
    return this.#token !== undefined && isAuthorized ? [...sent, ['authorization', `Bearer ${this.#token}`]] : sent;
  }
}

/** An error of a socket is followed by its end, so only the event itself counts. */
const happens = (socket: WebSocket, event: 'pong' | 'close'): Promise<void> =>
  new Promise((resolve) => socket.once(event, () => resolve()));

const without = (headers: [string, string][], name: string): [string, string][] =>
  headers.filter(([each]) => each.toLowerCase() !== name);

const isLocal = (host: string): boolean => /^(?:127\.[\d.]+|localhost|\[::1\])(?::\d+)?$/i.test(host);

async function replyOf(reply: IncomingMessage): Promise<Reply> {
  const pieces: Buffer[] = [];
  const read: AsyncIterable<Buffer> = reply;
  for await (const piece of read) pieces.push(piece);
  return {
    status: reply.statusCode ?? 0,
    headers: Object.fromEntries(Object.entries(reply.headers).map(([name, value]) => [name, String(value)])),
    body: textOf(contentOf(Buffer.concat(pieces))),
  };
}

/** Content as one text that two sides can be compared by. */
export const textOf = ({ text, base64 }: Content): string => (base64 === undefined ? (text ?? '') : `base64 ${base64}`);

/** Recorded headers by lower-case name. */
export const headersByName = (headers: HeaderList): Record<string, string> =>
  Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
