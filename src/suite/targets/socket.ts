import { once } from 'node:events';
import { WebSocket } from 'ws';
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

/** Returns a socket with what a client library offers only to those who insist. */
export const rudeSocket = (socket: WebSocket): TargetSocket => ({
  sendBytes: (bytes, { binary = false, unmasked = false } = {}) => socket.send(bytes, { binary, mask: !unmasked }),
  pause: () => socket.pause(),
  resume: () => socket.resume(),
});

/** What may be read of one WebSocket of a deployment that is not trusted. */
export interface SocketLimits {
  /** Bytes of one message, after its fragments are put together. */
  readonly messageBytes: number;
  /** Messages of one connection. */
  readonly messages: number;
  /** Bytes of all messages of one connection. */
  readonly totalBytes: number;
  /** Until the connection is open. */
  readonly openMs: number;
}

export const SOCKET_LIMITS: SocketLimits = {
  messageBytes: 4_194_304,
  messages: 100_000,
  totalBytes: 67_108_864,
  openMs: 30_000,
};

/** Close code of a connection that was ended for its size; 1009 of RFC 6455. */
export const TOO_BIG = 1009;

/** A WebSocket with limits. */
export interface BoundedSocket {
  readonly socket: WebSocket;
  /** Why the connection was ended here; null while it is within its limits. One line that names the URL and the limit. */
  readonly excess: () => string | null;
}

/**
 * Opens a WebSocket that takes no compression, follows no redirect, and ends with `excess` beyond a limit. A message that is too
 * long is not read to its end.
 */
export function openBounded(
  url: string,
  { headers = {}, ...given }: Partial<SocketLimits> & { readonly headers?: Readonly<Record<string, string>> } = {},
): BoundedSocket {
  const limits = { ...SOCKET_LIMITS, ...given };
  const socket = new WebSocket(url, {
    headers: { ...headers },
    perMessageDeflate: false,
    followRedirects: false,
    maxPayload: limits.messageBytes,
    handshakeTimeout: limits.openMs,
  });
  let excess: string | null = null;
  let messages = 0;
  let bytes = 0;
  const end = (what: string): void => {
    excess ??= `${url} ${what}`;
    socket.terminate();
  };
  socket.on('message', (data: Buffer) => {
    messages += 1;
    bytes += data.length;
    if (messages > limits.messages) end(`sent more than ${limits.messages} messages over one connection`);
    else if (bytes > limits.totalBytes) end(`sent more than ${limits.totalBytes} bytes over one connection`);
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH')
      end(`sent a message of more than ${limits.messageBytes} bytes`);
  });
  return { socket, excess: () => excess };
}
