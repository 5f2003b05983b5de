import type { verifyTypedData } from 'ethers';
import type { WireSignature } from '../../client/signer.ts';
import { typedDataOf, typesOf } from '../../client/typed-data.ts';
import { signingDomain } from '../../contract/signing.ts';
import { type Beginning, type Claim, type Deployment, type Lane, Unmet } from '../deployment.ts';
import { isRecord } from '../records.ts';
import type { TargetIdentity } from '../results/run.ts';
import { Cleanup } from './cleanup.ts';
import { couldOpen, guardWrite, isPayment } from './guard.ts';
import { Common, type Held } from './lanes.ts';
import { PacedTransport } from './paced-transport.ts';
import { type Findings, offeredAt, probe } from './probe.ts';
import { inTurn, ReferenceBooks, roomFor, roomOf, withOpened, withSpares } from './reference-books.ts';
import { REMOTE_DEFAULTS, type RemoteOptions } from './remote-options.ts';
import type { Write } from './request-charge.ts';
import { RequestWatch } from './request-watch.ts';
import { canOpenSpares, openSpares } from './set-up.ts';
import { SideEffectLog } from './side-effect-log.ts';
import { type HouseWallet, SuiteClient } from './suite-client.ts';
import type { Target, TargetStream, TargetWallet } from './target.ts';

/**
 * A deployment without a control plane: URLs, a service name and funded wallets. What it offers is probed; scenarios
 * share its one world and its wallets, so what each of them did is taken back before the next one begins.
 *
 * @throws TargetUnreachable when nothing there responds as the API does
 */
export async function remoteDeployment(options: RemoteOptions): Promise<Deployment> {
  const remote = new Remote(options);
  await remote.open();
  return remote.deployment();
}

