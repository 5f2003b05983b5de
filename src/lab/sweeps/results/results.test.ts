import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { planOf, rowAt } from '../sweep.test-helper.ts';
import { quantile, summarize } from './figures.ts';
import { parquetOf } from './columns.ts';
import { errorRow, errorText, ResultsFile } from './results-file.ts';
import { summaryOf } from './sweep-folder.ts';

const plan = planOf();
const indexes = (file: ResultsFile): number[] => [...file.rows.keys()];

describe('ResultsFile', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'perpsim-results-'));
    path = join(folder, 'results.jsonl');
    const file = await ResultsFile.open(path, plan);
    await file.add(rowAt(plan, 2, '1.5'));
    await file.add(rowAt(plan, 0, null));
    await file.close();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('keeps each row in a line of JSON and reads it back', async () => {
    expect(readFileSync(path, 'utf8')).toMatch(/^(\{"sha256":"[0-9a-f]{64}","row":\{.*\}\}\n){2}$/);
    const file = await ResultsFile.open(path, plan);
    expect([...file.rows.values()]).toEqual([rowAt(plan, 2, '1.5'), rowAt(plan, 0, null)]);
    await file.close();
  });

  test('takes a second row of a job for nothing', async () => {
    const file = await ResultsFile.open(path, plan);
    expect(await file.add(rowAt(plan, 2, '99'))).toBe(false);
    await file.close();
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(3);
  });

  test('ignores a line that is there twice', async () => {
    appendFileSync(path, readFileSync(path));
    const file = await ResultsFile.open(path, plan);
    expect(indexes(file)).toEqual([2, 0]);
    await file.close();
  });

  test('cuts off a torn line, wherever it was torn, and goes on behind the last whole one', async () => {
    const whole = readFileSync(path);
    const first = whole.indexOf('\n') + 1;
    for (let end = first; end < whole.length; end += 1) {
      writeFileSync(path, whole.subarray(0, end));
      const file = await ResultsFile.open(path, plan);
      expect(indexes(file)).toEqual([2]);
      await file.add(rowAt(plan, 0, null));
      await file.close();
      expect(readFileSync(path).equals(whole)).toBe(true);
    }
  });

  test('ignores a line in which any character was altered', async () => {
    const whole = readFileSync(path, 'utf8');
    const end = whole.indexOf('\n');
    for (let place = 0; place < end; place += 1) {
      writeFileSync(path, `${whole.slice(0, place)}${whole[place] === 'x' ? 'y' : 'x'}${whole.slice(place + 1)}`);
      const file = await ResultsFile.open(path, plan);
      expect(indexes(file)).toEqual([0]);
      await file.close();
    }
  });

  test('ignores the lines of another plan', async () => {
    const file = await ResultsFile.open(path, planOf({ packageVersion: '0.1.1' }));
    expect(indexes(file)).toEqual([]);
    await file.close();
  });
});

describe('parquetOf', () => {
  const rows = [
    rowAt(plan, 0, '12.5'),
    rowAt(plan, 1, '-0.00000001'),
    rowAt(plan, 2, null),
    errorRow(plan.jobs[3]!, 'the world is flat'),
  ];

  test('writes a row for each job with typed columns, and nulls as nulls', async () => {
    const bytes = parquetOf(plan, rows);
    const read = await parquetReadObjects({ file: new Uint8Array(bytes).buffer });
    expect(Object.keys(read[0]!)).toEqual([
      ...['index', 'seed', 'strategy.spread', 'verdict', 'digest', 'error', 'pnl', 'pnlPrice', 'pnlFees', 'pnlFunding'],
      ...['pnlLiquidation', 'pnlTotal', 'drawdown', 'drawdownShare', 'sharpe', 'sortino', 'turnover', 'notional'],
      ...['fills', 'orders', 'fillRatio', 'queuePosition', 'adverseSelection1s', 'adverseSelection10s'],
      ...['adverseSelection60s', 'makerShare', 'liquidations'],
    ]);
    expect(read[0]).toMatchObject({
      index: 0n,
      seed: '1',
      'strategy.spread': 2,
      verdict: 'passed',
      digest: 'd0',
      error: null,
      pnl: 12.5,
      pnlFees: -1.5,
      drawdownShare: 0.125,
      sharpe: null,
      fills: 7n,
      adverseSelection1s: 0.5,
      adverseSelection10s: null,
      adverseSelection60s: -1,
      liquidations: 0n,
    });
    expect(read[1]).toMatchObject({ index: 1n, pnl: -0.00000001 });
    expect(read[2]).toMatchObject({ index: 2n, verdict: 'passed', digest: 'd2', pnl: null, fills: null });
    expect(read[3]).toMatchObject({ index: 3n, 'strategy.spread': 4, verdict: 'error', digest: null, pnl: null });
    expect(read[3]).toMatchObject({ error: 'the world is flat' });
  });

  test('writes the same bytes for the same rows', () => {
    expect(Buffer.from(parquetOf(plan, rows)).equals(parquetOf(plan, structuredClone(rows)))).toBe(true);
  });

  test('writes a parameter as text when one of its values is no number', async () => {
    const words = planOf({ parameters: [{ path: 'strategy.use', values: ['maker', '4'] }] });
    const read = await parquetReadObjects({ file: new Uint8Array(parquetOf(words, [rowAt(words, 3)])).buffer });
    expect(read[0]).toMatchObject({ 'strategy.use': '4' });
  });
});

