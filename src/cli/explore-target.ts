import { Client } from '../client/client.ts';
import type { Fetch } from '../client/transport.ts';
import { createExchange } from '../exchange/exchange.ts';
import { currentHost } from '../exchange/host.ts';
import { type PartyAccount, TargetLost } from '../lab/explore/parties/party.ts';
import { PlainParty, PlainReference } from '../lab/explore/parties/plain-party.ts';
import type { SimulatorPartyOptions } from '../lab/explore/parties/simulator-party.ts';
import { boundedFetch, RESPONSE_LIMITS } from '../suite/targets/bounded-fetch.ts';
import { ProfileError, remoteOptionsOf } from '../suite/targets/profile.ts';
import type { RemoteOptions, WalletOptions } from '../suite/targets/remote-options.ts';
import { profileOf } from './conform/files.ts';
import { askFor, type ControlSite, controlSite, Unreachable } from './control-site.ts';
import { responseBytesOf } from './flag-values.ts';
import { UsageError } from './usage-error.ts';
import { isList, isRecord } from '../kernel/entries.ts';
import { isNumber, isShape, isText, orMissing } from '../kernel/guards.ts';

/** A simulator that may be started over. */
export interface ExploreTarget extends SimulatorPartyOptions {
  readonly world: string;
}

interface TargetFlags {
  readonly target: string;
  readonly world?: string;
  readonly controlToken?: string;
  readonly resetTarget?: boolean;
  readonly control?: boolean;
  readonly responseBytes?: string;
}

/** The origin of a deployment without a control plane. */
export interface NoControlPlane {
  readonly plain: string;
}

/**
 * Asks the control plane of the target what it is.
 *
 * @throws UsageError for a wrong URL, and for a target that others have used, Unreachable
 */
export async function openTarget({
  target,
  world,
  controlToken,
  resetTarget,
  control,
  responseBytes,
}: TargetFlags): Promise<ExploreTarget | NoControlPlane> {
  const bytes = responseBytes === undefined ? undefined : responseBytesOf(responseBytes);
  const site = controlSite(target.replace(/\/v1\/?$/, ''), controlToken, bytes ?? RESPONSE_LIMITS.bodyBytes);
  if (control === false) return { plain: site.origin };
  const state = await stateOf(site);
  if (!state) return { plain: site.origin };
  const { clientInputs = 0 } = state;
  if (clientInputs > 0 && resetTarget !== true) {
    throw new UsageError(
      `${site.origin} holds ${clientInputs} ${clientInputs === 1 ? 'request' : 'requests'} of clients, and exploring restarts it: pass --reset-target to discard its state`,
    );
  }
  return {
    origin: site.origin,
    serviceName: state.serviceName,
    token: controlToken,
    responseBytes: bytes,
    world: world ?? state.world,
  };
}

interface State {
  readonly serviceName: string;
  readonly world: string;
  readonly clientInputs?: number;
}

const isState = isShape<State>({ serviceName: isText, world: isText, clientInputs: orMissing(isNumber) });

/** Undefined where the route of the control plane is unknown. */
async function stateOf(site: ControlSite): Promise<State | undefined> {
  try {
    return await askFor(site, '/state', isState);
  } catch (error) {
    if (error instanceof Unreachable && (error.response?.status ?? error.foreignStatus) === 404) return undefined;
    throw error;
  }
}

interface PlainFlags {
  readonly profile: string;
  readonly world?: string;
  readonly budget: string;
  readonly responseBytes?: string;
}

/** A deployment in real time with the wallets of the environment, and the exchange it is compared with. */
export interface OpenedPlain {
  readonly target: PlainParty;
  readonly reference: PlainReference;
  readonly markets: ReadonlySet<string>;
  readonly wallets: number;
  readonly world: string;
}

/** Rules of a market that commands rely on. */
const SPECS = ['priceIncrement', 'orderSizeIncrement', 'minOrderSize', 'minNotionalValue', 'isOpen'] as const;
const WORLD = 'quiet';

/**
 * Looks at a deployment without a control plane: its wallets, its prices, and the markets that are as those of the reference.
 *
 * @throws UsageError for variables that are missing, and for wallets that hold orders; TargetLost
 */
