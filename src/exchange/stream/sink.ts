/** Where a session's frames go: a socket, or a list in a test. */
export interface StreamSink {
  /** Text frames of one turn, in order; written as one piece where the transport can. Many sinks may get one list, which is then frozen. */
  send(frames: readonly string[]): void;
  /** Closes with a code of wire 4.1; frames sent before still go out. */
  close(code: number, reason: string): void;
  /** Ends at once, without a close frame, as when the line breaks. Left out: it is closed with 1011. */
  cut?(): void;
  /** Bytes handed over and not yet taken by the peer. */
  buffered(): number;
  /** True while it keeps frames back that have not been handed over. */
  holds?(): boolean;
}

/** The other end of a connection, as its transport knows it. */
export interface StreamPeer {
  readonly ip: string;
  /** The subaccount that the connection belongs to also before a login: its latency counts. */
  readonly subAccountId?: string;
}

/** One connection, without its socket. */
export interface StreamSession {
  /**
   * One text frame of the peer. Never throws for what a peer sent.
   *
   * @param isOverdue - whether a request in it has waited too long and is to be refused; in the same process none has
   */
  receive(text: string, isOverdue?: () => boolean): void;
  /** The sink has taken what it had: what waited may go on. */
  drained(): void;
  /** The connection is gone; the session sends nothing from now on. */
  gone(): void;
  /** Logged in by now; a transport closes a trade connection that is not within its window. */
  authenticated(): boolean;
  /** True while a post is under way or a frame waits for the peer, so that a close now would lose a reply. */
  owes(): boolean;
}

/** Close codes and what they are used for (wire 4.1). */
export const CLOSE = {
  normal: 1000,
  goingAway: 1001,
  binary: 1003,
  notJson: 1007,
  policy: 1008,
  tooLarge: 1009,
  failure: 1011,
  restart: 1012,
  overload: 1013,
} as const;

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
