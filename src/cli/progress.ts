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
