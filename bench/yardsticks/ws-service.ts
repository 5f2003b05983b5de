import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { announceReady } from '../process/usage.ts';
import type { Place, TradeBody } from './service.ts';

/** A request as it stands in a frame: the fields of the body flat beside each other. */
interface PostFrame {
  readonly id: number;
  readonly method: string;
  readonly params: TradeBody['params'] & Pick<TradeBody, 'nonce' | 'signature'>;
}

/** The smallest server that responds to posts over WebSocket; it accepts every login. Reports its port to the parent process. */
export async function serveOverWs(place: Place): Promise<void> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      const { id, method, params } = JSON.parse((data as Buffer).toString('utf8')) as PostFrame;
      const { nonce, signature } = params;
      const response = method === 'post' ? { statuses: place({ params, nonce, signature }) } : {};
      socket.send(JSON.stringify({ id, status: 200, result: { status: 'ok', response } }));
    });
  });
  await once(server, 'listening');
  announceReady(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}
