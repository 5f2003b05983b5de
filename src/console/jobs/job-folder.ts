import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../exchange/data/make-folder.ts';
import type { Job } from '../../contract/jobs.ts';
import { REPORT_FILES } from './job-command.ts';

const FILE = 'job.json';
const FORMAT = 'perpsim-job';

/** What is kept of a job; the rest follows from the files beside it. */
export type KeptJob = Omit<Job, 'folder' | 'hasReport'>;

/** Jobs whose results are in a folder of reports, the newest first. A job that never ended was stopped with its server. */
export function keptJobs(root: string): (KeptJob & { readonly folder: string })[] {
  if (!existsSync(root)) return [];
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[a-z0-9-]{1,64}$/.test(entry.name))
    .flatMap(({ name }) => {
      const kept = read(join(root, name));
      if (!kept || kept.id !== name) return [];
      const { startedAt, endedAt, outcome } = kept;
      return [{ ...kept, folder: join(root, name), endedAt: endedAt ?? startedAt, outcome: outcome ?? 'stopped' }];
    })
    .sort((one, other) => other.startedAt - one.startedAt);
}

/** Keeps a job. The file is replaced at once, so that a reader finds one or the other whole. */
export function keepJob(folder: string, job: KeptJob): void {
  makeFolder(folder);
  const draft = join(folder, `${FILE}.tmp`);
  writeFileSync(draft, `${JSON.stringify({ format: FORMAT, version: 1, ...job }, null, 1)}\n`);
  renameSync(draft, join(folder, FILE));
}

/** The report in the folder of a job; undefined before there is one. */
export const reportIn = (folder: string): string | undefined =>
  REPORT_FILES.map((name) => join(folder, name)).find((file) => existsSync(file));

function read(folder: string): KeptJob | undefined {
  const file = join(folder, FILE);
  if (!existsSync(file)) return undefined;
  try {
    const {
      format,
      version: _version,
      ...job
    } = JSON.parse(readFileSync(file, 'utf8')) as KeptJob & {
      readonly format?: string;
      readonly version?: number;
    };
    return format === FORMAT ? job : undefined;
  } catch (error) {
    // A file of another program is no job.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
