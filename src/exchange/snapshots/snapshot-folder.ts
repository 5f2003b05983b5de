import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type Storage, type StorageFile, textOf, writeAll } from '../data/storage.ts';
import { filedPieces, readDocument, SnapshotError, writeDocument } from './document.ts';
import { historyBeside, HistoryFileError, type HistoryFiles } from './history-files.ts';
import type { PagedCore, SavedCore } from './saved-core.ts';
import { type SnapshotStore, type SnapshotSummary, summaryOf } from './snapshots.ts';
import { systemCodeOf } from '../../kernel/thrown.ts';

const SUFFIX = '.json';
/** Written in one turn: a few milliseconds of work. */
const PIECE_CHARACTERS = 65_536;

const draftOf = (path: string): string => `${path}.tmp`;

/**
 * Snapshots as files of one folder. A file appears whole or not at all: it is written under another name, synced,
 * renamed, and the folder is synced (DUR-09). What is read is checked in full.
 */
export class SnapshotFolder implements SnapshotStore {
  readonly #storage: Storage;
  readonly #path: string;
  readonly #rows: HistoryFiles;
  /** Of files that were written or read by this process. */
  readonly #summaries = new Map<string, SnapshotSummary>();

  constructor(storage: Storage, path: string) {
    this.#storage = storage;
    this.#path = path;
    this.#rows = historyBeside(storage, path);
  }

  names(): readonly string[] {
    try {
      const files = this.#storage.names(this.#path).filter((file) => file.endsWith(SUFFIX));
      return files.map((file) => file.slice(0, -SUFFIX.length)).sort((a, b) => (a < b ? -1 : 1));
    } catch (error) {
      if (systemCodeOf(error) === 'ENOENT') return [];
      throw error;
    }
  }

  pathOf(name: string): string {
    return join(this.#path, `${name}${SUFFIX}`);
  }

  put(name: string, saved: SavedCore): void {
    try {
      const file = this.#draft(name);
      try {
        writeAll(file, Buffer.from(writeDocument(saved)), 0);
        file.sync();
      } finally {
        file.close();
      }
      this.#publish(name, saved);
    } catch (error) {
      this.#discard(name);
      throw error;
    }
  }

  /**
   * The same in pieces, between which other work of the process gets its turn. Segments of the history go to files of their own first,
   * each of them once.
   *
   * @param isReady - awaited before the file appears under its name
   */
  async putInFiles(name: string, saved: PagedCore, isReady: () => Promise<void> | null = () => null): Promise<void> {
    const filed = await this.#rows.write(name, saved.history.rows);
    try {
      const file = this.#draft(name);
      try {
        await writePieces(file, filedPieces(saved, filed));
        await isReady();
      } finally {
        file.close();
      }
      this.#publish(name, saved);
    } catch (error) {
      this.#discard(name);
      throw error;
    }
  }

  /** Removes files of the history that no snapshot needs. */
  removeOtherRows(): void {
    this.#rows.removeOthers(this.names());
  }

  #draft(name: string): StorageFile {
    this.#storage.makeFolder(this.#path);
    return this.#storage.open(draftOf(this.pathOf(name)), 'create');
  }

  /** Removes what a write that failed has left: on a full disk it would take the room that is missing. */
  #discard(name: string): void {
    try {
      this.#storage.remove(draftOf(this.pathOf(name)));
    } catch {
      // The error of the write says more than this one.
    }
  }

  #publish(name: string, saved: SavedCore): void {
    const path = this.pathOf(name);
    this.#storage.rename(draftOf(path), path);
    this.#storage.syncFolder(this.#path);
    this.#summaries.set(name, summaryOf(name, saved));
  }

  /**
   * Reads a snapshot.
   *
   * @param reader - `own` for the exchange of this directory, which may leave rows of the history in their files
   * @throws SnapshotError that names the file
   */
  get(name: string, reader: 'own' | 'other' = 'other'): SavedCore {
    const path = this.pathOf(name);
    const line = textOf(this.#storage, path);
    if (line === null) throw new SnapshotError(`${path} is not there`);
    try {
      const saved = readDocument(line, (filed) => this.#rows.open(filed, reader === 'own'));
      this.#summaries.set(name, summaryOf(name, saved));
      return saved;
    } catch (error) {
      if (error instanceof SnapshotError) throw new SnapshotError(`${path} ${error.message}`);
      if (error instanceof HistoryFileError) throw new SnapshotError(`${path} cannot be used: ${error.message}`);
      throw error;
    }
  }

  summary(name: string): SnapshotSummary {
    return this.#summaries.get(name) ?? summaryOf(name, this.get(name));
  }

  remove(name: string): void {
    this.#summaries.delete(name);
    this.#storage.remove(this.pathOf(name));
    this.#storage.syncFolder(this.#path);
  }
}

/** Writes a document and syncs it, with a turn for other work after each piece. */
async function writePieces(file: StorageFile, pieces: Iterable<string>): Promise<void> {
  let at = 0;
  let waiting = '';
  const write = (): void => {
    const bytes = Buffer.from(waiting);
    writeAll(file, bytes, at);
    at += bytes.length;
    waiting = '';
  };
  for (const piece of pieces) {
    waiting += piece;
    if (waiting.length < PIECE_CHARACTERS) continue;
    write();
    await setImmediate();
  }
  write();
  await file.syncSoon();
}
