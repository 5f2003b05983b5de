import { ControlError } from '../control-error.ts';
import { DUMP_FORMAT, DUMP_VERSION, type DumpHeader } from '../journal/dump.ts';
import { GENESIS, type JournalStart } from '../journal/journal.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { Settings } from '../options.ts';
import { FileJournal, type LineStart, PLACE_EVERY, type WrittenSoFar } from './file-journal.ts';
import { createGeneration, type GenerationFile, generationsIn } from './generation-files.ts';
import { DamageError, GenerationReader, holds, type TornTail } from './generation-reader.ts';
import { DirectoryLock } from './lock.ts';
import { type Durability, type Storage } from './storage.ts';
import { messageOf, systemCodeOf } from '../../kernel/thrown.ts';

/** A journal that was found, and how its exchange began. */
export interface Found extends ReadGeneration, GenerationFile {}

/**
 * The directory that an exchange keeps its journal in: `journal-000001.jsonl` and so on, one file for each life of the
 * exchange, of which the newest counts, and `lock`, which names the one process that writes.
 */
export class DataDirectory {
  readonly path: string;
  readonly storage: Storage;
  readonly durability: Durability;
  readonly #lock: DirectoryLock;

  /**
   * Takes the lock; creates the directory when there is none.
   *
   * @throws ControlError when another process writes there, or the directory cannot be used
   */
  constructor(path: string, storage: Storage, durability: Durability) {
    this.path = path;
    this.storage = storage;
    this.durability = durability;
    this.#lock = this.#used(() => {
      storage.makeFolder(path);
      return DirectoryLock.take(storage, path);
    });
  }

  /** Number of the newest file of the journal; 0 when there is none. */
  generation(): number {
    return this.#used(() => generationsIn(this.storage, this.path).at(-1)?.generation ?? 0);
  }

  /**
   * Reads the newest file of the journal; null when there is none.
   *
   * @param before - what a snapshot says that this file had when it was taken
   * @throws ControlError for a damaged file
   */
  find(progress: (inputs: number) => void, before: WrittenBefore | null): Found | null {
    return this.#used(() => {
      const files = generationsIn(this.storage, this.path);
      const file = files.at(-1);
      const read = file && readGeneration(this.storage, file.path, progress, before);
      if (!file || read === undefined) return null;
      if (read) return { ...file, ...read };
      if (files.length === 1) return null;
      const earlier = files.at(-2)?.path ?? '';
      throw wrong(`${file.path} has no whole line: remove it to go on from ${earlier}, where the exchange was before`);
    });
  }

  /** Goes on in a file that was found: cuts off its torn tail. */
  continue({ path, header, written, tail }: Found): FileJournal {
    return this.#used(() => {
      const journal = new FileJournal(this.storage, path, header, written, this.durability);
      if (tail) journal.cutTail();
      return journal;
    });
  }

  /** Starts the next file, for an exchange that begins with genesis or after a snapshot. */
  begin(settings: Settings, packageVersion: string, start: JournalStart = GENESIS): FileJournal {
    return this.#used(() => {
      const header = headerOf(settings, packageVersion, start);
      const { path, written } = createGeneration(this.storage, this.path, header);
      const soFar = { ...written, inputs: start.seq, places: [] };
      return new FileJournal(this.storage, path, header, soFar, this.durability);
    });
  }

  /** Gives the lock back. */
  release(): void {
    this.#lock.release();
  }

  #used<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof DamageError) throw wrong(`${error.message}: ${wayOutOf(error)}`);
      if (systemCodeOf(error) === undefined || error instanceof ControlError) throw error;
      const reason = messageOf(error);
      throw wrong(`the data directory ${this.path} cannot be used: ${reason}`);
    }
  }
}

function wayOutOf({ path, offset, line }: DamageError): string {
  if (line === 1) return 'restore the file from a copy, or choose another directory';
  return `restore the file from a copy; to give up this line and all that follow, run truncate -s ${offset} ${path}`;
}

function headerOf(settings: Settings, packageVersion: string, start: JournalStart): DumpHeader {
  const { config, world, serviceName, followsWall } = settings;
  return {
    format: DUMP_FORMAT,
    version: DUMP_VERSION,
    package: packageVersion,
    world,
    serviceName,
    seed: config.seed,
    config,
    start,
    ...(followsWall && { followsWall }),
  };
}

const wrong = (message: string): ControlError => new ControlError('INVALID_VALUE', 'data', message);

/** A file of a journal that was read to its end. */
export interface ReadGeneration {
  readonly header: DumpHeader;
  readonly written: WrittenSoFar;
  readonly tail: TornTail | null;
}

/** What a file of a journal had when its last input of then, of this time, had been applied. */
export interface WrittenBefore extends WrittenSoFar {
  readonly at: TimeMs;
}

/**
 * Reads a file of a journal and checks every line. Null for a file without one whole line, which holds nothing.
 *
 * @param before - where the bytes of the file are those of then, only the lines behind them are read one by one
 * @throws DamageError
 */
export function readGeneration(
  storage: Storage,
  path: string,
  progress: (inputs: number) => void = () => undefined,
  before: WrittenBefore | null = null,
): ReadGeneration | null {
  const reader = new GenerationReader(storage, path);
  // Anything else is found, and named, at its line.
  const behind = before && holds(storage, path, before) ? before : null;
  const places: LineStart[] = behind ? [...behind.places] : [];
  let header: DumpHeader | null = null;
  for (const line of reader.lines(behind)) {
    if (line.kind === 'header') header = line.header;
    if (line.kind !== 'input') continue;
    const { seq } = line.record;
    if (seq % PLACE_EVERY === 0) places.push({ seq, offset: line.offset });
    progress(seq);
  }
  if (!header) return null;
  const { lines, bytes, crc, sum, inputs } = reader.soFar;
  return { header, written: { lines, bytes, crc, sum, inputs, places }, tail: reader.tail };
}
