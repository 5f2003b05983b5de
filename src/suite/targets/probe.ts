import { Signer } from '../../client/signer.ts';
import { compareKeys } from '../../kernel/canonical-json.ts';
import { CAPABILITIES, type Capability, type Deployment } from '../deployment.ts';
import { valueAt } from '../paths.ts';
import { isList, isRecord } from '../records.ts';
import type { Exchanged } from '../transports/transport.ts';
import { ResponseLimitError } from './bounded-fetch.ts';
import { openReference, REFERENCE_MARKETS, type ReferenceMarket } from './reference-market.ts';
import { assignRoles, BETWEEN_MS, LOOKS, narrowest, typical } from '../market/assign.ts';
import { haircutCollateral } from '../market/collateral.ts';
import { LOOK_MS } from './ladder.ts';
import { HAIRCUT_COLLATERAL, type Roles, USUAL_ROLES } from '../market/roles.ts';
import { type AskPublic, type Look, looksAgain, looksAt } from '../market/view.ts';
import { scheduleFault } from './usual-schedule.ts';
import type { RemoteOptions, WalletOptions, WalletRole } from './remote-options.ts';
import type { RequestWatch } from './request-watch.ts';
import {
  accountIn,
  type AccountRecord,
  type HouseWallet,
  type AccountSettings,
  type SuiteClient,
} from './suite-client.ts';
import type { StreamListener, TargetStream, TargetWallet } from './target.ts';
import { TargetUnreachable } from './unreachable.ts';
import type { Wall } from './wall.ts';
import { errorOf } from '../../kernel/thrown.ts';

/** What a deployment turned out to offer. */
export interface Findings {
  readonly capabilities: ReadonlySet<Capability>;
  /** Why each other capability is absent. */
  readonly absent: ReadonlyMap<Capability, string>;
  readonly wallets: readonly HouseWallet[];
  /** Markets of the world `quiet` that stand open; none where this is no reference market. */
  readonly reference: readonly ReferenceMarket[];
  /** Which markets scenarios mean by their roles. */
  readonly roles: Roles;
  /** All markets with readable figures, by symbol. */
  readonly markets: ReadonlyMap<string, Look>;
}

export interface ProbeParts {
  readonly suiteClient: SuiteClient;
  /** Checks the responses; a probe reports to it what is wrong beyond their form. */
  readonly watch: RequestWatch;
  readonly options: RemoteOptions;
  readonly wall: Wall;
  readonly connect: (listener: StreamListener) => Promise<TargetStream>;
}

const STREAM_MS = 5_000;

type Parts = ProbeParts & { readonly reads: ProbeReads };

/**
 * Looks at everything that scenarios rest on, through the API alone; only reads are sent. A request that the target may
 * refuse makes a capability absent; a response contrary to the contract is a failure, which the watch keeps.
 *
 * @throws TargetUnreachable when a request gets no response, or when nothing there is this API
 */
