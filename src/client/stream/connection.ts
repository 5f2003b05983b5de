import { errorOf } from '../../kernel/thrown.ts';
import { ApiError } from '../errors.ts';
import type { Surface } from '../transport.ts';
import type { Params } from '../typed-data.ts';
import { backoffMs } from './backoff.ts';
import { type AnyPush, type Method, readFrame, type Reply, resultOf } from './frames.ts';
import { OPEN_STATE, type OpenSocket, type Timer, type WebSocketLike } from './host.ts';
import { ConnectionError, type Events } from './types.ts';

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
  /** Grows with everything that happens on the connection but pings. */
  #activity = 0;
  /** Ends when the socket that is being opened is open, or has failed. */
  #handshake: Promise<void> = Promise.resolve();
  #isConnecting = false;
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

  /** Grows with everything that happens on the connection but pings, whether it is up or not. */
  get activity(): number {
    return this.#activity + (this.#socket?.activity ?? 0);
  }

  /** True from the beginning of an attempt to connect until it has failed, or all subscriptions have their response. */
  get isConnecting(): boolean {
    return this.#isConnecting;
  }

  /**
   * Resolves when the server has responded to a ping, and so has given what was pushed before. It first waits for a socket that is
   * being opened. A connection that is not there, or is lost meanwhile, has nothing more to give.
   */
  async pinged(): Promise<void> {
    await this.#handshake;
    const socket = this.#socket;
    if (!socket?.isOpen) return socket?.ended;
    await socket.request('ping', {}).catch((error: unknown) => {
      if (!(error instanceof ConnectionError)) throw error;
    });
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
    this.#isConnecting = true;
    this.#activity += 1;
    try {
      await this.#attempt();
    } finally {
      this.#isConnecting = false;
      this.#activity += 1;
    }
  }

  async #attempt(): Promise<void> {
    const again = this.#state === 'down';
    if (!again) this.#state = 'opening';
    const socket = await this.#connect().catch((error: unknown) => this.#failed(errorOf(error), again));
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
      events.emit('problem', { endpoint, error: errorOf(error) });
      socket.drop('a subscription was not given again');
    }
    if (!this.#isUpOn(socket)) return;
    if (again) events.emit('reconnected', { endpoint, attempts: this.#attempts });
    else events.emit('connected', { endpoint });
  }

  /** A wire that is open and logged in. */
  async #connect(): Promise<Socket> {
    const opening = this.#openSocket();
    this.#handshake = opening.then(
      () => undefined,
      () => undefined,
    );
    const socket = await opening;
    try {
      await this.#parts.logIn(socket);
      return socket;
    } catch (error) {
      socket.drop('not connected');
      throw error;
    }
  }

  async #openSocket(): Promise<Socket> {
    const { url, openSocket, timer, timeoutMs, pingEveryMs, onPush } = this.#parts;
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
    this.#letGo(socket);
    if (timer.now() - this.#upAt >= LASTING_MS) this.#attempts = 0;
    onLost();
    events.emit('disconnected', { endpoint, code, reason });
    this.#retryLater();
  }

  #failed(error: Error, again: boolean): undefined {
    if (this.#isClosed()) return;
    const { endpoint, events, url } = this.#parts;
    if (this.#socket) this.#letGo(this.#socket);
    if (again) {
      events.emit('problem', { endpoint, error });
      this.#retryLater();
      return;
    }
    this.#state = 'idle';
    this.#rejectWaiting(error instanceof ApiError ? error : new ConnectionError('not connected', false, url));
  }

  #letGo(socket: Socket): void {
    this.#activity += 1 + socket.activity;
    this.#socket = null;
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

export interface SocketParts {
  readonly timer: Timer;
  /** How long a response may take. */
  readonly timeoutMs: number;
  /** Time between two pings; null sends none. */
  readonly pingEveryMs: number | null;
  readonly onPush: (push: AnyPush) => void;
  /** The socket is closed, by either side. Called once. */
  readonly onDown: (code: number, reason: string) => void;
}

interface Pending {
  readonly changes: boolean;
  readonly cancel: () => void;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: ConnectionError) => void;
}

const NORMAL = 1000;
/** How long the other side may take to say goodbye. */
const GOODBYE_MS = 1_000;

