import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChainPlace } from '../kernel/digest-chain.ts';
import type { Refusal } from '../kernel/errors.ts';
import type { RandomStream } from '../kernel/random.ts';
import type { TimeMs } from '../kernel/units.ts';
import { INFO_ACTIONS, TRADE_ACTIONS } from '../contract/catalogue.ts';
import type { Command } from '../engine/command.ts';
import { Engine, type EngineObserver } from '../engine/engine.ts';
import type { EngineEvent } from '../engine/event.ts';
import { genesis } from '../engine/genesis.ts';
import type { Order } from '../engine/orders/order.ts';
import { decodeState, encodeState } from '../engine/state-codec/state-codec.ts';
import type { State } from '../engine/state.ts';
import { Bus, Sequencer } from './sequencer.ts';
import { Advances } from './clock/advances.ts';
import { checkedSpeed, ExchangeClock, Gate, type WallTime } from './clock/clock.ts';
import { Faults, WaitingRoom } from './faults/faults.ts';
import { StoredViews } from './faults/stored-views.ts';
import { History } from './history/history.ts';
import { RequestIds } from './http/http.ts';
import { DocsRoutes, Router } from './http/router.ts';
import { GENESIS, type Journal, type JournalStart } from './journal/journal.ts';
import { MemoryJournal } from './journal/memory-journal.ts';
import { Latencies } from './latencies.ts';
import type { Log } from './log.ts';
import type { Settings } from './options.ts';
import { packageVersion } from './package-root.ts';
import { PastThread } from './past/past-thread.ts';
import { Dispatcher } from './requests/dispatcher.ts';
import { createSignatureChecker, type SignatureChecker } from './signatures/signature.ts';
import type { SignatureWorkers } from './signatures/workers/pool.ts';
import { type PagedCore, saveCore, type SavedCore, saveInPages } from './snapshots/saved-core.ts';
import { steer, type Steering } from './steering.ts';
import { Logins } from './stream/session/login.ts';
import { Provenance } from './stream/source.ts';
import { Streams } from './stream/streams.ts';
import { Explanations } from './why/explanations.ts';
import { createWhy, type Why } from './why/why.ts';

/** One life of an exchange, from genesis to reset: everything wired together. */
export interface Core {
  readonly settings: Settings;
  readonly state: State;
  readonly sequencer: Sequencer;
  readonly journal: Journal;
  readonly bus: Bus;
  readonly explanations: Explanations;
  readonly clock: ExchangeClock;
  readonly advances: Advances;
  /** What arrives while the clock is being advanced waits here. */
  readonly gate: Gate;
  readonly router: Router;
  readonly dispatcher: Dispatcher;
  readonly docs: DocsRoutes;
  readonly steering: Steering;
  /** What pushes say of their origin in the engine; it may be changed at any time. */
  readonly provenance: Provenance;
  readonly why: Why;
  readonly streams: Streams;
  readonly faults: Faults;
  readonly observers: Observers;
  /** Loads what the first request of a client would wait for, and what a start can do without. */
  readonly warm: () => void;
  /** Signed requests of clients that were admitted to the log in this life; reads are none. */
  readonly clientInputs: () => number;
  /** Everything that the exchange would go on from, as it is after the last input; see `saveCore`. */
  readonly save: () => SavedCore;
  /** The same for files of a data directory. */
  readonly saveInPages: () => PagedCore;
  /** Stops its clock and gives its memory back. */
  stop(why?: 'restart' | 'goodbye'): void;
}

/** What an exchange starts from, besides genesis. */
export interface CoreStart {
  /** Its inputs are applied first; the exchange then goes on writing to it. */
  readonly journal: Journal;
  /** The clock has followed the wall and catches up with it. */
  readonly followsWall: boolean;
  /** Differs between starts from one journal, so that no request id comes again; empty for the first. */
  readonly restart: string;
  /** Check signatures before the turn of a request; left out, its turn does that. */
  readonly workers?: SignatureWorkers | null;
  /** What it goes on from instead of genesis; the inputs of the journal after it are applied. */
  readonly saved?: SavedCore;
}

/**
 * Starts a life: genesis or what was saved, then the inputs of the journal.
 *
 * @throws ReplayError when the inputs of the journal lead to another exchange than the one that wrote them,
 * CodecError when what was saved is not what it must be
 */
