import type { Action, InfoRead, SignedRequest, TradeRead, TradeWrite } from '../../contract/action.ts';
import { INFO_ACTIONS, TRADE_ACTIONS } from '../../contract/catalogue.ts';
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import { parseSubAccountId } from '../../contract/primitives.ts';
import type { TypedMessage } from '../../contract/signing.ts';
import { asUint64, parseStrictJson } from '../../contract/strict-json.ts';
import { isRefusal, type Refusal, refuse, wrongType } from '../../kernel/errors.ts';
import type { Address } from '../../kernel/ids.ts';
import { nearest } from '../../kernel/nearest.ts';
import type { Preparation } from '../clock/gate.ts';
import { NO_KEY, parseSignature, type Signature, type SignatureChecker } from '../signatures/signature.ts';
import type { SignatureWorkers, WalletCheck } from '../signatures/workers/pool.ts';
import type { StepName } from './trail.ts';

/** What can be read of a request from its bytes alone: its action, what it has signed, and a check of that ahead of its turn. */

export const BODY_BYTES_MAX = 20_480;

/** A request whose action is known. */
export interface Request<A extends Action = Action> {
  readonly action: A;
  /** As sent: an alias is signed as an alias. */
  readonly name: string;
  readonly body: JsonObject;
  readonly params: JsonObject;
}

/** Why a body names no request, and the step that refuses it for that. */
export interface Unreadable {
  readonly step: StepName;
  readonly refusal: Refusal;
}

/**
 * What the bytes of a request say. They are read before the address pays, because the action decides the price;
 * what is wrong with them is refused at its own step.
 */
export type Reading = Request | Unreadable;

export const isUnreadable = (reading: Reading): reading is Unreadable => 'refusal' in reading;

/** Reads the body of a POST; `readingOf` finds the action in it. */
export function readBody(bytes: Uint8Array, readingOf: (body: JsonObject) => Reading): Reading {
  if (bytes.length > BODY_BYTES_MAX) return { step: 'checkSize', refusal: refuse('INVALID_FORMAT') };
  const read = parseStrictJson(bytes);
  return 'value' in read && isObject(read.value)
    ? readingOf(read.value)
    : { step: 'checkBody', refusal: notAnObject('error' in read ? read.error : 'it must be a JSON object') };
}

/** Finds the action of a trade request. */
export function readTrade(body: JsonObject, actions: ReadonlyMap<string, TradeWrite | TradeRead>): Reading {
  const { params } = body;
  if (params === undefined || params === null) return missing('params');
  if (!isObject(params)) return unreadable(wrongType('params', 'an object'));
  return requestOf(body, params, params.action, actions);
}

/** Finds the action of an info request, whose fields may also stand at top level, with `type` for `action` (wire 7.1). */
export function readInfo(body: JsonObject, actions: ReadonlyMap<string, InfoRead>): Reading {
  const params = body.params ?? body;
  if (!isObject(params)) return unreadable(wrongType('params', 'an object'));
  const name = params.action ?? params.type;
  if (isAbsent(name) && params === body) return missing('params');
  return requestOf(body, params, name, actions);
}

/** Returns the fields of a `post` as the body of the same request on REST: signed fields stand beside `params` (wire 4.3). */
export function bodyOfPost({ nonce, expiresAfter, signature, ...params }: JsonObject): JsonObject {
  return {
    params,
    ...(nonce !== undefined && { nonce }),
    ...(expiresAfter !== undefined && { expiresAfter }),
    ...(signature !== undefined && { signature }),
  };
}

function requestOf(
  body: JsonObject,
  params: JsonObject,
  name: Json | undefined,
  actions: ReadonlyMap<string, Action>,
): Reading {
  if (isAbsent(name)) return missing('action');
  const action = typeof name === 'string' ? actions.get(name) : undefined;
  if (typeof name !== 'string' || !action) return unreadable(unsupported(name, actions));
  return { action, name, body, params };
}

