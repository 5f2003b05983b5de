import { expect, test } from 'vitest';
import type { AccountValueRecord } from '../../../views.ts';
import { TestVenue, invalid, said, START } from '../venue.test-helper.ts';
import { getPerformanceHistory } from './getPerformanceHistory.ts';

const HOUR = 3_600_000;
/** Two days and a bit after the start. */
const NOW = START + 50 * HOUR + 1;

const sample = (
  hour: number,
  value: string,
  inflow: string,
  volume: string,
): AccountValueRecord['samples'][number] => ({
  at: START + hour * HOUR,
  value,
  inflow,
  volume,
});

function ask(samples: AccountValueRecord['samples'], volume: string, period?: string): unknown {
  const venue = new TestVenue();
  venue.clock(NOW);
  const params = period === undefined ? {} : { period };
  return venue.read(getPerformanceHistory, params, 0, { performance: () => ({ samples, volume }) });
}

interface ApiResponse {
  readonly performanceHistory: {
    readonly history: readonly { readonly sampledAt: number; readonly accountValue: string; readonly pnl: string }[];
    readonly volume: string;
  };
}

test('a sample is carried on until the next one, and PnL counts from the start of the period', () => {
  const response = ask([sample(20, '100', '90', '1000'), sample(30, '150', '130', '1500')], '1700') as ApiResponse;
  const { history, volume } = response.performanceHistory;
  expect(volume).toBe('700');
  expect(history.map(({ sampledAt }) => (sampledAt - START) / HOUR)).toEqual(
    Array.from({ length: 24 }, (_none, index) => 27 + index),
  );
  expect(history.slice(0, 4)).toEqual([
    { sampledAt: START + 27 * HOUR, accountValue: '100.00', pnl: '0' },
    { sampledAt: START + 28 * HOUR, accountValue: '100.00', pnl: '0' },
    { sampledAt: START + 29 * HOUR, accountValue: '100.00', pnl: '0' },
    { sampledAt: START + 30 * HOUR, accountValue: '150.00', pnl: '10' },
  ]);
  expect(history.at(-1)).toEqual({ sampledAt: START + 50 * HOUR, accountValue: '150.00', pnl: '10' });
});

test('a subaccount that was opened within the period has no earlier points and began with nothing', () => {
  const response = ask([sample(48, '95', '100', '10')], '10') as ApiResponse;
  expect(response.performanceHistory).toEqual({
    history: [48, 49, 50].map((hour) => ({ sampledAt: START + hour * HOUR, accountValue: '95.00', pnl: '-5' })),
    volume: '10',
  });
});

test.each(['', 'days', 'DAY', 'toString'])('period %j is refused', (period) => {
  expect(said(ask([], '0', period))).toEqual(invalid('invalid period'));
});
