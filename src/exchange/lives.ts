import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { canonicalJson } from '../kernel/canonical-json.ts';
import type { TimeMs } from '../kernel/units.ts';
import { ControlError } from './control-error.ts';
import { type Core, type CoreStart, inMemory, type LateCore, lateCore, saying, startCore } from './core.ts';
import { DataDirectory, type Found, type WrittenBefore } from './data/data-directory.ts';
import { FileJournal } from './data/file-journal.ts';
import { generationOf } from './data/generation-files.ts';
import { NODE_STORAGE } from './data/node-storage.ts';
import { onDisk } from './host.ts';
import type { DumpHeader } from './journal/dump.ts';
import { GENESIS, JournalError, type JournalStart } from './journal/journal.ts';
import { MemoryJournal } from './journal/memory-journal.ts';
import { ReplayError } from './journal/replay.ts';
import { dumpEnd } from './journal/write-dump.ts';
import {
  type ExchangeOptions,
  isOfThePackage,
  type Kept,
  type ProcessSettings,
  type Settings,
  settingsOf,
} from './options.ts';
import { packageVersion } from './package-root.ts';
import type { SignatureWorkers } from './signatures/workers/pool.ts';
import {
  AUTOMATIC,
  AutomaticSnapshots,
  checkReached,
  newestBase,
  newestOpened,
  type OpenedSnapshot,
  STARTED_FROM,
} from './snapshots/automatic.ts';
import type { OpenRows } from './history/saved-history.ts';
import { SnapshotError } from './snapshots/document.ts';
import { historyBeside } from './snapshots/history-files.ts';
import { type SavedCore, settingsFrom } from './snapshots/saved-core.ts';
import { SnapshotFolder } from './snapshots/snapshot-folder.ts';
import { savedIn, SnapshotMemory, type SnapshotStore } from './snapshots/snapshots.ts';
import { messageOf } from '../kernel/thrown.ts';

/**
 * The lives of one exchange: the first, which goes on where a data directory ends, and those that resets start. Without
 * a directory each life is in memory alone.
 */
export class Lives {
  /** Resolves with what went wrong once the journal cannot be written any more. */
  readonly failure: Promise<JournalError>;
  readonly #directory: DataDirectory | null;
  readonly #folder: SnapshotFolder | null;
  readonly #automatic: AutomaticSnapshots | null;
  /** Where the snapshots of the exchange are. */
  readonly snapshots: SnapshotStore;
  #kept: Kept | undefined;
  /** Check signatures for every life. */
  #workers: SignatureWorkers | null = null;
  #report: (error: JournalError) => void = () => undefined;

