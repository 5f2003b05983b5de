import { invariant } from '../kernel/assert.ts';
import type { AccountNo, Address, OrderNo } from '../kernel/ids.ts';
import type { TimeMs } from '../kernel/units.ts';

/** Work that falls due at a moment of exchange time, in order of (time, priority, sequence) (DET-17). */
export interface Timer {
  readonly due: TimeMs;
  readonly priority: number;
  readonly seq: number;
  readonly job: TimerJob;
}

export type TimerJob =
  | { readonly kind: 'index'; readonly symbol: string }
  | { readonly kind: 'mark'; readonly symbol: string }
  /** A collateral is worth another share of its index. */
  | { readonly kind: 'peg'; readonly asset: string }
  | { readonly kind: 'agents'; readonly symbol: string }
  /** Of all markets. */
  | { readonly kind: 'funding' }
  | { readonly kind: 'expireOrder'; readonly order: OrderNo }
  | { readonly kind: 'withdrawal'; readonly transfer: number }
  | { readonly kind: 'scheduledCancel'; readonly account: AccountNo }
  | { readonly kind: 'twapChunk'; readonly order: OrderNo }
  | { readonly kind: 'tierReview'; readonly wallet: Address }
  | { readonly kind: 'lotteryDraw' }
  | { readonly kind: 'sampleValues' }
  /** The pause of a liquidation ends. */
  | { readonly kind: 'liquidation'; readonly liquidation: number }
  /** The vault works off what it took over. */
  | { readonly kind: 'vaultUnwind' }
  | { readonly kind: 'expireDelegation'; readonly account: AccountNo; readonly wallet: Address };

/**
 * At equal times prices move first, then funding is settled and orders expire, then TWAP chunks are sent, then agents
 * act; account values are sampled last.
 */
export const TIMER_PRIORITY: Readonly<Record<TimerJob['kind'], number>> = {
  index: 0,
  peg: 0,
  mark: 1,
  funding: 2,
  expireOrder: 2,
  withdrawal: 6,
  expireDelegation: 2,
  scheduledCancel: 3,
  liquidation: 4,
  vaultUnwind: 4,
  twapChunk: 5,
  tierReview: 2,
  lotteryDraw: 7,
  agents: 9,
  sampleValues: 10,
};

/**
 * A binary heap of timers. The timer of an order that has ended fires without effect and stays; a timer that users
 * can arm again and again is removed.
 */
export class TimerQueue {
  readonly #heap: Timer[] = [];

  get size(): number {
    return this.#heap.length;
  }

  /** The next timer to fire, or undefined. */
  peek(): Timer | undefined {
    return this.#heap[0];
  }

  add(timer: Timer): void {
    this.#heap.push(timer);
    this.#up(this.#heap.length - 1);
  }

  /** Removes the next timer. */
  pop(): Timer {
    const first = this.#heap[0];
    const last = this.#heap.pop();
    invariant(first && last, 'a timer fires only when one is armed');
    if (this.#heap.length > 0) {
      this.#heap[0] = last;
      this.#down(0);
    }
    return first;
  }

  /** Takes the timer of this sequence out before it fires; one that has fired already is no longer there. */
  remove(seq: number): void {
    const index = this.#heap.findIndex((timer) => timer.seq === seq);
    if (index < 0) return;
    const last = this.#heap.pop();
    invariant(last, 'a queue with a timer has a last one');
    if (index === this.#heap.length) return;
    this.#heap[index] = last;
    // The last timer comes from another branch: it may belong above this place or below it.
    this.#up(index);
    this.#down(index);
  }

  /** All of them, in the order they fire. */
  toCanonical(): readonly Timer[] {
    return [...this.#heap].sort(compareTimers);
  }

  #up(from: number): void {
    let index = from;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (compareTimers(this.#at(index), this.#at(parent)) >= 0) return;
      this.#swap(index, parent);
      index = parent;
    }
  }

  #down(from: number): void {
    let index = from;
    for (;;) {
      const left = index * 2 + 1;
      if (left >= this.#heap.length) return;
      const right = left + 1;
      const least = right < this.#heap.length && compareTimers(this.#at(right), this.#at(left)) < 0 ? right : left;
      if (compareTimers(this.#at(least), this.#at(index)) >= 0) return;
      this.#swap(index, least);
      index = least;
    }
  }

  #at(index: number): Timer {
    const timer = this.#heap[index];
    invariant(timer, 'heap index in range');
    return timer;
  }

  #swap(a: number, b: number): void {
    const held = this.#at(a);
    this.#heap[a] = this.#at(b);
    this.#heap[b] = held;
  }
}

/** A total order: no two timers share a sequence. */
export function compareTimers(a: Timer, b: Timer): number {
  return a.due - b.due || a.priority - b.priority || a.seq - b.seq;
}
