import type { ActionContext, InfoRead, TradeRead, TradeWrite } from '../api/action.ts';
import { type ErrorEnvelope, errorEnvelope, type OkEnvelope, okEnvelope } from '../api/envelope.ts';
import type { Views } from '../api/views.ts';
import { isNonceUsed } from '../engine/admission/nonce.ts';
import type { Command } from '../engine/command.ts';
import type { InputOutcome } from '../engine/outcome.ts';
import type { Account, State } from '../engine/state.ts';
import { isRefusal, type Refusal, refuse } from '../kernel/errors.ts';
import type { AccountNo, Address } from '../kernel/ids.ts';
import type { TimeMs } from '../kernel/units.ts';
import {
  accountBehind,
  infoRequestOf,
  isExpired,
  messageOf,
  type Request,
  readBody,
  roleOf,
  type SignedParts,
  signedPartsOf,
  strangerRefusal,
  tradeRequestOf,
} from './admission.ts';
import { failureText } from './failure-texts.ts';
import type { Log } from './log.ts';
import type { RequestIds } from './request-id.ts';
import type { Sequencer } from './sequencer.ts';
import type { SignatureChecker } from './signature.ts';

/** An answer of the two POST surfaces. */
export interface Reply {
  readonly http: number;
  readonly envelope: OkEnvelope | ErrorEnvelope;
}

export interface DispatcherParts {
  readonly state: State;
  readonly sequencer: Sequencer;
  /** History; `ready` loads it on first use. */
  readonly views: Views & { ready(): Promise<unknown> };
  readonly checker: SignatureChecker;
  readonly requestIds: RequestIds;
  readonly log: Log;
  readonly tradeActions: ReadonlyMap<string, TradeWrite | TradeRead>;
  readonly infoActions: ReadonlyMap<string, InfoRead>;
}

type AnyAction = TradeWrite | TradeRead | InfoRead;

/** Nonces of requests for subaccounts that do not exist are kept under this number, so that they are spent like any other. */
const NO_ACCOUNT: AccountNo = -1;

/**
 * Judges one request at a time in the order of wire 0.3; the first step that fails decides the answer.
 * From the clock reading on, everything happens in one piece: no other request comes in between.
 */