  /** @throws ControlError when the data directory is in use or cannot be used */
  constructor(options: ExchangeOptions, kept?: Kept) {
    const { data, durability = 'batch', storage = NODE_STORAGE } = options;
    this.#kept = kept;
    this.failure = new Promise((resolve) => (this.#report = resolve));
    this.#directory = data === undefined ? null : new DataDirectory(data, storage, durability);
    this.#folder = data === undefined ? null : new SnapshotFolder(storage, join(data, 'snapshots'));
    const { snapshotEvery = AUTOMATIC.every, snapshotsKept = AUTOMATIC.kept } = options;
    const automatic = { every: snapshotEvery, kept: snapshotsKept };
    this.#automatic = this.#folder && new AutomaticSnapshots(this.#folder, automatic);
    this.snapshots = this.#folder ?? new SnapshotMemory();
  }

  /** @throws ControlError, WorldFileError */
  async first(options: ExchangeOptions): Promise<Core> {
    const { log, wall } = settingsOf(options);
    const { signatureWorkers: workers = 0 } = options;
    if (workers > 0) {
      // Loaded late: few exchanges have workers.
      const { SignatureWorkers } = await import('./signatures/workers/pool.ts');
      this.#workers = await SignatureWorkers.start({ workers, log });
    }
    const directory = this.#directory;
    const began = wall.now();
    const generation = directory?.generation() ?? 0;
    const opened = this.#folder && newestOpened(this.#folder, generation);
    const found = directory?.find(
      saying((count) => `${count} inputs read`, settingsOf(options)),
      opened && writtenBefore(opened),
    );
    this.#checkSnapshots(found ?? null);
    if (options.state !== undefined) return this.#given(options, options.state, found ?? null);
    if (!directory || !found) return this.#begin(settingsOf(options));
    const settings = settingsIn(directory.path, found.header, options);
    this.#kept = found.header;
    const journal = this.#watched(directory.continue(found));
    const saved = this.#baseOf(journal, found, settings, opened);
    const core = this.#snapped(await this.#recovered(settings, journal, found, saved));
    log.notice?.(recoveryText(directory.path, found, wall.now() - began, saved));
    return core;
  }

  /**
   * Gets ready for a first life that begins when it is asked for. Null where something can be wrong with its start that only the
   * start finds.
   *
   * @throws ControlError, WorldFileError
   */
  async late(options: ExchangeOptions): Promise<LateCore | null> {
    if (options.data !== undefined || options.state !== undefined || (options.signatureWorkers ?? 0) > 0) return null;
    const settings = settingsOf(options);
    return isOfThePackage(options.world) ? lateCore(settings, this.#with(inMemory(settings))) : null;
  }

  /** @throws ControlError, WorldFileError */
  next(options: ExchangeOptions): Promise<Core> {
    return this.#begin(settingsOf(options, this.#kept));
  }

  /** A life that goes on from a snapshot. */
  async from(name: string, saved: SavedCore, now: ProcessSettings): Promise<Core> {
    const settings = settingsFrom(saved, now);
    const { seq, chain, state } = saved;
    const startAt = (from: Pick<JournalStart, 'snapshot' | 'state'>): JournalStart =>
      seq === 0 ? GENESIS : { seq, chain, ...from };
    // The journal of a directory names the snapshot that it goes on from, so that one has to be a file first.
    if (this.#folder && !this.#folder.names().includes(name)) this.#folder.put(name, saved);
    const journal = this.#directory
      ? this.#watched(this.#directory.begin(settings, packageVersion(), startAt({ snapshot: name })))
      : (saved.journal?.copy() ?? new MemoryJournal(startAt({ snapshot: null, state }), settings.journalWindow));
    return this.#snapped(await this.#start(settings, { journal, saved, restart: '', followsWall: false }));
  }

  /** Ends the journal of a life, which has stopped, with what the exchange has come to. */
  async end({ journal, state, sequencer, settings }: Core): Promise<void> {
    if (!(journal instanceof FileJournal)) return;
    await this.#automatic?.written();
    try {
      if (journal.trouble() === null) journal.mark(dumpEnd({ state, journal, chain: sequencer.chain }));
    } catch (error) {
      // All inputs are in the journal already: the mark is a convenience of the next start.
      if (!(error instanceof JournalError)) throw error;
      settings.log.error({ err: error }, 'the journal ends without a mark');
    }
    await journal.close();
  }

  /** True for the snapshot that a life in a directory goes on from: its journal is worth nothing without it. */
  isNeeded(name: string, { journal }: Core): boolean {
    return journal instanceof FileJournal && journal.start.snapshot === name;
  }

  /** Gives the directory back and ends the workers. */
  async release(): Promise<void> {
    this.#directory?.release();
    await this.#workers?.close();
  }

  /** Starts with a snapshot that was given as an option. */
  #given(options: ExchangeOptions, state: string, found: Found | null): Promise<Core> {
    if (found) {
      const message = `${found.path} holds an exchange already: leave state out to go on with it, or choose another directory`;
      throw new ControlError('INVALID_VALUE', 'state', message);
    }
    const saved = savedIn(stateText(state), 'state', filesBeside(state));
    this.#kept = saved;
    const now = settingsOf(options);
    const { mode, speed } = saved.runtime.clock;
    const clock = { mode: options.clock ?? mode, speed: options.speed ?? speed };
    const started = { ...saved, runtime: { ...saved.runtime, clock } };
    this.#folder?.put(STARTED_FROM, started);
    return this.from(STARTED_FROM, started, now);
  }

  /** Before anything is changed. */
  #checkSnapshots(found: Found | null): void {
    if (!this.#directory || !this.#folder) return;
    try {
      checkReached(this.#folder, this.#directory.path, found && { ...found, inputs: found.written.inputs });
    } catch (error) {
      if (!(error instanceof SnapshotError)) throw error;
      throw new ControlError('INVALID_VALUE', 'data', error.message);
    }
  }

  #baseOf(
    journal: FileJournal,
    { generation, header, path }: Found,
    { log }: Settings,
    opened: OpenedSnapshot | null,
  ): SavedCore | undefined {
    if (!this.#folder) return undefined;
    try {
      return newestBase(this.#folder, { journal, generation, config: header.config, log }, opened);
    } catch (error) {
      if (!(error instanceof SnapshotError)) throw error;
      const message = `${path} goes on from a snapshot, and ${error.message}: restore it from a copy, or choose another directory`;
      throw new ControlError('INVALID_VALUE', 'data', message);
    }
  }

  async #begin(settings: Settings): Promise<Core> {
    const directory = this.#directory;
    if (!directory) return this.#start(settings, inMemory(settings));
    const journal = this.#watched(directory.begin(settings, packageVersion()));
    return this.#snapped(await this.#start(settings, { journal, restart: '', followsWall: false }));
  }

  #start(settings: Settings, from: Omit<CoreStart, 'workers'>): Promise<Core> {
    return startCore(settings, this.#with(from));
  }

  /** Adds what all lives share. */
  #with(from: Omit<CoreStart, 'workers'>): CoreStart {
    return { ...from, workers: this.#workers };
  }

  async #recovered(
    settings: Settings,
    journal: FileJournal,
    { generation, header, written }: Found,
    saved: SavedCore | undefined,
  ): Promise<Core> {
    try {
      const { followsWall } = settings;
      const core = await this.#start(settings, {
        journal,
        followsWall,
        restart: ` after line ${written.lines} of ${generation}`,
        ...(saved && { saved }),
      });
      // Draining is what comes before a stop, and this is a start.
      if (core.state.status === 'draining') core.steering.setExchangeStatus('running');
      journal.mark(dumpEnd({ state: core.state, journal, chain: core.sequencer.chain }));
      return core;
    } catch (error) {
      await journal.close();
      if (error instanceof ReplayError) throw otherExchange(journal.path, header, error);
      if (error instanceof JournalError) throw new ControlError('INVALID_VALUE', 'data', error.message);
      throw error;
    }
  }

  /** From now on snapshots are taken of a life that is kept in a directory. */
  #snapped(core: Core): Core {
    const { journal } = core;
    if (journal instanceof FileJournal) this.#automatic?.watch(core, generationOf(journal.path));
    return core;
  }

