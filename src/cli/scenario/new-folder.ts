import { existsSync, readdirSync } from 'node:fs';
import { fromCwd } from '../../exchange/host.ts';
import { UsageError } from '../usage-error.ts';

/**
 * Returns the path of a folder to write a scenario to. Checked before the work begins, so that neither the work nor
 * what is in the folder is lost.
 *
 * @throws UsageError for one that holds files, or for a file
 */
export function newFolder(out: string): string {
  const folder = fromCwd(out);
  if (!existsSync(folder)) return folder;
  if (!isEmptyFolder(folder))
    throw new UsageError(`--out ${out} is there already: choose another folder, or remove it`);
  return folder;
}

function isEmptyFolder(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return false;
    throw error;
  }
}
