import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { stateDigest } from '../../engine/canonical-state.ts';
import type { Input } from '../../engine/command.ts';
import { readStartTime } from '../../exchange/clock/clock.ts';
import { ControlError } from '../../exchange/control-error.ts';
import { compactDirectory, type Compacted } from '../../exchange/data/compact.ts';
import { generationsIn } from '../../exchange/data/generation-files.ts';
import { DamageError, GenerationReader, type ReadLine, type TornTail } from '../../exchange/data/generation-reader.ts';
import { DirectoryLock, holderOf } from '../../exchange/data/lock.ts';
import { NODE_STORAGE } from '../../exchange/data/node-storage.ts';
import { onDisk } from '../../exchange/host.ts';
import type { DumpHeader, DumpLine } from '../../exchange/journal/dump.ts';
import { Replay } from '../../exchange/journal/replay.ts';
import { SnapshotError } from '../../exchange/snapshots/document.ts';
import { isOneOf } from '../../kernel/entries.ts';
import { printable, printableLines } from '../../kernel/printable.ts';
import { type CommandBody, JSON_FLAG } from '../define.ts';
import { print, say, timeText } from '../output.ts';
import { Progress } from '../progress.ts';
import { reasonOf, UsageError } from '../usage-error.ts';

const GIVEN = 'a data directory, or one file of a journal';

/** `perpsim journal`. */
export const JOURNAL: CommandBody = {
  below: [
    {
      name: 'verify <journal>',
      about: 'Checks sums and structure of every line, and with --replay every digest.',
      takes: [GIVEN],
      flags: [['--replay', 'apply the inputs again and compare every digest'], JSON_FLAG],
      examples: ['perpsim journal verify ./data', 'perpsim journal verify ./data --replay --json'],
      exits: { 0: 'sound', 1: 'damaged, or other digests', 2: 'wrong usage, or no journal there' },
      run: async (given: string, flags: VerifyFlags) => verify(given, flags),
    },
    {
      name: 'cat <journal>',
      about: 'Prints inputs, one a line; of a data directory those of the newest file.',
      takes: [GIVEN],
      flags: [
        ['--from <seq|time>', 'begin with this input, or at this time (ISO 8601 or Unix ms)'],
        ['--to <seq|time>', 'end with this input, or at this time'],
        ['--kind <kinds>', 'only these: request, control, clock, charge; separated by commas'],
        ['--json', 'print the lines as they are in the file'],
      ],
      examples: [
        'perpsim journal cat ./data --kind request --from 1000',
        'perpsim journal cat ./data --from 2026-01-05T12:00:00Z --json | jq .input',
      ],
      exits: { 0: 'printed', 1: 'damaged', 2: 'wrong usage, or no journal there' },
      run: async (given: string, flags: CatFlags) => cat(given, flags),
    },
    {
      name: 'stat <journal>',
      about: 'Counts inputs by kind and bytes, and lists files and snapshots.',
      takes: [GIVEN],
      flags: [JSON_FLAG],
      examples: ['perpsim journal stat ./data', 'perpsim journal stat ./data --json'],
      exits: { 0: 'printed', 1: 'damaged', 2: 'wrong usage, or no journal there' },
      run: async (given: string, flags: { readonly json?: boolean }) => stat(given, flags),
    },
    {
      name: 'compact <dir>',
      about:
        'Removes what no start reads: earlier lives, and inputs before the newest snapshot. The exchange must be stopped.',
      takes: ['a data directory'],
      flags: [JSON_FLAG],
      examples: ['perpsim journal compact ./data', 'perpsim journal compact ./data --json'],
      exits: { 0: 'compacted', 1: 'damaged', 2: 'wrong usage, or no journal there' },
      run: async (given: string, flags: { readonly json?: boolean }) => compact(given, flags),
    },
  ],
};

/** Flags as commander collects them. */
export interface VerifyFlags {
  readonly replay?: boolean;
  readonly json?: boolean;
}

/** What was found about one file. */
type Verdict =
  | { readonly sound: true; readonly survey: Survey; readonly compared: number | null }
  | {
      readonly sound: false;
      readonly file: string;
      readonly line: number;
      readonly offset: number;
      readonly problem: string;
    }
  | { readonly sound: false; readonly file: string; readonly input: number; readonly problem: string };

/**
 * Checks every line of a journal, and with `replay` every digest.
 *
 * @returns 0 when it is sound
 * @throws UsageError when there is no journal
 */
