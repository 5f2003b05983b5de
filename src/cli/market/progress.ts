import { currentHost } from '../../exchange/host.ts';
import { say } from '../output.ts';
import { durationText } from '../sweep/text.ts';

const SAY_EVERY_MS = 10_000;
const SHOW_EVERY_MS = 500;

interface Done {
  readonly minutes: number;
  readonly total: number;
}

/** How far the seeds are: one line that changes on a terminal, a line now and then elsewhere. */
export class FactsProgress {
  readonly #done: () => Done;
  readonly #out = currentHost().stderr;
  readonly #isTerminal = this.#out.isTTY === true;
  readonly #started = performance.now();
  readonly #timer: NodeJS.Timeout;

  constructor(done: () => Done) {
    this.#done = done;
    this.#timer = setInterval(() => this.#show(), this.#isTerminal ? SHOW_EVERY_MS : SAY_EVERY_MS);
  }

  /** Shows nothing more, and ends the line on a terminal. */
  end(): void {
    clearInterval(this.#timer);
    if (!this.#isTerminal) return;
    this.#show();
    this.#out.write('\n');
  }

  #show(): void {
    const { minutes, total } = this.#done();
    const seconds = (performance.now() - this.#started) / 1000;
    const left = minutes > 0 ? `, ${durationText((seconds / minutes) * (total - minutes))} left` : '';
    const line = `${(minutes / 60).toFixed(1)} of ${(total / 60).toFixed(0)} hours of exchange time${left}`;
    if (!this.#isTerminal) return say(line);
    this.#out.write(`\r\u001b[2K${line.slice(0, Math.max(20, (this.#out.columns ?? 0) - 1))}`);
  }
}
