import type { TimeMs } from '../kernel/units.ts';
import { ControlError } from './control-error.ts';
import type { Journal, NumberedInput } from './journal/journal.ts';
import { SnapshotError } from './snapshots/document.ts';
import type { SavedCore } from './snapshots/saved-core.ts';
import type { SnapshotStore } from './snapshots/snapshots.ts';

/** A moment of a run: after this input, or after the last input up to this time. */
export type Moment = { readonly input: number } | { readonly at: TimeMs };

/** Returns true for an input that comes after the moment. */
export const isBeyond = (moment: Moment, { seq, input }: NumberedInput): boolean =>
  'input' in moment ? seq > moment.input : input.at > moment.at;

/** A run whose past is looked for: its inputs, their checksum now, and the snapshots of its exchange. */
export interface PastParts {
  readonly journal: Journal;
  readonly crc: number;
  readonly store: SnapshotStore;
}

/** Where a moment is worked out from. */
export interface Base {
  readonly name: string;
  readonly saved: SavedCore;
}

/**
 * Returns the last snapshot before a moment that this run came through; null where there is none. Snapshots outlive resets, so one
 * counts only when its checksum is that of the journal at its input.
 */
export function baseBefore(moment: Moment, { journal, crc, store }: PastParts): Base | null {
  const before = store
    .names()
    .map((name) => store.summary(name))
    .filter(({ inputs, time }) => ('input' in moment ? inputs <= moment.input : time <= moment.at))
    .filter(({ inputs }) => inputs >= journal.first - 1 && inputs <= journal.length)
    .sort((a, b) => b.inputs - a.inputs);
  for (const { name, inputs } of before) {
    try {
      const saved = store.get(name);
      if (crcAfter(inputs, journal, crc) === saved.chain.crc) return { name, saved };
    } catch (error) {
      // One that is damaged is passed over for the one before it, as at a start.
      if (!(error instanceof SnapshotError)) throw error;
    }
  }
  return null;
}

/** The checksum after an input: that which the next record has before its own. */
function crcAfter(input: number, journal: Journal, crc: number): number | undefined {
  if (input === journal.length) return crc;
  const [next] = journal.records(input + 1);
  return next?.crc;
}

/** Says why moments before the start of the journal cannot be shown; empty where it starts at genesis. */
export const beforeJournal = ({ start }: Journal): string =>
  start.seq === 0
    ? ''
    : `The journal begins after input ${start.seq}: what was before it is not known any more. Start the exchange with --data to keep all of it.`;

/** Refuses a moment that is in no journal and no snapshot. */
export function notThere(moment: Moment, journal: Journal): never {
  const field = 'input' in moment ? 'input' : 'at';
  if ('input' in moment && moment.input > journal.length) {
    const message = `input ${moment.input} has not happened yet: so far there are ${journal.length}`;
    throw new ControlError('INVALID_VALUE', field, message);
  }
  throw new ControlError('NOT_FOUND', field, beforeJournal(journal), 404);
}
