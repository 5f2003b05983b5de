import type { RollingDigest } from '../../kernel/digest-chain.ts';
import { stateDigest } from '../../engine/canonical-state.ts';
import type { ExchangeConfig } from '../../engine/config.ts';
import type { State } from '../../engine/state.ts';
import { exchangeDigestOf, ledgerRecordOf } from './ledger-record.ts';
import { DUMP_FORMAT, DUMP_VERSION, type DumpEnd, type DumpHeader } from './dump.ts';
import type { Journal, JournalRecord } from './journal.ts';
import { summedLine } from './line-cursor.ts';

/** What a dump is made of. */
export interface Dumped {
  readonly state: Readonly<State>;
  /** That of the start: what has changed since is among the inputs. */
  readonly config: ExchangeConfig;
  readonly journal: Journal;
  /** Over all inputs and their events. */
  readonly chain: RollingDigest;
  readonly about: Pick<DumpHeader, 'package' | 'world' | 'serviceName'>;
}

/**
 * The lines of a dump, each with its end of line. The last one is taken down now, the others are written as they are
 * asked for: however far the exchange has moved on meanwhile, the dump ends with this input.
 */
export function dumpLines({ state, config, journal, chain, about }: Dumped): Iterable<string> {
  const header: DumpHeader = {
    format: DUMP_FORMAT,
    version: DUMP_VERSION,
    ...about,
    seed: config.seed,
    config,
    start: journal.start,
  };
  return linesOf(header, journal.records(), dumpEnd({ state, journal, chain }));
}

/** Returns what the exchange has come to after the last input of its journal. */
export function dumpEnd({ state, journal, chain }: Omit<Dumped, 'about' | 'config'>): DumpEnd {
  const digest = stateDigest(state);
  return {
    inputs: journal.length,
    crc: chain.crc,
    chain: chain.value(),
    state: digest,
    ledger: ledgerRecordOf(state, exchangeDigestOf(chain.value(), digest)),
  };
}

function* linesOf(header: DumpHeader, records: Iterable<JournalRecord>, end: DumpEnd): Iterable<string> {
  let sum = '';
  const line = (document: object): string => {
    const summed = summedLine(sum, document);
    sum = summed.sum;
    return `${summed.text}\n`;
  };
  yield line(header);
  if (end.inputs > header.start.seq) {
    for (const { seq, input, crc } of records) {
      yield line({ seq, input, crc });
      if (seq === end.inputs) break;
    }
  }
  yield line(end);
}
