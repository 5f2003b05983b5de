import type { ControlAction, Params } from '../command.ts';

/** A wallet with its subaccount. */
export interface PartyAccount {
  readonly address: string;
  readonly privateKey: string;
  readonly subAccountId: string;
}

export interface HttpCall {
  readonly method: string;
  /** With `/v1`. */
  readonly path: string;
  readonly contentType: string;
  readonly body: string | null;
}

export interface PartyResponse {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/** How each try begins. */
export interface Beginning {
  /** A name; file contents are passed as they are. */
  readonly world: string | Readonly<Record<string, unknown>>;
  readonly seed: string;
  readonly limits: Readonly<Record<string, unknown>>;
  /** Unix ms; left out, as the exchange was started, or as the world says. */
  readonly startTime?: number;
}

/** One of the two exchanges that get every command. */
export interface Party {
  readonly serviceName: string;
  /** Starts over and returns the wallets. */
  begin(beginning: Beginning): Promise<readonly PartyAccount[]>;
  send(call: HttpCall): Promise<PartyResponse>;
  /** Exchange time, Unix ms. */
  now(): number;
  advance(ms: number): Promise<void>;
  /** Returns the refusal, or null when it was done. */
  steer(action: ControlAction, params: Params): Promise<string | null>;
  close(): Promise<void>;
}

/** The target cannot be reached, or its control plane does not do what it is asked. */
export class TargetLost extends Error {
  override readonly name = 'TargetLost';
}
