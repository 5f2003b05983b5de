import type { Command } from '../../engine/command.ts';
import type { EngineObserver } from '../../engine/engine.ts';
import type { EngineEvent, FundingSettledEvent, TradedEvent } from '../../engine/event.ts';
import type { Order } from '../../engine/orders/order.ts';
import { marketOf } from '../../engine/risk/margin.ts';
import type { State } from '../../engine/state.ts';
import { isKeyOf, isRecord } from '../../kernel/entries.ts';
import { type ErrorCode, ERRORS, isRefusal, type Refusal } from '../../kernel/errors.ts';
import { venueIdOf } from '../../kernel/ids.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { ValidationTrail } from '../requests/request.ts';
import type { SignedClaim } from '../signatures/signature.ts';
import { explainFunding, type FundingFacts } from './explain-funding.ts';
import { type AdlFacts, type DeleveragedFact, explainAdl, LiquidationStory } from './explain-liquidation.ts';
import { explainFiring, explainRefusal } from './explain-refusal.ts';
import type { Explanation } from './explanation.ts';

/** How many of each kind are kept; older ones are worked out again from the journal (`why.ts`), refusals are gone. */
export const KEPT = {
  refusals: 1_000,
  firings: 1_000,
  liquidations: 1_000,
  deleveragings: 1_000,
  payments: 10_000,
} as const;

/**
 * Facts that explanations need and the exchange itself forgets, written down at the moment. It only reads, so runs and their
 * digests are the same with it and without; `report` receives its own failures.
 */
export class Explanations implements EngineObserver {
  readonly refusals = new RefusalBook(KEPT.refusals);
  readonly #firings = new Ring<number, Explanation>(KEPT.firings);
  readonly #stories = new Ring<number, LiquidationStory>(KEPT.liquidations);
  /** Liquidations under way, also those that left the ring. */
  readonly #open = new Map<number, LiquidationStory>();
  readonly #payments = new Ring<number, FundingFacts>(KEPT.payments);
  readonly #deleveragings = new Ring<number, AdlFacts>(KEPT.deleveragings);
  readonly #report: (error: unknown) => void;
  /** The liquidation whose step is being taken. */
  #current: LiquidationStory | null = null;
  #latest: LiquidationStory | null = null;
  #settled: { readonly event: FundingSettledEvent; readonly mark: number } | null = null;
  #closure: Closure | null = null;
  #trade: TradedEvent | null = null;

  constructor(report: (error: unknown) => void) {
    this.#report = report;
  }

  refused(state: State, command: Command, refusal: Refusal, place: number): void {
    this.#safely(() => this.refusals.refused(state, command, refusal, place));
  }

  unfired(state: State, order: Order, refusal: Refusal): void {
    this.#safely(() => this.#firings.set(order.no, explainFiring(state, order, refusal)));
  }

  /** Records that the request with this id was validated and its response is `result`. */
  responded(requestId: string, trail: ValidationTrail, result: unknown, at: TimeMs): void {
    this.#safely(() => this.refusals.responded(requestId, trail, result, at));
  }

  /** What was refused of a request, or first of its items, in one sentence; null for one that was taken. */
  saidOf(requestId: string): string | null {
    return this.refusals.get(requestId)?.explanations.values().next().value?.said ?? null;
  }

  happened(state: State, event: EngineEvent): void {
    switch (event.type) {
      case 'OrderPlaced':
      case 'OrderCancelled':
      case 'Traded':
        if (this.#current) this.#safely(() => this.#during(state, event));
        return;
      case 'FundingSettled':
        this.#settled = { event, mark: marketOf(state, event.symbol).mark };
        return;
      case 'FundingPaid': {
        const { spec } = marketOf(state, event.symbol);
        const settled = this.#settled;
        if (settled)
          this.#payments.set(event.payment, { spec, settled: settled.event, mark: settled.mark, paid: event });
        return;
      }
      case 'LiquidationBegan':
        this.#safely(() => this.#begin(new LiquidationStory(state, event, this.#latest?.began ?? null)));
        return;
      case 'LiquidationStaged':
      case 'LiquidationPaused':
      case 'TakenOver':
      case 'DeficitCovered':
      case 'Deleveraged':
      case 'LiquidationEnded':
        this.#safely(() => this.#step(state, event));
        return;
      // A step of a liquidation is over with the command or the timer that caused it.
      case 'TimerFired':
      case 'IndexMoved':
      case 'MarkMoved':
      case 'FactorMoved':
      case 'AgentsStepped':
      case 'PopulationActed':
      case 'ClockMoved':
      case 'NonceUsed':
      case 'Charged':
        this.#current = null;
        return;
      default:
    }
  }

  /** Of a conditional order that was not taken when it fired. */
  firing(order: number): Explanation | null {
    return this.#firings.get(order) ?? null;
  }

  /** Whether as many as are kept were found. */
  get firingsFull(): boolean {
    return this.#firings.size >= KEPT.firings;
  }

  payment(no: number): Explanation | null {
    const facts = this.#payments.get(no);
    return facts ? explainFunding(facts) : null;
  }

  liquidation(no: number): LiquidationStory | null {
    return this.#stories.get(no) ?? this.#open.get(no) ?? null;
  }

  /** Those kept, newest first. */
  liquidations(): LiquidationStory[] {
    return [...this.#stories.values()].reverse();
  }

  deleveraging(trade: number): Explanation | null {
    const facts = this.#deleveragings.get(trade);
    return facts ? explainAdl(facts) : null;
  }

  /** How many deleveragings are kept. */
  get deleveragingsKept(): number {
    return this.#deleveragings.size;
  }

  #begin(story: LiquidationStory): void {
    this.#stories.set(story.no, story);
    this.#open.set(story.no, story);
    this.#current = story;
    this.#latest = story;
  }

  #step(state: State, event: LiquidationStep): void {
    const story = this.#open.get(event.liquidation);
    if (!story) return;
    this.#current = story;
    if (event.type === 'Deleveraged') this.#deleverage(state, event);
    story.happened(state, event);
    if (event.type !== 'LiquidationEnded') return;
    this.#open.delete(story.no);
    this.#current = null;
    this.#closure = null;
  }

