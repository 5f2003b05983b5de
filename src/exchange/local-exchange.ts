import { invariant } from '../kernel/errors.ts';
import { Client } from '../client/client.ts';
import { NonceSource } from '../client/nonce.ts';
import type { Identity } from '../client/request-client.ts';
import { StreamClient } from '../client/stream/stream-client.ts';
import type { StreamEndpoint } from '../contract/channel.ts';
import { formatPriceUnits } from '../contract/format.ts';
import { CONTROL_COMMAND_NAMES, type ControlCommandName } from '../contract/control.ts';
import { lastNonceOf } from '../engine/admission.ts';
import type { State } from '../engine/state.ts';
import { accountOf } from './account-of.ts';
import { ADVANCING } from './clock/clock.ts';
import { ControlError } from './control-error.ts';
import { type Core, type LateCore, startCore } from './core.ts';
import { FileJournal } from './data/file-journal.ts';
import { type DevAccount, devAccountsOf, devAccountsToBe } from './dev-accounts.ts';
import {
  bookNow,
  type ClockControl,
  type Control,
  type Exchange,
  type ExchangeSummary,
  type JournalSummary,
} from './exchange-terms.ts';
import { fetchInProcess, fetchTextInProcess, type HttpRequest, type HttpResponse } from './http/http.ts';
import { GENESIS, type Journal, type JournalError } from './journal/journal.ts';
import { exchangeDigest, type LedgerRecord, ledgerRecordOf } from './journal/ledger-record.ts';
import { MemoryJournal } from './journal/memory-journal.ts';
import { dumpLines } from './journal/write-dump.ts';
import { Lives } from './lives.ts';
import { baseBefore, isBeyond, type Moment, notThere } from './moments.ts';
import type { ExchangeOptions, Settings } from './options.ts';
import { packageVersion } from './package-root.ts';
import type { OwnerRequest, Reply } from './requests/dispatcher.ts';
import { type Repeated, repeatAfter } from './run-again.ts';
import { type RunView, runViewOf } from './run-view.ts';
import type { Applied } from './sequencer.ts';
import { compareSaved, type SnapshotComparison } from './snapshots/differences.ts';
import { Snapshots, type SnapshotSummary } from './snapshots/snapshots.ts';
import { type Steering, summaryOfState } from './steering.ts';
import { InProcessSocket } from './stream/in-process-socket.ts';
import type { StreamPeer, StreamSession, StreamSink } from './stream/sink.ts';
import type { Why } from './why/why.ts';

