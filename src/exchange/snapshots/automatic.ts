import { dirname, join } from 'node:path';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { isSamePlace } from '../../kernel/digest-chain.ts';
import type { Core } from '../core.ts';
import { fileNameOf } from '../data/generation-files.ts';
import { FileJournal } from '../data/file-journal.ts';
import type { Journal } from '../journal/journal.ts';
import type { Log } from '../log.ts';
import { SnapshotError } from './document.ts';
import type { PagedCore, SavedCore } from './saved-core.ts';
import type { SnapshotFolder } from './snapshot-folder.ts';

/** How often a snapshot is taken by itself, in inputs, and how many of them are kept. */
export interface AutomaticOptions {
  /** 0 takes none. */
  readonly every: number;
  readonly kept: number;
}

export const AUTOMATIC: AutomaticOptions = { every: 20_000, kept: 5 };

const nameOf = (generation: number, seq: number): string =>
  `auto-${String(generation).padStart(6, '0')}-${String(seq).padStart(12, '0')}`;
const NAME = /^auto-(\d{6,})-(\d{12,})$/;

interface Automatic {
  readonly name: string;
  readonly generation: number;
  readonly seq: number;
}

/** Oldest first. */
export const automaticIn = (folder: SnapshotFolder): Automatic[] =>
  folder
    .names()
    .flatMap((name) => {
      const [, generation, seq] = NAME.exec(name) ?? [];
      return seq === undefined ? [] : [{ name, generation: Number(generation), seq: Number(seq) }];
    })
    .sort((a, b) => a.generation - b.generation || a.seq - b.seq);

/** More than this many would fill the memory of an exchange that is advanced in one go. */
const WAITING_MAX = 2;

interface Waiting {
  readonly name: string;
  readonly saved: PagedCore;
  /** Has its inputs durable before the snapshot is: a loss of power leaves no snapshot of inputs that are gone. */
  readonly journal: Journal;
  readonly seq: number;
  readonly log: Log;
}

/**
 * Takes snapshots of the lives in a data directory, one after every so many inputs. What a snapshot holds is kept aside at
 * its input, and written later in pieces. One that cannot be written is reported and left out: the journal has
 * everything that it would have had.
 */
export class AutomaticSnapshots {
  readonly #folder: SnapshotFolder;
  readonly #options: AutomaticOptions;
  readonly #waiting: Waiting[] = [];
  #writing: Promise<void> | null = null;