export async function startCore(settings: Settings, from: CoreStart = inMemory(settings)): Promise<Core> {
  const checker = await checkerFor(settings.serviceName);
  const life = beginLife(settings, from);
  const { journal } = from;
  await applyAgain(life.state.inputSeq + 1, { ...settings, journal, sequencer: life.sequencer });
  return wire(settings, from, { ...life, checker });
}

/** A life that has not begun. */
export interface LateCore {
  readonly settings: Settings;
  /** Runs genesis. To be called once. */
  readonly begin: () => Core;
}

/**
 * Gets ready for a life in memory, which then begins with genesis at once when it is asked for.
 *
 * @throws ControlError for what the beginning would find wrong with the settings
 */
export async function lateCore(settings: Settings, from: CoreStart): Promise<LateCore> {
  checkedSpeed(settings.speed);
  const checker = await checkerFor(settings.serviceName);
  return { settings, begin: () => wire(settings, from, { ...beginLife(settings, from), checker }) };
}

/** The engine of a life and what follows it from the first event on. */
interface Life {
  readonly state: State;
  readonly sequencer: Sequencer;
  readonly bus: Bus;
  readonly explanations: Explanations;
  readonly observers: Observers;
  readonly history: History;
  readonly feeder: HistoryFeeder;
  readonly past: PastThread | null;
  readonly clientInputs: () => number;
}

function beginLife(settings: Settings, from: CoreStart): Life {
  const { log } = settings;
  const { saved } = from;
  const { state, events, pasts } = saved
    ? { state: decodeState(saved.state, settings.config), events: [], pasts: undefined }
    : genesis(settings.config);
  const bus = new Bus((error) => log.error({ err: error }, 'a listener failed'));
  const { journal } = from;
  const explanations = new Explanations((error) => log.error({ err: error }, 'an explanation failed'));
  const observers = new Observers(explanations);
  const engine = new Engine(state, observers);
  const sequencer = new Sequencer(engine, journal, bus, chainAt(journal.start, saved));
  if (journal instanceof MemoryJournal) {
    journal.saveWith(() => ({ chain: sequencer.chain.place(), state: encodeState(state) }));
  }
  const past = settings.pastThread
    ? new PastThread({ markets: settings.config.markets, origin: settings.config }, log)
    : null;
  const history = new History({
    markets: new Map(settings.config.markets.map((spec) => [spec.symbol, spec])),
    isAgent: (account) => state.accounts.get(account)?.agent === true,
    origin: settings.config,
    rows: settings.historyRows,
    pause: () => nextTurn(),
    ...(pasts && { pasts }),
    ...(past && { makePast: past.make }),
    ...(saved && { from: saved.history }),
  });
  const feeder = new HistoryFeeder(history, log);
  history.record(events);
  sequencer.handTo((encoded, { events }) => {
    try {
      history.record(events, encoded);
    } catch (error) {
      log.error({ err: error }, 'history could not be recorded');
    }
    feeder.nudge();
  });
  let clientInputs = saved?.runtime.clientInputs ?? 0;
  bus.subscribe(({ input }) => {
    if (input.kind === 'request') clientInputs += 1;
  });
  const count = (): number => clientInputs;
  return { state, sequencer, bus, explanations, observers, history, feeder, past, clientInputs: count };
}

