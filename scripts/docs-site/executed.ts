import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { block } from './markdown.ts';

/** A command line as it was typed, and what it printed. */
export interface Executed {
  readonly line: string;
  readonly printed: string;
  readonly code: number | null;
}

const ROOT = join(import.meta.dirname, '..', '..');
const BIN = join(ROOT, 'bin', 'perpsim.js');
const PORT = /127\.0\.0\.1:\d{4,5}/g;
const READY_MS = 30_000;

interface Connection {
  readonly restUrl: string;
  readonly accounts: readonly {
    readonly address: string;
    readonly privateKey: string;
    readonly subAccountId: string;
  }[];
  readonly serviceName: string;
}

/** A folder with a running exchange in which commands are executed, as a reader would in two terminals. */
export class Terminal {
  readonly #folder: string;
  readonly #server: ChildProcess;
  readonly #banner: () => string;
  readonly connection: Connection;

  private constructor(folder: string, server: ChildProcess, banner: () => string, connection: Connection) {
    this.#folder = folder;
    this.#server = server;
    this.#banner = banner;
    this.connection = connection;
  }

  /** Starts `perpsim serve` with these flags, on a free port. */
  static async open(flags: readonly string[] = []): Promise<Terminal> {
    const folder = mkdtempSync(join(tmpdir(), 'perpsim-docs-'));
    const ready = join(folder, 'ready.json');
    const words = [BIN, 'serve', '--port', '0', '--config-out', ready, ...flags];
    const server = spawn(process.execPath, words, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    server.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    const until = performance.now() + READY_MS;
    while (!existsSync(ready) || !printed.includes('curl')) {
      if (server.exitCode !== null || performance.now() > until)
        throw new Error('the exchange of the examples did not start');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return new Terminal(folder, server, () => printed, JSON.parse(readFileSync(ready, 'utf8')) as Connection);
  }

  /** What `perpsim serve` printed. */
  get banner(): string {
    return this.#usual(this.#banner());
  }

  /** Runs one command line, `perpsim price` or `npx perpsim price`, and gives back what it printed. */
  run(line: string): Executed {
    const words = [...line.replace(/^(?:npx )?perpsim /, '').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
      ([, single, double, bare]) => single ?? double ?? bare ?? '',
    );
    const { origin } = new URL(this.connection.restUrl);
    const { stdout, stderr, status } = spawnSync(process.execPath, [BIN, ...words], {
      cwd: this.#folder,
      encoding: 'utf8',
      timeout: 120_000,
      env: { ...process.env, PERPSIM_TARGET: origin, NO_COLOR: '1' },
    });
    return { line, printed: this.#usual(status === 0 ? stdout : `${stdout}${stderr}`), code: status };
  }

  /** Runs a module of Node, for examples in code. */
  runModule(file: string): Executed {
    const { stdout, stderr, status } = spawnSync(process.execPath, [file], {
      cwd: this.#folder,
      encoding: 'utf8',
      timeout: 60_000,
    });
    return { line: `node ${file}`, printed: this.#usual(`${stdout}${stderr}`), code: status };
  }

  /** The port and the folders of a build are chance; a page shows the usual port and folders of the reader. */
  #usual(text: string): string {
    return text
      .replaceAll(PORT, '127.0.0.1:8700')
      .replaceAll(this.#folder, '/home/you/trading')
      .replaceAll(ROOT, '/home/you/perpsim');
  }

  get folder(): string {
    return this.#folder;
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#server.once('exit', resolve));
    this.#server.kill('SIGTERM');
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** A command and its output as a block. */
export const shown = ({ line, printed, code }: Executed): string =>
  block('text', `$ ${line}\n${printed.trimEnd()}${code === 0 ? '' : `\n(exit code ${code})`}`);