/** One socket from its opening to its end: requests matched with their replies, pings, pushes. It never comes back. */
export class Socket {
  readonly #socket: WebSocketLike;
  readonly #parts: SocketParts;
  readonly #pending = new Map<string, Pending>();
  readonly #opened: Promise<void>;
  /** Resolves when the socket is closed, by either side. */
  readonly ended: Promise<void>;
  #end: () => void = () => undefined;
  #requests = 0;
  /** Grows with each request but pings, and with the end. */
  activity = 0;
  #isDown = false;
  #cancelPing: () => void = () => undefined;

  constructor(socket: WebSocketLike, parts: SocketParts) {
    this.#socket = socket;
    this.#parts = parts;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#opened = new Promise((resolve, reject) => {
      const cancel = parts.timer.after(parts.timeoutMs, () => this.drop('the connection did not open in time'));
      socket.addEventListener('open', () => {
        cancel();
        this.#pingLater();
        resolve();
      });
      void this.ended.then(() => {
        cancel();
        reject(new ConnectionError('not connected', false));
      });
    });
    socket.addEventListener('message', ({ data }) => this.#take(data));
    socket.addEventListener('close', ({ code = 1006, reason = '' }) => this.#down(code, reason));
    // A close follows; the text of the error is dropped, as browsers do.
    socket.addEventListener('error', () => undefined);
  }

  /** Resolves when the socket is open. Throws ConnectionError. */
  opened(): Promise<void> {
    return this.#opened;
  }

  /** Whether it takes requests. A socket that either side is closing takes none, before its close is told. */
  get isOpen(): boolean {
    return !this.#isDown && this.#socket.readyState === OPEN_STATE;
  }

  /**
   * Sends at once and gives the reply, whatever it says.
   *
   * @param changes whether the request, once sent, changes something
   * @throws ConnectionError
   */
  request(method: Method, params: Params, changes = false): Promise<Reply> {
    if (!this.isOpen) return Promise.reject(new ConnectionError('connection lost', false));
    this.#requests += 1;
    if (method !== 'ping') this.activity += 1;
    const id = `c${this.#requests}`;
    return new Promise((resolve, reject) => {
      const cancel = this.#parts.timer.after(this.#parts.timeoutMs, () => {
        this.#pending.delete(id);
        reject(new ConnectionError('no response in time', changes));
        // A live server responds at once to all but a post.
        if (method !== 'post') this.drop(`${method} received no response`);
      });
      this.#pending.set(id, { changes, cancel, resolve, reject });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  /** Says goodbye and resolves when the socket is gone, or after a second. */
  async close(): Promise<void> {
    const cancel = this.#parts.timer.after(GOODBYE_MS, () => this.#down(NORMAL, 'no goodbye'));
    this.#rejectAll('closed', '');
    this.#cancelPing();
    this.#socket.close(NORMAL);
    await this.ended;
    cancel();
  }

  /** Lets go of a socket that is of no use, without waiting for it. */
  drop(why: string): void {
    this.#socket.close(NORMAL);
    this.#down(1006, why);
  }

  #take(data: unknown): void {
    if (this.#isDown || typeof data !== 'string') return;
    const frame = readFrame(data);
    if (frame.kind === 'push') return this.#parts.onPush(frame.push);
    const pending = frame.kind === 'reply' ? this.#pending.get(frame.id) : undefined;
    // A response that comes too late has no waiting request.
    if (frame.kind !== 'reply' || !pending) return;
    this.#pending.delete(frame.id);
    pending.cancel();
    pending.resolve(frame.reply);
  }

  #pingLater(): void {
    const { pingEveryMs, timer } = this.#parts;
    if (pingEveryMs === null || this.#isDown) return;
    this.#cancelPing = timer.after(pingEveryMs, () => {
      this.request('ping', {}).then(
        () => this.#pingLater(),
        // The socket is closed, and its owner has been notified.
        () => undefined,
      );
    });
  }

  #down(code: number, reason: string): void {
    if (this.#isDown) return;
    this.#isDown = true;
    this.activity += 1;
    this.#cancelPing();
    this.#rejectAll('connection lost', reason);
    this.#end();
    this.#parts.onDown(code, reason);
  }

  #rejectAll(reason: 'closed' | 'connection lost', detail: string): void {
    const all = [...this.#pending.values()];
    this.#pending.clear();
    for (const { changes, cancel, reject } of all) {
      cancel();
      reject(new ConnectionError(reason, changes, detail));
    }
  }
}
