import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { setWorldConstructor, World } from '@cucumber/cucumber';
import type { Beginning } from '../../src/suite/deployment.ts';
import { ExchangeClient } from '../../src/suite/transports/exchange-client.ts';
import { RestTransport } from '../../src/suite/transports/rest-transport.ts';
import type { StreamPeer } from '../../src/suite/transports/stream-peer.ts';
import { StreamTransport } from '../../src/suite/transports/stream-transport.ts';
import { deploymentOf, type SuiteParameters } from '../../src/suite/run/current.ts';
import { setAt } from '../../src/suite/paths.ts';
import { STEPS } from '../../src/suite/steps/library.ts';
import { sinceBeginning } from '../../src/suite/since-beginning.ts';
import type { Target, TargetControl, TargetWallet } from '../../src/suite/targets/target.ts';
import { Trace } from '../../src/suite/transports/trace.ts';
import type { Exchanged, Transport } from '../../src/suite/transports/transport.ts';
import { Inspector } from '../../src/suite/validation/inspector.ts';
import { SeenBranches } from '../../src/suite/validation/seen-branches.ts';
import { Cells } from './cells.ts';
import { DialectReader, dialectsIn } from './dialects.ts';
import { Examination, explain, type Tried } from './examination.ts';
import { FactWatch } from './fact-watch.ts';
import { MarketTerms } from './market-terms.ts';
import { Principals } from './principals.ts';
import { ScenarioTime } from './scenario-time.ts';
import { type Rows, signedRequest } from './signed-request.ts';
import { type Traits, traitsOf } from './traits.ts';

/** Steps by their keyword; an `And` is what the step before it is. */
export type StepKind = 'Context' | 'Action' | 'Outcome' | 'Unknown';

/** Feature runs are seeded: the same features, the same bytes. */
const SEED = '7';

/** Branches of the contract's schemas that responses in this process have covered. */
export const SEEN = new SeenBranches();

const { PERPSIM_DIALECTS: FOLDER = '' } = process.env;
/** Decodes every response and frame of this process with the dialects of a folder, where the run names one. */
export const DIALECTS = FOLDER === '' ? null : new DialectReader(dialectsIn(FOLDER));