/** An exchange in this process: the present one of its lives, and what outlives them. */
export class LocalExchange implements Exchange {
  readonly version = packageVersion();
  url = 'http://perpsim.internal/v1';
  wsUrl = 'ws://perpsim.internal/v1/ws';
  readonly clock: ClockControl = {
    mode: () => this.#late?.settings.clock ?? this.#core.clock.mode(),
    speed: () => this.#core.clock.speed(),
    now: () => this.#core.sequencer.now(),
    achievedSpeed: () => this.#core.clock.achievedSpeed(),
    advance: (ms) => this.#idleClock().advance(ms),
    advanceTo: (time) => this.#idleClock().advanceTo(time),
    advanceAsync: (...given) => this.#core.advances.advance(...given),
    advanceToAsync: (...given) => this.#core.advances.advanceTo(...given),
    advancing: () => this.#core.advances.progress(),
    heldUntil: () => this.#core.faults.room.next,
    nextDue: () => this.#core.sequencer.nextDue() ?? null,
    cancelAdvance: () => this.#core.advances.cancel(),
    setMode: (mode) => this.#idleClock().setMode(mode),
    setSpeed: (speed) => this.#core.clock.setSpeed(speed),
  };
  readonly control: Control = {
    ...commandsOf(() => this.#core.steering),
    openAccount: (...given) => this.#core.steering.openAccount(...given),
    setFaults: (...given) => this.#core.steering.setFaults(...given),
    clearFaults: () => this.#core.steering.clearFaults(),
    faults: () => this.#core.steering.faults(),
    latencies: () => this.#core.steering.latencies(),
    responseTimes: () => this.#core.faults.responseTimes.list(),
    setProvenance: (sent) => {
      this.#core.provenance.sent = sent;
      this.#options = { ...this.#options, provenance: sent };
    },
    provenance: () => this.#core.provenance.sent,
    setRecord: (...given) => this.#core.steering.setRecord(...given),
    records: () => this.#core.steering.records(),
    digest: () => this.digest(),
    state: () => this.#summary(),
    book: (...given) => bookNow(this.#core.state, ...given),
    ledger: () => this.#ledger(),
    journal: () => this.#dump(),
    reset: (options, asStarted) => this.#reset(options, asStarted),
  };
  readonly why: Why = {
    refusal: (...given) => this.#core.why.refusal(...given),
    signature: (...given) => this.#core.why.signature(...given),
    signatureOf: (...given) => this.#core.why.signatureOf(...given),
    refusals: () => this.#core.why.refusals(),
    margin: (...given) => this.#settledWhy().margin(...given),
    order: (...given) => this.#core.why.order(...given),
    funding: (...given) => this.#core.why.funding(...given),
    liquidation: (...given) => this.#core.why.liquidation(...given),
    liquidations: (...given) => this.#core.why.liquidations(...given),
    adl: (...given) => this.#core.why.adl(...given),
  };
  readonly runView: RunView;
  readonly #lives: Lives;
  readonly #snapshots: Snapshots;
  readonly #startedWith: ExchangeOptions;
  #options: ExchangeOptions;
  #begun: Core | null = null;
  /** The first life, until it begins. */
  #late: LateCore | null = null;
  #closed = false;
  /** A transport listens for it. */
  #isServed = false;
  /** Requests under way, and who waits for the last of them. */
  #open = 0;
  #idle: (() => void)[] = [];
  readonly #onLife = new Set<() => void>();
  #onBegin: (() => void)[] = [];
  readonly #clients = new InProcessClients(this, () => this.#core.state);

  constructor(options: ExchangeOptions, first: Core | LateCore, lives: Lives) {
    this.#lives = lives;
    this.#snapshots = new Snapshots(lives.snapshots);
    this.#startedWith = options;
    this.#options = options;
    if ('begin' in first) this.#late = first;
    else this.#begun = first;
    this.runView = runViewOf(
      () => this.#core,
      (listener) => {
        this.#onLife.add(listener);
        return () => void this.#onLife.delete(listener);
      },
      lives.snapshots,
    );
    this.#begun?.docs.servedAt(this.wsUrl);
  }

  /** The present life, which begins now if it has not yet. */
  get #core(): Core {
    if (this.#begun) return this.#begun;
    invariant(this.#late, 'an exchange has a life');
    const { begin } = this.#late;
    this.#late = null;
    this.#begun = begin();
    this.#begun.docs.servedAt(this.wsUrl);
    for (const listener of this.#onBegin.splice(0)) listener();
    return this.#begun;
  }

  get #settings(): Settings {
    return this.#late?.settings ?? this.#core.settings;
  }

  get seed(): string {
    return this.#settings.config.seed;
  }

  get serviceName(): string {
    return this.#settings.serviceName;
  }

  get world(): string {
    return this.#settings.world;
  }

  get markets(): readonly string[] {
    return this.indexPrices.map(({ symbol }) => symbol);
  }

  get indexPrices(): Exchange['indexPrices'] {
    if (this.#late) {
      const { markets } = this.#late.settings.config;
      return markets.map((spec) => ({ symbol: spec.symbol, price: formatPriceUnits(spec, spec.initialIndex) }));
    }
    const markets = [...this.#core.state.markets.values()];
    return markets.map(({ spec, index }) => ({ symbol: spec.symbol, price: formatPriceUnits(spec, index) }));
  }

  get accounts(): readonly DevAccount[] {
    return this.#late ? devAccountsToBe(this.#late.settings.config) : devAccountsOf(this.#core.state);
  }

  onBegin(listener: () => void): void {
    if (this.#late) this.#onBegin.push(listener);
    else listener();
  }

  async handle(request: HttpRequest): Promise<HttpResponse> {
    invariant(!this.#closed, 'a closed exchange handles no request');
    const response = this.#core.router.handle(request);
    return response instanceof Promise ? this.#counted(response) : response;
  }

  fetch(url: string | URL, init?: RequestInit): Promise<Response> {
    return fetchInProcess((request) => this.handle(request), url, init);
  }

  actAsOwner(request: OwnerRequest): Reply | Promise<Reply> {
    invariant(!this.#closed, 'a closed exchange handles no request');
    if (this.#isServed) {
      const message = 'the exchange listens on a port, where each request needs the signature of its sender';
      throw new ControlError('CONFLICT', 'subAccountId', message, 409);
    }
    const { state, dispatcher } = this.#core;
    const account = state.accounts.get(accountOf(state, request.subAccountId));
    invariant(account, 'an account that was found exists');
    const reply = dispatcher.asOwner(account.owner, request);
    return reply instanceof Promise ? this.#counted(reply) : reply;
  }

  stream(endpoint: StreamEndpoint, sink: StreamSink, peer: StreamPeer = { ip: '127.0.0.1' }): StreamSession {
    invariant(!this.#closed, 'a closed exchange opens no stream');
    return this.#core.streams.open(endpoint, sink, peer);
  }

  async delivered(): Promise<void> {
    await this.#core.streams.delivered();
    await this.durable();
  }

  client(account: DevAccount | number): Client {
    return this.#clients.rest(account);
  }

  streamClient(account: DevAccount | number): StreamClient {
    return this.#clients.stream(account);
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
    const { settings, provenance } = this.#core;
    const now = { ...settings, provenance: provenance.sent };
    await this.#become(await this.#lives.from(name, this.#snapshots.get(name), now));
  }

  deleteSnapshot(name: string): void {
    if (this.#lives.isNeeded(name, this.#core)) {
      const message = `the journal goes on from the snapshot ${name}: it can be deleted after a reset, or a revert to another`;
      throw new ControlError('INVALID_VALUE', 'name', message);
    }
    this.#snapshots.delete(name);
  }

  compareSnapshot(name: string, other?: string): SnapshotComparison {
    const saved = this.#snapshots.get(name);
    if (other !== undefined) return compareSaved([name, saved], [other, this.#snapshots.get(other)]);
    const { sequencer, save } = this.#core;
    sequencer.flush();
    return compareSaved([name, saved], ['', save()]);
  }

  async branch(name: string): Promise<Exchange> {
    const saved = this.#snapshots.get(name);
    const { settings, provenance } = this.#core;
    const { log, onRequest, wall, journalWindow, historyRows, pastThread } = settings;
    const options = {
      log,
      wall,
      historyRows,
      pastThread,
      provenance: provenance.sent,
      ...(onRequest && { onRequest }),
      ...(journalWindow !== undefined && { journalWindow }),
    };
    const lives = new Lives({}, saved);
    const now = { ...settings, provenance: provenance.sent };
    return new LocalExchange(options, await lives.from(name, saved, now), lives);
  }

  async branchAt(moment: Moment): Promise<Exchange> {
    const { settings, provenance, journal, sequencer } = this.#core;
    const base = baseBefore(moment, { journal, store: this.#lives.snapshots, crc: sequencer.chain.crc });
    if (('input' in moment && moment.input > journal.length) || (!base && journal.start.seq > 0)) {
      return notThere(moment, journal);
    }
    const { config, log, wall, historyRows, pastThread } = settings;
    const saved = base?.saved;
    const start = saved ? { seq: saved.seq, chain: saved.chain, snapshot: null, state: saved.state } : GENESIS;
    const inputs = saved?.journal?.copy() ?? new MemoryJournal(start, settings.journalWindow);
    for (const record of journal.records(inputs.length + 1)) {
      if (isBeyond(moment, record)) break;
      inputs.append(record);
    }
    const kept = { config, world: this.world, serviceName: this.serviceName };
    const core = await startCore(
      { ...settings, clock: 'manual', followsWall: false, provenance: provenance.sent },
      { journal: inputs, followsWall: false, restart: '', ...(saved && { saved }) },
    );
    const options = { log, wall, historyRows, pastThread, clock: 'manual', provenance: provenance.sent } as const;
    return new LocalExchange(options, core, new Lives({}, kept));
  }

  repeat(moment: Moment, original: Iterable<Applied>): Promise<Repeated> {
    const { sequencer, state } = this.#core;
    return repeatAfter(moment, original, {
      nextOrder: state.counters.order,
      moveTo: async (time) => {
        if (time > this.clock.now()) await this.clock.advanceToAsync(time);
      },
      submit: (draft) => sequencer.submit(draft),
    });
  }

  bound(urls: { readonly url: string; readonly wsUrl: string }): void {
    this.#isServed = true;
    this.url = urls.url;
    this.wsUrl = urls.wsUrl;
    this.#begun?.docs.servedAt(urls.wsUrl);
    // After the program has said where it listens.
    setImmediate(() => (this.#closed ? undefined : this.#core.warm()));
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
    const { state, sequencer, gate } = this.#core;
    const refuseRequests = (): void => {
      if (state.status !== 'draining' && sequencer.isWritable) this.control.setExchangeStatus('draining');
    };
    // Behind the requests whose signatures are being checked: they have arrived before.
    await gate.inTurn(refuseRequests, refuseRequests);
    // Requests that wait for the clock would never end: it is not advanced any more.
    this.#core.faults.release();
    await Promise.all([this.#idleness(), this.#core.streams.landed()]);
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#late) return this.#lives.release();
    if (this.clock.advancing()) await this.clock.cancelAdvance();
    this.#core.clock.stop();
    this.#core.faults.release();
    await Promise.all([this.#idleness(), this.#core.gate.whenIdle()]);
    this.#core.stop('goodbye');
    await this.#clients.end();
    await this.#lives.end(this.#core);
    await this.#lives.release();
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
    this.#begun = core;
    for (const listener of this.#onLife) listener();
    this.#clients.begin();
    if (before.advances.progress()) await before.advances.cancel();
    before.clock.stop();
    before.faults.release();
    await Promise.all([this.#idleness(), before.gate.whenIdle()]);
    before.stop('restart');
    await this.#lives.end(before);
  }

  /** The clock, unless an advance is under way. */
  #idleClock(): Core['clock'] {
    this.#core.advances.refuseMeanwhile();
    return this.#core.clock;
  }

  async #counted<T>(response: Promise<T>): Promise<T> {
    this.#open += 1;
    try {
      return await response;
    } finally {
      this.#open -= 1;
      if (this.#open === 0) for (const resolve of this.#idle.splice(0)) resolve();
    }
  }

  #idleness(): Promise<void> {
    return this.#open === 0 ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve));
  }

  #dump(): Iterable<string> {
    const { state, journal, sequencer, settings } = this.#core;
    sequencer.flush();
    const about = { package: this.version, world: this.world, serviceName: this.serviceName };
    return dumpLines({ state, config: settings.config, journal, chain: sequencer.chain, about });
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

/** Every command of the contract's table, carried out by the steering of the present life. */
function commandsOf(steering: () => Steering): Pick<Steering, ControlCommandName> {
  const commands = CONTROL_COMMAND_NAMES.map((name) => [
    name,
    (...given: readonly unknown[]) => (steering()[name] as (...given: readonly unknown[]) => void)(...given),
  ]);
  return Object.fromEntries(commands) as Pick<Steering, ControlCommandName>;
}

function summaryOfJournal(journal: Journal): JournalSummary {
  const about = { first: journal.first, trouble: journal.trouble()?.kind ?? null };
  if (!(journal instanceof FileJournal)) return { kept: 'memory', ...about, file: null, bytes: null, durability: null };
  const { path, bytes, durability } = journal;
  return { kept: 'file', ...about, file: path, bytes, durability };
}

type Served = Pick<Exchange, 'accounts' | 'serviceName' | 'url' | 'wsUrl' | 'clock' | 'handle' | 'stream'>;

/** Clients of the accounts of one exchange, without a socket between them. */
class InProcessClients {
  readonly #exchange: Served;
  readonly #state: () => State;
  /** One source of nonces for each wallet, so that its clients do not stand in each other's way. */
  readonly #nonces = new Map<string, NonceSource>();
  readonly #streams = new Set<StreamClient>();

  constructor(exchange: Served, state: () => State) {
    this.#exchange = exchange;
    this.#state = state;
  }

  rest(account: DevAccount | number): Client {
    const { url: restUrl } = this.#exchange;
    const identity = this.#identityOf(account);
    const { subAccountId } = identity;
    return new Client({
      ...identity,
      restUrl,
      fetch: (url, init) =>
        fetchTextInProcess((request) => this.#exchange.handle({ ...request, subAccountId }), url, init),
    });
  }

  stream(account: DevAccount | number): StreamClient {
    const identity = this.#identityOf(account);
    const peer = { ip: '127.0.0.1', subAccountId: identity.subAccountId };
    const client = new StreamClient({
      ...identity,
      wsUrl: this.#exchange.wsUrl,
      openSocket: (url) => new InProcessSocket(url, (endpoint, sink) => this.#exchange.stream(endpoint, sink, peer)),
      // Nothing stands between that could forget the connection.
      pingEveryMs: null,
    });
    this.#streams.add(client);
    return client;
  }

  /** The exchange is closed for good: a client that went on connecting again would keep the process alive. */
  async end(): Promise<void> {
    await Promise.all(Array.from(this.#streams, (client) => client.close()));
  }

  /** Another life of the exchange has begun: nonces of later clients begin where it stands. */
  begin(): void {
    this.#nonces.clear();
  }

  #accountAt(place: number): DevAccount {
    const { accounts } = this.#exchange;
    const account = accounts[place];
    if (account) return account;
    const message = `there is no account ${place}: the exchange has ${accounts.length}, numbered from 0`;
    throw new ControlError('INVALID_VALUE', 'account', message);
  }

  #identityOf(account: DevAccount | number): Identity {
    const dev = typeof account === 'number' ? this.#accountAt(account) : account;
    const { privateKey, subAccountId, address } = dev;
    return { privateKey, subAccountId, serviceName: this.#exchange.serviceName, nonces: this.#noncesOf(address) };
  }

  // In-process nonces follow the exchange clock, so that equal runs send equal requests.
  #noncesOf(address: string): NonceSource {
    const existing = this.#nonces.get(address);
    if (existing) return existing;
    // A life that goes on from an earlier one remembers what was used there.
    const last = Number(lastNonceOf(this.#state(), address.toLowerCase()));
    const source = new NonceSource(() => this.#exchange.clock.now(), last);
    this.#nonces.set(address, source);
    return source;
  }
}
