import { createHash } from 'node:crypto';
import {
  big,
  bool,
  type Codec,
  CodecError,
  count,
  int,
  oneOf,
  optional,
  type Plain,
  plain,
  text,
  within,
} from '../../kernel/codec/codec.ts';
import { readonlyList, record, sortedMapOf } from '../../kernel/codec/collections.ts';
import type { ChainPlace } from '../../kernel/digest-chain.ts';
import { sha256 } from '../../kernel/sha256.ts';
import type { MarketSpec } from '../../engine/config.ts';
import type { LineStart, WrittenSoFar } from '../data/file-journal.ts';
import { exchangeConfig } from '../../engine/state-codec/config-codec.ts';
import { decodeState } from '../../engine/state-codec/state-codec.ts';
import { randomStream } from '../../engine/state-codec/terms.ts';
import { decodeHistory, encodeFiled, encodeHistory, type FiledRows, type OpenRows } from '../history/saved-history.ts';
import { chainPlace } from '../journal/input-codec.ts';
import { dumpPieces, dumpText, parseDumpText } from '../../kernel/canonical-json.ts';
import type { SavedLogins } from '../stream/session/login.ts';
import type { PagedCore, SavedCore, SavedRuntime } from './saved-core.ts';
import { isRecord } from '../../kernel/entries.ts';

/**
 * A snapshot as one line of canonical JSON: equal states of an exchange give equal bytes, whatever was read or fed
 * before. `sum` is the digest of the line without it.
 */
export const SNAPSHOT_FORMAT = 'perpsim-snapshot';
/** Goes up when an older reader would misread what is written. */
export const SNAPSHOT_VERSION = 2;

/** A document is no snapshot, or a damaged one; the message names the field. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}

interface Document {
  readonly format: string;
  readonly version: number;
  readonly package: string;
  readonly world: string;
  readonly serviceName: string;
  readonly config: Plain;
  readonly seq: number;
  readonly chain: ChainPlace;
  readonly state: Plain;
  readonly runtime: Plain;
  readonly history: Plain;
  /** What the file of the journal had; only of an automatic snapshot. */
  readonly journal?: Plain | undefined;
  readonly sum: string;
}

const DOCUMENT = record<Document>({
  format: text,
  version: count,
  package: text,
  world: text,
  serviceName: text,
  config: plain,
  seq: count,
  chain: chainPlace,
  state: plain,
  runtime: plain,
  history: plain,
  journal: optional(plain),
  sum: text,
});

/** Returns the line of a snapshot, with its end. */
export const writeDocument = (saved: SavedCore): string => [...documentPieces(saved)].join('');

/** Down to the single order, account or row, so that no piece is long. */
const DEPTH = 4;

/** The line of a snapshot, with its end, in pieces. Their number grows with the exchange, their size does not. */
const documentPieces = (saved: SavedCore): Generator<string> =>
  piecesWith(saved, encodeHistory(saved.history, marketsOf(saved.config.markets)));

/** The same for a snapshot whose rows of the history files have. */
export const filedPieces = (saved: PagedCore, filed: FiledRows): Generator<string> =>
  piecesWith(saved, encodeFiled(saved.history, filed, marketsOf(saved.config.markets)), saved.written);

function* piecesWith(saved: Omit<SavedCore, 'history'>, history: object, written?: WrittenSoFar): Generator<string> {
  const { world, serviceName, config, seq, chain, state } = saved;
  const document: Omit<Document, 'sum' | 'history'> & { readonly history: object } = {
    format: SNAPSHOT_FORMAT,
    version: SNAPSHOT_VERSION,
    package: saved.package,
    world,
    serviceName,
    config: exchangeConfig.encode(config),
    seq,
    chain,
    state,
    runtime: runtimeCodec.encode(saved.runtime),
    history,
    ...(written && { journal: writtenCodec.encode(written) }),
  };
  const sum = createHash('sha256');
  // Keys are in order, so that the sum stands between the state and the version.
  const end = `${SUM_BEFORE}${dumpText(SNAPSHOT_VERSION)},"world":${dumpText(world)}}`;
  let last = '';
  for (const piece of dumpPieces({ ...document, version: undefined, world: undefined }, DEPTH)) {
    sum.update(last);
    yield last;
    last = piece;
  }
  // The last piece is the brace, which belongs behind the world.
  yield `,"sum":"${sum.update(end).digest('hex')}"${end}\n`;
}

