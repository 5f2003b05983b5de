import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { shapesFrom } from '../../kernel/binary-form.ts';
import { countOf, type EventBytes } from '../history/backlog.ts';
import type { HistoryStore, StoreReads, Waiting, WrittenStore } from '../history/history-store.ts';
import type { SavedStore, StoreStart } from '../history/rows.ts';
import { threadModule } from '../package-root.ts';
import {
  COUNTERS,
  type FromThread,
  READ,
  type ReadResult,
  type ThreadStart,
  type ToThread,
  WRITTEN,
  DONE,
} from './messages.ts';
import { invariant } from '../../kernel/errors.ts';

/** Events that may be under way. A write waits for the thread beyond that, so that memory stays bounded. */
const UNDER_WAY_MAX = 20_000;
/** Waiting events that are worth a message, which wakes the thread and is a transaction. A read waits three milliseconds for them. */
const BATCH = 200;
/** Events of one message: what a read may have to wait for in pieces, and never all at once. */
const MESSAGE = 1_000;
/** A call that waits looks so often whether the thread still runs. */
const LOOK_MS = 20;

export interface ThreadOptions {
  /** Takes the error with which the thread ended before it was closed. */
  readonly onFailure: (error: Error) => void;
  /** A thread that waits for a store; left out, one starts. */
  readonly spare?: Worker;
  /** Takes the thread when its store is closed; left out, the thread ends. */
  readonly onSpare?: (worker: Worker) => void;
  /** How a thread starts; a parameter so that one can be tried that ends. */
  readonly startWorker?: (start: ThreadStart) => Worker;
}

/**
 * A store on another thread. A write hands bytes over; a read sends its question after them, so that it sees all of them,
 * and waits for the result. `catchUp` waits without holding up the event loop. Once the thread has ended, what it kept is
 * lost: writes do nothing, and reads throw.
 */
export class HistoryThread implements HistoryStore {
  readonly #worker: Worker;
  readonly #onSpare: ThreadOptions['onSpare'];
  /** Stops listening to the thread. */
  readonly #leave: () => void;
  readonly #results: MessagePort;
  readonly #counts: Int32Array<SharedArrayBuffer>;
  /** Wait for the next messages of the thread, in order. */
  readonly #waiting: { readonly resolve: (message: FromThread) => void; readonly reject: (error: Error) => void }[] =
    [];
  /** What is being written out. The thread ends after it. */
  #writing: Promise<unknown> | null = null;
  /** Events written and reads sent, as their counters will say. */
  #written = 0;
  #read = 0;
  #shapes = 0;
  #failure: Error | null = null;

  static async open(start: StoreStart, options: ThreadOptions): Promise<HistoryThread> {
    const thread = new HistoryThread(start, options);
    await thread.#done();
    return thread;
  }

  private constructor(start: StoreStart, { onFailure, onSpare, spare, startWorker = startThread }: ThreadOptions) {
    const counters = new SharedArrayBuffer(COUNTERS * Int32Array.BYTES_PER_ELEMENT);
    this.#counts = new Int32Array(counters);
    const { port1, port2 } = new MessageChannel();
    this.#results = port1;
    const given = { start, results: port2, counters };
    this.#worker = spare ?? startWorker(given);
    this.#onSpare = onSpare;
    spare?.postMessage({ kind: 'open', ...given } satisfies ToThread, [port2]);
    this.#worker.unref();
    let why = '';
    const onMessage = (message: FromThread): void => {
      this.#waiting.shift()?.resolve(message);
      if (this.#waiting.length === 0) this.#worker.unref();
    };
    const onError = (error: Error): void => {
      why = error.message;
    };
    const onExit = (code: number): void => {
      if (this.#failure === CLOSED) return;
      const failure = lost(why || `it exited with code ${code}`);
      this.#fail(failure);
      onFailure(failure);
    };
    this.#worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    this.#leave = () => this.#worker.off('message', onMessage).off('error', onError).off('exit', onExit);
  }

  write(events: readonly EventBytes[]): void {
    let batch: EventBytes[] = [];
    for (const piece of events) {
      batch.push(piece);
      if (countOf(batch) < MESSAGE) continue;
      this.#hand(batch);
      batch = [];
    }
    this.#hand(batch);
  }

  share(waiting: number): number {
    const underWay = this.#left(WRITTEN, this.#written);
    return waiting < BATCH ? 0 : Math.min(waiting, Math.max(0, UNDER_WAY_MAX - underWay));
  }

  async catchUp(waiting: Waiting): Promise<void> {
    this.write(waiting.take(Number.POSITIVE_INFINITY));
    await this.#askFor('catchUp');
  }

  openTables(): Promise<void> {
    return this.#askFor('openTables');
  }

  writeOut(): Promise<WrittenStore> | null {
    if (this.#writing || this.#failure) return null;
    const written = this.#done().then((message) => {
      invariant(message !== DONE, 'a store that is written out is handed over');
      return message;
    });
    this.#send({ kind: 'writeOut' });
    const settled = (): void => {
      this.#writing = null;
    };
    this.#writing = written.then(settled, settled);
    return written;
  }

  orderRecords = this.#reader('orderRecords');
  tradeRecords = this.#reader('tradeRecords');
  closedPositions = this.#reader('closedPositions');
  performance = this.#reader('performance');
  balanceUpdates = this.#reader('balanceUpdates');
  transfers = this.#reader('transfers');
  fundingPayments = this.#reader('fundingPayments');
  fundingRates = this.#reader('fundingRates');
  select = this.#reader('select');
  exportSqlite = this.#reader('exportSqlite');
  save: () => SavedStore = this.#reader('save');

  close(): void {
    if (this.#writing) void this.#writing.then(() => this.#close());
    else this.#close();
  }

  #close(): void {
    const isIdle = this.#failure === null && this.#waiting.length === 0;
    this.#fail(CLOSED);
    if (!isIdle || !this.#onSpare) {
      void this.#worker.terminate();
      return;
    }
    this.#leave();
    this.#send({ kind: 'close' });
    this.#onSpare(this.#worker);
  }

  async #askFor(kind: 'catchUp' | 'openTables'): Promise<void> {
    if (this.#failure) throw this.#failure;
    const done = this.#done();
    this.#send({ kind });
    await done;
  }

  #reader<K extends keyof StoreReads>(name: K): StoreReads[K] {
    const read = (...args: readonly unknown[]): unknown => this.#ask(name, args);
    return read as StoreReads[K];
  }

