import { isRefusal, type Refusal, refuse } from '../../kernel/errors.ts';
import { type AccountNo, accountNoOf, type Address } from '../../kernel/ids.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { Action } from '../../contract/action.ts';
import {
  AGGREGATOR_FAILED,
  AGGREGATOR_RATE_LIMITED,
  AGGREGATOR_UNAVAILABLE,
  type AggregatorResponse,
} from '../../contract/aggregator.ts';
import type { JsonObject } from '../../contract/json.ts';
import { parseSubAccountId } from '../../contract/fields/table.ts';
import type { Command } from '../../engine/command.ts';
import type { Dependency, FaultEffect, FaultPoint, FaultRule } from '../../engine/fault-terms.ts';
import { firedIn, mayMeet } from '../../engine/faults.ts';
import type { State } from '../../engine/state.ts';
import type { Latencies, Transport, Traveller } from '../latencies.ts';
import { ResponseTimes } from '../response-times.ts';
import { failureText } from '../requests/failures.ts';
import type { Sequencer } from '../sequencer.ts';

/** What is lost on the way back: the response alone, or the connection with it. */
export type Loss = 'response' | 'connection';

/** The faults of a request that arrives, before any check. */
export interface Arrival {
  readonly refusal: Refusal | null;
  readonly lost: Loss | null;
  readonly rateLimitUnavailable: boolean;
  /** The response is under way for so long, besides the latency of the account. */
  readonly responseMs: TimeMs;
  /** Whose latency counts. */
  readonly traveller: Traveller;
  readonly sentAt: TimeMs;
}

/** How a request comes, and the account of the connection that it comes over. */
export interface Origin {
  readonly transport: Transport;
  readonly account: AccountNo | null;
}

/** Returns how a request over REST comes from a subaccount, or from nobody known. */
export const restOrigin = (subAccountId: string | undefined): Origin => ({
  transport: 'rest',
  account: subAccountId === undefined ? null : (accountNoOf(BigInt(subAccountId)) ?? null),
});

/** The fault of a request that is about to be carried out. */
export interface FaultedExecution {
  readonly refusal: Refusal | null;
  readonly lost: Loss | null;
}

/** What a request is about. */
export interface Asked {
  readonly action: Action;
  readonly body: JsonObject;
}

/** Whom it concerns, once that is known. */
export interface Concerned {
  readonly account: AccountNo;
  readonly wallet: Address;
}

const CONNECTION_LOST = refuse('SERVICE_UNAVAILABLE', 'the connection was dropped by an injected fault');

export interface FaultsParts {
  readonly state: State;
  readonly sequencer: Sequencer;
  readonly room: WaitingRoom;
  readonly latencies: Latencies;
}

/**
 * The place where requests meet injected faults and the latency of their account. Each meeting is an input of the log, and only where a rule may match: while none
 * is set, `idle` is all that is ever asked.
 */
export class Faults {
  readonly #state: State;
  readonly #sequencer: Sequencer;
  /** What waits for exchange time. */
  readonly room: WaitingRoom;
  readonly responseTimes = new ResponseTimes();
  readonly #latencies: Latencies;

  constructor({ state, sequencer, room, latencies }: FaultsParts) {
    this.#state = state;
    this.#sequencer = sequencer;
    this.room = room;
    this.#latencies = latencies;
  }

  /** No rule is set, and no account has a latency. */
  get idle(): boolean {
    return this.#state.faults.rules.length === 0 && this.#latencies.idle;
  }

