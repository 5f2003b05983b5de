import type { Params } from '../typed-data.ts';
import { ApiError } from '../errors.ts';
import type { Surface } from '../transport.ts';
import { backoffMs } from './backoff.ts';
import { ConnectionError } from './connection-error.ts';
import type { Events } from './events.ts';
import { type AnyPush, resultOf } from './frames.ts';
import type { OpenSocket, Timer } from './host.ts';
import { Socket } from './socket.ts';

export interface ConnectionParts {
  readonly endpoint: Surface;
  readonly url: string;
  readonly openSocket: OpenSocket;
  readonly timer: Timer;
  readonly random: () => number;
  readonly timeoutMs: number;
  readonly pingEveryMs: number | null;
  readonly events: Events;
  /** Logs a wire in, where the endpoint takes a login. */
  readonly logIn: (socket: Socket) => Promise<void>;
  /** Sends every subscription on a socket; resolves when all have their response. */
  readonly restore: (socket: Socket) => Promise<void>;
  readonly onPush: (push: AnyPush) => void;
  readonly onLost: () => void;
}

/** `idle`: not needed yet. `down`: it was up, and is being opened again. */
type ConnectionState = 'idle' | 'opening' | 'up' | 'down' | 'closed';

interface Waiting {
  readonly resolve: (socket: Socket) => void;
  readonly reject: (error: Error) => void;
}

/** A connection that has lasted so long has worked: the next attempt to connect is a first one again. */
const LASTING_MS = 10_000;

/**
 * The connection to one endpoint, kept up: opened when it is first needed, and opened again, with growing pauses, when
 * it is lost. Until it has been up once, a failure rejects the waiting requests, and the next use tries again.
 */
export class Connection {
  readonly #parts: ConnectionParts;
  readonly #waiting = new Set<Waiting>();
  #state: ConnectionState = 'idle';
  #socket: Socket | null = null;
  #upAt = 0;
  #attempts = 0;
  #cancelRetry: () => void = () => undefined;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
  }

  /**
   * Carries a post. While the connection is being opened again a read waits for it; a write is turned away, because what
   * was right to ask for then may be wrong when it arrives.
   *
   * @throws ApiError, ConnectionError
   */
  async post(params: Params, changes: boolean): Promise<unknown> {
    if (changes && this.#isAway()) throw new ConnectionError('not connected', false);
    const socket = await this.up();
    return resultOf(await socket.request('post', params, changes));
  }

  /** The wire, once it is up. Throws what stood in the way, or ConnectionError when that takes too long. */
  up(): Promise<Socket> {
    const { socket } = this;
    if (socket) return Promise.resolve(socket);
    if (this.#state === 'closed') return Promise.reject(new ConnectionError('closed', false));
    if (this.#state === 'idle') void this.#open();
    return new Promise((resolve, reject) => {
      const done = (): void => {
        cancel();
        this.#waiting.delete(waiting);
      };
      const waiting: Waiting = {
        resolve: (socket) => (done(), resolve(socket)),
        reject: (error) => (done(), reject(error)),
      };
      const cancel = this.#parts.timer.after(this.#parts.timeoutMs, () =>
        waiting.reject(new ConnectionError('not connected', false)),
      );
      this.#waiting.add(waiting);
    });
  }

  /** The wire while it is up and takes requests. */
  get socket(): Socket | null {
    return this.#state === 'up' && this.#socket?.isOpen ? this.#socket : null;
  }

  /** Lets go for good. */
  async close(): Promise<void> {
    const socket = this.#socket;
    this.#state = 'closed';
    this.#cancelRetry();
    this.#rejectWaiting(new ConnectionError('closed', false));
    await socket?.close();
  }

  async #open(): Promise<void> {
    const again = this.#state === 'down';
    if (!again) this.#state = 'opening';
    const socket = await this.#connect().catch((error: unknown) => this.#failed(error as Error, again));
    if (!socket || this.#isClosed()) return;
    const { endpoint, events, restore, timer } = this.#parts;
    this.#state = 'up';
    this.#upAt = timer.now();
    // Subscriptions go first, so that waiting callers find them under way.
    const restored = restore(socket);
    for (const { resolve } of [...this.#waiting]) resolve(socket);
    try {
      await restored;
    } catch (error) {
      events.emit('problem', { endpoint, error: error as Error });
      socket.drop('a subscription was not given again');
    }
    if (!this.#isUpOn(socket)) return;
    if (again) events.emit('reconnected', { endpoint, attempts: this.#attempts });
    else events.emit('connected', { endpoint });
  }

  /** A wire that is open and logged in. */
  async #connect(): Promise<Socket> {
    const { url, openSocket, timer, timeoutMs, pingEveryMs, onPush, logIn } = this.#parts;
    const opened = await openSocket(url);
    const socket: Socket = new Socket(opened, {
      timer,
      timeoutMs,
      pingEveryMs,
      onPush,
      onDown: (code, reason) => this.#lost(socket, code, reason),
    });
    this.#socket = socket;
    try {
      // Closed while the socket was being opened: it has no user.
      if (this.#isClosed()) socket.drop('closed');
      await socket.opened();
      await logIn(socket);
      return socket;
    } catch (error) {
      socket.drop('not connected');
      throw error;
    }
  }

  /** A wire that was up is gone. One that never was is the business of `#failed`. */
  #lost(socket: Socket, code: number, reason: string): void {
    if (!this.#isUpOn(socket)) return;
    const { timer, endpoint, events, onLost } = this.#parts;
    this.#state = 'down';
    this.#socket = null;
    if (timer.now() - this.#upAt >= LASTING_MS) this.#attempts = 0;
    onLost();
    events.emit('disconnected', { endpoint, code, reason });
    this.#retryLater();
  }

  #failed(error: Error, again: boolean): undefined {
    if (this.#isClosed()) return;
    const { endpoint, events, url } = this.#parts;
    this.#socket = null;
    if (again) {
      events.emit('problem', { endpoint, error });
      this.#retryLater();
      return;
    }
    this.#state = 'idle';
    this.#rejectWaiting(error instanceof ApiError ? error : new ConnectionError('not connected', false, url));
  }

  #retryLater(): void {
    if (this.#isClosed()) return;
    this.#attempts += 1;
    this.#cancelRetry = this.#parts.timer.after(
      backoffMs(this.#attempts, this.#parts.random()),
      () => void this.#open(),
    );
  }

  #rejectWaiting(error: Error): void {
    for (const { reject } of [...this.#waiting]) reject(error);
  }

  /** It was up, and is lost: its end has been told, or is about to be. */
  #isAway(): boolean {
    return this.#state === 'down' || (this.#state === 'up' && !this.socket);
  }

  #isUpOn(socket: Socket): boolean {
    return this.#state === 'up' && this.#socket === socket;
  }

  #isClosed(): boolean {
    return this.#state === 'closed';
  }
}
