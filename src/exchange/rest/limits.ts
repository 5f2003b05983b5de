/** Every bound that the HTTP door puts on a peer before the exchange sees a request (SEC-32, SEC-33). */
export interface HttpLimits {
  /** Bytes of a body (wire 0.3 step 1). */
  readonly bodyBytesMax: number;
  /** Bytes of the request line and all headers. */
  readonly headerBytesMax: number;
  /** Open sockets; one more is dropped at once. */
  readonly connectionsMax: number;
  /** From the first byte of a request to the end of its headers. */
  readonly headersMs: number;
  /** From the first byte of a request to its last. */
  readonly requestMs: number;
  /** How long the exchange may take over one request. */
  readonly handlerMs: number;
  /** Silence on a socket in the middle of an exchange, such as a peer that does not read its response. */
  readonly stalledMs: number;
  /** Silence between two requests of one socket. */
  readonly keepAliveMs: number;
  /** How often the two request timeouts are looked at, so how late they can be. */
  readonly checkEveryMs: number;
  /** Longest wait for open requests once a drain began; DUR-19 allows 10 s in all. */
  readonly drainMs: number;
}

/** A slow peer is gone after at most 11 s, within the 15 s of SEC-32. */
export const HTTP_LIMITS: HttpLimits = {
  bodyBytesMax: 20_480,
  headerBytesMax: 16_384,
  connectionsMax: 4_096,
  headersMs: 8_000,
  requestMs: 10_000,
  handlerMs: 10_000,
  stalledMs: 14_000,
  keepAliveMs: 65_000,
  checkEveryMs: 1_000,
  drainMs: 8_000,
};
