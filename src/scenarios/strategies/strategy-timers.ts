interface SetTimer {
  readonly name: string;
  /** Exchange time. */
  due: number;
  /** Null rings once. */
  readonly everyMs: number | null;
}

/** The timers of a strategy, by name. Setting a name again replaces its timer. */
export class StrategyTimers {
  readonly #timers = new Map<string, SetTimer>();

  /** @throws RangeError for a time that is no whole number of milliseconds from 1 */
  every(now: number, ms: number, name: string): void {
    this.#set({ name, due: now + checked(ms), everyMs: ms });
  }

  /** @throws RangeError for a time that is no whole number of milliseconds from 1 */
  after(now: number, ms: number, name: string): void {
    this.#set({ name, due: now + checked(ms), everyMs: null });
  }

  stop(name: string): void {
    this.#timers.delete(name);
  }

  /** Earliest time at which one rings; null when none is set. */
  next(): number | null {
    let next: number | null = null;
    for (const { due } of this.#timers.values()) if (next === null || due < next) next = due;
    return next;
  }

  /** Names of the timers that are due, by time and then in the order in which they were set. */
  due(now: number): string[] {
    const due = [...this.#timers.values()].filter((timer) => timer.due <= now);
    return due.sort((one, other) => one.due - other.due).map(({ name }) => name);
  }

  /**
   * Says whether a timer is due, and if so sets it to its next time. A repeated timer that is late, because a callback
   * waited for a response, leaves out the times that have passed.
   */
  ring(name: string, now: number): boolean {
    const timer = this.#timers.get(name);
    if (!timer || timer.due > now) return false;
    if (timer.everyMs === null) this.#timers.delete(name);
    else timer.due += timer.everyMs * (Math.floor((now - timer.due) / timer.everyMs) + 1);
    return true;
  }

  #set(timer: SetTimer): void {
    // Deleted first, so that the order of the map is that of the latest setting.
    this.#timers.delete(timer.name);
    this.#timers.set(timer.name, timer);
  }
}

/** A timer of 0 ms that sets itself again would stop time. */
function checked(ms: number): number {
  if (Number.isSafeInteger(ms) && ms >= 1) return ms;
  throw new RangeError(`a timer needs a whole number of milliseconds from 1 (got ${ms})`);
}
