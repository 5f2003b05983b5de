import { makePlan } from './plan/plan.ts';
import type { FileList } from './plan/scenario-files.ts';
import type { SweepPlan, SweepRow } from './sweep.ts';

const FILES: FileList = {
  root: '/scenarios/calm-day',
  entry: '',
  files: [{ path: 'scenario.yaml', bytes: 12, sha256: 'aa' }],
};

/** The plan of a sweep over two spreads and some seeds, where a test says no more. */
export const planOf = (over: Partial<Parameters<typeof makePlan>[0]> = {}): SweepPlan =>
  makePlan({
    scenario: 'calm-day',
    files: FILES,
    packageVersion: '0.1.0',
    seeds: ['1', '2', '3'],
    parameters: [{ path: 'strategy.spread', values: ['2', '4'] }],
    ...over,
  });

/** The row of a job of a plan, with this PnL; null for a run without a strategy. */
export function rowAt(plan: SweepPlan, index: number, pnl: string | null = '0'): SweepRow {
  const job = plan.jobs[index];
  if (!job) throw new Error(`the plan has no job ${index}`);
  return {
    job,
    verdict: 'passed',
    digest: `d${index}`,
    error: null,
    strategy: pnl === null ? null : { liquidations: 0, pnl: sourcesOf(pnl), statistics: statisticsOf(pnl) },
  };
}

const sourcesOf = (total: string): NonNullable<SweepRow['strategy']>['pnl'] => ({
  price: total,
  fees: '-1.5',
  funding: '0',
  liquidation: '0',
  total,
});

const statisticsOf = (pnl: string): NonNullable<SweepRow['strategy']>['statistics'] => ({
  pnl,
  drawdown: '3.25',
  drawdownShare: 0.125,
  sharpe: null,
  sortino: 1.5,
  turnover: 2,
  notional: '1000',
  fills: 7,
  orders: 9,
  fillRatio: 0.75,
  queuePosition: null,
  adverseSelection: { after1s: 0.5, after10s: null, after60s: -1 },
  makerShare: 1,
});
