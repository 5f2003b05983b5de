import { JournalReplay, type Step } from '../../inspect/replay/journal-replay.ts';
import { readStartTime } from '../../exchange/clock/start-time.ts';
import { type Begun, continueExchange, snapshotOf } from '../../exchange/exchange.ts';
import { DumpError } from '../../exchange/journal/dump.ts';
import type { JournalStart } from '../../exchange/journal/journal.ts';
import { MemoryJournal } from '../../exchange/journal/memory-journal.ts';
import { SnapshotError } from '../../exchange/snapshots/document.ts';
import { printableLines } from '../../kernel/printable.ts';
import { Unreachable } from '../control-site.ts';
import { type JournalSource, journalSource } from '../journal-source.ts';
import type { ServeOptions } from '../options.ts';
import { writeWhole } from '../output-file.ts';
import { print, say } from '../output.ts';
import { Progress } from '../progress.ts';
import { type Replayed, replayJson, replayText } from './replay-text.ts';
import { serve } from '../serve/serve.ts';
import { UsageError } from '../usage-error.ts';

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
  readonly isLast: (step: Step) => boolean;
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
    if (isKept && step.kind === 'input') begun.append({ seq: step.seq, input: step.input, chain: replay.chain });
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
  chain: replay.chain,
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
function untilOf(until: string | undefined): (step: Step) => boolean {
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
