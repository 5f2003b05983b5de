import type { Params } from '../typed-data.ts';
import { ConnectionError } from './connection-error.ts';
import { type AnyPush, type Method, readFrame, type Reply } from './frames.ts';
import { OPEN_STATE, type Timer, type WebSocketLike } from './host.ts';

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
  readonly #ended: Promise<void>;
  #end: () => void = () => undefined;
  #requests = 0;
  #isDown = false;
  #cancelPing: () => void = () => undefined;

  constructor(socket: WebSocketLike, parts: SocketParts) {
    this.#socket = socket;
    this.#parts = parts;
    this.#ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#opened = new Promise((resolve, reject) => {
      const cancel = parts.timer.after(parts.timeoutMs, () => this.drop('the connection did not open in time'));
      socket.addEventListener('open', () => {
        cancel();
        this.#pingLater();
        resolve();
      });
      void this.#ended.then(() => {
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
    await this.#ended;
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
