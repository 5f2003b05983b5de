import { broken, invariant, isRefusal, type Refusal } from '../kernel/errors.ts';
import type { OrderNo } from '../kernel/ids.ts';
import type { TimeMs } from '../kernel/units.ts';
import { sampleToArm } from './account-value.ts';
import { DELEGATION_DECIDERS } from './accounts/delegation.ts';
import { FUNDS_DECIDERS } from './accounts/funds.ts';
import { type FillTerms, nextFill, tradeOf } from './book/matching.ts';
import { TERMS_DECIDERS } from './changed-terms.ts';
import type { Command, Input } from './command.ts';
import { CONTROL_DECIDERS } from './control-deciders.ts';
import type { EngineEvent } from './event.ts';
import { evolve, reach } from './evolve.ts';
import { FAULT_DECIDERS } from './faults.ts';
import { FEE_DECIDERS, tierStepsAfterFill } from './fees/fee-tiers.ts';
import type { Deciders, Decision, JobResult } from './handlers.ts';
import { jobOf, mustSampleMark } from './jobs.ts';
import { LATENCY_DECIDERS } from './latency.ts';
import { DELIST_DECIDERS, settle } from './liquidation/stages/delist.ts';
import type { EngineEffects, FillCap } from './liquidation/stages/liquidation-orders.ts';
import { RiskUpdate } from './liquidation/update-risk.ts';
import { HealthWatch } from './liquidation/watch/watch.ts';
import { DISCONNECT_DECIDERS, SCHEDULE_DECIDERS } from './orders/cancel-switch.ts';
import { accountOf } from './orders/evolve-order.ts';
import { firingOf, nextDueTrigger } from './orders/fire-triggers.ts';
import { cancelOrder, modifyOrder } from './orders/modify-order.ts';
import type { Order } from './orders/order.ts';
import { CONDITIONAL_DECIDERS } from './orders/place-conditional.ts';
import { mayRest, placeOrder } from './orders/place-order.ts';
import { endOfExhausted, nextLinkedStep, nextReduceOnlyTrim, type TrimCause } from './orders/standing-rules.ts';
import { TWAP_DECIDERS, twapFillOf } from './orders/twap.ts';
import { MARGIN_DECIDERS } from './risk/isolated.ts';
import { marketOf } from './risk/margin.ts';
import type { Market, State } from './state.ts';
import type { Timer } from './timers.ts';
import { HISTORY_DECIDERS } from './world/history.ts';

/**
 * The fold: state + input -> events. After every command and every timer the engine runs until nothing
 * is due (quiescence), so that a response never describes a state in between.
 */
export class Engine {
  readonly state: State;
  readonly #events = new EventBuffer();
  /** Markets whose book or price changed since the last check, in the order in which they did. */
  readonly #touched: Market[] = [];
  readonly #watch: HealthWatch;
  readonly #risk: RiskUpdate;
  readonly #effects: EngineEffects;
  readonly #observer: EngineObserver | null;

