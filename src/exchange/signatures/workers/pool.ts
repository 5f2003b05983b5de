import type { Address } from '../../../kernel/ids.ts';
import type { Preparation } from '../../clock/clock.ts';
import type { Log } from '../../log.ts';
import { joinChecks, loadWalletRecovery, type RecoverWallets, walletAt } from '../signature.ts';
import { type SignatureThread, type StartThread, startWorkerThread } from './thread.ts';

/** Checks that go to a worker in one message. */
const BATCH = 16;
/** Messages that a worker has at once: the one it works on, and the next, so that it never waits for this thread. */
const UNDER_WAY = 2;

export interface SignatureWorkersOptions {
  readonly workers: number;
  readonly log: Log;
  /** How a worker starts; a parameter so that one can be tried that ends. */
  readonly startThread?: StartThread;
}

interface Worker {
  readonly thread: SignatureThread;
  isReady: boolean;
  /** It has returned wallets, so another one in its place is likely to work. */
  hasServed: boolean;
  /** What it has been sent, in order. */
  readonly batches: WalletCheck[][];
}

/** A signature whose wallet is being recovered. */
export class WalletCheck implements Preparation {
  readonly packed: Uint8Array;
  readonly #recover: RecoverWallets;
  /** The wallet, null where no key gives the signature, undefined until it is known. */
  #wallet: Address | null | undefined;
  #whenDone: (() => void)[] = [];

  constructor(packed: Uint8Array, recover: RecoverWallets) {
    this.packed = packed;
    this.#recover = recover;
  }

  get isDone(): boolean {
    return this.#wallet !== undefined;
  }

  /** The wallet, or null where no key gives the signature; recovered here when no worker has done it yet. */
  get wallet(): Address | null {
    if (this.#wallet === undefined) this.found(walletAt(this.#recover(this.packed), 0));
    return this.#wallet ?? null;
  }

  whenDone(run: () => void): void {
    if (this.isDone) run();
    else this.#whenDone.push(run);
  }

  finish(): void {
    if (this.isDone) return;
    this.found(walletAt(this.#recover(this.packed), 0));
    this.announce();
  }

  /** Takes the result; what waits for it goes on with `announce`. */
  found(wallet: Address | null): void {
    if (this.#wallet === undefined) this.#wallet = wallet;
  }

  announce(): void {
    for (const run of this.#whenDone.splice(0)) run();
  }
}

/**
 * Worker threads that recover the wallets behind signatures. All checks of a turn go out together, at most 16 in a
 * message, and one alone goes as it is. The checks of a worker that ends are done by the others, or here where none is left.
 */
export class SignatureWorkers {
  readonly #log: Log;
  readonly #startThread: StartThread;
  readonly #recover: RecoverWallets;
  readonly #workers = new Set<Worker>();
  #waiting: WalletCheck[] = [];
  #isFlushAsked = false;
  #isClosed = false;

  private constructor(options: SignatureWorkersOptions, recover: RecoverWallets) {
    this.#log = options.log;
    this.#startThread = options.startThread ?? startWorkerThread;
    this.#recover = recover;
  }

  /** Resolves once every worker can check. Throws when one cannot start. */
  static async start(options: SignatureWorkersOptions): Promise<SignatureWorkers> {
    const pool = new SignatureWorkers(options, await loadWalletRecovery());
    try {
      await Promise.all(Array.from({ length: options.workers }, () => pool.#open()));
    } catch (error) {
      await pool.close();
      throw error;
    }
    return pool;
  }

  /** Begins to recover the wallet of a check. */
  check(packed: Uint8Array): WalletCheck {
    const check = new WalletCheck(packed, this.#recover);
    this.#waiting.push(check);
    this.#askFlush();
    return check;
  }

  /** Ends the workers. What is still unchecked is checked here. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(Array.from(this.#workers, ({ thread }) => thread.stop()));
    this.#flush();
  }

  /** Resolves once the worker can check; rejects when it ends before. */
  #open(): Promise<void> {
    return new Promise((resolve, reject) => {
      const worker: Worker = {
        thread: this.#startThread({
          ready: () => {
            worker.isReady = true;
            worker.thread.awaits(false);
            resolve();
            this.#flush();
          },
          recovered: (wallets) => this.#recovered(worker, wallets),
          ended: (why) => {
            reject(new Error(`a worker for signatures could not start: ${why}`));
            this.#ended(worker, why);
          },
        }),
        isReady: false,
        hasServed: false,
        batches: [],
      };
      this.#workers.add(worker);
    });
  }

  /** At the end of the turn, so that the requests of one turn share messages. */
  #askFlush(): void {
    if (this.#isFlushAsked) return;
    this.#isFlushAsked = true;
    setImmediate(() => {
      this.#isFlushAsked = false;
      this.#flush();
    });
  }

  #flush(): void {
    const ready = this.#isClosed ? [] : [...this.#workers].filter(({ isReady }) => isReady);
    if (ready.length === 0) {
      for (const check of this.#waiting.splice(0)) check.finish();
      return;
    }
    this.#waiting = this.#waiting.filter(({ isDone }) => !isDone);
    for (let under = 0; under < UNDER_WAY; under += 1) {
      const free = ready.filter(({ batches }) => batches.length <= under);
      for (const [place, worker] of free.entries()) {
        const share = Math.ceil(this.#waiting.length / (free.length - place));
        if (share > 0) this.#send(worker, this.#waiting.splice(0, Math.min(BATCH, share)));
      }
    }
  }

  #send(worker: Worker, batch: WalletCheck[]): void {
    if (worker.batches.length === 0) worker.thread.awaits(true);
    worker.batches.push(batch);
    worker.thread.post(joinChecks(batch.map(({ packed }) => packed)));
  }

  #recovered(worker: Worker, wallets: Uint8Array): void {
    const batch = worker.batches.shift() ?? [];
    worker.hasServed = true;
    if (worker.batches.length === 0) worker.thread.awaits(false);
    // The next work first: the worker goes on while this thread carries out what it has checked.
    this.#flush();
    for (const [place, check] of batch.entries()) check.found(walletAt(wallets, place));
    for (const check of batch) check.announce();
  }

  #ended(worker: Worker, why: string): void {
    this.#workers.delete(worker);
    const lost = worker.batches.flat();
    this.#waiting = [...lost, ...this.#waiting];
    if (!this.#isClosed && worker.isReady) {
      const next = worker.hasServed ? 'another takes its place' : 'none takes its place';
      const message = `a worker for signatures ended: ${next}, and its ${lost.length} checks are done again`;
      this.#log.error({ err: new Error(why) }, message);
      if (worker.hasServed) {
        this.#open().catch((error: unknown) => this.#log.error({ err: error }, 'no worker takes its place'));
      }
    }
    this.#flush();
  }
}
