import { JournalError } from '../journal/journal-error.ts';
import { codeOf, type StorageFile } from './storage.ts';

/** A file that is written has no name any more. */
class RemovedError extends Error {
  override readonly name = 'RemovedError';

  constructor() {
    super('was removed while the exchange ran: what it records would be lost with the process');
  }
}

interface Waiting {
  readonly seq: number;
  readonly resolve: () => void;
  readonly reject: (error: JournalError) => void;
}

/**
 * Syncs a file once for all that was written in a turn, and again for what was written meanwhile. After the first
 * failure nothing is synced any more: a second sync may report success although the first one has dropped the data.
 */
export class SyncQueue {
  readonly failure: Promise<JournalError>;
  readonly #file: StorageFile;
  readonly #path: string;
  #written: number;
  #synced: number;
  #running: Promise<void> | null = null;
  #waiting: Waiting[] = [];
  #failed: JournalError | null = null;
  #report: (error: JournalError) => void = () => undefined;

  /** @param seq - the last input that is durable already */
  constructor(file: StorageFile, path: string, seq: number) {
    this.#file = file;
    this.#path = path;
    this.#written = seq;
    this.#synced = seq;
    this.failure = new Promise((resolve) => (this.#report = resolve));
  }

  get failed(): JournalError | null {
    return this.#failed;
  }

  /** Syncs before it returns. Throws JournalError. */
  now(seq: number): void {
    if (this.#failed !== null) throw this.#failed;
    try {
      this.#file.sync();
      this.checkThere();
    } catch (error) {
      throw this.fail(error);
    }
    this.#written = seq;
    this.#arrive(seq);
  }

  /** Syncs after this turn. */
  soon(seq: number): void {
    this.#written = seq;
    this.#running ??= this.#run();
  }

  /** Null when the input is durable. */
  done(seq: number): Promise<void> | null {
    if (this.#failed !== null) return Promise.reject(this.#failed);
    if (seq <= this.#synced) return null;
    return new Promise((resolve, reject) => this.#waiting.push({ seq, resolve, reject }));
  }

  /**
   * Notices that the file was removed. A sync of such a file succeeds, and what it holds is lost with the process.
   *
   * @throws RemovedError
   */
  checkThere(): void {
    if (!this.#file.isThere()) throw new RemovedError();
  }

  /** Ends everything: what waits is rejected, and nothing is written or synced any more. */
  fail(error: unknown): JournalError {
    if (this.#failed !== null) return this.#failed;
    const reason = error instanceof Error ? error.message : String(error);
    const what = error instanceof RemovedError ? reason : `cannot be written (${codeOf(error) || reason})`;
    const failed = new JournalError('failed', `${this.#path} ${what}`, error);
    this.#failed = failed;
    for (const { reject } of this.#waiting.splice(0)) reject(failed);
    this.#report(failed);
    return failed;
  }

  /** Resolves when no sync is under way. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#failed === null && this.#synced < this.#written) {
      // Everything of the turn first: what is written in the rest of it would otherwise wait for a sync of its own.
      await new Promise((resolve) => setImmediate(resolve));
      const covered = this.#written;
      try {
        await this.#file.syncSoon();
        this.checkThere();
        this.#arrive(covered);
      } catch (error) {
        this.fail(error);
      }
    }
    this.#running = null;
  }

  #arrive(seq: number): void {
    if (this.#failed !== null) return;
    this.#synced = Math.max(this.#synced, seq);
    const arrived = this.#waiting.filter((waiting) => waiting.seq <= this.#synced);
    this.#waiting = this.#waiting.filter((waiting) => waiting.seq > this.#synced);
    for (const { resolve } of arrived) resolve();
  }
}
