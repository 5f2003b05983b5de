import { evaluate } from '../expectations/evaluate.ts';
import type { RunFacts } from '../expectations/facts.ts';
import type { ExpectationResult } from '../run-result.ts';
import type { Expectation } from '../scenario.ts';

/** A run, as far as its expectations are concerned. */
interface Expecting {
  readonly startTime: number;
  readonly checks: ExpectationResult[];
  now(): number;
  facts(): RunFacts;
}

/** The expectations of a scenario, each checked once, at its time, when everything that is done then is done. */
export class Expected {
  readonly #ordered: readonly Expectation[];
  #next = 0;

  constructor(expectations: readonly Expectation[]) {
    this.#ordered = [...expectations].sort((a, b) => a.atMs - b.atMs);
  }

  /** Exchange time of the next one; null after the last. */
  nextTime(startTime: number): number | null {
    const next = this.#ordered[this.#next];
    return next ? startTime + next.atMs : null;
  }

  /** Checks what is due. Reads for it take tokens as any read does. */
  async check(run: Expecting): Promise<void> {
    for (let due = this.nextTime(run.startTime); due !== null && due <= run.now(); due = this.nextTime(run.startTime)) {
      const next = this.#ordered[this.#next];
      this.#next += 1;
      if (next) run.checks.push(await evaluate(next, run.facts()));
    }
  }
}