describe('figures', () => {
  test('quantile interpolates between neighbours', () => {
    expect([0, 0.25, 0.5, 0.75, 1].map((share) => quantile([1, 2, 4, 8], share))).toEqual([1, 1.75, 3, 5, 8]);
  });

  test('summarize counts each value in one of 40 bins', () => {
    const figure = summarize([3, 1, 2, 5], { min: 1, max: 5 });
    const { histogram, ...rest } = figure!;
    expect(rest).toEqual({
      ...{ count: 4, mean: 2.75, deviation: 1.707825128, min: 1, p05: 1.15, p25: 1.75, p50: 2.5, p75: 3.5, p95: 4.7 },
      max: 5,
    });
    expect(histogram).toHaveLength(40);
    expect(histogram.flatMap((count, bin) => (count === 0 ? [] : [[bin, count]]))).toEqual([
      [0, 1],
      [10, 1],
      [20, 1],
      [39, 1],
    ]);
  });

  test('summarize puts equal values into one bin, and no values give no figure', () => {
    expect(summarize([2, 2], { min: 2, max: 2 })).toMatchObject({ count: 2, deviation: 0, p05: 2, max: 2 });
    expect(summarize([2, 2], { min: 2, max: 2 })!.histogram[0]).toBe(2);
    expect(summarize([], { min: 0, max: 0 })).toBeNull();
  });
});

describe('summaryOf', () => {
  test('sums up each set of parameters, with bins over all of them', () => {
    const rows = [
      rowAt(plan, 0, '1'),
      rowAt(plan, 1, '3'),
      { ...rowAt(plan, 2, '2'), verdict: 'failed' as const },
      rowAt(plan, 3, '41'),
      errorRow(plan.jobs[4]!, 'x'),
    ];
    const summary = summaryOf(plan, rows);
    expect(summary).toMatchObject({
      format: 'perpsim-sweep',
      version: 1,
      plan: { id: plan.id, scenario: 'calm-day', seeds: ['1', '2', '3'], jobs: 6 },
      passed: 3,
      failed: 1,
      errors: 1,
    });
    expect(summary.groups.map(({ set, runs, failed, errors }) => [set, runs, failed, errors])).toEqual([
      [{ 'strategy.spread': '2' }, 3, 1, 0],
      [{ 'strategy.spread': '4' }, 2, 0, 1],
    ]);
    expect(summary.groups[0]!.figures['pnl']).toMatchObject({ count: 3, mean: 2, p50: 2, deviation: 1 });
    expect(summary.groups[0]!.figures['pnl']!.histogram.slice(0, 4)).toEqual([1, 1, 1, 0]);
    expect(summary.groups[1]!.figures['pnl']!.histogram[39]).toBe(1);
    expect(summary.groups[0]!.figures['sharpe']).toBeUndefined();
  });
});

describe('errorText', () => {
  test('is the first line of an error, safe to print', () => {
    expect(errorText(new Error('no \u001b[31mred\nat file.ts:1'))).toBe(String.raw`no \u001b[31mred`);
    expect(errorText('gone')).toBe('gone');
  });
});
