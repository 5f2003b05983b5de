import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import type { Readable } from 'node:stream';

/** A program under test, with what it has printed so far. */
export class Child {
  readonly process: ChildProcessByStdio<null, Readable, Readable>;
  stdout = '';
  stderr = '';
  private readonly printed = new EventEmitter();
  private readonly ended: Promise<number | NodeJS.Signals>;
  private isOver = false;

  constructor(args: readonly string[]) {
    this.process = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.process.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
      this.printed.emit('more');
    });
    this.process.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
      this.printed.emit('more');
    });
    this.ended = once(this.process, 'close').then(([code, signal]) => {
      this.isOver = true;
      this.printed.emit('more');
      return (code ?? signal) as number | NodeJS.Signals;
    });
  }

  /** Exit code, or the signal that ended it. */
  exit(): Promise<number | NodeJS.Signals> {
    return this.ended;
  }

  /** The first `count` lines of stdout. */
  async lines(count: number): Promise<string[]> {
    const complete = (): string[] => this.stdout.split('\n').slice(0, -1);
    await this.until(() => complete().length >= count);
    return complete().slice(0, count);
  }

  /** Waits until what was printed is as wanted. Throws when the program ends before that. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      if (this.isOver) throw new Error(`it ended before that: ${this.stdout}${this.stderr}`);
      await once(this.printed, 'more');
    }
  }

  kill(signal: NodeJS.Signals = 'SIGTERM'): void {
    this.process.kill(signal);
  }
}
