import assert from 'node:assert/strict';
import type { Target } from '../../src/harness/targets/target.ts';

/** An empty bucket is full again after that. */
const FULL_AGAIN_MS = 10_000;

/** Time as a scenario lets it pass and tells it, whether it moves the clock of its target or waits for it. */
export class ScenarioTime {
  readonly #target: () => Target;
  readonly #isStopping: (() => boolean) | undefined;
  /** Milliseconds that the scenario has let pass. */
  #passed = 0;

  /** @param isStopping asked again and again while it waits; left out where a run cannot be stopped */
  constructor(target: () => Target, isStopping?: () => boolean) {
    this.#target = target;
    this.#isStopping = isStopping;
  }

  /** Exchange time goes on: it is moved where there is a control plane, and waited for where there is none. */
  async pass(ms: number): Promise<void> {
    const { control, pass } = this.#target();
    assert.ok(control ?? pass, 'this step needs a target with a control plane');
    await (control ? control.advance(ms) : pass?.(ms, this.#isStopping));
    this.#passed += ms;
  }

  /** A bucket has had the time to refill: that of a subaccount, or of the address. */
  async fill(subAccountId?: string): Promise<void> {
    const { control, fill } = this.#target();
    if (control) await this.pass(FULL_AGAIN_MS);
    else await fill?.(subAccountId);
  }

  /** The next millisecond, which comes by itself where the suite does not hold the clock. */
  async tick(): Promise<void> {
    if (this.#target().control) await this.pass(1);
  }

  /** Milliseconds as they go by at the target, from whenever. */
  ticks(): number {
    const target = this.#target();
    return target.ticks?.() ?? target.now();
  }

  /** Time as the scenario tells it: where the suite does not hold the clock, it stands still between the times that pass. */
  told(): number {
    const { began } = this.#target();
    return began === undefined ? this.#target().now() : began + this.#passed;
  }

  /** Milliseconds by which a time of the target may be later than the scenario tells it. */
  late(): number {
    return this.#target().now() - this.told();
  }

  /** Whether the clock goes on by itself. */
  get isReal(): boolean {
    return this.#target().began !== undefined;
  }
}
