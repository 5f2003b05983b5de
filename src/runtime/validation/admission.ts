import type { Action, Authority, InfoRead, Role, SignedRequest, TradeRead, TradeWrite } from '../../api/action.ts';
import { isObject, type Json, type JsonObject } from '../../api/json.ts';
import { parseSubAccountId } from '../../api/primitives.ts';
import type { TypedMessage } from '../../api/signing.ts';
import { asUint64, parseStrictJson } from '../../api/strict-json.ts';
import type { Account, State } from '../../engine/state.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/errors.ts';
import { type Address, accountNoOf } from '../../kernel/ids.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { ValidationTrail } from './validation-trail.ts';
import { parseSignature, type Signature } from '../signatures/signature.ts';

/** The validation steps (wire 0.3, R-01), each a function of its own; `dispatcher.ts` holds their order. */

export const BODY_BYTES_MAX = 20_480;

/** A request whose action is known. */
export interface Request<A extends Action> {
  readonly action: A;
  /** As sent: an alias is signed as an alias. */
  readonly name: string;
  readonly body: JsonObject;
  readonly params: JsonObject;
}

/** A request that can be checked against a wallet. */
export interface SignedParts {
  readonly request: SignedRequest;
  readonly signature: Signature;
}

/** Step 1. */
export const isTooLarge = (bytes: Uint8Array): boolean => bytes.length > BODY_BYTES_MAX;

/** Step 3: JSON, and an object. */
export function readBody(bytes: Uint8Array): JsonObject | Refusal {
  const read = parseStrictJson(bytes);
  return 'value' in read && isObject(read.value) ? read.value : refuse('INVALID_FORMAT');
}

/** Steps 3 and 4 of a trade request. */
export function tradeRequestOf(
  body: JsonObject,
  actions: ReadonlyMap<string, TradeWrite | TradeRead>,
): Request<TradeWrite | TradeRead> | Refusal {
  const { params } = body;
  if (params === undefined || params === null) return missing('params');
  if (!isObject(params)) return refuse('INVALID_FORMAT');
  return requestOf(body, params, params.action, actions);
}

/** The same for the info surface, where the fields may also stand at top level, and `type` for `action` (wire 7.1). */
export function infoRequestOf(body: JsonObject, actions: ReadonlyMap<string, InfoRead>): Request<InfoRead> | Refusal {
  const params = body.params ?? body;
  if (!isObject(params)) return refuse('INVALID_FORMAT');
  const name = params.action ?? params.type;
  if (isAbsent(name) && params === body) return missing('params');
  return requestOf(body, params, name, actions);
}

function requestOf<A extends Action>(
  body: JsonObject,
  params: JsonObject,
  name: Json | undefined,
  actions: ReadonlyMap<string, A>,
): Request<A> | Refusal {
  if (isAbsent(name)) return missing('action');
  const action = typeof name === 'string' ? actions.get(name) : undefined;
  if (typeof name !== 'string' || !action) return refuse('VALIDATION_ERROR', 'unsupported action');
  return { action, name, body, params };
}

/** Steps 6 to 8: the subaccount, the form of the signature, and the two numbers that are signed along. */
export function signedPartsOf(
  { action, name, body, params }: Request<TradeWrite | TradeRead>,
  trail: ValidationTrail,
): SignedParts | Refusal {
  trail.reach(6);
  const subAccountId = parseSubAccountId(body, action.missingIdText);
  if (isRefusal(subAccountId)) return subAccountId;
  trail.reach(7);
  const signature = parseSignature(body.signature);
  if (isRefusal(signature)) return signature;
  trail.reach(8);
  const nonce = uint64Of(body.nonce, 'nonce');
  if (isRefusal(nonce)) return nonce;
  const expiresAfter = uint64Of(body.expiresAfter, 'expiresAfter');
  if (isRefusal(expiresAfter)) return expiresAfter;
  return { request: { action: name, params, subAccountId, nonce, expiresAfter }, signature };
}

