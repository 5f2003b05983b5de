import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import type { StreamEndpoint } from '../../contract/channel.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { refusalWriter } from '../../exchange/rest/refusals.ts';
import { WsUpgradeHandler } from '../../exchange/ws/upgrade-handler.ts';
import { rudeSocket } from '../../suite/targets/socket.ts';
import type { StreamListener, TargetStream } from '../../suite/targets/target.ts';

/** The streams of an exchange of this process behind a port of the machine; it opens with the first connection. */
export class StreamPort {
  readonly #connection: WsUpgradeHandler;
  /** Says `gone` when a session has ended. */
  readonly #ends = new EventEmitter();
  #listening: Promise<Server> | undefined;

  constructor(exchange: Exchange) {
    const stream: Exchange['stream'] = (...given) => {
      const session = exchange.stream(...given);
      return {
        receive: (text) => session.receive(text),
        drained: () => session.drained(),
        authenticated: () => session.authenticated(),
        owes: () => session.owes(),
        gone: () => {
          session.gone();
          this.#ends.emit('gone');
        },
      };
    };
    this.#connection = new WsUpgradeHandler({ exchange: { stream }, writeRefusal: refusalWriter(exchange) });
  }

  async connect(endpoint: StreamEndpoint, listener: StreamListener): Promise<TargetStream> {
    this.#listening ??= this.#listen();
    const { port } = (await this.#listening).address() as AddressInfo;
    const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/ws/${endpoint}`, { perMessageDeflate: false });
    let open = true;
    socket.on('message', (data: Buffer) => {
      if (open) listener.frame(data.toString('utf8'));
    });
    socket.on('close', (code, reason) => {
      if (open) listener.closed(code, reason.toString('utf8'));
    });
    await once(socket, 'open');
    return {
      send: (text) => socket.send(text),
      socket: rudeSocket(socket),
      close: async () => {
        open = false;
        if (socket.readyState === WebSocket.CLOSED) return;
        const gone = once(this.#ends, 'gone');
        socket.terminate();
        await gone;
      },
    };
  }

  async close(): Promise<void> {
    const server = await this.#listening;
    if (!server) return;
    this.#connection.close();
    server.close();
    await once(server, 'close');
  }

  async #listen(): Promise<Server> {
    const server = createServer();
    server.on('upgrade', (request, socket, head) => this.#connection.upgrade(request, socket, head));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
  }
}
