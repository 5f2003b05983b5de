import type { State } from '../state.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { Entries, FadingTable } from './fading-table.ts';
import type { Charge, LimitLevels, LimitsState, LimitsView } from './limit-terms.ts';
import { levelPeriods, levelsAfter, placedAt, spentAt } from './limits.ts';

type Table = keyof LimitsState;
type Levels = { readonly [T in Table]: LimitsState[T]['young'] };

/**
 * Charges of requests that are no inputs, since the last input: what their buckets came to, over those of the state.
 * Requests are admitted by both together. The next input takes the levels into the state, so that reads alone write
 * nothing, and a replay still comes to the same refusals.
 */
export class PendingCharges {
  /** The limits as the next request meets them. */
  readonly view: LimitsView;
  readonly #state: State;
  readonly #levels: Levels = {
    ip: new Map(),
    accounts: new Map(),
    placements: new Map(),
    minutes: new Map(),
    seconds: new Map(),
  };
  #latest: TimeMs = Number.NEGATIVE_INFINITY;

  constructor(state: State) {
    this.#state = state;
    const { limits } = state;
    this.view = {
      ip: layered(this.#levels.ip, limits.ip),
      accounts: layered(this.#levels.accounts, limits.accounts),
      placements: layered(this.#levels.placements, limits.placements),
      minutes: layered(this.#levels.minutes, limits.minutes),
      seconds: layered(this.#levels.seconds, limits.seconds),
    };
  }

  /** Time of the last charge that no input has carried; minus infinity when there is none. */
  get latest(): TimeMs {
    return this.#latest;
  }

  /** Adds a charge. All timers that are due at `now` must have run. */
  add(charge: Charge, now: TimeMs): void {
    const periods = levelPeriods(this.#state.config.limits);
    const after = levelsAfter(this.view, this.#state, charge, now);
    put(this.#levels.ip, after.ip, periods.ip, now, spentAt);
    put(this.#levels.accounts, after.accounts, periods.accounts, now, spentAt);
    put(this.#levels.placements, after.placements, periods.placements, now, placedAt);
    put(this.#levels.minutes, after.minutes, periods.minutes, now, spentAt);
    put(this.#levels.seconds, after.seconds, periods.seconds, now, spentAt);
    this.#latest = now;
  }

  /** Returns the levels for the next input to carry; undefined when nothing was charged. */
  levels(): LimitLevels | undefined {
    if (this.#latest === Number.NEGATIVE_INFINITY) return undefined;
    const charged = Object.entries(this.#levels).filter(([, levels]) => levels.size > 0);
    return Object.fromEntries(charged.map(([table, levels]) => [table, [...levels]]));
  }

  /** Forgets the charges, which an input carries now. */
  clear(): void {
    // Clearing a Map makes it a new table, which the old one refers to: once one is old, those that follow outlive their use.
    if (this.#latest === Number.NEGATIVE_INFINITY) return;
    this.#latest = Number.NEGATIVE_INFINITY;
    for (const levels of Object.values(this.#levels)) levels.clear();
  }
}

/** A table of the state, whose pages turn, with newer entries over it. */
const layered = <K, V>(pending: ReadonlyMap<K, V>, table: FadingTable<K, V>): Entries<K, V> => ({
  pending,
  get young() {
    return table.young;
  },
  get old() {
    return table.old;
  },
});

/** Keeps entries in the order of their times, and forgets those that mean nothing any more (SEC-31). */
function put<K, V>(
  levels: Map<K, V>,
  entries: readonly (readonly [K, V])[] | undefined,
  periodMs: number,
  now: TimeMs,
  timeOf: (value: V) => TimeMs,
): void {
  for (const [key, value] of entries ?? []) {
    levels.delete(key);
    levels.set(key, value);
  }
  for (const [key, value] of levels) {
    if (now - timeOf(value) < periodMs) return;
    levels.delete(key);
  }
}
