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
import { tradeOf } from './fill.ts';
import { jobOf, marketsToSample, repeatAfter } from './jobs.ts';
import { mayRest } from './orders/place-order.ts';
import { nextReduceOnlyTrim } from './orders/reduce-only.ts';
import type { CommandOutcome, InputOutcome } from './outcome.ts';
import { marketOf } from './risk/margin.ts';
import type { Market, Order, State } from './state.ts';
import type { Timer } from './timers.ts';

/**
 * The fold: state + input -> events. After every command and every timer the exchange settles, so that an
 * answer is only ever given for a state in which nothing is due.
 */
export class Engine {
  readonly state: State;
  #events: EngineEvent[] = [];
  /** Markets whose book or price moved since the last look, by symbol. */
  readonly #touched = new Set<string>();

  constructor(state: State) {
    this.state = state;
  }

  /**
   * Moves the clock to `input.at`, firing due timers in order, then applies the input and settles.
   * Throws InvariantError on a bug of ours only; a user's mistake is a refusal in the outcome.
   */
  apply(input: Input): InputOutcome {
    const { state } = this;
    this.#events = [];
    const first = state.eventSeq + 1;
    this.#advance(input.at);
    state.inputSeq += 1;
    const outcomes: CommandOutcome[] = [];
    if (input.kind === 'request' && input.nonce !== null) {
      const { wallet, account, nonce } = input;
      this.#emit({ type: 'NonceUsed', at: state.now, wallet, account, nonce });
    }
    if (input.kind !== 'clock') {
      for (const command of input.commands) outcomes.push(this.#run(command));
    }
    return { outcomes, events: this.#events, first, last: state.eventSeq };
  }

  #emit(event: EngineEvent): void {
    evolve(this.state, event);
    this.#events.push(event);
  }

  #advance(to: TimeMs): void {
    invariant(to >= this.state.now, 'the clock never goes back');
    for (let timer = this.state.timers.peek(); timer && timer.due <= to; timer = this.state.timers.peek()) {
      this.#fire(timer);
    }
    if (to > this.state.now) this.#emit({ type: 'ClockMoved', at: this.state.now, to });
  }

  #fire(timer: Timer): void {
    const again = repeatAfter(this.state, timer);
    this.#emit({ type: 'TimerFired', at: timer.due, timer, again });
    const { events, commands } = jobOf(this.state, timer.job);
    for (const event of events) this.#emit(event);
    if ('symbol' in timer.job) this.#touched.add(timer.job.symbol);
    for (const command of commands) this.#run(command);
    this.#settle();
  }

  /** Decides one command, applies what it decided, and settles what follows. */
  #run(command: Command): CommandOutcome {
    const decision = decide(this.state, command);
    if (isRefusal(decision)) return { refusal: decision, events: [] };
    const before = this.#events.length;
    for (const event of decision) {
      this.#emit(event);
      if (event.type === 'OrderPlaced') this.#match(event.order.no);
      else if (event.type === 'OrderModified' && !event.keepsPlace) this.#match(event.order);
      else if (event.type === 'MarkMoved' || event.type === 'OrderCancelled') this.#touchBy(command);
    }
    this.#settle();
    return { refusal: null, events: this.#events.slice(before) };
  }

  /** Meets an incoming order with the book until it is filled, rests or ends. */
  #match(no: OrderNo): void {
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
      this.#trade(market, taker, next.maker, next.lots);
    }
  }

  #trade(market: Market, taker: Order, maker: Order, lots: number): void {
    this.#emit(tradeOf(this.state, market, taker, maker, lots));
    this.#trimReduceOnly(maker.account, taker.symbol);
    this.#trimReduceOnly(taker.account, taker.symbol);
  }

  #finish(order: Order, stop: 'nothing' | 'self_trade' | 'reduce_only'): void {
    const { now } = this.state;
    if (stop === 'nothing' && mayRest(order)) {
      this.#emit({ type: 'OrderRested', at: now, order: order.no });
      return;
    }
    this.#emit({ type: 'OrderCancelled', at: now, order: order.no, cause: stop === 'nothing' ? 'remainder' : stop });
  }

  #trimReduceOnly(account: number, symbol: string): void {
    const holder = accountOf(this.state, account);
    for (;;) {
      const event = nextReduceOnlyTrim(this.state, holder, symbol);
      if (!event) return;
      this.#emit(event);
    }
  }

  #touchBy(command: Command): void {
    if ('symbol' in command) this.#touched.add(command.symbol);
    else for (const symbol of this.state.markets.keys()) this.#touched.add(symbol);
  }

  /** Arms what the last step made necessary. A market is never left crossed (INV-13). */
  #settle(): void {
    for (const event of marketsToSample(this.state, this.#touched)) this.#emit(event);
    for (const symbol of this.#touched) {
      const { book } = marketOf(this.state, symbol);
      invariant(book.bestAsk() === 0 || book.bestBid() < book.bestAsk(), `${symbol} is not crossed`);
    }
    this.#touched.clear();
  }
}
