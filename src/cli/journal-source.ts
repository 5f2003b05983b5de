import { createReadStream, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NODE_STORAGE } from '../exchange/data/node-storage.ts';
import { onDisk } from '../exchange/host.ts';
import type { SavedCore } from '../exchange/snapshots/saved-core.ts';
import { SnapshotFolder } from '../exchange/snapshots/snapshot-folder.ts';
import { compareKeys } from '../kernel/canonical-json.ts';
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

/** Lines of UTF-8, however the bytes are cut into pieces; the last one counts whether or not it ends. */
export async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let started = '';
  for await (const piece of pieces) {
    const [first = '', ...others] = decoder.decode(piece, { stream: true }).split('\n');
    started += first;
    for (const other of others) {
      yield started;
      started = other;
    }
  }
  if (started !== '') yield started;
}

/** The bytes of a file, a piece at a time. Throws UsageError when it cannot be read. */
export async function* fileBytes(file: string): AsyncIterable<Uint8Array> {
  try {
    // A stream without an encoding gives bytes, which its type leaves open.
    const pieces: AsyncIterable<Uint8Array> = createReadStream(onDisk(file));
    yield* pieces;
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${reasonOf(error)}`);
  }
}