  #during(state: State, event: EngineEvent): void {
    const story = this.#current;
    if (!story) return;
    if (event.type === 'OrderPlaced' && event.order.account === story.marginAccount.account) {
      this.#closure = { order: event.order.no, size: event.order.quantity, given: 0, previous: null };
    }
    if (event.type === 'Traded' && event.cause === 'adl') this.#trade = event;
    story.happened(state, event);
  }

  #deleverage(state: State, event: DeleveragedFact): void {
    const closure = this.#closure;
    const trade = this.#trade;
    if (!closure || trade?.maker.order !== event.order) return;
    const { spec } = marketOf(state, event.market);
    const { size, given, previous } = closure;
    this.#deleveragings.set(trade.trade, { spec, trade, event, size, givenBefore: given, previous });
    this.#closure = { ...closure, given: given + event.lots, previous: event };
  }

  #safely(note: () => void): void {
    try {
      note();
    } catch (error) {
      this.#report(error);
    }
  }
}

type LiquidationStep = Extract<
  EngineEvent,
  {
    type:
      | 'LiquidationStaged'
      | 'LiquidationPaused'
      | 'TakenOver'
      | 'DeficitCovered'
      | 'Deleveraged'
      | 'LiquidationEnded';
  }
>;

/** The order of a liquidated side that winners close, and what they have given of it so far. */
interface Closure {
  readonly order: number;
  readonly size: number;
  readonly given: number;
  readonly previous: DeleveragedFact | null;
}

/** What of one request was refused: the request itself, or items of it by their place. */
export interface RefusedRequest {
  readonly requestId: string;
  readonly explanations: ReadonlyMap<number, Explanation>;
}

/** Claims are as long as their requests, so fewer are kept. */
const CLAIMS_KEPT = 200;

/** The place under which the refusal of a whole request stands. */
const WHOLE = -1;

/**
 * The latest refusals by request id. Refusals of the engine are explained when they happen and wait here for the
 * response, because a request has no id before.
 */
class RefusalBook {
  readonly #most: number;
  readonly #requests = new Map<string, RefusedRequest>();
  readonly #claims = new Ring<string, SignedClaim>(CLAIMS_KEPT);
  #count = 0;
  #pending: RefusedCommand[] = [];
  /** The input whose commands are pending. */
  #input = 0;
  readonly #listeners = new Set<(refused: RefusedRequest) => void>();

  constructor(most: number) {
    this.#most = most;
  }

