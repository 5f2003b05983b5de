import { currentHost } from '../exchange/host.ts';
import { say } from './output.ts';

const SAY_EVERY_MS = 2_000;

/** A line on stderr now and then, so that long work is not taken for none. */
export class Progress {
  readonly #done: string;
  readonly #what: string;
  #said = performance.now();

  /** `done` says what has happened to the inputs, such as `replayed`; `what` names another thing that is counted. */
  constructor(done: string, what = 'inputs') {
    this.#done = done;
    this.#what = what;
  }

  at(count: number): void {
    if (performance.now() - this.#said < SAY_EVERY_MS) return;
    this.#said = performance.now();
    say(`${count} ${this.#what} ${this.#done} so far`);
  }
}

/** How far long work has come, as a line of JSON on stderr: what `--progress-json` asks for. */
export interface ProgressLine {
  readonly done: number;
  readonly total: number;
  /** What is counted: milliseconds of exchange time, runs or scenarios. */
  readonly unit: 'ms' | 'runs' | 'scenarios';
  readonly failed?: number;
  readonly skipped?: number;
  /** The scenario of the suite that has just ended. */
  readonly ended?: { readonly id: string; readonly name: string; readonly verdict: string };
}

const WRITE_EVERY_MS = 100;

/** Writes progress as lines of JSON: the first at once, others at most ten times a second. */
export class JsonProgress {
  readonly #out = currentHost().stderr;
  #written = -WRITE_EVERY_MS;

  at(line: ProgressLine): void {
    const now = performance.now();
    if (now - this.#written < WRITE_EVERY_MS) return;
    this.#written = now;
    this.write(line);
  }

  /** Writes a line that a reader must not miss. */
  write(line: ProgressLine): void {
    this.#out.write(`${JSON.stringify(line)}\n`);
  }
}
