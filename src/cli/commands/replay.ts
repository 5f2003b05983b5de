import { readStartTime } from '../../exchange/clock/clock.ts';
import { type Begun, continueExchange, snapshotOf } from '../../exchange/exchange.ts';
import { DumpError } from '../../exchange/journal/dump.ts';
import type { JournalStart } from '../../exchange/journal/journal.ts';
import { MemoryJournal } from '../../exchange/journal/memory-journal.ts';
import { SnapshotError } from '../../exchange/snapshots/document.ts';
import { JournalReplay, type Mismatch, type ReplayedLine } from '../../inspect/replay/journal-replay.ts';
import { printableLines } from '../../kernel/printable.ts';
import { Unreachable } from '../control-site.ts';
import { type CliCommand, type CommandBody, type FlagSpec, JSON_FLAG } from '../define.ts';
import { type JournalSource, journalSource } from '../journal-source.ts';
import { DEFAULTS, readFlags, type ServeOptions, SETTINGS } from '../options.ts';
import { writeWhole } from '../output-file.ts';
import { print, say } from '../output.ts';
import { Progress } from '../progress.ts';
import { serve } from '../serve/serve.ts';
import { UsageError } from '../usage-error.ts';

const JOURNAL = 'a saved journal, a data directory, or the URL of a running exchange';

/** Settings of `serve` that an exchange takes when it goes on from a journal; the others are in the journal. */
const SERVED: ReadonlySet<string> = new Set([
  'port',
  'host',
  'clock',
  'speed',
  'configOut',
  'quiet',
  'logLevel',
  'control',
] satisfies (keyof ServeOptions)[]);

type ServeFlags = Readonly<Record<string, string | boolean | undefined>>;

const nameOf = (key: string): string => SETTINGS.find((setting) => setting.key === key)?.flag?.split(' ', 1)[0] ?? key;

/** How the exchange is served in the end; null without --serve. */
function servedAs(flags: ReplayFlags & ServeFlags, command: CliCommand): ServeOptions | null {
  const given = Object.entries(flags).filter(([key]) => command.getOptionValueSource(key) !== 'default');
  const wanted = Object.fromEntries(given.filter(([key]) => SERVED.has(key)));
  const [first] = Object.keys(wanted);
  if (first !== undefined && flags.serve !== true) throw new UsageError(`${nameOf(first)} goes with --serve`);
  const { controlToken, json } = flags;
  if (flags.serve !== true) return null;
  return { ...DEFAULTS, clock: 'manual', ...readFlags({ ...wanted, controlToken, json }) };
}

/** `perpsim replay`. */
export const REPLAY: CommandBody = {
  takes: [JOURNAL],
  flags: [
    ['--verify', 'also check every invariant of the state after each input'],
    ['--until <seq|time>', 'stop after the input with this number, or after the last input up to this time'],
    ['--save <file>', 'write a snapshot of the exchange there, for diff and for serve'],
    ['--serve', 'serve the exchange from there, with a manual clock unless --clock says otherwise'],
    ['--control-token <token>', 'the token that a running exchange was started with, and the served one takes'],
    JSON_FLAG,
    ...SETTINGS.flatMap(({ key, flag, help }): FlagSpec[] =>
      flag !== undefined && SERVED.has(key) ? [[flag, `--serve: ${help}`]] : [],
    ),
  ],
  examples: [
    'perpsim replay ./data --verify',
    'perpsim replay http://127.0.0.1:8700 --until 1000 --json',
    'perpsim replay ./data --until 1000 --serve --port 8701',
  ],
  exits: { 0: 'equal digests', 1: 'a digest differs', 2: 'wrong usage or file', 3: 'no exchange reached' },
  run: async (journal: string, flags: ReplayFlags & ServeFlags, command: CliCommand) => {
    const served = servedAs(flags, command);
    return replay(journal, flags, served);
  },
};

/** Flags as commander collects them; with `serve` those of `perpsim serve` that fit too. */
export interface ReplayFlags {
  readonly verify?: boolean;
  readonly until?: string;
  readonly serve?: boolean;
  readonly save?: string;
  readonly controlToken?: string;
  readonly json?: boolean;
}

/** 0 replayed to the recorded digests, 1 to others, 3 there was no exchange. */
export type ReplayExit = 0 | 1 | 3;

/**
 * Rebuilds an exchange from its journal, compares every digest that the journal recorded, and prints what it came to.
 *
 * @param options - how to serve the exchange from there; null does not serve it
 * @throws UsageError for flags that cannot be met and for a journal that cannot be read
 */
export async function replay(journal: string, flags: ReplayFlags, options: ServeOptions | null): Promise<ReplayExit> {
  const isLast = untilOf(flags.until);
  const source = journalSource(journal, flags.controlToken);
  try {
    const { replay: run, replayed, begun } = await follow(source, { isLast, flags });
    const keep = () => begunOf(run, begun);
    await print(flags.json ? replayJson(replayed) : printableLines(replayText(replayed)));
    if (replayed.mismatch) return 1;
    if (flags.save !== undefined) await writeWhole(flags.save, await snapshotOf(keep()));
    if (options) {
      const { clock, speed } = options;
      await serve(options, (_, log) => continueExchange({ clock, speed, log }, keep()));
    }
    return 0;
  } catch (error) {
    if (error instanceof DumpError || error instanceof SnapshotError) {
      throw new UsageError(`${source.name} ${error.message}`);
    }
    if (!(error instanceof Unreachable)) throw error;
    say(error.message);
    return 3;
  }
}

interface Following {
  /** Whether the replay stops before this line. */
  readonly isLast: (step: ReplayedLine) => boolean;
  readonly flags: ReplayFlags;
}

