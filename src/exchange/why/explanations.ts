import type { Command } from '../../engine/command.ts';
import type { EngineEvent, TradedEvent } from '../../engine/event.ts';
import { type AdlFacts, type DeleveragedFact, explainAdl } from './explain-adl.ts';
import { explainFunding, type FundingFacts } from './explain-funding.ts';
import { explainFiring } from './explain-refusal.ts';
import { LiquidationStory } from './explain-liquidation.ts';
import type { Explanation } from './explanation.ts';
import type { FundingSettledEvent } from '../../engine/funding/funding-events.ts';
import type { Order } from '../../engine/orders/order.ts';
import { marketOf } from '../../engine/risk/margin.ts';
import type { State } from '../../engine/state.ts';
import type { EngineObserver } from '../../engine/observer.ts';
import type { Refusal } from '../../kernel/errors.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { ValidationTrail } from '../requests/trail.ts';
import { RefusalBook } from './refusal-book.ts';
import { Ring } from './ring.ts';

/** How many of each kind are kept; older ones are worked out again from the journal (`why.ts`), refusals are gone. */
export const KEPT = {
  refusals: 1_000,
  firings: 1_000,
  liquidations: 1_000,
  deleveragings: 1_000,
  payments: 10_000,
} as const;

/**
 * What explanations need and the exchange itself forgets, written down at the moment. It only reads, so runs and their
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

  refused(state: State, command: Command, refusal: Refusal): void {
    this.#safely(() => this.refusals.refused(state, command, refusal));
  }

  unfired(state: State, order: Order, refusal: Refusal): void {
    this.#safely(() => this.#firings.set(order.no, explainFiring(state, order, refusal)));
  }

  /** Records that the request with this id was validated and its response is `result`. */
  responded(requestId: string, trail: ValidationTrail, result: unknown, at: TimeMs): void {
    this.#safely(() => this.refusals.responded(requestId, trail, result, at));
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
