import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compareKeys } from '../kernel/canonical-json.ts';
import { NODE_STORAGE } from '../exchange/data/node-storage.ts';
import type { SavedCore } from '../exchange/snapshots/saved-core.ts';
import { SnapshotFolder } from '../exchange/snapshots/snapshot-folder.ts';
import { onDisk } from '../exchange/host.ts';
import { fileBytes, linesOf } from './byte-lines.ts';
import { controlSite } from './control-site.ts';
import { reasonOf, UsageError } from './usage-error.ts';

/** Where the lines of a journal come from. */
export interface JournalSource {
  /** The file, or the exchange. */
  readonly name: string;
  readonly lines: AsyncIterable<string>;
  /** The snapshots of a data directory. */
  readonly snapshotOf?: (name: string) => SavedCore;
}

const GENERATION = /^journal-\d{6}\.jsonl$/;

/**
 * The journal of a file, of the newest generation in a data directory, or of a running exchange by its URL.
 *
 * @throws UsageError for what is none of these, Unreachable while reading from an exchange
 */
export function journalSource(given: string, controlToken?: string): JournalSource {
  if (/^https?:\/\//.test(given)) {
    const site = controlSite(given, controlToken);
    return { name: site.origin, lines: linesFrom(() => site.stream('/journal')) };
  }
  const file = fileOf(given);
  const snapshots = new SnapshotFolder(NODE_STORAGE, join(dirname(file), 'snapshots'));
  return { name: file, lines: linesOf(fileBytes(file)), snapshotOf: (name) => snapshots.get(name) };
}

function fileOf(given: string): string {
  try {
    if (!statSync(onDisk(given)).isDirectory()) return given;
    const newest = readdirSync(onDisk(given))
      .filter((name) => GENERATION.test(name))
      .sort(compareKeys)
      .at(-1);
    if (newest !== undefined) return join(given, newest);
  } catch (error) {
    throw new UsageError(`cannot read ${given}: ${reasonOf(error)}`);
  }
  throw new UsageError(`${given} contains no journal: it is not a data directory of perpsim`);
}

async function* linesFrom(open: () => Promise<AsyncIterable<Uint8Array>>): AsyncIterable<string> {
  yield* linesOf(await open());
}