/** R-23, with the name that was probably meant; a hint names nothing that the request sent. */
function unsupported(name: Json | undefined, actions: ReadonlyMap<string, Action>): Refusal {
  const hint = typeof name === 'string' ? hintFor(name, actions) : 'must be a string';
  const details = { field: 'action', ...(hint !== undefined && { hint }) };
  return refuse('VALIDATION_ERROR', 'unsupported action', { details });
}

function hintFor(name: string, actions: ReadonlyMap<string, Action>): string | undefined {
  const elsewhere = TRADE_ACTIONS.get(name) ?? INFO_ACTIONS.get(name);
  if (elsewhere) return `${elsewhere.name} is served by POST /v1/${elsewhere.surface}`;
  const near = nearest(name, [...actions.keys()]);
  return near === undefined ? undefined : `did you mean ${near}?`;
}

const notAnObject = (hint: string): Refusal =>
  refuse('INVALID_FORMAT', undefined, { details: { field: 'body', hint } });

const isAbsent = (value: Json | undefined): boolean => value === undefined || value === null || value === '';

const unreadable = (refusal: Refusal): Unreadable => ({ step: 'checkAction', refusal });

/** */
const missing = (field: string): Unreadable => unreadable(refuse('MISSING_REQUIRED_FIELD', `${field} is required`));

/** What a request has signed: the values beside its params, and the message that they make. */
export interface SignedPart {
  readonly values: SignedRequest;
  readonly message: TypedMessage;
}

/** Reads what a request has signed. A read signs its name, in form B when it carries a nonce (wire 1.2, R-04). */
export function signedPartOf(
  action: Exclude<Action, { surface: 'info' }>,
  { name, body, params }: Request,
  subAccountId: bigint,
): SignedPart | Refusal {
  const nonce = uint64Of(body.nonce, 'nonce');
  if (isRefusal(nonce)) return nonce;
  const expiresAfter = uint64Of(body.expiresAfter, 'expiresAfter');
  if (isRefusal(expiresAfter)) return expiresAfter;
  const values = { action: name, params, subAccountId, nonce, expiresAfter };
  const message = action.kind === 'write' ? action.typedMessage(values) : nameMessageOf(values);
  return isRefusal(message) ? message : { values, message };
}

const nameMessageOf = ({ action, subAccountId, nonce, expiresAfter }: SignedRequest): TypedMessage =>
  nonce > 0n
    ? { type: 'SubAccountActionNonce', values: { subAccountId, action, nonce, expiresAfter } }
    : { type: 'SubAccountAction', values: { subAccountId, action, expiresAfter } };

function uint64Of(value: Json | undefined, field: string): bigint | Refusal {
  if (value === undefined || value === null) return 0n;
  return asUint64(value) ?? refuse('VALIDATION_ERROR', `${field} must be an unsigned 64-bit integer`);
}

/** The signature of a request that has arrived and whose turn has not come: a worker recovers its wallet meanwhile. */
export class EarlyCheck {
  readonly signature: Signature;
  readonly signed: SignedPart;
  /** What the request waits for. */
  readonly preparation: Preparation;
  readonly #check: WalletCheck;

  constructor(signature: Signature, signed: SignedPart, check: WalletCheck) {
    this.signature = signature;
    this.signed = signed;
    this.preparation = check;
    this.#check = check;
  }

  wallet(): Address | Refusal {
    return this.#check.wallet ?? NO_KEY;
  }
}

/**
 * Begins to check the signature of a request; null where there is none, or none that a wallet can be behind: the
 * validation steps then say so in its turn. Everything read here depends on the request alone.
 */
export function beginCheck(request: Request, checker: SignatureChecker, workers: SignatureWorkers): EarlyCheck | null {
  const { action, body } = request;
  if (action.surface !== 'trade' || body.signature === undefined) return null;
  const id = parseSubAccountId(body, action.missingIdText);
  const signature = parseSignature(body.signature);
  if (isRefusal(id) || isRefusal(signature)) return null;
  const signed = signedPartOf(action, request, id);
  if (isRefusal(signed)) return null;
  return new EarlyCheck(signature, signed, workers.check(checker.pack(signed.message, signature)));
}
