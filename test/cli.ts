import { execFileSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { main } from '../src/cli/command-line.ts';

/** The command line of the built bundle, called inside this process: a process for each call would cost a second of CPU. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The program, for tests of what only a process has: its start, signals, pipes and its end. */
export const BIN = join(ROOT, 'bin', 'perpsim.js');

export interface CliOptions {
  /** Laid over the variables of this process; undefined takes one away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Left out: the folder of this process. */
  readonly cwd?: string;
  readonly stdin?: string;
}

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

let loading: Promise<typeof main> | undefined;

/** Builds what is older than its sources, and loads it, once in a process. */
export function built(): Promise<typeof main> {
  loading ??= (async () => {
    execFileSync(process.execPath, [join(ROOT, 'scripts', 'build.mjs'), '--if-stale'], { stdio: 'inherit' });
    const bundle = pathToFileURL(join(ROOT, 'dist', 'command-line.js')).href;
    return ((await import(/* @vite-ignore */ bundle)) as { readonly main: typeof main }).main;
  })();
  return loading;
}

/** Runs `perpsim` with these arguments to its end; stderr is without progress. */
export async function perpsim(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const call = new CliCall(args, options);
  return { code: await call.exit(), stdout: call.stdout, stderr: withoutProgress(call.stderr) };
}

/** How far a run, the reading of a file, the suite or an advance is. */
const PROGRESS = [
  String.raw`\S+ of \S+ \(\d+ %\), \d+ s`,
  String.raw`\d+ (?:inputs|rows|lines|runs) [\w ]+ so far`,
  String.raw`\d+ of \d+ scenarios, \d+ failed(?:, \d+ skipped)?, \d+ s`,
  String.raw`\S+Z, \d+ % of the way; Ctrl-C stops here`,
];
const PROGRESS_LINE = new RegExp(`^perpsim: (?:${PROGRESS.join('|')})\n`, 'gm');

/** What was printed on stderr but for the lines that say now and then how far a command is, which a slow machine has more of. */
export const withoutProgress = (stderr: string): string => stderr.replaceAll(PROGRESS_LINE, '');

/** A call of `perpsim` under way, with what it has printed so far. It has the form of a `Child`, and needs no process. */
export class CliCall {
  stdout = '';
  stderr = '';
  private readonly printed = new EventEmitter();
  private readonly stopping = new AbortController();
  private readonly ended: Promise<number>;
  private isOver = false;

  constructor(args: readonly string[], { env, cwd = process.cwd(), stdin = '' }: CliOptions = {}) {
    this.ended = built()
      .then((run) =>
        run(args, {
          stdin,
          stdout: this.sink((text) => (this.stdout += text)),
          stderr: this.sink((text) => (this.stderr += text)),
          env: { ...process.env, ...env },
          cwd,
          signal: this.stopping.signal,
        }),
      )
      .finally(() => {
        this.isOver = true;
        this.printed.emit('more');
      });
  }

  exit(): Promise<number> {
    return this.ended;
  }

  /** The first `count` lines of stdout. */
  async lines(count: number): Promise<string[]> {
    const complete = (): string[] => this.stdout.split('\n').slice(0, -1);
    await this.until(() => complete().length >= count);
    return complete().slice(0, count);
  }

  /** Waits until what was printed is as wanted. Throws when the call ends before that. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      if (this.isOver) throw new Error(`it ended before that: ${this.stdout}${this.stderr}`);
      await once(this.printed, 'more');
    }
  }

  /** Asks it to stop, as the signal does; there is no signal that ends a call at once. */
  kill(signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM'): void {
    this.stopping.abort(signal);
  }

  private sink(take: (text: string) => void): Writable {
    const decoder = new StringDecoder('utf8');
    return new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        take(decoder.write(chunk));
        this.printed.emit('more');
        done();
      },
    });
  }
}
