import { decodeState, encodeState } from '../../src/engine/state-codec/state-codec.ts';
import { stateDigest } from '../../src/engine/canonical-state.ts';
import { Engine } from '../../src/engine/engine.ts';
import { genesis } from '../../src/engine/genesis.ts';
import type { State } from '../../src/engine/state.ts';
import { DigestChain } from '../../src/kernel/digest-chain.ts';
import { type DumpHeader, type DumpEnd, DumpReader } from '../../src/exchange/journal/dump.ts';
import { dumpText, parseDumpText } from '../../src/kernel/canonical-json.ts';
import type { NumberedInput } from '../../src/exchange/journal/journal.ts';
import { perform, type Play } from './play.ts';

/** A journal in parts. */
export interface Parts {
  readonly header: DumpHeader;
  readonly records: readonly NumberedInput[];
  readonly end: DumpEnd;
  /** The recorded checksum after each input, and the digest after the last. */
  readonly chains: readonly string[];
}

export function partsOf(lines: Iterable<string>): Parts {
  const reader = new DumpReader();
  const records: NumberedInput[] = [];
  const before: string[] = [];
  let header: DumpHeader | undefined;
  let end: DumpEnd | undefined;
  for (const text of lines) {
    const line = reader.read(text);
    if (line.kind === 'header') header = line.header;
    else if (line.kind === 'end') end = line.end;
    else {
      records.push(line.record);
      before.push(String(line.record.crc));
    }
  }
  if (!header || !end) throw new Error('a golden journal has a header and an end');
  return { header, records, end, chains: [...before.slice(1), String(end.crc), end.chain] };
}

/** What one run of the inputs came to: the checksum after each input, the digest after the last, and that of the state. */
export interface Course {
  readonly chains: readonly string[];
  readonly state: string;
}

/** The script played again, in an exchange with clients. */
export async function live(play: Play): Promise<Course> {
  const exchange = await perform(play);
  try {
    const { chains, end } = partsOf([...exchange.control.journal()].map((line) => line.trimEnd()));
    return { chains, state: end.state };
  } finally {
    await exchange.close();
  }
}

/** Says after which inputs the engine ends and another goes on from the state as it was written and read again. */
type Restarts = (seq: number) => boolean;

/** The inputs replayed from genesis, with restarts. */
export function replayed({ header, records }: Parts, restarts: Restarts = () => false): Course {
  let engine = new Engine(genesis(header.config).state);
  let chain = new DigestChain();
  const chains: string[] = [];
  for (const record of records) {
    chain.add(record.seq, record.input, engine.apply(record.input).events);
    chains.push(String(chain.crc));
    if (!restarts(record.seq)) continue;
    engine = new Engine(writtenAndRead(engine.state));
    chain = new DigestChain(chain.place());
  }
  return { chains: [...chains, chain.value()], state: stateDigest(engine.state) };
}

function writtenAndRead(state: State): State {
  const plain = parseDumpText(dumpText(encodeState(state)));
  return decodeState(plain, state.config);
}

/** A snapshot in the middle and the tail of the journal after it. */
export const fromSnapshot = (parts: Parts): Course =>
  replayed(parts, (seq) => seq === Math.floor(parts.records.length / 2));

/** A restart after each input, or after every nth. */
export const restarted = (parts: Parts, every: number): Course => replayed(parts, (seq) => seq % every === 0);