/** The whole of a deployment, or a lane of it: some of its wallets and markets, for scenarios that run beside others. */
class Remote {
  readonly #options: RemoteOptions;
  readonly #identity: TargetIdentity;
  readonly #common: Common;
  /** Undefined for the whole. */
  readonly #held: Held | undefined;
  readonly #sideEffects: SideEffectLog;
  readonly #pacedTransport: PacedTransport;
  readonly #suiteClient: SuiteClient;
  readonly #watch: RequestWatch;
  readonly #house: Target;
  #findings: Findings = {
    capabilities: new Set(),
    absent: new Map(),
    wallets: [],
    reference: [],
    roles: {},
    markets: new Map(),
  };
  readonly #books: ReferenceBooks;
  #cleanup: Cleanup;
  #signedBy: SignedBy = () => undefined;
  /** What a reader should know before the run. */
  readonly #remarks: string[] = [];

  constructor(options: RemoteOptions, common = new Common(options), held?: Held) {
    const { serviceName = REMOTE_DEFAULTS.serviceName } = options;
    this.#options = options;
    this.#common = common;
    this.#held = held;
    this.#sideEffects = new SideEffectLog(common.past);
    this.#watch = new RequestWatch(common.failures);
    const base = options.restUrl.replace(/\/+$/, '').replace(/\/v1$/, '');
    const wsUrl = (options.wsUrl ?? `${base.replace(/^http/, 'ws')}/v1/ws`).replace(/\/+$/, '');
    this.#identity = { name: base, kind: 'remote', restUrl: `${base}/v1`, wsUrl, serviceName, version: null };
    this.#pacedTransport = new PacedTransport({
      pacer: common.pacer,
      clock: common.clock,
      sideEffects: this.#sideEffects,
      wsUrl,
      responseBytes: options.responseBytes,
      guard: (write) => this.#guard(write),
      mayBreakProtocol: options.mayExhaust,
    });
    this.#house = this.#watch.of({
      ...this.#target([], 0),
      fetch: (...given: Parameters<PacedTransport['fetch']>) => this.#pacedTransport.fetchForHouse(...given),
      connect: (endpoint, listener) => this.#pacedTransport.connect(endpoint, listener),
    });
    this.#suiteClient = new SuiteClient(this.#house, held?.keeperClient);
    if (held) {
      this.#findings = held.findings;
      this.#watch.probed();
    }
    this.#cleanup = this.#cleanupOf(this.#findings.wallets);
    this.#books = new ReferenceBooks({
      common,
      held,
      sideEffects: this.#sideEffects,
      suiteClient: this.#suiteClient,
      findings: () => this.#findings,
      clientId: () => this.#clientId(),
      stillOpen: (text) => this.#stillOpen(text),
    });
  }

  async open(): Promise<void> {
    this.#signedBy = await signedBy(this.#identity.serviceName);
    const findings = await probe({
      suiteClient: this.#suiteClient,
      watch: this.#watch,
      options: this.#options,
      wall: this.#common.wall,
      connect: (listener) => this.#house.connect('info', listener),
    });
    this.#watch.probed();
    this.#findings = await this.#setUp(findings);
    this.#common.wallets = this.#findings.wallets;
    this.#cleanup = this.#cleanupOf(this.#findings.wallets);
    this.#checkRoom();
    if (this.#options.mayClear === true && this.#options.readOnly !== true) await this.#clear();
    if (findings.capabilities.has('reference-market')) await this.#prepareBooks();
  }

  /** Opens the second subaccounts that scenarios want, where the profile says that it may; a dry run only counts on them. */
  async #setUp(findings: Findings): Promise<Findings> {
    const { mayCreate = false, readOnly = false, dryRun = false, prefix = REMOTE_DEFAULTS.prefix } = this.#options;
    if (!mayCreate || readOnly || !canOpenSpares(findings.wallets)) return findings;
    const wallets = dryRun ? findings.wallets : await openSpares(this.#suiteClient, findings.wallets, prefix);
    if (!dryRun && wallets.every(({ spares }) => spares.length === 0)) return findings;
    const absent = new Map(findings.absent);
    absent.delete('second-subaccount');
    return { ...findings, wallets, absent, capabilities: new Set([...findings.capabilities, 'second-subaccount']) };
  }

  /** Where the wallets may not own as many new subaccounts as the profile allows, the run opens fewer, and says so. */
  #checkRoom(): void {
    const wanted = this.#common.subAccounts;
    const room = roomFor(wanted, this.#findings.wallets);
    if (room >= wanted) return;
    this.#common.subAccounts = room;
    this.#remarks.push(
      `the profile allows ${wanted} new subaccounts, and its wallets may own ${room} more: give it a wallet with fewer subaccounts or a higher tier, or set subAccounts to ${room}`,
    );
  }

  deployment(): Deployment {
    const { wallets } = this.#findings;
    const { pacer, clock } = this.#common;
    const offered = (): Pick<Findings, 'capabilities' | 'absent'> => offeredAt(this.#findings, clock.now());
    return {
      identity: this.#identity,
      get capabilities() {
        return offered().capabilities;
      },
      get absent() {
        return offered().absent;
      },
      wallets: wallets.filter(({ role }) => role !== 'whitelist-off').length,
      waitMs: this.#options.waitMs ?? REMOTE_DEFAULTS.waitMs,
      failures: this.#watch.failures,
      remarks: this.#remarks,
      begin: (wanted) => this.#begin(wanted),
      pace: { roundTripMs: pacer.roundTripMs, buckets: pacer.buckets },
      lanes: {
        most: Math.max(1, this.#findings.wallets.filter(({ role }) => role === 'trader').length),
        take: (claim) => this.#lane(claim),
      },
      get tokens() {
        return pacer.budget === undefined ? undefined : { spent: pacer.spent, budget: pacer.budget };
      },
      get spentTokens() {
        return pacer.spent;
      },
      close: () => this.#close(),
    };
  }

  /** Some wallets for scenarios of a claim; undefined while others hold them. */
  #lane(claim: Claim): Lane | undefined {
    this.#adopt();
    const wallets = this.#common.hold(claim, this.#findings);
    if (!wallets) return undefined;
    const rest = this.#findings.wallets.filter(({ role }) => role !== 'trader');
    const usesKeeper = claim.wallets > wallets.length;
    const held: Held = {
      claim,
      findings: { ...this.#findings, wallets: [...wallets, ...rest] },
      keeperClient: usesKeeper ? undefined : this.#suiteClient,
      least: this.#common.nonceOf(wallets),
    };
    const lane = new Remote(this.#options, this.#common, held);
    lane.#signedBy = this.#signedBy;
    this.#common.enter(claim, wallets);
    return {
      begin: (wanted) => lane.#begin(wanted),
      leave: async () => {
        const isClean = await lane.#leave();
        this.#sideEffects.adopt(lane.#sideEffects, usesKeeper);
        this.#common.leave(claim, wallets, lane.#lastNonce(), isClean);
      },
    };
  }

  /** Takes back what was done in this lane; false when something would not go. */
  async #leave(): Promise<boolean> {
    try {
      const unmet = await this.#takeBack();
      return unmet?.capability !== 'fresh-account';
    } catch {
      // What is left is taken back at the end of the run, which says so when it cannot.
      return false;
    }
  }

  /**
   * Takes back what was done since the last time, and fills up the books; returns in words what could not be taken back.
   *
   * @param books markets whose books are wanted whole; all that were taken from where it is left out
   */
  async #takeBack(books?: readonly string[]): Promise<Unmet | undefined> {
    const kept = await this.#cleanup.takeBack(this.#sideEffects.take());
    if (kept.length > 0) return new Unmet('fresh-account', `an earlier scenario left behind: ${kept.join(', ')}`);
    return this.#books.refill(books);
  }

  /** The highest nonce that was sent for wallets of this lane, or for any. */
  #lastNonce(): number {
    return Math.max(
      Number(this.#sideEffects.nonce),
      this.#held?.least ?? (this.#common.closed ? this.#common.nonceOf() : 0),
    );
  }

  async #begin(wanted: Beginning): Promise<Target> {
    const {
      world,
      seed,
      limits,
      risk,
      tiers,
      watchesFees = true,
      watchesMarks = true,
      exhausts = false,
      books,
    } = wanted;
    this.#adopt();
    const { capabilities, absent, wallets } = this.#findings;
    if (this.#common.closed) throw new Unmet('worlds', 'the run has ended');
    if (limits || risk || tiers || world !== 'quiet' || seed !== USUAL_SEED) {
      throw new Unmet('worlds', absent.get('worlds') ?? '');
    }
    this.#common.pacer.demand(1);
    const unmet = await this.#takeBack(books);
    if (unmet) throw unmet;
    if (watchesMarks && capabilities.has('reference-market')) await this.#books.marksBack();
    const turns = inTurn(wallets, {
      common: this.#common,
      // Fees are stated for the reference market; elsewhere they are the target's own.
      statesFees: watchesFees && capabilities.has('reference-market'),
      watchesFees,
      exhausts,
      // The keeper serves all lanes at once, so no lane that shares it may log in as the keeper.
      sharesKeeper: this.#held?.keeperClient !== undefined,
    });
    return this.#target(turns, await this.#common.clock.next(this.#lastNonce()));
  }

  /** Subaccounts that scenarios have opened are at the disposal of later ones, and what they hold is taken back. */
  #adopt(): void {
    const opened = this.#sideEffects.takeOpened();
    if (opened.length === 0) return;
    const wallets = withOpened(this.#findings.wallets, opened);
    this.#findings = { ...this.#findings, wallets };
    if (!this.#held) this.#common.wallets = wallets;
    this.#cleanup = this.#cleanupOf(wallets);
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
      fetch: (url, init) => this.#pacedTransport.fetch(url, init),
      connect: async (endpoint, listener) => {
        const stream = await this.#pacedTransport.connect(endpoint, listener);
        open.add(stream);
        return stream;
      },
      now: () => this.#common.clock.now(),
      began,
      roles: this.#findings.roles,
      markets: this.#findings.markets,
      lately: () => this.#common.lately(),
      saw: (looks) => this.#common.saw(looks),
      prefix: this.#options.prefix ?? REMOTE_DEFAULTS.prefix,
      lastNonce: () => this.#lastNonce(),
      pass: (ms, isStopping) => this.#pass(ms, isStopping),
      ticks: () => this.#common.wall.now(),
      fill: (id) => (id === undefined ? this.#common.pacer.fillAddress() : this.#common.pacer.fill(id)),
      drain: (work) => this.#pacedTransport.drain(work),
      unusedLoginTime: (address, wanted) => this.#common.loginTimes.take(address, wanted),
      walletInTier: (tierId) => this.#walletInTier(tierId),
      atHand: this.#findings.wallets,
      // The connections of an address are limited, so connections that a scenario left open are closed.
      close: async () => void (await Promise.all([...open].map((stream) => stream.close()))),
    };
  }

  #walletInTier(tierId: string): HouseWallet {
    const wallet = this.#findings.wallets.find((one) => this.#common.tierOf(one) === tierId);
    if (!wallet) throw new Unmet('control', `no wallet of the profile is in ${tierId}`);
    return wallet;
  }

  async #pass(ms: number, isStopping?: () => boolean): Promise<void> {
    const { waitMs = REMOTE_DEFAULTS.waitMs } = this.#options;
    if (ms > waitMs) throw new Unmet('time', `would wait in real time for longer than ${waitMs} ms`);
    const { clock, wall } = this.#common;
    const end = clock.now() + ms;
    const longest = isStopping ? LOOK_MS : ms + 1;
    while (clock.now() <= end) {
      if (isStopping?.()) throw new Unmet('time', 'the run was stopped while it waited');
      await wall.wait(Math.min(longest, end + 1 - clock.now()));
    }
  }

  #guard(write: Write): void {
    if (this.#options.readOnly === true) throw new Unmet('writes', 'the profile only reads');
    const wallet = withSpares(this.#findings.wallets).find(({ subAccountId }) => subAccountId === write.subAccountId);
    const recover = this.#signedBy;
    const standing = {
      now: this.#common.clock.now(),
      subAccounts: this.#common.subAccounts,
      withdrawals: this.#common.withdrawals,
      isNamed: wallet !== undefined && wallet.standing.name !== '',
      owner: wallet?.address,
      room: wallet && roomOf(wallet),
      // Recovering takes a while, and few writes are judged by it.
      get signer() {
        return recover(write);
      },
    };
    guardWrite(write, standing);
    if (write.action === 'createSubaccount' && couldOpen(write.params, standing)) this.#common.subAccounts -= 1;
    if (write.action === 'withdrawCollateral' && isPayment(write.params)) this.#common.withdrawals -= 1;
  }

  /** New each time, also for the next run. */
  #clientId(): string {
    this.#common.orders += 1;
    return `${this.#options.prefix ?? REMOTE_DEFAULTS.prefix}-${this.#common.clock.now()}-${this.#common.orders}`;
  }

  #cleanupOf(wallets: readonly HouseWallet[]): Cleanup {
    return new Cleanup({
      suiteClient: this.#suiteClient,
      wallets: withSpares(wallets),
      clientId: () => this.#clientId(),
      isReference: () => this.#findings.capabilities.has('reference-market'),
      saw: ({ subAccountId, tierId }) => {
        // What a second subaccount trades lifts the tier of its owner.
        const owner = wallets.find(({ spares }) => spares.some((spare) => spare.subAccountId === subAccountId));
        if (tierId !== '') this.#common.tiers.set(owner?.subAccountId ?? subAccountId, tierId);
      },
      stillOpen: (text) => this.#stillOpen(text),
      traded: (symbol) => this.#sideEffects.traded(symbol),
      pause: () => this.#common.wall.wait(PAUSE_MS),
    });
  }

  /** An order of this run that its cancel has left open is a failure, unless the cancel may have been refused. */
  #stillOpen(text: string): void {
    const status = this.#watch.statusOf('cancelAllOrders');
    if (status !== 429 && status !== 503) this.#watch.contrary('cancelAllOrders', text, 'getOpenOrders');
  }

  /** What the wallets hold at the start goes, where the profile says that it may. */
  async #clear(): Promise<void> {
    const all = new Set(['orders', 'signers', 'switch'] as const);
    await this.#cleanup.takeBack(new Map(this.#findings.wallets.map(({ subAccountId }) => [subAccountId, all])));
  }

  /** Books that earlier runs took from are filled up; where they cannot be, this is no reference market. */
  async #prepareBooks(): Promise<void> {
    if (this.#options.readOnly === true) return;
    const fault = await this.#books.faultAtStart();
    if (fault === undefined) return;
    const { capabilities, absent } = this.#findings;
    this.#findings = {
      ...this.#findings,
      capabilities: new Set([...capabilities].filter((one) => one !== 'reference-market')),
      absent: new Map([...absent, ['reference-market', fault]]),
    };
  }

  async #close(): Promise<readonly string[]> {
    this.#common.closed = true;
    this.#adopt();
    try {
      await this.#cleanup.takeBack(this.#sideEffects.take());
      return await this.#cleanup.finish(this.#sideEffects.everTouched);
    } catch (error) {
      // The reports are worth more than a stack trace.
      return [`whatever the run made: cleaning up ended with ${String(error)}`];
    }
  }
}

/** Worlds without a seed of their own begin with this one. */
const USUAL_SEED = '7';
/** How long a cleanup gives the target before it asks again. */
const PAUSE_MS = 500;
/** How often a long wait looks whether the run is to stop. */
const LOOK_MS = 1_000;

/** Returns the signer of a write; undefined where the signature is invalid. */
type SignedBy = (write: Write) => string | undefined;

/** Ethers is loaded with the first call. */
async function signedBy(serviceName: string): Promise<SignedBy> {
  const { verifyTypedData } = await import('ethers');
  return (write) => recovered(write, serviceName, verifyTypedData);
}

function recovered(
  { action, subAccountId, params, nonce = 0n, expiresAfter = 0n, signature }: Write,
  serviceName: string,
  verify: typeof verifyTypedData,
): string | undefined {
  if (!isRecord(signature)) return undefined;
  try {
    const facts = { subAccountId: BigInt(subAccountId), nonce, expiresAfter };
    const { type, values } = typedDataOf(action, params, facts);
    const { r, s, v } = signature as unknown as WireSignature;
    return verify(signingDomain(serviceName), typesOf(type), { ...values }, { r, s, v });
  } catch {
    // A malformed id or signature has no signer.
    return undefined;
  }
}
