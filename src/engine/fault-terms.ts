import type { ErrorCode } from '../kernel/errors.ts';
import type { AccountNo, Address } from '../kernel/ids.ts';
import type { RandomStream } from '../kernel/random.ts';
import type { TimeMs, Units } from '../kernel/units.ts';

/**
 * Injected faults: rules say what may go wrong, and whatever meets them is an input of the log, so that a run with
 * faults replays like any other. The engine decides who fires; what a fired fault does to a response is the runtime's.
 */

/** `trade` and `info` are requests, whichever way they come; `aggregator` is GET routes; `ws` is what streams push. */
export const FAULT_SURFACES = ['trade', 'info', 'aggregator', 'ws'] as const;
export type FaultSurface = (typeof FAULT_SURFACES)[number];

/**
 * Where a fault strikes: a request that has come and of which nothing is believed yet, one that is about to be carried
 * out, one of its commands, or a frame on its way to one connection.
 */
export type FaultPlace = 'arrival' | 'execution' | 'item' | 'frame';

/** What an action cannot do without. */
export const DEPENDENCIES = ['whitelist', 'whitelistLookup', 'marketConfiguration', 'midPrice'] as const;
export type Dependency = (typeof DEPENDENCIES)[number];

export type FaultEffect =
  /** The request, or its response, is delayed by this number of ms of exchange time. */
  | { readonly kind: 'latency'; readonly ms: TimeMs; readonly of: 'request' | 'answer' }
  | { readonly kind: 'rateLimited' }
  | { readonly kind: 'rateLimitUnavailable' }
  /** The connection is lost before a request is validated, or in place of a frame. */
  | { readonly kind: 'drop' }
  | { readonly kind: 'failure'; readonly http: 500 | 502 | 503; readonly code: ErrorCode }
  | { readonly kind: 'timeout' }
  /** The request is carried out, and its response is lost. */
  | { readonly kind: 'replyLost' }
  | { readonly kind: 'outage'; readonly of: Dependency }
  | { readonly kind: 'reject'; readonly code: ErrorCode }
  | { readonly kind: 'stalePrice' }
  | { readonly kind: 'transferFails'; readonly errorMessage: string }
  | { readonly kind: 'duplicate' }
  /** The frame comes after the next one of its stream. */
  | { readonly kind: 'reorder' }
  | { readonly kind: 'delay'; readonly ms: TimeMs }
  | { readonly kind: 'lose' };

/** Null matches anything. */
export interface FaultRule {
  readonly name: string;
  readonly place: FaultPlace;
  readonly surface: FaultSurface | null;
  /** Action, route or channel. */
  readonly target: string | null;
  readonly account: AccountNo | null;
  readonly wallet: Address | null;
  /** Place of a command among those of its request, from 0. */
  readonly item: number | null;
  readonly effect: FaultEffect;
  /** How many of a thousand meetings fire; 1,000 draws nothing. */
  readonly perMille: number;
  /** How often it may fire; null for no bound. */
  readonly times: number | null;
  /** Of its own stream of random numbers. */
  readonly seed: string;
}

/** A rule in force. */
export interface ArmedRule {
  readonly rule: FaultRule;
  /** How often something matched, and how often it fired. */
  met: number;
  fired: number;
  random: RandomStream;
}

/** What meets the rules. */
export interface FaultPoint {
  readonly place: FaultPlace;
  readonly surface: FaultSurface;
  readonly target: string;
  /** At `arrival` as the request claims it, before the signature is checked. */
  readonly account: AccountNo | null;
  readonly wallet: Address | null;
  readonly item: number | null;
  readonly uses: readonly Dependency[];
}

/** Records whose stored words can be set, so that clients meet what older deployments have left behind. */
export type StoredKind =
  | 'order'
  | 'trade'
  | 'publicTrade'
  | 'transfer'
  | 'balanceUpdate'
  | 'position'
  | 'delegation'
  | 'market';

/** Fields of a record as they are to be read; null for one that is unknown. */
export type StoredFields = Readonly<Record<string, string | null>>;

/** A part of the state: armed rules decide later responses. */
export interface FaultsState {
  /** In the order in which they are asked. */
  rules: readonly ArmedRule[];
  /** By `${kind} ${id}`. */
  readonly records: Map<string, StoredFields>;
}

export type FaultControl =
  /** `add` keeps the rules there are; one of the same name is replaced. */
  | { readonly type: 'SetFaults'; readonly rules: readonly FaultRule[]; readonly add: boolean }
  | { readonly type: 'MeetFaults'; readonly point: FaultPoint }
  /** No fields: the record is read as it is. */
  | { readonly type: 'SetRecord'; readonly record: StoredKind; readonly id: string; readonly fields: StoredFields };

/** What stands in a request for a command that a fault has struck. */
export type FaultCommand =
  | { readonly type: 'FailCommand'; readonly code: ErrorCode }
  | {
      readonly type: 'FailTransfer';
      readonly from: AccountNo;
      readonly to: AccountNo;
      readonly asset: string;
      readonly amount: Units;
      readonly errorMessage: string;
    };

export type FaultEvent =
  | { readonly type: 'FaultsSet'; readonly rules: readonly Readonly<ArmedRule>[] }
  | { readonly type: 'FaultMet'; readonly rule: string; readonly fired: boolean; readonly random: RandomStream }
  | { readonly type: 'RecordSet'; readonly record: StoredKind; readonly id: string; readonly fields: StoredFields }
  | TransferFailedEvent;

/** A transfer that left everything where it was, and its record behind. */
export interface TransferFailedEvent {
  readonly type: 'TransferFailed';
  readonly transfer: number;
  readonly from: AccountNo;
  readonly to: AccountNo;
  readonly asset: string;
  readonly amount: Units;
  readonly value: Units;
  readonly errorMessage: string;
}
