import type { InfoRead, TradeRead, TradeWrite } from '../../contract/action.ts';
import { type ErrorEnvelope, errorEnvelope, type OkEnvelope, okEnvelope } from '../../contract/envelope.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { PastNeed } from '../../contract/views.ts';
import type { Surface } from '../../engine/token-bucket.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/errors.ts';
import type { AccountNo, Address } from '../../kernel/ids.ts';
import { ADVANCING, type Gate } from '../clock/clock.ts';
import { type Arrival, type Loss, type Origin, restOrigin } from '../faults/faults.ts';
import type { RequestIds } from '../http/http.ts';
import { JournalError } from '../journal/journal.ts';
import type { Log } from '../log.ts';
import { codeOf, hintOf, refusedItemsOf, type RequestFacts, type RequestListener } from '../request-facts.ts';
import type { SignatureWorkers } from '../signatures/workers/pool.ts';
import type { Login } from '../stream/session/login.ts';
import type { Explanations } from '../why/explanations.ts';
import { failureText, RETRY_AFTER_SECONDS, unwritten } from './failures.ts';
import { type Arrived, type Ask, type LifeParts, RateLimitCharge, resultOf } from './life.ts';
import {
  beginCheck,
  bodyOfPost,
  type EarlyCheck,
  isUnreadable,
  readBody,
  readInfo,
  type Reading,
  readTrade,
  ValidationTrail,
} from './request.ts';

/** A response of the two POST surfaces. */
export interface Reply {
  readonly http: number;
  readonly envelope: OkEnvelope | ErrorEnvelope;
  /** For a request that was refused for the moment: when it may be sent again. */
  readonly retryAfterSeconds?: number;
  /** What an injected fault loses of it on its way to the client. */
  readonly lost?: Loss;
}

export interface DispatcherParts extends LifeParts {
  /** History; `ready` loads it on first use, and `pastReady` has a part of the past made, where it is made elsewhere. */
  readonly views: LifeParts['views'] & {
    ready(): Promise<unknown>;
    pastReady(need: PastNeed): Promise<void> | null;
  };
  readonly requestIds: RequestIds;
  readonly log: Log;
  /** Requests wait here for those before them, and while the clock is being advanced. */
  readonly gate: Gate;
  /** Check signatures before the turn of a request; left out, its turn does that. */
  readonly workers?: SignatureWorkers | null;
  /** Is told what came of each request. */
  readonly onRequest: RequestListener | null;
  /** Keeps why a request was refused. */
  readonly explanations: Explanations;
  readonly tradeActions: ReadonlyMap<string, TradeWrite | TradeRead>;
  readonly infoActions: ReadonlyMap<string, InfoRead>;
}

/** A request that has arrived and waits for its turn. */
export interface ReceivedRequest {
  readonly reading: Reading;
  /** The check of its signature that a worker does meanwhile; null where its turn does that. */
  readonly check: EarlyCheck | null;
  /** When it arrived, by the machine's steady clock; 0 where nobody wants to know. */
  readonly arrivedAt: number;
}

/** Who sends a `post` of a stream. */
export interface Poster {
  readonly ip: string;
  readonly login: Login | null;
  /** The account whose latency counts for the connection. */
  readonly account: AccountNo | null;
}

/** Who sends a request over REST. */
export interface Sender {
  /** Address that pays for it. */
  readonly ip: string;
  /** The subaccount that it comes from, where that is known: its latency counts for a request that names none. */
  readonly subAccountId?: string;
  /** Neither latency nor an injected fault meets it. */
  readonly isUnhindered?: true;
}

/** A signed action that this process carries out as the owner of its subaccount, without a signature. */
export interface OwnerRequest {
  readonly action: string;
  /** As the API takes them, without the action and the subaccount. */
  readonly params: JsonObject;
  readonly subAccountId: string;
  /** A number that the wallet has not used, as for a signed request; 0 for a read. */
  readonly nonce: number;
  /** Address that pays for it. */
  readonly ip: string;
}

