/** A JSON value. A text `${...}` in it is a reference, which each exchange replaces by a value of its own. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };
export type Params = Readonly<Record<string, Value>>;

/** A request that an account signs. */
export interface SignedCommand {
  readonly kind: 'signed';
  /** Who signs it. */
  readonly account: string;
  /** Subaccount that it acts on: an account by name, or a reference; null for the signer's own. */
  readonly on: string | null;
  readonly action: string;
  readonly params: Params;
  /**
   * What differs from an ordinary request, by the paths of the feature language: `top.` fields are signed, `tampered.` fields
   * changed after signing, `signing.` says what is signed. The text `<absent>` leaves a field out.
   */
  readonly changes: Params;
}

export type Command =
  | SignedCommand
  /** The last signed request once more, byte for byte. */
  | { readonly kind: 'again' }
  | { readonly kind: 'public'; readonly action: string; readonly params: Params }
  /** Any HTTP request below `/v1`. */
  | {
      readonly kind: 'raw';
      readonly method: string;
      readonly path: string;
      readonly contentType: string;
      readonly body: string | null;
    }
  | { readonly kind: 'advance'; readonly ms: number }
  | { readonly kind: 'control'; readonly action: ControlAction; readonly params: Params };

/** What explore steers: a function of `Exchange.control`, and a route of the control plane. */
export type ControlAction =
  | 'movePrice'
  | 'setMarkPrice'
  | 'setPeg'
  | 'setMarketStatus'
  | 'setTier'
  | 'setWhitelisted'
  | 'deposit'
  | 'planWithdrawal'
  | 'settleWithdrawal';

/** One command of a sequence. Its id stays when others are removed, so that references to it stay right. */
export interface Step {
  readonly id: number;
  readonly command: Command;
}

export const ABSENT = '<absent>';

/** Value at a path of the response to a step: `response.statuses[0].resting.id`. */
export const resultOf = (id: number, path: string): string => `\${c${id}.${path}}`;
/** Property of an account: its subaccount id, or its address. */
export const idOf = (account: string): string => `\${${account} id}`;
export const addressOf = (account: string): string => `\${${account} address}`;
/** Exchange time, Unix ms or seconds, at the moment of sending. */
export const timeIn = (ms: number): string => `\${now ${ms < 0 ? '-' : '+'} ${Math.abs(ms)} ms}`;
export const secondsIn = (seconds: number): string =>
  `\${now ${seconds < 0 ? '-' : '+'} ${Math.abs(seconds)} s in seconds}`;

export const isRead = (action: string): boolean => action.startsWith('get');