/** The parts of a read that relies on a login: as `signedPartsOf`, without a signature. */
export function unsignedRequestOf({
  action,
  name,
  body,
  params,
}: Request<TradeWrite | TradeRead>): SignedRequest | Refusal {
  const subAccountId = parseSubAccountId(body, action.missingIdText);
  return isRefusal(subAccountId) ? subAccountId : { action: name, params, subAccountId, nonce: 0n, expiresAfter: 0n };
}

/** The fields of a `post` as the body of the same request on REST: what is signed along stands beside `params` (wire 4.3). */
export function bodyOfPost({ nonce, expiresAfter, signature, ...params }: JsonObject): JsonObject {
  return {
    params,
    ...(nonce !== undefined && { nonce }),
    ...(expiresAfter !== undefined && { expiresAfter }),
    ...(signature !== undefined && { signature }),
  };
}

/** Step 8: what was signed. A read signs its name, form B when it carries a nonce (wire 1.2, R-04). */
export function messageOf(action: TradeWrite | TradeRead, request: SignedRequest): TypedMessage | Refusal {
  return action.kind === 'write' ? action.typedMessage(request) : nameMessageOf(request);
}

/** The name of a read as it is signed: form B when there is a nonce to sign. */
function nameMessageOf({ action, subAccountId, nonce, expiresAfter }: SignedRequest): TypedMessage {
  return nonce > 0n
    ? { type: 'SubAccountActionNonce', values: { subAccountId, action, nonce, expiresAfter } }
    : { type: 'SubAccountAction', values: { subAccountId, action, expiresAfter } };
}

/** From here on a number of `expiresAfter` is milliseconds, below it seconds. */
const SECONDS_BELOW = 100_000_000_000n;

/** Step 9. 0 never expires. */
export function isExpired(expiresAfter: bigint, now: TimeMs): boolean {
  if (expiresAfter === 0n) return false;
  return BigInt(now) >= (expiresAfter < SECONDS_BELOW ? expiresAfter * 1000n : expiresAfter);
}

/** The account behind a wire id, if there is one. */
export function accountBehind(state: Readonly<State>, subAccountId: bigint): Account | undefined {
  const no = accountNoOf(subAccountId);
  return no === undefined ? undefined : state.accounts.get(no);
}

/** Step 12: what a wallet is to an account (wire 1.8, R-08), or null for a stranger. */
export function roleOf(state: Readonly<State>, account: Account, wallet: Address): Role | null {
  if (account.owner === wallet) return 'owner';
  if (state.wallets.get(account.owner)?.managers.has(wallet)) return 'manager';
  // No delegation is past its end: its timer took it away (SEC-14).
  return account.delegations.get(wallet)?.permission ?? null;
}

/** What a wallet hears that may not do this. An action says where the contract has its own words (R-07, wire 1.8). */
export function authorityRefusal(
  authority: Authority,
  wallet: Address,
  account: Account | undefined,
  role: Role | null,
): Refusal {
  const { strangerCode, strangerText, refusal, missing } = authority;
  if (!account && missing) return missing;
  if (role !== null && refusal) return refusal;
  return refuse(strangerCode, strangerText ?? `wallet ${wallet} is not authorized to act on this subaccount`);
}

/** Why a signature proves nothing, in the action's own words where the contract fixes them. */
export const signatureRefusal = ({ signatureText }: Authority, refusal: Refusal): Refusal =>
  signatureText !== undefined && refusal.code === 'UNAUTHORIZED' ? refuse('UNAUTHORIZED', signatureText) : refusal;

function uint64Of(value: Json | undefined, field: string): bigint | Refusal {
  if (value === undefined || value === null) return 0n;
  return asUint64(value) ?? refuse('VALIDATION_ERROR', `${field} must be an unsigned 64-bit integer`);
}

const isAbsent = (value: Json | undefined): boolean => value === undefined || value === null || value === '';

/** */
const missing = (field: string): Refusal => refuse('MISSING_REQUIRED_FIELD', `${field} is required`);