export async function probe(given: ProbeParts): Promise<Findings> {
  const { suiteClient, options, watch } = given;
  const reads = new ProbeReads(suiteClient, watch, options.restUrl);
  const parts: Parts = { ...given, reads };
  await reads.assertReachable();
  const absent = new Map<Capability, string>([
    ['clock', 'a deployment without a control plane keeps its own time'],
    ['control', 'there is no control plane'],
    ['fault', 'there is no control plane to inject failures with'],
    ['worlds', 'a deployment without a control plane is the one world it is'],
    ['limits', 'there is no control plane to set limits with'],
    ['many-records', 'trading that much would lift a wallet into another fee tier'],
    ['fresh-account', 'what a wallet has done stays on its record, and no fresh one can be made'],
  ]);
  const { wallets, fault } = await findWallets(parts);
  const traders = wallets.filter(({ role }) => role !== 'whitelist-off');
  if (traders.length === 0) absent.set('funded', fault ?? 'no key of a funded wallet was given');
  if (traders.length < 2) {
    const reason = `there ${traders.length === 1 ? 'is 1 funded wallet' : 'are no funded wallets'}, and it takes two`;
    for (const one of ['second-wallet', 'delegate'] as const) absent.set(one, reason);
  }
  if (!wallets.some(({ role }) => role === 'keeper')) {
    absent.set('keeper', 'no wallet is the keeper, who puts back what scenarios take from a book');
  }
  if (!wallets.some(({ role }) => role === 'whitelist-off')) {
    absent.set('whitelist-off', 'no key of a wallet that is not whitelisted was given');
  }
  if (!wallets.some(({ role, spares }) => role === 'trader' && spares.length > 0)) {
    absent.set('second-subaccount', 'no wallet of a trader owns a second subaccount that stands empty');
  }
  const reference = await referenceOf(parts, absent);
  const ask: AskPublic = async (action, params) => (await suiteClient.askPublic(action, params)).body;
  const markets = await reads.reached(() => looksAt(ask));
  const marketRoles = reference.length > 0 ? USUAL_ROLES : await rolesOn(parts, { ask, markets, absent });
  const roles = { ...marketRoles, ...(await collateralRole(parts, ask, traders)) };
  const schedule = await reads.reached(() => scheduleFault(suiteClient));
  if (schedule !== undefined) absent.set('usual-schedule', `fees and collaterals are the target's own: ${schedule}`);
  const liquidity = await liquidityFault(parts, traders.length);
  if (liquidity !== undefined) absent.set('liquidity', liquidity);
  if (options.readOnly === true) absent.set('liquidity', 'the profile only reads');
  const unlimited = await unlimitedFault(parts, wallets[0]);
  if (unlimited !== undefined) absent.set('rate-limits', unlimited);
  if (options.mayExhaust !== true) absent.set('exhaust', 'the profile does not say that limits may be exhausted');
  const streams = await streamFault(parts);
  if (streams !== undefined) absent.set('streams', streams);
  return {
    capabilities: new Set(CAPABILITIES.filter((one) => !absent.has(one))),
    absent,
    wallets,
    reference,
    roles,
    markets,
  };
}

/** How often the probe looks for marks to come back. */
const MARK_LOOKS = 20;

/** True when nothing but a mark tells the markets from those of `quiet`. */
const isMarkAway = (found: readonly ReferenceMarket[] | string): boolean =>
  typeof found === 'string' && found.startsWith('the markPrice of ');

/** Reference markets that stand open, and why others do not. */
async function referenceOf(
  { reads, suiteClient, wall }: Parts,
  absent: Map<Capability, string>,
): Promise<readonly ReferenceMarket[]> {
  let found = await reads.reached(() => openReference(suiteClient));
  // A run that has just ended may have moved marks, which follow their books by an average: they come back.
  for (let looks = 1; isMarkAway(found) && looks < MARK_LOOKS; looks += 1) {
    await wall.wait(LOOK_MS);
    found = await reads.reached(() => openReference(suiteClient));
  }
  if (typeof found === 'string') {
    absent.set('reference-market', `the markets are not those of quiet: ${found}`);
    absent.set('trading-hours', 'the markets are not those of quiet');
    return [];
  }
  const closed = REFERENCE_MARKETS.filter((one) => !found.includes(one)).map(({ symbol }) => symbol);
  if (closed.length > 0) {
    absent.set('trading-hours', `${closed.join(', ')} is closed at this hour; ${OUT_OF_HOURS}`);
  }
  return found;
}

/** The markets that scenarios in terms use, where prices are the target's own: spreads come and go, so it looks for some seconds. */
async function rolesOn(
  { reads, options, wall }: Parts,
  { ask, markets, absent }: { ask: AskPublic; markets: ReadonlyMap<string, Look>; absent: Map<Capability, string> },
): Promise<Roles> {
  const all = [markets];
  while (all.length < LOOKS) {
    await wall.wait(BETWEEN_MS);
    all.push(await reads.reached(() => looksAgain(ask, markets)));
  }
  const strict = assignRoles(narrowest(all), options.roles);
  // Where each market was shut once, one with room most of the time will do: scenarios wait for it, and are tried again.
  const { roles, fault } = strict.fault === undefined ? strict : assignRoles(typical(all), options.roles);
  if (fault !== undefined) absent.set('market', fault);
  return roles;
}

