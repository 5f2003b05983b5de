import type { Units } from '../../kernel/units.ts';
import { type Beginning, type Deployment, Unmet } from '../deployment.ts';
import type { TargetIdentity } from '../results/run.ts';
import { Courier } from './courier.ts';
import { Deeds } from './deeds.ts';
import { Desk, type HouseWallet } from './desk.ts';
import { ExchangeClock } from './exchange-clock.ts';
import { couldOpen, guardWrite, isPayment } from './guard.ts';
import { Pacer } from './pacer.ts';
import { RequestWatch } from './request-watch.ts';
import { Ladder } from './ladder.ts';
import { type Findings, probe } from './probe.ts';
import { signedBy, type SignedBy } from './signed-by.ts';
import { REMOTE_DEFAULTS, type RemoteOptions } from './remote-options.ts';
import type { Target, TargetStream, TargetWallet } from './target.ts';
import { Tidy } from './tidy.ts';
import type { Write } from './toll-of.ts';
import { wall as machineWall, type Wall } from './wall.ts';

/**
 * A deployment that nobody can steer: URLs, a service name and funded wallets. What it offers is probed; scenarios
 * share its one world and its wallets, so what each of them did is taken back before the next one begins.
 *
 * @throws TargetUnreachable when nothing answers there as the API does
 */
export async function remoteDeployment(options: RemoteOptions): Promise<Deployment> {
  const remote = new Remote(options);
  await remote.open();
  return remote.deployment();
}

class Remote {
  readonly #options: RemoteOptions;
  readonly #wall: Wall;
  readonly #identity: TargetIdentity;
  readonly #clock: ExchangeClock;
  readonly #pacer: Pacer;
  readonly #deeds = new Deeds();
  readonly #courier: Courier;
  readonly #desk: Desk;
  readonly #watch = new RequestWatch();
  readonly #house: Target;
  #findings: Findings = { capabilities: new Set(), absent: new Map(), wallets: [], reference: [] };
  #tidy: Tidy;
  /** Tiers of wallets as last seen: what they trade lifts them. */
  readonly #tiers = new Map<string, string>();
  #subAccounts: number;
  #withdrawals: number;
  #signedBy: SignedBy = () => undefined;
  #orders = 0;
  #closed = false;

