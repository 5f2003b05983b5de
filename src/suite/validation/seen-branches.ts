/** Branches as data: what they belong to (an action, a route, a channel, an envelope), and their names. */
export type Branches = Readonly<Record<string, readonly string[]>>;

/** Branches of the contract's schemas that responses have used. */
export class SeenBranches {
  readonly #seen = new Map<string, Set<string>>();
  #news = new Map<string, Set<string>>();

  add(owner: string, branch: string): void {
    const known = this.#seen.get(owner) ?? new Set<string>();
    if (known.has(branch)) return;
    this.#seen.set(owner, known.add(branch));
    const news = this.#news.get(owner) ?? new Set<string>();
    this.#news.set(owner, news.add(branch));
  }

  /** What others have seen: another shard, another way of asking. */
  merge(branches: Branches): void {
    for (const [owner, names] of Object.entries(branches)) for (const name of names) this.add(owner, name);
  }

  has(owner: string, branch: string): boolean {
    return this.#seen.get(owner)?.has(branch) ?? false;
  }

  /** All of them, sorted. */
  toJSON(): Branches {
    return written(this.#seen);
  }

  /** Those that were new since this was last asked: what one scenario adds to its run. */
  takeNews(): Branches {
    const news = written(this.#news);
    this.#news = new Map();
    return news;
  }
}

const written = (branches: ReadonlyMap<string, ReadonlySet<string>>): Branches =>
  Object.fromEntries(
    [...branches]
      .sort(([one], [other]) => byCodeUnit(one, other))
      .map(([owner, names]) => [owner, [...names].sort(byCodeUnit)]),
  );

const byCodeUnit = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
