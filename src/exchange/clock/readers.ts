/** The readers of streams, as far as an advance or a catch-up waits for them between slices (DET-02). */
export interface Readers {
  /** From now on no frame is dropped for a reader that keeps reading. */
  hold(): void;
  /** From now on the rule for slow readers holds for all. */
  release(): void;
  /** Null when no reader is behind; else resolves once none is that keeps reading, or on the signal. */
  caughtUp(signal: AbortSignal): Promise<void> | null;
  /** True when so many frames are collected that a slice had better end. */
  isFull(): boolean;
  /** Hands out all frames that were made so far; null when there is none. */
  handOut(): Promise<void> | null;
}

/** No streams at all. */
export const NO_READERS: Readers = {
  hold: () => undefined,
  release: () => undefined,
  caughtUp: () => null,
  isFull: () => false,
  handOut: () => null,
};