/** The collateral that the profile names, or the first with a haircut that all traders hold. */
async function collateralRole(
  { reads, options }: Parts,
  ask: AskPublic,
  traders: readonly HouseWallet[],
): Promise<Roles> {
  const list = valueAt(await reads.reached(() => ask('getCollaterals', {})), 'response');
  const holdings = traders.map(({ held = [] }) => held);
  const asset = options.roles?.[HAIRCUT_COLLATERAL] ?? haircutCollateral(list, holdings);
  return asset === undefined ? {} : { [HAIRCUT_COLLATERAL]: asset };
}

/** Wallets whose signed reads are served, with what they own and how they stand. */
async function findWallets(parts: Parts): Promise<{ wallets: HouseWallet[]; fault?: string | undefined }> {
  const { options } = parts;
  const wallets: HouseWallet[] = [];
  let fault: string | undefined;
  for (const [index, wanted] of options.wallets.entries()) {
    const found = await findWallet(parts, wanted, roleOf(options.wallets, index));
    if (typeof found === 'string') fault ??= found;
    else wallets.push(found);
  }
  return { wallets, fault };
}

function roleOf(wallets: readonly WalletOptions[], index: number): WalletRole {
  const role = wallets[index]?.role;
  if (role) return role;
  const hasKeeper = wallets.some((one) => one.role === 'keeper');
  return !hasKeeper && wallets.length >= 3 && index === wallets.length - 1 ? 'keeper' : 'trader';
}

/** The wallet, or in words why it cannot be used; the words never hold a key. */
async function findWallet(
  { reads, watch, options }: Parts,
  { privateKey, subAccountId: given, spareSubAccountIds, name }: WalletOptions,
  role: WalletRole,
): Promise<HouseWallet | string> {
  const address = await new Signer(privateKey, '').address();
  const who = name === undefined ? address : `${address} (${name})`;
  const ids = await reads.ask('getSubAccountIds', { walletAddress: address });
  if (ids.refused !== undefined) return `${who}: ${ids.refused}`;
  if (Array.isArray(ids.response) && ids.response.some((id) => typeof id !== 'string')) {
    watch.breaks('CONV-ID-STRINGS', 'getSubAccountIds', 'a subaccount id is no text');
  }
  const owned = Array.isArray(ids.response) ? ids.response.map(String) : [];
  const subAccountId = given ?? owned[0];
  if (subAccountId === undefined) return `${who} owns no subaccount`;
  if (!owned.includes(subAccountId)) return `${who} does not own the subaccount it was given with`;
  const wallet = { address, privateKey, subAccountId };
  const accounts = await reads.askAs(wallet, 'getSubAccounts');
  if (accounts.refused !== undefined) {
    return `a signed read of ${who} is not served: is the service name right? ${accounts.refused}`;
  }
  const record = accountIn(accounts.exchanged, subAccountId);
  if (!record) {
    const fault = `getSubAccounts does not list the subaccount ${subAccountId}, which getSubAccountIds lists for its owner`;
    watch.contrary('getSubAccounts', fault, 'getSubAccountIds');
    return `${who}: ${fault}`;
  }
  if (!hasFunds(record) && role !== 'whitelist-off') return `${who} holds no collateral`;
  const listed = await reads.ask('getIsWhitelisted', { walletAddress: address });
  if (listed.refused !== undefined) return `${who}: ${listed.refused}`;
  if (listed.response === false) {
    const lower = await reads.ask('getIsWhitelisted', { walletAddress: address.toLowerCase() });
    if (lower.response === true) {
      const fault = `${address} is not whitelisted, and in lower case it is`;
      watch.breaks('GETISWHITELISTED-CASE', 'getIsWhitelisted', fault);
    }
  }
  if (listed.response !== (role !== 'whitelist-off'))
    return `${who} is ${listed.response === true ? '' : 'not '}whitelisted`;
  const holds = await holdingOf({ reads, watch }, wallet, record);
  if (holds !== undefined && options.mayClear !== true) {
    return `${who} holds ${holds}, and the profile does not say that it may be cleared`;
  }
  const others = owned.filter((id) => id !== subAccountId);
  const spares: HouseWallet[] = [];
  for (const id of role === 'trader' ? others.filter((one) => spareSubAccountIds?.includes(one) !== false) : []) {
    const spare = { ...wallet, subAccountId: id };
    const its = accountIn(accounts.exchanged, id);
    if (!its || hasFunds(its) || (await holdingOf({ reads, watch }, spare, its)) !== undefined) continue;
    spares.push({ ...spare, role: 'spare', tierId: its.tierId, standing: standingOf(its), spares: [], others: 0 });
  }
  const { tierId, maxSubAccounts } = record;
  const held = record.collaterals.filter(({ quantity }) => /[1-9]/.test(quantity)).map(({ symbol }) => symbol);
  return { ...wallet, role, tierId, maxSubAccounts, standing: standingOf(record), spares, others: others.length, held };
}

