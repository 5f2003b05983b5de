import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Coverage } from '../coverage/count.ts';
import type { Run } from '../results/run.ts';
import { reportFiles } from './all.ts';

/**
 * Writes every report of a run into a folder, which is made if it is not there.
 *
 * @returns the paths that were written
 * @throws the system's error for a folder that cannot be written to
 */
export function writeReports(run: Run, coverage: Coverage, folder: string, remarks: readonly string[] = []): string[] {
  mkdirSync(folder, { recursive: true });
  return [...reportFiles(run, coverage, remarks)].map(([name, text]) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  });
}
