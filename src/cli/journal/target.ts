import { statSync } from 'node:fs';
import { generationsIn } from '../../exchange/data/generation-files.ts';
import { NODE_STORAGE } from '../../exchange/data/node-storage.ts';
import { onDisk } from '../../exchange/host.ts';
import { reasonOf, UsageError } from '../usage-error.ts';

/**
 * The files of a journal, oldest first: those of a data directory, or the one that was named.
 *
 * @throws UsageError when there are none
 */
export function filesOf(given: string): readonly string[] {
  if (!isFolder(given)) return [given];
  const files = generationsIn(NODE_STORAGE, given).map(({ path }) => path);
  if (files.length === 0) throw new UsageError(`${given} holds no journal: it is no data directory of perpsim`);
  return files;
}

/** The newest of them, from which an exchange starts. */
export function newestOf(given: string): string {
  const newest = filesOf(given).at(-1);
  if (newest === undefined) throw new UsageError(`${given} holds no journal`);
  return newest;
}

/** @throws UsageError when there is nothing of this name */
export function isFolder(given: string): boolean {
  try {
    return statSync(onDisk(given)).isDirectory();
  } catch (error) {
    throw new UsageError(`cannot read ${given}: ${reasonOf(error)}`);
  }
}