/** The state of one scenario: its target, its principals, its named ids, and the response under examination. */
export class ExchangeWorld extends World<SuiteParameters> {
  /** A step has ended without a word on the target: `interference.ts`. */
  isUnsettled = false;
  /** Derived from the sentences of the scenario by a hook. */
  traits: Traits = traitsOf({ tags: [], steps: [] });
  /** Whether the step under way is a state, a request or a statement, as Gherkin calls it. */
  step: StepKind = 'Unknown';
  /** The table below the step under way, as it is written. */
  written: readonly (readonly string[])[] = [];
  /** The time before the orders of the last `has placed:`. */
  ordersSince: number | undefined;
  /** The advance of the clock that the scenario has begun and not waited for. */
  advance: Promise<Readonly<Record<string, unknown>>> | undefined;
  /** Streaming connections that a scenario opens itself, by name. */
  readonly peers = new Map<string, StreamPeer>();
  /** Checks every response against the contract. */
  readonly inspector = new Inspector(SEEN);
  /** Records every request, response and frame of the scenario. */
  readonly trace = new Trace((entry, { fields }) => {
    this.inspector.receive(entry, fields);
    // A tolerated deployment may say more than the contract does.
    if (fields === 'strict') DIALECTS?.receive(entry);
  });
  /** The target as the deployment gave it; `#target` is the same target with the trace around it. */
  #bare: Target | undefined;
  #target: Target | undefined;
  #client: ExchangeClient | undefined;
  readonly #principals: Principals = new Principals(
    () => this.target,
    () => this.traits,
  );
  readonly #time = new ScenarioTime(() => this.target, stoppingOf(this.parameters));
  readonly #examination = new Examination();
  /** Puts back what the scenario has changed of the deployment and a reset keeps. */
  readonly changed: (() => Promise<unknown>)[] = [];
  readonly #facts = new FactWatch(() => this.client, this.#principals);
  /** The markets that the scenario speaks of, and what its terms stand for. */
  readonly terms = new MarketTerms(
    () => this.target,
    async (action, params) => (await this.client.info(action, params)).body,
  );
  readonly #cells = new Cells(
    this.#principals,
    this.#time,
    this.terms,
    () => this.target,
    () => this.traits.watchesClientIds,
  );

  async start(world: string, options: Partial<Beginning> = {}): Promise<void> {
    await this.stop();
    this.inspector.begin();
    const { watchesFees, watchesMarks, exhausts, moves, looks } = this.traits.claim;
    const books = [...moves, ...looks];
    const beginning = { seed: SEED, ...options, world, watchesFees, watchesMarks, exhausts, books };
    this.#reach(await deploymentOf(this.parameters).begin(beginning));
    await this.terms.begin(STEPS.readAll(this.traits).values);
  }

  /** Puts a wrapper between the scenario and its target. */
  interpose(between: (target: Target) => Target): void {
    assert.ok(this.#bare, 'begin the scenario with: Given the world "quiet"');
    this.#reach(between(this.#bare));
  }

  #reach(target: Target): void {
    this.#bare = target;
    this.#target = this.trace.of(target);
    this.#client = new ExchangeClient(this.#target, this.#transportTo(this.#target), (call) =>
      this.trace.announce({ ...call, who: this.#principals.nameOf(call.wallet) }),
    );
  }

  #transportTo(target: Target): Transport {
    return this.parameters.transport === 'ws' ? new StreamTransport(target) : new RestTransport(target);
  }

  async stop(): Promise<void> {
    this.#client?.close();
    for (const putBack of this.changed.splice(0)) await putBack();
    for (const peer of this.peers.values()) await peer.close();
    this.peers.clear();
    await this.#target?.close();
  }

  /** True when the target has a control plane. */
  get isSteered(): boolean {
    return this.#bare?.control !== undefined;
  }

  /** False until the scenario has a target. */
  get hasBegun(): boolean {
    return this.#client !== undefined;
  }

  /** Number of wallets of the target that the scenario uses. */
  get taken(): number {
    return this.#principals.taken(this.#bare?.wallets ?? []);
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

  peer(name: string): StreamPeer {
    const peer = this.peers.get(name);
    assert.ok(peer, `no connection is called "${name}"`);
    return peer;
  }

  // The members that steps use.

  readonly principals = this.#principals.wallets;
  readonly ids = this.#principals.ids;
  readonly wallet = this.#principals.wallet.bind(this.#principals);
  readonly openSubAccount = this.#principals.openSubAccount.bind(this.#principals);
  readonly unknownWallet = this.#principals.unknownWallet.bind(this.#principals);

  readonly pass = this.#time.pass.bind(this.#time);
  readonly waitAside = this.#time.waitAside.bind(this.#time);
  readonly fill = this.#time.fill.bind(this.#time);
  readonly tick = this.#time.tick.bind(this.#time);
  readonly ticks = this.#time.ticks.bind(this.#time);

  readonly text = this.#cells.text.bind(this.#cells);
  readonly value = this.#cells.value.bind(this.#cells);
  readonly object = this.#cells.object.bind(this.#cells);
  readonly orderItems = this.#cells.orderItems.bind(this.#cells);
  readonly ours = this.#cells.ours.bind(this.#cells);
  readonly check = this.#cells.check.bind(this.#cells);
  readonly checkText = this.#cells.checkText.bind(this.#cells);

  readonly take = this.#examination.take.bind(this.#examination);
  readonly takeEach = this.#examination.takeEach.bind(this.#examination);
  readonly response = this.#examination.response.bind(this.#examination);
  readonly assertDone = this.#examination.assertDone.bind(this.#examination);
  readonly explain = explain;

  readonly lookAtOrder = this.#facts.order.bind(this.#facts);

  /** What the response under examination was asked by: an action or a route, and the subaccount it is about. */
  get asked(): { readonly source: string; readonly subAccountId: string | undefined } {
    const { url, body } = this.#examination.last.request;
    const text = body ?? '';
    const source = /"action":"(\w+)"/.exec(text)?.[1] ?? new URL(url).pathname.replace(/^.*\/v1/, '');
    return { source, subAccountId: /"sub[aA]ccountId":"(\d+)"/.exec(text)?.[1] };
  }

  get took(): number {
    return this.#examination.took;
  }

  get unexamined(): string | undefined {
    return this.#examination.unexamined;
  }

  /** Gives a principal another name. */
  alias(name: string, of: string): void {
    this.#principals.know(name, this.wallet(of));
  }

  /** Takes a wallet off the whitelist. Without a control plane it must be the wallet that is not on the whitelist. */
  async unlist(who: string): Promise<void> {
    const wallet = this.wallet(who);
    if (this.target.control) await this.control.setWhitelisted(wallet.address, false);
    else assert.equal(wallet, this.target.unlisted, `"${who}" is a wallet off the whitelist`);
  }

  /** Names a wallet in a fee tier. With a control plane that is the next wallet, put into the tier. */
  async takeFromTier(name: string, tierId: string): Promise<void> {
    const { control, walletInTier } = this.target;
    if (control) await control.setTier(this.wallet(name).address, tierId);
    else if (walletInTier) this.#principals.know(name, walletInTier(tierId));
  }

  /** Gives a name to a wallet at hand that passes the check; a wallet that already has the name must pass it. */
  async takeLike(name: string, check: (wallet: TargetWallet) => Promise<boolean>): Promise<TargetWallet | undefined> {
    const known = this.principals.get(name);
    for (const wallet of known ? [known] : (this.target.atHand ?? [])) {
      if (!(await check(wallet))) continue;
      this.#principals.know(name, wallet);
      return wallet;
    }
    return undefined;
  }

  /** Sends one placeOrders request with an order for each row. */
  place(who: string, rows: readonly Readonly<Record<string, string>>[], grouping = 'na'): Promise<Exchanged> {
    const orders = JSON.stringify(this.orderItems(rows));
    return this.send(who, 'placeOrders', [
      ['orders', orders],
      ['grouping', grouping],
    ]);
  }

  /** Sends the last request once more, byte for byte. */
  resend(): Promise<Exchanged> {
    const { last } = this.#examination;
    return this.request(() => this.client.again(last));
  }

  /** Sends a signed action and holds its response for examination. */
  async send(who: string, action: string, rows: Rows, forWhom?: string): Promise<Exchanged> {
    const request = this.#signedBy(who, action, rows, forWhom);
    return this.request(() => this.client.trade(...request));
  }

  /** Sends a signed action whose response no Then examines by itself. */
  ask(who: string, action: string, rows: Rows): Promise<Exchanged> {
    return this.client.trade(...this.#signedBy(who, action, rows));
  }

  /** Sends a signed action once for each change, with that change and no other; the responses are examined together. */
  async sendEach(who: string, action: string, rows: Rows, changes: Rows): Promise<void> {
    const tried: Tried[] = [];
    await this.request(async () => {
      for (const change of changes) {
        const response = await this.client.trade(...this.#signedBy(who, action, [...rows, change]));
        tried.push({ change: change.join(' '), response });
      }
      const last = tried.at(-1);
      assert.ok(last, 'there is at least one change');
      return last.response;
    });
    this.#examination.holdEach(tried);
  }

  /** Sends a public request once for each text of a param; the responses are examined together. */
  async askEach(
    action: string,
    params: Record<string, unknown>,
    path: string,
    texts: readonly string[],
  ): Promise<void> {
    const tried: Tried[] = [];
    await this.request(async () => {
      for (const text of texts) {
        const changed = structuredClone(params);
        setAt(changed, path, text);
        tried.push({ change: `${path} ${JSON.stringify(text)}`, response: await this.client.info(action, changed) });
      }
      const last = tried.at(-1);
      assert.ok(last, 'there is at least one text');
      return last.response;
    });
    this.#examination.holdEach(tried);
  }

  /** Returns the body of a signed action, for steps that send it in a form of their own. */
  signed(who: string, action: string, rows: Rows): ReturnType<ExchangeClient['signed']> {
    return this.client.signed(...this.#signedBy(who, action, rows));
  }

  #signedBy(who: string, action: string, rows: Rows, forWhom?: string): Parameters<ExchangeClient['signed']> {
    const wallet = this.wallet(who);
    const subAccountId = forWhom === undefined ? wallet.subAccountId : this.#principals.subAccountOf(forWhom);
    const { params, changes } = signedRequest(rows, (cell) => this.value(cell));
    return [wallet, action, sinceBeginning(this.target, action, params, rows), { subAccountId, ...changes }];
  }

  /** Runs one request: records the facts before it, and keeps its response for examination. */
  request(exchange: () => Promise<Exchanged>): Promise<Exchanged> {
    return this.#examination.request(exchange, () => this.lookIfWatched(), this.ticks);
  }

  /** Records the facts if a step of the scenario compares facts. */
  async lookIfWatched(): Promise<void> {
    if (this.traits.watchesFacts) await this.#facts.look();
  }

  /** Returns the facts that changed since they were recorded. */
  changes(): ReturnType<FactWatch['changes']> {
    return this.#facts.changes(this.#time.isReal);
  }
}

/** Returns a check for a request to stop the run; undefined where a run cannot be stopped. */
function stoppingOf({ stopFile }: SuiteParameters): (() => boolean) | undefined {
  return stopFile === undefined ? undefined : () => existsSync(stopFile);
}

setWorldConstructor(ExchangeWorld);
