import { Unmet } from '../deployment.ts';
import type { Wall } from './wall.ts';

/** What one request costs, and whom. */
export interface RateLimitCharge {
  /** Of the address, and of the subaccount where there is one. */
  readonly tokens: number;
  readonly subAccountId?: string | undefined;
  /** Orders it places; a subaccount may place only a limited number a second. */
  readonly orders?: number;
}

export interface PacerOptions {
  readonly wall: Wall;
  /** Tokens that the run may spend; left out, as many as it needs. */
  readonly budget?: number | undefined;
  /** Bucket of the address; left out, as the specification states it. */
  readonly addressTokens?: number;
}

/** Tokens in `windowMs`, which is how long an empty bucket takes to be full again. */
const WINDOW_MS = 10_000;
const ADDRESS_TOKENS = 10_000;
/** Of the lowest tier: until a response reports more, a subaccount has no more than that. */
const SUBACCOUNT_TOKENS = 1_000;
const ORDERS_PER_SECOND = 100;
const SECOND_MS = 1_000;
/** A refusal for want of tokens says nothing of how many are left. */
const SPENT = 0;

interface Bucket {
  cap: number;
  level: number;
  /** When it held `level`, in time of this machine. */
  at: number;
}

/**
 * Keeps a run within the target's buckets: it knows what they hold, waits in real time until they hold enough, and
 * counts what is spent against a budget. Snapshots in responses put right what it believes.
 */
export class Pacer {
  readonly #wall: Wall;
  readonly #budget: number | undefined;
  readonly #address: Bucket;
  readonly #accounts = new Map<string, Bucket>();
  readonly #placed = new Map<string, { readonly at: number; readonly orders: number }[]>();
  #spent = 0;
  #roundTripMs: number | undefined;
  /** When something was last under way. */
  #lastAt: number;
  /** Payments out of the address's bucket, one after the other: a large one is not overtaken for ever. */
  #before: Promise<unknown> = Promise.resolve();
  /** Whether the target limits anything; known from the first response to a signed request. */
  #isLimited: boolean | undefined;

  constructor({ wall, budget, addressTokens = ADDRESS_TOKENS }: PacerOptions) {
    this.#wall = wall;
    this.#budget = budget;
    this.#address = { cap: addressTokens, level: addressTokens, at: wall.now() };
    this.#lastAt = wall.now();
  }

  get spent(): number {
    return this.#spent;
  }

  get budget(): number | undefined {
    return this.#budget;
  }

  /** Records the duration of a response; the fastest one shows what an idle target takes. */
  took(ms: number): void {
    this.#roundTripMs = Math.min(ms, this.#roundTripMs ?? ms);
  }

  /** 0 until a response has come. */
  get roundTripMs(): number {
    return this.#roundTripMs ?? 0;
  }

  get now(): number {
    return this.#wall.now();
  }

  /** What buckets hold, of subaccounts the smallest one that is known; undefined where the target limits nothing. */
  get buckets(): { readonly address: number; readonly account: number; readonly windowMs: number } | undefined {
    if (!this.isLimited) return undefined;
    const caps = [...this.#accounts.values()].map(({ cap }) => cap);
    const account = caps.length > 0 ? Math.min(...caps) : SUBACCOUNT_TOKENS;
    return { address: this.#address.cap, account, windowMs: WINDOW_MS };
  }

  /** Throws Unmet when the budget does not hold this many tokens any more. */
  demand(tokens: number): void {
    if (this.#budget === undefined || this.#spent + tokens <= this.#budget) return;
    throw new Unmet('budget', `the budget of ${this.#budget} tokens is spent`);
  }

  /**
   * Pays, once the buckets hold enough; a charge above a bucket's size waits for all it can hold.
   *
   * @param waits false for a request that may be refused for want of tokens
   */
  async pay({ tokens, subAccountId, orders = 0 }: RateLimitCharge, waits = true): Promise<void> {
    const account = subAccountId === undefined ? undefined : this.#accountOf(subAccountId);
    this.#spent += tokens;
    if (this.#isLimited === false) return;
    if (waits && account && subAccountId !== undefined) {
      await this.#waitFor(() => Math.max(this.#lack(account, tokens), this.#lackOfOrders(subAccountId, orders)));
    }
    this.#lastAt = this.#wall.now();
    if (account) this.#take(account, tokens, waits);
    if (waits) {
      const turn = this.#before.then(async () => {
        await this.#waitFor(() => this.#lack(this.#address, tokens));
        this.#take(this.#address, tokens, waits);
      });
      this.#before = turn;
      await turn;
    } else {
      this.#take(this.#address, tokens, waits);
    }
    if (subAccountId !== undefined && orders > 0) this.#placedOf(subAccountId).push({ at: this.#wall.now(), orders });
  }

  async #waitFor(lack: () => number): Promise<void> {
    for (let ms = lack(); ms > 0; ms = lack()) await this.#wall.wait(ms);
  }

  #take(bucket: Bucket, tokens: number, waits: boolean): void {
    this.#refill(bucket);
    bucket.level = waits ? bucket.level - tokens : Math.max(SPENT, bucket.level - tokens);
  }

