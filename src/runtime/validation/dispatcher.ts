import type { ActionContext, InfoRead, TradeRead, TradeWrite } from '../../api/action.ts';
import { type ErrorEnvelope, errorEnvelope, type OkEnvelope, okEnvelope } from '../../api/envelope.ts';
import type { JsonObject } from '../../api/json.ts';
import type { Views } from '../../api/views.ts';
import { isNonceKept, isNonceUsed } from '../../engine/admission/nonce.ts';
import type { Surface } from '../../engine/admission/limit-terms.ts';
import type { Command } from '../../engine/command.ts';
import type { InputOutcome } from '../../engine/outcome.ts';
import type { Account, State } from '../../engine/state.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/errors.ts';
import type { AccountNo, Address } from '../../kernel/ids.ts';
import type { TimeMs } from '../../kernel/units.ts';
import {
  accountBehind,
  authorityRefusal,
  infoRequestOf,
  isExpired,
  isTooLarge,
  messageOf,
  type Request,
  readBody,
  roleOf,
  signatureRefusal,
  type SignedParts,
  signedPartsOf,
  tradeRequestOf,
  bodyOfPost,
  unsignedRequestOf,
} from './admission.ts';
import type { Explanations } from '../why/explanations.ts';
import { failureText } from './failure-texts.ts';
import type { FaultedExecution, Faults, Loss } from '../faults/faults.ts';
import { ValidationTrail } from './validation-trail.ts';
import type { Log } from '../log.ts';
import type { Login } from '../stream/session/login.ts';
import type { RequestIds } from '../http/request-id.ts';
import type { Sequencer } from '../sequencer.ts';
import type { SignatureChecker } from '../signatures/signature.ts';
import { RateLimitCharge } from './rate-limit-charge.ts';

/** A response of the two POST surfaces. */
export interface Reply {
  readonly http: number;
  readonly envelope: OkEnvelope | ErrorEnvelope;
  /** What an injected fault loses of it on the way. */
  readonly lost?: Loss;
}

export interface DispatcherParts {
  readonly state: State;
  readonly sequencer: Sequencer;
  /** History; `ready` loads it on first use. */
  readonly views: Views & { ready(): Promise<unknown> };
  readonly checker: SignatureChecker;
  readonly requestIds: RequestIds;
  readonly log: Log;
  /** Hears why a request was refused. */
  readonly explanations: Explanations;
  readonly faults: Faults;
  readonly tradeActions: ReadonlyMap<string, TradeWrite | TradeRead>;
  readonly infoActions: ReadonlyMap<string, InfoRead>;
}

type AnyAction = TradeWrite | TradeRead | InfoRead;

/** A signed request whose signer is known, and what judging it needs. */
interface Signed {
  readonly wallet: Address;
  readonly now: TimeMs;
  readonly charge: RateLimitCharge;
  readonly trail: ValidationTrail;
}

/** Nonces of requests for subaccounts that do not exist are kept under this number, so that they are spent like any other. */
const NO_ACCOUNT: AccountNo = -1;

/** It is taken from the address alone: who sent a late request is never found out (SEC-28). */
const STALE_CANCEL_FACTOR = 5;

/**
 * Judges one request at a time in the order of wire 0.3; the first step that fails decides the response.
 * From the clock reading on, everything happens in one piece: no other request comes in between.
 */
