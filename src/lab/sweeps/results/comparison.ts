import { setsOf } from '../plan/plan.ts';
import {
  type ChosenVariant,
  type Comparison,
  type Estimate,
  type PairedDifference,
  SweepError,
  type SweepJob,
  type SweepPlan,
  type SweepRow,
  type VariantEstimate,
} from '../sweep.ts';
import { FIGURES, type SweepColumn } from './columns.ts';
import {
  CONFIDENCE,
  countForWidth,
  countToTell,
  deflatedSharpe,
  estimateOf,
  holm,
  sharpeOf,
  signFlipChance,
} from './inference.ts';

/** The figure that is compared where none is named. */
export const USUAL_FIGURE = 'pnl';

/** What is compared, and with what. */
export interface ComparisonOptions {
  /** Name of a figure, such as `pnl`. */
  readonly figure: string;
  /** The variant that the others are compared with; the first one where it is left out. */
  readonly baseline?: SweepJob['set'];
  /** Seeds that take no part in choosing a variant, and judge the chosen one. */
  readonly heldOut?: readonly string[];
  /** A width of intervals, in the unit of the figure. */
  readonly width?: number;
}

/** Chances below it are called a difference. */
const LEVEL = 1 - CONFIDENCE;

/**
 * Compares the variants of a sweep. Pairs have the same seed, so what the market does in both cancels out. A seed counts for all variants
 * or for none: one that has no figure in some variant is left out.
 *
 * @param rows of the plan; those of a sweep that was stopped are fewer
 * @throws SweepError for a figure or a baseline that is not there, and for held-out seeds of another sweep
 */
export function comparisonOf(
  plan: SweepPlan,
  rows: readonly SweepRow[],
  options: ComparisonOptions,
): Comparison | null {
  checkOptions(plan, options);
  const column = columnCalled(options.figure);
  const sets = setsOf(plan.parameters, plan.seeds.length);
  const base = placeOfBaseline(sets, options.baseline);
  const table = valuesBySeed(plan, rows, column, sets.length);
  const heldOut = new Set(options.heldOut ?? []);
  if (table.size === 0) return null;
  const held = [...table].filter(([seed]) => heldOut.has(seed)).map(([, values]) => values);
  const seen = [...table].filter(([seed]) => !heldOut.has(seed)).map(([, values]) => values);
  const columns = sets.map((_set, place) => seen.map((values) => values[place] ?? 0));
  const variants = variantsOf(sets, columns, options);
  const others = sets.flatMap((set, place) => (place === base ? [] : [{ set, place }]));
  const pairs = differencesOf(
    others.map(({ set, place }): Pair => {
      const intervals = [variants[place]?.interval ?? null, variants[base]?.interval ?? null] as const;
      return { set, values: columns[place] ?? [], baseline: columns[base] ?? [], intervals };
    }),
    options.width,
  );
  const chosen = heldOut.size === 0 || sets.length < 2 ? null : chosenOf(variants, held);
  return {
    figure: column.name,
    confidence: CONFIDENCE,
    seeds: seen.length,
    heldOut: held.length,
    baseline: sets[base] ?? {},
    variants,
    pairs,
    chosen,
    warnings: warningsOf({
      run: new Set(rows.map(({ job }) => job.seed)).size,
      table,
      heldOut: heldOut.size,
      seen: seen.length,
      variants,
      pairs,
      chosen,
    }),
  };
}

/**
 * Checks what is compared before anything has run.
 *
 * @throws SweepError for a figure or a baseline that is not there, and for held-out seeds of another sweep, or all of them
 */
export function checkOptions(plan: SweepPlan, { figure, baseline, heldOut = [] }: ComparisonOptions): void {
  columnCalled(figure);
  placeOfBaseline(setsOf(plan.parameters, plan.seeds.length), baseline);
  const seeds = new Set(plan.seeds);
  const stranger = heldOut.find((seed) => !seeds.has(seed));
  if (stranger !== undefined) throw new SweepError(`--hold-out names the seed ${stranger}, which is none of --seeds`);
  if (heldOut.length > 0 && heldOut.length >= seeds.size)
    throw new SweepError('--hold-out leaves no seed to choose a variant by');
}

/** The figure of this name. */
export function columnCalled(name: string): SweepColumn {
  const column = FIGURES.find((one) => one.name === name);
  if (column) return column;
  throw new SweepError(`there is no figure "${name}": it is one of ${FIGURES.map((one) => one.name).join(', ')}`);
}

function placeOfBaseline(sets: readonly SweepJob['set'][], baseline: SweepJob['set'] | undefined): number {
  if (!baseline) return 0;
  const entries = Object.entries(baseline);
  const found = sets.flatMap((set, place) => (entries.every(([path, value]) => set[path] === value) ? [place] : []));
  if (found.length === 1) return found[0] ?? 0;
  const text = entries.map(([path, value]) => `${path}=${value}`).join(' ');
  const why = found.length === 0 ? 'is no variant of this sweep' : `leaves ${found.length} variants`;
  throw new SweepError(`--baseline ${text} ${why}: give each --set path one of its values`);
}

