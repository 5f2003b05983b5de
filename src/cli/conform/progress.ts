import type { Envelope } from '@cucumber/messages';
import type { HostStream } from '../../exchange/host.ts';

/** Statuses that make a scenario fail. */
const BAD: ReadonlySet<string> = new Set(['FAILED', 'AMBIGUOUS', 'UNDEFINED', 'PENDING']);
const SKIPPED: ReadonlySet<string> = new Set(['SKIPPED']);
const SAY_EVERY_MS = 5_000;
const DRAW_EVERY_MS = 100;

/** How far a run is: one line that is drawn again on a terminal, a line now and then anywhere else. */
export class Progress {
  readonly #total: number;
  readonly #out: HostStream;
  readonly #started = performance.now();
  #said = performance.now();
  #done = 0;
  #failed = 0;
  #skipped = 0;
  /** Worst status so far of each scenario under way. */
  readonly #running = new Map<string, 'passed' | 'failed' | 'skipped'>();

  constructor(total: number, out: HostStream) {
    this.#total = total;
    this.#out = out;
  }

  receive({ testCaseStarted, testStepFinished, testCaseFinished }: Envelope): void {
    if (testCaseStarted) this.#running.set(testCaseStarted.id, 'passed');
    if (testStepFinished) {
      const { testCaseStartedId: id, testStepResult } = testStepFinished;
      if (BAD.has(testStepResult.status)) this.#running.set(id, 'failed');
      else if (SKIPPED.has(testStepResult.status) && this.#running.get(id) !== 'failed')
        this.#running.set(id, 'skipped');
    }
    if (testCaseFinished) this.#end(testCaseFinished.testCaseStartedId);
  }

  /** Removes what was drawn. */
  end(): void {
    if (this.#out.isTTY) this.#out.write('\r\u001b[K');
  }

  #end(id: string): void {
    const verdict = this.#running.get(id);
    this.#running.delete(id);
    this.#done += 1;
    if (verdict === 'failed') this.#failed += 1;
    if (verdict === 'skipped') this.#skipped += 1;
    const now = performance.now();
    if (now - this.#said < (this.#out.isTTY ? DRAW_EVERY_MS : SAY_EVERY_MS)) return;
    this.#said = now;
    const line = this.#line(now);
    this.#out.write(this.#out.isTTY ? `\r\u001b[K${line}` : `perpsim: ${line}\n`);
  }

  #line(now: number): string {
    const seconds = Math.round((now - this.#started) / 1_000);
    const skipped = this.#skipped === 0 ? '' : `, ${this.#skipped} skipped`;
    return `${this.#done} of ${this.#total} scenarios, ${this.#failed} failed${skipped}, ${seconds} s`;
  }
}
