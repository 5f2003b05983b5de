import { ControlError } from './control-error.ts';
import { Client } from '../client/client.ts';
import { NonceSource } from '../client/nonce.ts';
import type { Identity } from '../client/request-client.ts';
import { StreamClient } from '../client/stream/stream-client.ts';
import type { StreamEndpoint } from '../api/channel.ts';
import { lastNonceOf } from '../engine/admission/nonce.ts';
import { invariant } from '../kernel/assert.ts';
import type { TimeMs } from '../kernel/units.ts';
import type { AdvanceOptions, AdvanceProgress, AsyncAdvanceResult } from './clock/advances.ts';
import { ADVANCING } from './clock/advancing.ts';
import type { AdvanceResult, ClockMode } from './clock/clock.ts';
import { type StateSummary, type Steering, summaryOfState } from './steering.ts';
import { type Core, startCore } from './core.ts';
import { type DevAccount, devAccountsOf } from './dev-accounts.ts';
import type { HttpResponse, HttpRequest } from './http/http.ts';
import { fetchInProcess } from './http/in-process-fetch.ts';
import { InProcessSocket } from './stream/in-process-socket.ts';
import { type LedgerRecord, ledgerRecordOf } from './journal/ledger-record.ts';
import type { Durability } from './data/durability.ts';
import { FileJournal } from './data/file-journal.ts';
import type { DumpHeader } from './journal/dump.ts';
import type { Journal } from './journal/journal.ts';
import type { JournalError } from './journal/journal-error.ts';
import type { MemoryJournal } from './journal/memory-journal.ts';
import { dumpLines } from './journal/write-dump.ts';
import { Lives } from './lives.ts';
import { type ExchangeOptions, settingsOf } from './options.ts';
import { packageVersion } from './package-root.ts';
import { exchangeDigest } from './journal/state-digest.ts';
import { writeDocument } from './snapshots/document.ts';
import type { SavedCore } from './snapshots/saved-core.ts';
import { Snapshots, type SnapshotSummary } from './snapshots/snapshots.ts';
import type { StreamSession, StreamSink } from './stream/sink.ts';
import type { Why } from './why/why.ts';

export type { AdvanceOptions, AdvanceProgress, AsyncAdvanceResult } from './clock/advances.ts';
export type { DevAccount } from './dev-accounts.ts';
export type { FaultMatch, FaultSpec } from './faults/read-rules.ts';
export type { FaultView, StoredRecord } from './faults/steering.ts';
export type { StoredKind } from '../engine/faults/fault-terms.ts';
export type { HttpResponse, HttpRequest, StreamedResponse } from './http/http.ts';
export type { LimitOptions } from './limit-options.ts';
export type { ExchangeOptions } from './options.ts';
export type { SnapshotSummary } from './snapshots/snapshots.ts';
export type { StreamSession, StreamSink } from './stream/sink.ts';

/** A whole exchange in this process. Everything a transport needs, and everything a test wants, without a socket. */
export interface Exchange {
  readonly version: string;
  readonly seed: string;
  readonly serviceName: string;
  /** Name of the world, or the file it came from. */
  readonly world: string;
  readonly markets: readonly string[];
  readonly accounts: readonly DevAccount[];
  /** REST base, ends in `/v1`. Works with `fetch` of this exchange; with any other once a transport listens. */
  readonly url: string;
  /** WebSocket base, ends in `/v1/ws`. */
  readonly wsUrl: string;
  readonly clock: ClockControl;
  readonly control: Control;
  /** The arithmetic behind refusals, margin, funding, liquidations and deleveraging. */
  readonly why: Why;
  /** The public API, one request at a time. Never throws for what a client sent. */
  handle(request: HttpRequest): Promise<HttpResponse>;
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
  /** Opens a stream session without a socket: what it sends goes to the sink, what the peer sends goes to `receive`. */
  stream(endpoint: StreamEndpoint, sink: StreamSink, peer?: { readonly ip: string }): StreamSession;
  /** Resolves once everything that has happened by now has been given to the stream sessions that follow it. */
  delivered(): Promise<void>;
  /** A client of one of `accounts`, by itself or by its place in the list. Throws ControlError for a place without an account. */
  client(account: DevAccount | number): Client;
  /** The same over a stream, with subscriptions and books, and without a socket. */
  streamClient(account: DevAccount | number): StreamClient;
  /** Digest of everything that happened and of the state it came to. */
  digest(): string;
  /** Takes a snapshot of everything and returns its name. Throws ControlError for a name that is taken or cannot be one. */
  snapshot(name?: string): string;
  /** Takes a snapshot from a document that `exportSnapshot` wrote. Throws ControlError that names what is wrong with it. */
  importSnapshot(document: string, name?: string): string;
  /** Returns a snapshot as one line of text. */
  exportSnapshot(name: string): string;
  /** Snapshots, oldest first. They outlive resets and reverts. */
  snapshots(): readonly SnapshotSummary[];
  /**
   * Goes back to a snapshot, as often as wanted. URLs stay, streams end as at a reset, and clients take their nonces
   * from the clock again. Rejects with ControlError for a name that no snapshot has.
   */
  revert(name: string): Promise<void>;
  /** Throws ControlError for a name that no snapshot has. */
  deleteSnapshot(name: string): void;
  /** Starts a second exchange, in memory, from a snapshot. Both then go on independently. */
  branch(name: string): Promise<Exchange>;
  /** A transport reports the URLs that it listens on. */
  bound(urls: { readonly url: string; readonly wsUrl: string }): void;
  /** Resolves once all that has happened by now is as durable as was asked for. Rejects with JournalError. */
  durable(): Promise<void>;
  /** Resolves with what went wrong once the journal of a data directory cannot be written: it has to be stopped. */
  failure(): Promise<JournalError>;
  /**
   * Runs something in turn with the requests: at once, or when the advance of the clock that is under way is over.
   * Rejects with ControlError 503 after 5 s of waiting, and does not run it then.
   */
  inTurn<T>(run: () => T | Promise<T>): Promise<T>;
  /** Cancels an advance of the clock, turns new requests away and waits for those under way. */
  drain(): Promise<void>;
  /** Waits for what is under way, then stops for good. */
  close(): Promise<void>;
}

