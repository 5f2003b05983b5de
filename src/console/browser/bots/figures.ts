import type { ShortRefusal } from '../../../exchange/why/explanation.ts';
import type { LogRecord } from '../../../contract/log-shapes.ts';

/** What an account has earned and paid, by source. Amounts in the settlement asset. */
interface PnlSource {
  readonly name: string;
  readonly amount: number;
}

interface Earned {
  readonly trades: readonly { readonly realizedPnl: string; readonly fee: string }[];
  readonly funding: readonly { readonly payment: string }[];
  readonly unrealized: string;
}

/** The sources of a PnL, and their sum at the end. */
export function pnlBySource({ trades, funding, unrealized }: Earned): readonly PnlSource[] {
  const sum = (amounts: readonly string[]): number => amounts.reduce((total, amount) => total + Number(amount), 0);
  const sources = [
    { name: 'Realized by trading', amount: sum(trades.map(({ realizedPnl }) => realizedPnl)) },
    { name: 'Unrealized, at the mark', amount: Number(unrealized) },
    { name: 'Funding', amount: sum(funding.map(({ payment }) => payment)) },
    // A rebate is a negative fee. Zero has no sign.
    { name: 'Fees', amount: 0 - sum(trades.map(({ fee }) => fee)) },
  ];
  return [...sources, { name: 'Together', amount: sources.reduce((total, { amount }) => total + amount, 0) }];
}

/** Counts how often each code was refused, the most frequent first. */
export function refusalsByCode(lines: readonly Pick<ShortRefusal, 'code'>[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { code } of lines) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].sort(([a, some], [b, more]) => more - some || (a < b ? -1 : 1));
}

/** Counts the rows of each kind that came in a span of time that ends now. */
export function kindsSince(
  rows: readonly Pick<LogRecord, 'at' | 'kind'>[],
  since: number,
): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { at, kind } of rows) if (at >= since) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts];
}

/** Values as the points of a line in a box; empty for fewer than two. */
export function curve(values: readonly number[], width: number, height: number): string {
  if (values.length < 2) return '';
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const y = (value: number): number => (high > low ? ((high - value) / (high - low)) * (height - 2) + 1 : height / 2);
  return values
    .map((value, at) => `${((at / (values.length - 1)) * width).toFixed(1)},${y(value).toFixed(1)}`)
    .join(' ');
}
