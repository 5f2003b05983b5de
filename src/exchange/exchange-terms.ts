import type { ResponseTimesView } from './response-times.ts';
import type { Static } from '@sinclair/typebox';
import type { TimeMs } from '../kernel/units.ts';
import type { Client } from '../client/client.ts';
import type { StreamClient } from '../client/stream/stream-client.ts';
import type { BookLevels } from '../contract/actions/info/getOrderbook.ts';
import type { StreamEndpoint } from '../contract/channel.ts';
import type { State } from '../engine/state.ts';
import type { AdvanceOptions, AdvanceProgress, AsyncAdvanceResult } from './clock/advances.ts';
import type { AdvanceResult, ClockMode } from './clock/clock.ts';
import { ControlError } from './control-error.ts';
import type { Durability } from './data/storage.ts';
import type { DevAccount } from './dev-accounts.ts';
import type { HttpRequest, HttpResponse } from './http/http.ts';
import type { JournalError } from './journal/journal.ts';
import type { LedgerRecord } from './journal/ledger-record.ts';
import type { ExchangeOptions } from './options.ts';
import type { OwnerRequest, Reply } from './requests/dispatcher.ts';
import { bookLevelsOf } from './reads/info/getOrderbook.ts';
import type { Moment } from './moments.ts';
import type { Repeated } from './run-again.ts';
import type { RunView } from './run-view.ts';
import type { Applied } from './sequencer.ts';
import type { SnapshotComparison } from './snapshots/differences.ts';
import type { SnapshotSummary } from './snapshots/snapshots.ts';
import type { StateSummary, Steering } from './steering.ts';
import type { StreamPeer, StreamSession, StreamSink } from './stream/sink.ts';
import type { Why } from './why/why.ts';

/** A whole exchange in this process. Everything a transport needs, and everything a test wants, without a socket. */
export interface Exchange {
  readonly version: string;
  readonly seed: string;
  readonly serviceName: string;
  /** Name of the world, or the file it came from. */
  readonly world: string;
  readonly markets: readonly string[];
  /** The index price of each market as a decimal text. */
  readonly indexPrices: readonly { readonly symbol: string; readonly price: string }[];
  readonly accounts: readonly DevAccount[];
  /** REST base, ends in `/v1`. Works with `fetch` of this exchange; with any other once a transport listens. */
  readonly url: string;
  /** WebSocket base, ends in `/v1/ws`. */
  readonly wsUrl: string;
  readonly clock: ClockControl;
  readonly control: Control;
  /** What a run of a scenario reads beside the API. */
  readonly runView: RunView;
  /** The arithmetic behind refusals, margin, funding, liquidations and deleveraging. */
  readonly why: Why;
  /** The public API, one request at a time. Never throws for what a client sent. */
  handle(request: HttpRequest): Promise<HttpResponse>;
  /** Responds to a request as the server would, without a socket; any origin in the URL will do. */
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
  /**
   * Carries out a signed action as the owner of its subaccount, without a signature; what it changes and what comes of it is as for a
   * signed request. For programs that hold many exchanges. Throws ControlError for a subaccount that does not exist, and for an
   * exchange that listens on a port: there a signature says who asks.
   */
  actAsOwner(request: OwnerRequest): Reply | Promise<Reply>;
  /** Opens a stream session without a socket: what it sends goes to the sink, what the peer sends goes to `receive`. */
  stream(endpoint: StreamEndpoint, sink: StreamSink, peer?: StreamPeer): StreamSession;
  /** Resolves once everything that has happened by now has been given to the stream sessions that follow it. */
  delivered(): Promise<void>;
  /** A client of one of `accounts`, by itself or by its place in the list. Throws ControlError for a place without an account. */
  client(account: DevAccount | number): Client;
  /** The same over a stream, with subscriptions and books, and without a socket. */
  streamClient(account: DevAccount | number): StreamClient;
  /** Digest of everything that happened and of the state it came to. */
  digest(): string;
  /** Takes a snapshot of everything and returns its name. Throws ControlError for a name that is taken or cannot be one. */
  snapshot(name?: string): string;
  /** Takes a snapshot from a document that `exportSnapshot` wrote. Throws ControlError that names what is wrong with it. */
  importSnapshot(document: string, name?: string): string;
  /** Returns a snapshot as one line of text. */
  exportSnapshot(name: string): string;
  /** Snapshots, oldest first. They outlive resets and reverts. */
  snapshots(): readonly SnapshotSummary[];
  /**
   * Goes back to a snapshot, as often as wanted. URLs stay, streams end as at a reset, and clients take their nonces
   * from the clock again. Rejects with ControlError for a name that no snapshot has.
   */
  revert(name: string): Promise<void>;
  /** Throws ControlError for a name that no snapshot has. */
  deleteSnapshot(name: string): void;
  /** Compares a snapshot with another one, or with the exchange as it is. Throws ControlError for a name that no snapshot has. */
  compareSnapshot(name: string, other?: string): SnapshotComparison;
  /** Starts a second exchange, in memory, from a snapshot. Both then go on independently. */
  branch(name: string): Promise<Exchange>;
  /**
   * Starts a second exchange, in memory and with a manual clock, as this one was at a moment of its past. Rejects with ControlError for a
   * moment that neither journal nor snapshots lead to.
   */
  branchAt(moment: Moment): Promise<Exchange>;
  /** Repeats what was asked for in another run after a moment; see `repeatAfter`. Its clock must be manual. */
  repeat(moment: Moment, original: Iterable<Applied>): Promise<Repeated>;
  /** Calls back when the exchange begins: at once, unless its genesis waits (`createLateExchange`). */
  onBegin(listener: () => void): void;
  /** A transport reports the URLs that it listens on. */
  bound(urls: { readonly url: string; readonly wsUrl: string }): void;
  /** Resolves once all that has happened by now is as durable as was asked for. Rejects with JournalError. */
  durable(): Promise<void>;
  /** Resolves with what went wrong once the journal of a data directory cannot be written: it has to be stopped. */
  failure(): Promise<JournalError>;
  /**
   * Runs something in turn with the requests: at once, or when the advance of the clock that is under way is over.
   * Rejects with ControlError 503 after 5 s of waiting, and does not run it then.
   */
  inTurn<T>(run: () => T | Promise<T>): Promise<T>;
  /** Cancels an advance of the clock, turns new requests away and waits for those under way. */
  drain(): Promise<void>;
  /** Waits for what is under way, then stops for good, and its stream clients with it. */
  close(): Promise<void>;
}

