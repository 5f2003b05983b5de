import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { parseStrictJson } from '../../contract/strict-json.ts';
import type { Episode } from './environment.ts';
import { GymSession, refusalOf } from './session.ts';

/** Where the server listens: a file of this machine that its owner alone can open, or a port of the loopback address. */
export type GymPlace = { readonly path: string } | { readonly port: number };

/** Bytes of one message, either way. */
const FRAME_MAX = 16 * 1024 * 1024;
const HEAD_BYTES = 4;
/** A batch has more items than a request of the API may have. */
const LIMITS = { items: 1_000_000, keys: 10_000 };

/**
 * Serves environments to programs of this machine: frames over one socket, each four bytes of length, most significant first, and a JSON
 * text. Every message has one reply, in order. Each client has environments of its own, which end with its connection.
 */
export class GymServer {
  readonly #episode: Episode;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #clients = new Set<Promise<void>>();
  readonly #onFailure: (error: unknown) => void;
  #onFirstGone: () => void = () => undefined;
  /** Resolves when the first client has gone. */
  readonly firstGone: Promise<void>;
  #hasClient = false;

  /** @param onFailure - takes an error that is none of a client: a fault of this program */
  constructor(episode: Episode, onFailure: (error: unknown) => void) {
    this.#episode = episode;
    this.#onFailure = onFailure;
    this.firstGone = new Promise((resolve) => (this.#onFirstGone = resolve));
    this.#server = createServer((socket) => {
      const client = this.#serve(socket);
      this.#clients.add(client);
      void client.finally(() => this.#clients.delete(client));
    });
  }

  get hasClient(): boolean {
    return this.#hasClient;
  }

  /**
   * Listens, and returns the path of the socket, or the port as `127.0.0.1:PORT`.
   *
   * @throws the system's error (`EADDRINUSE`, `EACCES`, ...) when the place cannot be had
   */
  async listen(place: GymPlace): Promise<string> {
    if ('port' in place) {
      await this.#listen({ host: '127.0.0.1', port: place.port });
      const address = this.#server.address();
      return `127.0.0.1:${typeof address === 'object' && address ? address.port : place.port}`;
    }
    await this.#listen(place);
    chmodSync(place.path, 0o600);
    return place.path;
  }

  /** Ends every episode and every connection. */
  async close(): Promise<void> {
    const closed = this.#server.listening ? once(this.#server, 'close') : Promise.resolve();
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(this.#clients);
    await closed;
  }

  async #listen(options: { readonly path: string } | { readonly host: string; readonly port: number }): Promise<void> {
    this.#server.listen(options);
    await once(this.#server, 'listening');
  }

  async #serve(socket: Socket): Promise<void> {
    this.#hasClient = true;
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    const session = new GymSession(this.#episode);
    try {
      await this.#converse(socket, session);
    } catch (error) {
      if (!socket.destroyed) this.#onFailure(error);
    } finally {
      socket.destroy();
      this.#sockets.delete(socket);
      await session.close();
      this.#onFirstGone();
    }
  }

  async #converse(socket: Socket, session: GymSession): Promise<void> {
    let waiting: Buffer = Buffer.alloc(0);
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
      while (waiting.length >= HEAD_BYTES) {
        const length = waiting.readUInt32BE(0);
        if (length > FRAME_MAX) {
          const message = `a message has at most ${FRAME_MAX} bytes (got a length of ${length}): four bytes of length come before each`;
          return void socket.end(frameOf({ error: { field: '', message } }));
        }
        if (waiting.length < HEAD_BYTES + length) break;
        const body = waiting.subarray(HEAD_BYTES, HEAD_BYTES + length);
        waiting = waiting.subarray(HEAD_BYTES + length);
        const reply = frameOf(await replyTo(body, session));
        // A client that has left meanwhile takes no reply, and its close has been.
        if (socket.destroyed) return;
        if (!socket.write(reply)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
      }
    }
  }
}

async function replyTo(body: Uint8Array, session: GymSession): Promise<object> {
  const read = parseStrictJson(body, LIMITS);
  if ('error' in read) return { error: { field: '', message: `the message is not JSON: ${read.error}` } };
  try {
    return { ok: await session.carryOut(read.value) };
  } catch (error) {
    return { error: refusalOf(error) };
  }
}

function frameOf(reply: object): Buffer {
  const text = JSON.stringify(reply);
  const frame = Buffer.allocUnsafe(HEAD_BYTES + Buffer.byteLength(text));
  frame.writeUInt32BE(frame.length - HEAD_BYTES, 0);
  frame.write(text, HEAD_BYTES);
  return frame;
}
