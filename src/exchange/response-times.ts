import { type AccountNo, subAccountIdOf } from '../kernel/ids.ts';
import type { TimeMs } from '../kernel/units.ts';

/** How long an account has waited for responses to what it asked to be changed, in exchange time. */
export interface ResponseTimesView {
  readonly subAccountId: string;
  /** Requests that were measured; the other figures are of the latest of them. */
  readonly count: number;
  readonly lastMs: TimeMs;
  readonly medianMs: TimeMs;
  readonly p99Ms: TimeMs;
  readonly mostMs: TimeMs;
}

/** The latest that the figures are of. */
const KEPT = 1_000;

/**
 * Measures requests that change something, such as orders, from when they were sent to when their response arrives: the latency of the account on both ways,
 * and injected faults. It counts in exchange time, so a run has the same figures whenever it is repeated; it is no part of the state. A request that nothing
 * holds back is answered within its millisecond and not measured.
 */
export class ResponseTimes {
  readonly #times = new Map<AccountNo, { count: number; readonly latest: TimeMs[] }>();

  add(account: AccountNo, ms: TimeMs): void {
    const own = this.#times.get(account) ?? { count: 0, latest: [] };
    own.latest[own.count % KEPT] = ms;
    own.count += 1;
    this.#times.set(account, own);
  }

  /** The accounts that have been measured. */
  list(): readonly ResponseTimesView[] {
    return Array.from(this.#times, ([account, { count, latest }]) => {
      const sorted = latest.toSorted((one, other) => one - other);
      const at = (share: number): TimeMs => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
      return {
        subAccountId: subAccountIdOf(account),
        count,
        lastMs: latest[(count - 1) % KEPT] ?? 0,
        medianMs: at(0.5),
        p99Ms: at(0.99),
        mostMs: at(1),
      };
    });
  }
}
