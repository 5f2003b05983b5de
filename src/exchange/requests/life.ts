import type { ActionContext, InfoRead, SignedRequest, TradeRead, TradeWrite } from '../../contract/action.ts';
import type { RateLimit } from '../../contract/envelope.ts';
import { parseSubAccountId } from '../../contract/fields/table.ts';
import type { TypedMessage } from '../../contract/signing.ts';
import type { Views } from '../../contract/views.ts';
import { canAccountPay, canAddressPay, isNonceKept, isNonceUsed, rateLimitOf } from '../../engine/admission.ts';
import type { Command } from '../../engine/command.ts';
import type { CommandOutcome } from '../../engine/engine.ts';
import type { Account, State } from '../../engine/state.ts';
import type { Charge, LimitsView, Surface } from '../../engine/token-bucket.ts';
import { invariant, isRefusal, type Refusal, refuse } from '../../kernel/errors.ts';
import type { AccountNo, Address } from '../../kernel/ids.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { Faults } from '../faults/faults.ts';
import { readOfInfo, readOfTrade } from '../reads/all.ts';
import type { Draft, Sequencer } from '../sequencer.ts';
import { parseSignature, type Signature, type SignatureChecker } from '../signatures/signature.ts';
import type { Login } from '../stream/session/login.ts';
import {
  accountBehind,
  authorityRefusal,
  type EarlyCheck,
  isUnreadable,
  type Reading,
  type Request,
  roleOf,
  signatureRefusal,
  signedPartOf,
  type ValidationTrail,
} from './request.ts';

/**
 * The life of a request between its bytes and its result, from top to bottom: admit, prove who signed it, authorise and
 * charge, parse, decide. Each stage takes what the one before it has found, so that no step can stand where its figures
 * are not known yet. The steps have the names and the order of R-01 (wire 0.3); the first that refuses decides the response.
 */

/** What the stages look at besides the request. */
export interface LifeParts {
  readonly state: State;
  readonly sequencer: Sequencer;
  readonly views: Views;
  readonly checker: SignatureChecker;
  readonly faults: Faults;
}

/** A request that has been read. Nothing of it is checked. */
export interface Arrived {
  readonly reading: Reading;
  readonly charge: RateLimitCharge;
  /** The login of the connection; null without one, undefined for requests that need none. */
  readonly login: Login | null | undefined;
  /** The check of its signature that was begun on arrival, if any. */
  readonly check: EarlyCheck | null;
  /** The step that it has reached, for explanations. */
  readonly trail: ValidationTrail;
  /** Served in the middle of an advance, where no input may come: it pays nothing and meets no injected fault. */
  readonly isFree: boolean;
  /** A look from outside: neither latency nor an injected fault meets it. */
  readonly isUnhindered: boolean;
  /** The wallet that it comes from, where this process says so and no signature; null for every request of a client. */
  readonly owner: Address | null;
  /** When it arrived, by the machine's steady clock, and how; both for `onRequest` alone. */
  readonly arrivedAt: number;
  readonly transport: 'rest' | 'ws';
}

/** A request whose address has paid and whose action is served. */
interface Admitted {
  readonly arrived: Arrived;
  readonly request: Request;
  /** Exchange time when its address paid. */
  readonly now: TimeMs;
}

/** What its signature says, whoever may be behind it. */
interface Signed {
  readonly values: SignedRequest;
  readonly message: TypedMessage;
  /** Null where this process says who has sent it. */
  readonly signature: Signature | null;
  readonly wallet: Address;
}

/** The subaccount that a signed request is about. */
interface Subject {
  readonly id: bigint;
  /** Undefined where there is none with this id. */
  readonly account: Account | undefined;
  /** The number that the nonces of the request are kept under. */
  readonly no: AccountNo;
}

/** A subaccount, and a wallet that may act for it. */
type Authorised = Pick<ActionContext, 'wallet' | 'account' | 'role'>;

