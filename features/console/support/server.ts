import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Child } from '../../../test/child.ts';
import { BIN, CliCall } from '../../../test/cli.ts';

/** A Monday morning, so that every run shows the same times. */
const START = '2026-01-05T00:00:00Z';
const ALWAYS = ['--json', '--start-time', START, '--log-level', 'trace'];
const USUAL = { '--seed': '7', '--world': 'quiet', '--clock': 'manual', '--port': '0' };

interface Facts {
  readonly restUrl: string;
  readonly accounts: readonly { readonly privateKey: string; readonly subAccountId: string }[];
}

/** A call of the command line, in a process of its own or not. */
type Running = Pick<Child, 'stdout' | 'stderr' | 'lines' | 'exit'> & { readonly kill: () => void };

/**
 * An exchange as `perpsim serve` starts it. A process for each scenario would cost more than what most of them ask of it, so it runs
 * in this one, except where a scenario is about the program.
 */
export class ConsoleServer {
  readonly #running: Running;
  readonly facts: Facts;
  /** Where the runs that the console starts leave their results. */
  readonly #reports: string;

  private constructor(running: Running, facts: Facts, reports: string) {
    this.#running = running;
    this.facts = facts;
    this.#reports = reports;
  }

  /** @param flags - as on the command line; they win over those that each scenario has */
  static async start(flags: readonly string[], isProgram: boolean): Promise<ConsoleServer> {
    const usual = Object.entries(USUAL).filter(([name]) => !flags.includes(name));
    const reports = mkdtempSync(join(tmpdir(), 'perpsim-console-'));
    const words = ['serve', ...ALWAYS, ...usual.flat(), '--reports', reports, ...flags];
    const running = isProgram ? new Child([BIN, ...words]) : new CliCall(words);
    const [line = ''] = await running.lines(1);
    return new ConsoleServer(running, JSON.parse(line) as Facts, reports);
  }

  get origin(): string {
    return new URL(this.facts.restUrl).origin;
  }

  /** Everything that it has printed. */
  get output(): string {
    return this.#running.stdout + this.#running.stderr;
  }

  async stop(): Promise<void> {
    this.#running.kill();
    await this.#running.exit();
    rmSync(this.#reports, { recursive: true, force: true });
  }
}
