import { decodeState } from '../../engine/state-codec/state-codec.ts';
import { type Difference, differencesOf } from './differences.ts';
import type { SavedCore } from './saved-core.ts';
import { type SnapshotSummary, summaryOf } from './snapshots.ts';

/** How two saved states of an exchange differ. */
export interface SnapshotComparison {
  readonly a: SnapshotSummary;
  /** Its name is empty for the exchange as it is. */
  readonly b: SnapshotSummary;
  /** Places of the engine's state that differ, and the first of them. */
  readonly total: number;
  readonly differences: readonly Difference[];
}

/** More places than a person reads. */
const LISTED = 50;

type Named = readonly [name: string, saved: SavedCore];

/** Compares two saved states place by place, in whatever order their parts came to be. */
export function compareSaved([nameA, a]: Named, [nameB, b]: Named): SnapshotComparison {
  const [one, other] = [a, b].map(({ state, config }) => decodeState(state, config));
  const { total, first } = differencesOf(one, other, 'state', LISTED);
  return { a: summaryOf(nameA, a), b: summaryOf(nameB, b), total, differences: first };
}