export async function verify(given: string, flags: VerifyFlags): Promise<0 | 1> {
  const verdicts = filesOf(given).map((file) => verdictOn(file, flags.replay === true));
  const isSound = verdicts.every(({ sound }) => sound);
  const text = [...verdicts.map(verdictText), isSound ? 'sound' : 'NOT sound', ''].join('\n');
  await print(flags.json ? `${JSON.stringify({ sound: isSound, files: verdicts })}\n` : printableLines(text));
  return isSound ? 0 : 1;
}

function verdictOn(file: string, replays: boolean): Verdict {
  const digests = replays ? new Digests() : null;
  try {
    const found = survey(file, (line) => digests?.take(line));
    return { sound: true, survey: found, compared: digests ? digests.compared : null };
  } catch (error) {
    if (error instanceof DamageError) {
      const { line, offset, message } = error;
      return { sound: false, file, line, offset, problem: message.slice(file.length + 1) };
    }
    if (error instanceof OtherDigest) return { sound: false, file, input: error.input, problem: error.message };
    throw error;
  }
}

class OtherDigest extends Error {
  readonly input: number;

  constructor(input: number, what: string) {
    super(`after input ${input} this perpsim comes to another digest of ${what}`);
    this.input = input;
  }
}

/** Applies the inputs of a journal again and compares every digest that it has. */
class Digests {
  compared = 0;
  #replay: Replay | null = null;

  take(line: DumpLine): void {
    if (line.kind === 'header') {
      // The state of a snapshot that is named is not part of the journal.
      this.#replay = line.header.start.snapshot === null ? new Replay(line.header.config, line.header.start) : null;
      return;
    }
    const replay = this.#replay;
    if (!replay) return;
    if (line.kind === 'input') {
      this.#compare('inputs and events', String(line.record.crc), String(replay.chain.crc));
      replay.apply(line.record);
    } else {
      this.#compare('inputs and events', line.end.chain, replay.chain.value());
      this.#compare('the state', line.end.state, stateDigest(replay.state));
    }
  }

  #compare(what: string, expected: string | null, found: string): void {
    if (expected === null) return;
    this.compared += 1;
    if (expected !== found) throw new OtherDigest(this.#replay?.state.inputSeq ?? 0, what);
  }
}

function verdictText(verdict: Verdict): string {
  if (!verdict.sound) return `${verdict.file}\n  damage     ${verdict.problem}\n`;
  const { survey: found, compared } = verdict;
  return [
    found.file,
    `  inputs     ${rangeText(found)}`,
    `  lines      ${found.lines}, ${found.bytes} bytes`,
    ...(compared === null
      ? []
      : [
          `  digests    ${compared === 0 && found.first > 1 ? 'none compared: the file starts at a snapshot' : `${compared} compared`}`,
        ]),
    ...(found.tail ? [`  torn tail  ${tailText(found.tail)}`] : []),
    '',
  ].join('\n');
}

/** Flags as commander collects them. */
export interface CatFlags {
  readonly from?: string;
  readonly to?: string;
  readonly kind?: string;
  readonly json?: boolean;
}

type InputLine = Extract<ReadLine, { kind: 'input' }>;

/** Text that is gathered before it is printed. */
const PIECE_LENGTH = 65_536;

/**
 * Prints inputs, one a line.
 *
 * @throws UsageError for flags that cannot be met, or when there is no journal
 */
export async function cat(given: string, flags: CatFlags): Promise<0 | 1> {
  const isWanted = wantedBy(flags);
  const isLast = lastOf(flags.to);
  const reader = new GenerationReader(NODE_STORAGE, newestOf(given));
  let text = '';
  try {
    for (const line of reader.lines()) {
      if (line.kind !== 'input') continue;
      if (isLast(line)) break;
      if (!isWanted(line)) continue;
      text += `${flags.json ? line.text : printable(lineText(line))}\n`;
      if (text.length < PIECE_LENGTH) continue;
      await print(text);
      text = '';
    }
  } catch (error) {
    if (!(error instanceof DamageError)) throw error;
    await print(text);
    say(error.message);
    return 1;
  }
  await print(text);
  if (reader.tail) say(`torn tail: ${tailText(reader.tail)}`);
  return 0;
}

const KINDS: readonly Input['kind'][] = ['request', 'control', 'clock', 'charge'];

function wantedBy({ from, kind }: CatFlags): (line: InputLine) => boolean {
  const kinds = kind === undefined ? KINDS : kind.split(',');
  const unknown = kinds.find((each) => !isOneOf(KINDS, each));
  if (unknown !== undefined) throw new UsageError(`--kind must be of ${KINDS.join(', ')} (got "${unknown}")`);
  const start = placeOf('--from', from);
  return ({ record: { seq, input } }) =>
    kinds.includes(input.kind) && (start === null || (start.seq === null ? input.at >= start.time : seq >= start.seq));
}

