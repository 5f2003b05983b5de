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
