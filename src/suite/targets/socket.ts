import { once } from 'node:events';
import { WebSocket } from 'ws';
import { openBounded, TOO_BIG } from './bounded-socket.ts';
import type { StreamListener, TargetSocket, TargetStream } from './target.ts';

/**
 * A WebSocket to a URL, frame by frame.
 *
 * @param left runs once the connection is closed by us; it resolves when the exchange is known to have noticed
 */
export async function openSocket(
  url: string,
  listener: StreamListener,
  left: () => Promise<unknown> = () => Promise.resolve(),
): Promise<TargetStream> {
  const { socket, excess } = openBounded(url);
  let open = true;
  socket.on('message', (data: Buffer) => {
    if (open) listener.frame(data.toString('utf8'));
  });
  socket.on('close', (code, reason) => {
    const why = excess();
    if (open) listener.closed(why === null ? code : TOO_BIG, why ?? reason.toString('utf8'));
  });
  await once(socket, 'open');
  // A connection that breaks says so by closing as well.
  socket.on('error', () => undefined);
  return {
    send: (text) => socket.send(text),
    socket: rudeSocket(socket),
    close: async () => {
      open = false;
      if (socket.readyState === WebSocket.CLOSED) return;
      const closed = once(socket, 'close');
      socket.close();
      await closed;
      await left();
    },
  };
}

/** What a client library offers only to those who insist. */
export const rudeSocket = (socket: WebSocket): TargetSocket => ({
  sendBytes: (bytes, { binary = false, unmasked = false } = {}) => socket.send(bytes, { binary, mask: !unmasked }),
  pause: () => socket.pause(),
  resume: () => socket.resume(),
});
