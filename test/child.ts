import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** A program under test, with what it has printed so far. */
export class Child {
  readonly process: ChildProcessByStdio<null, Readable, Readable>;
  stdout = '';
  stderr = '';
  private readonly ended: Promise<number | NodeJS.Signals>;

  constructor(args: readonly string[]) {
    this.process = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.process.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    this.process.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.ended = once(this.process, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  }

  /** Exit code, or the signal that ended it. */
  exit(): Promise<number | NodeJS.Signals> {
    return this.ended;
  }

  /** The first `count` lines of stdout. */
  async lines(count: number): Promise<string[]> {
    const complete = (): string[] => this.stdout.split('\n').slice(0, -1);
    while (complete().length < count) {
      const more = once(this.process.stdout, 'data').then(() => true);
      const over = this.ended.then(() => false);
      if (!(await Promise.race([more, over])) && complete().length < count) {
        throw new Error(`it ended after ${complete().length} lines: ${this.stderr}`);
      }
    }
    return complete().slice(0, count);
  }

  kill(signal: NodeJS.Signals = 'SIGTERM'): void {
    this.process.kill(signal);
  }
}
