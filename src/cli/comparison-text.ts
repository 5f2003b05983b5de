import { setText } from '../console/pages/sweep/words.ts';
import { percent } from '../kernel/words.ts';
import type { ComparedVariant, SweepComparison } from '../lab/sweeps/results/compare-sweeps.ts';
import type { Comparison, Estimate, PairedDifference, SweepJob, VariantEstimate } from '../lab/sweeps/sweep.ts';
import { aligned, figureText } from './figure-text.ts';

/** Says what the comparison of a sweep came to: variants on their own, their differences, the chosen one, and what to beware of. */
export function comparisonLines(compared: Comparison): readonly string[] {
  const { figure, confidence, seeds, heldOut, baseline, variants, pairs, chosen, warnings } = compared;
  // Two seeds have no interval, so there is nothing to tell.
  if (seeds < 3) return [];
  const held = heldOut > 0 ? `, ${heldOut} held out` : '';
  return [
    '',
    `${figure}: mean with an interval of ${percent(confidence, 0)} over ${seeds} seeds${held}`,
    ...aligned([
      ['variant', 'mean', 'error', 'low', 'high', 'sharpe', 'deflated', ...widthHead(variants)],
      ...variants.map((one) => [
        setText(one.set),
        ...estimateCells(one),
        textOf(one.sharpe),
        textOf(one.deflatedChance),
        ...widthCell(one.seedsForWidth),
      ]),
    ]),
    ...(pairs.length > 0
      ? [
          '',
          `less ${setText(baseline)}, in pairs of the same seed`,
          ...differenceTable(pairs.map((one) => [one.set, one])),
        ]
      : []),
    ...(chosen
      ? [
          '',
          `chosen: ${setText(chosen.set)}, mean ${figureText(chosen.inSample)}; on the seeds that are held out ` +
            `${figureText(chosen.outOfSample.mean)}, ${intervalText(chosen.outOfSample)}`,
        ]
      : []),
    ...warnings.map((warning) => `beware: ${warning}`),
    '',
  ];
}

/** Says what the comparison of two sweeps came to. */
export function sweepComparisonLines({
  figure,
  confidence,
  seeds,
  variants,
  warnings,
}: SweepComparison): readonly string[] {
  return [
    `${figure}: mean with an interval of ${percent(confidence, 0)} over ${seeds} seeds of both`,
    ...aligned([
      ['variant', 'A', 'low', 'high', 'B', 'low', 'high'],
      ...variants.map(({ set, first, second }: ComparedVariant) => [
        setText(set),
        ...[first, second].flatMap((one) => [figureText(one.mean), ...boundCells(one)]),
      ]),
    ]),
    '',
    'B less A, in pairs of the same seed',
    ...differenceTable(variants.map(({ set, difference }) => [set, difference])),
    ...warnings.map((warning) => `beware: ${warning}`),
    '',
  ];
}

const differenceTable = (pairs: readonly (readonly [SweepJob['set'], PairedDifference])[]): string[] =>
  aligned([
    [
      'variant',
      'difference',
      'error',
      'low',
      'high',
      'chance',
      'corrected',
      'finding',
      'seeds to tell',
      ...widthHead(pairs.map(([, one]) => one)),
    ],
    ...pairs.map(([set, one]) => [
      setText(set),
      ...estimateCells(one),
      textOf(one.chance),
      textOf(one.corrected),
      one.finding,
      textOf(one.seedsToTell),
      ...widthCell(one.seedsForWidth),
    ]),
  ]);

const widthHead = (rows: readonly Pick<VariantEstimate, 'seedsForWidth'>[]): string[] =>
  rows.some(({ seedsForWidth }) => seedsForWidth !== null) ? ['seeds for width'] : [];

const widthCell = (seeds: number | null): string[] => (seeds === null ? [] : [String(seeds)]);

const estimateCells = (one: Estimate): string[] => [figureText(one.mean), textOf(one.error), ...boundCells(one)];

const boundCells = ({ interval }: Estimate): string[] =>
  interval === null ? ['-', '-'] : interval.map((bound) => figureText(bound));

const intervalText = ({ interval }: Estimate): string =>
  interval === null ? 'too few for an interval' : `from ${figureText(interval[0])} to ${figureText(interval[1])}`;

const textOf = (value: number | null): string => (value === null ? '-' : figureText(value));
