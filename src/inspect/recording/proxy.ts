import type { Buffer } from 'node:buffer';
import {
  Agent as HttpAgent,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request as requestHttp,
  type RequestOptions,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { FrameDecoder } from './frame-decoder.ts';
import { type HeaderList, pairsOf } from '../../contract/recording/format.ts';
import type { Recorder } from '../../contract/recording/recorder.ts';
import { systemCodeOf } from '../../kernel/thrown.ts';

/** What one connection says about itself, not what is sent over it. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'proxy-connection']);
/** Left out of the opening request of a WebSocket, so that frames pass without compression and can be recorded as they are. */
const EXTENSIONS = 'sec-websocket-extensions';

/** A journal of a long run fits; a body without an end does not fill the disk. */
const BODY_BYTES = 268_435_456;

export interface ProxyLimits {
  readonly bodyBytes: number;
  /** Receives one line for each response that was cut off. */
  readonly onExcess: (what: string) => void;
}

/** A client's connection, with the connection to the target that serves it alone. */
interface Pair {
  readonly number: number;
  readonly agent: HttpAgent;
  /** Requests without a response. */
  open: number;
}

/**
 * Stands between clients and a deployment and records what passes. Bodies and frames pass byte for byte; `Host` names the
 * target, and headers about the connection itself are those of each side.
 */
export class RecordingProxy {
  readonly #target: URL;
  readonly #recorder: Recorder;
  readonly #server: Server;
  readonly #pairs = new WeakMap<Duplex, Pair>();
  readonly #sockets = new Set<Socket>();
  readonly #bodyBytes: number;
  readonly #onExcess: (what: string) => void;

  /** @param limits - most bytes of the body of a response, and what is told of one that has more */
  constructor(target: URL, recorder: Recorder, limits: Partial<ProxyLimits> = {}) {
    this.#bodyBytes = limits.bodyBytes ?? BODY_BYTES;
    this.#onExcess = limits.onExcess ?? (() => undefined);
    this.#target = target;
    this.#recorder = recorder;
    this.#server = createServer({ requireHostHeader: false, keepAliveTimeout: 0, requestTimeout: 0 });
    this.#server.on('connection', (socket: Socket) => this.#connected(socket));
    this.#server.on('request', (incoming, outgoing) => this.#serve(incoming, outgoing));
    this.#server.on('upgrade', (incoming: IncomingMessage, socket: Socket, head: Buffer) =>
      this.#upgrade(incoming, socket, head),
    );
  }

  /**
   * Opens the port; 0 takes a free one.
   *
   * @returns the port
   * @throws the system's error
   */
  listen(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ host, port, exclusive: true }, () => resolve((this.#server.address() as AddressInfo).port));
    });
  }

  /** Ends all connections and closes the port. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    const ends = [...this.#sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all([closed, ...ends]);
  }

  #connected(socket: Socket): void {
    const settings = { keepAlive: true, maxSockets: 1 };
    const agent = this.#target.protocol === 'https:' ? new HttpsAgent(settings) : new HttpAgent(settings);
    const pair = { number: this.#recorder.opened(socket.remoteAddress ?? ''), agent, open: 0 };
    this.#pairs.set(socket, pair);
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      this.#sockets.delete(socket);
      agent.destroy();
      this.#recorder.closed(pair.number);
    });
  }

  #serve(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { socket } = incoming;
    const pair = this.#pairOf(socket);
    const { headers: kept, head } = this.#headOf(incoming);
    const number = this.#recorder.nextRequest();
    const asked = this.#ask(incoming, pair, kept);
    const body = this.#recorder.body(pair.number, number, 'request');
    let isRecorded = false;
    const record = (isWhole: boolean): void => {
      if (isRecorded) return;
      isRecorded = true;
      this.#recorder.request(pair.number, number, head, isWhole ? body : body.cut());
    };
    pair.open += 1;
    incoming.on('data', (bytes: Buffer) => {
      body.add(bytes);
      if (!asked.write(bytes)) {
        incoming.pause();
        asked.once('drain', () => incoming.resume());
      }
    });
    incoming.once('end', () => {
      record(true);
      asked.end();
    });
    incoming.once('close', () => {
      if (!incoming.complete) asked.destroy();
    });
    outgoing.once('close', () => {
      pair.open -= 1;
      if (!outgoing.writableFinished) asked.destroy();
    });
    asked.once('response', (reply) => {
      record(incoming.complete);
      this.#passOn(reply, outgoing, pair, number, head.path);
    });
    asked.on('error', (error) => {
      record(incoming.complete);
      this.#recorder.failed(pair.number, number, reasonOf(error));
      if (outgoing.headersSent || outgoing.destroyed) socket.destroy();
      else this.#badGateway(outgoing, error);
    });
    // What the target ends while no request is open, it ends for the client as well.
    asked.once('socket', (upstream) =>
      upstream.once('close', () => {
        if (pair.open === 0) socket.end();
      }),
    );
  }

  #passOn(reply: IncomingMessage, outgoing: ServerResponse, pair: Pair, number: number, path: string): void {
    const body = this.#recorder.body(pair.number, number, 'response');
    const headers = pairsOf(reply.rawHeaders);
    const head = { status: reply.statusCode ?? 0, headers };
    outgoing.sendDate = false;
    outgoing.writeHead(head.status, reply.statusMessage ?? '', flat(withoutHops(headers)));
    let length = 0;
    reply.on('data', (bytes: Buffer) => {
      length += bytes.length;
      if (length > this.#bodyBytes) {
        // The connection to the target ends, and with it that of the client: the rest would fill the disk.
        return void reply.destroy(new Error(`the response has more than ${this.#bodyBytes} bytes`));
      }
      body.add(bytes);
      if (!outgoing.write(bytes)) {
        reply.pause();
        outgoing.once('drain', () => reply.resume());
      }
    });
    reply.once('end', () => {
      this.#recorder.response(pair.number, number, head, body);
      outgoing.end();
    });
    reply.once('error', (error) => {
      this.#recorder.response(pair.number, number, head, body.cut());
      if (length > this.#bodyBytes) this.#onExcess(`${this.#target.origin}${path}: ${error.message}`);
      outgoing.destroy();
    });
  }

  #upgrade(incoming: IncomingMessage, socket: Socket, head: Buffer): void {
    const pair = this.#pairOf(socket);
    const { headers, head: asking } = this.#headOf(incoming);
    const number = this.#recorder.nextRequest();
    this.#recorder.request(pair.number, number, asking, this.#recorder.body(pair.number, number, 'request'));
    const connection = pairsOf(incoming.rawHeaders).filter(([name]) => name.toLowerCase() === 'connection');
    const offered = headers.filter(([name]) => name.toLowerCase() !== EXTENSIONS);
    const asked = this.#ask(incoming, pair, [...offered, ...connection]);
    asked.once('upgrade', (reply, upstream, early) => {
      const lines = pairsOf(reply.rawHeaders).map(([name, value]) => `${name}: ${value}`);
      socket.write(`HTTP/1.1 101 ${reply.statusMessage ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n`);
      const headers = pairsOf(reply.rawHeaders);
      const body = this.#recorder.body(pair.number, number, 'response');
      this.#recorder.response(pair.number, number, { status: 101, headers }, body);
      this.#join(pair, { socket, head }, { socket: upstream, head: early });
    });
    asked.once('response', (reply) => this.#refused(reply, socket, pair, number));
    asked.once('error', (error) => {
      this.#recorder.failed(pair.number, number, reasonOf(error));
      socket.destroy();
    });
    asked.end();
  }

  /** Passes the bytes of a WebSocket in both directions and reads the frames beside them. */
  #join(pair: Pair, client: Side, exchange: Side): void {
    const { number } = pair;
    const decoder = (from: 'client' | 'exchange'): FrameDecoder =>
      new FrameDecoder({
        frame: (opcode, bytes) => {
          this.#recorder.frame(number, from, opcode, bytes);
          // The first close frame says why; the socket only ends.
          if (opcode === 'close') this.#recorder.closed(number, endOf(bytes));
        },
        undecoded: (bytes) => this.#recorder.bytes(number, from, bytes),
      });
    connect(client, exchange.socket, decoder('client'));
    connect(exchange, client.socket, decoder('exchange'));
  }

  #refused(reply: IncomingMessage, socket: Socket, pair: Pair, number: number): void {
    const headers = pairsOf(reply.rawHeaders);
    const status = reply.statusCode ?? 0;
    const body = this.#recorder.body(pair.number, number, 'response');
    const lines = withoutHops(headers).map(([name, value]) => `${name}: ${value}`);
    socket.write(
      `HTTP/1.1 ${status} ${reply.statusMessage ?? ''}\r\n${lines.join('\r\n')}\r\nconnection: close\r\n\r\n`,
    );
    reply.on('data', (bytes: Buffer) => {
      body.add(bytes);
      socket.write(bytes);
    });
    reply.once('end', () => {
      this.#recorder.response(pair.number, number, { status, headers }, body);
      socket.end();
    });
    reply.once('error', () => socket.destroy());
  }

  #headOf(incoming: IncomingMessage) {
    const { method = 'GET', url = '/', rawHeaders } = incoming;
    const headers = pairsOf(rawHeaders);
    return { headers: withoutHops(headers), head: { method, path: url, headers } };
  }

  #ask({ method = 'GET', url = '/' }: IncomingMessage, pair: Pair, headers: HeaderList): ClientRequest {
    const { protocol, hostname, port, host } = this.#target;
    const others = headers.filter(([name]) => name.toLowerCase() !== 'host');
    const options: RequestOptions = {
      method,
      path: url,
      hostname: hostname.replace(/^\[|\]$/g, ''),
      ...(port !== '' && { port }),
      headers: flat([['Host', host], ...others]),
      agent: pair.agent,
    };
    return (protocol === 'https:' ? requestHttps : requestHttp)(options);
  }

  #pairOf(socket: Duplex): Pair {
    const pair = this.#pairs.get(socket);
    if (!pair) throw new Error('a request comes over a connection that was opened');
    return pair;
  }

  #badGateway(outgoing: ServerResponse, error: Error): void {
    const body = `perpsim record: cannot reach ${this.#target.origin}: ${reasonOf(error)}\n`;
    outgoing.writeHead(502, { 'content-type': 'text/plain', connection: 'close' }).end(body);
  }
}

