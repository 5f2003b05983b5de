import type { Client } from '../../client/client.ts';
import type { StateSummary } from '../../exchange/steering.ts';
import type { RunEvent } from '../run-result.ts';

/** What expectations look at: a run that stands still at one moment, seen from outside. */
export interface RunFacts {
  /** Exchange time, Unix ms. */
  readonly now: number;
  readonly startTime: number;
  /** By name. Their clients read as the accounts themselves do. */
  readonly accounts: ReadonlyMap<string, AccountFacts>;
  /** Responses of the entries of the timeline so far, by name; the last one of an entry that is repeated. */
  readonly results: ReadonlyMap<string, unknown>;
  /** Every request of the timeline so far, in order. */
  readonly requests: readonly RequestFact[];
  /** What has happened so far: liquidations, deleveraging, funding, refusals. */
  readonly events: readonly RunEvent[];
  /** By account; the streams that the timeline has opened, also those that have broken since. */
  readonly streams: ReadonlyMap<string, StreamFacts>;
  /** The exchange in short, as the control plane tells it. */
  summary(): StateSummary;
}

export interface AccountFacts {
  readonly subAccountId: string;
  readonly address: string;
  readonly client: Client;
}

export interface RequestFact {
  readonly time: number;
  readonly account: string;
  readonly action: string;
  /** Name of the entry. */
  readonly name: string | null;
  /** Code of the refusal of the request or of its first refused item; null when all of it was accepted. */
  readonly code: string | null;
}

/** All streams of one account together, one after the other. */
export interface StreamFacts {
  readonly isOpen: boolean;
  /** How often the account has connected. */
  readonly connections: number;
  /** Pushes as they came, without replies to subscriptions. */
  readonly pushes: readonly StreamPush[];
}

export interface StreamPush {
  /** Exchange time at which it arrived. */
  readonly time: number;
  /** Name of the channel as a subscription calls it. */
  readonly channel: string;
  /** The frame as it came. */
  readonly frame: Readonly<Record<string, unknown>>;
}
