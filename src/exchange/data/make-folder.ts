import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { onDisk } from '../host.ts';
import { systemCodeOf } from '../../kernel/thrown.ts';

/**
 * Creates a folder, and those above it; nothing when it is there.
 *
 * Node's recursive mkdir never returns where a file system answers "no such file" below a folder that exists, as procfs does.
 * Here that answer is an error.
 *
 * @param mode - permissions of the folder itself when it is created; those above it get the usual ones
 * @throws the system's error, with its `code`
 */
export function makeFolder(path: string, mode?: number): void {
  make(onDisk(path), mode);
}

function make(path: string, mode?: number): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) make(above);
  try {
    mkdirSync(path, mode);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (systemCodeOf(error) === 'EEXIST' && isFolder(path)) return;
    throw error;
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