/** Whether a line comes after the last that is wanted. */
function lastOf(to: string | undefined): (line: InputLine) => boolean {
  const end = placeOf('--to', to);
  return ({ record: { seq, input } }) => end !== null && (end.seq === null ? input.at > end.time : seq > end.seq);
}

type JournalPoint = { readonly seq: number } | { readonly seq: null; readonly time: number };

function placeOf(flag: string, given: string | undefined): JournalPoint | null {
  if (given === undefined) return null;
  // A Unix time in milliseconds has more digits since 1973.
  if (/^\d{1,11}$/.test(given)) return { seq: Number(given) };
  const time = readStartTime(given);
  if (time !== undefined) return { seq: null, time };
  const takes = 'the number of an input, Unix milliseconds or an ISO 8601 time with a zone';
  throw new UsageError(`${flag} takes ${takes} (got "${given}")`);
}

function lineText({ record: { seq, input } }: InputLine): string {
  return [String(seq).padStart(8), timeText(input.at), input.kind.padEnd(7), summaryOf(input)].join('  ').trimEnd();
}

function summaryOf(input: Input): string {
  switch (input.kind) {
    case 'request': {
      const { action, wallet, account, nonce, commands } = input;
      const outcome = commands.length === 0 ? 'refused' : commands.map(({ type }) => type).join(' ');
      return `${action} of ${wallet}, account ${account}, nonce ${nonce ?? 'none'}: ${outcome}`;
    }
    case 'control':
      return input.commands.map(({ type }) => type).join(' ');
    case 'charge':
      return `${input.charge.tokens} tokens of ${input.charge.ip}`;
    case 'clock':
      return '';
  }
}

interface SnapshotFile {
  readonly name: string;
  readonly bytes: number;
}

interface Statistics {
  readonly files: readonly Survey[];
  readonly snapshots: readonly SnapshotFile[];
  /** Process that writes now; null when none does. */
  readonly writer: number | null;
}

/**
 * Counts what a journal holds.
 *
 * @throws UsageError when there is no journal
 */
export async function stat(given: string, flags: { readonly json?: boolean }): Promise<0 | 1> {
  try {
    const files = filesOf(given).map((file) => survey(file));
    const inFolder = isFolder(given);
    const writer = inFolder ? (holderOf(NODE_STORAGE, given)?.pid ?? null) : null;
    const found: Statistics = { files, snapshots: inFolder ? snapshotsIn(given) : [], writer };
    await print(flags.json ? `${JSON.stringify(found)}\n` : printableLines(statText(found)));
    return 0;
  } catch (error) {
    if (!(error instanceof DamageError)) throw error;
    say(error.message);
    return 1;
  }
}

function snapshotsIn(directory: string): SnapshotFile[] {
  const folder = join(onDisk(directory), 'snapshots');
  return readdirSync(onDisk(directory)).includes('snapshots')
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .map((name) => ({ name: name.slice(0, -'.json'.length), bytes: statSync(join(folder, name)).size }))
    : [];
}

function statText({ files, snapshots, writer }: Statistics): string {
  return [
    ...files.flatMap(fileText),
    `snapshots    ${snapshots.length === 0 ? 'none' : snapshots.map(({ name, bytes }) => `${name} (${bytes} bytes)`).join(', ')}`,
    `written by   ${writer === null ? 'no process now' : `process ${writer}`}`,
    '',
  ].join('\n');
}

function fileText(found: Survey): string[] {
  const { file, world, seed, inputs, from, to, bytes, lines, ended, tail } = found;
  const kinds = Object.entries(inputs).map(([kind, count]) => `${kind} ${count}`);
  const count = Object.values(inputs).reduce((sum, each) => sum + each, 0);
  return [
    file,
    `  world      ${world}, seed ${seed}, journal of perpsim ${found.package}`,
    `  inputs     ${rangeText(found)} (${kinds.join(', ')})`,
    `  time       ${from === null || to === null ? 'none' : `${timeText(from)} to ${timeText(to)}`}`,
    `  bytes      ${bytes} in ${lines} lines${count === 0 ? '' : `, ${Math.round(bytes / count)} for each input`}`,
    `  end        ${ended ? 'says what the exchange had come to' : 'open: the exchange runs, or was not closed'}`,
    ...(tail ? [`  torn tail  ${tailText(tail)}`] : []),
    '',
  ];
}

const LOG = { error: (_facts: object, message: string): void => say(message), notice: say };

/**
 * Removes what no start of an exchange reads any more.
 *
 * @throws UsageError when there is no journal, or a process writes to it
 */
