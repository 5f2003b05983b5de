import { parseSubAccountId } from '../../contract/primitives.ts';
import type { Views } from '../../contract/views.ts';
import { isNonceUsed } from '../../engine/admission/nonce.ts';
import type { State } from '../../engine/state.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/errors.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { Faults } from '../faults/faults.ts';
import { readOfInfo, readOfTrade } from '../reads/all.ts';
import type { Sequencer } from '../sequencer.ts';
import { parseSignature, type SignatureChecker } from '../signatures/signature.ts';
import type { PendingRequest } from './pending-request.ts';
import { isUnreadable } from './read-request.ts';
import { signedPartOf } from './signed-part.ts';
import { accountBehind, authorityRefusal, roleOf, signatureRefusal } from './rights.ts';
import type { StepName } from './step-facts.ts';

/** What the steps look at besides the request. */
export interface StepParts {
  readonly state: State;
  readonly sequencer: Sequencer;
  readonly views: Views;
  readonly checker: SignatureChecker;
  readonly faults: Faults;
}

/** One validation step. It returns a refusal, or null and lets the request pass. */
interface Step {
  readonly check: (request: PendingRequest, parts: StepParts) => Refusal | null;
  /** Requests that it applies to. */
  readonly of: (request: PendingRequest) => boolean;
}

const every = (): boolean => true;
const trade = ({ known }: PendingRequest): boolean => known.action.surface === 'trade';
const signed = (request: PendingRequest): boolean => trade(request) && !request.isUnsigned;
const write = ({ known }: PendingRequest): boolean => known.action.kind === 'write';
const post = ({ login }: PendingRequest): boolean => login !== undefined;

/**
 * The validation steps in their order (R-01, wire 0.3). The first that refuses decides the response. Writes, signed reads,
 * public reads and posts over WebSocket all go through this list and skip the steps that do not apply to them.
 */
const STEPS = {
  checkSize: { check: checkSize, of: every },
  chargeAddress: { check: chargeAddress, of: every },
  checkBody: { check: checkBody, of: every },
  checkAction: { check: checkAction, of: every },
  checkStatus: { check: checkStatus, of: every },
  checkLogin: { check: checkLogin, of: post },
  checkSubAccountId: { check: checkSubAccountId, of: trade },
  checkSignatureForm: { check: checkSignatureForm, of: signed },
  checkSignedValues: { check: checkSignedValues, of: signed },
  checkDeadline: { check: checkDeadline, of: signed },
  recoverWallet: { check: recoverWallet, of: signed },
  checkNonce: { check: checkNonce, of: write },
  checkAuthority: { check: checkAuthority, of: trade },
  chargeAccount: { check: chargeAccount, of: trade },
  checkParams: { check: checkParams, of: every },
  checkInjectedFaults: { check: checkInjectedFaults, of: every },
  checkWhitelist: { check: checkWhitelist, of: write },
} as const satisfies Partial<Readonly<Record<StepName, Step>>>;

const ORDER = Object.entries(STEPS) as readonly [keyof typeof STEPS, Step][];

/** Steps that refuse a request for who signed it. */
const ABOUT_SIGNER: ReadonlySet<StepName> = new Set(['recoverWallet', 'checkAuthority']);

/** Names of the steps in their order. */
export const STEP_ORDER: readonly StepName[] = ORDER.map(([name]) => name);

/** Returns the refusal of the first step that a request fails, or null when it passes all of them. */
export function firstRefusal(request: PendingRequest, parts: StepParts): Refusal | null {
  for (const [name, { check, of }] of ORDER) {
    if (!of(request)) continue;
    request.trail.step = name;
    const refusal = check(request, parts);
    if (!refusal) continue;
    if (ABOUT_SIGNER.has(name) && !request.isUnsigned) request.trail.signed = request.claim;
    return refusal;
  }
  return null;
}

function checkSize({ reading }: PendingRequest): Refusal | null {
  return isUnreadable(reading) && reading.step === 'checkSize' ? reading.refusal : null;
}

function chargeAddress(request: PendingRequest, { sequencer }: StepParts): Refusal | null {
  request.now = sequencer.runDueTimers();
  return request.charge.chargeAddress() ? null : refuse('RATE_LIMIT_EXCEEDED');
}

function checkBody({ reading }: PendingRequest): Refusal | null {
  return isUnreadable(reading) && reading.step === 'checkBody' ? reading.refusal : null;
}

function checkAction({ reading }: PendingRequest): Refusal | null {
  return isUnreadable(reading) ? reading.refusal : null;
}

function checkStatus({ accepted }: PendingRequest): Refusal | null {
  return accepted ? null : refuse('SERVICE_UNAVAILABLE');
}

function checkLogin({ login }: PendingRequest): Refusal | null {
  return login === null ? refuse('UNAUTHORIZED', 'authentication required') : null;
}

function checkSubAccountId(request: PendingRequest, { state }: StepParts): Refusal | null {
  const id = parseSubAccountId(request.known.body, request.signedAction.missingIdText);
  if (isRefusal(id)) return id;
  request.subAccountId = id;
  request.account = accountBehind(state, id);
  return null;
}

function checkSignatureForm(request: PendingRequest): Refusal | null {
  const signature = request.check?.signature ?? parseSignature(request.known.body.signature);
  if (isRefusal(signature)) return signatureRefusal(request.signedAction.auth, signature);
  request.signature = signature;
  return null;
}

