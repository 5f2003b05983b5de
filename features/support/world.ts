import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { setWorldConstructor, World } from '@cucumber/cucumber';
import { type Beginning, type Claim, Unmet } from '../../src/harness/deployment.ts';
import { ExchangeClient } from '../../src/harness/exchange-client.ts';
import { changesBetween, type Facts, factsOf, withoutDrift } from '../../src/harness/facts.ts';
import { valueAt } from '../../src/harness/paths.ts';
import { RestTransport } from '../../src/harness/rest-transport.ts';
import type { StreamPeer } from '../../src/harness/stream-peer.ts';
import { StreamTransport } from '../../src/harness/stream-transport.ts';
import { deploymentOf, type SuiteParameters } from '../../src/harness/suite/current.ts';
import { claimOf } from '../../src/harness/suite/claims.ts';
import { sinceBeginning } from '../../src/harness/since-beginning.ts';
import type { Target, TargetControl, TargetWallet } from '../../src/harness/targets/target.ts';
import { Trace } from '../../src/harness/trace.ts';
import type { Exchanged, Transport } from '../../src/harness/transport.ts';
import { Inspector } from '../../src/harness/validation/inspector.ts';
import { SeenBranches } from '../../src/harness/validation/seen-branches.ts';
import { assertCell, valueOfCell } from '../../src/harness/values.ts';
import { type Rows, signedRequest, write } from './signed-request.ts';
import { timeIn } from './times.ts';

/** Feature runs are seeded: the same features, the same bytes. */
const SEED = '7';

/** An empty bucket is full again after that. */
const FULL_AGAIN_MS = 10_000;

/** Branches of the contract's schemas that the scenarios of this process have seen. */
export const SEEN = new SeenBranches();

/** An answer to a request that differs from an ordinary one in one way. */
export interface Tried {
  /** The path that was changed and the value it got, as the scenario writes them. */
  readonly change: string;
  readonly answer: Exchanged;
}

/** One scenario: a target, the principals it names, the orders it names, and the answer under examination. */
export class ExchangeWorld extends World<SuiteParameters> {
  /** Set by a hook when a step of the scenario speaks of facts. */
  watchesFacts = false;
  /** Set by a hook: what the scenario takes for itself. */
  claim: Claim = claimOf({ tags: [], steps: [] });
  /** Set by a hook: whose second subaccounts the scenario uses, a name for each of them. */
  owners: readonly string[] = [];
  /** Set by a hook when the scenario lists the subaccounts of wallets. */
  watchesFamilies = false;
  /** Set by a hook: wallets that the scenario says are off the whitelist. */
  unlisted: readonly string[] = [];
  /** Set by a hook when the scenario speaks of client ids. */
  watchesClientIds = false;
  /** When the scenario began to place orders as fast as it can. */
  ordersSince: number | undefined;
  readonly principals = new Map<string, TargetWallet>();
  /** Names a scenario gives to ids: `{bid}` in a table becomes the id this target gave that order. */
  readonly ids = new Map<string, string>();
  /** Streaming connections that a scenario opens itself, by name. */
  readonly peers = new Map<string, StreamPeer>();
  /** Holds every answer to the contract. */
  readonly inspector = new Inspector(SEEN);
  /** Every byte of the scenario. */
  readonly trace = new Trace((entry, { fields }) => this.inspector.hear(entry, fields));
  /** As the deployment gave it; what the scenario talks to is the same, heard. */
  #bare: Target | undefined;
  #target: Target | undefined;
  #client: ExchangeClient | undefined;
  #answer: Exchanged | undefined;
  #examined = true;
  /** Answers to the same request, sent once for each of several changes. */
  #tried: readonly Tried[] = [];
  #before: Facts | undefined;
  /** Milliseconds that the scenario has let pass. */
  #passed = 0;
  #named = 0;
  #took = 0;
  /** Wallets of the target, and second subaccounts of theirs, that have a name. */
  readonly #taken = new Set<TargetWallet>();