/** All throw ControlError for what cannot be done. */
export interface ClockControl {
  mode(): ClockMode;
  speed(): number;
  now(): TimeMs;
  /** Exchange milliseconds for each one of the wall, measured over five seconds; null for a manual clock, and at first. */
  achievedSpeed(): number | null;
  /** Moves a manual clock by at most 366 days, all at once: this process does nothing else meanwhile. */
  advance(ms: number): AdvanceResult;
  advanceTo(time: TimeMs): AdvanceResult;
  /**
   * The same inputs in slices of at most 20 ms, with a turn of the event loop between them. Clients see one step: their
   * requests wait for its end. Rejects while another advance is under way.
   */
  advanceAsync(ms: number, options?: AdvanceOptions): Promise<AsyncAdvanceResult>;
  advanceToAsync(time: TimeMs, options?: AdvanceOptions): Promise<AsyncAdvanceResult>;
  /** How far the advance under way has come; null without one. */
  advancing(): AdvanceProgress | null;
  /** Stops the advance under way at a whole input, and resolves with how it ended; with null when there is none. */
  cancelAdvance(): Promise<AsyncAdvanceResult | null>;
  setMode(mode: ClockMode): void;
  setSpeed(speed: number): void;
}

export interface Control extends Steering {
  digest(): string;
  state(): ExchangeSummary;
  /** What every subaccount and the house hold, after the last input. */
  ledger(): LedgerRecord;
  /** The log of inputs up to now as lines of text, for `perpsim audit`; they are written as they are asked for. */
  journal(): Iterable<string>;
  /**
   * Starts over from genesis; what `options` leaves out stays as it was asked for before, or becomes what the exchange
   * was made with when `asStarted`. URLs stay.
   */
  reset(options?: ExchangeOptions, asStarted?: boolean): Promise<void>;
}

export interface ExchangeSummary extends StateSummary {
  readonly version: string;
  readonly seed: string;
  readonly world: string;
  readonly serviceName: string;
  readonly clock: { readonly mode: ClockMode; readonly speed: number; readonly achievedSpeed: number | null };
  /** Requests of clients in the log since the start or the last reset: what another reset would lose. Reads are none. */
  readonly clientInputs: number;
  readonly journal: JournalSummary;
}

/** Where the log of inputs is. */
export interface JournalSummary {
  readonly kept: 'memory' | 'file';
  /** Number of the first input that it still has. */
  readonly first: number;
  readonly file: string | null;
  readonly bytes: number | null;
  readonly durability: Durability | null;
  /** Why no input is accepted now: no space, or a write that failed. */
  readonly trouble: JournalError['kind'] | null;
}

/**
 * Makes an exchange, or goes on with the one that `data` holds.
 *
 * @throws WorldFileError for a world that cannot be had, ControlError for any other option that cannot be met
 */
