import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { currentHost } from '../../../exchange/host.ts';

/** How a bot has ended: with a code, or by a signal. */
export interface BotExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Wall time that a bot has at the end of a run, and after it was asked to end. */
export const GRACE_MS = 5_000;
const TERM_MS = 2_000;
const LOOK_EVERY_MS = 20;

/** The program of a user, started by the shell. What it prints goes to standard error: results go to standard output. */
export class BotProcess {
  readonly exited: Promise<BotExit>;
  readonly #process: ChildProcess;
  #isOver = false;
  /** A process of its own group does not end with this one. */
  readonly #onExit = (): void => void this.#signal('SIGKILL');

  constructor(command: string, env: Readonly<Record<string, string>>) {
    // A group of its own, so that a signal reaches the program behind the shell.
    const { cwd, env: variables, stderr } = currentHost();
    const printed = stderr.fd ?? 'pipe';
    this.#process = spawn(command, {
      shell: true,
      detached: true,
      stdio: ['ignore', printed, printed],
      env: { ...variables, ...env },
      cwd,
    });
    process.once('exit', this.#onExit);
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.on('data', (bytes: Uint8Array) => stderr.write(bytes));
    }
    // What comes through a pipe is there by the second of these.
    this.exited = once(this.#process, printed === 'pipe' ? 'close' : 'exit').then(([code, signal]) => {
      this.#isOver = true;
      return { code: code as number | null, signal: signal as string | null };
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Resolves when it has exited, by itself within `graceMs` or by a signal after that. Returns true in the first case. What it has
   * started is ended in both.
   */
  async end(graceMs: number): Promise<boolean> {
    const byItself = await this.#within(graceMs);
    if (this.#signal('SIGTERM') && !(await this.#isEmpty())) this.#signal('SIGKILL');
    await this.exited;
    process.off('exit', this.#onExit);
    return byItself;
  }

  /** Waits for the last process of the group; false when some are left after the time they have for it. */
  async #isEmpty(): Promise<boolean> {
    for (let waited = 0; waited < TERM_MS; waited += LOOK_EVERY_MS) {
      if (!this.#signal(0)) return true;
      await pause(LOOK_EVERY_MS);
    }
    return false;
  }

  async #within(ms: number): Promise<boolean> {
    if (this.#isOver) return true;
    const timer = new AbortController();
    const late = pause(ms, false, { signal: timer.signal }).catch(() => false);
    const isOver = await Promise.race([this.exited.then(() => true), late]);
    timer.abort();
    return isOver;
  }

  /** Sends a signal to the group, 0 to look only. False when no process is left in it; the shell may have ended before the others. */
  #signal(signal: NodeJS.Signals | 0): boolean {
    const { pid } = this.#process;
    if (pid === undefined) return false;
    try {
      return process.kill(-pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
      throw error;
    }
  }
}
