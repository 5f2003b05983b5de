import { invariant } from '../kernel/assert.ts';
import { isRefusal } from '../kernel/errors.ts';
import type { OrderNo } from '../kernel/ids.ts';
import type { TimeMs } from '../kernel/units.ts';
import { nextFill } from './book/matching.ts';
import type { Command, Input } from './command.ts';
import { decide } from './decide.ts';
import type { EngineEvent } from './event.ts';
import { evolve } from './evolve.ts';
import { accountOf } from './evolve-order.ts';
import { tierStepsAfterFill } from './fees/fee-tiers.ts';
import { type FillTerms, tradeOf } from './fill.ts';
import { jobOf, marketsToSample, repeatAfter } from './jobs.ts';
import type { FillCap } from './liquidation/engine-effects.ts';
import { RiskUpdate } from './liquidation/update-risk.ts';
import { HealthWatch } from './liquidation/watch/watch.ts';
import { firingOf, nextDueTrigger } from './orders/conditional/fire-triggers.ts';
import { nextLinkedStep } from './orders/conditional/linked-orders.ts';
import { mayRest } from './orders/place-order.ts';
import { endOfExhausted, nextReduceOnlyTrim, type TrimCause } from './orders/reduce-only.ts';
import { twapFillOf } from './orders/twap/twap.ts';
import type { CommandOutcome, InputOutcome } from './outcome.ts';
import { sampleToArm } from './account-value/sampling.ts';
import { marketOf } from './risk/margin.ts';
import type { Market, State } from './state.ts';
import type { Order } from './orders/order.ts';
import type { Timer } from './timers.ts';
import type { EngineObserver } from './observer.ts';

/**
 * The fold: state + input -> events. After every command and every timer the engine runs until nothing
 * is due (quiescence), so that a response never describes a state in between.
 */
export class Engine {
  readonly state: State;
  #events: EngineEvent[] = [];
  /** Symbols of markets whose book or price changed since the last check. */
  readonly #touched = new Set<string>();
  readonly #watch: HealthWatch;
  readonly #risk: RiskUpdate;
  readonly #observer: EngineObserver | null;

  constructor(state: State, observer: EngineObserver | null = null) {
    this.state = state;
    this.#observer = observer;
    const run = {
      emit: (event: EngineEvent) => this.#emit(event),
      emitAll: (events: readonly EngineEvent[]) => this.#emitAll(events),
      match: (order: OrderNo, cap: FillCap) => this.#match(order, cap),
      applyStandingRules: (account: number, symbol: string, cause: TrimCause) =>
        this.#applyStandingRules(account, symbol, cause),
    };
    this.#watch = new HealthWatch(state);
    this.#risk = new RiskUpdate(state, run, this.#watch);
  }