export async function createExchange(options: ExchangeOptions = {}): Promise<Exchange> {
  const lives = new Lives(options);
  try {
    return new LocalExchange(options, await lives.first(options), lives);
  } catch (error) {
    lives.release();
    throw error;
  }
}

/** A journal that was replayed up to an input, where another exchange goes on. */
export interface Begun {
  readonly header: DumpHeader;
  /** Its inputs so far. */
  readonly journal: MemoryJournal;
  /** The snapshot that it starts at; null for genesis. */
  readonly saved: SavedCore | null;
}

type GoingOn = Pick<ExchangeOptions, 'clock' | 'speed' | 'log'>;

/**
 * Makes an exchange that goes on where a replay stopped. Seed, world and limits are those of the journal.
 *
 * @throws ReplayError when this build comes to another exchange than the one that wrote the journal
 */
export async function continueExchange(options: GoingOn, begun: Begun): Promise<Exchange> {
  const core = await coreOf(options, begun);
  // An exchange that was stopped has been draining, and this one starts.
  if (core.state.status === 'draining') core.steering.setExchangeStatus('running');
  return new LocalExchange(options, core, new Lives(options, begun.header));
}

/** Returns the document of a snapshot of the exchange that a replay came to. */
export async function snapshotOf(begun: Begun): Promise<string> {
  const core = await coreOf({}, begun);
  const document = writeDocument(core.save());
  core.stop();
  return document;
}

async function coreOf(options: GoingOn, { header, journal, saved }: Begun): Promise<Core> {
  const settings = settingsOf({ ...options, startTime: header.config.startTime }, header);
  const from = { journal, followsWall: false, restart: '', ...(saved && { saved }) };
  return startCore({ ...settings, followsWall: false }, from);
}

function summaryOfJournal(journal: Journal): JournalSummary {
  const about = { first: journal.first, trouble: journal.trouble()?.kind ?? null };
  if (!(journal instanceof FileJournal)) return { kept: 'memory', ...about, file: null, bytes: null, durability: null };
  const { path, bytes, durability } = journal;
  return { kept: 'file', ...about, file: path, bytes, durability };
}

class LocalExchange implements Exchange {
  readonly version = packageVersion();
  url = 'http://perpsim.internal/v1';
  wsUrl = 'ws://perpsim.internal/v1/ws';
  readonly clock: ClockControl = {
    mode: () => this.#core.clock.mode(),
    speed: () => this.#core.clock.speed(),
    now: () => this.#core.sequencer.now(),
    achievedSpeed: () => this.#core.clock.achievedSpeed(),
    advance: (ms) => this.#idleClock().advance(ms),
    advanceTo: (time) => this.#idleClock().advanceTo(time),
    advanceAsync: (...given) => this.#core.advances.advance(...given),
    advanceToAsync: (...given) => this.#core.advances.advanceTo(...given),
    advancing: () => this.#core.advances.progress(),
    cancelAdvance: () => this.#core.advances.cancel(),
    setMode: (mode) => this.#idleClock().setMode(mode),
    setSpeed: (speed) => this.#core.clock.setSpeed(speed),
  };
  readonly control: Control = {
    deposit: (...given) => this.#core.steering.deposit(...given),
    setIndexPrice: (...given) => this.#core.steering.setIndexPrice(...given),
    setFeed: (...given) => this.#core.steering.setFeed(...given),
    setMarkPrice: (...given) => this.#core.steering.setMarkPrice(...given),
    setPeg: (...given) => this.#core.steering.setPeg(...given),
    setWhitelisted: (...given) => this.#core.steering.setWhitelisted(...given),
    setTier: (...given) => this.#core.steering.setTier(...given),
    setReferral: (...given) => this.#core.steering.setReferral(...given),
    setManager: (...given) => this.#core.steering.setManager(...given),
    settleWithdrawal: (...given) => this.#core.steering.settleWithdrawal(...given),
    planWithdrawal: (...given) => this.#core.steering.planWithdrawal(...given),
    setCancelOnDisconnect: (...given) => this.#core.steering.setCancelOnDisconnect(...given),
    setMarketStatus: (...given) => this.#core.steering.setMarketStatus(...given),
    setExchangeStatus: (...given) => this.#core.steering.setExchangeStatus(...given),
    openAccount: (...given) => this.#core.steering.openAccount(...given),
    setFaults: (...given) => this.#core.steering.setFaults(...given),
    clearFaults: () => this.#core.steering.clearFaults(),
    faults: () => this.#core.steering.faults(),
    setRecord: (...given) => this.#core.steering.setRecord(...given),
    records: () => this.#core.steering.records(),
    digest: () => this.digest(),
    state: () => this.#summary(),
    ledger: () => this.#ledger(),
    journal: () => this.#dump(),
    reset: (options, asStarted) => this.#reset(options, asStarted),
  };
  readonly why: Why = {
    refusal: (...given) => this.#core.why.refusal(...given),
    refusals: () => this.#core.why.refusals(),
    margin: (...given) => this.#settledWhy().margin(...given),
    funding: (...given) => this.#core.why.funding(...given),
    liquidation: (...given) => this.#core.why.liquidation(...given),
    liquidations: (...given) => this.#core.why.liquidations(...given),
    adl: (...given) => this.#core.why.adl(...given),
  };
  readonly #lives: Lives;
  readonly #snapshots: Snapshots;
  readonly #startedWith: ExchangeOptions;
  #options: ExchangeOptions;
  #core: Core;
  #closed = false;
  /** Requests under way, and who waits for the last of them. */
  #open = 0;
  #idle: (() => void)[] = [];
  /** One source of nonces for each wallet, so that its clients do not stand in each other's way. */
  readonly #nonces = new Map<string, NonceSource>();

