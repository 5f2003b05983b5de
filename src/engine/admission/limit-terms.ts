import type { AccountNo } from '../../kernel/ids.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { Entries, FadingTable } from './fading-table.ts';
import type { Buckets, Spent } from './token-bucket.ts';

export type Surface = 'trade' | 'info';

/** What one request takes, once it is let in. Plain data: it travels in the log. */
export interface Charge {
  /** Address of the client. */
  readonly ip: string;
  readonly surface: Surface;
  readonly tokens: number;
  /** The subaccount that is charged as well; null until the signer has proven the right to act for it (SEC-28). */
  readonly account: AccountNo | null;
  /** Orders it places, for the limit of R-43. */
  readonly orders: number;
}

/** A request was let in and has paid. */
export type ChargedEvent = { readonly type: 'Charged' } & Charge;

/**
 * What buckets and placements came to by requests that are no inputs, each as of its last charge. A table without such
 * charges is absent; the entries of the others are in the order of their times. Plain data: it travels in the log.
 */
export interface LimitLevels {
  readonly ip?: readonly (readonly [string, Spent])[];
  readonly accounts?: readonly (readonly [AccountNo, Spent])[];
  readonly placements?: readonly (readonly [AccountNo, readonly Placement[]])[];
  readonly minutes?: readonly (readonly [string, Spent])[];
  readonly seconds?: readonly (readonly [string, Spent])[];
}

/** Requests that are no inputs have paid since the input before. */
export interface LevelsSetEvent {
  readonly type: 'LevelsSet';
  readonly levels: LimitLevels;
}

/** One request's worth of orders. */
export interface Placement {
  readonly at: TimeMs;
  readonly orders: number;
}

/** Everything that limits remember; a part of the state, so that a replay comes to the same refusals. */
export interface LimitsState {
  readonly ip: Buckets<string>;
  readonly accounts: Buckets<AccountNo>;
  readonly placements: FadingTable<AccountNo, readonly Placement[]>;
  /** By surface and address; in use only where a figure per minute or per second is set. */
  readonly minutes: Buckets<string>;
  readonly seconds: Buckets<string>;
}

/** The limits as a request meets them. */
export interface LimitsView {
  readonly ip: Entries<string, Spent>;
  readonly accounts: Entries<AccountNo, Spent>;
  readonly placements: Entries<AccountNo, readonly Placement[]>;
  readonly minutes: Entries<string, Spent>;
  readonly seconds: Entries<string, Spent>;
}
