import { join } from 'node:path';
import { automaticIn, checkReached, newestBase } from '../snapshots/automatic.ts';
import { SnapshotFolder } from '../snapshots/snapshot-folder.ts';
import type { JournalRecord } from '../journal/journal.ts';
import type { Log } from '../log.ts';
import { FileJournal } from './file-journal.ts';
import { createGeneration, type GenerationFile, generationsIn } from './generation-files.ts';
import { type ReadGeneration, readGeneration } from './data-directory.ts';
import type { Storage } from './storage.ts';

/** What a compaction has kept and removed. */
export interface Compacted {
  readonly kept: string;
  /** Inputs that a start applies again. */
  readonly inputs: number;
  /** Name of the snapshot that it starts from; null for genesis. */
  readonly snapshot: string | null;
  readonly removed: readonly { readonly file: string; readonly bytes: number }[];
}

/**
 * Removes everything that no start reads: the files of earlier lives, and the inputs of the newest before its newest
 * snapshot. Whoever calls has the lock. The new file is whole before an old one goes, so a crash in between only leaves
 * files that the next compaction removes. Null where there is no journal.
 *
 * @throws DamageError, SnapshotError
 */
export function compactDirectory(storage: Storage, directory: string, log: Log): Compacted | null {
  const newest = generationsIn(storage, directory).at(-1);
  const read = newest && readGeneration(storage, newest.path);
  if (!newest || !read) return null;
  const folder = new SnapshotFolder(storage, join(directory, 'snapshots'));
  checkReached(folder, directory, { ...newest, inputs: read.written.inputs });
  const kept = startAtSnapshot(storage, directory, folder, { ...newest, ...read }, log);
  const old = generationsIn(storage, directory).filter(({ generation }) => generation < kept.generation);
  const removed = old.map(({ path }) => ({ file: path, bytes: storage.sizeOf(path) }));
  for (const { file } of removed) storage.remove(file);
  // Taken of lives whose files are gone: nothing goes on from them.
  for (const one of automaticIn(folder)) if (one.generation < kept.generation) folder.remove(one.name);
  folder.removeOtherRows();
  storage.syncFolder(directory);
  const { snapshot } = kept.start;
  return { kept: kept.path, inputs: read.written.inputs - kept.start.seq, snapshot, removed };
}

type Kept = GenerationFile & Pick<FileJournal, 'start'>;

/** The newest file as it is, or the next one with the inputs after the newest snapshot alone. */
function startAtSnapshot(
  storage: Storage,
  directory: string,
  folder: SnapshotFolder,
  { generation, path, header, written }: GenerationFile & ReadGeneration,
  log: Log,
): Kept {
  const journal = new FileJournal(storage, path, header, written, 'none');
  const saved = newestBase(folder, { journal, generation, config: header.config, log });
  if (!saved || saved.seq === header.start.seq) return { generation, path, start: header.start };
  const snapshot = `base-${String(generation + 1).padStart(6, '0')}`;
  // Automatic snapshots are removed in time; this one is needed as long as the file.
  folder.put(snapshot, saved);
  const start = { seq: saved.seq, chain: saved.chain, snapshot };
  return {
    ...createGeneration(storage, directory, { ...header, start }, linesOf(journal.records(saved.seq + 1))),
    start,
  };
}

function* linesOf(records: Iterable<JournalRecord>): Iterable<object> {
  for (const { seq, input, crc } of records) yield { seq, input, crc };
}
