import { expect, test } from 'vitest';
import type { AccountResult, RunResult } from '../../../scenarios/run-result.ts';
import { sampleRun } from '../../pages/run/sample-run.test-helper.ts';
import { alikeText, aligned, comparedFigures, differenceLine, equityLine, markLine } from './compare.ts';

test('lines of both runs share one axis of time after the start', () => {
  const left = equityLine(
    {
      equity: [
        [1_000, '100'],
        [3_000, '90'],
      ],
    },
    1_000,
  );
  const right = equityLine(
    {
      equity: [
        [9_000, '100'],
        [10_000, '120'],
      ],
    },
    9_000,
  );
  expect(aligned(left, right)).toEqual([
    [0, 1_000, 2_000],
    [100, undefined, 90],
    [100, 120, undefined],
  ]);
  expect(equityLine(undefined, 0)).toEqual({ after: [], values: [] });
});

test('a difference counts what was last known of both', () => {
  const left = { after: [0, 10, 30], values: [100, 110, null] };
  const right = { after: [5, 10, 20], values: [90, 95, 120] };
  expect(differenceLine(left, right)).toEqual({ after: [0, 5, 10, 20, 30], values: [null, -10, -15, 10, null] });
});

test('a mark price of zero is none', () => {
  expect(
    markLine(
      {
        prices: [
          [5, '1', '0', '0', '0', '0'],
          [6, '1', '2', '0', '0', '0'],
        ],
      },
      5,
    ),
  ).toEqual({
    after: [0, 1],
    values: [null, 2],
  });
});

test('figures of an account stand side by side with their difference', () => {
  const [account] = sampleRun().accounts;
  const other = { ...(account as AccountResult), liquidations: (account?.liquidations ?? 0) + 2 };
  const figures = comparedFigures(account, other);
  expect(figures.find(({ label }) => label === 'Liquidations')?.difference).toBe('2');
  expect(figures.find(({ label }) => label === 'PnL')?.difference).toBe('0');
  const fees = { ...(account as AccountResult), pnl: { ...(account as AccountResult).pnl, fees: '-47.5172127' } };
  const more = { ...fees, pnl: { ...fees.pnl, fees: '-47.51797288' } };
  expect(comparedFigures(fees, more).find(({ label }) => label === 'Fees')?.difference).toBe('-0.00076018');
  expect(comparedFigures(account, undefined)[0]).toMatchObject({ right: null, difference: null });
});

test('says in what two runs differ', () => {
  const run: RunResult = sampleRun();
  expect(alikeText(run, run)).toBe('Both runs are equal: their digests are the same.');
  expect(alikeText(run, { ...run, digest: 'other', seed: '99' })).toContain('different seeds');
  expect(alikeText(run, { ...run, digest: 'other', overrides: { 'strategy.spread': '4' } })).toBe(
    'The runs have the same seed; strategy.spread is that of the scenario and 4.',
  );
  expect(alikeText(run, { ...run, digest: 'other', scenario: { name: 'x', title: 'X' } })).toContain(
    'different scenarios',
  );
});