  /** The engine refused a command of the request that is being validated. */
  refused(state: State, command: Command, refusal: Refusal, place: number): void {
    // Inputs of a journal that an exchange starts from have no response that would take theirs away.
    if (this.#input !== state.inputSeq) this.#pending = [];
    this.#input = state.inputSeq;
    this.#pending.push({ command, refusal, explanation: explainRefusal(state, command, refusal, place) });
  }

  /** Records that a request was validated and its response is `result`. */
  responded(requestId: string, trail: ValidationTrail, result: unknown, at: TimeMs): void {
    const pending = this.#pending;
    if (pending.length > 0) this.#pending = [];
    if (trail.signed) this.#claims.set(requestId, trail.signed);
    if (isRefusal(result)) this.#keep(requestId, new Map([[WHOLE, whole(requestId, trail, result, pending, at)]]));
    else if (trail.step === 'submit') this.#keepItems(requestId, trail, result, pending, at);
  }

  /** Tells of each request of which something is refused from now on. Returns how to end that. */
  subscribe(listener: (refused: RefusedRequest) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  get(requestId: string): RefusedRequest | undefined {
    return this.#requests.get(requestId);
  }

  /** What a request was signed with that was refused for its signer, of the latest that were. */
  claim(requestId: string): SignedClaim | undefined {
    return this.#claims.get(requestId);
  }

  /** Newest first. */
  latest(): RefusedRequest[] {
    return [...this.#requests.values()].reverse();
  }

  #keepItems(requestId: string, trail: ValidationTrail, result: unknown, pending: RefusedCommand[], at: TimeMs): void {
    const items = refusedItems(result);
    if (items.length === 0) return;
    const commands = new CommandsInOrder(pending);
    const explained = items.map((item): [number, Explanation] => {
      const behind = commands.behind(item);
      const refusal: Refusal = {
        kind: 'refused',
        code: item.code,
        message: item.message,
        http: 200,
      };
      const explanation = behind
        ? byEngine(requestId, trail, refusal, behind.explanation)
        : trail.explain(requestId, refusal, at);
      return [item.item, { ...explanation, subject: { ...explanation.subject, item: String(item.item) } }];
    });
    this.#keep(requestId, new Map(explained));
  }

  #keep(requestId: string, explanations: ReadonlyMap<number, Explanation>): void {
    const refused = { requestId, explanations };
    this.#requests.set(requestId, refused);
    for (const listener of this.#listeners) listener(refused);
    this.#count += explanations.size;
    for (const [id, oldest] of this.#requests) {
      if (this.#count <= this.#most || id === requestId) return;
      this.#requests.delete(id);
      this.#count -= oldest.explanations.size;
    }
  }
}

/** The explanation of a refusal of the whole request. */
function whole(
  requestId: string,
  trail: ValidationTrail,
  refusal: Refusal,
  pending: readonly RefusedCommand[],
  at: TimeMs,
): Explanation {
  const behind = pending.find((one) => one.refusal.code === refusal.code && one.refusal.message === refusal.message);
  return behind && trail.step === 'submit'
    ? byEngine(requestId, trail, refusal, behind.explanation)
    : trail.explain(requestId, refusal, at);
}

/** What the engine worked out, with what the request adds to it. */
const byEngine = (
  requestId: string,
  trail: ValidationTrail,
  refusal: Refusal,
  explanation: Explanation,
): Explanation => ({
  ...explanation,
  subject: { ...trail.subject(requestId), ...explanation.subject },
  verdict: trail.verdict(refusal),
  rules: [...explanation.rules, trail.rule()],
});

/** One refused item of a response, as it was sent. */
interface RefusedItem {
  readonly item: number;
  readonly code: ErrorCode;
  readonly message: string;
  /** Venue id of the order it names; null when it names none. */
  readonly venueId: string | null;
}

/** A command that the engine refused, explained. */
interface RefusedCommand {
  readonly command: Command;
  readonly refusal: Refusal;
  readonly explanation: Explanation;
}

/** Returns the refused items of a successful response: entries of `statuses`, of a list, or the response itself (wire 2.4, 2.7). */
function refusedItems(result: unknown): RefusedItem[] {
  const entries = entriesOf(result);
  return entries.flatMap((entry, item) => {
    if (!isRecord(entry)) return [];
    const { errorCode, error, order } = entry;
    if (typeof errorCode !== 'string' || !isKeyOf(ERRORS, errorCode) || typeof error !== 'string') return [];
    const venueId = isRecord(order) && typeof order['venueId'] === 'string' ? order['venueId'] : null;
    return [{ item, code: errorCode, message: error, venueId }];
  });
}

function entriesOf(result: unknown): readonly unknown[] {
  if (Array.isArray(result)) return result;
  if (!isRecord(result)) return [];
  return Array.isArray(result['statuses']) ? result['statuses'] : [result];
}

/**
 * Finds the refused command behind each refused item. Commands come in the order of their items, but an item may have
 * none, because its id may belong to no order, and linked orders share one.
 */
class CommandsInOrder {
  readonly #commands: readonly RefusedCommand[];
  #next = 0;

  constructor(commands: readonly RefusedCommand[]) {
    this.#commands = commands;
  }

  behind(item: RefusedItem): RefusedCommand | undefined {
    const next = this.#commands[this.#next];
    if (next && isSame(next, item)) {
      this.#next += 1;
      return next;
    }
    const last = this.#commands[this.#next - 1];
    return last?.command.type === 'PlaceGroup' && isSame(last, item) ? last : undefined;
  }
}

function isSame({ command, refusal }: RefusedCommand, { code, message, venueId }: RefusedItem): boolean {
  if (refusal.code !== code || refusal.message !== message) return false;
  const named =
    'order' in command && typeof command.order === 'object' && 'no' in command.order ? command.order.no : null;
  return named === null || venueId === null || venueIdOf(named) === venueId;
}

/** The latest entries of a map, up to a maximum: a new entry removes the oldest. */
export class Ring<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  /** Adds an entry, or replaces one where it stands. */
  set(key: K, value: V): void {
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#most) return;
    const oldest = this.#entries.keys().next();
    if (oldest.done !== true) this.#entries.delete(oldest.value);
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Oldest first. */
  values(): IterableIterator<V> {
    return this.#entries.values();
  }
}