  #watched(journal: FileJournal): FileJournal {
    void journal.failure.then((error) => this.#report(error));
    return journal;
  }
}

/** What the journal had when the snapshot was taken; null where the snapshot does not say it. */
const writtenBefore = ({ saved: { written, time } }: OpenedSnapshot): WrittenBefore | null =>
  written ? { ...written, at: time } : null;

/** Opens the files of the history beside a snapshot that is still in its data directory. */
const filesBeside = (state: string): OpenRows | undefined =>
  state.startsWith('{') ? undefined : (filed) => historyBeside(NODE_STORAGE, dirname(state)).open(filed, false);

/** A document begins with a brace, and no sensible name of a file does. */
function stateText(state: string): string {
  if (state.startsWith('{')) return state;
  try {
    return readFileSync(onDisk(state), 'utf8');
  } catch (error) {
    throw new ControlError('INVALID_VALUE', 'state', `the state ${state} cannot be read: ${messageOf(error)}`);
  }
}

/** What a directory decides, checked against what was asked for. */
function settingsIn(directory: string, header: DumpHeader, options: ExchangeOptions): Settings {
  const startTime = options.startTime ?? header.config.startTime;
  const settings = settingsOf({ ...options, startTime }, header);
  checkAgreement(directory, settings, header);
  return { ...settings, followsWall: settings.clock === 'live' && header.followsWall === true };
}

