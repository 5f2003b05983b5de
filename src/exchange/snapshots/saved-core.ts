import type { ExchangeConfig } from '../../engine/config.ts';
import { encodeState } from '../../engine/state-codec/state-codec.ts';
import type { State } from '../../engine/state.ts';
import type { Plain } from '../../kernel/codec/codec.ts';
import type { ChainPlace } from '../../kernel/digest-chain.ts';
import type { RandomStream } from '../../kernel/random.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { History } from '../history/history.ts';
import type { PagedHistory, SavedHistory } from '../history/saved-history.ts';
import type { ClockMode, ExchangeClock } from '../clock/clock.ts';
import type { RequestIds } from '../http/http.ts';
import { FileJournal, type WrittenSoFar } from '../data/file-journal.ts';
import type { Journal } from '../journal/journal.ts';
import { MemoryJournal } from '../journal/memory-journal.ts';
import type { ProcessSettings, Settings } from '../options.ts';
import { packageVersion } from '../package-root.ts';
import type { Sequencer } from '../sequencer.ts';
import type { Logins, SavedLogins } from '../stream/session/login.ts';

/** What the runtime keeps beside the state of the engine. Connections and requests under way are not saved. */
export interface SavedRuntime {
  readonly clock: { readonly mode: ClockMode; readonly speed: number };
  readonly followsWall: boolean;
  /** Signed requests in the log of this life. */
  readonly clientInputs: number;
  /** Where the request ids go on. */
  readonly requestIds: RandomStream;
  /** Signed times of logins that must not serve again. */
  readonly logins: SavedLogins;
}

/** One life of an exchange after one of its inputs. It shares nothing that changes with the life it was taken from. */
export interface SavedCore {
  /** Version of the package that saved it. */
  readonly package: string;
  readonly world: string;
  readonly serviceName: string;
  readonly config: ExchangeConfig;
  /** Number of the last input, and the rolling digest up to it. */
  readonly seq: number;
  readonly chain: ChainPlace;
  /** Exchange time of that input. */
  readonly time: TimeMs;
  readonly state: Plain;
  readonly runtime: SavedRuntime;
  readonly history: SavedHistory;
  /** The log in memory up to here; null where the log is in a file or was not kept. */
  readonly journal: MemoryJournal | null;
  /** The log in a file up to here, if it was taken for a data directory. */
  readonly written?: WrittenSoFar;
}

/** The same for files of a data directory. */
export interface PagedCore extends SavedCore {
  readonly history: PagedHistory;
}

/** The parts of a life that are saved. */
export interface SavedParts {
  readonly settings: Settings;
  readonly state: State;
  readonly sequencer: Sequencer;
  readonly journal: Journal;
  readonly clock: ExchangeClock;
  readonly requestIds: RequestIds;
  readonly logins: Logins;
  readonly history: History;
  readonly clientInputs: () => number;
}

/** Saves a life as it is after its last input. What is charged to requests since then is not in it: see `flush`. */
export const saveCore = (parts: SavedParts): SavedCore => ({ ...saveAside(parts), history: parts.history.save() });

/** The same for files of a data directory. */
export const saveInPages = (parts: SavedParts): PagedCore => ({
  ...saveAside(parts),
  history: parts.history.saveInPages(),
  ...(parts.journal instanceof FileJournal && { written: parts.journal.written }),
});

function saveAside(parts: SavedParts): Omit<SavedCore, 'history'> {
  const { settings, state, sequencer, journal, clock } = parts;
  const { config, world, serviceName, followsWall } = settings;
  return {
    package: packageVersion(),
    world,
    serviceName,
    config,
    seq: state.inputSeq,
    chain: sequencer.chain.place(),
    time: state.now,
    state: encodeState(state),
    runtime: {
      clock: { mode: clock.mode(), speed: clock.speed() },
      followsWall,
      clientInputs: parts.clientInputs(),
      requestIds: parts.requestIds.save(),
      logins: parts.logins.save(state.now),
    },
    journal: journal instanceof MemoryJournal ? journal.copy() : null,
  };
}

/** Settings with which a saved life goes on; `now` are those of the exchange that it goes on in. */
export const settingsFrom = (saved: SavedCore, now: ProcessSettings): Settings => ({
  config: saved.config,
  clock: saved.runtime.clock.mode,
  speed: saved.runtime.clock.speed,
  world: saved.world,
  serviceName: saved.serviceName,
  followsWall: saved.runtime.followsWall,
  log: now.log,
  onRequest: now.onRequest,
  wall: now.wall,
  journalWindow: now.journalWindow,
  historyRows: now.historyRows,
  pastThread: now.pastThread,
  provenance: now.provenance,
});