const hasFunds = ({ collaterals }: AccountRecord): boolean =>
  collaterals.some(({ quantity }) => /[1-9]/.test(quantity));

const standingOf = ({ subAccountName: name, leverages }: AccountRecord): AccountSettings => ({ name, leverages });

/** What a wallet holds at the start, in words; undefined for one that stands empty. */
async function holdingOf(
  { reads, watch }: Pick<Parts, 'reads' | 'watch'>,
  wallet: TargetWallet,
  { positions, delegatedSigners }: AccountRecord,
): Promise<string | undefined> {
  const open = await reads.askAs(wallet, 'getPositions', { status: 'open' });
  const orders = await reads.askAs(wallet, 'getOpenOrders', { limit: 1000 });
  if (open.refused === undefined) {
    const [here, there] = [symbolsOf(open.response), symbolsOf(positions)];
    if (here !== there) {
      const fault = `getPositions lists the open positions ${here || 'none'}, and getSubAccounts ${there || 'none'}`;
      watch.contrary('getPositions', fault, 'getSubAccounts');
      return fault;
    }
  }
  if (positions.length > 0) return 'positions';
  if (delegatedSigners.length > 0) return 'delegated signers';
  return Array.isArray(orders.response) && orders.response.length > 0 ? 'open orders' : undefined;
}

/** The markets of positions, by themselves or below `positions`. */
function symbolsOf(response: unknown): string {
  const positions = isList(response) ? response : valueAt(response, 'positions');
  if (!Array.isArray(positions)) return '';
  return positions
    .map((one: unknown) => (isRecord(one) ? String(one.symbol) : ''))
    .sort(compareKeys)
    .join(', ');
}

/**
 * Rate limits show in the snapshots of signed responses, and in a getRateLimits that counts its own cost. A target that
 * has either of them is limited: the scenarios find out what the other lacks.
 */
async function unlimitedFault({ reads }: Parts, wallet: TargetWallet | undefined): Promise<string | undefined> {
  if (!wallet) return 'only a signed response reports rate limits, and there is no wallet to sign for';
  const { exchanged, refused } = await reads.askAs(wallet, 'getRateLimits');
  if (refused !== undefined || valueAt(exchanged.body, 'rateLimit') !== undefined) return undefined;
  const used = valueAt(exchanged.body, 'response.requestsUsed');
  return used === 0
    ? 'getRateLimits costs nothing, and no response carries rateLimit: limits are switched off'
    : undefined;
}