export async function compact(given: string, flags: { readonly json?: boolean }): Promise<0 | 1> {
  if (!isFolder(given)) throw new UsageError(`${given} is a file: compact takes a data directory`);
  const lock = lockOf(given);
  try {
    const [first = given] = filesOf(given);
    const compacted = compactDirectory(NODE_STORAGE, given, LOG);
    if (!compacted) throw new UsageError(`${first} has no whole line: there is nothing to compact`);
    await print(flags.json ? `${JSON.stringify(compacted)}\n` : printableLines(compactText(compacted)));
    return 0;
  } catch (error) {
    if (!(error instanceof DamageError) && !(error instanceof SnapshotError)) throw error;
    say(`${error.message}: nothing was removed`);
    return 1;
  } finally {
    lock.release();
  }
}

function compactText({ kept, inputs, snapshot, removed }: Compacted): string {
  const from = snapshot === null ? '' : ` after the snapshot ${snapshot}`;
  return [
    ...removed.map(({ file, bytes }) => `removed ${file} (${bytes} bytes)`),
    `kept    ${kept} (${inputs} inputs${from})`,
    '',
  ].join('\n');
}

function lockOf(directory: string): DirectoryLock {
  try {
    return DirectoryLock.take(NODE_STORAGE, directory);
  } catch (error) {
    if (error instanceof ControlError) throw new UsageError(error.message);
    throw error;
  }
}

/** What one file of a journal holds. */
interface Survey {
  readonly file: string;
  readonly package: string;
  readonly world: string;
  readonly seed: string;
  /** Number of the first input that the file may hold, and of the last that it holds. */
  readonly first: number;
  readonly last: number;
  readonly lines: number;
  readonly bytes: number;
  readonly inputs: Readonly<Record<Input['kind'], number>>;
  /** Exchange time of the first and the last input; null without any. */
  readonly from: number | null;
  readonly to: number | null;
  /** Whether the last line says what the exchange had come to. */
  readonly ended: boolean;
  readonly tail: TornTail | null;
}

/**
 * Reads a file to its end and checks every line.
 *
 * @throws DamageError, UsageError when it cannot be read
 */
function survey(file: string, follow: (line: DumpLine) => void = () => undefined): Survey {
  const reader = new GenerationReader(NODE_STORAGE, file);
  const progress = new Progress('read');
  const inputs = { request: 0, control: 0, clock: 0, charge: 0 };
  let header: DumpHeader | null = null;
  let from: number | null = null;
  let to: number | null = null;
  for (const line of readable(file, reader.lines())) {
    follow(line);
    if (line.kind === 'header') header = line.header;
    if (line.kind !== 'input') continue;
    const { seq, input } = line.record;
    inputs[input.kind] += 1;
    from ??= input.at;
    to = input.at;
    progress.at(seq);
  }
  if (!header) throw new UsageError(`${file} holds no journal: it has no whole line`);
  const { lines, inputs: last, ended } = reader.soFar;
  const { package: writer, world, seed, start } = header;
  const bytes = statSync(onDisk(file)).size;
  const about = { file, package: writer, world, seed, first: start.seq + 1, last, lines, bytes };
  return { ...about, inputs, from, to, ended, tail: reader.tail };
}

/** The same lines; UsageError when the system does not give them. */
function* readable<T>(file: string, lines: Iterable<T>): Iterable<T> {
  try {
    yield* lines;
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw new UsageError(`cannot read ${file}: ${reasonOf(error)}`);
    throw error;
  }
}

/**
 * The files of a journal, oldest first: those of a data directory, or the one that was named.
 *
 * @throws UsageError when there are none
 */
function filesOf(given: string): readonly string[] {
  if (!isFolder(given)) return [given];
  const files = generationsIn(NODE_STORAGE, given).map(({ path }) => path);
  if (files.length === 0) throw new UsageError(`${given} holds no journal: it is no data directory of perpsim`);
  return files;
}

/** The newest of them, from which an exchange starts. */
function newestOf(given: string): string {
  const newest = filesOf(given).at(-1);
  if (newest === undefined) throw new UsageError(`${given} holds no journal`);
  return newest;
}

/** @throws UsageError when there is nothing of this name */
function isFolder(given: string): boolean {
  try {
    return statSync(onDisk(given)).isDirectory();
  } catch (error) {
    throw new UsageError(`cannot read ${given}: ${reasonOf(error)}`);
  }
}

/** Which inputs a file holds, in words. */
const rangeText = ({ first, last }: Survey): string =>
  last < first ? `none yet, the first will be ${first}` : `${first} to ${last}`;

/** What stands behind the last whole line, in words. */
const tailText = ({ lostBytes, keptBytes }: TornTail): string =>
  `${lostBytes} bytes from byte ${keptBytes} on: being written, or left by a crash; the next start cuts them off`;
