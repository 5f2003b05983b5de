import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Lines of an output that a transcript shows at most: its beginning and its end. */
const SHOWN = 40;

/** Commands run one after the other in a folder, written down with output, exit code and time. */
export class Session {
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;
  /** What stands for the folder in the transcript, so that it does not say where it was made. */
  readonly #shownAs: readonly [real: string, shown: string];
  #text = '';
  failed = 0;

  constructor(folder: string, env: NodeJS.ProcessEnv, shownAs: readonly [string, string]) {
    this.#folder = folder;
    this.#env = env;
    this.#shownAs = shownAs;
  }

  say(text: string): void {
    this.#text += `${text}\n\n`;
  }

  /**
   * Runs a command of a shell. One that ends with `&` is left running until `end`.
   *
   * @param until for a command in the background: text of its output that is waited for
   */
  async run(command: string, { until, limitMs = 900_000 }: { until?: string; limitMs?: number } = {}): Promise<void> {
    process.stderr.write(`$ ${command}\n`);
    const isBackground = /\s&$/.test(command);
    const started = performance.now();
    // In a group of its own, so that what a command leaves behind ends with it.
    const child = spawn('bash', ['-c', command.replace(/\s&$/, '')], {
      cwd: this.#folder,
      env: this.#env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: limitMs,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    const closed = once(child, 'close');
    if (isBackground) {
      this.#background.push(() => stopGroup(child.pid, closed));
      const ended = closed.then(() => false);
      while (until !== undefined && !output.includes(until)) {
        const more = once(child.stdout, 'data').then(() => true);
        if (!(await Promise.race([more, ended]))) throw new Error(`${command} ended: ${output}`);
      }
      this.#add(command, output, `runs on, ${secondsSince(started)} so far`);
      return;
    }
    const [code, signal] = (await closed) as [number | null, string | null];
    if (code !== 0) this.failed += 1;
    this.#add(command, output, `exit code ${code ?? signal ?? ''}, ${secondsSince(started)}`);
  }

  readonly #background: (() => Promise<void>)[] = [];

  /** Ends what is left in the background. Returns the transcript. */
  async end(): Promise<string> {
    for (const stop of this.#background.splice(0)) await stop();
    return `${this.#text.trimEnd()}\n`;
  }

  #add(command: string, output: string, ended: string): void {
    const lines = printed(output.replaceAll(...this.#shownAs)).split('\n');
    const shown =
      lines.length <= SHOWN
        ? lines
        : [...lines.slice(0, SHOWN / 2), `... ${lines.length - SHOWN} lines`, ...lines.slice(-SHOWN / 2)];
    this.#text += [
      '```text',
      `$ ${command}`,
      ...shown.filter((line, at) => line !== '' || at > 0),
      '```',
      '',
      ended,
      '',
      '',
    ].join('\n');
  }
}

const secondsSince = (started: number): string => `${((performance.now() - started) / 1000).toFixed(1)} s`;

/** Output as a terminal would leave it: without colours, and of a line that is written over its last form. */
const printed = (output: string): string =>
  output
    .replaceAll(/\u001b\[[0-9;?]*[A-Za-z]/g, '')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\r').at(-1) ?? '')
    // A setting of this machine, which others do not have.
    .filter((line) => !line.startsWith('npm warn Unknown user config'))
    .join('\n');

async function stopGroup(pid: number | undefined, closed: Promise<unknown>): Promise<void> {
  if (pid !== undefined) process.kill(-pid, 'SIGTERM');
  await closed;
}
