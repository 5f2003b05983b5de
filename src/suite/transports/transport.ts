import type { StreamEndpoint } from '../../contract/channel.ts';

/** A response and the request that caused it, unchanged, so that a report can show every byte. */
export interface Exchanged {
  readonly request: { readonly method: string; readonly url: string; readonly body: string | null };
  /** The HTTP status, also of a response over a stream. */
  readonly status: number;
  /** None over a stream. */
  readonly headers: Headers;
  /** The body, unchanged. */
  readonly text: string;
  /** The response in the envelope of REST; undefined when it is no JSON. */
  readonly body: unknown;
}

/** Carries requests to a target. A scenario does not know which transport it runs on. */
export interface Transport {
  /** Returns the tokens of the address that the transport itself has cost since the last call. */
  newCharges(): Promise<number>;
  /** Sends a request of a surface, given as the body of REST. */
  send(surface: StreamEndpoint, body: Readonly<Record<string, unknown>>): Promise<Exchanged>;
  /** Sends a request that must stay without a response: its connection ends, or receives no message. */
  unanswered(surface: StreamEndpoint, body: Readonly<Record<string, unknown>>): Promise<void>;
  /** Sends a request once more, byte for byte. */
  again(exchanged: Exchanged): Promise<Exchanged>;
  close(): void;
}

/** Text as JSON; undefined when it is none. */
export function parsed(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed;
  } catch {
    return undefined;
  }
}
