import type { AccountNo } from '../../kernel/ids.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { FadingTable } from './fading-table.ts';
import type { Buckets } from './token-bucket.ts';

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
