/**
 * Somebody for whose sake a run stops: a strategy in this process, or a bot that asks for time. The run wakes one at a
 * time, in the order in which they were added, and moves the clock only once all of them wait for it.
 */
export interface Participant {
  /** Exchange time at which it is to be woken though nothing has arrived; null for never. */
  nextTimer(): number | null;
  /** True when something has arrived that it has not been shown. */
  hasNews(): boolean;
  /** Shows it what has arrived and what has rung; resolves when it waits for time again. */
  wake(now: number): Promise<void>;
}
