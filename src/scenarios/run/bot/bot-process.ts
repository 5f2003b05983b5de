import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { currentHost } from '../../../runtime/host.ts';

/** How a bot has ended: with a code, or by a signal. */
export interface BotExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Wall time that a bot has at the end of a run, and after it was asked to end. */
export const GRACE_MS = 5_000;
const TERM_MS = 2_000;

/** The program of a user, started by the shell. What it prints goes to standard error: results go to standard output. */
export class BotProcess {
  readonly exited: Promise<BotExit>;
  readonly #process: ChildProcess;
  #isOver = false;

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
    this.exited = once(this.#process, 'exit').then(([code, signal]) => {
      this.#isOver = true;
      return { code: code as number | null, signal: signal as string | null };
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Resolves when it has exited, by itself within `graceMs` or by a signal after that. Returns true in the first case. */
  async end(graceMs: number): Promise<boolean> {
    if (await this.#within(graceMs)) return true;
    this.#kill('SIGTERM');
    if (!(await this.#within(TERM_MS))) this.#kill('SIGKILL');
    await this.exited;
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

  #kill(signal: NodeJS.Signals): void {
    const { pid } = this.#process;
    if (pid === undefined || this.#isOver) return;
    try {
      process.kill(-pid, signal);
    } catch (error) {
      // It has ended between the look and the signal.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
