import type { EngineEvent } from '../../engine/event.ts';
import { BinaryForm } from '../../kernel/binary-form.ts';
import { compareKeys } from '../../kernel/canonical-json.ts';
import type { EncodedEvents } from '../../kernel/digest.ts';
import type { AccountNo, OrderNo } from '../../kernel/ids.ts';
import { type EventBytes, EventQueue } from './event-queue.ts';

export interface SavedBacklog {
  readonly tracked: readonly OrderNo[];
  /** Oldest first. */
  readonly waiting: readonly EventBytes[];
}

/**
 * Events that wait for their rows. Only those about a user's order are held: a market's agents cause most
 * events of a day, and keeping them would cost memory for rows that are never written. They wait as the bytes
 * that the digest has hashed, through which no garbage collector walks.
 */
export class Backlog {
  readonly #isAgent: (account: AccountNo) => boolean;
  /** Users' orders that may still change. */
  readonly #tracked: Set<OrderNo>;
  readonly #waiting: EventQueue;
  /** For events that come without bytes. */
  readonly #form = new BinaryForm();

  constructor(isAgent: (account: AccountNo) => boolean, saved: SavedBacklog = { tracked: [], waiting: [] }) {
    this.#isAgent = isAgent;
    this.#tracked = new Set(saved.tracked);
    this.#waiting = new EventQueue(saved.waiting);
  }

  save(): SavedBacklog {
    return { tracked: [...this.#tracked].sort(compareKeys), waiting: this.#waiting.all() };
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** On the hot path: a look into a set and, for a user's order, one copy of bytes. `place` is that of the event in `encoded`. */
  offer(event: EngineEvent, encoded: EncodedEvents | undefined, place: number): void {
    if (!this.#concernsUser(event)) return;
    if (encoded) {
      const { bytes, start, ends } = encoded;
      this.#waiting.add(bytes, ends[place - 1] ?? start, ends[place] ?? start);
      return;
    }
    this.#form.clear();
    this.#form.write(event);
    this.#waiting.add(this.#form.bytes(), 0, this.#form.length);
  }

  /** Removes the oldest `most` events, in order. */
  take(most: number): readonly EventBytes[] {
    return this.#waiting.take(most);
  }

  #concernsUser(event: EngineEvent): boolean {
    switch (event.type) {
      case 'OrderPlaced':
        if (this.#isAgent(event.order.account)) return false;
        this.#tracked.add(event.order.no);
        return true;
      case 'Traded': {
        const maker = this.#tracked.has(event.maker.order);
        const taker = this.#tracked.has(event.taker.order);
        if (event.maker.complete) this.#tracked.delete(event.maker.order);
        if (event.taker.complete) this.#tracked.delete(event.taker.order);
        return maker || taker;
      }
      case 'TwapFilled':
        return event.complete ? this.#tracked.delete(event.order) : this.#tracked.has(event.order);
      case 'OrderTriggered':
      case 'OrderModified':
        return this.#tracked.has(event.order);
      case 'OrderCancelled':
        return this.#tracked.delete(event.order);
      case 'Deposited':
      case 'WithdrawalRequested':
      case 'WithdrawalSettled':
      case 'CollateralExchanged':
      case 'LeverageSet':
      case 'FundingPaid':
      case 'TakenOver':
      case 'DeficitCovered':
        return !this.#isAgent(event.account);
      case 'Transferred':
      case 'TransferFailed':
        return !this.#isAgent(event.from) || !this.#isAgent(event.to);
      case 'FundingSettled':
      case 'ValuesSampled':
        return true;
      default:
        return false;
    }
  }
}
