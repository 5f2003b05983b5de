import { chainAt } from '../../kernel/digest-chain.ts';
import { ControlError } from '../control-error.ts';
import { readDocument, SnapshotError, writeDocument } from './document.ts';
import type { OpenRows } from '../history/saved-history.ts';
import { HistoryFileError } from './history-files.ts';
import type { SavedCore } from './saved-core.ts';
import { systemCodeOf } from '../../kernel/thrown.ts';

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

/** Where snapshots are: in memory, or in a folder. */
export interface SnapshotStore {
  /** In the order in which they are listed. */
  names(): readonly string[];
  put(name: string, saved: SavedCore): void;
  /** Of a name that is there. */
  get(name: string): SavedCore;
  summary(name: string): SnapshotSummary;
  remove(name: string): void;
}

/** Names are also names of files. Those of automatic snapshots are reserved. */
const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9_-])?$/;
const RESERVED = /^auto-/i;
const NAME_TAKES =
  'a name has 1 to 64 letters, digits, dots, dashes and underscores, begins with a letter or digit, does not end with a dot, and does not begin with auto-';

/** More than this many would fill the memory without being noticed. */
const SNAPSHOTS_MAX = 1_000;

/** The named snapshots of one exchange. They outlive its resets and reverts. All methods throw ControlError. */
export class Snapshots {
  readonly #store: SnapshotStore;
  #numbered = 0;

  constructor(store: SnapshotStore = new SnapshotMemory()) {
    this.#store = store;
  }

  /** Keeps what `save` returns under a name, or under the next number. */
  keep(save: () => SavedCore, name: string = this.#nextName()): string {
    const names = this.#names();
    if (!NAME.test(name) || RESERVED.test(name)) throw wrong(`${NAME_TAKES} (got ${JSON.stringify(name)})`);
    if (names.includes(name)) throw wrong(`there is a snapshot ${name} already: delete it first, or take another name`);
    if (names.length >= SNAPSHOTS_MAX) throw wrong(`there are ${SNAPSHOTS_MAX} snapshots: delete some first`);
    const saved = save();
    try {
      this.#store.put(name, saved);
    } catch (error) {
      const code = systemCodeOf(error);
      if (code === '') throw error;
      const message = `the snapshot ${name} cannot be written (${code}): nothing of it is kept`;
      throw new ControlError('SERVICE_UNAVAILABLE', 'data', message, 503);
    }
    return name;
  }

  /** Keeps a snapshot that was written as a document. */
  import(document: string, name?: string): string {
    return this.keep(() => savedIn(document), name);
  }

  /** Returns a snapshot as a document. */
  export(name: string): string {
    return writeDocument(this.get(name));
  }

  get(name: string): SavedCore {
    this.#mustBe(name);
    try {
      return this.#store.get(name);
    } catch (error) {
      if (error instanceof SnapshotError) throw wrong(`the snapshot ${name} cannot be used: ${error.message}`);
      throw error;
    }
  }

  delete(name: string): void {
    this.#mustBe(name);
    this.#store.remove(name);
  }

  list(): readonly SnapshotSummary[] {
    return this.#names().map((name) => this.#store.summary(name));
  }

  #names(): readonly string[] {
    return this.#store.names().filter((name) => !RESERVED.test(name));
  }

  #mustBe(name: string): void {
    const known = this.#names();
    if (known.includes(name)) return;
    const others = known.length === 0 ? ': none has been taken' : `; there are ${known.slice(-LISTED).join(', ')}`;
    throw new ControlError('NOT_FOUND', 'name', `there is no snapshot ${name}${others}`, 404);
  }

  #nextName(): string {
    const names = new Set(this.#names());
    do this.#numbered += 1;
    while (names.has(`snapshot-${this.#numbered}`));
    return `snapshot-${this.#numbered}`;
  }
}

const LISTED = 20;

/** Reads a document, and with `open` the files that it names. Throws ControlError that names the field. */
export function savedIn(document: string, field = 'document', open?: OpenRows): SavedCore {
  try {
    return readDocument(document, open);
  } catch (error) {
    if (error instanceof HistoryFileError) throw new ControlError('INVALID_VALUE', field, error.message);
    if (error instanceof SnapshotError) throw new ControlError('INVALID_VALUE', field, `the ${field} ${error.message}`);
    throw error;
  }
}

/** Snapshots of an exchange in memory, oldest first. */
export class SnapshotMemory implements SnapshotStore {
  readonly #byName = new Map<string, SavedCore>();

  names(): readonly string[] {
    return [...this.#byName.keys()];
  }

  put(name: string, saved: SavedCore): void {
    this.#byName.set(name, saved);
  }

  get(name: string): SavedCore {
    const saved = this.#byName.get(name);
    if (saved) return saved;
    throw new SnapshotError(`${name} is not there`);
  }

  summary(name: string): SnapshotSummary {
    return summaryOf(name, this.get(name));
  }

  remove(name: string): void {
    this.#byName.delete(name);
  }
}

/** Returns what lists of snapshots say of one. */
export const summaryOf = (
  name: string,
  { seq, chain, time, world, config }: Omit<SavedCore, 'history'>,
): SnapshotSummary => ({
  name,
  inputs: seq,
  time,
  chain: chainAt(chain),
  world,
  seed: config.seed,
});

const wrong = (message: string): ControlError => new ControlError('INVALID_VALUE', 'name', message);
