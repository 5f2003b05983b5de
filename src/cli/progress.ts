import { say } from './output.ts';

const SAY_EVERY_MS = 2_000;

/** A line on stderr now and then, so that long work is not taken for none. */
export class Progress {
  readonly #done: string;
  #said = performance.now();

  /** `done` says what has happened to the inputs, such as `replayed`. */
  constructor(done: string) {
    this.#done = done;
  }

  at(inputs: number): void {
    if (performance.now() - this.#said < SAY_EVERY_MS) return;
    this.#said = performance.now();
    say(`${inputs} inputs ${this.#done} so far`);
  }
}