function checkSignedValues(request: PendingRequest): Refusal | null {
  const signed = request.check?.signed ?? signedPartOf(request.signedAction, request.known, request.subAccountId);
  if (isRefusal(signed)) return signed;
  request.signed = signed.values;
  request.message = signed.message;
  return null;
}

/** a cancel that is late costs five times as much, which the address alone pays, because nothing shows who sent it (SEC-28). */
const STALE_CANCEL_FACTOR = 5;

function checkDeadline({ signed: { expiresAfter }, now, signedAction, charge, trail }: PendingRequest): Refusal | null {
  if (!isExpired(expiresAfter, now)) return null;
  trail.saw('expiresAfter', String(expiresAfter), 'ms or s', 'the request');
  trail.saw('now', String(now), 'ms', 'exchange clock');
  const isStaleCancel = signedAction.kind === 'write' && signedAction.cancels === true;
  if (!isStaleCancel || charge.multiply(STALE_CANCEL_FACTOR)) return refuse('UNAUTHORIZED', 'request expired');
  trail.step = 'chargeAddress';
  return refuse('RATE_LIMIT_EXCEEDED');
}

function recoverWallet(request: PendingRequest, { checker }: StepParts): Refusal | null {
  const wallet = request.check?.wallet() ?? checker.recover(request.message, request.signature);
  if (isRefusal(wallet)) return signatureRefusal(request.signedAction.auth, wallet);
  request.wallet = wallet;
  return null;
}

/** From here on the nonce is spent, whatever later steps say (R-03, SEC-07). */
function checkNonce(request: PendingRequest, { state }: StepParts): Refusal | null {
  const { wallet, accountNo } = request;
  const { nonce } = request.signed;
  if (nonce === 0n) return refuse('MISSING_REQUIRED_FIELD', 'nonce is required for this operation');
  if (isNonceUsed(state, wallet, accountNo, nonce)) return refuse('UNAUTHORIZED', 'nonce already used');
  request.hasFreshNonce = true;
  return null;
}

function checkAuthority(request: PendingRequest, { state }: StepParts): Refusal | null {
  const { account, wallet, now } = request;
  const { auth } = request.signedAction;
  const role = account ? roleOf(state, account, wallet) : null;
  if (!account || role === null || !auth.roles.includes(role)) return authorityRefusal(auth, wallet, account, role);
  request.context = { state, now, wallet, account, role };
  return null;
}

function chargeAccount({ charge, context }: PendingRequest): Refusal | null {
  return charge.chargeAccount(context.account) ? null : refuse('RATE_LIMIT_EXCEEDED');
}

function checkParams(request: PendingRequest, { state, sequencer, views }: StepParts): Refusal | null {
  const { action, params } = request.known;
  if (action.kind === 'write') {
    const { context } = request;
    const parsed = action.parse(params, context);
    if (isRefusal(parsed)) return parsed;
    request.plan = {
      kind: 'write',
      commands: () => action.toCommands(parsed, context),
      result: (outcomes) => action.toResult(parsed, outcomes, context),
    };
    return null;
  }
  // A read has no input that could carry its charge, and what it sees includes the charge.
  request.charge.pay();
  request.now = sequencer.runDueTimers();
  if (action.surface === 'info') {
    const context = { state, now: request.now, isWritable: sequencer.isWritable };
    const parsed = action.parse(params, context);
    if (isRefusal(parsed)) return parsed;
    request.plan = { kind: 'read', read: () => readOfInfo(action)(parsed, { views, ...context }) };
    return null;
  }
  const { context } = request;
  const limits = sequencer.charges.view;
  const parsed = action.parse(params, context);
  if (isRefusal(parsed)) return parsed;
  request.plan = { kind: 'read', read: () => readOfTrade(action)(parsed, { views, limits, ...context }) };
  return null;
}

/** An injected fault refuses a request that is about to be carried out. */
function checkInjectedFaults(request: PendingRequest, { faults }: StepParts): Refusal | null {
  if (faults.idle || request.isFree || request.isUnhindered) return null;
  const { action, params } = request.known;
  const concerned = action.surface === 'info' ? null : { account: request.accountNo, wallet: request.wallet };
  const { refusal, lost } = faults.execute({ action, body: { params } }, concerned);
  request.trail.lost = lost;
  return refusal;
}

/** The owner must be whitelisted, also when another wallet signs. */
function checkWhitelist({ signedAction, context }: PendingRequest, { state }: StepParts): Refusal | null {
  if (signedAction.kind !== 'write' || signedAction.whitelist !== true) return null;
  const isWhitelisted = state.wallets.get(context.account.owner)?.whitelisted === true;
  return isWhitelisted ? null : refuse('FORBIDDEN', 'failed whitelist arbitration');
}

/** A number of `expiresAfter` below this one is seconds, any other milliseconds. */
const SECONDS_BELOW = 100_000_000_000n;

/** 0 never expires. */
function isExpired(expiresAfter: bigint, now: TimeMs): boolean {
  if (expiresAfter === 0n) return false;
  return BigInt(now) >= (expiresAfter < SECONDS_BELOW ? expiresAfter * 1000n : expiresAfter);
}
