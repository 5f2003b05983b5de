import type { TimeMs } from '../kernel/units.ts';
import { ControlError } from './control-error.ts';
import { type Core, startCore } from './core.ts';
import { checkAgreement } from './data/contradictions.ts';
import { DataDirectory, type Found } from './data/data-directory.ts';
import { FileJournal } from './data/file-journal.ts';
import { NODE_STORAGE } from './data/node-storage.ts';
import type { DumpHeader } from './journal/dump.ts';
import { GENESIS } from './journal/journal.ts';
import { JournalError } from './journal/journal-error.ts';
import { MemoryJournal } from './journal/memory-journal.ts';
import { ReplayError } from './journal/replay.ts';
import { dumpEnd } from './journal/write-dump.ts';
import { type ExchangeOptions, type Kept, type Settings, settingsOf } from './options.ts';
import { packageVersion } from './package-root.ts';
import { saying } from './progress.ts';
import { type SavedCore, settingsFrom } from './snapshots/saved-core.ts';

/**
 * The lives of one exchange: the first, which goes on where a data directory ends, and those that resets start. Without
 * a directory each life is in memory alone.
 */
export class Lives {
  /** Resolves with what went wrong once the journal cannot be written any more. */
  readonly failure: Promise<JournalError>;
  readonly #directory: DataDirectory | null;
  #kept: Kept | undefined;
  #report: (error: JournalError) => void = () => undefined;

  /** @throws ControlError when the data directory is in use or cannot be used */
  constructor({ data, durability = 'batch', storage = NODE_STORAGE }: ExchangeOptions, kept?: Kept) {
    this.#kept = kept;
    this.failure = new Promise((resolve) => (this.#report = resolve));
    this.#directory = data === undefined ? null : new DataDirectory(data, storage, durability);
  }

  /** @throws ControlError, WorldFileError */
  async first(options: ExchangeOptions): Promise<Core> {
    const { log, wall } = settingsOf(options);
    const directory = this.#directory;
    const began = wall.now();
    const found = directory?.find(saying((count) => `${count} inputs read`, settingsOf(options)));
    if (!directory || !found) return this.#begin(settingsOf(options));
    const settings = settingsIn(directory.path, found.header, options);
    this.#kept = found.header;
    const journal = this.#watched(directory.continue(found));
    const core = await recovered(settings, journal, found);
    log.notice?.(recoveryText(directory.path, found, wall.now() - began));
    return core;
  }

  /** @throws ControlError, WorldFileError */
  next(options: ExchangeOptions): Promise<Core> {
    return this.#begin(settingsOf(options, this.#kept));
  }

  /** A life that goes on from a snapshot. */
  async from(name: string, saved: SavedCore, now: Pick<Settings, 'log' | 'wall'>): Promise<Core> {
    if (this.#directory) {
      throw new ControlError('INVALID_VALUE', 'name', 'an exchange in a data directory cannot go back to a snapshot');
    }
    const settings = settingsFrom(saved, now);
    const start = saved.seq === 0 ? GENESIS : { seq: saved.seq, chain: saved.chain, snapshot: name };
    const journal = saved.journal?.copy() ?? new MemoryJournal(start);
    return startCore(settings, { journal, saved, restart: '', followsWall: false });
  }

  /** Ends the journal of a life, which has stopped, with what the exchange has come to. */
  async end({ journal, state, sequencer, settings }: Core): Promise<void> {
    if (!(journal instanceof FileJournal)) return;
    try {
      if (journal.trouble() === null) journal.mark(dumpEnd({ state, journal, chain: sequencer.chainValue() }));
    } catch (error) {
      // All inputs are in the journal already: the mark is a convenience of the next start.
      if (!(error instanceof JournalError)) throw error;
      settings.log.error({ err: error }, 'the journal ends without a mark');
    }
    await journal.close();
  }

  /** Gives the directory back. */
  release(): void {
    this.#directory?.release();
  }

  async #begin(settings: Settings): Promise<Core> {
    const directory = this.#directory;
    if (!directory) return startCore(settings);
    const journal = this.#watched(directory.begin(settings, packageVersion()));
    return startCore(settings, { journal, restart: '', followsWall: false });
  }

  #watched(journal: FileJournal): FileJournal {
    void journal.failure.then((error) => this.#report(error));
    return journal;
  }
}

/** What a directory decides, checked against what was asked for. */
function settingsIn(directory: string, header: DumpHeader, options: ExchangeOptions): Settings {
  const startTime = options.startTime ?? header.config.startTime;
  const settings = settingsOf({ ...options, startTime }, header);
  checkAgreement(directory, settings, header);
  return { ...settings, followsWall: settings.clock === 'live' && header.followsWall === true };
}

async function recovered(settings: Settings, journal: FileJournal, { header, lines }: Found): Promise<Core> {
  try {
    const { followsWall } = settings;
    const core = await startCore(settings, { journal, followsWall, restart: ` after line ${lines}` });
    // Draining is what comes before a stop, and this is a start.
    if (core.state.status === 'draining') core.steering.setExchangeStatus('running');
    journal.mark(dumpEnd({ state: core.state, journal, chain: core.sequencer.chainValue() }));
    return core;
  } catch (error) {
    await journal.close();
    if (error instanceof ReplayError) throw otherExchange(journal.path, header, error);
    if (error instanceof JournalError) throw new ControlError('INVALID_VALUE', 'data', error.message);
    throw error;
  }
}

function otherExchange(path: string, { package: writer }: DumpHeader, { seq }: ReplayError): ControlError {
  const own = packageVersion();
  const who = writer === own ? 'this perpsim' : `perpsim ${own}`;
  const message = `${path}: ${who} comes to another state before input ${seq} than perpsim ${writer}, which wrote it: start that one, or choose another directory`;
  return new ControlError('INVALID_VALUE', 'data', message);
}

function recoveryText(path: string, { written, tail }: Found, tookMs: TimeMs): string {
  const cut = tail ? `; cut a torn tail of ${tail.lostBytes} bytes after input ${written.inputs}` : '';
  return `recovered ${written.inputs} inputs from ${path} in ${(tookMs / 1_000).toFixed(1)} s${cut}`;
}