  #hand(events: readonly EventBytes[]): void {
    const count = countOf(events);
    if (count === 0 || this.#failure) return;
    const shapes = shapesFrom(this.#shapes);
    this.#shapes += shapes.length;
    // Copies of their own, because a message takes the whole memory behind a view.
    this.#send({ kind: 'write', count, events: events.map(({ bytes }) => ({ bytes: bytes.slice() })), shapes });
    this.#written = (this.#written + count) | 0;
    this.#waitUntil(WRITTEN, this.#written, UNDER_WAY_MAX);
  }

  #ask(name: keyof StoreReads, args: readonly unknown[]): unknown {
    if (this.#failure) throw this.#failure;
    this.#send({ kind: 'read', name, args });
    this.#read = (this.#read + 1) | 0;
    const failure = this.#waitUntil(READ, this.#read, 0);
    if (failure) throw failure;
    const result = receiveMessageOnPort(this.#results)?.message as ReadResult;
    if ('failure' in result) throw new Error(`history could not be read: ${result.failure}`);
    return result.value;
  }

  /** How far a counter is below its goal. Counters begin again at the bounds of 32 bits. */
  #left(place: number, goal: number): number {
    return (goal - Atomics.load(this.#counts, place)) | 0;
  }

  /**
   * Holds this thread until a counter is no more than `rest` below its goal. Returns what has failed meanwhile: the exit
   * of the other thread cannot be told to one that waits, so it is looked for.
   */
  #waitUntil(place: number, goal: number, rest: number): Error | null {
    while (this.#left(place, goal) > rest) {
      if (this.#failure) return this.#failure;
      const now = Atomics.load(this.#counts, place);
      if (((goal - now) | 0) <= rest) break;
      if (Atomics.wait(this.#counts, place, now, LOOK_MS) === 'timed-out' && this.#hasEnded())
        this.#fail(lost('it has ended'));
    }
    return null;
  }

  /** Node gives zeros for a thread that is no more. */
  #hasEnded(): boolean {
    const { idle, active } = this.#worker.performance.eventLoopUtilization();
    return idle === 0 && active === 0;
  }

  #send(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  /** Resolves with the next message of the thread that no other waits for. The process stays until then. */
  #done(): Promise<FromThread> {
    this.#worker.ref();
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  #fail(failure: Error): void {
    this.#failure ??= failure;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure);
    this.#worker.unref();
  }
}

const CLOSED = new Error('the history is closed');
const lost = (why: string): Error => new Error(`the thread of the history is lost, and with it the history: ${why}`);

/** Starts a thread that owns a store. */
export function startThread(workerData: ThreadStart): Worker {
  const { module, execArgv } = threadModule(import.meta.url, 'history-worker.js');
  const flags = execArgv && { execArgv: [...execArgv] };
  return new Worker(module, { name: 'history', workerData, transferList: [workerData.results], ...flags });
}
