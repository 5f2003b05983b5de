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