  constructor(options: ExchangeOptions, core: Core, lives: Lives) {
    this.#lives = lives;
    this.#snapshots = new Snapshots(lives.snapshots);
    this.#startedWith = options;
    this.#options = options;
    this.#core = core;
    core.docs.servedAt(this.wsUrl);
  }

  get seed(): string {
    return this.#core.settings.config.seed;
  }

  get serviceName(): string {
    return this.#core.settings.serviceName;
  }

  get world(): string {
    return this.#core.settings.world;
  }

  get markets(): readonly string[] {
    return [...this.#core.state.markets.keys()];
  }

  get accounts(): readonly DevAccount[] {
    return devAccountsOf(this.#core.state);
  }

  async handle(request: HttpRequest): Promise<HttpResponse> {
    invariant(!this.#closed, 'a closed exchange handles no request');
    this.#open += 1;
    try {
      return await this.#core.router.handle(request);
    } finally {
      this.#open -= 1;
      if (this.#open === 0) for (const resolve of this.#idle.splice(0)) resolve();
    }
  }

  fetch(url: string | URL, init?: RequestInit): Promise<Response> {
    return fetchInProcess((request) => this.handle(request), url, init);
  }

  stream(endpoint: StreamEndpoint, sink: StreamSink, peer = { ip: '127.0.0.1' }): StreamSession {
    invariant(!this.#closed, 'a closed exchange opens no stream');
    return this.#core.streams.open(endpoint, sink, peer);
  }

  async delivered(): Promise<void> {
    await this.#core.streams.delivered();
    await this.durable();
  }

  client(account: DevAccount | number): Client {
    return new Client({
      ...this.#identityOf(account),
      restUrl: this.url,
      fetch: (url, init) => this.fetch(url, init),
    });
  }

  streamClient(account: DevAccount | number): StreamClient {
    return new StreamClient({
      ...this.#identityOf(account),
      wsUrl: this.wsUrl,
      openSocket: (url) => new InProcessSocket(url, (endpoint, sink) => this.stream(endpoint, sink)),
      // Nothing stands between that could forget the connection.
      pingEveryMs: null,
    });
  }

  digest(): string {
    this.#core.sequencer.flush();
    return exchangeDigest(this.#core.sequencer.chainValue(), this.#core.state);
  }

  snapshot(name?: string): string {
    const { sequencer, save, advances } = this.#core;
    advances.refuseMeanwhile();
    sequencer.flush();
    return this.#snapshots.keep(save, name);
  }

  importSnapshot(document: string, name?: string): string {
    return this.#snapshots.import(document, name);
  }

  exportSnapshot(name: string): string {
    return this.#snapshots.export(name);
  }

  snapshots(): readonly SnapshotSummary[] {
    return this.#snapshots.list();
  }

  async revert(name: string): Promise<void> {
    this.#core.advances.refuseMeanwhile();
    await this.#become(await this.#lives.from(name, this.#snapshots.get(name), this.#core.settings));
  }

  deleteSnapshot(name: string): void {
    if (this.#lives.isNeeded(name, this.#core)) {
      const message = `the journal goes on from the snapshot ${name}: it can be deleted after a reset, or a revert to another`;
      throw new ControlError('INVALID_VALUE', 'name', message);
    }
    this.#snapshots.delete(name);
  }

  async branch(name: string): Promise<Exchange> {
    const saved = this.#snapshots.get(name);
    const { log, wall, journalWindow, historyRows } = this.#core.settings;
    const options = { log, wall, journalWindow, historyRows };
    const lives = new Lives({}, saved);
    return new LocalExchange(options, await lives.from(name, saved, options), lives);
  }

  bound(urls: { readonly url: string; readonly wsUrl: string }): void {
    this.url = urls.url;
    this.wsUrl = urls.wsUrl;
    this.#core.docs.servedAt(urls.wsUrl);
  }

  async durable(): Promise<void> {
    const { journal } = this.#core;
    await journal.durable(journal.length);
  }

  failure(): Promise<JournalError> {
    return this.#lives.failure;
  }

  inTurn<T>(run: () => T | Promise<T>): Promise<T> {
    const { code, message, http } = ADVANCING;
    return this.#core.gate.inTurn(run, () => Promise.reject(new ControlError(code, 'clock', message, http)));
  }

  async drain(): Promise<void> {
    if (this.clock.advancing()) await this.clock.cancelAdvance();
    // A journal that takes no input refuses every request by itself.
    const { state, sequencer } = this.#core;
    if (state.status !== 'draining' && sequencer.isWritable) this.control.setExchangeStatus('draining');
    // Requests that wait for the clock would never end: it is not advanced any more.
    this.#core.faults.release();
    await Promise.all([this.#idleness(), this.#core.streams.landed()]);
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.clock.advancing()) await this.clock.cancelAdvance();
    this.#core.clock.stop();
    this.#core.faults.release();
    await this.#idleness();
    this.#core.stop('goodbye');
    await this.#lives.end(this.#core);
    this.#lives.release();
  }

  // The new life is built first, so that a bad option leaves the old one running.
  async #reset(options: ExchangeOptions = {}, asStarted = false): Promise<void> {
    const merged = { ...(asStarted ? this.#startedWith : this.#options), ...options };
    const core = await this.#lives.next(merged);
    this.#options = merged;
    await this.#become(core);
  }

  /** Puts another life in place of the present one, which ends. */
  async #become(core: Core): Promise<void> {
    core.docs.servedAt(this.wsUrl);
    const before = this.#core;
    this.#core = core;
    this.#nonces.clear();
    if (before.advances.progress()) await before.advances.cancel();
    before.clock.stop();
    before.faults.release();
    await this.#idleness();
    before.stop('restart');
    await this.#lives.end(before);
  }

  /** The clock, unless an advance is under way. */
  #idleClock(): Core['clock'] {
    this.#core.advances.refuseMeanwhile();
    return this.#core.clock;
  }

  #idleness(): Promise<void> {
    return this.#open === 0 ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve));
  }

  #accountAt(place: number): DevAccount {
    const account = this.accounts[place];
    if (account) return account;
    const message = `there is no account ${place}: the exchange has ${this.accounts.length}, numbered from 0`;
    throw new ControlError('INVALID_VALUE', 'account', message);
  }

  #identityOf(account: DevAccount | number): Identity {
    const dev = typeof account === 'number' ? this.#accountAt(account) : account;
    const { privateKey, subAccountId, address } = dev;
    return { privateKey, subAccountId, serviceName: this.serviceName, nonces: this.#noncesOf(address) };
  }

  // In-process nonces follow the exchange clock, so that equal runs send equal requests.
  #noncesOf(address: string): NonceSource {
    const existing = this.#nonces.get(address);
    if (existing) return existing;
    // A life that goes on from an earlier one remembers what was used there.
    const last = Number(lastNonceOf(this.#core.state, address.toLowerCase()));
    const source = new NonceSource(() => this.clock.now(), last);
    this.#nonces.set(address, source);
    return source;
  }

  #dump(): Iterable<string> {
    const { state, journal, sequencer } = this.#core;
    sequencer.flush();
    const about = { package: this.version, world: this.world, serviceName: this.serviceName };
    return dumpLines({ state, journal, chain: sequencer.chainValue(), about });
  }

  #ledger(): LedgerRecord {
    const digest = this.digest();
    return ledgerRecordOf(this.#core.state, digest);
  }

  /** Figures that move with time are explained as a request would find them now. */
  #settledWhy(): Why {
    this.#core.sequencer.runDueTimers();
    return this.#core.why;
  }

  #summary(): ExchangeSummary {
    const { clock, state, sequencer, clientInputs, journal } = this.#core;
    return {
      version: this.version,
      seed: this.seed,
      world: this.world,
      serviceName: this.serviceName,
      clock: { mode: clock.mode(), speed: clock.speed(), achievedSpeed: clock.achievedSpeed() },
      clientInputs: clientInputs(),
      journal: summaryOfJournal(journal),
      ...summaryOfState(state, sequencer.now()),
    };
  }
}
