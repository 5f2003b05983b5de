import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type HeaderList, pairsOf } from '../../contract/recording/format.ts';
import type { BodyPieces, Recorder, RequestHead } from '../../contract/recording/recorder.ts';
import { isRecord } from '../../kernel/entries.ts';

/** A request that has arrived, on its way to the recording. */
interface Asked {
  readonly connection: number;
  readonly number: number;
  readonly head: RequestHead;
  isRecorded: boolean;
}

/**
 * Records the requests and responses of an HTTP server: a request at the moment at which it is handed to the exchange, with its
 * whole body, a response as it is written.
 */
export class RecordedRequests {
  readonly #recorder: Recorder;
  readonly #connections = new WeakMap<Duplex, number>();
  readonly #asked = new WeakMap<IncomingMessage, Asked>();
  /** Connections that have become a WebSocket, which records its own end. */
  readonly #streams = new WeakSet<Duplex>();

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
  }

  attach(app: FastifyInstance): void {
    const server: Server = app.server;
    server.prependListener('connection', (socket: Duplex & { readonly remoteAddress?: string }) =>
      this.#connected(socket, socket.remoteAddress ?? ''),
    );
    const arrived = (request: IncomingMessage, response: ServerResponse): void => {
      const asked = this.#ask(request);
      this.#follow(asked, response);
    };
    server.prependListener('request', arrived);
    server.prependListener('checkExpectation', arrived);
    app.addHook('preHandler', (request, _reply, done) => {
      const asked = this.#asked.get(request.raw);
      if (asked) this.#record(asked, Buffer.isBuffer(request.body) ? request.body : null, true);
      done();
    });
  }

  /** Records the opening request of a WebSocket, and returns its connection and its own number. */
  opening(request: IncomingMessage): { readonly connection: number; readonly request: number } {
    const asked = this.#ask(request);
    this.#record(asked, null, true);
    return { connection: asked.connection, request: asked.number };
  }

  /** Says that the end of this connection is recorded elsewhere. */
  becameStream(socket: Duplex): void {
    this.#streams.add(socket);
  }

  #connected(socket: Duplex, peer: string): void {
    // A request that goes on as HTTP puts its socket into the server once more.
    if (this.#connections.has(socket)) return;
    const connection = this.#recorder.opened(peer);
    this.#connections.set(socket, connection);
    socket.once('close', () => {
      if (!this.#streams.has(socket)) this.#recorder.closed(connection);
    });
  }

  #ask(request: IncomingMessage): Asked {
    const { method = '', url = '', rawHeaders, socket } = request;
    const head = { method, path: url, headers: pairsOf(rawHeaders) };
    const connection = this.#connections.get(socket) ?? 0;
    const asked = { connection, number: this.#recorder.nextRequest(), head, isRecorded: false };
    this.#asked.set(request, asked);
    return asked;
  }

  #record(asked: Asked, bytes: Buffer | null, isWhole: boolean): void {
    if (asked.isRecorded) return;
    asked.isRecorded = true;
    const { connection, number, head } = asked;
    const body = this.#recorder.body(connection, number, 'request');
    if (bytes) body.add(bytes);
    this.#recorder.request(connection, number, head, isWhole ? body : body.cut());
  }

  /** Sees what is written to the response; the response itself stays as it is. */
  #follow(asked: Asked, response: ServerResponse): void {
    const { connection, number } = asked;
    const body = this.#recorder.body(connection, number, 'response');
    const write = response.write.bind(response);
    const end = response.end.bind(response);
    const writeHead = response.writeHead.bind(response);
    let given: HeaderList = [];
    response.writeHead = (...args: unknown[]) => {
      given = pairsIn(args.find((arg) => typeof arg === 'object' && arg !== null));
      Reflect.apply(writeHead, response, args);
      return response;
    };
    const seen = (chunk: unknown): void => gather(body, chunk);
    response.write = (...args: unknown[]) => {
      seen(args[0]);
      const mayGoOn: unknown = Reflect.apply(write, response, args);
      return mayGoOn === true;
    };
    response.end = (...args: unknown[]) => {
      seen(args[0]);
      Reflect.apply(end, response, args);
      // A request that is refused before its body has arrived has no earlier moment.
      this.#record(asked, null, false);
      const headers = [...pairsIn(response.getHeaders()), ...given];
      this.#recorder.response(connection, number, { status: response.statusCode, headers }, body);
      return response;
    };
  }
}

function gather(body: BodyPieces, chunk: unknown): void {
  if (typeof chunk === 'string') body.add(Buffer.from(chunk));
  else if (chunk instanceof Uint8Array) body.add(chunk);
}

/** Headers in the forms in which they are handed to a response: by name, or as a flat list of names and values. */
function pairsIn(headers: unknown): HeaderList {
  if (Array.isArray(headers)) return pairsOf(headers.map(String));
  return Object.entries(isRecord(headers) ? headers : {}).flatMap(([name, value]) =>
    [value].flat().map((each) => [name, String(each)] as const),
  );
}