  constructor(state: State, observer: EngineObserver | null = null) {
    this.state = state;
    this.#observer = observer;
    this.#effects = {
      emit: (event: EngineEvent) => this.#emit(event),
      emitAll: (events: readonly EngineEvent[]) => this.#emitAll(events),
      match: (order: OrderNo, cap: FillCap) => this.#match(order, cap),
      applyStandingRules: (account: number, symbol: string, cause: TrimCause) =>
        this.#applyStandingRules(account, symbol, cause),
    };
    this.#watch = new HealthWatch(state);
    this.#risk = new RiskUpdate(state, this.#effects, this.#watch);
  }

  /**
   * Moves the clock to `input.at`, firing due timers in order, then applies the input, and runs until quiescent after each.
   * Throws InvariantError only for a bug of the engine; a user's mistake is a refusal in the outcome.
   */
  apply(input: Input): InputOutcome {
    const { state } = this;
    this.#events.clear();
    const first = state.eventSeq + 1;
    // Before the timers, because a tier that changes now was the old one when the reads were charged.
    if (input.levels !== undefined) this.#emit({ type: 'LevelsSet', at: state.now, levels: input.levels });
    this.#advance(input.at);
    state.inputSeq += 1;
    this.#admit(input);
    const outcomes = 'commands' in input ? this.#runAll(input.commands, input.kind === 'request') : [];
    return { outcomes, events: this.#events.since(0), first, last: state.eventSeq };
  }

  /** One event says that the time of an input has come, that its nonce is used and what it has paid. */
  #admit(input: Input): void {
    const { at } = input;
    const charge = 'charge' in input ? input.charge : undefined;
    if (input.kind === 'request' && input.nonce !== null) {
      const { wallet, account, nonce } = input;
      this.#emit({ type: 'NonceUsed', at, wallet, account, nonce, charge: charge ?? null });
    } else if (charge !== undefined) this.#emit({ type: 'Charged', at, ...charge });
    else if (at > this.state.now) this.#emit({ type: 'ClockMoved', at: this.state.now, to: at });
  }

  #runAll(commands: readonly Command[], observed: boolean): readonly CommandOutcome[] {
    // Of its final length, because a list that grows takes room for sixteen more.
    const outcomes = new Array<CommandOutcome>(commands.length);
    for (let index = 0; index < commands.length; index += 1) {
      const command = commands[index] as Command;
      const outcome = this.#run(command);
      if (outcome.refusal && observed) this.#observer?.refused(this.state, command, outcome.refusal, index);
      outcomes[index] = outcome;
    }
    return outcomes;
  }

  #touch(market: Market): void {
    if (!this.#touched.includes(market)) this.#touched.push(market);
  }

  #emit(event: EngineEvent): void {
    evolve(this.state, event);
    this.#watch.see(event);
    this.#events.add(event);
    this.#observer?.happened(this.state, event);
  }

  #advance(to: TimeMs): void {
    invariant(to >= this.state.now, 'the clock never goes back');
    for (;;) {
      const timer = this.state.timers.peek();
      const next = timer && timer.due <= to ? timer.due : to;
      const sample = next > this.state.now ? sampleToArm(this.state) : null;
      if (!sample && next > this.state.now) this.#observer?.passing?.(next);
      if (sample) this.#emit(sample);
      else if (timer && timer.due <= to) this.#fire(timer);
      else return;
    }
  }

  #fire(timer: Timer): void {
    reach(this.state, timer.due);
    const result = jobOf(this.state, timer.job);
    const fired = firedBy(timer, result);
    if (fired) this.#emit(fired);
    this.#emitAll(result.events);
    if ('symbol' in timer.job) this.#touch(marketOf(this.state, timer.job.symbol));
    for (const command of result.commands) this.#run(command);
    this.#runUntilQuiescent(timer.job.kind === 'vaultUnwind');
  }

  #armSample(symbol: string): void {
    this.#emit({ type: 'SampleArmed', at: this.state.now, symbol });
  }

  /** Decides one command, applies its events, and runs until quiescent. */
  #run(command: Command): CommandOutcome {
    const decision = decide(this.state, command);
    if (isRefusal(decision)) return { refusal: decision, events: [] };
    const before = this.#events.count;
    this.#emitAll(decision);
    for (const event of decision) {
      if (event.type === 'OrderPlaced') {
        if (event.rests) this.#touch(marketOf(this.state, event.order.symbol));
        else this.#enter(event.order.no);
      } else if (event.type === 'OrderModified' && !event.keepsPlace && !event.rests) this.#enter(event.order);
    }
    if (command.type === 'Delist') settle(this.state, this.#effects, command);
    this.#runUntilQuiescent();
    return { refusal: null, events: this.#events.since(before) };
  }

  /**
   * Applies events that were decided together, and notes their markets. The end of an order can end orders linked to
   * it.
   */
  #emitAll(events: readonly EngineEvent[]): void {
    const { orders, markets } = this.state;
    let ended: Order[] | null = null;
    for (const event of events) {
      // The most frequent kinds first: they touch nothing, or the market that they name.
      if (event.type === 'OrderPlaced') {
        this.#emit(event);
        continue;
      }
      if (event.type === 'IndexMoved' || event.type === 'MarkMoved' || event.type === 'PopulationActed') {
        this.#touch(marketOf(this.state, event.symbol));
        this.#emit(event);
        continue;
      }
      const order = 'order' in event && typeof event.order === 'number' ? orders.get(event.order) : undefined;
      const symbol = order?.symbol ?? ('symbol' in event ? event.symbol : null);
      const market = symbol === null ? undefined : markets.get(symbol);
      if (market) this.#touch(market);
      this.#emit(event);
      if (!order || event.type !== 'OrderCancelled') continue;
      if (ended) ended.push(order);
      else ended = [order];
    }
    if (ended === null) return;
    for (const { account, symbol } of ended) this.#applyStandingRules(account, symbol);
  }

  /** Matches a new or moved order, unless it is a TWAP parent or waits for its trigger. */
  #enter(no: OrderNo): void {
    const order = this.state.orders.get(no);
    // A child has already ended if its main order, which entered before it, ended without a fill.
    if (!order || order.twap) return;
    if (order.phase === 'working') this.#match(no);
    else this.#touch(marketOf(this.state, order.symbol));
  }

  /** Matches an incoming order against the book until it is filled, rests or ends. `cap` limits each fill. */
  #match(no: OrderNo, cap: FillCap | null = null): void {
    const taker = this.state.orders.get(no);
    invariant(taker, 'an incoming order is live');
    const market = marketOf(this.state, taker.symbol);
    this.#touch(market);
    for (;;) {
      if (!this.state.orders.has(no)) return;
      const next = nextFill(market, taker, accountOf(this.state, taker.account));
      if (!next.maker) {
        this.#finish(taker, next.stop);
        return;
      }
      const capped = cap && cap(market, taker, next.maker, next.lots);
      if (cap && !capped) {
        this.#finish(taker, 'nothing');
        return;
      }
      this.#trade(market, taker, next.maker, capped?.lots ?? next.lots, capped?.terms ?? undefined);
    }
  }

  #trade(market: Market, taker: Order, maker: Order, lots: number, terms?: FillTerms): void {
    const trade = tradeOf(this.state, market, taker, maker, lots, terms);
    this.#emit(trade);
    this.#endExhausted(maker);
    this.#endExhausted(taker);
    const progress = twapFillOf(this.state, taker, trade);
    if (progress) this.#emit(progress);
    for (const event of tierStepsAfterFill(this.state, maker.account)) this.#emit(event);
    for (const event of tierStepsAfterFill(this.state, taker.account)) this.#emit(event);
    this.#applyStandingRules(maker.account, taker.symbol);
    this.#applyStandingRules(taker.account, taker.symbol);
  }

  #endExhausted(order: Order): void {
    if (order.trimmed === 0) return;
    const end = endOfExhausted(this.state, accountOf(this.state, order.account), order);
    if (end) this.#emit(end);
  }

  #finish(order: Order, stop: 'nothing' | 'self_trade' | 'reduce_only'): void {
    const { now } = this.state;
    if (stop === 'nothing' && mayRest(order)) {
      this.#emit({ type: 'OrderRested', at: now, order: order.no });
    } else {
      this.#emit({ type: 'OrderCancelled', at: now, order: order.no, cause: stop === 'nothing' ? 'remainder' : stop });
    }
    // A fired order that rests can exceed what is left to close; a main order that ends can leave children.
    if (order.trigger || order.group) this.#applyStandingRules(order.account, order.symbol);
  }

  /** Applies the standing rules to the orders of an account in a market, until none of them causes an event. */
  #applyStandingRules(account: number, symbol: string, cause: TrimCause = 'reduce_only'): void {
    const holder = accountOf(this.state, account);
    for (;;) {
      const event = nextReduceOnlyTrim(this.state, holder, symbol, cause) ?? nextLinkedStep(this.state, holder, symbol);
      if (!event) return;
      // An order that ends can move the last price and so fire a trigger, even if nothing else changed the market.
      this.#touch(marketOf(this.state, symbol));
      this.#emit(event);
    }
  }

  /** Fires the due orders one at a time. Each fires once, so the loop ends (INV-46). */
  #fireTriggers(market: Market): void {
    for (let due = nextDueTrigger(this.state, market); due; due = nextDueTrigger(this.state, market)) {
      const { no, account, symbol } = due.order;
      const { event, refusal } = firingOf(this.state, market, accountOf(this.state, account), due);
      if (refusal) this.#observer?.unfired?.(this.state, due.order, refusal);
      this.#emit(event);
      // The order first, then what it ends: a sibling goes once the position is reduced.
      if (event.type === 'OrderTriggered') this.#match(no);
      this.#applyStandingRules(account, symbol);
    }
  }

  /**
   * Fires triggers and takes the steps of the risk update until nothing is due, then arms the samples that became
   * necessary. A market is never left crossed (INV-13). Markets that are touched meanwhile are checked in the same
   * round. `unwinds`: the vault may offer its positions to the book now.
   */
  #runUntilQuiescent(unwinds = false): void {
    const touched = this.#touched;
    this.#risk.begin(unwinds);
    do {
      for (let index = 0; index < touched.length; index += 1) this.#fireTriggers(touched[index] as Market);
    } while (this.#risk.step());
    for (const market of touched) {
      if (mustSampleMark(market)) this.#armSample(market.spec.symbol);
      const ask = market.book.bestAsk();
      if (ask !== 0 && market.book.bestBid() >= ask) broken(`${market.spec.symbol} is not crossed`);
    }
    while (touched.length > 0) touched.pop();
    this.#observer?.quiescent?.();
  }
}