export class Dispatcher {
  readonly #parts: DispatcherParts;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
  }

  /** POST /v1/trade. `ip` is the address that pays for it. */
  async trade(bytes: Uint8Array, ip: string): Promise<Reply> {
    const trail = new ValidationTrail();
    if (isTooLarge(bytes)) return this.#reply(refuse('INVALID_FORMAT'), trail);
    const body = readBody(bytes);
    const request = isRefusal(body) ? body : tradeRequestOf(body, this.#parts.tradeActions);
    trail.reach(isRefusal(body) ? 3 : 4);
    const charge = this.#chargeFor(request, 'trade', ip);
    return this.#guarded(request, charge, trail, (known) => this.#judgeTrade(known, charge, trail));
  }

  /** POST /v1/info. */
  async info(bytes: Uint8Array, ip: string): Promise<Reply> {
    const trail = new ValidationTrail();
    if (isTooLarge(bytes)) return this.#reply(refuse('INVALID_FORMAT'), trail);
    const body = readBody(bytes);
    const request = isRefusal(body) ? body : infoRequestOf(body, this.#parts.infoActions);
    trail.reach(isRefusal(body) ? 3 : 4);
    const charge = this.#chargeFor(request, 'info', ip);
    return this.#guarded(request, charge, trail, (known) => this.#judgeInfo(known, charge, trail));
  }

  /** A `post` of a stream, whose fields stand flat beside each other: judged as REST judges the same request (wire 4.3). */
  async post(endpoint: Surface, fields: JsonObject, ip: string, login: Login | null): Promise<Reply> {
    const trail = new ValidationTrail();
    trail.reach(4);
    if (endpoint === 'info') {
      const request = infoRequestOf({ params: fields }, this.#parts.infoActions);
      const charge = this.#chargeFor(request, endpoint, ip);
      return this.#guarded(request, charge, trail, (known) => this.#judgeInfo(known, charge, trail));
    }
    const request = tradeRequestOf(bodyOfPost(fields), this.#parts.tradeActions);
    const charge = this.#chargeFor(request, endpoint, ip);
    return this.#guarded(request, charge, trail, (known) =>
      login ? this.#judgeTrade(known, charge, trail, login) : refuse('UNAUTHORIZED', 'authentication required'),
    );
  }

  #judgeTrade(
    request: Request<TradeWrite | TradeRead>,
    charge: RateLimitCharge,
    trail: ValidationTrail,
    login: Login | null = null,
  ): unknown {
    const { sequencer } = this.#parts;
    const { action } = request;
    const now = sequencer.settle();
    // A read may rely on the login of its connection; a signature that is there is checked all the same.
    if (login && action.kind === 'read' && request.body.signature === undefined) {
      trail.reach(6);
      const unsigned = unsignedRequestOf(request);
      if (isRefusal(unsigned)) return unsigned;
      trail.subAccountId = String(unsigned.subAccountId);
      return this.#read(action, { request: unsigned }, { wallet: login.wallet, now, charge, trail });
    }
    const parts = signedPartsOf(request, trail);
    if (isRefusal(parts)) return signatureRefusal(action.auth, parts);
    trail.subAccountId = String(parts.request.subAccountId);
    const message = messageOf(action, parts.request);
    if (isRefusal(message)) return message;
    trail.reach(9);
    if (isExpired(parts.request.expiresAfter, now)) {
      trail.saw('expiresAfter', String(parts.request.expiresAfter), 'ms or s', 'the request');
      trail.saw('now', String(now), 'ms', 'exchange clock');
      const isStaleCancel = action.kind === 'write' && action.cancels === true;
      if (!isStaleCancel || charge.multiply(STALE_CANCEL_FACTOR)) return refuse('UNAUTHORIZED', 'request expired');
      trail.reach(2);
      return refuse('RATE_LIMIT_EXCEEDED');
    }
    trail.reach(10);
    const wallet = this.#parts.checker.recover(message, parts.signature);
    if (isRefusal(wallet)) return signatureRefusal(action.auth, wallet);
    return action.kind === 'write'
      ? this.#write(action, parts, { wallet, now, charge, trail })
      : this.#read(action, parts, { wallet, now, charge, trail });
  }

  #judgeInfo({ action, params }: Request<InfoRead>, charge: RateLimitCharge, trail: ValidationTrail): unknown {
    const { state, sequencer, views } = this.#parts;
    trail.reach(14);
    charge.pay();
    const now = sequencer.settle();
    const parsed = action.parse(params, { state, now });
    if (isRefusal(parsed)) return parsed;
    return this.#failureOf(action, params, trail) ?? action.read(parsed, { state, now, views });
  }

  /** Steps 11 to 16 of a write. The nonce is spent from here on, whatever the later steps say (R-03, SEC-07). */
  #write(action: TradeWrite, { request }: SignedParts, { wallet, now, charge, trail }: Signed): unknown {
    const { state, sequencer } = this.#parts;
    const { nonce } = request;
    trail.reach(11);
    if (nonce === 0n) return refuse('MISSING_REQUIRED_FIELD', 'nonce is required for this operation');
    const account = accountBehind(state, request.subAccountId);
    const accountNo = account?.no ?? NO_ACCOUNT;
    if (isNonceUsed(state, wallet, accountNo, nonce)) return refuse('UNAUTHORIZED', 'nonce already used');
    const submit = (commands: readonly Command[]): InputOutcome =>
      sequencer.submit({
        kind: 'request',
        wallet,
        account: accountNo,
        action: action.name,
        nonce,
        commands,
        ...charge.take(),
      });
    trail.reach(12);
    const context = this.#admit(action, account, wallet, now);
    if (isRefusal(context)) {
      if (isNonceKept(state, wallet, accountNo)) submit([]);
      return context;
    }
    trail.reach(13);
    if (!charge.chargeAccount(context.account)) {
      submit([]);
      return refuse('RATE_LIMIT_EXCEEDED');
    }
    trail.reach(14);
    const parsed = action.parse(request.params, context);
    if (isRefusal(parsed)) {
      submit([]);
      return parsed;
    }
    const failure = this.#failureOf(action, request.params, trail, wallet, accountNo);
    if (failure) {
      submit([]);
      return failure;
    }
    trail.reach(15);
    if (action.whitelist === true && !this.#isWhitelisted(context.account)) {
      submit([]);
      return refuse('FORBIDDEN', 'failed whitelist arbitration');
    }
    trail.reach(16);
    const commands = action.toCommands(parsed, context);
    const { faults } = this.#parts;
    const met = faults.idle ? commands : faults.strike(action.name, commands, { account: accountNo, wallet });
    return action.toResult(parsed, submit(met).outcomes, context);
  }

  #read(action: TradeRead, { request }: Pick<SignedParts, 'request'>, { wallet, now, charge, trail }: Signed): unknown {
    const { state, sequencer, views } = this.#parts;
    trail.reach(12);
    const admitted = this.#admit(action, accountBehind(state, request.subAccountId), wallet, now);
    if (isRefusal(admitted)) return admitted;
    trail.reach(13);
    if (!charge.chargeAccount(admitted.account)) return refuse('RATE_LIMIT_EXCEEDED');
    charge.pay();
    trail.reach(14);
    const context = { ...admitted, now: sequencer.settle() };
    const parsed = action.parse(request.params, context);
    if (isRefusal(parsed)) return parsed;
    const failure = this.#failureOf(action, request.params, trail, wallet, context.account.no);
    return failure ?? action.read(parsed, { ...context, views });
  }

  /** What an injected fault says in place of carrying out what has passed every other step. */
  #failureOf(
    action: AnyAction,
    params: JsonObject,
    trail: ValidationTrail,
    wallet: Address | null = null,
    account: AccountNo = NO_ACCOUNT,
  ): Refusal | null {
    const { faults } = this.#parts;
    if (faults.idle) return null;
    const { refusal, lost }: FaultedExecution = faults.execute(
      { action, body: { params } },
      wallet === null ? null : { account, wallet },
    );
    trail.lost = lost;
    return refusal;
  }

  /** Step 12. */
  #admit(
    action: TradeWrite | TradeRead,
    account: Account | undefined,
    wallet: Address,
    now: TimeMs,
  ): ActionContext | Refusal {
    const { state } = this.#parts;
    const role = account ? roleOf(state, account, wallet) : null;
    if (!account || role === null || !action.auth.roles.includes(role)) {
      return authorityRefusal(action.auth, wallet, account, role);
    }
    return { state, now, wallet, account, role };
  }

  /** Step 5. Decided when the request comes, so that one that waits for history is still served when a drain begins. */
  #accepts(action: AnyAction): boolean {
    return this.#parts.state.status !== 'draining' || action.name === 'getExchangeStatus';
  }

  /** Step 15: it is the owner who must be whitelisted, whoever signs. */
  #isWhitelisted(account: Readonly<Account>): boolean {
    return this.#parts.state.wallets.get(account.owner)?.whitelisted === true;
  }

  /** What a request asks of the buckets; one that names no action of ours costs one token. */
  #chargeFor(request: Request<AnyAction> | Refusal, surface: Surface, ip: string): RateLimitCharge {
    if (isRefusal(request)) return new RateLimitCharge(this.#parts, { ip, surface, tokens: 1 });
    const { action, params } = request;
    const orders = action.kind === 'write' ? (action.orders?.(params) ?? 0) : 0;
    return new RateLimitCharge(this.#parts, { ip, surface, tokens: action.cost(params), orders });
  }

  /**
   * History is loaded before anything is judged, so that judging never waits. Whatever goes wrong inside is
   * told to the log and to nobody else (SEC-23, SEC-24).
   */
  async #guarded<A extends AnyAction>(
    request: Request<A> | Refusal,
    charge: RateLimitCharge,
    trail: ValidationTrail,
    judge: (request: Request<A>) => unknown,
  ): Promise<Reply> {
    try {
      if (isRefusal(request))
        return this.#reply(
          this.#charged(charge, trail, () => request),
          trail,
          charge,
        );
      const { action } = request;
      trail.action = request.name;
      const arrival = this.#parts.faults.idle ? null : await this.#parts.faults.arrive(request);
      if (arrival?.refusal) {
        trail.lost = arrival.lost;
        return this.#reply(arrival.refusal, trail);
      }
      if (arrival?.rateLimitUnavailable) charge.waiveAccount();
      const accepted = this.#accepts(action);
      if (accepted && action.kind === 'read' && action.usesHistory) await this.#parts.views.ready();
      trail.reach(5);
      const respond = (): unknown => (accepted ? judge(request) : refuse('SERVICE_UNAVAILABLE'));
      const reply = this.#reply(this.#charged(charge, trail, respond), trail, charge);
      if (arrival && arrival.responseMs > 0) await this.#parts.faults.pass(arrival.responseMs);
      return reply;
    } catch (error) {
      const name = isRefusal(request) ? 'a request' : request.action.name;
      this.#parts.log.error({ err: error }, `${name} failed`);
      const text = isRefusal(request) ? undefined : failureText(name, request.body);
      return this.#reply(refuse('INTERNAL_ERROR', text), trail, charge);
    }
  }

  /** Step 2, and the end of every request: whatever came of it, it is paid for. */
  #charged(charge: RateLimitCharge, trail: ValidationTrail, respond: () => unknown): unknown {
    this.#parts.sequencer.settle();
    if (!charge.chargeAddress()) {
      trail.reach(2);
      return refuse('RATE_LIMIT_EXCEEDED');
    }
    try {
      return respond();
    } finally {
      charge.pay();
    }
  }

  #reply(result: unknown, trail: ValidationTrail, charge?: RateLimitCharge): Reply {
    const rateLimit = charge?.snapshot();
    const meta = {
      requestId: this.#parts.requestIds.next(),
      timestamp: this.#parts.sequencer.now(),
      ...(rateLimit && { rateLimit }),
    };
    this.#parts.explanations.answered(meta.requestId, trail, result, meta.timestamp);
    const reply = isRefusal(result)
      ? { http: result.http, envelope: errorEnvelope(result, meta) }
      : { http: 200, envelope: okEnvelope(result, meta) };
    return trail.lost === null ? reply : { ...reply, lost: trail.lost };
  }
}
