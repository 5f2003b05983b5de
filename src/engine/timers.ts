import { invariant } from '../kernel/errors.ts';
import type { AccountNo, Address, OrderNo } from '../kernel/ids.ts';
import type { TimeMs } from '../kernel/units.ts';
import type { Group } from './world/population-spec.ts';

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
  /** A step of the ramp that began with this timer. */
  | { readonly kind: 'ramp'; readonly symbol: string; readonly began: number }
  /** A collateral is worth another share of its index. */
  | { readonly kind: 'peg'; readonly asset: string }
  | { readonly kind: 'agents'; readonly symbol: string }
  /** A group of a population looks at its market. */
  | { readonly kind: 'population'; readonly symbol: string; readonly group: Group }
  | { readonly kind: 'factor' }
  /** Of all markets. */
  | { readonly kind: 'funding' }
  | { readonly kind: 'expireOrder'; readonly order: OrderNo }
  | { readonly kind: 'withdrawal'; readonly transfer: number }
  | { readonly kind: 'scheduledCancel'; readonly account: AccountNo }
  | { readonly kind: 'twapChunk'; readonly order: OrderNo }
  | { readonly kind: 'tierReview'; readonly wallet: Address }
  | { readonly kind: 'lotteryDraw' }
  /** `from`: the first subaccount of this part, 0 where it is left out. */
  | { readonly kind: 'sampleValues'; readonly from?: AccountNo }
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
  // The common factor before the markets that follow it.
  factor: -1,
  index: 0,
  ramp: 0,
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
  population: 9,
  sampleValues: 10,
};

/** A timer and where it stands in the heap. */
interface Node {
  timer: Timer;
  index: number;
}

/**
 * A binary heap of timers. A timer whose reason has gone is taken out, so that no sequence of orders, delegations or
 * liquidations leaves timers behind.
 */
export class TimerQueue {
  readonly #heap: Node[] = [];
  /** The timers that can lose their reason; orders and scheduled cancels have one at a time. */
  readonly #ofOrders = new Map<OrderNo, Node>();
  readonly #ofAccounts = new Map<AccountNo, Node>();
  readonly #bySeq = new Map<number, Node>();

  get size(): number {
    return this.#heap.length;
  }

  /** The next timer to fire, or undefined. */
  peek(): Timer | undefined {
    return this.#heap[0]?.timer;
  }

  add(timer: Timer): void {
    const node = { timer, index: this.#heap.length };
    this.#enter(node);
    this.#heap.push(node);
    this.#up(node.index);
  }

  /** Removes the next timer. */
  pop(): Timer {
    const first = this.#heap[0];
    invariant(first, 'a timer fires only when one is armed');
    this.#take(first);
    return first.timer;
  }

  /** Arms the next timer, which fires now, for another time, under another sequence. Its work must be one that repeats. */
  repeat(due: TimeMs, seq: number): void {
    const first = this.#heap[0];
    invariant(first, 'a timer fires only when one is armed');
    const { priority, job } = first.timer;
    invariant(!isSingle(job), () => `${job.kind} does not repeat`);
    first.timer = { due, priority, seq, job };
    this.#down(0);
  }

  /**
   * Takes the timer of a liquidation or of the end of a delegation out before it fires; one that has fired already is no
   * longer there.
   */
  remove(seq: number): void {
    this.#takeIfThere(this.#bySeq.get(seq));
  }

  /** Takes the timer of an order out, if it has one. */
  removeOfOrder(order: OrderNo): void {
    this.#takeIfThere(this.#ofOrders.get(order));
  }

  /** Takes the timer of the scheduled cancel of a subaccount out, if it has one. */
  removeScheduledCancel(account: AccountNo): void {
    this.#takeIfThere(this.#ofAccounts.get(account));
  }

  /** All of them, in the order they fire. */
  toCanonical(): readonly Timer[] {
    return this.#heap.map(({ timer }) => timer).sort(compareTimers);
  }

  #takeIfThere(node: Node | undefined): void {
    if (node) this.#take(node);
  }

  #enter(node: Node): void {
    const { job, seq } = node.timer;
    if (!isSingle(job)) return;
    if ('order' in job) {
      invariant(!this.#ofOrders.has(job.order), () => `order ${job.order} has one timer at a time`);
      this.#ofOrders.set(job.order, node);
    } else if (job.kind === 'scheduledCancel') {
      const { account } = job;
      invariant(
        !this.#ofAccounts.has(account),
        () => `the scheduled cancel of account ${account} has one timer at a time`,
      );
      this.#ofAccounts.set(account, node);
    } else this.#bySeq.set(seq, node);
  }

  #leave({ job, seq }: Timer): void {
    if (!isSingle(job)) return;
    if ('order' in job) this.#ofOrders.delete(job.order);
    else if (job.kind === 'scheduledCancel') this.#ofAccounts.delete(job.account);
    else this.#bySeq.delete(seq);
  }

  #take({ timer, index }: Node): void {
    this.#leave(timer);
    const last = this.#heap.pop();
    invariant(last, 'a queue with a timer has a last one');
    if (index === this.#heap.length) return;
    this.#put(last, index);
    // The last timer comes from another branch: it may belong above this place or below it.
    this.#up(index);
    this.#down(index);
  }

  #up(from: number): void {
    let index = from;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (compareTimers(this.#at(index).timer, this.#at(parent).timer) >= 0) return;
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
      const isRight = right < this.#heap.length && compareTimers(this.#at(right).timer, this.#at(left).timer) < 0;
      const least = isRight ? right : left;
      if (compareTimers(this.#at(least).timer, this.#at(index).timer) >= 0) return;
      this.#swap(index, least);
      index = least;
    }
  }

  #at(index: number): Node {
    const node = this.#heap[index];
    invariant(node, 'heap index in range');
    return node;
  }

  #swap(a: number, b: number): void {
    const held = this.#at(a);
    this.#put(this.#at(b), a);
    this.#put(held, b);
  }

  #put(node: Node, index: number): void {
    this.#heap[index] = node;
    node.index = index;
  }
}

/** True of work whose reason can go, so that its timer is found by what it waits for. It never repeats by itself. */
function isSingle({ kind }: TimerJob): boolean {
  switch (kind) {
    case 'expireOrder':
    case 'twapChunk':
    case 'scheduledCancel':
    case 'liquidation':
    case 'expireDelegation':
      return true;
    default:
      return false;
  }
}

/** A total order: no two timers share a sequence. */
export function compareTimers(a: Timer, b: Timer): number {
  return a.due - b.due || a.priority - b.priority || a.seq - b.seq;
}
