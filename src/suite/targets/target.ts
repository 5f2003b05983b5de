import type { StreamEndpoint } from '../../contract/channel.ts';
import type { Roles } from '../market/roles.ts';
import type { Look } from '../market/view.ts';
import type { FieldMode } from '../validation/finding.ts';

/**
 * A deployment as the suite knows it: urls, a service name, wallets, and whatever steering it offers. Nothing
 * here says how it is built; a step that needs what a target lacks is skipped with the reason.
 */
export interface Target {
  readonly name: string;
  /** Ends in `/v1`. */
  readonly restUrl: string;
  readonly serviceName: string;
  /** How its responses are held to the contract. */
  readonly fields: FieldMode;
  /** Funded, whitelisted wallets, one subaccount each. */
  readonly wallets: readonly TargetWallet[];
  /** A wallet off the whitelist, where none can be taken off it. */
  readonly unlisted?: TargetWallet;
  /** Steering of the simulator; absent on a plain remote deployment. */
  readonly control: TargetControl | undefined;
  fetch(url: string, init?: RequestInit): Promise<TargetResponse>;
  /** Opens a connection to `/v1/ws/info` or `/v1/ws/trade`. */
  connect(endpoint: StreamEndpoint, listener: StreamListener): Promise<TargetStream>;
  /** Exchange time, as far as the target reports it. */
  now(): number;
  /** Exchange time at which the scenario began, on a target whose wallets have a past; what is older is not its own. */
  readonly began?: number;
  /** The highest nonce that was sent to a target which outlives the scenario. */
  readonly lastNonce?: () => number;
  /** Begins the client ids of orders to which a scenario gives none, on a target that others use too. */
  readonly prefix?: string;
  /** Which of its markets scenarios mean by "the market" and "the second market"; left out: those of the world `quiet`. */
  readonly roles?: Roles;
  /** Its markets as the probe saw them, by symbol; left out where each scenario has an exchange of its own. */
  readonly markets?: ReadonlyMap<string, Look>;
  /** The same with prices that any scenario has seen in the last seconds; undefined when none has. */
  readonly lately?: () => ReadonlyMap<string, Look> | undefined;
  /** Keeps what a scenario has seen of markets for others. */
  readonly saw?: (looks: ReadonlyMap<string, Look>) => void;
  /** Waits for exchange time to pass where the suite cannot move the clock. Throws Unmet for longer than it will wait, and once the run is to stop. */
  readonly pass?: (ms: number, isStopping?: () => boolean) => Promise<void>;
  /** Milliseconds that go by, from whenever, where `now` only follows the times of responses. */
  readonly ticks?: () => number;
  /** Waits until a bucket has refilled, that of a subaccount or of the address, where the suite cannot move the clock. */
  readonly fill?: (subAccountId?: string) => Promise<void>;
  /** The latest time up to `wanted` for which this wallet has signed no login in this run; absent where each scenario has an exchange of its own. */
  readonly unusedLoginTime?: (address: string, wanted: number) => number;
  /** Does what may run buckets empty: while it lasts, nothing waits for tokens. */
  readonly drain?: <T>(work: () => Promise<T>) => Promise<T>;
  /** A wallet in that fee tier, where the suite cannot set tiers. Throws Unmet when there is none. */
  readonly walletInTier?: (tierId: string) => TargetWallet;
  /** Wallets that are at hand, whatever they are there for, where their past is what the profile brought along. */
  readonly atHand?: readonly TargetWallet[];
  close(): Promise<void>;
}

/** What the suite reads of a response over HTTP. */
export type TargetResponse = Pick<Response, 'status' | 'headers' | 'text'>;

/** One end of a streaming connection: a socket, or what stands in for one. */
export interface TargetStream {
  /** One text frame. */
  send(text: string): void;
  /** Closes the connection, which delivers nothing from now on. Resolves when the exchange has noticed. */
  close(): Promise<void>;
  /** What only a socket can do; absent where there is none, or where a peer has to be polite. */
  readonly socket?: TargetSocket;
}

/** A socket in the hands of a peer that keeps to nothing. */
export interface TargetSocket {
  /** One frame of any bytes: as text unless `binary`, masked as frames of clients are unless `unmasked`. */
  sendBytes(bytes: Uint8Array, form?: { readonly binary?: boolean; readonly unmasked?: boolean }): void;
  /** Reads nothing until `resume`, so that what comes piles up. */
  pause(): void;
  resume(): void;
}

