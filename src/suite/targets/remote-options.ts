import type { Roles } from '../market/roles.ts';
import type { Wall } from './wall.ts';

/** A deployment that is only URLs and funded wallets. */
export interface RemoteOptions {
  /** With or without `/v1` at its end. */
  readonly restUrl: string;
  /** Left out: the same host, under `/v1/ws`. */
  readonly wsUrl?: string;
  /** Name of the EIP-712 domain. Left out: the usual one. */
  readonly serviceName?: string;
  readonly wallets: readonly WalletOptions[];
  /** Tokens of the address that the run may spend. Left out: they are not counted. */
  readonly budget?: number;
  /** Longest wait in real time for one passage of time, in milliseconds. Default 5,000. */
  readonly waitMs?: number;
  /** Begins whatever the suite names itself. Default `perpsim`. */
  readonly prefix?: string;
  /** Subaccounts that the run may open; they cannot be closed again. Default 0. */
  readonly subAccounts?: number;
  /** A few small withdrawals may go to the owner's own address. */
  readonly mayWithdrawToOwner?: boolean;
  /** Nothing that changes anything is sent. */
  readonly readOnly?: boolean;
  /** What the wallets hold at the start may be cancelled and closed. */
  readonly mayClear?: boolean;
  /** Buckets may be run empty, and connections and subscriptions used up: no other client needs them. */
  readonly mayExhaust?: boolean;
  /** Empty second subaccounts that wallets lack may be opened; they stay. */
  readonly mayCreate?: boolean;
  /** No scenario will begin, so nothing is prepared. */
  readonly dryRun?: boolean;
  /** Markets by their roles, in place of those that the probe would choose. */
  readonly roles?: Roles;
  /** Most bytes that are read of one response. Default 16 MiB. */
  readonly responseBytes?: number;
  /** Left out: that of the machine. */
  readonly wall?: Wall;
}

/**
 * - `trader`: scenarios act as this wallet
 * - `keeper`: takes over positions that scenarios leave, and fills up what they take from a book
 * - `whitelist-off`: a wallet that may not place orders
 */
export type WalletRole = 'trader' | 'keeper' | 'whitelist-off';

export interface WalletOptions {
  readonly privateKey: string;
  /** Left out: the first that the wallet owns. */
  readonly subAccountId?: string;
  /** Other subaccounts of the wallet that scenarios may use while they stand empty. Left out: all that do. */
  readonly spareSubAccountIds?: readonly string[];
  /** Left out: the last of three or more is the keeper, the others are traders. */
  readonly role?: WalletRole;
  /** For messages: the variable that its key came from. */
  readonly name?: string;
}

export const REMOTE_DEFAULTS = {
  serviceName: 'PerpSim',
  waitMs: 5_000,
  prefix: 'perpsim',
  subAccounts: 0,
} as const;