/** The event that says that a timer has fired, where the first event of its work does not. */
function firedBy(timer: Timer, { events, again = null }: JobResult): EngineEvent | null {
  const [first] = events;
  if (first !== undefined && 'again' in first) return null;
  return { type: 'TimerFired', at: timer.due, timer: timer.seq, again };
}

/**
 * Observes the engine while it works, for explanations and streams: a refusal leaves no trace in events or state, and
 * the inputs of a figure can change with the next event. It reads and never writes.
 */
export interface EngineObserver {
  /** The command at this place of a request, counted from 0, was refused; the state is the one that refused it. */
  refused(state: State, command: Command, refusal: Refusal, place: number): void;
  /** Right after an event took effect; `state.eventSeq` is its sequence. */
  happened(state: State, event: EngineEvent): void;
  /** A conditional order is due and is not taken; it ends next. The state is the one that refuses it. */
  unfired?(state: State, order: Order, refusal: Refusal): void;
  /** A command or a timer has been applied with all its consequences, and nothing is due. */
  quiescent?(): void;
  /** Exchange time is about to move on to `to`: everything before it has happened, timers due at it have not fired. */
  passing?(to: TimeMs): void;
}

/** The outcome of one command: refused with nothing changed, or all events it caused until nothing was due. */
export type CommandOutcome =
  | { readonly refusal: Refusal; readonly events: readonly [] }
  | { readonly refusal: null; readonly events: readonly EngineEvent[] };

