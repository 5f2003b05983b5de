import type { Target } from './targets/target.ts';
import type { FailedCheck } from './results/failed-check.ts';
import type { TargetIdentity } from './results/run.ts';

/**
 * What a target must offer for a scenario to be run on it. The first ten but `second-subaccount` are those of the catalogue of clauses; the
 * others say what the words of a scenario rest on. A target has what probing has found, never what it says of itself.
 *
 * - `clock`: exchange time can be moved
 * - `control`: prices, tiers, managers, closed markets and stored records can be set
 * - `funded`, `second-wallet`, `delegate`, `whitelist-off`: wallets there are keys for
 * - `second-subaccount`: a wallet owns an empty subaccount besides the one that it is used with, or one can be made
 * - `fault`: failures, delays and outages can be injected
 * - `liquidity`: there is a counterparty
 * - `many-records`: more records than a page holds can be made within the budget
 * - `worlds`: each scenario begins in a named world of its own, with fresh accounts
 * - `reference-market`: books and prices stand as in the world `quiet`
 * - `usual-schedule`: fee tiers and collaterals are those of the world `quiet`
 * - `market`: a market is open with room for a price between its best two, whatever its figures
 * - `keeper`: what a scenario takes from such a book is put back before the next one
 * - `trading-hours`: those of them that have trading hours are open
 * - `fresh-account`: a wallet comes without a past: no records, standard balances, leverage and fees
 * - `rate-limits`: requests are charged, and signed responses carry what is left
 * - `limits`: the figures of the rate limits can be set
 * - `streams`: a WebSocket address responds
 * - `exhaust`: buckets may be run empty, connections and subscriptions used up, and frames sent that break the protocol
 */
export const CAPABILITIES = [
  'clock',
  'control',
  'funded',
  'second-wallet',
  'delegate',
  'whitelist-off',
  'second-subaccount',
  'fault',
  'liquidity',
  'many-records',
  'worlds',
  'reference-market',
  'market',
  'usual-schedule',
  'keeper',
  'trading-hours',
  'fresh-account',
  'rate-limits',
  'limits',
  'streams',
  'exhaust',
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** What a scenario begins with. */
export interface Beginning {
  /** A named world, or one that extends it with figures of the scenario's own. */
  readonly world: string;
  readonly seed: string;
  /** Left out: requests are limited as the specification states it. */
  readonly limits?: Readonly<Record<string, unknown>>;
  /** The scenario speaks of fees, balances or limits of a tier, so its wallets must be of the usual one. Left out: it may. */
  readonly watchesFees?: boolean;
  /** The scenario states figures that follow the mark, so marks must stand where they stood. Left out: it may. */
  readonly watchesMarks?: boolean;
  /** The scenario uses up the bucket of a wallet. Left out: it does not. */
  readonly exhausts?: boolean;
  /** Markets whose books must stand as they are stated. Left out: all of them. */
  readonly books?: readonly string[];
  /** Figures that replace those of the world's `risk` section. */
  readonly risk?: Readonly<Record<string, unknown>>;
  /** Fields that replace those of the world's tiers of the same `tierId`. */
  readonly tiers?: readonly Readonly<Record<string, unknown>>[];
}

/** What a scenario takes for itself where scenarios share one exchange. */
export interface Claim {
  /** Number of wallets. */
  readonly wallets: number;
  /** Number of second subaccounts of each of these wallets, in descending order; the other wallets may have any number. */
  readonly families: readonly number[];
  /** It lists the subaccounts of its wallets, so they must own exactly as many. */
  readonly listsFamilies: boolean;
  /** Markets in which it places orders, far from the best two unless it moves the market as well. */
  readonly rests: readonly string[];
  /** Markets in which it trades, or stands between the best two. */
  readonly moves: readonly string[];
  /** Markets whose books and trades it states: no other scenario may place an order there meanwhile. */
  readonly looks: readonly string[];
  /** Markets whose marks it states: no other scenario may move them meanwhile. */
  readonly stills: readonly string[];
  /** It takes orders of others from books, which the suite has to put back. */
  readonly takes: boolean;
  /** No other scenario may run meanwhile. */
  readonly alone: boolean;
  /** It uses up the bucket of a wallet. */
  readonly exhausts: boolean;
  /** It speaks of fees, balances or limits of a tier. */
  readonly watchesFees: boolean;
  /** It states figures that follow the mark. */
  readonly watchesMarks: boolean;
}

/** Scenarios side by side on a deployment that all of them share. */
export interface Lanes {
  /** Largest number of scenarios that are worth running at a time. */
  readonly most: number;
  /** What a claim asks for, for its own; undefined while another scenario holds some of it. */
  take(claim: Claim): Lane | undefined;
}

/** What one claim asks for: scenarios begin there one after the other. */
export interface Lane {
  begin(wanted: Beginning): Promise<Target>;
  /** Takes back what the scenarios did, and lets others have what they held. */
  leave(): Promise<void>;
}

/** How fast a target is, as the probe has found it, and how fast it may be asked. */
export interface TargetSpeed {
  /** Milliseconds from a request to its response, of the fastest one. */
  readonly roundTripMs: number;
  /** Tokens of the address and of a subaccount, which come back in `windowMs`; undefined where nothing is limited. */
  readonly buckets: { readonly address: number; readonly account: number; readonly windowMs: number } | undefined;
}

/** A deployment for the length of a run. Each scenario begins a target on it and closes that target when it ends. */
export interface Deployment {
  readonly identity: TargetIdentity;
  /** As probed. */
  readonly capabilities: ReadonlySet<Capability>;
  /** Why a capability is absent, in words for a report: `fault` -> `no control plane at http://...`. */
  readonly absent: ReadonlyMap<Capability, string>;
  /** How many wallets scenarios may take; left out where there are always enough. */
  readonly wallets?: number;
  /** Longest passage of time that is waited for in real time, in milliseconds; left out where the clock can be moved. */
  readonly waitMs?: number;
  /** What a reader should know before the run, and what to do about it. */
  readonly remarks?: readonly string[];
  /** Requests of the suite itself whose responses broke the contract, so far. */
  readonly failures: readonly FailedCheck[];
  /** A target in the state that a scenario asks for. Throws Unmet when this deployment cannot come to it. */
  begin(wanted: Beginning): Promise<Target>;
  /** Tokens spent so far and how many may be; undefined where they are not counted. */
  readonly tokens: { readonly spent: number; readonly budget: number } | undefined;
  /** Tokens spent so far, budget or not; left out where each scenario has buckets of its own. */
  readonly spentTokens?: number;
  /** Left out where exchange time stands still while scenarios run. */
  readonly pace?: TargetSpeed;
  /** Left out: scenarios come one after the other. */
  readonly lanes?: Lanes;
  /** Cancels, closes and removes what the run made; returns what it could not take back. */
  close(): Promise<readonly string[]>;
}

/** Thrown by a step, a world or a target: the scenario cannot be run here, and is skipped with this reason. */
export class Unmet extends Error {
  readonly capability:
    | Capability
    | 'budget'
    | 'moved'
    | 'new-subaccounts'
    | 'own-wallet'
    | 'setup'
    | 'time'
    | 'wallets'
    | 'withdrawals'
    | 'writes';

  constructor(capability: Unmet['capability'], reason: string) {
    super(reason);
    this.name = 'Unmet';
    this.capability = capability;
  }
}
