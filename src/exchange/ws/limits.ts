/** Every bound that the WebSocket door puts on a peer, in wall time (wire 4.1, SEC-32 to SEC-37). */
export interface WsLimits {
  /** Bytes of a message, whole or in fragments. */
  readonly messageBytesMax: number;
  /** Fragments of a message that hold anything. */
  readonly fragmentsMax: number;
  /** Pieces in which the bytes of one frame may arrive. */
  readonly piecesMax: number;
  /** Open connections of one client address. */
  readonly connectionsPerAddress: number;
  /** From the opening of a trade connection to its login. */
  readonly loginMs: number;
  /** Silence after which the server pings the client, and silence after which it closes the connection. */
  readonly pingAfterMs: number;
  readonly idleMs: number;
  /** Longest life of a connection. */
  readonly lifeMs: number;
  /** From a close frame to the end of the socket, whatever the peer does. */
  readonly closeMs: number;
  /** How often all of these are looked at, so how late they can be. */
  readonly checkEveryMs: number;
  /** Bytes of pongs and frames that may wait before a peer that keeps on pinging is dropped. */
  readonly pongBytesMax: number;
}

export const WS_LIMITS: WsLimits = {
  messageBytesMax: 20_480,
  fragmentsMax: 128,
  piecesMax: 1_024,
  connectionsPerAddress: 100,
  loginMs: 30_000,
  pingAfterMs: 45_000,
  idleMs: 90_000,
  lifeMs: 86_400_000,
  closeMs: 5_000,
  checkEveryMs: 1_000,
  pongBytesMax: 1_048_576,
};