/** An authorised request whose subaccount has paid as well: all that its action is given. */
type Charged = ActionContext;

/** Accounts that do not exist share this number, so that their nonces are spent like any other. */
const NO_ACCOUNT: AccountNo = -1;

/**
 * Validates a request and carries it out with at most one input. Each request that was charged is paid for, whatever the
 * result.
 *
 * @param isAccepted - false when the exchange took no requests as this one arrived
 * @returns the value of `response`, or the refusal
 */
export function resultOf(arrived: Arrived, isAccepted: boolean, parts: LifeParts): unknown {
  try {
    const admitted = admit(arrived, isAccepted, parts);
    if (isRefusal(admitted)) return admitted;
    const { action } = admitted.request;
    if (action.surface === 'info') return readPublic(admitted, action, parts);
    const subject = subjectOf(admitted, action, parts);
    if (isRefusal(subject)) return subject;
    return action.kind === 'write'
      ? write(admitted, action, subject, parts)
      : readAccount(admitted, action, subject, parts);
  } finally {
    arrived.charge.pay();
  }
}

// Admit: the address pays before anything is looked at, so that no request is free (SEC-28).

function admit(arrived: Arrived, isAccepted: boolean, { sequencer }: LifeParts): Admitted | Refusal {
  const { reading, trail, charge, login } = arrived;
  const fault = isUnreadable(reading) ? reading : null;
  if (fault?.step === 'checkSize') return fault.refusal;

  trail.step = 'chargeAddress';
  const now = sequencer.runDueTimers();
  if (!charge.chargeAddress()) return refuse('RATE_LIMIT_EXCEEDED');

  trail.step = 'checkBody';
  if (fault?.step === 'checkBody') return fault.refusal;

  trail.step = 'checkAction';
  if (isUnreadable(reading)) return reading.refusal;

  trail.step = 'checkStatus';
  if (!isAccepted) return refuse('SERVICE_UNAVAILABLE');

  if (login !== undefined) trail.step = 'checkLogin';
  if (login === null) return refuse('UNAUTHORIZED', 'authentication required');
  return { arrived, request: reading, now };
}

// Who signed it: everything up to the wallet depends on the request and the clock alone.

type TradeAction = TradeWrite | TradeRead;

function subjectOf({ arrived, request }: Admitted, action: TradeAction, { state }: LifeParts): Subject | Refusal {
  const { trail } = arrived;
  trail.step = 'checkSubAccountId';
  const id = parseSubAccountId(request.body, action.missingIdText);
  if (isRefusal(id)) return id;
  trail.subAccountId = String(id);
  const account = accountBehind(state, id);
  return { id, account, no: account?.no ?? NO_ACCOUNT };
}

function provenBy(
  { arrived, request, now }: Admitted,
  action: TradeAction,
  { id }: Subject,
  { checker }: LifeParts,
): Signed | Refusal {
  const { trail, check, charge, owner } = arrived;
  trail.step = 'checkSignatureForm';
  const signature = owner === null ? (check?.signature ?? parseSignature(request.body.signature)) : null;
  if (isRefusal(signature)) return signatureRefusal(action.auth, signature);

  trail.step = 'checkSignedValues';
  const signed = check?.signed ?? signedPartOf(action, request, id);
  if (isRefusal(signed)) return signed;
  const { values, message } = signed;

  trail.step = 'checkDeadline';
  if (isExpired(values.expiresAfter, now)) return refuseExpired(values.expiresAfter, now, action, { trail, charge });

  if (signature === null) {
    invariant(owner !== null, 'a request without a signature is one of an owner');
    return { values, message, signature, wallet: owner };
  }

  trail.step = 'recoverWallet';
  const wallet = check?.wallet() ?? checker.recover(message, signature);
  if (!isRefusal(wallet)) return { values, message, signature, wallet };
  trail.signed = { action: request.name, subAccountId: id, auth: action.auth, message, signature };
  return signatureRefusal(action.auth, wallet);
}