const SUM_BEFORE = ',"version":';
const SUM = /,"sum":"([0-9a-f]{64})"$/;

/**
 * Reads a snapshot and checks all of it before anything is done with it (DUR-10).
 *
 * @param open - opens the files of one that has the rows of its history in files
 * @throws SnapshotError
 */
export function readDocument(line: string, open?: OpenRows): SavedCore {
  const given = parseDumpText(line.endsWith('\n') ? line.slice(0, -1) : line);
  if (given === undefined)
    throw new SnapshotError('is not as a snapshot is written: cut off, changed, or something else');
  try {
    return savedFrom(given, line, open);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw new SnapshotError(error.path === '' ? error.problem : `field "${error.path}": ${error.problem}`);
  }
}

function savedFrom(given: unknown, line: string, open: OpenRows | undefined): SavedCore {
  const { format, version }: Readonly<Record<string, unknown>> = isRecord(given) ? given : {};
  if (format !== SNAPSHOT_FORMAT) throw new SnapshotError('is no snapshot of perpsim');
  if (version !== SNAPSHOT_VERSION) throw new CodecError('version', versionProblem(version));
  const document = DOCUMENT.decode(given);
  const config = within('config', () => exchangeConfig.decode(document.config));
  const state = within('state', () => decodeState(document.state, config));
  const runtime = within('runtime', () => runtimeCodec.decode(document.runtime));
  const history = within('history', () => decodeHistory(document.history, marketsOf(config.markets), open));
  const written = within('journal', () => optional(writtenCodec).decode(document.journal));
  if (state.inputSeq !== document.seq) throw new CodecError('seq', `is not that of the state, ${state.inputSeq}`);
  checkSum(line, document.sum);
  const { world, serviceName, seq, chain } = document;
  const about = { package: document.package, world, serviceName, config, seq, chain, time: state.now };
  return { ...about, state: document.state, runtime, history, journal: null, ...(written && { written }) };
}

function versionProblem(version: unknown): string {
  if (typeof version !== 'number' || version < 1) return `there is no version ${String(version)}`;
  return version > SNAPSHOT_VERSION
    ? `${version} is newer than ${SNAPSHOT_VERSION}, the newest that this perpsim reads`
    : `${version} is older than ${SNAPSHOT_VERSION}, the oldest that this perpsim reads`;
}

function checkSum(line: string, sum: string): void {
  const place = line.lastIndexOf(SUM_BEFORE);
  const before = line.slice(0, place);
  const [found, given] = SUM.exec(before.slice(-SUM_LENGTH)) ?? [];
  const summed = `${before.slice(0, -(found?.length ?? 0))}${line.slice(place).trimEnd()}`;
  if (given !== sum || sha256(summed) !== sum)
    throw new CodecError('sum', 'is not that of the document: it was changed');
}

const SUM_LENGTH = ',"sum":""'.length + 64;

const marketsOf = (markets: readonly MarketSpec[]): ReadonlyMap<string, MarketSpec> =>
  new Map(markets.map((spec) => [spec.symbol, spec]));

const writtenCodec = record<WrittenSoFar>({
  lines: count,
  bytes: count,
  crc: count,
  sum: text,
  inputs: count,
  places: readonlyList(record<LineStart>({ seq: count, offset: count })),
});

const times = sortedMapOf(text, sortedMapOf(big, int));

const logins: Codec<SavedLogins> = {
  encode: (saved) => times.encode(new Map(saved.map(([wallet, used]) => [wallet, new Map(used)]))),
  decode: (plain) => Array.from(times.decode(plain), ([wallet, used]) => [wallet, [...used]] as const),
};

/** A speed may be a fraction, which canonical JSON has no number for: it is written as text. */
const speed: Codec<number> = {
  encode: (value): Plain => String(value),
  decode: (plain) => {
    const read = Number(text.decode(plain));
    if (!(Number.isFinite(read) && read > 0) || String(read) !== plain)
      throw new CodecError('', 'takes a speed above 0');
    return read;
  },
};

const runtimeCodec = record<SavedRuntime>({
  clock: record<SavedRuntime['clock']>({ mode: oneOf('live', 'manual'), speed }),
  followsWall: bool,
  clientInputs: count,
  requestIds: randomStream,
  logins,
});