interface Followed {
  readonly replay: JournalReplay;
  readonly replayed: Replayed;
  /** Its inputs, where an exchange is to go on from them. */
  readonly begun: MemoryJournal;
}

/**
 * What an exchange needs to go on from there.
 *
 * @throws UsageError for a journal that holds the state it starts with, but not what clients could still read
 */
function begunOf({ header, saved }: JournalReplay, journal: MemoryJournal): Begun {
  if (header.start.seq > 0 && !saved) {
    throw new UsageError(
      `the journal starts after input ${header.start.seq}, without the history before: --serve and --save need one from the beginning, or a data directory`,
    );
  }
  return { header, journal, saved };
}

async function follow(
  { name, lines, snapshotOf: named }: JournalSource,
  { isLast, flags }: Following,
): Promise<Followed> {
  const replay = new JournalReplay({ checks: flags.verify === true, snapshotOf: named });
  const progress = new Progress('replayed');
  let begun = new MemoryJournal();
  const isKept = flags.serve === true || flags.save !== undefined;
  for await (const line of lines) {
    const step = replay.read(line);
    if (replay.mismatch || isLast(step)) break;
    if (step.kind === 'header') begun = new MemoryJournal(startOf(replay));
    if (isKept && step.kind === 'input') begun.append({ seq: step.seq, input: step.input, crc: replay.chain.crc });
    replay.apply(step);
    progress.at(replay.state.inputSeq);
  }
  return { replay, replayed: replayedOf(name, replay), begun };
}

/** A journal in memory holds the state that it starts with. */
function startOf({ header: { start }, saved }: JournalReplay): JournalStart {
  return saved ? { ...start, snapshot: null, state: saved.state } : start;
}

const replayedOf = (source: string, replay: JournalReplay): Replayed => ({
  source,
  world: replay.header.world,
  seed: replay.header.seed,
  package: replay.header.package,
  inputs: replay.state.inputSeq,
  at: replay.state.now,
  events: replay.state.eventSeq,
  chain: replay.chain.value(),
  digest: replay.digest(),
  compared: replay.compared,
  ended: replay.ended,
  mismatch: replay.mismatch,
});

/** Inputs are numbered, and times are at least this: Unix milliseconds of the year 1973. */
const LEAST_TIME = 100_000_000_000;

/**
 * Says before which line to stop.
 *
 * @throws UsageError for what is neither a number of an input nor a time
 */
function untilOf(until: string | undefined): (step: ReplayedLine) => boolean {
  if (until === undefined) return () => false;
  const count = /^\d{1,11}$/.test(until) ? Number(until) : NaN;
  if (count < LEAST_TIME) return (step) => step.kind === 'input' && step.seq > count;
  const time = readStartTime(until);
  if (time === undefined) {
    throw new UsageError(
      `--until takes the number of an input, Unix milliseconds or an ISO 8601 time with a zone (got "${until}")`,
    );
  }
  return (step) => step.kind === 'input' && step.input.at > time;
}

/** What a replay came to. */
interface Replayed {
  readonly source: string;
  readonly world: string;
  readonly seed: string;
  /** Of the perpsim that wrote the journal. */
  readonly package: string;
  /** The last input, its exchange time and the last event. */
  readonly inputs: number;
  readonly at: number;
  readonly events: number;
  readonly chain: string;
  readonly digest: string;
  /** Recorded digests that were compared; 0 says that nothing was verified. */
  readonly compared: number;
  /** Whether the end of the journal was reached; false with `--until`, and for an exchange that was not closed. */
  readonly ended: boolean;
  readonly mismatch: Mismatch | null;
}

/** The result of a replay for programs: one line. */
const replayJson = (replayed: Replayed): string => `${JSON.stringify(replayed)}\n`;

/** The result of a replay for people. */
function replayText(replayed: Replayed): string {
  const { source, world, seed, inputs, at, events, chain, digest, compared, ended, mismatch } = replayed;
  const rows: readonly (readonly [string, string])[] = [
    ['replayed', source],
    ['world', `${world}, seed ${seed}, journal of perpsim ${replayed.package}`],
    ['inputs', ended ? String(inputs) : `${inputs}, the end of the journal was not reached`],
    ['time', `${new Date(at).toISOString()} (${at})`],
    ['events', String(events)],
    ['chain', chain],
    ['digest', digest],
    ['compared', compared === 0 ? 'nothing: no digest was recorded up to here' : `${compared} recorded digests`],
  ];
  const figures = rows.map(([name, value]) => `  ${name.padEnd(10)} ${value}`);
  const verdict = mismatch ? mismatchText(mismatch) : ['equal: this build comes to every digest that was recorded'];
  return [...figures, '', ...(compared === 0 && !mismatch ? [] : [...verdict, ''])].join('\n');
}

/** What of a journal a replay did not come to, in words. */
const MISMATCHES: Readonly<Record<Mismatch['what'], string>> = {
  crc: 'checksum of all inputs and their events',
  chain: 'digest of all inputs and their events',
  state: 'digest of the state',
  ledger: 'ledger',
};

/** Says that a journal does not replay to what it recorded. */
export const differs = (journal: string, { what, input }: Pick<Mismatch, 'what' | 'input'>): string =>
  `${journal} does not replay to what it recorded: the ${MISMATCHES[what]} differs after input ${input}. Another version of the rules wrote it`;

function mismatchText({ input, line, what, expected, found }: Mismatch): readonly string[] {
  const place = input === 0 ? 'at the start' : `after input ${input} (line ${line})`;
  return [`DIFFERENT ${place}: ${MISMATCHES[what]}`, `  expected   ${expected}`, `  found      ${found}`];
}
