import assert from 'node:assert/strict';
import type { Target } from '../../src/suite/targets/target.ts';

/** Milliseconds after which an empty bucket is full again. */
const FULL_AGAIN_MS = 10_000;

/** The time of a scenario: it moves the clock of its target, or waits where the target has a real clock. */
export class ScenarioTime {
  readonly #target: () => Target;
  readonly #isStopping: (() => boolean) | undefined;
  /** Milliseconds that the scenario has let pass. */
  #passed = 0;
  /** Those of them that went by on their own. */
  #caughtUp = 0;

  /** @param isStopping polled during a wait; left out where a run cannot be stopped */
  constructor(target: () => Target, isStopping?: () => boolean) {
    this.#target = target;
    this.#isStopping = isStopping;
  }

  /** Lets exchange time pass: moves the clock where there is a control plane, and waits where there is none. */
  async pass(ms: number): Promise<void> {
    const { control, pass } = this.#target();
    assert.ok(control ?? pass, 'this step needs a target with a control plane');
    await (control ? control.advance(ms) : pass?.(ms, this.#isStopping));
    this.#passed += ms;
  }

  /** Waits for something of a target with a real clock that no sentence speaks of. */
  async waitAside(ms: number): Promise<void> {
    await this.#target().pass?.(ms, this.#isStopping);
    this.#catchUp();
  }

  /** Counts time that has gone by on its own, on a target with a real clock, as passed. */
  #catchUp(): void {
    const { began } = this.#target();
    if (began === undefined) return;
    const behind = Math.max(0, this.#target().now() - began - this.#passed);
    this.#passed += behind;
    this.#caughtUp += behind;
  }

  /** Lets enough time pass for a bucket to refill: that of a subaccount, or that of the address. */
  async fill(subAccountId?: string): Promise<void> {
    const { control, fill } = this.#target();
    if (control) await this.pass(FULL_AGAIN_MS);
    else await fill?.(subAccountId);
  }

  /** Moves the clock to the next millisecond. A real clock needs no step. */
  async tick(): Promise<void> {
    if (this.#target().control) await this.pass(1);
  }

  /** Returns a time of the target in milliseconds, for differences only: its zero is not defined. */
  ticks(): number {
    const target = this.#target();
    return target.ticks?.() ?? target.now();
  }

  /** Returns the time of the scenario: its start plus the time that it has let pass. With a control plane it is the clock. */
  told(): number {
    const { began } = this.#target();
    return began === undefined ? this.#target().now() : began + this.#passed;
  }

  /** Returns the milliseconds by which the clock of the target is ahead of the time of the scenario. */
  late(): number {
    return this.#target().now() - this.told();
  }

  /**
   * Returns the milliseconds by which something may be older than its place in the scenario says: it came about before the scenario
   * counted time that had gone by on its own.
   */
  early(): number {
    return this.#caughtUp;
  }

  /** True when the clock of the target advances by itself. */
  get isReal(): boolean {
    return this.#target().began !== undefined;
  }
}
