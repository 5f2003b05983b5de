import { Signer } from '../../client/signer.ts';
import { type Capability, CAPABILITIES } from '../deployment.ts';
import { valueAt } from '../paths.ts';
import type { Desk, HouseWallet } from './desk.ts';
import { referenceFault } from './reference-market.ts';
import type { RemoteOptions, WalletOptions, WalletRole } from './remote-options.ts';
import type { TargetStream, StreamListener } from './target.ts';
import { TargetUnreachable } from './unreachable.ts';
import type { Wall } from './wall.ts';

/** What a deployment turned out to offer. */
export interface Findings {
  readonly capabilities: ReadonlySet<Capability>;
  /** Why each other capability is absent. */
  readonly absent: ReadonlyMap<Capability, string>;
  readonly wallets: readonly HouseWallet[];
}

export interface ProbeParts {
  readonly desk: Desk;
  readonly options: RemoteOptions;
  readonly wall: Wall;
  readonly connect: (listener: StreamListener) => Promise<TargetStream>;
}

const STREAM_MS = 5_000;

/** Looks at everything that scenarios rest on, through the API alone; only reads are sent. */
export async function probe(parts: ProbeParts): Promise<Findings> {
  const { desk, options } = parts;
  await assertReachable(desk, options.restUrl);
  const absent = new Map<Capability, string>([
    ['clock', 'a deployment without a control plane keeps its own time'],
    ['control', 'there is no control plane'],
    ['fault', 'there is no control plane to inject failures with'],
    ['worlds', 'a deployment without a control plane is the one world it is'],
    ['limits', 'there is no control plane to set limits with, and its buckets are not ours to drain'],
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
  if (!wallets.some(({ role }) => role === 'whitelist-off')) {
    absent.set('whitelist-off', 'no key of a wallet that is not whitelisted was given');
  }
  const reference = await referenceFault(desk);
  if (reference !== undefined) absent.set('reference-market', `the markets are not those of quiet: ${reference}`);
  const liquidity = await liquidityFault(desk, traders.length);
  if (liquidity !== undefined) absent.set('liquidity', liquidity);
  if (options.readOnly === true) absent.set('liquidity', 'the profile only reads');
  const streams = await streamFault(parts);
  if (streams !== undefined) absent.set('streams', streams);
  return { capabilities: new Set(CAPABILITIES.filter((one) => !absent.has(one))), absent, wallets };
}

/** Throws TargetUnreachable unless the status is answered in the envelope of the API. */
async function assertReachable(desk: Desk, url: string): Promise<void> {
  const answer = await desk.askPublic('getExchangeStatus').catch((error: unknown) => {
    const { cause, message } = error as Error;
    throw new TargetUnreachable(`${url} does not answer: ${cause instanceof Error ? cause.message : message}`);
  });
  const status = valueAt(answer.body, 'response.exchange_status');
  if (answer.status === 200 && valueAt(answer.body, 'status') === 'ok' && typeof status === 'string') return;
  throw new TargetUnreachable(`${url} answers getExchangeStatus with ${answer.status}, and not as the API does`);
}

/** Wallets whose signed reads are served, with what they own and how they stand. */
async function findWallets(parts: ProbeParts): Promise<{ wallets: HouseWallet[]; fault?: string | undefined }> {
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
  { desk, options }: ProbeParts,
  { privateKey, subAccountId: given, name }: WalletOptions,
  role: WalletRole,
): Promise<HouseWallet | string> {
  const address = await new Signer(privateKey, '').address();
  const who = name === undefined ? address : `${address} (${name})`;
  const ids = valueAt((await desk.askPublic('getSubAccountIds', { walletAddress: address })).body, 'response');
  const owned = Array.isArray(ids) ? ids.map(String) : [];
  const subAccountId = given ?? owned[0];
  if (subAccountId === undefined) return `${who} owns no subaccount`;
  if (!owned.includes(subAccountId)) return `${who} does not own the subaccount it was given with`;
  const wallet = { address, privateKey, subAccountId };
  const record = await desk.account(wallet);
  if (!record) return `a signed read of ${who} is not served: is the service name right?`;
  const funds = (record.collaterals ?? []).some(({ quantity }) => /[1-9]/.test(quantity));
  if (!funds && role !== 'whitelist-off') return `${who} holds no collateral`;
  const isListed = valueAt((await desk.askPublic('getIsWhitelisted', { walletAddress: address })).body, 'response');
  if (isListed !== (role !== 'whitelist-off')) return `${who} is ${isListed === true ? '' : 'not '}whitelisted`;
  const holds = await holdingOf(desk, wallet, record);
  if (holds !== undefined && options.mayClear !== true) {
    return `${who} holds ${holds}, and the profile does not say that it may be cleared`;
  }
  const standing = { name: record.subAccountName, leverages: record.marketPreferences.leverages ?? {} };
  return { ...wallet, role, tierId: record.tier_id ?? record.feeRates.tierName ?? '', standing };
}

async function holdingOf(
  desk: Desk,
  wallet: Parameters<Desk['openOrders']>[0],
  { positions, delegatedSigners }: { positions: readonly unknown[] | null; delegatedSigners: readonly unknown[] },
): Promise<string | undefined> {
  if ((positions ?? []).length > 0) return 'positions';
  if (delegatedSigners.length > 0) return 'delegated signers';
  return (await desk.openOrders(wallet)).length > 0 ? 'open orders' : undefined;
}

/** A book with both sides, or two wallets of ours that can trade inside it. */
async function liquidityFault(desk: Desk, traders: number): Promise<string | undefined> {
  const symbols = Object.keys(valueAt((await desk.askPublic('getMids')).body, 'response') ?? {});
  for (const symbol of symbols) {
    const book = await desk.book(symbol);
    if (book && book.bids.length > 0 && book.asks.length > 0) return undefined;
  }
  if (traders >= 2 && symbols.length > 0) return undefined;
  return 'no book has both sides, and it takes two wallets to make one';
}

async function streamFault({ connect, wall }: ProbeParts): Promise<string | undefined> {
  let heard: (text: string) => void = () => undefined;
  const answer = new Promise<string>((resolve) => {
    heard = resolve;
  });
  try {
    const opening = connect({ frame: (text) => heard(text), closed: (code) => heard(`closed with ${code}`) });
    const stream = await wall.within(STREAM_MS, opening);
    if (!stream) return 'the WebSocket address does not answer';
    stream.send(JSON.stringify({ id: 'probe', method: 'ping', params: {} }));
    const text = await wall.within(STREAM_MS, answer);
    await stream.close();
    return text?.includes('"probe"') === true ? undefined : `a ping is answered with ${text ?? 'nothing'}`;
  } catch (error) {
    return `the WebSocket address cannot be reached: ${(error as Error).message}`;
  }
}