  /** Waits out what delays the request: rules, and the latency of the account that it names or comes from. */
  async arrive({ action, body }: Asked, origin: Origin): Promise<Arrival> {
    const account = action.surface === 'trade' ? claimedAccount(body) : null;
    const rules = this.#meet({
      ...ANY_CALLER,
      place: 'arrival',
      surface: action.surface,
      target: action.name,
      account,
    });
    const traveller = {
      transport: origin.transport,
      account: account ?? origin.account,
      reads: action.kind === 'read',
    };
    const now = this.#sequencer.now();
    await this.#waitUntil(this.#latencies.arrival('entry', traveller, now, latencyOf(rules, 'request')));
    return { ...arrivalOf(rules), traveller, sentAt: now };
  }

  /** Waits until the response to a request arrives, and measures how long that took since the request was sent. */
  async leave({ responseMs, traveller, sentAt }: Pick<Arrival, 'responseMs' | 'traveller' | 'sentAt'>): Promise<void> {
    const arrives = this.#latencies.arrival('response', traveller, this.#sequencer.now(), responseMs);
    await this.#waitUntil(arrives);
    const { account, reads } = traveller;
    if (account !== null && !reads) this.responseTimes.add(account, arrives - sentAt);
  }

  execute({ action, body }: Asked, concerned: Concerned | null): FaultedExecution {
    const { surface, name } = action;
    const point = {
      ...ANY_CALLER,
      place: 'execution',
      surface,
      target: name,
      ...concerned,
      uses: dependenciesOf(action),
    } as const;
    const [effect] = this.#meet(point).map((rule) => rule.effect);
    if (!effect) return UNHARMED;
    return { refusal: failureOf(effect, name, body), lost: effect.kind === 'replyLost' ? 'response' : null };
  }

  /** The commands of a request, with others in place of those that are struck. */
  strike(name: string, commands: readonly Command[], concerned: Concerned): readonly Command[] {
    return commands.map((command, item) => {
      const [rule] = this.#meet({ ...ANY_CALLER, place: 'item', surface: 'trade', target: name, ...concerned, item });
      return rule ? struck(command, rule.effect) : command;
    });
  }

  /** A GET route, from coming to being carried out; null when no fault replaces its response. */
  async get(route: string, origin: Origin): Promise<RouteFate> {
    const point = { ...ANY_CALLER, surface: 'aggregator', target: route } as const;
    const rules = this.#meet({ ...point, place: 'arrival' });
    const traveller = { ...origin, reads: true };
    const now = this.#sequencer.now();
    await this.#waitUntil(this.#latencies.arrival('entry', traveller, now, latencyOf(rules, 'request')));
    const { lost, responseMs } = arrivalOf(rules);
    const final =
      rules.find(({ effect }) => effect.kind !== 'latency') ?? this.#meet({ ...point, place: 'execution' })[0];
    const response = final ? routeResponseOf(final.effect) : null;
    return {
      response,
      lost: lost ?? (final?.effect.kind === 'replyLost' ? 'response' : null),
      responseMs,
      traveller,
      sentAt: now,
    };
  }

  /** What a frame of a channel meets on its way to one connection. */
  frame(channel: string, account: AccountNo | null): FaultEffect | null {
    const [rule] = this.#meet({ ...ANY_CALLER, place: 'frame', surface: 'ws', target: channel, account });
    return rule?.effect ?? null;
  }

  /** Resolves when so much exchange time has passed. */
  pass(ms: TimeMs): Promise<void> {
    return this.room.wait(this.#sequencer.now() + ms);
  }

  /** Resolves when a push that waits for so long goes on. */
  passPush(ms: TimeMs): Promise<void> {
    return new Promise((go) => this.room.at(this.#sequencer.now() + ms, go, true));
  }

  /** Exchange time has come to `now`. */
  timeReached(now: TimeMs): void {
    this.#latencies.timeReached(now);
    this.room.timeReached(now);
  }

  /** Ends all waiting, because this life of the exchange ends. */
  release(): void {
    this.room.release();
  }

  async #waitUntil(until: TimeMs): Promise<void> {
    if (until > this.#sequencer.now()) await this.room.wait(until);
  }

  #meet(point: FaultPoint): FaultRule[] {
    if (!mayMeet(this.#state, point)) return [];
    const { events } = this.#sequencer.submit({ kind: 'control', commands: [{ type: 'MeetFaults', point }] });
    return firedIn(this.#state, events);
  }
}

/** What becomes of a GET route. */
export interface RouteFate {
  readonly response: AggregatorResponse | null;
  readonly lost: Loss | null;
  readonly responseMs: TimeMs;
  readonly traveller: Traveller;
  readonly sentAt: TimeMs;
}

const ANY_CALLER = { account: null, wallet: null, item: null, uses: [] } as const;
const UNHARMED: FaultedExecution = { refusal: null, lost: null };

function arrivalOf(rules: readonly FaultRule[]): Omit<Arrival, 'traveller' | 'sentAt'> {
  const kinds = new Set(rules.map(({ effect }) => effect.kind));
  const dropped = kinds.has('drop');
  return {
    refusal: dropped ? CONNECTION_LOST : kinds.has('rateLimited') ? refuse('RATE_LIMIT_EXCEEDED') : null,
    lost: dropped ? 'connection' : null,
    rateLimitUnavailable: kinds.has('rateLimitUnavailable'),
    responseMs: latencyOf(rules, 'answer'),
  };
}

const latencyOf = (rules: readonly FaultRule[], of: 'request' | 'answer'): TimeMs =>
  rules.reduce((sum, { effect }) => sum + (effect.kind === 'latency' && effect.of === of ? effect.ms : 0), 0);

/** Returns the subaccount that the request names; a later step refuses one that cannot be read. */
function claimedAccount(body: JsonObject): AccountNo | null {
  const id = parseSubAccountId(body);
  return isRefusal(id) ? null : (accountNoOf(id) ?? null);
}

function struck(command: Command, effect: FaultEffect): Command {
  if (effect.kind === 'reject') return { type: 'FailCommand', code: effect.code };
  if (effect.kind === 'stalePrice') return { type: 'FailCommand', code: 'COLLATERAL_PRICE_STALE' };
  if (effect.kind !== 'transferFails' || command.type !== 'TransferCollateral') return command;
  return { ...command, type: 'FailTransfer', errorMessage: effect.errorMessage };
}

/** What a fired fault says, in the words the contract has for it. */

const WHITELIST = ['whitelist', 'whitelistLookup'] as const;

/** What an action cannot be carried out without. */
function dependenciesOf(action: Action): readonly Dependency[] {
  if (action.name === 'getIsWhitelisted' || (action.kind === 'write' && action.whitelist === true)) return WHITELIST;
  if (action.name === 'getMids') return ['marketConfiguration', 'midPrice'];
  return action.name === 'getMarkets' ? ['marketConfiguration'] : [];
}

/** The refusal in place of an execution; null for an effect that lets it go on. */
function failureOf(effect: FaultEffect, name: string, body: JsonObject): Refusal | null {
  switch (effect.kind) {
    case 'timeout':
      return refuse('OPERATION_TIMEOUT');
    case 'failure': {
      const { http, code } = effect;
      return refuse(code, code === 'INTERNAL_ERROR' ? failureText(name, body) : undefined, { http });
    }
    case 'outage':
      return outageOf(effect.of, name, body);
    default:
      return null;
  }
}

function outageOf(of: Dependency, name: string, body: JsonObject): Refusal {
  if (of === 'midPrice') return refuse('INTERNAL_ERROR', 'Could not get mid price');
  if (of === 'marketConfiguration') return refuse('INTERNAL_ERROR', failureText(name, body));
  // A placement says the same of both (wire 2.4).
  if (name !== 'getIsWhitelisted') return refuse('INTERNAL_ERROR', 'failed to obtain whitelist arbitration');
  return of === 'whitelist'
    ? refuse('SERVICE_UNAVAILABLE', 'Whitelist arbitrator unavailable')
    : refuse('INTERNAL_ERROR', 'Failed to obtain whitelist arbitration');
}

/** The same of a GET route, which has one text for each status (wire 3.11); null for an effect that lets it go on. */
function routeResponseOf(effect: FaultEffect): AggregatorResponse | null {
  switch (effect.kind) {
    case 'rateLimited':
      return AGGREGATOR_RATE_LIMITED;
    case 'timeout':
      return AGGREGATOR_UNAVAILABLE;
    case 'failure':
      if (effect.http === 503) return AGGREGATOR_UNAVAILABLE;
      return { ...AGGREGATOR_FAILED, status: effect.http };
    default:
      return null;
  }
}

/** What waits for exchange time. */
interface Waiting {
  readonly until: TimeMs;
  readonly go: () => void;
  /** A push of a stream waits, and no request for it. */
  readonly isPush: boolean;
}

/** Requests, responses and frames that wait for exchange time. They go on in order of time, then of arrival. */
export class WaitingRoom {
  #waiting: Waiting[] = [];
  #open = true;
  readonly #listeners = new Set<() => void>();

  /** How many wait. */
  get size(): number {
    return this.#waiting.length;
  }

  /** The earliest time at which something goes on; null while nothing waits. */
  get next(): TimeMs | null {
    return this.#waiting[0]?.until ?? null;
  }

  /** The earliest time at which a request or its response goes on; null while none waits. */
  get nextRequest(): TimeMs | null {
    return this.#waiting.find(({ isPush }) => !isPush)?.until ?? null;
  }

  /** Calls back whenever something begins to wait. Returns how to end that. */
  onWait(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Resolves when exchange time reaches `until`, or when all waiting ends. */
  wait(until: TimeMs): Promise<void> {
    return new Promise((go) => this.at(until, go));
  }

  /** Calls back then. */
  at(until: TimeMs, go: () => void, isPush = false): void {
    if (!this.#open) return go();
    const after = this.#waiting.findIndex((other) => other.until > until);
    this.#waiting.splice(after < 0 ? this.#waiting.length : after, 0, { until, go, isPush });
    for (const listener of this.#listeners) listener();
  }

  /** Exchange time has come to `now`. */
  timeReached(now: TimeMs): void {
    while (this.#waiting[0] && this.#waiting[0].until <= now) this.#waiting.shift()?.go();
  }

  /** Ends all waiting, present and later, because the exchange ends. */
  release(): void {
    this.#open = false;
    for (const { go } of this.#waiting.splice(0)) go();
  }
}
