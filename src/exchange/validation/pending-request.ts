import type { Action, ActionContext, SignedRequest } from '../../contract/action.ts';
import type { TypedMessage } from '../../contract/signing.ts';
import type { Command } from '../../engine/command.ts';
import type { CommandOutcome } from '../../engine/outcome.ts';
import type { Account } from '../../engine/state.ts';
import { invariant } from '../../kernel/assert.ts';
import type { AccountNo, Address } from '../../kernel/ids.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { Signature } from '../signatures/signature.ts';
import type { SignedClaim } from '../signatures/signed-claim.ts';
import type { Login } from '../stream/session/login.ts';
import type { EarlyCheck } from './early-check.ts';
import type { RateLimitCharge } from './rate-limit-charge.ts';
import { isUnreadable, type Reading, type Request } from './read-request.ts';
import { ValidationTrail } from './validation-trail.ts';

/** What carrying out a validated request takes; the params are parsed and the context is known. */
export type Plan =
  | { readonly kind: 'read'; readonly read: () => unknown }
  | {
      readonly kind: 'write';
      readonly commands: () => readonly Command[];
      readonly result: (outcomes: readonly CommandOutcome[]) => unknown;
    };

/** Accounts that do not exist share this number, so that their nonces are spent like any other. */
const NO_ACCOUNT: AccountNo = -1;

/**
 * One request on its way through the validation steps. Each step adds what it has found, and may rely on what an
 * earlier step of the list has found.
 */
export class PendingRequest {
  readonly trail = new ValidationTrail('checkSize');
  readonly reading: Reading;
  readonly charge: RateLimitCharge;
  /** The login of the connection; null without one, undefined for requests that need none. */
  readonly login: Login | null | undefined;
  /** The check of its signature that was begun on arrival, if any. */
  readonly check: EarlyCheck | null;
  /** Served in the middle of an advance, where no input may come: it pays nothing and meets no injected fault. */
  isFree = false;
  /** A look from outside: neither latency nor an injected fault meets it. */
  isUnhindered = false;
  /** When it arrived, by the machine's steady clock, and how; both for `onRequest` alone. */
  arrivedAt = 0;
  transport: 'rest' | 'ws' = 'rest';
  /** False when the exchange was draining as the request arrived. */
  accepted = true;
  /** Exchange time, once the address is charged. */
  now: TimeMs = 0;
  account: Account | undefined;
  /** True from the moment that the nonce is known to be new. */
  hasFreshNonce = false;
  #subAccountId: bigint | undefined;
  #signature: Signature | undefined;
  #signed: SignedRequest | undefined;
  #message: TypedMessage | undefined;
  #wallet: Address | undefined;
  #context: ActionContext | undefined;
  #plan: Plan | undefined;

  constructor(
    reading: Reading,
    charge: RateLimitCharge,
    login: Login | null | undefined,
    check: EarlyCheck | null = null,
  ) {
    this.reading = reading;
    this.check = check;
    this.charge = charge;
    this.login = login;
    if (!isUnreadable(reading)) this.trail.action = reading.name;
    if (login && this.isUnsigned) this.#wallet = login.wallet;
  }

  /** The request with its action, after `checkAction`. */
  get known(): Request {
    invariant(!isUnreadable(this.reading), 'a step needs the action of a request that names none');
    return this.reading;
  }

  /** The action as a signed one. */
  get signedAction(): Exclude<Action, { surface: 'info' }> {
    const { action } = this.known;
    invariant(action.surface === 'trade', 'a step of signed requests was asked about a public read');
    return action;
  }

  /** True for a read without a signature on a connection that has logged in: it relies on the login. */
  get isUnsigned(): boolean {
    if (!this.login || isUnreadable(this.reading)) return false;
    return this.reading.action.kind === 'read' && this.reading.body.signature === undefined;
  }

  /** The number that the nonces of this request are kept under. */
  get accountNo(): AccountNo {
    return this.account?.no ?? NO_ACCOUNT;
  }

  get subAccountId(): bigint {
    return found(this.#subAccountId, 'subaccount id');
  }

  set subAccountId(id: bigint) {
    this.#subAccountId = id;
    this.trail.subAccountId = String(id);
  }

  get signature(): Signature {
    return found(this.#signature, 'signature');
  }

  set signature(signature: Signature) {
    this.#signature = signature;
  }

  get signed(): SignedRequest {
    return found(this.#signed, 'signed values');
  }

  set signed(signed: SignedRequest) {
    this.#signed = signed;
  }

  get message(): TypedMessage {
    return found(this.#message, 'signed message');
  }

  set message(message: TypedMessage) {
    this.#message = message;
  }

  /** What it claims to be signed with, after `checkSignedValues`. */
  get claim(): SignedClaim {
    const { known, subAccountId, signedAction, message, signature } = this;
    return { action: known.name, subAccountId, auth: signedAction.auth, message, signature };
  }

  get wallet(): Address {
    return found(this.#wallet, 'wallet');
  }

  set wallet(wallet: Address) {
    this.#wallet = wallet;
  }

  /** The wallet with its role on the account, after `checkAuthority`. */
  get context(): ActionContext {
    return { ...found(this.#context, 'role of the wallet'), now: this.now };
  }

  set context(context: ActionContext) {
    this.#context = context;
  }

  get plan(): Plan {
    return found(this.#plan, 'plan');
  }

  set plan(plan: Plan) {
    this.#plan = plan;
  }
}

function found<T>(value: T | undefined, what: string): T {
  invariant(value !== undefined, `a step needs the ${what}, which no earlier step has found`);
  return value;
}
