import { formatScaled, parseDecimal } from '../../../kernel/decimal.ts';
import { valueAt } from '../../pages/run/view/series.ts';
import type { AccountResult, MarketResult, RunResult } from '../../../scenarios/run-result.ts';

/** Two runs side by side. Times count from the start of each, so that runs of different dates lie over each other. */

export interface Line {
  readonly after: readonly number[];
  readonly values: readonly (number | null)[];
}

export const equityLine = (account: Pick<AccountResult, 'equity'> | undefined, start: number): Line => ({
  after: (account?.equity ?? []).map(([time]) => time - start),
  values: (account?.equity ?? []).map(([, value]) => Number(value)),
});

export const markLine = (market: Pick<MarketResult, 'prices'> | undefined, start: number): Line => ({
  after: (market?.prices ?? []).map(([time]) => time - start),
  values: (market?.prices ?? []).map(([, , mark]) => Number(mark) || null),
});

/** Times of both lines in order, and the values of each at its own times; between them it has none. */
export function aligned(
  left: Line,
  right: Line,
): readonly [after: number[], left: (number | null | undefined)[], right: (number | null | undefined)[]] {
  const after = [...new Set([...left.after, ...right.after])].sort((one, other) => one - other);
  const at = ({ after: times, values }: Line): (number | null | undefined)[] => {
    const known = new Map(times.map((time, place) => [time, values[place]]));
    return after.map((time) => known.get(time));
  };
  return [after, at(left), at(right)];
}

/** The second line less the first, each with what was last known of it, at all times at which both are known. */
export function differenceLine(left: Line, right: Line): Line {
  const times = [...new Set([...left.after, ...right.after])].sort((one, other) => one - other);
  const values = times.map((time) => {
    const [one, other] = [valueAt(left.after, left.values, time), valueAt(right.after, right.values, time)];
    return one === null || other === null ? null : other - one;
  });
  return { after: times, values };
}

export interface ComparedFigure {
  readonly label: string;
  readonly left: string | null;
  readonly right: string | null;
  /** Right less left, exactly, where both are numbers. */
  readonly difference: string | null;
}

const FIGURES: readonly (readonly [string, (account: AccountResult) => string | number | null])[] = [
  ['PnL', ({ pnl }) => pnl.total],
  ['PnL from prices', ({ pnl }) => pnl.price],
  ['Fees', ({ pnl }) => pnl.fees],
  ['Funding', ({ pnl }) => pnl.funding],
  ['Liquidation', ({ pnl }) => pnl.liquidation],
  ['Highest drawdown', ({ statistics }) => statistics.drawdown],
  ['Sharpe ratio', ({ statistics }) => statistics.sharpe],
  ['Fills', ({ statistics }) => statistics.fills],
  ['Orders', ({ statistics }) => statistics.orders],
  ['Traded notional', ({ statistics }) => statistics.notional],
  ['Liquidations', ({ liquidations }) => liquidations],
];

/** The figures of an account in both runs; a run that has no such account has none. */
export const comparedFigures = (
  left: AccountResult | undefined,
  right: AccountResult | undefined,
): readonly ComparedFigure[] =>
  FIGURES.map(([label, of]) => {
    const [one, other] = [textOf(left ? of(left) : null), textOf(right ? of(right) : null)];
    return { label, left: one, right: other, difference: differenceOf(one, other) };
  });

function differenceOf(left: string | null, right: string | null): string | null {
  const [one, other] = [parseDecimal(left ?? ''), parseDecimal(right ?? '')];
  if (!one || !other) return null;
  const scale = Math.max(one.scale, other.scale);
  const digits = other.digits * 10n ** BigInt(scale - other.scale) - one.digits * 10n ** BigInt(scale - one.scale);
  return formatScaled(digits, scale);
}

const textOf = (value: string | number | null): string | null => (value === null ? null : String(value));

/** Names that either run has, those of the left one first. */
export const namesInBoth = (left: readonly string[], right: readonly string[]): string[] => [
  ...new Set([...left, ...right]),
];

/** Says what both runs agree in, in a sentence. */
export function alikeText(left: RunResult, right: RunResult): string {
  if (left.digest === right.digest) return 'Both runs are equal: their digests are the same.';
  if (left.scenario.name !== right.scenario.name) return 'The runs are of different scenarios.';
  if (left.seed !== right.seed) return `The runs have different seeds: ${left.seed} and ${right.seed}.`;
  const paths = [...new Set([...Object.keys(left.overrides), ...Object.keys(right.overrides)])];
  const changed = paths.filter((path) => left.overrides[path] !== right.overrides[path]);
  if (changed.length === 0)
    return 'The runs have the same seed and different digests: the scenario or the version differs.';
  const own = 'that of the scenario';
  const texts = changed.map((path) => `${path} is ${left.overrides[path] ?? own} and ${right.overrides[path] ?? own}`);
  return `The runs have the same seed; ${texts.join(', ')}.`;
}
