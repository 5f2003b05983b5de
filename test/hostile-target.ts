import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type WebSocket, WebSocketServer } from 'ws';

/** What a deployment does to those who read of it. */
export type Hostility =
  | 'endless body'
  | 'endless chunks'
  | 'gzip bomb'
  | 'long headers'
  | 'no response'
  | 'stuck body'
  | 'slow body'
  | 'redirect loop'
  | 'redirect elsewhere'
  | 'odd status';

export const MIB = 1_048_576;
/** A body that never ends would fill the memory of the machine when the product does not stop reading. */
export const MOST = 64 * MIB;

/** A deployment that means harm. It counts what it was able to send. */
export class HostileTarget {
  readonly #server: Server;
  readonly #sockets: WebSocketServer;
  hostility: Hostility = 'endless body';
  /** Bytes of bodies that were handed to the kernel. */
  sent = 0;
  /** Paths that were asked for. */
  readonly paths: string[] = [];
  /** What is done with a WebSocket. */
  onSocket: (socket: WebSocket) => void = () => undefined;
  elsewhere = 'http://127.0.0.1:1/v1/info';

  private constructor() {
    this.#server = createServer((request, response) => {
      this.paths.push(`${request.method} ${request.url}`);
      response.on('error', () => undefined);
      this.#respond(response);
    });
    this.#sockets = new WebSocketServer({ server: this.#server, perMessageDeflate: { threshold: 0 } });
    this.#sockets.on('connection', (socket) => {
      socket.on('error', () => undefined);
      this.onSocket(socket);
    });
  }

  static async start(): Promise<HostileTarget> {
    const target = new HostileTarget();
    target.#server.listen(0, '127.0.0.1');
    await once(target.#server, 'listening');
    return target;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #respond(response: ServerResponse): void {
    const json = { 'content-type': 'application/json' };
    switch (this.hostility) {
      case 'endless body':
        response.writeHead(200, { ...json, 'content-length': String(MOST) });
        return this.#pour(response, MOST);
      case 'endless chunks':
        response.writeHead(200, json);
        return this.#pour(response, MOST);
      case 'gzip bomb':
        response.writeHead(200, { ...json, 'content-encoding': 'gzip' });
        return void response.end(BOMB());
      case 'long headers':
        response.writeHead(200, { ...json, 'x-long': 'x'.repeat(MIB) });
        return void response.end('{}');
      case 'no response':
        return;
      case 'stuck body':
        response.writeHead(200, json);
        return void response.write('{"status":');
      case 'slow body': {
        response.writeHead(200, json);
        const timer = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(timer));
        return;
      }
      case 'redirect loop':
        response.writeHead(307, { location: `/v1/info?again=${this.paths.length}` });
        return void response.end();
      case 'redirect elsewhere':
        response.writeHead(307, { location: this.elsewhere });
        return void response.end();
      case 'odd status':
        response.writeHead(799, json);
        return void response.end('{}');
    }
  }

  #pour(response: ServerResponse, most: number): void {
    const piece = Buffer.alloc(65_536, ' ');
    let left = most;
    const more = (): void => {
      while (left > 0 && !response.destroyed) {
        left -= piece.length;
        this.sent += piece.length;
        if (!response.write(piece)) {
          response.once('drain', more);
          return;
        }
      }
      response.end();
    };
    more();
  }
}

let bomb: Buffer | null = null;
/** 64 MiB of spaces in 64 KiB. */
const BOMB = (): Buffer => (bomb ??= gzipSync(Buffer.alloc(MOST, ' ')));