export class Dispatcher {
  readonly #parts: DispatcherParts;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
  }

  /** POST /v1/trade. */
  async trade(bytes: Uint8Array): Promise<Reply> {
    const body = readBody(bytes);
    const request = isRefusal(body) ? body : tradeRequestOf(body, this.#parts.tradeActions);
    if (isRefusal(request)) return this.#reply(request);
    return this.#guarded(request, () => this.#judgeTrade(request));
  }

  /** POST /v1/info. */
  async info(bytes: Uint8Array): Promise<Reply> {
    const body = readBody(bytes);
    const request = isRefusal(body) ? body : infoRequestOf(body, this.#parts.infoActions);
    if (isRefusal(request)) return this.#reply(request);
    return this.#guarded(request, () => this.#judgeInfo(request));
  }

  #judgeTrade(request: Request<TradeWrite | TradeRead>): unknown {
    const { sequencer, checker } = this.#parts;
    const { action } = request;
    const now = sequencer.settle();
    const parts = signedPartsOf(request);
    if (isRefusal(parts)) return parts;
    const message = messageOf(action, parts.request);
    if (isRefusal(message)) return message;
    if (isExpired(parts.request.expiresAfter, now)) return refuse('UNAUTHORIZED', 'request expired');
    const wallet = checker.recover(message, parts.signature);
    if (isRefusal(wallet)) return wallet;
    return action.kind === 'write' ? this.#write(action, parts, wallet, now) : this.#read(action, parts, wallet, now);
  }

  #judgeInfo({ action, params }: Request<InfoRead>): unknown {
    const { state, sequencer, views } = this.#parts;
    const now = sequencer.settle();
    const parsed = action.parse(params, { state, now });
    return isRefusal(parsed) ? parsed : action.read(parsed, { state, now, views });
  }

  /** Steps 11 to 16 of a write. The nonce is spent from here on, whatever the later steps say (R-03, SEC-07). */
  #write(action: TradeWrite, { request }: SignedParts, wallet: Address, now: TimeMs): unknown {
    const { state, sequencer } = this.#parts;
    const { nonce } = request;
    if (nonce === 0n) return refuse('MISSING_REQUIRED_FIELD', 'nonce is required for this operation');
    const account = accountBehind(state, request.subAccountId);
    const accountNo = account?.no ?? NO_ACCOUNT;
    if (isNonceUsed(state, wallet, accountNo, nonce)) return refuse('UNAUTHORIZED', 'nonce already used');
    const submit = (commands: readonly Command[]): InputOutcome =>
      sequencer.submit({ kind: 'request', wallet, account: accountNo, action: action.name, nonce, commands });
    const context = this.#admit(action, account, wallet, now);
    if (isRefusal(context)) {
      // A wallet the exchange never heard of has no nonces to guard; keeping them would let noise fill the table (SEC-31).
      if (state.wallets.has(wallet)) submit([]);
      return context;
    }
    const parsed = action.parse(request.params, context);
    if (isRefusal(parsed)) {
      submit([]);
      return parsed;
    }
    if (action.whitelist === true && !this.#isWhitelisted(context.account)) {
      submit([]);
      return refuse('FORBIDDEN', 'failed whitelist arbitration');
    }
    return action.toResult(parsed, submit(action.toCommands(parsed, context)).outcomes, context);
  }

  #read(action: TradeRead, { request }: SignedParts, wallet: Address, now: TimeMs): unknown {
    const { state, views } = this.#parts;
    const context = this.#admit(action, accountBehind(state, request.subAccountId), wallet, now);
    if (isRefusal(context)) return context;
    const parsed = action.parse(request.params, context);
    return isRefusal(parsed) ? parsed : action.read(parsed, { ...context, views });
  }

  /** Step 12. */
  #admit(
    action: TradeWrite | TradeRead,
    account: Account | undefined,
    wallet: Address,
    now: TimeMs,
  ): ActionContext | Refusal {
    const { state } = this.#parts;
    const role = account && roleOf(state, account, wallet);
    if (!account || !role || !action.auth.roles.includes(role)) return strangerRefusal(action.auth, wallet);
    return { state, now, wallet, account };
  }

  /** Step 5. Decided when the request comes, so that one that waits for history is still served when a drain begins. */
  #accepts(action: AnyAction): boolean {
    return this.#parts.state.status !== 'draining' || action.name === 'getExchangeStatus';
  }

  /** Step 15: it is the owner who must be whitelisted, whoever signs. */
  #isWhitelisted(account: Readonly<Account>): boolean {
    return this.#parts.state.wallets.get(account.owner)?.whitelisted === true;
  }

  /**
   * History is loaded before anything is judged, so that judging never waits. Whatever goes wrong inside is
   * told to the log and to nobody else (SEC-23, SEC-24).
   */
  async #guarded({ action, body }: Request<AnyAction>, judge: () => unknown): Promise<Reply> {
    if (!this.#accepts(action)) return this.#reply(refuse('SERVICE_UNAVAILABLE'));
    try {
      if (action.kind === 'read' && action.usesHistory) await this.#parts.views.ready();
      return this.#reply(judge());
    } catch (error) {
      this.#parts.log.error({ err: error }, `${action.name} failed`);
      return this.#reply(refuse('INTERNAL_ERROR', failureText(action.name, body)));
    }
  }

  #reply(result: unknown): Reply {
    const meta = { requestId: this.#parts.requestIds.next(), timestamp: this.#parts.sequencer.now() };
    return isRefusal(result)
      ? { http: result.http, envelope: errorEnvelope(result, meta) }
      : { http: 200, envelope: okEnvelope(result, meta) };
  }
}