/** A book with both sides, or two wallets of the profile that can trade inside it. */
async function liquidityFault(parts: Parts, traders: number): Promise<string | undefined> {
  const { reads, suiteClient } = parts;
  const mids = await reads.ask('getMids');
  if (mids.refused !== undefined) return mids.refused;
  const symbols = isRecord(mids.response) ? Object.keys(mids.response) : [];
  await compareMarkets(parts, symbols);
  for (const symbol of symbols) {
    const book = await reads.reached(() => suiteClient.book(symbol));
    if (book && book.bids.length > 0 && book.asks.length > 0) return undefined;
  }
  if (traders >= 2 && symbols.length > 0) return undefined;
  return 'no book has both sides, and it takes two wallets to make one';
}

/** Fails lists of markets that contradict each other. */
async function compareMarkets({ reads, watch }: Parts, symbols: readonly string[]): Promise<void> {
  const markets = await reads.ask('getMarkets');
  const prices = await reads.ask('getMarketPrices');
  if (!Array.isArray(markets.response)) return;
  const listed = markets.response.map((one: unknown) => String(valueAt(one, 'symbol')));
  const stranger = symbols.find((symbol) => !listed.includes(symbol));
  if (stranger !== undefined) {
    watch.contrary('getMids', `getMids has ${stranger}, which getMarkets does not list`, 'getMarkets');
  }
  const unpriced = listed.find((symbol) => isRecord(prices.response) && !Object.hasOwn(prices.response, symbol));
  if (unpriced !== undefined) {
    watch.contrary('getMarketPrices', `getMarketPrices lacks ${unpriced}, which getMarkets lists`, 'getMarkets');
  }
}

async function streamFault({ connect, wall, watch }: ProbeParts): Promise<string | undefined> {
  let received: (text: string) => void = () => undefined;
  const response = new Promise<string>((resolve) => {
    received = resolve;
  });
  try {
    const opening = connect({ frame: (text) => received(text), closed: (code) => received(`closed with ${code}`) });
    const stream = await wall.within(STREAM_MS, opening);
    if (!stream) return 'the WebSocket address does not respond';
    stream.send(JSON.stringify({ id: 'probe', method: 'ping', params: {} }));
    const text = await wall.within(STREAM_MS, response);
    await stream.close();
    if (text?.includes('"probe"') === true) return undefined;
    const fault = `the response to a ping is ${text ?? 'nothing'}`;
    watch.contrary('ping', fault);
    return fault;
  } catch (error) {
    return `the WebSocket address cannot be reached: ${errorOf(error).message}`;
  }
}

/** A read of the probe: its response, or why the target may refuse it. */
export interface ProbeRead {
  readonly exchanged: Exchanged;
  /** `response` of a success. */
  readonly response: unknown;
  /** In words; undefined for a success. */
  readonly refused: string | undefined;
}

/** Statuses with which a deployment may refuse any request: it is busy, or shut for now. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);
/** It may also not know who signs: the key or the service name is not the right one. */
const STRANGER: ReadonlySet<number> = new Set([401, 403, ...BUSY]);

/** The reads of the probe. Each is a success, a refusal that is the target's right, or a failure. */
class ProbeReads {
  readonly #suiteClient: SuiteClient;
  readonly #watch: RequestWatch;
  readonly #url: string;

  constructor(suiteClient: SuiteClient, watch: RequestWatch, url: string) {
    this.#suiteClient = suiteClient;
    this.#watch = watch;
    this.#url = url;
  }

  /** Throws TargetUnreachable unless one of two public reads receives an envelope of the API. */
  async assertReachable(): Promise<void> {
    const { exchanged } = await this.ask('getExchangeStatus');
    if (isOfApi(exchanged) || isOfApi((await this.ask('getMarkets')).exchanged)) return;
    throw new TargetUnreachable(
      `${this.#url} responds to getExchangeStatus with ${exchanged.status}, and not as the API does`,
    );
  }