interface Side {
  readonly socket: Duplex;
  /** Bytes that came together with the end of the opening request or response. */
  readonly head: Buffer;
}

function connect({ socket, head }: Side, to: Duplex, decoder: FrameDecoder): void {
  const pass = (bytes: Buffer): void => {
    decoder.add(bytes);
    if (to.writable && !to.write(bytes)) {
      socket.pause();
      to.once('drain', () => socket.resume());
    }
  };
  if (head.length > 0) pass(head);
  socket.on('data', pass);
  socket.on('error', () => socket.destroy());
  socket.once('end', () => to.end());
  socket.once('close', () => to.end(() => to.destroy()));
}

/** Code and reason of a close frame; neither in an empty one. */
function endOf(bytes: Uint8Array): { readonly code?: number; readonly reason?: string } {
  if (bytes.length < 2) return {};
  const [high = 0, low = 0] = bytes;
  return { code: high * 256 + low, reason: new TextDecoder().decode(bytes.subarray(2)) };
}

const withoutHops = (headers: HeaderList): HeaderList =>
  headers.filter(([name]) => !HOP_BY_HOP.has(name.toLowerCase()));

const flat = (headers: HeaderList): string[] => headers.flatMap(([name, value]) => [name, value]);

const reasonOf = (error: Error): string => systemCodeOf(error) ?? error.message;
