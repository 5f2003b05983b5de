import { parquetWriteBuffer } from 'hyparquet-writer';
import { keyOfSet } from '../plan/plan.ts';
import type { Comparison, PairedDifference, SweepPlan, VariantEstimate } from '../sweep.ts';

/** A variant, with its difference from the baseline; the baseline itself has none. */
interface Line {
  readonly variant: VariantEstimate;
  readonly pair: PairedDifference | undefined;
}

type Value = string | number | null | undefined;

/** Columns behind the parameters: a variant on its own, and its difference from the baseline. */
const COLUMNS: readonly (readonly [
  name: string,
  type: 'DOUBLE' | 'INT32' | 'STRING',
  valueOf: (line: Line) => Value,
])[] = [
  ['seeds', 'INT32', ({ variant }) => variant.count],
  ['mean', 'DOUBLE', ({ variant }) => variant.mean],
  ['error', 'DOUBLE', ({ variant }) => variant.error],
  ['low', 'DOUBLE', ({ variant }) => variant.interval?.[0]],
  ['high', 'DOUBLE', ({ variant }) => variant.interval?.[1]],
  ['sharpe', 'DOUBLE', ({ variant }) => variant.sharpe],
  ['deflatedChance', 'DOUBLE', ({ variant }) => variant.deflatedChance],
  ['difference', 'DOUBLE', ({ pair }) => pair?.mean],
  ['differenceError', 'DOUBLE', ({ pair }) => pair?.error],
  ['differenceLow', 'DOUBLE', ({ pair }) => pair?.interval?.[0]],
  ['differenceHigh', 'DOUBLE', ({ pair }) => pair?.interval?.[1]],
  ['chance', 'DOUBLE', ({ pair }) => pair?.chance],
  ['corrected', 'DOUBLE', ({ pair }) => pair?.corrected],
  ['finding', 'STRING', ({ pair }) => pair?.finding],
  ['seedsToTell', 'DOUBLE', ({ pair }) => pair?.seedsToTell],
];

/**
 * Writes a comparison as Parquet: a row for each variant, with the columns of its difference null for the baseline. Without a
 * comparison it has no rows. Equal comparisons give equal bytes.
 */
export function comparisonParquet(
  { parameters }: Pick<SweepPlan, 'parameters'>,
  compared: Comparison | null,
): Uint8Array {
  const lines = (compared?.variants ?? []).map((variant): Line => {
    const pair = compared?.pairs.find(({ set }) => keyOfSet(set) === keyOfSet(variant.set));
    return { variant, pair };
  });
  const buffer = parquetWriteBuffer({
    createdBy: 'perpsim',
    columnData: [
      ...parameters.map(({ path }) => ({
        name: path,
        type: 'STRING' as const,
        data: lines.map(({ variant }) => variant.set[path] ?? ''),
      })),
      ...COLUMNS.map(([name, type, valueOf]) => ({
        name,
        type,
        nullable: true,
        data: lines.map((line) => valueOf(line) ?? null),
      })),
    ],
  });
  return new Uint8Array(buffer);
}