/** Everything around a life that has begun. */
function wire(settings: Settings, from: CoreStart, life: Life & { readonly checker: SignatureChecker }): Core {
  const { log } = settings;
  const { saved, journal, workers = null } = from;
  const { state, sequencer, bus, explanations, observers, history, feeder, past, checker, clientInputs } = life;
  const { wall } = settings;
  const clockStart = from.followsWall ? wall.now() : state.now;
  const clock = new ExchangeClock(sequencer, wall, settings.clock, settings.speed, clockStart);
  const gate = new Gate(wall);
  sequencer.follow(() => clock.now());
  const room = new WaitingRoom();
  const wake = (): void => (room.next === null ? undefined : clock.wakeAt(room.next));
  room.onWait(wake);
  const latencies = new Latencies(state);
  const faults = new Faults({ state, sequencer, room, latencies });
  const requestIds = new RequestIds(settings.config.seed, from.restart, requestIdsFrom(from));
  const logins = new Logins({ state, checker, serviceName: settings.serviceName }, saved?.runtime.logins);
  const shared = {
    state,
    sequencer,
    views: new StoredViews(history, state),
    faults,
    requestIds,
    log,
    gate,
    explanations,
    onRequest: settings.onRequest,
  };
  const dispatcher = new Dispatcher({
    ...shared,
    checker,
    workers,
    tradeActions: TRADE_ACTIONS,
    infoActions: INFO_ACTIONS,
  });
  const provenance = new Provenance(settings.provenance);
  const streams = new Streams({
    ...shared,
    provenance,
    journal,
    wall,
    latencies,
    room,
    logins,
    dispatcher,
    observe: (observer) => observers.attach(observer),
    history,
    // Only where the option is set does it change anything; elsewhere the log stays as it was.
    onAbsent: (account) => {
      if (state.cancelOnDisconnect.has(account)) {
        sequencer.submit({ kind: 'control', commands: [{ type: 'Disconnect', account }] });
      }
    },
  });
  const docs = new DocsRoutes({ version: packageVersion(), serviceName: settings.serviceName });
  bus.subscribe(() => {
    streams.applied();
    // In the middle of an advance no request may go on: those that wait for exchange time do so at its end.
    if (!gate.isClosed) faults.timeReached(state.now);
  });
  const onEnd = (): void => faults.timeReached(state.now);
  const advances = new Advances({ clock, driver: sequencer, gate, readers: streams, wall, onEnd });
  // A program may steer at any moment; in the middle of an advance that is refused.
  const between: Pick<Sequencer, 'submit'> = {
    submit: (draft) => {
      if (gate.isClosed) advances.refuseMeanwhile();
      return sequencer.submit(draft);
    },
  };
  clock.pace(streams);
  clock.warn((achievedSpeed, speed) => {
    log.warn?.(
      { achievedSpeed, speed },
      `the clock runs at ${achievedSpeed} instead of ${speed}: the machine is too slow`,
    );
  });
  clock.follow((now) => {
    streams.tick(now);
    faults.timeReached(now);
    wake();
  });
  const toSave = { ...shared, settings, journal, clock, logins, history, clientInputs };
  return {
    settings,
    state,
    sequencer,
    journal,
    bus,
    explanations,
    clock,
    advances,
    gate,
    router: new Router({ ...shared, dispatcher, docs, journal }),
    dispatcher,
    docs,
    steering: steer(state, between),
    provenance,
    why: createWhy({
      state,
      checker,
      serviceName: settings.serviceName,
      config: settings.config,
      journal,
      explanations,
      isWhole: saved === undefined,
    }),
    streams,
    faults,
    observers,
    warm: () => void checker.load(),
    clientInputs,
    save: () => saveCore(toSave),
    saveInPages: () => saveInPages(toSave),
    stop: (why = 'goodbye') => {
      if (sequencer.isWritable) sequencer.flush();
      faults.release();
      streams.end(why);
      clock.stop();
      feeder.stop();
      history.close();
      past?.close();
    },
  };
}

/**
 * The rolling digest that a life goes on from. A snapshot of another version before its first input has a digest of its
 * own, and the journal that begins there has that of today.
 */
const chainAt = (start: JournalStart, saved?: SavedCore): ChainPlace =>
  saved && saved.seq > start.seq ? saved.chain : start.chain;

/** A restart gives ids of its own; whatever else goes on from a saved life gives those that it would have given. */
const requestIdsFrom = ({ restart, saved }: CoreStart): RandomStream | undefined =>
  restart === '' ? saved?.runtime.requestIds : undefined;

/** Returns where a life begins that is in memory alone. */
export const inMemory = ({ journalWindow }: Settings): CoreStart => ({
  journal: new MemoryJournal(GENESIS, journalWindow),
  followsWall: false,
  restart: '',
});

/** A checker compiles WASM and hashes every type once; exchanges of one service name share it. */
const checkers = new Map<string, Promise<SignatureChecker>>();

function checkerFor(serviceName: string): Promise<SignatureChecker> {
  const existing = checkers.get(serviceName);
  if (existing) return existing;
  const checker = createSignatureChecker({ serviceName });
  checkers.set(serviceName, checker);
  return checker;
}