/** The outcome of one input. `events` includes those of timers that fell due before its commands. */
export interface InputOutcome {
  /** One for each command, in order. */
  readonly outcomes: readonly CommandOutcome[];
  readonly events: readonly EngineEvent[];
  /** Sequence numbers of the first and last event; `last` is `first - 1` when there was none. */
  readonly first: number;
  readonly last: number;
}

/** A buffer that one long input has made larger than this is given up after it. */
const KEPT = 1_024;

/** The events of one input. The buffer is written over by the next input, so what leaves it is a copy. */
class EventBuffer {
  #events: EngineEvent[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  clear(): void {
    this.#count = 0;
    if (this.#events.length > KEPT) this.#events = [];
  }

  add(event: EngineEvent): void {
    this.#events[this.#count] = event;
    this.#count += 1;
  }

  /** The events from one on, in a list of their own. */
  since(first: number): readonly EngineEvent[] {
    return this.#events.slice(first, this.#count);
  }
}

const DECIDERS: Deciders<Command['type']> = {
  PlaceOrder: placeOrder,
  CancelOrder: cancelOrder,
  ModifyOrder: modifyOrder,
  ...CONDITIONAL_DECIDERS,
  ...TWAP_DECIDERS,
  ...SCHEDULE_DECIDERS,
  ...DISCONNECT_DECIDERS,
  ...MARGIN_DECIDERS,
  ...CONTROL_DECIDERS,
  ...FUNDS_DECIDERS,
  ...DELEGATION_DECIDERS,
  ...FEE_DECIDERS,
  ...TERMS_DECIDERS,
  ...DELIST_DECIDERS,
  ...FAULT_DECIDERS,
  ...HISTORY_DECIDERS,
  ...LATENCY_DECIDERS,
};

/** decide: state + command -> first events, or one refusal. Reads only. */
export function decide(state: State, command: Command): Decision {
  const decider = DECIDERS[command.type] as (state: State, command: Command) => Decision;
  return decider(state, command);
}
