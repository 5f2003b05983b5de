import { stateDigest } from '../../engine/canonical-state.ts';
import type { State } from '../../engine/state.ts';
import { exchangeDigest } from './state-digest.ts';
import { DUMP_FORMAT, DUMP_VERSION, type DumpEnd, type DumpHeader } from './dump.ts';
import { dumpText } from './dump-text.ts';
import type { Journal, JournalRecord } from './journal.ts';
import { ledgerRecordOf } from './ledger-record.ts';

/** What a dump is made of. */
export interface Dumped {
  readonly state: Readonly<State>;
  readonly journal: Journal;
  /** Rolling digest over all inputs and their events. */
  readonly chain: string;
  readonly about: Pick<DumpHeader, 'package' | 'world' | 'serviceName'>;
}

/**
 * The lines of a dump, each with its end of line. The last one is taken down now, the others are written as they are
 * asked for: however far the exchange has moved on meanwhile, the dump ends with this input.
 */
export function dumpLines({ state, journal, chain, about }: Dumped): Iterable<string> {
  const { config } = state;
  const header: DumpHeader = { format: DUMP_FORMAT, version: DUMP_VERSION, ...about, seed: config.seed, config };
  const ledger = ledgerRecordOf(state, exchangeDigest(chain, state));
  const end: DumpEnd = { inputs: journal.length, chain, state: stateDigest(state), ledger };
  return linesOf(header, journal.records(), end);
}

function* linesOf(header: DumpHeader, records: Iterable<JournalRecord>, end: DumpEnd): Iterable<string> {
  yield `${dumpText(header)}\n`;
  if (end.inputs > 0) {
    for (const { seq, input } of records) {
      yield `${dumpText({ seq, input })}\n`;
      if (seq === end.inputs) break;
    }
  }
  yield `${dumpText(end)}\n`;
}
