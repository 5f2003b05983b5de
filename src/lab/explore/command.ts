import { isList } from '../../kernel/entries.ts';
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
export interface NumberedCommand {
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

/** One command of a random sequence, and how the two exchanges that got it have parted. */
export interface Difference {
  /** Place in the sequence, from 0. */
  readonly index: number;
  /** Path into the response or the read that differs, such as `response.statuses[0].errorCode`. */
  readonly path: string;
  readonly target: string;
  readonly reference: string;
}

const REFERENCE = /^\$\{(.+)\}$/;
const TIME = /^now ([+-]) (\d+) (ms|s)( in seconds)?$/;
const RESULT = /^c(\d+)\.(.+)$/;

/** Stands for an id that the sequence, once shortened, no longer creates. */
const NO_ID = '18446744073709551615';

/** What references of one exchange stand for. */
export interface Known {
  now(): number;
  /** The body that responded to a step. */
  resultOf(step: number): unknown;
  /** A property of an account by its reference text, such as `alice id`. */
  accountValue(text: string): string | undefined;
}

/** Returns the value with all references in it replaced. A result that there is not becomes an id that nothing has. */
export function resolved(value: Value, known: Known): Value {
  if (typeof value === 'string') return REFERENCE.test(value) ? valueOf(value, known) : value;
  if (isList(value)) return value.map((item) => resolved(item, known));
  if (typeof value !== 'object' || value === null) return value;
  return resolvedParams(value, known);
}

/** Returns params with all references in them replaced. */
export const resolvedParams = (params: Readonly<Record<string, Value>>, known: Known): Record<string, Value> =>
  Object.fromEntries(Object.entries(params).map(([key, inner]) => [key, resolved(inner, known)]));

/** The text between the braces of a reference; undefined for any other value. */
export const referenceIn = (value: Value): string | undefined =>
  typeof value === 'string' ? REFERENCE.exec(value)?.[1] : undefined;

/** Step and path that a reference names; undefined for one to an account or a time. */
export function resultIn(reference: string): { readonly step: number; readonly path: string } | undefined {
  const [, step, path] = RESULT.exec(reference) ?? [];
  return step === undefined || path === undefined ? undefined : { step: Number(step), path };
}

function valueOf(text: string, known: Known): string | number {
  const reference = referenceIn(text) ?? '';
  const [, sign, amount, unit, inSeconds] = TIME.exec(reference) ?? [];
  if (amount !== undefined) {
    const ms = Number(amount) * (unit === 's' ? 1_000 : 1);
    const time = known.now() + (sign === '-' ? -ms : ms);
    return inSeconds === undefined ? time : Math.floor(time / 1_000);
  }
  const result = resultIn(reference);
  if (result === undefined) return known.accountValue(reference) ?? NO_ID;
  const value = valueAt(known.resultOf(result.step), result.path);
  return typeof value === 'string' || typeof value === 'number' ? value : NO_ID;
}

/** The value at a path such as `statuses[0].resting.id`; undefined where there is none. */
export function valueAt(value: unknown, path: string): unknown {
  let inner = value;
  for (const part of path.split(/[.[\]]+/).filter((name) => name !== '')) {
    if (typeof inner !== 'object' || inner === null) return undefined;
    inner = Reflect.get(inner, part);
  }
  return inner;
}

const isHolder = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Sets, or with `<absent>` removes, the value at a path of a plain object that belongs to the caller. */
export function setAt(object: Record<string, unknown>, path: string, value: unknown, absent: string): void {
  const parts = path.split(/[.[\]]+/).filter((name) => name !== '');
  const last = parts.pop();
  let inner: Record<string, unknown> = object;
  for (const part of parts) {
    const next = inner[part];
    if (!isHolder(next)) return;
    inner = next;
  }
  if (last === undefined) return;
  if (value === absent) Reflect.deleteProperty(inner, last);
  else inner[last] = value;
}