/** a cancel that is late costs five times as much, which the address alone pays, because nothing shows who sent it (SEC-28). */
const STALE_CANCEL_FACTOR = 5;

function refuseExpired(
  expiresAfter: bigint,
  now: TimeMs,
  action: TradeAction,
  { trail, charge }: Pick<Arrived, 'trail' | 'charge'>,
): Refusal {
  trail.saw('expiresAfter', String(expiresAfter), 'ms or s', 'the request');
  trail.saw('now', String(now), 'ms', 'exchange clock');
  const isStaleCancel = action.kind === 'write' && action.cancels === true;
  if (!isStaleCancel || charge.multiply(STALE_CANCEL_FACTOR)) return refuse('UNAUTHORIZED', 'request expired');
  trail.step = 'chargeAddress';
  return refuse('RATE_LIMIT_EXCEEDED');
}

/** A number of `expiresAfter` below this one is seconds, any other milliseconds. */
const SECONDS_BELOW = 100_000_000_000n;

/** 0 never expires. */
function isExpired(expiresAfter: bigint, now: TimeMs): boolean {
  if (expiresAfter === 0n) return false;
  return BigInt(now) >= (expiresAfter < SECONDS_BELOW ? expiresAfter * 1000n : expiresAfter);
}

// Authorise, then charge: only who has shown a right to act takes from the bucket of the subaccount (SEC-28).

/** @param by - who signed it, or the login that a read without a signature relies on */
function authorise(
  { arrived, request }: Admitted,
  { auth }: TradeAction,
  { id, account }: Subject,
  by: Signed | Login,
  { state }: LifeParts,
): Authorised | Refusal {
  const { trail } = arrived;
  const { wallet } = by;
  trail.step = 'checkAuthority';
  const role = account ? roleOf(state, account, wallet) : null;
  if (!account || role === null || !auth.roles.includes(role)) {
    if ('message' in by && by.signature !== null) {
      const { message, signature } = by;
      trail.signed = { message, signature, action: request.name, subAccountId: id, auth };
    }
    return authorityRefusal(auth, wallet, account, role);
  }
  return { wallet, account, role };
}

function chargeAccount(
  { arrived: { trail, charge }, now }: Admitted,
  { wallet, account, role }: Authorised,
  { state }: LifeParts,
): Charged | Refusal {
  trail.step = 'chargeAccount';
  return charge.chargeAccount(account) ? { state, now, wallet, account, role } : refuse('RATE_LIMIT_EXCEEDED');
}

// Parse, decide, and say what came of it.

/** From the nonce on, a refused write spends its nonce with an input that holds nothing else (R-03, SEC-07). */
function write(admitted: Admitted, action: TradeWrite, subject: Subject, parts: LifeParts): unknown {
  const { state, sequencer } = parts;
  const { trail, charge } = admitted.arrived;
  const signed = provenBy(admitted, action, subject, parts);
  if (isRefusal(signed)) return signed;
  const { wallet } = signed;
  const { nonce } = signed.values;

  trail.step = 'checkNonce';
  if (nonce === 0n) return refuse('MISSING_REQUIRED_FIELD', 'nonce is required for this operation');
  if (isNonceUsed(state, wallet, subject.no, nonce)) return refuse('UNAUTHORIZED', 'nonce already used');

  const inputOf = (commands: readonly Command[]): Draft => ({
    kind: 'request',
    wallet,
    account: subject.no,
    action: action.name,
    nonce,
    commands,
    ...charge.take(),
  });
  const planned = plan(admitted, action, subject, signed, parts);
  if (isRefusal(planned)) {
    // A wallet without rights spends only what is kept of it.
    const isSpent = !trail.isAt('checkAuthority') || isNonceKept(state, wallet, subject.no);
    if (isSpent) sequencer.submit(inputOf([]));
    return planned;
  }
  const { outcomes } = sequencer.submit(inputOf(planned.commands));
  return planned.resultOf(outcomes);
}

