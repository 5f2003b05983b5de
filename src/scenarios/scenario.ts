import type { LatencyModel } from '../engine/command.ts';
import type { StoredKind } from '../engine/fault-terms.ts';
import type { FaultSpec } from '../exchange/faults/read-rules.ts';
import { FileProblemsError } from '../exchange/world/read.ts';
import type { WorldFile } from '../exchange/world/world-file.ts';

export type { LatencyModel, LatencySpec } from '../engine/command.ts';

/**
 * A scenario as it was read and checked. Durations are milliseconds after the start; amounts, prices and ratios are
 * decimal text. `docs/scenarios.md` describes the files that it comes from.
 */
export interface Scenario {
  /** Folder and name, such as `risk/flash-crash`; the file name for a scenario outside a library. */
  readonly name: string;
  readonly title: string;
  /** Absolute folder of the scenario: what relative file names in it start from. */
  readonly folder: string;
  /** A world's name, or its contents with the price paths and histories of the scenario laid over it. */
  readonly world: string | WorldFile;
  readonly seed: string;
  /** Unix ms; null starts where the world says. */
  readonly startTime: number | null;
  readonly durationMs: number;
  /** What a step of a bot moves the clock by at most when the bot does not say. */
  readonly stepMs: number;
  readonly serviceName: string;
  readonly accounts: readonly ScenarioAccount[];
  /** In order of time; entries of one time in the order of the file. */
  readonly timeline: readonly TimelineEntry[];
  /** Entries that wait for a condition, in the order of the file. */
  readonly conditions: readonly ConditionalEntry[];
  readonly agents: readonly ScenarioAgent[];
  /** The trader whom the scenario is about: `perpsim run --bot` and `backtest` take its place. */
  readonly strategy: ScenarioAgent | null;
  readonly histories: readonly MarketHistory[];
  readonly expectations: readonly Expectation[];
  /** Content of `digest.txt`; null without that file, or once something was overridden. */
  readonly digest: string | null;
}

/**
 * A scenario as its file says it, in the shape of docs/scenarios.md: durations are texts such as `90s`. Files in it are relative
 * to the working directory. Expectations are a file of their own, so an object has none.
 */
export interface ScenarioDocument {
  readonly title: string;
  readonly duration: string;
  readonly seed?: string | number | undefined;
  readonly [field: string]: unknown;
}

export interface ScenarioAccount {
  readonly name: string;
  /** Place in the list of dev accounts; null for a wallet of its own, whose public key comes from the name. */
  readonly dev: number | null;
  readonly deposits: Readonly<Record<string, string>>;
  readonly tier: string | null;
  readonly leverage: Readonly<Record<string, number>>;
  readonly latency: LatencyModel | null;
}

export type TimelineEntry = { readonly atMs: number; readonly line: number } & (
  | {
      /** A signed request, or a read of public data. */
      readonly kind: 'request';
      readonly account: string;
      readonly action: string;
      /**
       * May refer to earlier results: a text `${entry.orderId}` is replaced by what that entry got. `subAccountId` is the
       * one that the request is signed for, when it is not the account's own, and `expiresAfter` its deadline.
       */
      readonly params: Readonly<Record<string, unknown>>;
      /** What later entries and expectations call its result. */
      readonly name: string | null;
      /**
       * A code that the request, or its first refused item, must have; null when everything must be accepted.
       * `NO_RESPONSE` for a request to which no response may arrive, such as one that a fault loses.
       */
      readonly refused: string | null;
    }
  | { readonly kind: 'control'; readonly action: string; readonly params: Readonly<Record<string, unknown>> }
  | { readonly kind: 'faults'; readonly rules: readonly FaultSpec[] }
  | { readonly kind: 'clearFaults' }
  | {
      readonly kind: 'record';
      readonly record: StoredKind;
      readonly id: string;
      readonly fields: Readonly<Record<string, string>>;
    }
  /** A stream of an account: opened with its channels, or broken without a close frame. */
  | { readonly kind: 'connect'; readonly account: string; readonly channels: readonly ChannelRequest[] }
  | { readonly kind: 'disconnect'; readonly account: string }
  /** A sentence of the report, nothing else. */
  | { readonly kind: 'note'; readonly text: string }
);

/**
 * An entry that happens when a sentence begins to hold: at the first moment of the run, once everything else that is done then is
 * done, at which it holds and did not at the moment before.
 */
export interface ConditionalEntry {
  readonly sentence: string;
  /** First and last time at which the sentence is looked at, both included. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** How often it happens at most; between two times the sentence must not have held. */
  readonly count: number;
  /** What happens; its time is `fromMs`. */
  readonly entry: TimelineEntry;
}

export interface ChannelRequest {
  readonly channel: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Somebody who trades by a rule: one of the strategies of perpsim by name, or a module of the user's. */
export interface ScenarioAgent {
  readonly name: string;
  readonly account: string;
  /** A name such as `maker`, or an absolute file name. */
  readonly use: string;
  readonly symbol: string;
  readonly params: StrategyParams;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Params of a strategy by name. */
export type StrategyParams = Readonly<Record<string, string | number | boolean>>;

/** Recorded data that makes up a market; see `src/scenarios/market-data`. Files are absolute. */
export interface MarketHistory {
  readonly symbol: string;
  readonly trades: string | null;
  readonly tops: string | null;
  readonly depth: string | null;
  readonly candles: string | null;
  /** Messages on single orders, which are the book and the trades. */
  readonly orders: string | null;
  /** Which resting orders a shrinking level takes away: those behind the user's, in proportion, or those that chance says. */
  readonly queue: 'behind' | 'proportional' | 'probability';
  /** How the quantities before and behind an order count for that chance. */
  readonly weight?: 'linear' | 'square' | 'cube' | 'log';
  /** What the prices of a message file without a header are multiplied by; 10,000 where it is left out. */
  readonly priceScale?: number;
  /** How much of a user's order a trade beyond its price fills: what was traded (left out), or all of it. */
  readonly through?: 'quantity' | 'whole';
  /** Time of the data that falls on the start of the scenario, Unix ms; null for its first row. */
  readonly from: number | null;
}

/** Sentences that must hold at a time of the run, in the words of the feature steps. */
export interface Expectation {
  readonly atMs: number;
  readonly line: number;
  readonly sentence: string;
  readonly rows: readonly Readonly<Record<string, string>>[];
}

/** Thrown with every problem of the files of a scenario at once, those of its world included. */
export class ScenarioFileError extends FileProblemsError {
  override readonly name = 'ScenarioFileError';
}
