import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Coverage } from '../../../suite/coverage/count.ts';
import type { Run } from '../../../suite/results/run.ts';
import { REPORT_NAMES, reportFiles } from './all.ts';

/** Stands in a folder as long as its reports are not those of a whole run. */
export const INCOMPLETE = 'INCOMPLETE.txt';
const WHY = 'The reports in this folder are incomplete: the run has not ended, or they could not be written.\n';

/**
 * Prepares a folder for the reports of a run that is about to begin: those of an earlier run go, and until `writeReports`
 * has ended the folder says that it is incomplete.
 *
 * @throws the system's error for a folder that cannot be written to
 */
export function beginReports(folder: string): void {
  markIncomplete(folder);
  for (const name of REPORT_NAMES) rmSync(join(folder, name), { force: true });
}

/**
 * Writes every report of a run into a folder, which is made if it is not there. A report that is there is whole.
 *
 * @returns the paths that were written
 * @throws the system's error for a folder that cannot be written to; the folder then says that it is incomplete
 */
export function writeReports(run: Run, coverage: Coverage, folder: string, remarks: readonly string[] = []): string[] {
  const mark = markIncomplete(folder);
  const paths = [...reportFiles(run, coverage, remarks)].map(([name, text]) => {
    const path = join(folder, name);
    writeOver(path, text);
    return path;
  });
  rmSync(mark);
  return paths;
}

/** Returns the path of the mark, in a folder that is made if it is not there. */
export function markIncomplete(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const mark = join(folder, INCOMPLETE);
  writeFileSync(mark, WHY);
  return mark;
}

function writeOver(path: string, text: string): void {
  const draft = `${path}.tmp`;
  try {
    writeFileSync(draft, text);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
