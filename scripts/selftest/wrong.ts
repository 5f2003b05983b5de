import type { StreamEndpoint } from '../../src/contract/channel.ts';
import type { Field } from '../../src/contract/signing.ts';
import type { TransportName } from '../../src/suite/results/run.ts';

/** A JSON object as it is on the wire; wrongs change it in place. */
export type Body = Record<string, unknown>;

/** An HTTP request to the API. */
export interface Call {
  readonly method: string;
  /** With its query: `/v1/trade`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body, where it is a JSON object; an empty one otherwise. */
  readonly body: Body;
  /** `params` of the body, and the action they name. */
  readonly params: Body;
  readonly action: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Typed data: the fields of each struct by its name, the primary one first, and the values. */
export interface SignedMessage {
  readonly types: Readonly<Record<string, readonly Field[]>>;
  readonly values: Readonly<Record<string, unknown>>;
}

/** What a wrong may do beside rewriting: it speaks to the simulator behind the suite's back, and knows the public keys. */
export interface Backstage {
  send(call: Call): Promise<Reply>;
  /**
   * The same action with these params, signed by the owner of the subaccount. Fields beside the params stay as they were but
   * for those of `beside`; undefined leaves one out.
   */
  signedAnew(call: Call, params: Body, beside?: Body): Promise<Call>;
  /** A write by the owner of the subaccount that no client requested. Later nonces of the suite are moved past it. */
  write(subAccountId: string, action: string, params: Body): Promise<Reply>;
  /** Who signed a request, in lower case, if the domain was the usual one but for these fields. */
  signerOf(call: Call, domain?: Body): Promise<string | undefined>;
  /** What an ordinary client signs for a request. */
  messageOf(call: Call): SignedMessage;
  /** Who signed a request, in lower case, if these types and values were what was signed. */
  signerUnder(call: Call, types: SignedMessage['types'], values: SignedMessage['values']): Promise<string | undefined>;
  /** Higher than every nonce that has passed. */
  nextNonce(): number;
  /** Exchange time in Unix milliseconds, as of the last response. */
  now(): number;
  /** A request of the control plane. */
  control(path: string, body: Body): Promise<Body>;
}

/** One connection to a stream, as the hooks see it. */
export interface Line {
  readonly endpoint: StreamEndpoint;
  /** A frame to the client, in the name of the exchange. */
  send(frame: Body): void;
  /** Ends the connection in the name of the exchange. */
  end(code: number): void;
}

type Promised<T> = T | Promise<T>;

/** One place of the simulator's source, and what a wrong simulator has in its place. */
export interface Patch {
  /** Path from the package folder. */
  readonly file: string;
  /** Occurs in the file exactly once. */
  readonly from: string;
  readonly to: string;
}

/** What stands between the suite and a simulator that is right. Whatever it leaves out passes as it is. */
export interface Rewriting {
  /** A request on its way: the one that the exchange sees in its place, or a response that it never gets to give. */
  readonly asked?: (call: Call, backstage: Backstage) => Promised<Call | Reply>;
  readonly responded?: (reply: Reply, call: Call, backstage: Backstage) => Promised<Reply>;
  /** A frame on its way to the exchange, and what goes on in its place. */
  readonly said?: (frame: Body, line: Line) => readonly Body[];
  /** A frame on its way to the client, and what goes on in its place. */
  readonly received?: (frame: Body, line: Line) => readonly Body[];
  /** The close code that the client receives. */
  readonly ended?: (code: number) => number;
  /** Opens a connection that the exchange has refused, without an exchange behind it. */
  readonly opensAnyway?: true;
  /** A switch of the simulator: the settings that the exchange of each scenario begins with. */
  readonly begun?: (settings: Body) => Body;
  /** A simulator of its own, built from a source that differs in these places. */
  readonly source?: readonly Patch[];
}

/** A deployment that is wrong in exactly one way. */
export interface Wrong {
  readonly name: string;
  /** The clause of docs/contract/clauses.yaml that it breaks, or the ruling (`R-03`) where the specification is silent. */
  readonly clause: string;
  /** What it does, in a sentence. */
  readonly what: string;
  /** What has to happen before a client sees it that no plain target does within the usual waits; left out, nothing. */
  readonly takes?: string;
  /** Which way the suite goes to it; left out, REST. */
  readonly transport?: TransportName;
  /** Made anew for each scenario, so that what one has seen is nothing to the next. */
  readonly make: () => Rewriting;
}

/** Which way the suite goes to it. */
export const transportOf = ({ transport = 'rest' }: Pick<Wrong, 'transport'>): TransportName => transport;
