/** The time that peers are held to: the world's, or a test's. */
export interface WallClock {
  /** Milliseconds from any beginning, never going back. */
  now(): number;
  /** Runs again and again until the response is called; never keeps the process alive. */
  every(periodMs: number, run: () => void): () => void;
}

export const MONOTONIC: WallClock = {
  now: () => performance.now(),
  every(periodMs, run) {
    const timer = setInterval(run, periodMs).unref();
    return () => clearInterval(timer);
  },
};
