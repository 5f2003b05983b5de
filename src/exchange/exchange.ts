import { type Core, type LateCore, startCore } from './core.ts';
import type { Exchange } from './exchange-terms.ts';
import type { DumpHeader } from './journal/dump.ts';
import type { MemoryJournal } from './journal/memory-journal.ts';
import { Lives } from './lives.ts';
import { LocalExchange } from './local-exchange.ts';
import { type ExchangeOptions, settingsOf } from './options.ts';
import { writeDocument } from './snapshots/document.ts';
import type { SavedCore } from './snapshots/saved-core.ts';

export type { AdvanceOptions, AdvanceProgress, AsyncAdvanceResult } from './clock/advances.ts';
export type { ClockControl, Control, Exchange, ExchangeSummary } from './exchange-terms.ts';
export type { DevAccount } from './dev-accounts.ts';
export type { FaultMatch, FaultSpec } from './faults/read-rules.ts';
export type { FaultView, StoredRecord } from './faults/steering.ts';
export type { StoredKind } from '../engine/fault-terms.ts';
export type { HttpResponse, HttpRequest, StreamedResponse } from './http/http.ts';
export type { LimitOptions } from './options.ts';
export type { ExchangeOptions } from './options.ts';
export type { RequestFacts } from './request-facts.ts';
export type { SnapshotComparison } from './snapshots/differences.ts';
export type { SnapshotSummary } from './snapshots/snapshots.ts';
export type { StreamSession, StreamSink } from './stream/sink.ts';

/**
 * Makes an exchange, or goes on with the one that `data` holds. Under a manual clock nothing happens before it is asked for something, so its
 * genesis waits until then.
 *
 * @throws WorldFileError for a world that cannot be had, ControlError for any other option that cannot be met
 */
export const createExchange = (options: ExchangeOptions = {}): Promise<Exchange> =>
  options.clock === 'live' ? beginning(options, (lives) => lives.first(options)) : createLateExchange(options);

/**
 * Makes an exchange whose genesis waits, where it can, until something asks for the exchange, or until a program that has bound it has
 * said where it listens, under a live clock too. A server is so ready in half the time.
 *
 * @throws as `createExchange`
 */
export const createLateExchange = (options: ExchangeOptions): Promise<Exchange> =>
  beginning(options, async (lives) => (await lives.late(options)) ?? lives.first(options));

async function beginning(
  options: ExchangeOptions,
  begin: (lives: Lives) => Promise<Core | LateCore>,
): Promise<Exchange> {
  const lives = new Lives(options);
  try {
    return new LocalExchange(options, await begin(lives), lives);
  } catch (error) {
    await lives.release();
    throw error;
  }
}

/** A journal that was replayed up to an input, where another exchange goes on. */
export interface Begun {
  readonly header: DumpHeader;
  /** Its inputs so far. */
  readonly journal: MemoryJournal;
  /** The snapshot that it starts at; null for genesis. */
  readonly saved: SavedCore | null;
}

type GoingOn = Pick<ExchangeOptions, 'clock' | 'speed' | 'log'>;

/**
 * Makes an exchange that goes on where a replay stopped. Seed, world and limits are those of the journal.
 *
 * @throws ReplayError when this build comes to another exchange than the one that wrote the journal
 */
export async function continueExchange(options: GoingOn, begun: Begun): Promise<Exchange> {
  const core = await coreOf(options, begun);
  // An exchange that was stopped has been draining, and this one starts.
  if (core.state.status === 'draining') core.steering.setExchangeStatus('running');
  return new LocalExchange(options, core, new Lives(options, begun.header));
}

/** Returns the document of a snapshot of the exchange that a replay came to. */
export async function snapshotOf(begun: Begun): Promise<string> {
  const core = await coreOf({}, begun);
  const document = writeDocument(core.save());
  core.stop();
  return document;
}

async function coreOf(options: GoingOn, { header, journal, saved }: Begun): Promise<Core> {
  const settings = settingsOf({ ...options, startTime: header.config.startTime }, header);
  const from = { journal, followsWall: false, restart: '', ...(saved && { saved }) };
  return startCore({ ...settings, followsWall: false }, from);
}
