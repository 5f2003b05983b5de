import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Child } from '../../../test/child.ts';

const BIN = join(fileURLToPath(new URL('../../..', import.meta.url)), 'bin', 'perpsim.js');

/** A Monday morning, so that every run shows the same times. */
const START = '2026-01-05T00:00:00Z';
const ALWAYS = ['--json', '--start-time', START, '--log-level', 'trace'];
const USUAL = { '--seed': '7', '--world': 'quiet', '--clock': 'manual', '--port': '0' };

interface Facts {
  readonly restUrl: string;
  readonly accounts: readonly { readonly privateKey: string; readonly subAccountId: string }[];
}

/** An exchange in a process of its own, as `perpsim serve` starts it. */
export class ConsoleServer {
  readonly #child: Child;
  readonly facts: Facts;
  /** Where the runs that the console starts leave their results. */
  readonly #reports: string;

  private constructor(child: Child, facts: Facts, reports: string) {
    this.#child = child;
    this.facts = facts;
    this.#reports = reports;
  }

  /** @param flags - as on the command line; they win over those that each scenario has */
  static async start(flags: readonly string[] = []): Promise<ConsoleServer> {
    const usual = Object.entries(USUAL).filter(([name]) => !flags.includes(name));
    const reports = mkdtempSync(join(tmpdir(), 'perpsim-console-'));
    const child = new Child([BIN, 'serve', ...ALWAYS, ...usual.flat(), '--reports', reports, ...flags]);
    const [line = ''] = await child.lines(1);
    return new ConsoleServer(child, JSON.parse(line) as Facts, reports);
  }

  get origin(): string {
    return new URL(this.facts.restUrl).origin;
  }

  /** Everything that it has printed. */
  get output(): string {
    return this.#child.stdout + this.#child.stderr;
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    await this.#child.exit();
    rmSync(this.#reports, { recursive: true, force: true });
  }
}
