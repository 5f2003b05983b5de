import type { Client } from '../../client/client.ts';
import type { StreamClient, StreamClientOptions } from '../../client/stream/stream-client.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Reply } from '../../exchange/requests/dispatcher.ts';
import type { ExpectationResult, RunEvent } from '../run-result.ts';
import type { Scenario } from '../scenario.ts';

/** What a stream client takes time and chance from. */
export type StreamHost = Pick<StreamClientOptions, 'timer' | 'random'>;

/** An account of a scenario in a run of it. */
export interface RunAccount {
  readonly name: string;
  readonly subAccountId: string;
  /** EIP-55. */
  readonly address: string;
  readonly privateKey: string;
  /** Address that its requests come from: each account has one of its own, as programs on machines of their own have. */
  readonly ip: string;
  readonly client: Client;
  /**
   * Sends a signed action without its signature: for who steps the run from this process (`Exchange.actAsOwner`). `since` is the time of
   * the last step, from which a bot in lockstep counts its nonces.
   */
  act(action: string, params: JsonObject, since: number): Reply | Promise<Reply>;
  /** Reads as the account does, unhindered by latency and injected faults: for what looks at a run and is not part of it. */
  readonly reader: Client;
  /**
   * Opens a client over a stream, without a socket. The run closes it at its end. Without a host it has no time: no
   * lost connection is opened again.
   */
  openStream(host?: StreamHost): StreamClient;
}

/** A run under way, as strategies, expectations and bots see it. */
export interface Run {
  readonly scenario: Scenario;
  readonly seed: string;
  readonly exchange: Exchange;
  readonly startTime: number;
  readonly endTime: number;
  readonly accounts: ReadonlyMap<string, RunAccount>;
  /** Results of timeline requests by the name of their entry. */
  readonly results: ReadonlyMap<string, unknown>;
  /** Returns an account by name. Throws RunError when the scenario has none of this name. */
  account(name: string): RunAccount;
  /** Exchange time, Unix ms. */
  now(): number;
  /** Adds somebody who is woken from now on. */
  attach(participant: Participant): void;
  /** Calls back at the end of the run, before its result is taken; in the order in which it was asked for. */
  onEnd(finish: () => Promise<void>): void;
  /** Adds something that had to hold at this time. */
  check(result: Omit<ExpectationResult, 'time'>): void;
  /** Adds an event at this time. */
  report(event: Omit<RunEvent, 'time'>): void;
}

/** A scenario that cannot be run as it is written. */
export class RunError extends Error {
  override readonly name = 'RunError';
}

/**
 * Somebody for whose sake a run stops: a strategy in this process, or a bot that asks for time. The run wakes one at a
 * time, in the order in which they were attached, and moves the clock only once each of them waits: for time, or for
 * a request of theirs that is under way for some exchange time.
 */
export interface Participant {
  /** Exchange time at which it is to be woken though nothing has arrived; null for never. */
  nextTimer(): number | null;
  /** True when something has arrived that it has not been shown. */
  hasNews(): boolean;
  /** False while it waits for a time and nothing else. Left out: true. */
  wantsNews?(): boolean;
  /** Whether a request of its own is under way while it is awake. Left out: whenever the exchange holds any request. */
  isRequesting?(): boolean;
  /** Shows it what has arrived and what has rung; resolves when it waits for time again. */
  wake(now: number): Promise<void>;
}

/** How exchange time follows the wall in a run. */
export interface RunPace {
  /** Resolves when the clock may move, with the time that it may move to: at most `to`. */
  until(to: number, now: number, stopped: Promise<void>): Promise<number>;
}

/** As fast as the machine can. */
export const UNPACED: RunPace = { until: (to) => Promise.resolve(to) };
