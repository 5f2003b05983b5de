import type { TimeMs } from '../kernel/units.ts';
import { ControlError } from './control-error.ts';
import type { Exchange } from './exchange-terms.ts';
import { continueExchange } from './exchange.ts';
import { DumpError, type DumpHeader, DumpReader } from './journal/dump.ts';
import { MemoryJournal } from './journal/memory-journal.ts';
import { ReplayError } from './journal/replay.ts';
import { messageOf } from '../kernel/thrown.ts';

/**
 * Makes the exchange of a run from its journal, as it was after the last input up to a time, with a manual clock. It has the whole past
 * of the run.
 *
 * @throws ControlError for a journal that cannot be read, or that another build wrote
 */
export async function openedRun(lines: AsyncIterable<string>, until = Number.POSITIVE_INFINITY): Promise<Exchange> {
  try {
    const begun = await begunIn(lines, until);
    return await continueExchange({ clock: 'manual' }, { ...begun, saved: null });
  } catch (error) {
    if (!(error instanceof DumpError || error instanceof ReplayError)) throw error;
    throw new ControlError('INVALID_VALUE', 'job', `the journal of the run cannot be used: ${messageOf(error)}`, 409);
  }
}

async function begunIn(
  lines: AsyncIterable<string>,
  until: TimeMs,
): Promise<{ readonly header: DumpHeader; readonly journal: MemoryJournal }> {
  const reader = new DumpReader();
  const journal = new MemoryJournal();
  let header: DumpHeader | null = null;
  for await (const text of lines) {
    const line = reader.read(text);
    if (line.kind === 'header') ({ header } = line);
    if (line.kind !== 'input') continue;
    if (line.record.input.at > until) break;
    journal.append(line.record);
  }
  if (header) return { header, journal };
  throw new DumpError(reader.place, 'the journal is empty');
}
