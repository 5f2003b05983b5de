import type { StreamEndpoint } from '../api/channel.ts';

/** One response with the request that caused it; nothing is thrown away, so that a report can show every byte. */
export interface Exchanged {
  readonly request: { readonly method: string; readonly url: string; readonly body: string | null };
  /** As of HTTP, whichever way the response came. */
  readonly status: number;
  /** None over a stream. */
  readonly headers: Headers;
  /** As it came. */
  readonly text: string;
  /** The response in the envelope of REST; undefined when it is no JSON. */
  readonly body: unknown;
}

/** A way for requests to reach a target. A scenario does not know which one it is on. */
export interface Transport {
  /** Tokens of the address that the way itself costs and that nobody has asked about yet; from then on it costs none. */
  newCharges(): Promise<number>;
  /** Sends a request of a surface, given as the body of REST. */
  send(surface: StreamEndpoint, body: Readonly<Record<string, unknown>>): Promise<Exchanged>;
  /** Sends a request that must stay without a response: its connection ends, or nothing is said on it. */
  unanswered(surface: StreamEndpoint, body: Readonly<Record<string, unknown>>): Promise<void>;
  /** Sends a request once more, byte for byte. */
  again(exchanged: Exchanged): Promise<Exchanged>;
  close(): void;
}

/** Text as JSON; undefined when it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