function otherExchange(path: string, { package: writer }: DumpHeader, { seq }: ReplayError): ControlError {
  const own = packageVersion();
  const who = writer === own ? 'this perpsim' : `perpsim ${own}`;
  const message = `${path}: ${who} comes to another state before input ${seq} than perpsim ${writer}, which wrote it: start that one, or choose another directory`;
  return new ControlError('INVALID_VALUE', 'data', message);
}

function recoveryText(path: string, { written, tail }: Found, tookMs: TimeMs, saved: SavedCore | undefined): string {
  const cut = tail ? `; cut a torn tail of ${tail.lostBytes} bytes after input ${written.inputs}` : '';
  const base = saved ? `, of which ${saved.seq} in a snapshot` : '';
  return `recovered ${written.inputs} inputs from ${path}${base} in ${(tookMs / 1_000).toFixed(1)} s${cut}`;
}

/** Parts of the configuration that an option of their own decides; the world decides all others. */
const OPTION_OF: ReadonlyMap<string, string> = new Map([
  ['seed', 'seed'],
  ['startTime', 'startTime'],
  ['nonceRule', 'nonceRule'],
  ['limits', 'limits'],
]);

/**
 * Checks that what was asked for is what a directory holds: an exchange goes on as it began.
 *
 * @throws ControlError that names the option, both values and the ways out
 */
function checkAgreement(directory: string, wanted: Settings, held: DumpHeader): void {
  if (wanted.serviceName !== held.serviceName) {
    throw contradiction(directory, 'serviceName', wanted.serviceName, held.serviceName);
  }
  const parted = firstDifference(wanted.config, held.config, '');
  if (!parted) return;
  const [part = ''] = parted.path.split(/[.[]/);
  const option = OPTION_OF.get(part) ?? 'world';
  if (option !== 'world') throw contradiction(directory, option, parted.one, parted.other, parted.path);
  if (wanted.world !== held.world) throw contradiction(directory, 'world', wanted.world, held.world);
  const message = `${parted.path} of the world ${wanted.world} is ${parted.one}, but the exchange in ${directory} began with ${parted.other}: ${WAYS_OUT}`;
  throw new ControlError('INVALID_VALUE', 'world', message);
}

const WAYS_OUT = 'leave the option out to go on with what is there, or choose another directory';

function contradiction(directory: string, option: string, one: string, other: string, path = option): ControlError {
  const message = `${path} ${one} was asked for, but the exchange in ${directory} has ${other}: ${WAYS_OUT}`;
  return new ControlError('INVALID_VALUE', option, message);
}

interface Difference {
  readonly path: string;
  readonly one: string;
  readonly other: string;
}

/** The first part in which two configurations differ. */
function firstDifference(one: unknown, other: unknown, path: string): Difference | null {
  if (!isBranch(one) || !isBranch(other)) {
    return textOf(one) === textOf(other) ? null : { path, one: textOf(one), other: textOf(other) };
  }
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const below = Array.isArray(one) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    const found = firstDifference(Reflect.get(one, key), Reflect.get(other, key), below);
    if (found) return found;
  }
  return null;
}

const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null;

function textOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'bigint') return String(value);
  const text = canonicalJson(value);
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}
