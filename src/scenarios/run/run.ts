import type { Client } from '../../client/client.ts';
import type { StreamClient, StreamClientOptions } from '../../client/stream/stream-client.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Participant } from '../participant.ts';
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
