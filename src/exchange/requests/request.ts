import type { Action, Authority, InfoRead, Role, SignedRequest, TradeRead, TradeWrite } from '../../contract/action.ts';
import { INFO_ACTIONS, TRADE_ACTIONS } from '../../contract/catalogue.ts';
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import { parseSubAccountId } from '../../contract/fields/table.ts';
import type { TypedMessage } from '../../contract/signing.ts';
import { asUint64, parseStrictJson } from '../../contract/strict-json.ts';
import type { Account, State } from '../../engine/state.ts';
import { isRefusal, type Refusal, refuse, wrongType } from '../../kernel/errors.ts';
import { accountNoOf, type Address } from '../../kernel/ids.ts';
import { nearest } from '../../kernel/nearest.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { Preparation } from '../clock/clock.ts';
import type { Loss } from '../faults/faults.ts';
import {
  NO_KEY,
  parseSignature,
  type Signature,
  type SignatureChecker,
  type SignedClaim,
} from '../signatures/signature.ts';
import type { SignatureWorkers, WalletCheck } from '../signatures/workers/pool.ts';
import { citedRule, type Explanation, type ExplanationInput } from '../why/explanation.ts';
import { saidOf } from '../why/said.ts';

/** What can be read of a request from its bytes alone: its action, what it has signed, and a check of that ahead of its turn. */

const BODY_BYTES_MAX = 20_480;

/** A request whose action is known. */
export interface Request<A extends Action = Action> {
  readonly action: A;
  /** As sent: an alias is signed as an alias. */
  readonly name: string;
  readonly body: JsonObject;
  readonly params: JsonObject;
}

/** Why a body names no request, and the step that refuses it for that. */
interface Unreadable {
  readonly step: StepName;
  readonly refusal: Refusal;
}

/**
 * What the bytes of a request say. They are read before the address pays, because the action decides the price;
 * what is wrong with them is refused at its own step.
 */
export type Reading = Request | Unreadable;

/** Returns true for a request that was refused before its action was known. */
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
interface SignedPart {
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

/** Returns the account with this wire id, if there is one. */
export function accountBehind(state: Readonly<State>, subAccountId: bigint): Account | undefined {
  const no = accountNoOf(subAccountId);
  return no === undefined ? undefined : state.accounts.get(no);
}

/** Returns the role of a wallet on an account (wire 1.8, R-08), or null when it has none. */
export function roleOf(state: Readonly<State>, account: Account, wallet: Address): Role | null {
  if (account.owner === wallet) return 'owner';
  if (state.wallets.get(account.owner)?.managers.has(wallet)) return 'manager';
  // A delegation past its end is not in the map: its timer removed it (SEC-14).
  return account.delegations.get(wallet)?.permission ?? null;
}

/** Refuses a wallet that may not do this, in the words of the action where the contract has some (R-07, wire 1.8). */
export function authorityRefusal(
  { strangerCode, strangerText, refusal, missing }: Authority,
  wallet: Address,
  account: Account | undefined,
  role: Role | null,
): Refusal {
  if (!account && missing) return missing;
  if (role !== null && refusal) return refusal;
  return refuse(strangerCode, strangerText ?? `wallet ${wallet} is not authorized to act on this subaccount`);
}

/** Words a refused signature as the action does where the contract fixes the text. */
export const signatureRefusal = ({ signatureText }: Authority, refusal: Refusal): Refusal =>
  signatureText !== undefined && refusal.code === 'UNAUTHORIZED' ? refuse('UNAUTHORIZED', signatureText) : refusal;

/** A validation step by name, or the work that follows the last one. */
export type StepName = keyof typeof STEP_FACTS;

interface StepFacts {
  /** What holds when the step passes. */
  readonly asks: string;
  /** The part of a request that it looks at; null where the refusal itself names it. */
  readonly field: string | null;
  readonly source: string;
}

const facts = (asks: string, field: string | null, source: string): StepFacts => ({ asks, field, source });

/** What explanations say of each step, in their order; `life.ts` carries them out. */
export const STEP_FACTS = {
  checkRoute: facts('Route, method and content type are served.', 'path', 'SURFACE-TRADE-POST, SURFACE-INFO-POST'),
  checkSize: facts('The body has at most 20,480 bytes.', 'body', 'ERR-INVALID-FORMAT, wire 0.3'),
  chargeAddress: facts('The bucket of the address can pay.', 'address', 'ERR-RATE-LIMIT-EXCEEDED, R-40'),
  checkBody: facts('The body is a JSON object.', 'body', 'ERR-INVALID-FORMAT'),
  checkAction: facts('The params are there and name a known action.', null, 'R-22, R-23'),
  checkStatus: facts('The exchange accepts requests.', null, 'R-21'),
  checkLogin: facts('The connection has logged in.', null, 'ERR-UNAUTHORIZED, wire 4.3'),
  checkSubAccountId: facts('The subaccount id can be read.', 'subAccountId', 'ERR-VALIDATION-ERROR'),
  checkSignatureForm: facts('The signature is well formed.', 'signature', 'ERR-UNAUTHORIZED, R-06'),
  checkSignedValues: facts('The signed values can be read.', null, 'ERR-VALIDATION-ERROR'),
  checkDeadline: facts('The deadline has not passed.', 'expiresAfter', 'AUTH-EXPIRESAFTER-PAST, R-05'),
  recoverWallet: facts('The signature gives a wallet.', 'signature', 'ERR-UNAUTHORIZED'),
  checkNonce: facts('The nonce is present and new.', 'nonce', 'AUTH-NONCE-REUSED, R-03'),
  checkAuthority: facts('The wallet may act for the subaccount.', 'signature', 'ERR-FORBIDDEN, R-07, R-08'),
  chargeAccount: facts('The bucket of the subaccount can pay.', 'subAccountId', 'ERR-RATE-LIMIT-EXCEEDED, R-40, R-43'),
  checkParams: facts('The params are valid for the action.', null, 'ERR-VALIDATION-ERROR, ERR-INVALID-VALUE'),
  checkInjectedFaults: facts('No injected fault fails the request.', null, 'wire 5.1'),
  checkWhitelist: facts('The owner is whitelisted.', 'wallet', 'WHITELIST-REQUIRED, R-09'),
  read: facts('The read finds what it is asked for.', null, 'ERR-VALIDATION-ERROR, ERR-INVALID-VALUE'),
  submit: facts('The engine accepts the command.', null, 'ERRRULE-REJECTION-200'),
} as const satisfies Readonly<Record<string, StepFacts>>;

/** Facts about a request for explanations, while it is validated: the step that it has reached is the one that refuses it. */
export class ValidationTrail {
  step: StepName;
  /** As it is named in the request; null where it names none. */
  readonly action: string | null;
  subAccountId: string | null = null;
  /** What an injected fault loses of the response. */
  lost: Loss | null = null;
  /** What was signed, where the present step refuses who signed it. */
  signed: SignedClaim | null = null;
  readonly #inputs: ExplanationInput[] = [];

