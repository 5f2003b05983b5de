/**
 * Somebody for whose sake a run stops: a strategy in this process, or a bot that asks for time. The run wakes one at a
 * time, in the order in which they were attached, and moves the clock only once each of them waits: for time, or for
 * a request of theirs that is under way for some exchange time.
 */
export interface Participant {
  /** Exchange time at which it is to be woken though nothing has arrived; null for never. */
  nextTimer(): number | null;
  /** True when something has arrived that it has not been shown. */
  hasNews(): boolean;
  /** False while it waits for a time and nothing else. Left out: true. */
  wantsNews?(): boolean;
  /** Whether a request of its own is under way while it is awake. Left out: whenever the exchange holds any request. */
  isRequesting?(): boolean;
  /** Shows it what has arrived and what has rung; resolves when it waits for time again. */
  wake(now: number): Promise<void>;
}
