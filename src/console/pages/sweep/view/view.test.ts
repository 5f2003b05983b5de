import { describe, expect, test } from 'vitest';
import { summaryOf } from '../../../../lab/sweeps/results/sweep-folder.ts';
import { planOf, rowAt } from '../../../../lab/sweeps/sweep.test-helper.ts';
import { pack } from '../sweep-page.ts';
import { colourAt } from './colour.ts';
import { histogramPath, rangeOf, ticksOf } from './distribution.ts';
import { heatMap, statisticsFor } from './heat-map.ts';
import { extremes, filteredRuns, NO_FILTER, runCommand } from './runs.ts';

/** Three parameters of two values, two seeds: sixteen runs with the PnL 0 to 15. */
const PLAN = planOf({
  seeds: ['1', '2'],
  parameters: [
    { path: 'strategy.spread', values: ['2', '4'] },
    { path: 'strategy.size', values: ['1', '3'] },
    { path: 'duration', values: ['1h', '2h'] },
  ],
});
const ROWS = PLAN.jobs.map((_, index) => {
  const row = rowAt(PLAN, index, String(index));
  return index === 15 ? { ...row, verdict: 'failed' as const } : row;
});
const DATA = pack(summaryOf(PLAN, ROWS), ROWS);

describe('the heat map', () => {
  const question = { row: 'strategy.spread', column: 'strategy.size', figure: 'pnl' } as const;
  const valuesOf = (statistic: Parameters<typeof heatMap>[1]['statistic']): (number | null)[][] =>
    heatMap(DATA, { ...question, statistic }).cells.map((cells) => cells.map(({ value }) => value));

  test('sums up the runs of all other parameters', () => {
    expect(valuesOf('mean')).toEqual([
      [1.5, 5.5],
      [9.5, 13.5],
    ]);
    expect(valuesOf('min')[1]).toEqual([8, 12]);
    expect(valuesOf('max')[0]).toEqual([3, 7]);
    expect(valuesOf('p50')[0]).toEqual([1.5, 5.5]);
    expect(valuesOf('p95')[0]?.[0]).toBeCloseTo(2.85, 10);
    expect(valuesOf('failed')).toEqual([
      [0, 0],
      [0, 0.25],
    ]);
  });

  test('has the extent of its cells and their groups', () => {
    const { extent, rows, columns, cells } = heatMap(DATA, { ...question, statistic: 'mean' });
    expect({ extent, rows, columns }).toEqual({ extent: [1.5, 13.5], rows: ['2', '4'], columns: ['1', '3'] });
    expect(cells[1]?.[0]).toEqual({ value: 9.5, runs: 4, groups: [4, 5] });
  });

  test('takes a figure without values for none', () => {
    const map = heatMap(DATA, { ...question, figure: 'sharpe', statistic: 'mean' });
    expect(map.extent).toBe(null);
    expect(map.cells[0]?.[0]?.value).toBe(null);
  });

  test('offers no quantiles over several groups when runs are left out', () => {
    expect(statisticsFor(DATA)).toHaveLength(7);
    expect(statisticsFor({ ...DATA, allRuns: 99 })).toEqual(['mean', 'min', 'max', 'failed']);
  });
});

describe('the runs', () => {
  test('are packed with their group, and figures without values are left out', () => {
    expect(DATA.runs[3]?.slice(0, 5)).toEqual([1, '2', 'passed', 'd3', null]);
    expect(DATA.figures).toContain('pnl');
    expect(DATA.figures).not.toContain('sharpe');
  });

  test('are filtered by group, verdict and seed', () => {
    expect(filteredRuns(DATA.runs, NO_FILTER)).toHaveLength(16);
    expect(filteredRuns(DATA.runs, { ...NO_FILTER, groups: [0, 7] })).toHaveLength(4);
    expect(filteredRuns(DATA.runs, { groups: [7], verdict: 'failed', seed: '2' })).toEqual([DATA.runs[15]]);
  });

  test('have a best and a worst end, which depends on the figure', () => {
    const placesOf = (runs: readonly (typeof DATA.runs)[number][]): number[] =>
      runs.map((run) => DATA.runs.indexOf(run));
    const { best, worst } = extremes(DATA, 'pnl', 2);
    expect([placesOf(best), placesOf(worst)]).toEqual([
      [15, 14],
      [0, 1],
    ]);
    expect(extremes(DATA, 'sharpe', 2)).toEqual({ best: [], worst: [] });
  });

  test('have a command that repeats them', () => {
    expect(runCommand(DATA, DATA.runs[3]!)).toBe(
      'npx perpsim run calm-day --seed 2 --set strategy.spread=2 --set strategy.size=1 --set duration=2h',
    );
  });
});

describe('the distribution', () => {
  test('has the range of all groups', () => {
    expect(rangeOf(DATA.summary, 'pnl')).toEqual([0, 15]);
  });

  test('has round ticks', () => {
    expect(ticksOf([-474, 485], 5)).toEqual([-400, -200, 0, 200, 400]);
    expect(ticksOf([3, 3], 5)).toEqual([3]);
  });

  test('is drawn without empty bins, its highest bar as high as the drawing', () => {
    expect(histogramPath([0, 2, 1, 0])).toBe('M100 32v-32h92v32zM200 32v-16h92v16z');
  });
});

test('the colours go from dark to light, and their texts can be read', () => {
  expect(colourAt(0)).toEqual({ background: 'rgb(0 34 78)', text: '#fff' });
  expect(colourAt(1)).toEqual({ background: 'rgb(254 232 56)', text: '#000' });
  expect(colourAt(7).background).toBe('rgb(254 232 56)');
});
