import { isRecord } from './records.ts';

/** Milliseconds in which an empty bucket is full again. */
const WINDOW_MS = 10_000;
/** A deployment may take tokens in another millisecond than the one it writes down. */
export const CLOCK_MS = 1;

/** A token may be back but for a part that is too small to see. */
const ALMOST_ONE = 1 - 1e-9;

/** What a response reports of the bucket of a subaccount, and when. */
interface Snapshot {
  readonly cap: number;
  readonly left: number;
  readonly at: number;
}

/** What a bucket held at a time. A token that is only partly refilled is not counted. */
interface Level {
  readonly least: number;
  readonly most: number;
  readonly at: number;
}

/**
 * The bucket of a subaccount as the snapshots of its responses report it. A bucket that was full shows to the token what a
 * request has taken; afterwards the refill between two responses counts as well.
 */
export class TokenAccount {
  /** Undefined while the bucket is full. */
  #level: Level | undefined;
  #isLoose = false;
  readonly #clockMs: number;

  /** @param clockMs milliseconds between the moment at which a request is paid and the one that its response states, at most */
  constructor(clockMs = CLOCK_MS) {
    this.#clockMs = clockMs;
  }

  /** The last request found the bucket full, and took so long that a token more or less could not be seen. */
  get isLoose(): boolean {
    return this.#isLoose;
  }

  /** It has had the time to refill. */
  full(): void {
    this.#level = undefined;
  }

  /** Records a response whose charge is not checked. */
  received(response: unknown): void {
    const { left, at } = snapshotOf(response);
    this.#level = { least: left, most: left + ALMOST_ONE, at };
  }

  /**
   * In words what is wrong when the request of a response should have taken that many tokens.
   *
   * @param took milliseconds from the request to its response: what comes back in between is in the snapshot too
   */
  problem(response: unknown, tokens: number, took: number): string | undefined {
    const snapshot = snapshotOf(response);
    const { cap, left } = snapshot;
    const before = this.#before(snapshot, took);
    const wasFull = this.#level === undefined;
    this.received(response);
    const from = Math.floor(before.least) - tokens;
    const to = Math.floor(Math.min(cap + tokens, before.most)) - tokens;
    this.#isLoose = wasFull && to > from;
    if (left >= from && left <= to) return undefined;
    const range = from === to ? `${from}` : `${from} to ${to}`;
    return `a request of ${tokens} tokens should leave ${range} of ${cap}, and leaves ${left}`;
  }

  /** What the bucket held and was given before the response came, by what it held after the one before. */
  #before({ cap, at }: Snapshot, took: number): { readonly least: number; readonly most: number } {
    const refill = (ms: number): number => (Math.max(0, ms) * cap) / WINDOW_MS;
    // A full bucket takes nothing in until the request has been paid.
    const most = cap + refill(took);
    if (!this.#level) return { least: cap, most };
    const passed = at - this.#level.at;
    return {
      least: Math.min(cap, this.#level.least + refill(passed - this.#clockMs)),
      most: Math.min(most, this.#level.most + refill(passed + this.#clockMs)),
    };
  }
}

function snapshotOf(response: unknown): Snapshot {
  const { rateLimit, timestamp } = isRecord(response) ? response : {};
  const { requestsCap, remainingTokens } = isRecord(rateLimit) ? rateLimit : {};
  if (typeof requestsCap !== 'number' || typeof remainingTokens !== 'number' || typeof timestamp !== 'number') {
    throw new Error(`the response does not report what the bucket holds, and when: ${JSON.stringify(response)}`);
  }
  return { cap: requestsCap, left: remainingTokens, at: timestamp };
}

/** Tokens of an address. */
const ADDRESS_TOKENS = 10_000;
/** An empty address is full again after 10 s. */
const TOKENS_PER_MS = 1;

/** A request that spends the tokens of an address, as its sender has seen it. */
export interface Spent {
  /** Tokens that it should take. */
  readonly cost: number;
  /** False when it was refused for want of tokens, which takes none. */
  readonly served: boolean;
  readonly sent: Moment;
  readonly came: Moment;
}

/** The time of an event, and its number among all events recorded. */
export interface Moment {
  readonly at: number;
  readonly order: number;
}

/**
 * Says in words what does not add up: a request was served although the address could not pay it, or refused although it
 * could. The first request found the bucket full. When a request is paid is known no better than from when it was sent to
 * when its response came, so whatever could have been is right.
 *
 * @param clockMs what a time may be off by: a clock shows whole milliseconds, unless it stands still in between
 */
export function drainProblem(requests: readonly Spent[], clockMs: number): string | undefined {
  const [first] = requests;
  if (!first) throw new Error('nothing was sent');
  const served = requests.filter((one) => one.served);
  for (const one of requests) {
    const others = served.filter((other) => other !== one);
    const { cost, sent, came } = one;
    if (one.served) {
      const spent = sumOf(others.filter((other) => other.came.order < sent.order));
      const most = ADDRESS_TOKENS + refill(came.at - first.sent.at + clockMs) - spent;
      if (most < cost) return `a request of ${cost} tokens was served, and no more than ${most} can have been left`;
    } else {
      const spent = sumOf(others.filter((other) => other.sent.order < came.order));
      const least = ADDRESS_TOKENS + refill(sent.at - first.came.at - clockMs) - spent;
      if (least >= cost) return `a request of ${cost} tokens was refused, and at least ${least} should have been left`;
    }
  }
  return undefined;
}

/** True when the bucket can never have been full again after the first request, so that all that came back is there. */
export function wasDrained(requests: readonly Spent[]): boolean {
  const [first, ...later] = requests;
  if (!first) return false;
  return later.every(({ sent, came }) => {
    const spent = sumOf(requests.filter((other) => other.served && other.came.order < sent.order));
    return refill(came.at - first.sent.at) < spent;
  });
}

const refill = (ms: number): number => Math.max(0, ms) * TOKENS_PER_MS;

const sumOf = (requests: readonly Spent[]): number => requests.reduce((total, { cost }) => total + cost, 0);