  async start(world: string, options: Partial<Beginning> = {}): Promise<void> {
    await this.stop();
    this.inspector.begin();
    const beginning = {
      seed: SEED,
      ...options,
      world,
      watchesFees: this.claim.watchesFees,
      watchesMarks: this.claim.watchesMarks,
    };
    this.#reach(await deploymentOf(this.parameters).begin(beginning));
  }

  /** Puts something between the scenario and its target. */
  interpose(between: (target: Target) => Target): void {
    assert.ok(this.#bare, 'begin the scenario with: Given the world "quiet"');
    this.#reach(between(this.#bare));
  }

  #reach(target: Target): void {
    this.#bare = target;
    this.#target = this.trace.of(target);
    this.#client = new ExchangeClient(this.#target, this.#transportTo(this.#target), (call) =>
      this.trace.announce({ ...call, who: this.#nameOf(call.wallet) }),
    );
  }

  /** What the scenario calls a wallet. */
  #nameOf(address: string): string {
    for (const [name, wallet] of this.principals) if (wallet.address === address) return name;
    return address;
  }

  #transportTo(target: Target): Transport {
    return this.#usesStreams() ? new StreamTransport(target) : new RestTransport(target);
  }

  #usesStreams(): boolean {
    return this.parameters.transport === 'ws';
  }

  async stop(): Promise<void> {
    this.#client?.close();
    for (const peer of this.peers.values()) await peer.close();
    this.peers.clear();
    await this.#target?.close();
  }

  /** Whether the scenario has an exchange that somebody can steer. */
  get isSteered(): boolean {
    return this.#bare?.control !== undefined;
  }

  /** How many wallets of the target it uses. */
  get taken(): number {
    const offered = new Set(this.#bare?.wallets.map(({ address }) => address));
    const used = [...this.principals.values()].map(({ address }) => address);
    return new Set(used.filter((address) => offered.has(address))).size;
  }

  get target(): Target {
    assert.ok(this.#target, 'begin the scenario with: Given the world "quiet"');
    return this.#target;
  }

  get client(): ExchangeClient {
    assert.ok(this.#client, 'begin the scenario with: Given the world "quiet"');
    return this.#client;
  }

  get control(): TargetControl {
    assert.ok(this.target.control, 'this step needs a target with a control plane');
    return this.target.control;
  }

  /** Exchange time goes on: it is moved where there is a control plane, and waited for where there is none. */
  async pass(ms: number): Promise<void> {
    const { control, pass } = this.target;
    if (pass && !control) await pass(ms);
    else await this.control.advance(ms);
    this.#passed += ms;
  }

  /** A bucket has had the time to refill: that of a subaccount, or of the address. */
  async fill(subAccountId?: string): Promise<void> {
    const { control, fill } = this.target;
    if (control) await this.pass(FULL_AGAIN_MS);
    else await fill?.(subAccountId);
  }

  /** Milliseconds as they go by at the target, from whenever. */
  ticks(): number {
    return this.target.ticks?.() ?? this.target.now();
  }

  /** The next millisecond, which comes by itself where nobody holds the clock. */
  async tick(): Promise<void> {
    if (this.target.control) await this.pass(1);
  }

  /** Time as the scenario tells it: where nobody holds the clock, it stands still between the times that pass. */
  #now(): number {
    const { began } = this.target;
    return began === undefined ? this.target.now() : began + this.#passed;
  }

  /** Asserts that a value is what a cell says. Where nobody holds the clock, a time may be as late as it has become. */
  check(actual: unknown, cell: string, where: string): void {
    const time = this.target.began === undefined ? null : /^(number|text) \{now[^{}"]*\}$/.exec(cell);
    const value = time?.[1] === 'text' ? numberIn(actual) : actual;
    if (time && typeof value === 'number' && this.#isTimely(value, cell)) return;
    // The hour may have turned since the scenario began.
    if (this.target.began !== undefined && isDeepStrictEqual(actual, this.value(cell, this.target.now()))) return;
    assertCell(actual, this.text(cell), where);
  }

  #isTimely(actual: number, cell: string): boolean {
    const unit = /in microseconds\}$/.test(cell) ? 1_000 : 1;
    const expected = Number(this.text(cell.replace(/^(number|text) /, '')));
    const late = /in seconds\}$/.test(cell) ? 1 : (this.target.now() - this.#now()) * unit;
    // What is asked for in seconds is told without what is left of the second.
    const early = actual % 1_000 === 0 ? 999 : 0;
    return actual >= expected - early && actual <= expected + late;
  }

  /** Asserts that a text is written to the letter, in which each `{now}` may be as late as `check` lets it be. */
  checkText(actual: string, expected: string, where: string): void {
    const parts = expected.split('{now}').map((part) => this.text(part));
    const times = new RegExp(`^${parts.map(escaped).join('(\\d+)')}$`).exec(actual)?.slice(1);
    assert.ok(times, `${where} should be ${this.text(expected)}, is ${actual}`);
    for (const time of times) this.check(Number(time), 'number {now}', where);
  }

  peer(name: string): StreamPeer {
    const peer = this.peers.get(name);
    assert.ok(peer, `no connection is called "${name}"`);
    return peer;
  }

  /** The wallet behind a name; each new name takes the target's next funded wallet. */
  wallet(name: string): TargetWallet {
    const known = this.principals.get(name);
    if (known) return known;
    const { unlisted } = this.target;
    if (unlisted && this.unlisted.includes(name)) {
      this.#know(name, unlisted);
      return unlisted;
    }
    const wallet = this.#nextWallet(this.owners.filter((owner) => owner === name).length);
    if (!wallet) {
      throw new Unmet(
        this.target.wallets.length < 2 ? 'second-wallet' : 'wallets',
        `the target has ${this.target.wallets.length} wallets, "${name}" would be one more`,
      );
    }
    this.#taken.add(wallet);
    this.#know(name, wallet);
    return wallet;
  }

  /** One that owns so many other subaccounts, where none can be opened for it; as few others as can be found, where none show. */
  #nextWallet(count: number): TargetWallet | undefined {
    const { control, wallets } = this.target;
    if (control) return wallets[this.principals.size];
    const free = wallets.filter((one) => !this.#taken.has(one));
    const able = free.filter(({ spares = [] }) => spares.length >= count);
    const exact = able.find(({ others }) => others === count);
    if (exact || free.length === 0) return exact;
    if (this.watchesFamilies || able.length === 0) {
      throw new Unmet('second-subaccount', `no other wallet has ${count} more empty subaccounts, and no others`);
    }
    return able[0];
  }

  /** Takes a wallet off the whitelist. Where nobody can, it is the one that stands off it. */
  async unlist(who: string): Promise<void> {
    const wallet = this.wallet(who);
    if (this.target.control) await this.control.setWhitelisted(wallet.address, false);
    else assert.equal(wallet, this.target.unlisted, `"${who}" is a wallet off the whitelist`);
  }

  /** A wallet that stands in a fee tier gets a name; where tiers can be set, it is the next one. */
  async takeFromTier(name: string, tierId: string): Promise<void> {
    const { control, walletInTier } = this.target;
    if (control) await control.setTier(this.wallet(name).address, tierId);
    else if (walletInTier) this.#know(name, walletInTier(tierId));
  }

  /** A cell with `{names}` and `{now + 5 s}` put in, as the value it stands for. */
  value(cell: string, now?: number): unknown {
    return valueOfCell(this.text(cell, now));
  }

  text(cell: string, now?: number): string {
    return cell.replace(/\{([^{}"]+)\}/g, (whole, name: string) => {
      const time = timeIn(name, now ?? this.#now(), (named) => this.ids.get(named));
      if (time !== undefined) return time;
      const owner = /^(.+) (?:id|address|wallet|capitals)$/.exec(name)?.[1];
      if (owner !== undefined && !this.ids.has(name)) this.wallet(owner);
      return this.ids.get(name) ?? whole;
    });
  }

  /** Sends one placement, a row for each order; independent ones unless grouped. */
  place(who: string, rows: readonly Readonly<Record<string, string>>[], grouping = 'na'): Promise<Exchanged> {
    const orders = JSON.stringify(this.orderItems(rows));
    return this.send(who, 'placeOrders', [
      ['orders', orders],
      ['grouping', grouping],
    ]);
  }

  /** The last request served to get here: it must have been accepted, every item of it. */
  assertDone(): void {
    const answer = this.take();
    assert.equal(answer.status, 200, this.explain(answer));
    assert.ok(!answer.text.includes('"errorCode"'), this.explain(answer));
  }

  /** Sends the last request once more, byte for byte. */
  resend(): Promise<Exchanged> {
    const answer = this.#answer;
    assert.ok(answer, 'nothing was sent yet');
    return this.request(() => this.client.again(answer));
  }

  /** Another subaccount of a wallet that is already known, as a principal of its own; an empty one where none can be opened. */
  async openSubAccount(who: string, name: string, title?: string): Promise<void> {
    const { address, privateKey, spares = [] } = this.wallet(who);
    if (!this.target.control) {
      const spare = spares.find((one) => !this.#taken.has(one));
      if (!spare) throw new Unmet('second-subaccount', `the wallet of "${who}" has no other empty subaccount`);
      this.#taken.add(spare);
      this.#know(name, spare);
      return;
    }
    const subAccountId = await this.control.openAccount(address, title);
    this.#know(name, { address, privateKey, subAccountId });
  }

  /** Another name for a principal there is. */
  alias(name: string, of: string): void {
    this.#know(name, this.wallet(of));
  }

  /** A wallet that the target has never heard of; its key follows from the name. */
  async unknownWallet(name: string): Promise<void> {
    const { id, Wallet } = await import('ethers');
    const { address, privateKey } = new Wallet(id(name));
    this.#know(name, { address, privateKey, subAccountId: '' });
  }

  #know(name: string, wallet: TargetWallet): void {
    this.principals.set(name, wallet);
    this.ids.set(`${name} id`, wallet.subAccountId);
    this.ids.set(`${name} address`, wallet.address);
    this.ids.set(`${name} wallet`, wallet.address.toLowerCase());
    this.ids.set(`${name} capitals`, `0x${wallet.address.slice(2).toUpperCase()}`);
  }

  /** An order that only serves to get here: on a target that others use too, it says whose it is. */
  ours<T extends object>(order: T): T {
    const { prefix } = this.target;
    if (prefix === undefined || this.watchesClientIds || Object.hasOwn(order, 'clientOrderId')) return order;
    this.#named += 1;
    return { ...order, clientOrderId: `${prefix}-${this.target.now()}-${this.#named}` };
  }

  /** Order rows as items: an empty cell leaves its key out. */
  orderItems(rows: readonly Readonly<Record<string, string>>[]): Record<string, unknown>[] {
    return rows.map((row) => {
      const cells = Object.entries(row).filter(([, cell]) => cell !== '');
      return this.object([['orderType', 'limitGtc'], ...cells]);
    });
  }

  /** Rows of `path | value` as one object. */
  object(rows: Rows): Record<string, unknown> {
    return write({}, rows, (cell) => this.value(cell));
  }

  /** Sends a signed action and holds its answer for examination. */
  async send(who: string, action: string, rows: Rows, forWhom?: string): Promise<Exchanged> {
    const request = this.#signedBy(who, action, rows, forWhom);
    return this.request(() => this.client.trade(...request));
  }

  /** Sends a signed action that is looked at as one of many. */
  ask(who: string, action: string, rows: Rows): Promise<Exchanged> {
    return this.client.trade(...this.#signedBy(who, action, rows));
  }

  /** Sends a signed action once for each change, with that change and no other; the answers are examined together. */
  async sendEach(who: string, action: string, rows: Rows, changes: Rows): Promise<void> {
    const tried: Tried[] = [];
    await this.request(async () => {
      for (const change of changes) {
        const answer = await this.client.trade(...this.#signedBy(who, action, [...rows, change]));
        tried.push({ change: change.join(' '), answer });
      }
      const last = tried.at(-1);
      assert.ok(last, 'there is at least one change');
      return last.answer;
    });
    this.#tried = tried;
  }

  /** The answers of the requests that differ in one way each; taking them marks them as examined. */
  takeEach(): readonly Tried[] {
    assert.ok(this.#tried.length > 0, 'no request has been sent in several ways');
    this.#examined = true;
    return this.#tried;
  }

  /** The body of a signed action, for a scenario that sends it in its own way. */
  signed(who: string, action: string, rows: Rows): ReturnType<ExchangeClient['signed']> {
    return this.client.signed(...this.#signedBy(who, action, rows));
  }

  #signedBy(who: string, action: string, rows: Rows, forWhom?: string): Parameters<ExchangeClient['signed']> {
    const wallet = this.wallet(who);
    const { subAccountId } = forWhom === undefined ? wallet : this.wallet(forWhom);
    const { params, changes } = signedRequest(rows, (cell) => this.value(cell));
    return [wallet, action, sinceBeginning(this.target, action, params, rows), { subAccountId, ...changes }];
  }

  /** Runs one request: the facts are looked at before, the answer waits to be examined after. */
  async request(exchange: () => Promise<Exchanged>): Promise<Exchanged> {
    assert.ok(this.#examined, `an answer was never examined: ${this.#answer?.text ?? ''}`);
    this.#tried = [];
    if (this.watchesFacts) await this.lookAtFacts();
    const sent = this.ticks();
    this.#answer = await exchange();
    this.#took = this.ticks() - sent;
    this.#examined = false;
    return this.#answer;
  }

  /** Remembers the facts as they are now; later changes count from here. */
  async lookAtFacts(): Promise<void> {
    this.#before = await this.#facts();
  }

  /** What changed since the last look. */
  async changes(): Promise<Map<string, { from: string; to: string }>> {
    assert.ok(this.#before, 'facts are compared with those before the last request');
    const changes = changesBetween(this.#before, await this.#facts());
    return this.target.began === undefined ? changes : withoutDrift(changes);
  }

  /** An open order as it is now, seen by its owner. */
  async lookAtOrder(name: string): Promise<string> {
    const order = (await this.#facts()).get(`order ${name}`);
    assert.ok(order !== undefined, `order ${name} is not open`);
    return order;
  }

  #facts(): Promise<Facts> {
    const names = new Map([...this.ids].map(([name, id]) => [id, name]));
    return factsOf(this.client, this.principals, names);
  }

  /** Milliseconds from the last request to its answer, as they can be told from here. */
  get took(): number {
    return this.#took;
  }

  /** The answer of the last request; taking it marks it as examined. */
  take(): Exchanged {
    assert.ok(this.#answer, 'no request has been sent');
    this.#examined = true;
    return this.#answer;
  }

  /** `response` of the last answer, which must be a success. */
  response(): unknown {
    const answer = this.take();
    assert.equal(answer.status, 200, this.explain(answer));
    assert.equal(valueAt(answer.body, 'status'), 'ok', this.explain(answer));
    return valueAt(answer.body, 'response');
  }

  get unexamined(): string | undefined {
    return this.#examined ? undefined : this.#answer?.text;
  }

  /** What a failure prints: the request and the answer, as they were on the wire. */
  explain(answer: Exchanged): string {
    const { method, url, body } = answer.request;
    return `${method} ${url}\n${body ?? ''}\nanswered ${answer.status}\n${answer.text}`;
  }
}

/** The number that a text spells in digits alone. */
const numberIn = (value: unknown): number | undefined =>
  typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

setWorldConstructor(ExchangeWorld);