  constructor(options: RemoteOptions) {
    const { wall = machineWall, serviceName = REMOTE_DEFAULTS.serviceName, budget } = options;
    this.#options = options;
    this.#wall = wall;
    const base = options.restUrl.replace(/\/+$/, '').replace(/\/v1$/, '');
    const wsUrl = (options.wsUrl ?? `${base.replace(/^http/, 'ws')}/v1/ws`).replace(/\/+$/, '');
    this.#identity = { name: base, kind: 'remote', restUrl: `${base}/v1`, wsUrl, serviceName, version: null };
    this.#subAccounts = options.subAccounts ?? REMOTE_DEFAULTS.subAccounts;
    this.#withdrawals = options.mayWithdrawToOwner === true ? WITHDRAWALS : 0;
    this.#clock = new ExchangeClock(wall);
    this.#pacer = new Pacer({ wall, budget });
    this.#courier = new Courier({
      pacer: this.#pacer,
      clock: this.#clock,
      deeds: this.#deeds,
      wsUrl,
      guard: (write) => this.#guard(write),
    });
    this.#house = this.#watch.of({
      ...this.#target([], 0),
      fetch: (...given: Parameters<Courier['fetch']>) => this.#courier.fetchForHouse(...given),
      connect: (endpoint, listener) => this.#courier.connect(endpoint, listener),
    });
    this.#desk = new Desk(this.#house);
    this.#tidy = this.#tidyOf([]);
  }

  async open(): Promise<void> {
    this.#signedBy = await signedBy(this.#identity.serviceName);
    const findings = await probe({
      desk: this.#desk,
      watch: this.#watch,
      options: this.#options,
      wall: this.#wall,
      connect: (listener) => this.#house.connect('info', listener),
    });
    this.#watch.probed();
    this.#findings = findings;
    this.#tidy = this.#tidyOf(findings.wallets);
    if (this.#options.mayClear === true && this.#options.readOnly !== true) await this.#clear();
    if (findings.capabilities.has('reference-market')) await this.#prepareBooks();
  }

  deployment(): Deployment {
    const { capabilities, absent, wallets } = this.#findings;
    const pacer = this.#pacer;
    return {
      identity: this.#identity,
      capabilities,
      absent,
      wallets: wallets.filter(({ role }) => role !== 'whitelist-off').length,
      waitMs: this.#options.waitMs ?? REMOTE_DEFAULTS.waitMs,
      failures: this.#watch.failures,
      begin: (wanted) => this.#begin(wanted),
      get tokens() {
        return pacer.budget === undefined ? undefined : { spent: pacer.spent, budget: pacer.budget };
      },
      get spentTokens() {
        return pacer.spent;
      },
      close: () => this.#close(),
    };
  }

  async #begin(wanted: Beginning): Promise<Target> {
    const { world, seed, limits, risk, tiers, watchesFees = true } = wanted;
    this.#adopt();
    const { capabilities, absent, wallets } = this.#findings;
    if (this.#closed) throw new Unmet('worlds', 'the run has ended');
    if (limits || risk || tiers || world !== 'quiet' || seed !== USUAL_SEED) {
      throw new Unmet('worlds', absent.get('worlds') ?? '');
    }
    this.#pacer.demand(1);
    const kept = await this.#tidy.takeBack(this.#deeds.take());
    if (kept.length > 0) throw new Unmet('fresh-account', `an earlier scenario left behind: ${kept.join(', ')}`);
    if (capabilities.has('reference-market')) {
      const markets = this.#deeds.takeMarkets();
      const fault = await this.#ladder().restore(markets, this.#deeds.takeInside());
      if (fault !== undefined) {
        // The next scenario tries again.
        this.#deeds.traded(...markets);
        throw new Unmet('reference-market', fault);
      }
    }
    return this.#target(this.#inTurn(wallets, watchesFees), await this.#clock.next(Number(this.#deeds.nonce)));
  }

  /** Subaccounts that scenarios have opened are at the disposal of later ones, and what they hold is taken back. */
  #adopt(): void {
    const opened = this.#deeds.takeOpened();
    if (opened.length === 0) return;
    const wallets = this.#findings.wallets.map((wallet): HouseWallet => {
      const its = opened.filter(({ master }) => master === wallet.subAccountId);
      const spares = its.map(({ subAccountId, name }): HouseWallet => {
        return { ...wallet, subAccountId, role: 'spare', standing: { name, leverages: {} }, spares: [], others: 0 };
      });
      return { ...wallet, spares: [...wallet.spares, ...spares], others: wallet.others + spares.length };
    });
    this.#findings = { ...this.#findings, wallets };
    this.#tidy = this.#tidyOf(wallets);
  }

  /**
   * Traders in turn, those with the most tokens first; the keeper comes last of all. What wallets trade lifts them into
   * another tier, so those that still pay the usual fees are kept for scenarios that look at them.
   */
  #inTurn(wallets: readonly HouseWallet[], watchesFees: boolean): readonly TargetWallet[] {
    const traders = wallets.filter(({ role }) => role === 'trader');
    const isUsual = ({ subAccountId, tierId }: HouseWallet): boolean =>
      (this.#tiers.get(subAccountId) ?? tierId) === USUAL_TIER;
    const tokens = new Map(traders.map((one) => [one, this.#pacer.holds(one.subAccountId)]));
    const byTokens = traders.toSorted((a, b) => (tokens.get(b) ?? 0) - (tokens.get(a) ?? 0));
    const usual = byTokens.filter(isUsual);
    const others = byTokens.filter((one) => !isUsual(one));
    // Fees are stated for the reference market; elsewhere they are the target's own.
    const statesFees = watchesFees && this.#findings.capabilities.has('reference-market');
    if (statesFees && usual.length < Math.min(traders.length, PRINCIPALS)) {
      throw new Unmet('wallets', `too few wallets pay the fees of ${USUAL_TIER}: trading lifts them out of it`);
    }
    // A scenario may choose a wallet for its subaccounts, but neither the keeper nor one that pays other fees than it states.
    const apart = ({ address, privateKey, subAccountId }: HouseWallet) => ({ address, privateKey, subAccountId });
    const keeper = wallets.filter(({ role }) => role === 'keeper').map(apart);
    if (statesFees) return [...usual, ...others.map(apart), ...keeper];
    return [...(watchesFees ? [...usual, ...others] : [...others, ...usual]), ...keeper];
  }

  #target(wallets: readonly TargetWallet[], began: number): Target {
    const { name, restUrl, serviceName } = this.#identity;
    const open = new Set<TargetStream>();
    const unlisted = this.#findings.wallets.find(({ role }) => role === 'whitelist-off');
    return {
      name,
      restUrl,
      serviceName,
      fields: 'tolerant',
      wallets,
      ...(unlisted && { unlisted }),
      control: undefined,
      fetch: (url, init) => this.#courier.fetch(url, init),
      connect: async (endpoint, listener) => {
        const stream = await this.#courier.connect(endpoint, listener);
        open.add(stream);
        return stream;
      },
      now: () => this.#clock.now(),
      began,
      prefix: this.#options.prefix ?? REMOTE_DEFAULTS.prefix,
      lastNonce: () => Number(this.#deeds.nonce),
      pass: (ms) => this.#pass(ms),
      ticks: () => this.#wall.now(),
      fill: (id) => (id === undefined ? this.#pacer.fillAddress() : this.#pacer.fill(id)),
      drain: (work) => this.#courier.drain(work),
      walletInTier: (tierId) => this.#walletInTier(tierId),
      // An address may hold only so many connections, whoever forgot them.
      close: async () => void (await Promise.all([...open].map((stream) => stream.close()))),
    };
  }

  #walletInTier(tierId: string): HouseWallet {
    const wallet = this.#findings.wallets.find((one) => (this.#tiers.get(one.subAccountId) ?? one.tierId) === tierId);
    if (!wallet) throw new Unmet('control', `no wallet of the profile is in ${tierId}`);
    return wallet;
  }

  async #pass(ms: number): Promise<void> {
    const { waitMs = REMOTE_DEFAULTS.waitMs } = this.#options;
    if (ms > waitMs) throw new Unmet('time', `would wait in real time for longer than ${waitMs} ms`);
    const end = this.#clock.now() + ms;
    while (this.#clock.now() <= end) await this.#wall.wait(end + 1 - this.#clock.now());
  }

  #guard(write: Write): void {
    if (this.#options.readOnly === true) throw new Unmet('writes', 'the profile only reads');
    const wallet = withSpares(this.#findings.wallets).find(({ subAccountId }) => subAccountId === write.subAccountId);
    const recover = this.#signedBy;
    const standing = {
      now: this.#clock.now(),
      subAccounts: this.#subAccounts,
      withdrawals: this.#withdrawals,
      isNamed: wallet !== undefined && wallet.standing.name !== '',
      owner: wallet?.address,
      // Recovering takes a while, and few writes are judged by it.
      get signer() {
        return recover(write);
      },
    };
    guardWrite(write, standing);
    if (write.action === 'createSubaccount' && couldOpen(write.params, standing)) this.#subAccounts -= 1;
    if (write.action === 'withdrawCollateral' && isPayment(write.params)) this.#withdrawals -= 1;
  }

  #ladder(): Ladder {
    return new Ladder({
      desk: this.#desk,
      reference: this.#findings.reference,
      keeper: this.#findings.wallets.find(({ role }) => role === 'keeper'),
      clientId: () => this.#clientId(),
      hasPlacedAt: (symbol, price) => this.#hasPlacedAt(symbol, price),
      stillOpen: (text) => this.#stillOpen(text),
      wait: (ms) => this.#wall.wait(ms),
    });
  }

  /** New each time, also for the next run. */
  #clientId(): string {
    this.#orders += 1;
    return `${this.#options.prefix ?? REMOTE_DEFAULTS.prefix}-${this.#clock.now()}-${this.#orders}`;
  }

  #tidyOf(wallets: readonly HouseWallet[]): Tidy {
    return new Tidy({
      desk: this.#desk,
      wallets: withSpares(wallets),
      clientId: () => this.#clientId(),
      isReference: () => this.#findings.capabilities.has('reference-market'),
      saw: ({ subAccountId, tierId }) => {
        // What a second subaccount trades lifts the tier of its owner.
        const owner = wallets.find(({ spares }) => spares.some((spare) => spare.subAccountId === subAccountId));
        if (tierId !== '') this.#tiers.set(owner?.subAccountId ?? subAccountId, tierId);
      },
      stillOpen: (text) => this.#stillOpen(text),
      traded: (symbol) => this.#deeds.traded(symbol),
    });
  }

  /** An order of ours that its cancel has left open is a failure, unless the cancel may have been refused. */
  #stillOpen(text: string): void {
    const status = this.#watch.statusOf('cancelAllOrders');
    if (status !== 429 && status !== 503) this.#watch.contrary('cancelAllOrders', text, 'getOpenOrders');
  }

  /** False where a subaccount that a scenario has opened may have placed the order: nobody cancels those. */
  #hasPlacedAt(symbol: string, price: Units): boolean {
    const known = new Set(withSpares(this.#findings.wallets).map(({ subAccountId }) => subAccountId));
    return [...this.#deeds.everTouched].every((id) => known.has(id)) && this.#deeds.hasPlacedAt(symbol, price);
  }

  /** What the wallets hold at the start goes, where the profile says that it may. */
  async #clear(): Promise<void> {
    const all = new Set(['orders', 'signers', 'switch'] as const);
    await this.#tidy.takeBack(new Map(this.#findings.wallets.map(({ subAccountId }) => [subAccountId, all])));
  }

  /** Books that earlier runs took from are filled up; where they cannot be, this is no reference market. */
  async #prepareBooks(): Promise<void> {
    if (this.#options.readOnly === true) return;
    const fault = await this.#ladder().restore(
      this.#findings.reference.map(({ symbol }) => symbol),
      true,
    );
    if (fault === undefined) return;
    const { capabilities, absent } = this.#findings;
    this.#findings = {
      ...this.#findings,
      capabilities: new Set([...capabilities].filter((one) => one !== 'reference-market')),
      absent: new Map([...absent, ['reference-market', fault]]),
    };
  }

  async #close(): Promise<readonly string[]> {
    this.#closed = true;
    this.#adopt();
    try {
      await this.#tidy.takeBack(this.#deeds.take());
      return await this.#tidy.finish(this.#deeds.everTouched);
    } catch (error) {
      // The reports are worth more than a stack trace.
      return [`whatever the run made: cleaning up ended with ${String(error)}`];
    }
  }
}

/** Wallets, each with its second subaccounts. */
const withSpares = (wallets: readonly HouseWallet[]): readonly HouseWallet[] =>
  wallets.flatMap((wallet) => [wallet, ...wallet.spares]);

/** Small withdrawals of a run, where the profile allows any: one of each asset. */
const WITHDRAWALS = 3;

/** Wallets that a scenario takes, apart from a few. */
const PRINCIPALS = 3;

/** Scenarios state the fees and limits of this tier. */
const USUAL_TIER = 'tier_1';

/** Worlds without a seed of their own begin with this one. */
const USUAL_SEED = '7';