  constructor(step: StepName, action: string | null = null) {
    this.step = step;
    this.action = action;
  }

  isAt(step: StepName): boolean {
    return this.step === step;
  }

  /** Notes a figure that the present step compares. */
  saw(name: string, value: string, unit: string, from: string): void {
    this.#inputs.push({ name, value, unit, from });
  }

  /** Returns the request, action and subaccount, as far as they are known. */
  subject(requestId: string): Record<string, string> {
    const { action, subAccountId } = this;
    return { requestId, ...(action !== null && { action }), ...(subAccountId !== null && { subAccountId }) };
  }

  /** Returns the response with the step that refused and the field it refused. */
  verdict({ code, message, http, details }: Refusal): Record<string, string> {
    const field = details?.['field'] ?? STEP_FACTS[this.step].field ?? fieldIn(message);
    const hint = details?.['hint'];
    return {
      code,
      message,
      http: String(http),
      step: this.step,
      ...(field !== null && { field }),
      ...(hint !== undefined && { hint }),
    };
  }

  /** Explains a refusal that has a text and no arithmetic. */
  explain(requestId: string, refusal: Refusal, at: TimeMs): Explanation {
    const told = { subject: this.subject(requestId), verdict: this.verdict(refusal), inputs: this.#inputs, steps: [] };
    return {
      kind: 'refusal',
      ...told,
      said: saidOf(told),
      at,
      rules: [this.rule()],
    };
  }

  rule(): Explanation['rules'][number] {
    return ruleOf(this.step);
  }
}

/** Returns the rule of a step as explanations cite it. */
export const ruleOf = (step: StepName): Explanation['rules'][number] =>
  citedRule(step, STEP_FACTS[step].asks, STEP_FACTS[step].source);

/** Returns the field that a text starts with, or names before what is wrong with it; null when it names none. */
function fieldIn(message: string): string | null {
  if (message.startsWith('market name ')) return 'symbol';
  const found =
    /^(?:[\w ]+\[?(\d+)\]?: )?(?:\w+ payload: )?'?([a-z][A-Za-z]*)'? ?(?:\[\d+\])?(?: (?:is|must|cannot|exceeds|has|accepts|requires)\b|:)/.exec(
      message,
    );
  return found?.[2] ?? null;
}
