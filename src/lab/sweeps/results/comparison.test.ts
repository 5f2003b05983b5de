import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { Draw, streamOf } from '../../../kernel/random.ts';
import { planOf, rowAt } from '../sweep.test-helper.ts';
import type { SweepPlan, SweepRow } from '../sweep.ts';
import { compareSweeps } from './compare-sweeps.ts';
import { comparisonParquet } from './comparison-table.ts';
import { comparisonOf } from './comparison.ts';
import { signFlipChance } from './inference.ts';
import { readSweep } from './sweep-folder.ts';

const SEEDS = Array.from({ length: 30 }, (_none, place) => String(place + 1));
const PNL = { figure: 'pnl' };

/** A plan of variants over thirty seeds, and rows in which a seed moves all variants alike and noise each on its own. */
function sweepOf(name: string, effects: readonly number[]): { readonly plan: SweepPlan; readonly rows: SweepRow[] } {
  const values = effects.map((_effect, place) => String(place + 1));
  const plan = planOf({ seeds: SEEDS, parameters: [{ path: 'strategy.spread', values }] });
  const draw = new Draw(streamOf(name, 'runs'));
  const common = SEEDS.map(() => draw.normalMillionths() / 100_000);
  const rows = plan.jobs.map((_job, index) => {
    const noise = draw.normalMillionths() / 1_000_000;
    const pnl = (common[index % SEEDS.length] ?? 0) + noise + (effects[Math.floor(index / SEEDS.length)] ?? 0);
    return rowAt(plan, index, pnl.toFixed(6));
  });
  return { plan, rows };
}

test('a difference of known size is found in pairs, where the intervals of both variants overlap', () => {
  const { plan, rows } = sweepOf('real', [0, 2]);
  const { pairs, variants, warnings } = comparisonOf(plan, rows, PNL)!;
  const [pair] = pairs;
  expect(pair).toMatchObject({ set: { 'strategy.spread': '2' }, count: 30, finding: 'higher', overlaps: true });
  // The noise of both has a deviation of one: the error of 30 differences is the root of 2 / 30.
  expect(pair!.error).toBeCloseTo(0.258, 1);
  expect(pair!.interval![0]).toBeLessThan(2);
  expect(pair!.interval![1]).toBeGreaterThan(2);
  expect(variants[0]!.error).toBeGreaterThan(1);
  expect(warnings).toContain(
    'no seeds are held out: the best variant was chosen by the runs that show it (--hold-out)',
  );
});

test('of pairs of equal variants one in twenty is called different, by chance', () => {
  const found = Array.from({ length: 100 }, (_none, study) => {
    const draw = new Draw(streamOf('equal', `study ${study}`));
    const one = SEEDS.map(() => draw.normalMillionths());
    const other = SEEDS.map(() => draw.normalMillionths());
    return signFlipChance(
      one.map((value, place) => value - (other[place] ?? 0)),
      `study ${study}`,
    )!;
  });
  const different = found.filter((chance) => chance < 0.05).length;
  // Five of a hundred are expected; more than eleven come once in a hundred times.
  expect(different).toBeLessThanOrEqual(11);
  expect(different).toBeGreaterThanOrEqual(1);
});

test('of twenty equal variants none is called different, since chances are corrected for their number', () => {
  const { plan, rows } = sweepOf(
    'many',
    Array.from({ length: 20 }, () => 0),
  );
  const { pairs, warnings } = comparisonOf(plan, rows, PNL)!;
  expect(pairs.filter(({ finding }) => finding !== 'not told apart')).toEqual([]);
  expect(pairs.every(({ chance, corrected }) => corrected! >= chance!)).toBe(true);
  expect(warnings.join('\n')).toContain('not better than the luck of the best');
});

test('the variant that is chosen by some seeds is judged by others', () => {
  const { plan, rows } = sweepOf('chosen', [0, 0, 3]);
  const compared = comparisonOf(plan, rows, {
    ...PNL,
    heldOut: SEEDS.slice(20),
    baseline: { 'strategy.spread': '2' },
  })!;
  expect(compared).toMatchObject({ seeds: 20, heldOut: 10, baseline: { 'strategy.spread': '2' } });
  expect(compared.chosen).toMatchObject({ set: { 'strategy.spread': '3' }, outOfSample: { count: 10 } });
  expect(compared.pairs.map(({ set }) => set['strategy.spread'])).toEqual(['1', '3']);
});

test('a seed without a figure in some variant counts for none', () => {
  const { plan, rows } = sweepOf('lost', [0, 1]);
  const lost = rows.map((row, index) => (index === 3 ? { ...row, strategy: null } : row));
  const { seeds, warnings } = comparisonOf(plan, lost, PNL)!;
  expect(seeds).toBe(29);
  expect(warnings[0]).toBe('1 of 30 seeds have no figure in some variant, and are left out');
});

test.each([
  [{ figure: 'profit' }, /^there is no figure "profit": it is one of pnl, /],
  [{ ...PNL, baseline: { 'strategy.spread': '9' } }, '--baseline strategy.spread=9 is no variant of this sweep: give'],
  [{ ...PNL, heldOut: ['31'] }, '--hold-out names the seed 31, which is none of --seeds'],
  [{ ...PNL, heldOut: SEEDS }, '--hold-out leaves no seed to choose a variant by'],
])('%j is refused', (options, text) => {
  const { plan, rows } = sweepOf('refused', [0, 1]);
  expect(() => comparisonOf(plan, rows, options)).toThrow(text);
});

test('a comparison is a table of Parquet, with nulls for the difference of the baseline', async () => {
  const { plan, rows } = sweepOf('real', [0, 2]);
  const bytes = comparisonParquet(plan, comparisonOf(plan, rows, PNL));
  const read = await parquetReadObjects({ file: new Uint8Array(bytes).buffer });
  expect(read).toMatchObject([
    { 'strategy.spread': '1', seeds: 30, difference: null, finding: null },
    { 'strategy.spread': '2', seeds: 30, finding: 'higher' },
  ]);
});

test('two sweeps are compared variant by variant', () => {
  const [first, second] = [sweepOf('real', [0, 0]), sweepOf('real', [0, 1.5])];
  const { variants, seeds } = compareSweeps(first, second, 'pnl');
  expect(seeds).toBe(30);
  expect(variants.map(({ difference }) => [difference.mean, difference.finding])).toEqual([
    [0, 'not told apart'],
    [expect.closeTo(1.5, 6), 'higher'],
  ]);
  expect(variants[0]!.difference.chance).toBeNull();
});

test('sweeps without anything in common are refused, and a folder without a sweep', async () => {
  const first = sweepOf('real', [0, 0]);
  const plan = planOf({ seeds: SEEDS, parameters: [{ path: 'strategy.size', values: ['1', '2'] }] });
  const rows = plan.jobs.map((_job, index) => rowAt(plan, index, '1'));
  expect(() => compareSweeps(first, { plan, rows }, 'pnl')).toThrow('the sweeps have no variant in common');
  const other = planOf({ seeds: ['a', 'b'], parameters: first.plan.parameters });
  const strangers = { plan: other, rows: other.jobs.map((_job, index) => rowAt(other, index, '1')) };
  expect(() => compareSweeps(first, strangers, 'pnl')).toThrow('the sweeps have no seed in common');
  const folder = mkdtempSync(join(tmpdir(), 'perpsim-compare-'));
  await expect(readSweep(folder)).rejects.toThrow(`${folder} holds no sweep: name a folder that`);
  rmSync(folder, { recursive: true });
});