  constructor(folder: SnapshotFolder, options: AutomaticOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  /** Takes snapshots of this life from now on. */
  watch(core: Core, generation: number): void {
    const { every } = this.#options;
    if (every === 0) return;
    const { log } = core.settings;
    core.bus.subscribe(({ seq }) => {
      // An input that a listener has caused is applied already, but not yet in history.
      if (seq % every !== 0 || seq !== core.state.inputSeq) return;
      this.#waiting.push({ name: nameOf(generation, seq), saved: core.saveInPages(), journal: core.journal, seq, log });
      // The newest serves best.
      if (this.#waiting.length > WAITING_MAX) this.#waiting.shift();
      this.#writing ??= this.#write();
    });
  }

  /** Resolves when every snapshot that was taken is written or reported. */
  async written(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const { name, saved, journal, seq, log } = next;
      try {
        const isDurable = (): Promise<void> | null => (journal instanceof FileJournal ? journal.synced(seq) : null);
        await this.#folder.putInFiles(name, saved, isDurable);
        for (const older of automaticIn(this.#folder).slice(0, -this.#options.kept)) this.#folder.remove(older.name);
        this.#folder.removeOtherRows();
      } catch (error) {
        log.error({ err: error }, `the snapshot ${name} could not be written`);
      }
    }
    this.#writing = null;
  }
}

/** How far the newest journal of a directory reaches. */
export interface Reached {
  readonly path: string;
  readonly generation: number;
  readonly inputs: number;
}

/**
 * Checks that the journal of a directory has every input that a snapshot beside it knows of. Otherwise other inputs would take the
 * numbers of those that are lost, without a word.
 *
 * @param reached - null when the directory has no journal
 * @throws SnapshotError with both numbers and the ways out
 */
export function checkReached(folder: SnapshotFolder, directory: string, reached: Reached | null): void {
  const automatic = automaticIn(folder);
  if (reached === null) {
    const names = folder.names().filter((name) => name !== STARTED_FROM || automatic.length > 0);
    const name = automatic.at(-1)?.name ?? names.at(-1);
    if (name === undefined) return;
    const inputs = automatic.at(-1)?.seq ?? folder.summary(name).inputs;
    const lost = `${directory} has 0 inputs in a journal, but ${folder.pathOf(name)} holds ${inputs} inputs`;
    throw ahead(lost, folder.pathOf(name), 'to begin anew, choose another directory');
  }
  const { path, generation, inputs } = reached;
  const missing = automatic.findLast((one) => one.generation > generation);
  if (missing) {
    const lost = join(dirname(path), fileNameOf(missing.generation));
    const held = folder.pathOf(missing.name);
    const others = automatic.filter((one) => one.generation > generation);
    const wayOut = `to go on from ${path}, remove ${others.map(({ name }) => folder.pathOf(name)).join(' ')}`;
    throw ahead(`${lost} is missing, but ${held} holds ${missing.seq} inputs of it`, held, wayOut);
  }
  const later = automatic.filter((one) => one.generation === generation && one.seq > inputs);
  const newest = later.at(-1);
  if (!newest) return;
  const held = folder.pathOf(newest.name);
  const wayOut = `to go on after input ${inputs}, remove ${later.map(({ name }) => folder.pathOf(name)).join(' ')}`;
  throw ahead(`${path} ends after input ${inputs}, but ${held} holds ${newest.seq} inputs`, held, wayOut);
}

const ahead = (lost: string, held: string, wayOut: string): SnapshotError =>
  new SnapshotError(
    `${lost}: restore the journal from a copy; to keep the state of the snapshot, start another directory with state ${held}; ${wayOut}`,
  );

/** Name of the snapshot that an exchange in a directory was started with: it is there before its journal. */
export const STARTED_FROM = 'started-from';

/** A journal in a data directory that an exchange goes on from. */
export interface Continued {
  readonly journal: Journal;
  readonly generation: number;
  readonly config: object;
  readonly log: Log;
}

/** A snapshot of this directory that was read already. */
export interface OpenedSnapshot {
  readonly name: string;
  readonly saved: SavedCore;
}

/** Reads the newest automatic snapshot of a life that can be read; null when there is none. */
export function newestOpened(folder: SnapshotFolder, generation: number): OpenedSnapshot | null {
  for (const name of namesOf(folder, generation)) {
    try {
      return { name, saved: folder.get(name, 'own') };
    } catch (error) {
      // Whoever chooses a snapshot to go on from says what is wrong with this one.
      if (!(error instanceof SnapshotError)) throw error;
    }
  }
  return null;
}

/** Automatic snapshots of a life, the newest first. */
const namesOf = (folder: SnapshotFolder, generation: number): string[] =>
  automaticIn(folder)
    .filter((one) => one.generation === generation)
    .map(({ name }) => name)
    .reverse();

/**
 * Returns the newest snapshot that the inputs of a journal go on from; undefined where they go on from genesis.
 *
 * @param opened - is not read again
 * @throws SnapshotError when the journal starts at a snapshot, and neither that one nor a later one can be used
 */
export function newestBase(
  folder: SnapshotFolder,
  continued: Continued,
  opened: OpenedSnapshot | null = null,
): SavedCore | undefined {
  const { journal, generation, log } = continued;
  for (const name of namesOf(folder, generation)) {
    const saved = usable(folder, name, continued, opened);
    if (saved) return saved;
  }
  const { snapshot } = journal.start;
  if (snapshot === null) return undefined;
  const saved = folder.get(snapshot);
  if (fits(saved, continued)) return saved;
  log.notice?.(`the snapshot ${snapshot} is of another exchange than its journal`);
  throw new SnapshotError(`${folder.pathOf(snapshot)} is of another exchange`);
}

function usable(
  folder: SnapshotFolder,
  name: string,
  continued: Continued,
  opened: OpenedSnapshot | null,
): SavedCore | null {
  try {
    const saved = opened?.name === name ? opened.saved : folder.get(name, 'own');
    if (fits(saved, continued)) return saved;
    continued.log.notice?.(`${folder.pathOf(name)} does not belong to the journal: going back to the one before it`);
  } catch (error) {
    if (!(error instanceof SnapshotError)) throw error;
    continued.log.notice?.(`${error.message}: going back to the one before it`);
  }
  return null;
}

/** The next input says which checksum the journal has after the inputs that the snapshot stands for. */
function fits({ seq, chain, config }: SavedCore, { journal, config: own }: Continued): boolean {
  if (seq < journal.start.seq || seq > journal.length || canonicalJson(config) !== canonicalJson(own)) return false;
  if (seq === journal.start.seq) return isSamePlace(chain, journal.start.chain);
  const [next] = journal.records(seq + 1);
  return next === undefined || next.crc === chain.crc;
}
