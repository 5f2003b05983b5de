import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, normalize } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { makeFolder } from '../../../exchange/data/make-folder.ts';
import type { FileList } from '../plan/scenario-files.ts';
import { SweepError } from '../sweep.ts';

/** Bytes of all files of a scenario at most. */
const BYTES_MAX = 256 * 1024 * 1024;
const CHECKSUM = 32;

interface Packed {
  readonly entry: string;
  readonly files: readonly { readonly path: string; readonly base64: string }[];
}

/**
 * Packs the files of a scenario, so that they travel with the plan: a checksum, then compressed JSON.
 *
 * @throws SweepError for files that are too large
 */
export function packFiles({ root, entry, files }: FileList): Buffer {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > BYTES_MAX)
    throw new SweepError(`the files of the scenario have ${bytes} bytes, at most ${BYTES_MAX} travel to workers`);
  const packed: Packed = {
    entry,
    files: files.map(({ path }) => ({ path, base64: readFileSync(join(root, path)).toString('base64') })),
  };
  const body = gzipSync(JSON.stringify(packed));
  return Buffer.concat([checksumOf(body), body]);
}

/**
 * Writes the packed files of a scenario below a folder.
 *
 * @returns the absolute path that the scenario is loaded from
 * @throws SweepError for a text that is damaged, or that would write elsewhere
 */
export function unpackFiles(bytes: Buffer, folder: string): string {
  const body = bytes.subarray(CHECKSUM);
  if (!checksumOf(body).equals(bytes.subarray(0, CHECKSUM)))
    throw new SweepError('the files of the scenario are damaged in the queue');
  const { entry, files } = JSON.parse(gunzipSync(body).toString('utf8')) as Packed;
  for (const { path, base64 } of files) {
    const file = within(folder, path);
    makeFolder(dirname(file));
    writeFileSync(file, Buffer.from(base64, 'base64'));
  }
  return within(folder, entry);
}

function within(folder: string, path: string): string {
  const plain = normalize(path);
  if (isAbsolute(path) || plain === '..' || /^\.\.[/\\]/.test(plain))
    throw new SweepError('the files of the scenario in the queue lie outside its folder');
  return join(folder, path);
}

const checksumOf = (body: Uint8Array): Buffer => createHash('sha256').update(body).digest();

/** Keys of perpsim in a Redis. All of them live this long after the last sign of life of their sweep. */
export const LIFETIME_S = 7 * 24 * 60 * 60;

/** Before every key, also those of BullMQ. */
export const PREFIX = 'perpsim';

/** The queue of all sweeps of one version: a worker of another version takes none of their jobs. */
export const queueOf = (packageVersion: string): string => `sweep-${packageVersion}`;

/** Versions of the sweeps that wait for results, by the id of the plan. */
export const PLANS = `${PREFIX}:plans`;

/** The files of a plan's scenario. */
export const filesKey = (planId: string): string => `${PREFIX}:files:${planId}`;

/** Results of a plan as lines, in the order in which they came. */
export const rowsKey = (planId: string): string => `${PREFIX}:rows:${planId}`;

/** The id of a job in the queue: the same job of the same plan is there once. */
export const jobId = (planId: string, index: number): string => `${planId}-${index}`;

/** Keys of the queue that outlive its jobs. BullMQ times the checks for stalled jobs with one that is not among them. */
export const queueKeys = (packageVersion: string): string[] =>
  ['meta', 'id', 'events', 'marker', 'wait', 'active', 'failed', 'stalled'].map(
    (name) => `${PREFIX}:${queueOf(packageVersion)}:${name}`,
  );

/** What a job of the queue holds. */
export interface QueuedJob {
  readonly plan: string;
  readonly index: number;
  readonly seed: string;
  readonly set: Readonly<Record<string, string>>;
}
