import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import type { StreamEndpoint } from '../../src/contract/channel.ts';
import { bodyOf } from './bodies.ts';
import type { Body, Line, Rewriting } from './wrong.ts';

/**
 * Streams through the proxy: a connection to the simulator for each of the suite's. Frames are rewritten one by one where a
 * wrong rewrites frames; otherwise the bytes pass as they are, the malformed ones and the pace of a slow reader included.
 */
export class StreamProxy {
  readonly #upstream: () => URL;
  readonly #rewriting: () => Rewriting;
  readonly #leaving = new Set<Promise<unknown>>();
  readonly #server = new WebSocketServer({ noServer: true, clientTracking: true, perMessageDeflate: false });

  constructor(upstream: () => URL, rewriting: () => Rewriting) {
    this.#upstream = upstream;
    this.#rewriting = rewriting;
  }

  /** Resolves once the simulator knows of every end that a client has made of a connection. */
  async landed(): Promise<void> {
    // The end of a socket is reported one turn of the event loop later.
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    await Promise.all(this.#leaving);
  }

  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    const rewriting = this.#rewriting();
    if (rewritesFrames(rewriting)) this.#rewrite(request, socket, head, rewriting);
    else this.#tunnel(request, socket, head);
  }

  /** Passes bytes on in both directions, the handshake first. */
  #tunnel({ method = 'GET', url = '/', rawHeaders }: IncomingMessage, socket: Socket, head: Buffer): void {
    const { hostname, port } = this.#upstream();
    const exchange = connect(Number(port), hostname);
    const lines = [`${method} ${url} HTTP/1.1`];
    for (let index = 0; index < rawHeaders.length; index += 2)
      lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
    exchange.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), head]));
    socket.pipe(exchange);
    exchange.pipe(socket);
    exchange.on('error', () => socket.destroy());
    socket.on('error', () => exchange.destroy());
    exchange.once('close', () => socket.destroySoon());
    socket.once('close', () => {
      if (exchange.closed) return;
      this.#expect(new Promise((resolve) => exchange.once('close', resolve)));
      exchange.end();
    });
  }

  /** The simulator is asked first, so that what it refuses is refused here in the same words. */
  #rewrite(request: IncomingMessage, socket: Socket, head: Buffer, rewriting: Rewriting): void {
    const path = request.url ?? '/';
    const exchange = new WebSocket(`ws://${this.#upstream().host}${path}`, { perMessageDeflate: false });
    // Frames may come before the client's side stands.
    const early: string[] = [];
    const keep = (data: Buffer): void => void early.push(data.toString('utf8'));
    exchange.on('message', keep);
    exchange.on('error', () => undefined);
    exchange.on('unexpected-response', (_asked, reply) => {
      if (rewriting.opensAnyway) this.#server.handleUpgrade(request, socket, head, () => undefined);
      else void refuse(socket, reply);
    });
    exchange.once('open', () => {
      this.#server.handleUpgrade(request, socket, head, (client) => {
        exchange.off('message', keep);
        join(client, exchange, path.endsWith('/trade') ? 'trade' : 'info', rewriting, early);
      });
    });
    socket.once('close', () => this.#leave(exchange));
  }

  #leave(exchange: WebSocket): void {
    if (exchange.readyState === WebSocket.CLOSED) return;
    this.#expect(new Promise((resolve) => exchange.once('close', resolve)));
    exchange.close();
  }

  #expect(left: Promise<unknown>): void {
    this.#leaving.add(left);
    void left.then(() => this.#leaving.delete(left));
  }

  close(): void {
    for (const client of this.#server.clients) client.terminate();
    this.#server.close();
  }
}

const rewritesFrames = ({ said, received, ended, opensAnyway }: Rewriting): boolean =>
  [said, received, ended, opensAnyway].some((hook) => hook !== undefined);

function join(
  client: WebSocket,
  exchange: WebSocket,
  endpoint: StreamEndpoint,
  { said, received, ended }: Rewriting,
  early: readonly string[],
): void {
  const send = (frame: Body): void => client.send(JSON.stringify(frame));
  const line: Line = { endpoint, send, end: (code) => client.close(code) };
  const onToExchange = (text: string): void => {
    for (const passed of rewritten(text, said && ((frame) => said(frame, line)))) exchange.send(passed);
  };
  const onToClient = (text: string): void => {
    for (const passed of rewritten(text, received && ((frame) => received(frame, line)))) client.send(passed);
  };
  for (const text of early) onToClient(text);
  client.on('message', (data: Buffer) => onToExchange(data.toString('utf8')));
  client.on('error', () => undefined);
  exchange.on('message', (data: Buffer) => onToClient(data.toString('utf8')));
  exchange.on('close', (code, reason) => {
    // 1005 and 1006 say that no code was given; they cannot be sent on.
    const clientCode = ended?.(code) ?? code;
    if (clientCode === 1005 || clientCode === 1006) client.terminate();
    else client.close(clientCode, reason);
  });
}

/** Frames in place of one. What a wrong leaves alone passes to the letter, and so does what is no object for it to read. */
function rewritten(text: string, rewrite: ((frame: Body) => readonly Body[]) | undefined): readonly string[] {
  const frame = bodyOf(text);
  if (!rewrite || Object.keys(frame).length === 0) return [text];
  const before = JSON.stringify(frame);
  return rewrite(frame).map((passed) => {
    const after = JSON.stringify(passed);
    return passed === frame && after === before ? text : after;
  });
}

/** Gives on an HTTP response in place of an upgrade. */
async function refuse(socket: Socket, reply: IncomingMessage): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of reply as AsyncIterable<Buffer>) pieces.push(piece);
  const body = Buffer.concat(pieces);
  const head = [`HTTP/1.1 ${reply.statusCode ?? 0} ${reply.statusMessage ?? ''}`];
  for (const [name, value] of Object.entries(reply.headers)) head.push(`${name}: ${String(value)}`);
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]));
}
