/** What one peer may cost (SEC-33, SEC-35, SEC-36). */
export interface StreamLimits {
  /** Subscriptions of one client address over all its connections. */
  readonly subscriptionsPerAddress: number;
  /** Bytes that wait in the socket before a reader counts as slow; also the most that is handed to it at once. */
  readonly slowBytes: number;
  /** The same bound for a reader that an advance waits for: small, so that progress shows soon. */
  readonly pacedBytes: number;
  /** Wall time without progress after which an advance waits no longer for a reader. */
  readonly stalledMs: number;
  /** Bytes of frames that may wait for a slow reader in channels that drop nothing; one more closes it with 1013. */
  readonly queuedBytesMax: number;
  /** Requests of one connection that may be under way at once. */
  readonly requestsUnderWayMax: number;
}

/** A slow reader costs twice `slowBytes` in its socket and `queuedBytesMax` beside it, and no more. */
export const STREAM_LIMITS: StreamLimits = {
  subscriptionsPerAddress: 1_000,
  slowBytes: 262_144,
  pacedBytes: 65_536,
  stalledMs: 5_000,
  queuedBytesMax: 4_194_304,
  requestsUnderWayMax: 256,
};