export async function openPlain(origin: string, flags: PlainFlags): Promise<OpenedPlain> {
  const budget = budgetOf(flags.budget);
  const { responseBytes } = flags;
  const ask = boundedFetch(responseBytes === undefined ? {} : { bodyBytes: responseBytesOf(responseBytes) });
  const options = optionsOf(flags.profile, origin);
  const serviceName = options.serviceName ?? 'PerpSim';
  const traders = options.wallets.filter(({ role }) => role !== 'whitelist-off' && role !== 'keeper').slice(0, 2);
  const accounts = await reached(origin, () =>
    Promise.all(traders.map((wallet) => accountOf(origin, serviceName, wallet, ask))),
  );
  const world = flags.world ?? WORLD;
  const specs = await reached(origin, () => info(origin, 'getMarkets', ask));
  const prices = await reached(origin, () => info(origin, 'getMarketPrices', ask));
  const markets = await commonMarkets(world, specs);
  if (markets.size === 0)
    throw new UsageError(`${origin} has no market as the world ${world} has it: name another with --world`);
  const target = new PlainParty({
    origin,
    serviceName,
    budget,
    accounts,
    wall: { now: () => Date.now(), wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) },
    fetch: ask,
  });
  const indexPrices = new Map([...markets].map((symbol) => [symbol, indexOf(prices, symbol)] as const));
  const reference = new PlainReference(
    serviceName,
    accounts,
    () => target.now(),
    () => indexPrices,
  );
  return { target, reference, markets, wallets: accounts.length, world };
}

/** @throws UsageError for a variable that is missing or holds no key */
function optionsOf(profile: string, restUrl: string): RemoteOptions {
  try {
    return remoteOptionsOf(profileOf(profile), currentHost().env, { restUrl });
  } catch (error) {
    if (error instanceof ProfileError) throw new UsageError(error.message);
    throw error;
  }
}

async function accountOf(
  origin: string,
  serviceName: string,
  wallet: WalletOptions,
  ask: Fetch,
): Promise<PartyAccount> {
  const { privateKey, name = 'a wallet' } = wallet;
  const at = { restUrl: `${origin}/v1`, privateKey, serviceName, fetch: ask };
  const address = await new Client({ ...at, subAccountId: '0' }).address();
  const own = wallet.subAccountId ?? (await new Client({ ...at, subAccountId: '0' }).getSubAccountIds(address))[0];
  if (own === undefined) throw new UsageError(`the wallet of ${name} has no subaccount`);
  const orders = await new Client({ ...at, subAccountId: own }).getOpenOrders();
  if (orders.length > 0) {
    throw new UsageError(
      `the wallet of ${name} has ${orders.length} open orders, which exploring would cancel: cancel them, or give another wallet`,
    );
  }
  return { address, privateKey, subAccountId: own };
}

async function info(origin: string, action: string, ask: Fetch): Promise<unknown> {
  const response = await ask(`${origin}/v1/info`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ params: { action } }),
  });
  return responseIn(await response.json());
}

const responseIn = (envelope: unknown): unknown => (isRecord(envelope) ? envelope['response'] : undefined);

/** Markets with equal rules on both sides. */
async function commonMarkets(world: string, theirs: unknown): Promise<ReadonlySet<string>> {
  const exchange = await createExchange({ world, limits: { enabled: false } });
  try {
    const response = await exchange.fetch(`${exchange.url}/info`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"params":{"action":"getMarkets"}}',
    });
    const others = new Map(specsIn(theirs).map((spec) => [spec.symbol, spec]));
    return new Set(
      specsIn(responseIn(await response.json())).flatMap((spec) => {
        const other = others.get(spec.symbol);
        return other && SPECS.every((name) => other[name] === spec[name]) ? [spec.symbol] : [];
      }),
    );
  } finally {
    await exchange.close();
  }
}

type Spec = { readonly symbol: string } & Readonly<Partial<Record<(typeof SPECS)[number], unknown>>>;

const isSpec = (value: unknown): value is Spec => isRecord(value) && isText(value['symbol']);

const specsIn = (markets: unknown): readonly Spec[] => (isList(markets) ? markets.filter(isSpec) : []);

function indexOf(prices: unknown, symbol: string): string {
  const ofMarket = isRecord(prices) ? prices[symbol] : undefined;
  const price = isRecord(ofMarket) ? ofMarket['indexPrice'] : undefined;
  if (typeof price === 'string') return price;
  throw new TargetLost(`getMarketPrices has no index price of ${symbol}`);
}

async function reached<T>(origin: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new TargetLost(
      `${origin} does not respond as the API does: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function budgetOf(given: string): number {
  const budget = /^\d{4,9}$/.test(given) ? Number(given) : 0;
  if (budget >= 1_000) return budget;
  throw new UsageError(`--budget must be a whole number of tokens from 1000 (got "${given}")`);
}