  /** A signed request was served; one that reports no bucket is served by a target without limits. */
  servedSigned(reportsBucket: boolean): void {
    this.#isLimited ??= reportsBucket;
  }

  get isLimited(): boolean {
    return this.#isLimited !== false;
  }

  /** The response to a request came: it was served somewhere between its payment and now. */
  received({ subAccountId, orders = 0 }: RateLimitCharge): void {
    this.#lastAt = this.#wall.now();
    if (subAccountId === undefined || orders === 0) return;
    const placed = this.#placedOf(subAccountId);
    const last = placed.pop();
    if (last) placed.push({ ...last, at: this.#wall.now() });
  }

  /** The snapshot of a response. */
  receivedFigures(
    subAccountId: string,
    { requestsCap, remainingTokens }: { requestsCap: number; remainingTokens: number },
  ): void {
    this.#accounts.set(subAccountId, { cap: requestsCap, level: remainingTokens, at: this.#wall.now() });
  }

  /** Records a request that was rejected for lack of tokens: another client spends them too. */
  refused(subAccountId: string | undefined): void {
    this.#isLimited = true;
    for (const bucket of [this.#address, subAccountId === undefined ? undefined : this.#accountOf(subAccountId)]) {
      if (bucket) Object.assign(bucket, { level: SPENT, at: this.#wall.now() });
    }
  }

  /** Waits until a subaccount has refilled, and until the address can pay all that it holds. */
  async fill(subAccountId: string): Promise<void> {
    const bucket = this.#accountOf(subAccountId);
    const { cap } = bucket;
    for (;;) {
      const ms = Math.max(this.#lack(this.#address, cap), this.#lack(bucket, cap));
      if (ms <= 0) return;
      // The target may count whole milliseconds.
      await this.#wall.wait(ms + 1);
    }
  }

  /** Waits until the address must have refilled. No snapshot reports its level, so no request is sent for as long as an empty one takes. */
  async fillAddress(): Promise<void> {
    while (this.#wall.now() <= this.#lastAt + WINDOW_MS) {
      await this.#wall.wait(this.#lastAt + WINDOW_MS + 1 - this.#wall.now());
    }
    Object.assign(this.#address, { level: this.#address.cap, at: this.#wall.now() });
  }

  /** The address may have been run empty. */
  emptied(): void {
    Object.assign(this.#address, { level: SPENT, at: this.#wall.now() });
  }

  /** Tokens that a subaccount is believed to hold. */
  holds(subAccountId: string): number {
    const bucket = this.#accountOf(subAccountId);
    this.#refill(bucket);
    return Math.floor(bucket.level);
  }

  #accountOf(subAccountId: string): Bucket {
    const known = this.#accounts.get(subAccountId);
    if (known) return known;
    const bucket = { cap: SUBACCOUNT_TOKENS, level: SUBACCOUNT_TOKENS, at: this.#wall.now() };
    this.#accounts.set(subAccountId, bucket);
    return bucket;
  }

  /** Milliseconds until the bucket holds that much. */
  #lack(bucket: Bucket, tokens: number): number {
    this.#refill(bucket);
    const missing = Math.min(tokens, bucket.cap) - bucket.level;
    return missing <= 0 ? 0 : (missing * WINDOW_MS) / bucket.cap;
  }

  #refill(bucket: Bucket): void {
    const now = this.#wall.now();
    bucket.level = Math.min(bucket.cap, bucket.level + ((now - bucket.at) * bucket.cap) / WINDOW_MS);
    bucket.at = now;
  }

  /** Milliseconds until that many more orders may be placed. */
  #lackOfOrders(subAccountId: string, orders: number): number {
    const now = this.#wall.now();
    const lately = this.#placedOf(subAccountId).filter(({ at }) => at > now - SECOND_MS);
    this.#placed.set(subAccountId, lately);
    const [first] = lately;
    const sum = lately.reduce((total, placed) => total + placed.orders, orders);
    return orders === 0 || !first || sum <= ORDERS_PER_SECOND ? 0 : first.at + SECOND_MS - now;
  }

  #placedOf(subAccountId: string): { readonly at: number; readonly orders: number }[] {
    const placed = this.#placed.get(subAccountId) ?? [];
    this.#placed.set(subAccountId, placed);
    return placed;
  }
}