/** Longest time in one turn, so that signals and the writing of history are not kept waiting. */
const TURN_MS = 20;
/** Inputs between two looks at the clock. */
const CHECK_EVERY = 16;

export interface ApplyAgainParts {
  readonly journal: Journal;
  readonly sequencer: Sequencer;
  readonly wall: WallTime;
  readonly log: Log;
}

/**
 * Applies the inputs of a journal, from this number on, to an exchange that starts from it.
 *
 * @throws ReplayError
 */
async function applyAgain(from: number, { journal, sequencer, wall, log }: ApplyAgainParts): Promise<void> {
  if (from > journal.length) return;
  const progress = saying((seq) => `${seq} of ${journal.length} inputs applied again`, { wall, log });
  let turn = wall.now();
  for (const record of journal.records(from)) {
    sequencer.reapply(record);
    progress(record.seq);
    if (record.seq % CHECK_EVERY !== 0 || wall.now() - turn < TURN_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    turn = wall.now();
  }
}

/** How long a start may take without a word. */
const QUIET_MS = 2_000;
/** Counts between two looks at the clock. */
const LOOK_EVERY = 64;

/** Reports how far work is, now and then, so that a long start is not taken for a hanging one. */
export function saying(
  text: (count: number) => string,
  { wall, log }: { readonly wall: WallTime; readonly log: Log },
): (count: number) => void {
  let said = wall.now();
  return (count) => {
    if (count % LOOK_EVERY !== 0 || wall.now() - said < QUIET_MS) return;
    said = wall.now();
    log.notice?.(text(count));
  };
}

/** The engine has one observer; this one passes what it sees on to several. All but the first come and go. */
export class Observers implements EngineObserver {
  readonly #always: EngineObserver;
  #attached: EngineObserver | null = null;
  readonly #added = new Set<EngineObserver>();

  constructor(always: EngineObserver) {
    this.#always = always;
  }

  attach(observer: EngineObserver | null): void {
    this.#attached = observer;
  }

  /** Returns how to leave. */
  add(observer: EngineObserver): () => void {
    this.#added.add(observer);
    return () => void this.#added.delete(observer);
  }

  refused(state: State, command: Command, refusal: Refusal, place: number): void {
    this.#always.refused(state, command, refusal, place);
    this.#attached?.refused(state, command, refusal, place);
    for (const observer of this.#added) observer.refused(state, command, refusal, place);
  }

  happened(state: State, event: EngineEvent): void {
    this.#always.happened(state, event);
    this.#attached?.happened(state, event);
    for (const observer of this.#added) observer.happened(state, event);
  }

  unfired(state: State, order: Order, refusal: Refusal): void {
    this.#always.unfired?.(state, order, refusal);
    this.#attached?.unfired?.(state, order, refusal);
    for (const observer of this.#added) observer.unfired?.(state, order, refusal);
  }

  quiescent(): void {
    this.#attached?.quiescent?.();
    for (const observer of this.#added) observer.quiescent?.();
  }

  passing(to: TimeMs): void {
    this.#attached?.passing?.(to);
    for (const observer of this.#added) observer.passing?.(to);
  }
}

/**
 * Works off what waits for its rows in idle moments, so that neither memory nor the first read pays for a long
 * run. It begins with the first read or when much waits; until then an exchange has no database.
 */
export class HistoryFeeder {
  readonly #history: History;
  readonly #log: Log;
  #scheduled = false;
  #stopped = false;

  constructor(history: History, log: Log) {
    this.#history = history;
    this.#log = log;
  }

  /** To be called after each input. */
  nudge(): void {
    if (this.#stopped || this.#scheduled || !this.#history.hasWork) return;
    this.#scheduled = true;
    setImmediate(() => {
      try {
        this.#work();
      } catch (error) {
        this.#log.error({ err: error }, 'history could not be written');
      }
    }).unref();
  }

  /** Nothing more is written; the waiting rows are left to a read, if there is one. */
  stop(): void {
    this.#stopped = true;
  }

  #work(): void {
    this.#history.work();
    this.#scheduled = false;
    this.nudge();
  }
}
