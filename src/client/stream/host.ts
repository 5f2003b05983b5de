/**
 * What streams need of the machine they run on, here and nowhere else, so that tests can stand in for it and a bundler
 * finds nothing of Node in the client.
 */

/** The part of a WebSocket that is used: a browser's, Node's own and that of `ws` all have it. */
export interface WebSocketLike {
  /** `OPEN_STATE` while it takes messages. */
  readonly readyState: number;
  /** Sends a text frame. */
  send(text: string): void;
  /** Begins to close the socket. */
  close(code?: number, reason?: string): void;
  /** Calls a listener for each event of a kind. */
  addEventListener(type: 'open' | 'message' | 'close' | 'error', listener: (event: SocketEvent) => void): void;
}

/** The `readyState` of a WebSocket that takes messages; it changes before the event `close` is told. */
export const OPEN_STATE = 1;

/** An event of a WebSocket, as browsers and `ws` give it. */
export interface SocketEvent {
  readonly type: string;
  /** Of a message. */
  readonly data?: unknown;
  /** Of a close. */
  readonly code?: number;
  readonly reason?: string;
}

/** Opens a socket: `(url) => new WebSocket(url)`. */
export type OpenSocket = (url: string) => WebSocketLike | Promise<WebSocketLike>;

/** A clock and timer that a test can take over. */
export interface Timer {
  /** Milliseconds that only ever grow. */
  now(): number;
  /** Runs once, unless the response is called before. */
  after(ms: number, run: () => void): () => void;
}

export const HOST_TIMER: Timer = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

export const hostRandom = (): number => Math.random();

/** The WebSocket of the machine; Node 20 has none, so the package `ws` stands in there. */
export const openHostSocket: OpenSocket = async (url) => {
  const { WebSocket: own } = globalThis as { WebSocket?: new (url: string) => WebSocketLike };
  if (own) return new own(url);
  const { WebSocket } = await import('ws');
  return new WebSocket(url, { perMessageDeflate: false });
};
