import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { applyKnownFailing, findingText } from '../../suite/known-failing.ts';
import { KnownFailingError, readKnownFailing } from '../../suite/known-failing-list.ts';
import type { Run, ScenarioResult } from '../../suite/results/run.ts';
import { packageRoot } from '../../exchange/package-root.ts';
import { onDisk } from '../../exchange/host.ts';
import { readDocumentOf } from '../conform/files.ts';
import { UsageError } from '../usage-error.ts';

/** A run after a list was held against it, and a line for each way in which the list no longer holds. */
export interface Excused {
  readonly run: Run;
  readonly remarks: readonly string[];
}

/** Holds a list of known failures, as read from the file behind `--known-failing`, against a run as of today. */
export type Excuse = (run: Run, suite?: readonly Pick<ScenarioResult, 'id' | 'tags'>[]) => Excused;

/**
 * @param file undefined for the list of the profile; where that has none, nothing is excused
 * @param profile as `--profile` names it
 * @throws UsageError for a file that is no such list
 */
export function excuseFrom(file: string | undefined, profile?: string): Excuse {
  const chosen = file ?? (profile === undefined ? undefined : listOf(profile));
  if (chosen === undefined) return (run) => ({ run, remarks: [] });
  const list = listIn(chosen);
  return (run, suite) => {
    const today = new Date().toISOString().slice(0, 10);
    const { run: excused, findings } = applyKnownFailing(run, list, today, suite);
    return { run: excused, remarks: findings.map(findingText) };
  };
}

/** `fixtures/targets/staging/known-failing.yaml` for `fixtures/targets/staging.json`, if it is there. */
function listOf(profile: string): string | undefined {
  const path = /[./\\]/.test(profile) ? profile : join(packageRoot(), 'fixtures', 'targets', profile);
  const file = join(path.slice(0, path.length - extname(path).length), 'known-failing.yaml');
  return existsSync(onDisk(file)) ? file : undefined;
}

function listIn(file: string): ReturnType<typeof readKnownFailing> {
  try {
    return readKnownFailing(readDocumentOf('--known-failing', file));
  } catch (error) {
    if (error instanceof KnownFailingError) throw new UsageError(`--known-failing: ${file}: ${error.message}`);
    throw error;
  }
}