  ask(action: string, params: Record<string, unknown> = {}): Promise<ProbeRead> {
    return this.#read(
      action,
      BUSY,
      (refusal) => (refusal.status === 401 || refusal.status === 403 ? 'AUTH-INFO-NONE' : versionClause(refusal)),
      () => this.#suiteClient.askPublic(action, params),
    );
  }

  askAs(wallet: TargetWallet, action: string, params: Record<string, unknown> = {}): Promise<ProbeRead> {
    // Reads of the probe carry no nonce.
    const clause = (refusal: Exchanged): string | undefined =>
      /nonce/.test(messageOf(refusal)) ? 'REQ-NONCE-READ-OPTIONAL' : versionClause(refusal);
    return this.#read(action, STRANGER, clause, () => this.#suiteClient.ask(wallet, action, params));
  }

  /** Throws TargetUnreachable where no response comes. */
  async reached<T>(request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (error) {
      // What fetch throws for a connection that cannot be made, breaks or takes too long.
      const { cause, message, name } = errorOf(error);
      if (error instanceof ResponseLimitError) throw new TargetUnreachable(message);
      if (message !== 'fetch failed' && message !== 'terminated' && name !== 'TimeoutError') throw error;
      throw new TargetUnreachable(`${this.#url} does not respond: ${cause instanceof Error ? cause.message : message}`);
    }
  }

  /** @param clauseOf what a refusal breaks, where a clause states it explicitly */
  async #read(
    action: string,
    mayRefuse: ReadonlySet<number>,
    clauseOf: (refusal: Exchanged) => string | undefined,
    request: () => Promise<Exchanged>,
  ): Promise<ProbeRead> {
    const exchanged = await this.reached(request);
    const { status, body } = exchanged;
    const response = valueAt(body, 'response');
    // Whatever else is wrong with it is found by the watch.
    if (status === 200 && response !== undefined) return { exchanged, response, refused: undefined };
    const error = [valueAt(body, 'error.code'), valueAt(body, 'error.message')].filter(
      (part) => typeof part === 'string',
    );
    const refused = `${action} receives ${[status, ...error].join(' ')}`;
    if (!mayRefuse.has(status)) {
      const clause = clauseOf(exchanged);
      const fault = `a valid request is refused: ${refused}`;
      if (clause === undefined) this.#watch.contrary(action, fault);
      else this.#watch.breaks(clause, action, fault);
    }
    return { exchanged, response: undefined, refused };
  }
}

const messageOf = ({ body }: Exchanged): string => String(valueAt(body, 'error.message'));

/** Requests of the suite name no version of the API, which a refusal may not ask for. */
const versionClause = (refusal: Exchanged): string | undefined =>
  /\bversion\b/i.test(messageOf(refusal)) ? 'VERSION-NO-HEADER' : undefined;

/** True for a response in the envelope of the API, whatever is wrong with it; 404 says that nothing of it is here. */
const isOfApi = ({ status, body }: Exchanged): boolean =>
  status !== 404 && isRecord(body) && ('response' in body || isRecord(body.error));

type Offer = Pick<Deployment, 'capabilities' | 'absent'>;

/** Why scenarios of the market with trading hours are skipped out of hours. */
const OUT_OF_HOURS = 'it trades on weekdays until 22:00 UTC';

const MINUTE_MS = 60_000;
const CLOSES_AT_HOUR = 22;
const SATURDAY = 6;

/**
 * Returns what a target offers at a time of its clock: a market that stood open when it was probed may close during the run. A
 * scenario that begins in the last minute would not end in time.
 *
 * @param now Unix milliseconds
 */
export function offeredAt(findings: Offer, now: number): Offer {
  const { capabilities, absent } = findings;
  if (!capabilities.has('trading-hours') || (isOpenAt(now) && isOpenAt(now + MINUTE_MS))) return findings;
  return {
    capabilities: new Set([...capabilities].filter((one) => one !== 'trading-hours')),
    absent: new Map([...absent, ['trading-hours', `WTI-USDT closes at this hour; ${OUT_OF_HOURS}`]]),
  };
}

function isOpenAt(time: number): boolean {
  const date = new Date(time);
  const day = date.getUTCDay();
  return day > 0 && day < SATURDAY && date.getUTCHours() < CLOSES_AT_HOUR;
}