export interface StreamListener {
  frame(text: string): void;
  /** The exchange has ended the connection. */
  closed(code: number, reason: string): void;
}

export interface TargetWallet {
  readonly address: string;
  readonly privateKey: string;
  readonly subAccountId: string;
  /** Empty subaccounts of the same owner that a scenario may use, where none can be opened for it. */
  readonly spares?: readonly TargetWallet[];
  /** How many subaccounts the owner has besides this one. */
  readonly others?: number;
}

export interface TargetControl {
  advance(ms: number): Promise<unknown>;
  advanceTo(time: number): Promise<unknown>;
  /** The same in slices: requests of others arrive meanwhile. Resolves with what the control plane responds. */
  advanceInSlices(ms: number): Promise<Readonly<Record<string, unknown>>>;
  cancelAdvance(): Promise<unknown>;
  /** The clock as `GET /sim/v1/clock` shows it. */
  clock(): Promise<Readonly<Record<string, unknown>>>;
  /** At once, or over whole seconds. */
  movePrice(symbol: string, price: string, overMs?: number): Promise<unknown>;
  /** The index stays, and is fresh; without a price where it is now. */
  pinPrice(symbol: string, price?: string): Promise<unknown>;
  /** The price goes stale. */
  stopFeed(symbol: string): Promise<unknown>;
  /** The feed goes on. */
  releasePrice(symbol: string): Promise<unknown>;
  setMarkPrice(symbol: string, price: string): Promise<unknown>;
  setPeg(asset: string, peg: string): Promise<unknown>;
  setCancelOnDisconnect(subAccountId: string, enabled: boolean): Promise<unknown>;
  setMarketStatus(symbol: string, status: 'open' | 'closed' | 'close_only'): Promise<unknown>;
  setExchangeStatus(status: 'running' | 'degraded' | 'draining' | 'down'): Promise<unknown>;
  setWhitelisted(wallet: string, whitelisted: boolean): Promise<unknown>;
  setTier(wallet: string, tierId: string | null): Promise<unknown>;
  setReferral(wallet: string, code: string | null, discount?: string): Promise<unknown>;
  setManager(owner: string, manager: string, appointed: boolean): Promise<unknown>;
  deposit(subAccountId: string, asset: string, amount: string): Promise<unknown>;
  settleWithdrawal(requestId: string, outcome: 'success' | 'failed'): Promise<unknown>;
  planWithdrawal(subAccountId: string, outcome: 'success' | 'failed'): Promise<unknown>;
  openAccount(wallet: string, name?: string): Promise<string>;
  digest(): Promise<string>;
  /** Keeps the whole exchange under a name. */
  takeSnapshot(name: string): Promise<unknown>;
  /** Everything is again as the snapshot has it; connections end. */
  revert(name: string): Promise<unknown>;
  /** Rules of `docs/faults.md`, in place of those there are or, with `add`, beside them. */
  setFaults(rules: readonly TargetRule[], add?: boolean): Promise<unknown>;
  clearFaults(): Promise<unknown>;
  /** How often something matched each rule, and how often it struck. */
  faults(): Promise<readonly TargetFault[]>;
  /** Holds what a subaccount sends and gets back, as `docs/latency.md` says; null no longer does. */
  setLatency(subAccountId: string, model: Readonly<Record<string, unknown>> | null): Promise<unknown>;
  /** Whether order and trade notifications carry meseq, met and provenanceMissing. A reset keeps it as it is. */
  provenance(): Promise<boolean>;
  setProvenance(sent: boolean): Promise<unknown>;
  /** Has a stored record read with other words than its own. */
  setRecord(record: string, id: string, fields: Readonly<Record<string, string | null>>): Promise<unknown>;
}

/** A rule as the control plane takes it. */
export interface TargetRule {
  readonly name?: string;
  readonly match?: Readonly<Record<string, unknown>>;
  readonly effect: { readonly kind: string; readonly [field: string]: unknown };
  readonly perMille?: number;
  readonly times?: number;
  readonly seed?: string;
}

export interface TargetFault {
  readonly name: string;
  readonly met: number;
  readonly fired: number;
}
