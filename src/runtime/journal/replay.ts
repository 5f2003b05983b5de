import type { ExchangeConfig } from '../../engine/config.ts';
import { Engine } from '../../engine/engine.ts';
import { genesis } from '../../engine/genesis.ts';
import type { State } from '../../engine/state.ts';
import { DigestChain } from '../../kernel/digest.ts';
import { exchangeDigest, extendChain } from './state-digest.ts';
import type { JournalRecord } from './journal.ts';

/** The exchange that a log leads to: genesis, then every input again, in order (DET-10). */
export function replay(config: ExchangeConfig, records: Iterable<JournalRecord>): { state: State; digest: string } {
  const { state } = genesis(config);
  const engine = new Engine(state);
  const chain = new DigestChain();
  for (const record of records) extendChain(chain, record, engine.apply(record.input).events);
  return { state, digest: exchangeDigest(chain.value(), state) };
}