/** What carrying out a write takes. */
interface Plan {
  readonly commands: readonly Command[];
  readonly resultOf: (outcomes: readonly CommandOutcome[]) => unknown;
}

function plan(
  admitted: Admitted,
  action: TradeWrite,
  subject: Subject,
  signed: Signed,
  parts: LifeParts,
): Plan | Refusal {
  const { faults, state } = parts;
  const { trail } = admitted.arrived;
  const authorised = authorise(admitted, action, subject, signed, parts);
  if (isRefusal(authorised)) return authorised;
  const context = chargeAccount(admitted, authorised, parts);
  if (isRefusal(context)) return context;

  trail.step = 'checkParams';
  const parsed = action.parse(admitted.request.params, context);
  if (isRefusal(parsed)) return parsed;

  const concerned = { account: subject.no, wallet: signed.wallet };
  const struck = strike(admitted, concerned, faults);
  if (struck) return struck;

  // The owner must be whitelisted, also when another wallet signs.
  trail.step = 'checkWhitelist';
  if (action.whitelist === true && state.wallets.get(context.account.owner)?.whitelisted !== true) {
    return refuse('FORBIDDEN', 'failed whitelist arbitration');
  }

  trail.step = 'submit';
  const commands = action.toCommands(parsed, context);
  return {
    commands: faults.idle ? commands : faults.strike(action.name, commands, concerned),
    resultOf: (outcomes) => action.toResult(parsed, outcomes, context),
  };
}

function readAccount(admitted: Admitted, action: TradeRead, subject: Subject, parts: LifeParts): unknown {
  const { sequencer, views, faults } = parts;
  const { arrived, request } = admitted;
  const { trail, charge, login } = arrived;
  const by = login && request.body.signature === undefined ? login : provenBy(admitted, action, subject, parts);
  if (isRefusal(by)) return by;
  const authorised = authorise(admitted, action, subject, by, parts);
  if (isRefusal(authorised)) return authorised;
  const charged = chargeAccount(admitted, authorised, parts);
  if (isRefusal(charged)) return charged;

  trail.step = 'checkParams';
  // A read has no input that could carry its charge, and what it sees includes the charge.
  charge.pay();
  const context = { ...charged, now: sequencer.runDueTimers() };
  const limits = sequencer.charges.view;
  const parsed = action.parse(request.params, context);
  if (isRefusal(parsed)) return parsed;

  const struck = strike(admitted, { account: subject.no, wallet: by.wallet }, faults);
  if (struck) return struck;
  trail.step = 'read';
  return readOfTrade(action)(parsed, { views, limits, ...context });
}

function readPublic(admitted: Admitted, action: InfoRead, { state, sequencer, views, faults }: LifeParts): unknown {
  const { arrived, request } = admitted;
  const { trail, charge } = arrived;
  trail.step = 'checkParams';
  charge.pay();
  const context = { state, now: sequencer.runDueTimers(), isWritable: sequencer.isWritable };
  const parsed = action.parse(request.params, context);
  if (isRefusal(parsed)) return parsed;

  const struck = strike(admitted, null, faults);
  if (struck) return struck;
  trail.step = 'read';
  return readOfInfo(action)(parsed, { views, ...context });
}

/** An injected fault refuses a request that is about to be carried out. */
function strike(
  { arrived, request }: Admitted,
  concerned: { readonly account: AccountNo; readonly wallet: Address } | null,
  faults: Faults,
): Refusal | null {
  arrived.trail.step = 'checkInjectedFaults';
  if (faults.idle || arrived.isFree || arrived.isUnhindered) return null;
  const { action, params } = request;
  const { refusal, lost } = faults.execute({ action, body: { params } }, concerned);
  arrived.trail.lost = lost;
  return refusal;
}

