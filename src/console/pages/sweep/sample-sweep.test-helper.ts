import { Draw, streamOf } from '../../../kernel/random.ts';
import { summaryOf } from '../../../lab/sweeps/results/sweep-folder.ts';
import type { SweepPlan, SweepRow, SweepSummary } from '../../../lab/sweeps/sweep.ts';
import { planOf, rowAt } from '../../../lab/sweeps/sweep.test-helper.ts';

export interface SampleSweep {
  readonly summary: SweepSummary;
  readonly rows: readonly SweepRow[];
}

/** A made-up sweep in which a wider spread earns more and fills less, for tests of the page. */
export function sampleSweep(seeds: number, over: Parameters<typeof planOf>[0] = {}): SampleSweep {
  const plan = planOf({
    scenario: 'making/calm-day',
    seeds: Array.from({ length: seeds }, (_, place) => String(place + 1)),
    parameters: [
      { path: 'strategy.spread', values: ['1', '2', '4', '8'] },
      { path: 'strategy.size', values: ['0.05', '0.1', '0.2', '0.5', '1'] },
    ],
    ...over,
  });
  const draw = new Draw(streamOf('3', 'sample sweep'));
  const rows = plan.jobs.map((_, index) => sampleRow(plan, index, draw));
  return { summary: summaryOf(plan, rows), rows };
}

function sampleRow(plan: SweepPlan, index: number, draw: Draw): SweepRow {
  const set = plan.jobs[index]?.set ?? {};
  const spread = Number(set['strategy.spread'] ?? 2);
  const size = Number(set['strategy.size'] ?? 1);
  const noise = (draw.normalMillionths() + draw.normalMillionths()) / 1e6;
  const pnl = 40 * Math.log2(spread + 1) * size - 25 * size * size + noise * 60 * size * (1 + 1 / spread);
  const row = rowAt(plan, index, pnl.toFixed(4));
  if (draw.chance(1_500)) {
    return { ...row, verdict: 'error', digest: '', error: 'the worker stopped with SIGKILL', strategy: null };
  }
  if (!row.strategy) return row;
  const statistics = {
    ...row.strategy.statistics,
    sharpe: pnl / 30 + noise,
    drawdown: Math.abs(noise * 55 * size).toFixed(4),
    fills: Math.max(0, Math.round(400 / spread + draw.between(-20, 20))),
    fillRatio: draw.between(100, 400) / 1_000 / spread,
  };
  return {
    ...row,
    verdict: pnl < -40 ? 'failed' : 'passed',
    digest: index.toString(16).padEnd(64, 'e'),
    strategy: { ...row.strategy, statistics },
  };
}
