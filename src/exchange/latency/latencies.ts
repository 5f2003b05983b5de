import type { State } from '../../engine/state.ts';
import type { AccountNo } from '../../kernel/ids.ts';
import type { TimeMs } from '../../kernel/units.ts';
import { LatencyDraws, type LatencyKind } from './draws.ts';

/** How a request comes: by itself, or over a connection that stays. */
export type Transport = 'rest' | 'ws';

/** Whose latency counts for a request; null where it is that of none. */
export interface Traveller {
  readonly account: AccountNo | null;
  readonly transport: Transport;
  /** It reads and changes nothing. */
  readonly reads: boolean;
}

/**
 * When requests, responses and pushes of an account arrive. Whatever goes the same way keeps its order: a request or
 * response never arrives before an earlier one of its account and transport.
 */
export class Latencies {
  readonly #state: Readonly<State>;
  readonly #draws: LatencyDraws;
  /** Latest arrival by kind, account and transport, while it is still to come. */
  readonly #latest = new Map<string, TimeMs>();
  /** The input after which draws were last made, and how many since. */
  #input = -1;
  #drawn = 0;

  constructor(state: Readonly<State>) {
    this.#state = state;
    this.#draws = new LatencyDraws(state.config.seed);
  }

  /** No account has a latency, and nothing is on its way. */
  get idle(): boolean {
    return this.#state.latencies.size === 0 && this.#latest.size === 0;
  }

  /**
   * Arrival of a request or a response that sets out at `now` and takes `ms` anyway. The response to a read of an account that
   * has a latency of data and none of responses takes as long as a push: asking gives no newer data than following.
   */
  arrival(kind: 'entry' | 'response', { account, transport, reads }: Traveller, now: TimeMs, ms: TimeMs): TimeMs {
    if (account === null) return now + ms;
    const way = wayOf(kind, account, transport);
    const arrives = Math.max(now + ms + this.#draw(kind, account, reads), this.#latest.get(way) ?? now);
    if (arrives > now) this.#latest.set(way, arrives);
    return arrives;
  }

  /**
   * Arrival of a push that was made at `madeAt` on a connection of an account, and which stays behind the responses that
   * are on their way there (wire 4.8). Pushes of one time arrive together.
   */
  pushArrival(account: AccountNo | null, madeAt: TimeMs): TimeMs {
    if (account === null) return madeAt;
    const spec = this.#state.latencies.get(account)?.data;
    const ms = spec ? this.#draws.draw(spec, 'data', account, [madeAt, 0]) : 0;
    return Math.max(madeAt + ms, this.#latest.get(wayOf('response', account, 'ws')) ?? madeAt);
  }

  /** Exchange time has come to `now`: what has arrived holds nothing back any more. */
  timeReached(now: TimeMs): void {
    for (const [way, arrives] of this.#latest) if (arrives <= now) this.#latest.delete(way);
  }

  /** The place of a draw is the last input, so that an exchange that goes on from a snapshot draws as the first one did. */
  #draw(kind: 'entry' | 'response', account: AccountNo, reads: boolean): TimeMs {
    const model = this.#state.latencies.get(account);
    const spec = model?.[kind] ?? (reads && kind === 'response' ? model?.data : null);
    if (!spec) return 0;
    const { inputSeq } = this.#state;
    this.#drawn = inputSeq === this.#input ? this.#drawn + 1 : 0;
    this.#input = inputSeq;
    return this.#draws.draw(spec, kind, account, [inputSeq, this.#drawn]);
  }
}

const wayOf = (kind: LatencyKind, account: AccountNo, transport: Transport): string =>
  `${kind}|${account}|${transport}`;
