import { expect, test } from 'vitest';
import { planOf, rowAt } from '../lab/sweeps/sweep.test-helper.ts';
import { summaryOf } from '../lab/sweeps/results/sweep-folder.ts';
import { durationText, figureText } from './figure-text.ts';
import { sweepText } from './sweep-text.ts';

test('durationText', () => {
  expect([0.2, 48, 60, 3_599.5, 3_600, 7_325].map(durationText)).toEqual([
    ...['1 s', '48 s', '1 m 0 s', '1 h 0 m', '1 h 0 m', '2 h 2 m'],
  ]);
});

test('figureText keeps four digits', () => {
  expect([0, 0.000123456, -12.3456, 999.96, 123_456.7, -1e-9].map(figureText)).toEqual([
    ...['0', '0.0001235', '-12.35', '1000', '123457', '-1e-9'],
  ]);
});

test('sweepText has a line for each set of parameters', () => {
  const plan = planOf();
  const rows = [rowAt(plan, 0, '1'), rowAt(plan, 1, '3'), rowAt(plan, 2, '2'), rowAt(plan, 3, null)];
  expect(sweepText(summaryOf(plan, rows), 'out')).toBe(
    `calm-day: 6 runs, 4 passed, 0 failed, 0 without a result
strategy.spread  runs  failed  no result  pnl p05  p25  p50  p75  p95  mean  sharpe p50  drawdown p50  fills p50
              2     3       0          0      1.1  1.5    2  2.5  2.9     2           -          3.25          7
              4     1       0          0        -    -    -    -    -     -           -             -          -
the table is out/results.parquet, the page out/index.html
`,
  );
});
