import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { onDisk } from '../../exchange/host.ts';
import { INCOMPLETE } from '../../console/pages/conformance/write-reports.ts';
import { readRunFile } from '../../suite/results/messages-file.ts';
import { MessagesError } from '../../suite/results/messages-error.ts';
import { readRunJson, RunJsonError } from '../../suite/results/run-json.ts';
import type { Run } from '../../suite/results/run.ts';
import { reasonOf, UsageError } from '../usage-error.ts';

/** What a folder of reports may hold a run in: verdicts as they were given, and all the bytes they were read from. */
const SOURCES = { verdicts: 'run.json', traces: 'messages.ndjson' } as const;

/**
 * The run in a folder of reports, in a `run.json`, or in a file of Cucumber messages.
 *
 * @param wanted what matters most to the reader of a folder that holds both
 * @throws UsageError for anything else
 */
export async function runAt(path: string, wanted: keyof typeof SOURCES): Promise<Run> {
  try {
    const isFolder = statSync(onDisk(path)).isDirectory();
    if (isFolder && existsSync(onDisk(join(path, INCOMPLETE))))
      throw new UsageError(`the reports in ${path} are incomplete: see ${INCOMPLETE} there`);
    const file = isFolder ? sourceIn(path, wanted) : path;
    return file.endsWith('.json') ? readRunJson(readFileSync(onDisk(file), 'utf8')) : await readRunFile(onDisk(file));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (error instanceof MessagesError || error instanceof RunJsonError)
      throw new UsageError(`${path}: ${error.message}`);
    throw new UsageError(`cannot read ${path}: ${reasonOf(error)}`);
  }
}

function sourceIn(folder: string, wanted: keyof typeof SOURCES): string {
  const names = wanted === 'traces' ? [SOURCES.traces, SOURCES.verdicts] : [SOURCES.verdicts, SOURCES.traces];
  const file = names.map((name) => join(folder, name)).find((candidate) => existsSync(onDisk(candidate)));
  if (file === undefined) throw new UsageError(`${folder} holds no run: neither ${names.join(' nor ')} is there`);
  return file;
}