interface RateLimitChargeParts {
  readonly state: State;
  readonly sequencer: Sequencer;
}

/** What a request costs, before anything about it is checked. */
export interface Ask {
  /** Address of the socket's peer. */
  readonly ip: string;
  readonly surface: Surface;
  readonly tokens: number;
  /** Orders it places. */
  readonly orders?: number;
  /** Nothing is owed: the request is served in the middle of an advance, where no input may come. */
  readonly isFree?: boolean;
}

/**
 * The debt of one request to the buckets. It asks them first and pays later, once: a request that a bucket refuses pays
 * nothing, any other pays from the address, and from the subaccount too once the signer has shown a right to act
 * for it (SEC-28). The payment is part of the input of the request; without one it waits for the next input.
 */
export class RateLimitCharge {
  readonly #parts: RateLimitChargeParts;
  #charge: Charge;
  #account: Readonly<Account> | null = null;
  /** False until the address was charged: before that nothing is owed. */
  #isCharged = false;
  #isPaid: boolean;
  #withoutAccount = false;

  constructor(parts: RateLimitChargeParts, { ip, surface, tokens, orders = 0, isFree = false }: Ask) {
    this.#parts = parts;
    this.#charge = { ip: addressKeyOf(ip), surface, tokens, account: null, orders };
    this.#isPaid = isFree || !parts.state.config.limits.enabled;
  }

  /** Whether the address could pay now. Nothing is charged. */
  get isAffordable(): boolean {
    return this.#isPaid || canAddressPay(this.#limits, this.#parts.state.config, this.#charge, this.#now());
  }

  /** Returns false when the address cannot pay; the request then owes nothing. */
  chargeAddress(): boolean {
    this.#isCharged = true;
    return this.#admits(() => canAddressPay(this.#limits, this.#parts.state.config, this.#charge, this.#now()));
  }

  /** Multiplies the price; returns false when the address cannot pay that. */
  multiply(factor: number): boolean {
    this.#charge = { ...this.#charge, tokens: this.#charge.tokens * factor };
    return this.chargeAddress();
  }

  /** Leaves out the limits of subaccounts, because an injected fault makes them unavailable: responses do not state them. */
  waiveAccount(): void {
    this.#withoutAccount = true;
  }

  /** Returns false when the subaccount cannot pay. From here on responses state what the subaccount has left. */
  chargeAccount(account: Readonly<Account>): boolean {
    if (this.#withoutAccount) return true;
    this.#account = account;
    if (!this.#admits(() => canAccountPay(this.#limits, this.#parts.state, account, this.#charge, this.#now())))
      return false;
    this.#charge = { ...this.#charge, account: account.no };
    return true;
  }

  /** Returns the charge for the input of the request to carry; empty when nothing is owed. */
  take(): { readonly charge?: Charge } {
    if (this.#isPaid || !this.#isCharged) return {};
    this.#isPaid = true;
    return { charge: this.#charge };
  }

  /** Pays what is owed without an input: the next one carries the charge. */
  pay(): void {
    const { charge } = this.take();
    if (charge) this.#parts.sequencer.charge(charge);
  }

  /** Returns what the subaccount has left after this request. */
  snapshot(): RateLimit | undefined {
    return this.#account ? rateLimitOf(this.#limits, this.#parts.state, this.#account, this.#now()) : undefined;
  }

  #admits(canPay: () => boolean): boolean {
    if (this.#isPaid || canPay()) return true;
    this.#isPaid = true;
    return false;
  }

  get #limits(): LimitsView {
    return this.#parts.sequencer.charges.view;
  }

  #now(): number {
    return this.#parts.sequencer.now();
  }
}

/** One client has one bucket: a socket that accepts IPv4 and IPv6 writes an IPv4 peer as IPv6. */
const addressKeyOf = (ip: string): string => ip.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