/** All throw ControlError for what cannot be done. */
export interface ClockControl {
  /** Returns what moves time now. */
  mode(): ClockMode;
  /** Exchange milliseconds for each one of the wall, as they were asked for. */
  speed(): number;
  /** Exchange time in Unix milliseconds. */
  now(): TimeMs;
  /** Exchange milliseconds for each one of the wall, measured over five seconds; null for a manual clock, and at first. */
  achievedSpeed(): number | null;
  /** Moves a manual clock by at most 366 days, all at once: this process does nothing else meanwhile. */
  advance(ms: number): AdvanceResult;
  /** Moves a manual clock to a time, as `advance` does. */
  advanceTo(time: TimeMs): AdvanceResult;
  /**
   * The same inputs in slices of at most 20 ms, with a turn of the event loop between them. Clients see one step: their
   * requests wait for its end. Rejects while another advance is under way.
   */
  advanceAsync(ms: number, options?: AdvanceOptions): Promise<AsyncAdvanceResult>;
  /** Moves a manual clock to a time, as `advanceAsync` does. */
  advanceToAsync(time: TimeMs, options?: AdvanceOptions): Promise<AsyncAdvanceResult>;
  /** Progress of the advance under way; null without one. */
  advancing(): AdvanceProgress | null;
  /**
   * The earliest exchange time at which something that latency or an injected fault holds back goes on: a request, a
   * response or a push. Null while nothing is held.
   */
  heldUntil(): TimeMs | null;
  /** Time at which the next timer of the exchange is due, such as a step of a price; null for none. */
  nextDue(): TimeMs | null;
  /** Stops the advance under way at a whole input, and resolves with how it ended; with null when there is none. */
  cancelAdvance(): Promise<AsyncAdvanceResult | null>;
  /** Starts or stops the wall as what moves time. */
  setMode(mode: ClockMode): void;
  /** Sets the exchange milliseconds for each one of the wall: above 0, at most 1,000,000. */
  setSpeed(speed: number): void;
}

/** The control plane of an exchange in this process. Methods throw ControlError that names the field. */
export interface Control extends Steering {
  /** Digest of all inputs, events and the state, 64 hex digits: equal for equal runs. */
  digest(): string;
  /** State of the exchange in figures. */
  state(): ExchangeSummary;
  /** A book as it stands, at most `depth` levels of each side; 50 without it. It costs no tokens and is no input. */
  book(symbol: string, depth?: number): BookNow;
  /** Returns what every subaccount and the house hold, after the last input. */
  ledger(): LedgerRecord;
  /** Sets whether pushes carry `meseq`, `met` and `provenanceMissing` from now on. No input: no state depends on it. */
  setProvenance(sent: boolean): void;
  /** Returns true while pushes carry `meseq`, `met` and `provenanceMissing`. */
  provenance(): boolean;
  /** Returns how long the accounts that anything held back have waited for responses, in exchange time. */
  responseTimes(): readonly ResponseTimesView[];
  /** The log of inputs up to now as lines of text, for `perpsim audit`; they are written as they are asked for. */
  journal(): Iterable<string>;
  /**
   * Starts over from genesis; what `options` leaves out stays as it was asked for before, or becomes what the exchange
   * was made with when `asStarted`. URLs stay.
   */
  reset(options?: ExchangeOptions, asStarted?: boolean): Promise<void>;
}

/** State of an exchange in figures, as `GET /sim/v1/state` gives it. */
export interface ExchangeSummary extends StateSummary {
  readonly version: string;
  readonly seed: string;
  readonly world: string;
  readonly serviceName: string;
  readonly clock: { readonly mode: ClockMode; readonly speed: number; readonly achievedSpeed: number | null };
  /** Requests of clients in the log since the start or the last reset: what another reset would lose. Reads are none. */
  readonly clientInputs: number;
  readonly journal: JournalSummary;
}

/** Where the log of inputs is. */
export interface JournalSummary {
  readonly kept: 'memory' | 'file';
  /** Number of the first input that it still has. */
  readonly first: number;
  readonly file: string | null;
  readonly bytes: number | null;
  readonly durability: Durability | null;
  /** Why no input is accepted now: no space, or a write that failed. */
  readonly trouble: JournalError['kind'] | null;
}

/** The book of a market as [price, quantity], best first. */
type BookNow = Static<typeof BookLevels> & { readonly symbol: string };

const USUAL_DEPTH = 50;

/**
 * At most `depth` levels of each side as they stand, without waiting for the next frame of a stream, which a manual clock
 * holds back. Throws ControlError for a market that does not exist.
 */
export function bookNow(state: State, symbol: string, depth = USUAL_DEPTH): BookNow {
  const market = state.markets.get(symbol);
  if (market) return { symbol, ...bookLevelsOf(market, depth) };
  const message = `no such market, there are ${[...state.markets.keys()].join(', ')}`;
  throw new ControlError('NOT_FOUND', 'symbol', message);
}
