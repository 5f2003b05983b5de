import { ControlError } from '../../exchange/control-error.ts';
import { MemoryJournal } from '../../exchange/journal/memory-journal.ts';
import type { SavedCore } from '../../exchange/snapshots/saved-core.ts';
import { createSignatureChecker } from '../../exchange/signatures/signature.ts';
import type { Explanation } from '../../exchange/why/explanation.ts';
import { Explanations } from '../../exchange/why/explanations.ts';
import { createWhy, refusalsIn, type Why } from '../../exchange/why/why.ts';
import { JournalReplay, type Mismatch } from './journal-replay.ts';

/** What a journal alone explains; there is no exchange, so nothing is known of responses and their ids. */
export interface JournalWhy extends Pick<Why, 'margin' | 'order' | 'funding' | 'liquidation' | 'liquidations' | 'adl'> {
  /** What the engine refused of an input; without a place the first command of it that was. */
  refusalIn(input: number, place?: number): Explanation;
}

/** Explanations, or the first digest to which the journal does not replay. */
export type ExplainedJournal = { readonly why: JournalWhy } | { readonly mismatch: Mismatch };

/**
 * Replays a journal to its end, so that what happened in it can be explained as by the exchange that wrote it.
 *
 * @param snapshotOf - the snapshots of a data directory, at one of which its journal may start
 * @param onInput - called after each input with its number
 * @throws DumpError for a journal that cannot be read, SnapshotError for a snapshot that cannot
 */
export async function explainJournal(
  lines: AsyncIterable<string>,
  snapshotOf: ((name: string) => SavedCore) | undefined,
  onInput: (seq: number) => void,
): Promise<ExplainedJournal> {
  const failures: unknown[] = [];
  const explanations = new Explanations((error) => failures.push(error));
  const run = new JournalReplay({ observer: explanations, snapshotOf });
  let journal = new MemoryJournal();
  for await (const line of lines) {
    const step = run.read(line);
    if (run.mismatch) return { mismatch: run.mismatch };
    if (step.kind === 'header') journal = journalFrom(run);
    if (step.kind === 'input') journal.append({ seq: step.seq, input: step.input, crc: run.chain.crc });
    run.apply(step);
    if (failures.length > 0) throw failures[0];
    onInput(run.state.inputSeq);
  }
  const { config, serviceName, start } = run.header;
  const checker = await createSignatureChecker({ serviceName });
  const isWhole = start.seq === 0;
  const why = createWhy({ state: run.state, checker, serviceName, config, journal, explanations, isWhole });
  return {
    why: { ...why, refusalIn: (input, place) => refusedAt(refusalsIn(config, journal, input), input, place) },
  };
}

/** Its inputs are worked out again from the state that it starts with. */
function journalFrom({ header: { start }, saved }: JournalReplay): MemoryJournal {
  return new MemoryJournal(saved ? { ...start, snapshot: null, state: saved.state } : start);
}

function refusedAt(all: ReadonlyMap<number, Explanation>, input: number, place: number | undefined): Explanation {
  const found = place === undefined ? all.values().next().value : all.get(place);
  if (found) return found;
  const refused = all.size === 0 ? 'the engine refused nothing of it' : `refused were ${[...all.keys()].join(', ')}`;
  throw new ControlError(
    'NOT_FOUND',
    'item',
    `command ${place ?? 0} of input ${input} was not refused: ${refused}`,
    404,
  );
}
