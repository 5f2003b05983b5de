import { ControlError } from '../control-error.ts';
import type { SavedCore } from './saved-core.ts';

/** A snapshot in short. */
export interface SnapshotSummary {
  readonly name: string;
  /** Inputs up to it, exchange time, and the rolling digest of everything that had happened. */
  readonly inputs: number;
  readonly time: number;
  readonly chain: string;
  readonly world: string;
  readonly seed: string;
}

/** Names are also names of files. Those of automatic snapshots are reserved. */
const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9_-])?$/;
const RESERVED = /^auto-/i;

/** More than this many would fill the memory without being noticed. */
const SNAPSHOTS_MAX = 1_000;

/** The named snapshots of one exchange. They outlive its resets and reverts. */
export class Snapshots {
  readonly #byName = new Map<string, SavedCore>();
  #numbered = 0;

  /**
   * Keeps a saved life under a name, or under the next number.
   *
   * @throws ControlError for a name that is taken or cannot be one
   */
  keep(saved: SavedCore, name: string = this.#nextName()): string {
    this.#byName.set(this.checkedName(name), saved);
    return name;
  }

  /** Returns a name that is free. */
  checkedName(name: string): string {
    if (!NAME.test(name) || RESERVED.test(name)) {
      throw wrong(
        `a name has 1 to 64 letters, digits, dots, dashes and underscores, begins with a letter or digit, does not end with a dot, and does not begin with auto- (got ${JSON.stringify(name)})`,
      );
    }
    if (this.#byName.has(name))
      throw wrong(`there is a snapshot ${name} already: delete it first, or take another name`);
    if (this.#byName.size >= SNAPSHOTS_MAX) throw wrong(`there are ${SNAPSHOTS_MAX} snapshots: delete some first`);
    return name;
  }

  /** @throws ControlError with status 404 for a name that no snapshot has */
  get(name: string): SavedCore {
    const saved = this.#byName.get(name);
    if (saved) return saved;
    const known = [...this.#byName.keys()];
    const message =
      known.length === 0
        ? `there is no snapshot ${name}: none has been taken`
        : `there is no snapshot ${name}; there are ${known.slice(-LISTED).join(', ')}`;
    throw new ControlError('NOT_FOUND', 'name', message, 404);
  }

  /** @throws ControlError with status 404 for a name that no snapshot has */
  delete(name: string): void {
    this.get(name);
    this.#byName.delete(name);
  }

  /** Oldest first. */
  list(): readonly SnapshotSummary[] {
    return Array.from(this.#byName, ([name, saved]) => summaryOf(name, saved));
  }

  #nextName(): string {
    do this.#numbered += 1;
    while (this.#byName.has(`snapshot-${this.#numbered}`));
    return `snapshot-${this.#numbered}`;
  }
}

const LISTED = 20;

const summaryOf = (name: string, { seq, chain, time, world, config }: SavedCore): SnapshotSummary => ({
  name,
  inputs: seq,
  time,
  chain,
  world,
  seed: config.seed,
});

const wrong = (message: string): ControlError => new ControlError('INVALID_VALUE', 'name', message);