/** How a request was sent. */
interface Sent {
  readonly surface: Surface;
  readonly ip: string;
  readonly origin: Origin;
  readonly login?: Login | null;
  readonly isUnhindered?: boolean;
  /** See `Arrived`. */
  readonly owner?: Address | null;
}

/** Requests of this surface have no signature. */
const NO_CHECK = null;

const sentBy = ({ ip, isUnhindered, subAccountId }: Sender): Omit<Sent, 'surface'> => ({
  ip,
  isUnhindered: isUnhindered === true,
  origin: restOrigin(subAccountId),
});

/**
 * Gives each request its turn, and its life in that turn (`life.ts`) in one piece: no other request comes in between. Around
 * it stand what a request waits for (the gate, injected faults, history) and the envelope of its response.
 */
export class Dispatcher {
  readonly #parts: DispatcherParts;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
  }

  /** POST /v1/trade. */
  trade(bytes: Uint8Array, sender: Sender): Reply | Promise<Reply> {
    const sent = { surface: 'trade', ...sentBy(sender) } as const;
    const received = this.#received(readBody(bytes, this.#tradeReading), sent);
    return this.#isNext(received) ? this.#respond(received, sent) : this.#inTurn(received, sent);
  }

  /** POST /v1/info. */
  info(bytes: Uint8Array, sender: Sender): Reply | Promise<Reply> {
    const received = this.#received(readBody(bytes, this.#infoReading), NO_CHECK);
    const sent = { surface: 'info', ...sentBy(sender) } as const;
    const isServed = this.#isNext(received) || (asksForStatus(received.reading) && this.#servesStatus());
    return isServed ? this.#respond(received, sent) : this.#inTurn(received, sent);
  }

  /** As `trade`, for a wallet that this process vouches for: only the signature is left out, and the input is the same. */
  asOwner(owner: Address, { action, params, subAccountId, nonce, ip }: OwnerRequest): Reply | Promise<Reply> {
    const reading = this.#tradeReading({ params: { ...params, action, subAccountId }, nonce });
    const received = this.#received(reading, NO_CHECK);
    const sent = { surface: 'trade', ...sentBy({ ip, subAccountId }), owner } as const;
    return this.#isNext(received) ? this.#respond(received, sent) : this.#inTurn(received, sent);
  }

  /** Reads a `post` of a stream, whose fields are flat, and begins to check its signature (wire 4.3). */
  receive(endpoint: Surface, fields: JsonObject, ip: string): ReceivedRequest {
    return endpoint === 'info'
      ? this.#received(this.#infoReading({ params: fields }), NO_CHECK)
      : this.#received(this.#tradeReading(bodyOfPost(fields)), { surface: endpoint, ip });
  }

  /** A `post` of a stream whose turn has come: validated as over REST. */
  post(endpoint: Surface, received: ReceivedRequest, { ip, login, account }: Poster): Reply | Promise<Reply> {
    const sent = { surface: endpoint, ip, origin: { transport: 'ws', account } } as const;
    return this.#respond(received, endpoint === 'info' ? sent : { login, ...sent });
  }

  readonly #tradeReading = (body: JsonObject): Reading => readTrade(body, this.#parts.tradeActions);
  readonly #infoReading = (body: JsonObject): Reading => readInfo(body, this.#parts.infoActions);

  /** The status is served at once, unless requests are ahead of it that wait for nothing but their preparation. */
  #servesStatus(): boolean {
    const { gate } = this.#parts;
    return gate.isOpen || gate.isHolding;
  }

  /** A request that could not pay is not checked before its turn: checks cost more than refusals (SEC-28). */
  #received(reading: Reading, payer: Pick<Sent, 'surface' | 'ip'> | null): ReceivedRequest {
    const { workers, checker, onRequest } = this.#parts;
    const arrivedAt = onRequest ? performance.now() : 0;
    if (!workers || payer === null || isUnreadable(reading)) return { reading, arrivedAt, check: null };
    if (!this.#chargeOf(reading, payer).isAffordable) return { reading, arrivedAt, check: null };
    return { reading, arrivedAt, check: beginCheck(reading, checker, workers) };
  }

  /** True for a request that nothing is ahead of. */
  #isNext({ check }: ReceivedRequest): boolean {
    return this.#parts.gate.isOpen && check === null;
  }

  /** What arrived before comes first. A request that waits too long for the end of an advance is refused and not carried out. */
  #inTurn(received: ReceivedRequest, sent: Sent): Promise<Reply> {
    return this.#parts.gate.inTurn(
      () => this.#respond(received, sent),
      () => this.#late(this.#arrivalOf(received, sent)),
      received.check?.preparation,
    );
  }

  #late(request: Arrived): Reply {
    request.trail.step = 'checkStatus';
    return { ...this.#reply(ADVANCING, request), retryAfterSeconds: RETRY_AFTER_SECONDS };
  }

  #arrivalOf({ reading, check, arrivedAt }: ReceivedRequest, sent: Sent): Arrived {
    const { surface, ip, login, origin, isUnhindered = false, owner = null } = sent;
    const isFree = (this.#parts.gate.isClosed && asksForStatus(reading)) || (isUnhindered && isRead(reading));
    return {
      reading,
      charge: this.#chargeOf(reading, { surface, ip, isFree }),
      login,
      check,
      trail: new ValidationTrail('checkSize', isUnreadable(reading) ? null : reading.name),
      isFree,
      isUnhindered,
      owner,
      arrivedAt,
      transport: origin.transport,
    };
  }

  /** A request that waits for nothing is carried out in this very call, without a promise. */
  #respond(received: ReceivedRequest, sent: Sent): Reply | Promise<Reply> {
    const { reading } = received;
    const request = this.#arrivalOf(received, sent);
    const { faults } = this.#parts;
    const isUnharmed = faults.idle || request.isFree || request.isUnhindered || isUnreadable(reading);
    if (!isUnharmed || this.#needsHistory(reading) || this.#awaitedPast(reading)) {
      return this.#respondLater(request, isUnharmed, sent);
    }
    try {
      return this.#reply(resultOf(request, this.#accepts(request), this.#parts), request);
    } catch (error) {
      return this.#failed(request, error);
    }
  }

  async #respondLater(request: Arrived, isUnharmed: boolean, { origin }: Sent): Promise<Reply> {
    const { reading } = request;
    const { faults, gate, views } = this.#parts;
    try {
      // Only what must wait is awaited: every other request is applied in the turn in which it arrives.
      const arrival = isUnharmed || isUnreadable(reading) ? null : await faults.arrive(reading, origin);
      if (arrival?.refusal)
        return await this.#leave(this.#lostOnArrival(request, arrival.refusal, arrival.lost), arrival);
      if (arrival?.rateLimitUnavailable) request.charge.waiveAccount();
      // The status on arrival counts, so that a request that waits for history is still served when a drain begins.
      const isAccepted = this.#accepts(request);
      const past = isAccepted ? this.#awaitedPast(reading) : null;
      const needsHistory = isAccepted && this.#needsHistory(reading);
      const finish = (): Promise<Reply> =>
        this.#leave(this.#reply(resultOf(request, isAccepted, this.#parts), request), arrival);
      if (!needsHistory && !past) return await finish();
      if (needsHistory) await views.ready();
      await past;
      // An advance may have begun meanwhile.
      return await gate.inTurn(finish, () => this.#late(request));
    } catch (error) {
      return this.#failed(request, error);
    }
  }

  /** Whatever fails inside goes to the log and not to the client (SEC-23, SEC-24). */
  #failed(request: Arrived, error: unknown): Reply {
    if (error instanceof JournalError) return this.#unwritten(request, error);
    const { reading } = request;
    const name = isUnreadable(reading) ? 'a request' : reading.action.name;
    this.#parts.log.error({ err: error }, `${name} failed`);
    const text = isUnreadable(reading) ? undefined : failureText(name, reading.body);
    return this.#reply(refuse('INTERNAL_ERROR', text), request);
  }

  /** The response is under way for as long as faults and latency say. */
  async #leave(reply: Reply, arrival: Arrival | null): Promise<Reply> {
    if (arrival) await this.#parts.faults.leave(arrival);
    return reply;
  }

  /** Returns the price of a request; one that names no known action costs one token. */
  #chargeOf(reading: Reading, payer: Pick<Ask, 'ip' | 'surface' | 'isFree'>): RateLimitCharge {
    if (isUnreadable(reading)) return new RateLimitCharge(this.#parts, { tokens: 1, ...payer });
    const { action, params } = reading;
    const orders = action.kind === 'write' ? (action.orders?.(params) ?? 0) : 0;
    return new RateLimitCharge(this.#parts, { tokens: action.cost(params), orders, ...payer });
  }

  #lostOnArrival(request: Arrived, refusal: Refusal, lost: Loss | null): Reply {
    request.trail.step = 'checkInjectedFaults';
    request.trail.lost = lost;
    return this.#reply(refusal, request);
  }

  #accepts({ reading, isUnhindered }: Arrived): boolean {
    const { status } = this.#parts.state;
    // What a run looks at by itself it sees whatever clients are told.
    if (status === 'down') return isUnhindered;
    if (status !== 'draining') return true;
    return isUnreadable(reading) || asksForStatus(reading);
  }

  /** History is loaded before the first step, so that no step ever waits. */
  #needsHistory(reading: Reading): boolean {
    return !isUnreadable(reading) && reading.action.kind === 'read' && reading.action.usesHistory;
  }

  /** What a read waits for until the past that it shows has been made. Params that are refused show nothing of it. */
  #awaitedPast(reading: Reading): Promise<void> | null {
    if (isUnreadable(reading)) return null;
    const { action, params } = reading;
    if (action.surface !== 'info' || !action.past) return null;
    const { state, sequencer, views } = this.#parts;
    const parsed: unknown = action.parse(params, { state, now: sequencer.now() });
    return isRefusal(parsed) ? null : views.pastReady(action.past(parsed as never));
  }

  /** The journal did not take the input, so nothing has happened. */
  #unwritten(request: Arrived, error: JournalError): Reply {
    request.trail.step = 'submit';
    return { ...this.#reply(unwritten(error), request), retryAfterSeconds: RETRY_AFTER_SECONDS };
  }

  #reply(result: unknown, request: Arrived): Reply {
    const { trail, charge } = request;
    const rateLimit = charge.snapshot();
    const meta = {
      requestId: this.#parts.requestIds.next(),
      timestamp: this.#parts.sequencer.now(),
      ...(rateLimit && { rateLimit }),
    };
    const { explanations, onRequest } = this.#parts;
    explanations.responded(meta.requestId, trail, result, meta.timestamp);
    onRequest?.(factsOf(request, result, meta.requestId, explanations.saidOf(meta.requestId)));
    const reply = isRefusal(result)
      ? { http: result.http, envelope: errorEnvelope(result, meta) }
      : { http: 200, envelope: okEnvelope(result, meta) };
    return trail.lost === null ? reply : { ...reply, lost: trail.lost };
  }
}

const factsOf = (
  { trail, transport, arrivedAt }: Arrived,
  result: unknown,
  requestId: string,
  said: string | null,
): RequestFacts => ({
  transport,
  action: trail.action,
  subAccountId: trail.subAccountId,
  requestId,
  code: codeOf(result),
  hint: hintOf(result),
  said,
  isAboutSigner: trail.signed !== null && isRefusal(result),
  refusedItems: refusedItemsOf(result),
  latencyMs: performance.now() - arrivedAt,
});

/** The one action that is served at any time: while the exchange drains, and in the middle of an advance. */
const asksForStatus = (reading: Reading): boolean =>
  !isUnreadable(reading) && reading.action.name === 'getExchangeStatus';

const isRead = (reading: Reading): boolean => !isUnreadable(reading) && reading.action.kind === 'read';
