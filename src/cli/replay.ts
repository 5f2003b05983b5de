import { JournalReplay, type Step } from '../runtime/replay/journal-replay.ts';
import { readStartTime } from '../runtime/clock/start-time.ts';
import { DumpError } from '../runtime/journal/dump.ts';
import { printableLines } from '../kernel/printable.ts';
import { Unreachable } from './control-site.ts';
import { type JournalSource, journalSource } from './journal-source.ts';
import { print, say } from './output.ts';
import { Progress } from './progress.ts';
import { type Replayed, replayJson, replayText } from './replay-text.ts';
import { UsageError } from './usage-error.ts';

/** Flags as commander collects them. */
export interface ReplayFlags {
  readonly verify?: boolean;
  readonly until?: string;
  readonly controlToken?: string;
  readonly json?: boolean;
}

/** 0 replayed to the recorded digests, 1 to others, 3 there was no exchange. */
export type ReplayExit = 0 | 1 | 3;

/**
 * Rebuilds an exchange from its journal, compares every digest that the journal recorded, and prints what it came to.
 *
 * @throws UsageError for flags that cannot be met and for a journal that cannot be read
 */
export async function replay(journal: string, flags: ReplayFlags): Promise<ReplayExit> {
  const isLast = untilOf(flags.until);
  const source = journalSource(journal, flags.controlToken);
  try {
    const replayed = await follow(source, { isLast, checks: flags.verify === true });
    await print(flags.json ? replayJson(replayed) : printableLines(replayText(replayed)));
    return replayed.mismatch ? 1 : 0;
  } catch (error) {
    if (error instanceof DumpError) throw new UsageError(`${source.name} ${error.message}`);
    if (!(error instanceof Unreachable)) throw error;
    say(error.message);
    return 3;
  }
}

interface Following {
  /** Whether the replay stops before this line. */
  readonly isLast: (step: Step) => boolean;
  readonly checks: boolean;
}

async function follow({ name, lines }: JournalSource, { isLast, checks }: Following): Promise<Replayed> {
  const replay = new JournalReplay({ checks });
  const progress = new Progress('replayed');
  for await (const line of lines) {
    const step = replay.read(line);
    if (replay.mismatch || isLast(step)) break;
    replay.apply(step);
    progress.at(replay.state.inputSeq);
  }
  const { header, state, chain, compared, ended, mismatch } = replay;
  return {
    source: name,
    world: header.world,
    seed: header.seed,
    package: header.package,
    inputs: state.inputSeq,
    at: state.now,
    events: state.eventSeq,
    chain,
    digest: replay.digest(),
    compared,
    ended,
    mismatch,
  };
}

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
