import { counted, percent, rounded } from '../../../kernel/words.ts';
import { shellWord } from '../../../kernel/shell.ts';
import type { SweepGroup, SweepRow, SweepSummary } from '../../../lab/sweeps/sweep.ts';

interface FigureShown {
  readonly label: string;
  readonly kind: 'amount' | 'ratio' | 'share' | 'count' | 'points';
  /** Whether a run with a higher value did better; null for a figure that is neither. */
  readonly isMoreBetter: boolean | null;
}

/** Figures by the names of their columns. */
const FIGURE_SHOWN: Readonly<Record<string, FigureShown>> = {
  pnl: { label: 'PnL', kind: 'amount', isMoreBetter: true },
  pnlPrice: { label: 'PnL from price', kind: 'amount', isMoreBetter: true },
  pnlFees: { label: 'PnL from fees', kind: 'amount', isMoreBetter: true },
  pnlFunding: { label: 'PnL from funding', kind: 'amount', isMoreBetter: true },
  pnlLiquidation: { label: 'PnL from liquidation', kind: 'amount', isMoreBetter: true },
  pnlTotal: { label: 'PnL, sum of sources', kind: 'amount', isMoreBetter: true },
  drawdown: { label: 'Drawdown', kind: 'amount', isMoreBetter: false },
  drawdownShare: { label: 'Drawdown, share of the peak', kind: 'share', isMoreBetter: false },
  sharpe: { label: 'Sharpe', kind: 'ratio', isMoreBetter: true },
  sortino: { label: 'Sortino', kind: 'ratio', isMoreBetter: true },
  turnover: { label: 'Turnover', kind: 'ratio', isMoreBetter: null },
  notional: { label: 'Traded notional', kind: 'amount', isMoreBetter: null },
  fills: { label: 'Fills', kind: 'count', isMoreBetter: null },
  orders: { label: 'Orders', kind: 'count', isMoreBetter: null },
  fillRatio: { label: 'Fill ratio', kind: 'share', isMoreBetter: null },
  queuePosition: { label: 'Queue position', kind: 'share', isMoreBetter: false },
  adverseSelection1s: { label: 'Adverse selection after 1 s', kind: 'points', isMoreBetter: false },
  adverseSelection10s: { label: 'Adverse selection after 10 s', kind: 'points', isMoreBetter: false },
  adverseSelection60s: { label: 'Adverse selection after 60 s', kind: 'points', isMoreBetter: false },
  makerShare: { label: 'Maker share', kind: 'share', isMoreBetter: null },
  liquidations: { label: 'Liquidations', kind: 'count', isMoreBetter: false },
};

export const figureShown = (name: string): FigureShown =>
  FIGURE_SHOWN[name] ?? { label: name, kind: 'ratio', isMoreBetter: null };

/** A value of a figure, with its unit. */
export function valueText(name: string, value: number): string {
  switch (figureShown(name).kind) {
    case 'amount':
      return rounded(value);
    case 'ratio':
      return rounded(value, 3);
    case 'share':
      return percent(value, 2);
    case 'count':
      return Number.isInteger(value) ? `${value < 0 ? '\u2212' : ''}${counted(Math.abs(value))}` : rounded(value, 1);
    case 'points':
      return `${rounded(value, 2)} bp`;
  }
}

/** `spread 4, size 0.1`, by the last part of each path; the whole path where two parts would be equal. */
export function setText(set: SweepGroup['set']): string {
  const paths = Object.keys(set);
  const last = (path: string): string => path.split('.').at(-1) ?? path;
  const name = (path: string): string =>
    paths.filter((other) => last(other) === last(path)).length > 1 ? path : last(path);
  return paths.length === 0 ? 'as in the scenario' : paths.map((path) => `${name(path)} ${set[path] ?? ''}`).join(', ');
}

export const VERDICT_SHOWN: Readonly<Record<SweepRow['verdict'], { readonly label: string; readonly mark: string }>> = {
  passed: { label: 'passed', mark: '✓' },
  failed: { label: 'failed', mark: '✕' },
  error: { label: 'error', mark: '!' },
  none: { label: 'no expectations', mark: '–' },
};

/** The class that gives a verdict its colour. */
export const LOOK_OF_VERDICT = { passed: 'passed', failed: 'failed', error: 'incomplete', none: 'skipped' } as const;

/** `1..1000, 2000`: seeds as `--seeds` takes them, with rows of whole numbers as ranges. */
export function seedsText(seeds: readonly string[]): string {
  const parts: { first: string; last: string }[] = [];
  for (const seed of seeds) {
    const before = parts.at(-1);
    if (before && isWhole(seed) && isWhole(before.last) && Number(seed) === Number(before.last) + 1) before.last = seed;
    else parts.push({ first: seed, last: seed });
  }
  return parts.map(({ first, last }) => (first === last ? first : `${first}..${last}`)).join(',');
}

const isWhole = (text: string): boolean => /^(0|[1-9]\d{0,14})$/.test(text);

/** The command that makes the sweep again. */
export function sweepCommand({ scenario, seeds, parameters }: SweepSummary['plan']): string {
  const set = parameters.flatMap(({ path, values }) => ['--set', `${path}=${values.join(',')}`]);
  return ['npx', 'perpsim', 'sweep', scenario, '--seeds', seedsText(seeds), ...set].map(shellWord).join(' ');
}
