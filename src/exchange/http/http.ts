/** One HTTP request without its socket. Header names are lower case. */
export interface HttpRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  /** Address of the socket's peer. */
  readonly ip: string;
  /** The subaccount that sends it, as a client in this process is bound to one: its latency counts where the request names none. */
  readonly subAccountId?: string;
  /** A look from outside the world of the exchange: neither latency nor an injected fault meets it, and a read is free. */
  readonly isUnhindered?: true;
}

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** An injected fault: the connection ends and nothing of this is sent. */
  readonly lost?: true;
}

/** A response too long to hold at once: `rest` follows `body`, piece by piece. */
export interface StreamedResponse extends HttpResponse {
  readonly rest: Iterable<string>;
}
