import { printable } from '../../kernel/printable.ts';
import { currentHost } from '../../exchange/host.ts';
import { quantile } from '../../lab/sweeps/results/figures.ts';
import type { SweepRow } from '../../lab/sweeps/sweep.ts';
import { JsonProgress, type ProgressLine } from '../json-progress.ts';
import { say } from '../output.ts';
import { durationText, figureText } from './text.ts';

/** Between two lines where there is no terminal. */
const SAY_EVERY_MS = 10_000;
const SHOW_EVERY_MS = 250;
/** Sorting more values than this often would slow the sweep down. */
const SHOWN_MAX = 50_000;

/** How far a sweep is: one line that changes on a terminal, a line now and then elsewhere. */
export class SweepProgress {
  readonly #total: number;
  readonly #before: number;
  readonly #started = performance.now();
  readonly #out = currentHost().stderr;
  readonly #isTerminal = this.#out.isTTY === true;
  readonly #pnl: number[] = [];
  #done = 0;
  #failed = 0;
  #errors = 0;
  #shown = this.#started;

  /** Null writes for people. */
  readonly #lines: JsonProgress | null;

  /** @param rows what was done before */
  constructor(total: number, rows: readonly SweepRow[], isJson: boolean) {
    this.#lines = isJson ? new JsonProgress() : null;
    this.#total = total;
    this.#before = rows.length;
    for (const row of rows) this.#count(row);
    this.#lines?.write(this.#line());
  }

  add(row: SweepRow): void {
    this.#count(row);
    if (this.#lines) {
      this.#lines.at(this.#line());
      return;
    }
    const now = performance.now();
    if (now - this.#shown < (this.#isTerminal ? SHOW_EVERY_MS : SAY_EVERY_MS)) return;
    this.#shown = now;
    if (this.#isTerminal) this.#show();
    else say(this.#text());
  }

  /** Ends the line on a terminal. */
  end(): void {
    if (!this.#isTerminal || this.#lines) return;
    this.#show();
    this.#out.write('\n');
  }

  #line(): ProgressLine {
    return { done: this.#done, total: this.#total, unit: 'runs', failed: this.#failed + this.#errors };
  }

  #count({ verdict, strategy }: SweepRow): void {
    this.#done += 1;
    if (verdict === 'failed') this.#failed += 1;
    if (verdict === 'error') this.#errors += 1;
    if (strategy && this.#pnl.length < SHOWN_MAX) this.#pnl.push(Number(strategy.statistics.pnl));
  }

  #show(): void {
    const line = printable(this.#text()).slice(0, Math.max(20, (this.#out.columns ?? 0) - 1));
    this.#out.write(`\r\u001b[2K${line}`);
  }

  #text(): string {
    const seconds = (performance.now() - this.#started) / 1000;
    const rate = (this.#done - this.#before) / Math.max(seconds, 0.001);
    const left = this.#total - this.#done;
    const eta = rate > 0 && left > 0 ? [`${durationText(left / rate)} left`] : [];
    const failures = [
      ...(this.#failed > 0 ? [`${this.#failed} failed`] : []),
      ...(this.#errors > 0 ? [`${this.#errors} without a result`] : []),
    ];
    const parts = [`${this.#done} of ${this.#total} runs`, `${figureText(rate)} a second`, ...eta, ...failures];
    return [...parts, ...this.#quantiles()].join(', ');
  }

  #quantiles(): string[] {
    if (this.#pnl.length === 0) return [];
    const sorted = this.#pnl.toSorted((one, other) => one - other);
    const at = (share: number): string => figureText(quantile(sorted, share));
    return [`pnl p05 ${at(0.05)} p50 ${at(0.5)} p95 ${at(0.95)}`];
  }
}