/** For each seed the figure of each variant, where all of them have one. */
function valuesBySeed(
  plan: SweepPlan,
  rows: readonly SweepRow[],
  column: SweepColumn,
  variants: number,
): ReadonlyMap<string, readonly number[]> {
  const table = new Map<string, (number | undefined)[]>();
  for (const row of rows) {
    const value = column.valueOf(row);
    if (value === null) continue;
    const values = table.get(row.job.seed) ?? Array.from({ length: variants });
    values[Math.floor(row.job.index / plan.seeds.length)] = Number(value);
    table.set(row.job.seed, values);
  }
  const whole = plan.seeds.flatMap((seed): [string, number[]][] => {
    const values = (table.get(seed) ?? []).flatMap((value) => (value === undefined ? [] : [value]));
    return values.length === variants ? [[seed, values]] : [];
  });
  return new Map(whole);
}

function variantsOf(
  sets: readonly SweepJob['set'][],
  columns: readonly (readonly number[])[],
  { width }: ComparisonOptions,
): VariantEstimate[] {
  const sharpes = columns.map(sharpeOf);
  const all = sharpes.flatMap((one) => (one === null ? [] : [one]));
  return sets.map((set, place) => {
    const values = columns[place] ?? [];
    const estimate = estimateOf(values, `variant ${JSON.stringify(set)}`);
    return {
      set,
      ...estimate,
      sharpe: sharpes[place] ?? null,
      deflatedChance: deflatedSharpe(values, all)?.chance ?? null,
      seedsForWidth: width === undefined ? null : countForWidth(estimate, width),
    };
  });
}

/** Two variants, by the values of the same seeds. */
export interface Pair {
  readonly set: SweepJob['set'];
  readonly values: readonly number[];
  readonly baseline: readonly number[];
  /** The intervals of both on their own. */
  readonly intervals: readonly [Estimate['interval'], Estimate['interval']];
}

/** Returns the difference of each pair, with chances that are corrected for the number of pairs. */
export function differencesOf(pairs: readonly Pair[], width?: number): PairedDifference[] {
  const raw = pairs.map(({ set, values, baseline, intervals }) => {
    const name = `difference of ${JSON.stringify(set)}`;
    const differences = values.map((value, at) => value - (baseline[at] ?? 0));
    return { set, intervals, estimate: estimateOf(differences, name), chance: signFlipChance(differences, name) };
  });
  const corrected = holm(raw.map(({ chance }) => chance ?? 1));
  return raw.map(({ set, intervals: [one, other], estimate, chance }, at) => {
    const holmed = chance === null ? null : (corrected[at] ?? 1);
    const isTold = holmed !== null && holmed < LEVEL;
    return {
      set,
      ...estimate,
      chance,
      corrected: holmed,
      finding: !isTold ? 'not told apart' : estimate.mean > 0 ? 'higher' : 'lower',
      seedsToTell: chance === null ? null : countToTell(estimate),
      seedsForWidth: width === undefined ? null : countForWidth(estimate, width),
      overlaps: Boolean(one && other && one[0] <= other[1] && other[0] <= one[1]),
    };
  });
}

function chosenOf(variants: readonly VariantEstimate[], held: readonly (readonly number[])[]): ChosenVariant | null {
  let place = 0;
  for (const [other, { mean }] of variants.entries()) if (mean > (variants[place]?.mean ?? 0)) place = other;
  const chosen = variants[place];
  if (!chosen || chosen.count === 0) return null;
  const values = held.map((row) => row[place] ?? 0);
  return { set: chosen.set, inSample: chosen.mean, outOfSample: estimateOf(values, 'held out') };
}

/** Seeds below which no interval is worth much. */
const FEW = 10;

/** The warning that there are few seeds, where there are. */
export const fewSeeds = (seeds: number): readonly string[] =>
  seeds > 0 && seeds < FEW ? [`${seeds} seeds are few: intervals are rough below ${FEW}`] : [];

interface Seen {
  /** Seeds that any run has. */
  readonly run: number;
  readonly table: ReadonlyMap<string, unknown>;
  readonly heldOut: number;
  readonly seen: number;
  readonly variants: readonly VariantEstimate[];
  readonly pairs: readonly PairedDifference[];
  readonly chosen: ChosenVariant | null;
}

function warningsOf({ run, table, heldOut, seen, variants, pairs, chosen }: Seen): string[] {
  const lost = run - table.size;
  const luckiest = variants.reduce<VariantEstimate | undefined>(
    (best, one) => (best === undefined || one.mean > best.mean ? one : best),
    undefined,
  );
  const low = chosen?.outOfSample.interval?.[0];
  return [
    ...(lost > 0 ? [`${lost} of ${run} seeds have no figure in some variant, and are left out`] : []),
    ...fewSeeds(seen),
    ...(pairs.some(({ finding, overlaps }) => finding === 'not told apart' && overlaps)
      ? ['intervals overlap: variants that are not told apart may be equal, and their order says nothing']
      : []),
    ...(variants.length > 1 && luckiest?.deflatedChance !== null && (luckiest?.deflatedChance ?? 1) < CONFIDENCE
      ? [`the best of ${variants.length} variants is not better than the luck of the best (deflated Sharpe ratio)`]
      : []),
    ...(variants.length > 1 && heldOut === 0
      ? ['no seeds are held out: the best variant was chosen by the runs that show it (--hold-out)']
      : []),
    ...(chosen && low !== undefined && low <= 0 && chosen.inSample > 0
      ? ['on the seeds that are held out, the chosen variant is not shown to be above zero']
      : []),
  ];
}