  /**
   * Moves the clock to `input.at`, firing due timers in order, then applies the input, and runs until quiescent after each.
   * Throws InvariantError only for a bug of the engine; a user's mistake is a refusal in the outcome.
   */
  apply(input: Input): InputOutcome {
    const { state } = this;
    this.#events = [];
    const first = state.eventSeq + 1;
    // Before the timers, because a tier that changes now was the old one when the reads were charged.
    if (input.levels !== undefined) this.#emit({ type: 'LevelsSet', at: state.now, levels: input.levels });
    this.#advance(input.at);
    state.inputSeq += 1;
    const outcomes: CommandOutcome[] = [];
    if (input.kind === 'request' && input.nonce !== null) {
      const { wallet, account, nonce } = input;
      this.#emit({ type: 'NonceUsed', at: state.now, wallet, account, nonce });
    }
    const charge = 'charge' in input ? input.charge : undefined;
    if (charge !== undefined) this.#emit({ type: 'Charged', at: state.now, ...charge });
    if ('commands' in input) {
      for (const command of input.commands) {
        const outcome = this.#run(command);
        if (outcome.refusal && input.kind === 'request') this.#observer?.refused(state, command, outcome.refusal);
        outcomes.push(outcome);
      }
    }
    return { outcomes, events: this.#events, first, last: state.eventSeq };
  }

  #emit(event: EngineEvent): void {
    evolve(this.state, event);
    this.#watch.see(event);
    this.#events.push(event);
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
      else break;
    }
    if (to > this.state.now) this.#emit({ type: 'ClockMoved', at: this.state.now, to });
  }

  #fire(timer: Timer): void {
    const again = repeatAfter(this.state, timer);
    this.#emit({ type: 'TimerFired', at: timer.due, timer, again });
    const { events, commands } = jobOf(this.state, timer.job);
    this.#emitAll(events);
    if ('symbol' in timer.job) this.#touched.add(timer.job.symbol);
    for (const command of commands) this.#run(command);
    this.#runUntilQuiescent(timer.job.kind === 'vaultUnwind');
  }

  /** Decides one command, applies its events, and runs until quiescent. */
  #run(command: Command): CommandOutcome {
    const decision = decide(this.state, command);
    if (isRefusal(decision)) return { refusal: decision, events: [] };
    const before = this.#events.length;
    this.#emitAll(decision);
    for (const event of decision) {
      if (event.type === 'OrderPlaced') this.#enter(event.order.no);
      else if (event.type === 'OrderModified' && !event.keepsPlace) this.#enter(event.order);
    }
    this.#runUntilQuiescent();
    return { refusal: null, events: this.#events.slice(before) };
  }

  /**
   * Applies events that were decided together, and notes their markets. The end of an order can end orders linked to
   * it.
   */
  #emitAll(events: readonly EngineEvent[]): void {
    const { orders, markets } = this.state;
    const ended: Order[] = [];
    for (const event of events) {
      const order = 'order' in event && typeof event.order === 'number' ? orders.get(event.order) : undefined;
      const symbol = order?.symbol ?? ('symbol' in event ? event.symbol : null);
      if (symbol !== null && markets.has(symbol)) this.#touched.add(symbol);
      this.#emit(event);
      if (order && event.type === 'OrderCancelled') ended.push(order);
    }
    for (const { account, symbol } of ended) this.#applyStandingRules(account, symbol);
  }

  /** Matches a new or moved order, unless it is a TWAP parent or waits for its trigger. */
  #enter(no: OrderNo): void {
    const order = this.state.orders.get(no);
    // A child has already ended if its main order, which entered before it, ended without a fill.
    if (!order || order.twap) return;
    if (order.phase === 'working') this.#match(no);
    else this.#touched.add(order.symbol);
  }

  /** Matches an incoming order against the book until it is filled, rests or ends. `cap` limits each fill. */
  #match(no: OrderNo, cap: FillCap | null = null): void {
    const taker = this.state.orders.get(no);
    invariant(taker, 'an incoming order is live');
    const market = marketOf(this.state, taker.symbol);
    this.#touched.add(taker.symbol);
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
    for (const order of [maker, taker]) {
      const end = endOfExhausted(this.state, accountOf(this.state, order.account), order);
      if (end) this.#emit(end);
    }
    const progress = twapFillOf(this.state, taker, trade);
    if (progress) this.#emit(progress);
    for (const event of tierStepsAfterFill(this.state, maker.account)) this.#emit(event);
    for (const event of tierStepsAfterFill(this.state, taker.account)) this.#emit(event);
    this.#applyStandingRules(maker.account, taker.symbol);
    this.#applyStandingRules(taker.account, taker.symbol);
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
      this.#touched.add(symbol);
      this.#emit(event);
    }
  }

  /** Fires the due orders one at a time. Each fires once, so the loop ends (INV-46). */
  #fireTriggers(market: Market): void {
    for (let due = nextDueTrigger(this.state, market); due; due = nextDueTrigger(this.state, market)) {
      const { no, account, symbol } = due.order;
      const event = firingOf(this.state, accountOf(this.state, account), due);
      this.#emit(event);
      // The order first, then what it ends: a sibling goes once the position is reduced.
      if (event.type === 'OrderTriggered') this.#match(no);
      this.#applyStandingRules(account, symbol);
    }
  }

  /**
   * Fires triggers and takes the steps of the risk update until nothing is due, then arms the samples that became
   * necessary. A market is never left crossed (INV-13). `unwinds`: the vault may offer its positions to the book now.
   */
  #runUntilQuiescent(unwinds = false): void {
    this.#risk.begin(unwinds);
    do {
      for (const symbol of this.#touched) this.#fireTriggers(marketOf(this.state, symbol));
    } while (this.#risk.step());
    for (const event of marketsToSample(this.state, this.#touched)) this.#emit(event);
    for (const symbol of this.#touched) {
      const { book } = marketOf(this.state, symbol);
      invariant(book.bestAsk() === 0 || book.bestBid() < book.bestAsk(), () => `${symbol} is not crossed`);
    }
    this.#touched.clear();
    this.#observer?.quiescent?.();
  }
}
