import { type Estimate, isFigure, type Missing, scaled, sureText } from './estimate/figure.ts';
import type { MarketFigures } from './estimate/figures.ts';

/** One line of a report of figures. */
export interface ReportRow {
  readonly name: string;
  readonly unit: string;
  readonly estimate: Estimate;
}

/** The figures of a market under names that people use. */
export function reportRows({ volatility, memory, jumps, flow, book, basis }: MarketFigures): ReportRow[] {
  const row = (name: string, unit: string, estimate: Estimate): ReportRow => ({ name, unit, estimate });
  return [
    row('volatility', '% a year', scaled(volatility, 100)),
    row('fast part of log-volatility', 'deviation', memory.fast.deviation),
    row('fast part lasts', 'hours', memory.fast.hours),
    row('slow part of log-volatility', 'deviation', memory.slow.deviation),
    row('slow part lasts', 'hours', memory.slow.hours),
    row('jumps', 'a day', jumps.perDay),
    row('size of a jump', 'bp', scaled(jumps.size, 10_000)),
    row('branching of jumps', '', jumps.branching),
    row('taker orders', 'a day', flow.perDay),
    row('branching of taker orders', '', flow.branching),
    row('excitement lasts', 's', scaled(flow.excitedMs, 0.001)),
    row('turnover', 'a day', flow.turnover),
    row('median taker order', 'base asset', flow.medianSize),
    row('mean taker order', 'base asset', flow.meanSize),
    row('tail exponent of sizes', '', flow.sizeTail),
    row('memory exponent of signs', '', flow.signMemory),
    row('spread', 'ticks', book.spreadTicks),
    row('spread', 'bp', scaled(book.spread, 10_000)),
    row('depth of a side within 0.1 %', 'base asset', book.near),
    row('depth of a side within 1 %', 'base asset', book.depth),
    row('levels of a side', '', book.levels),
    row('tail exponent of distances', '', book.distanceTail),
    row('deviation of mark over index', 'bp', scaled(basis, 10_000)),
  ];
}

export interface JsonFigure {
  readonly name: string;
  readonly unit: string;
  readonly value: number | null;
  readonly error?: number;
  readonly from?: string;
  readonly missing?: string;
}

/** The same for programs, with as many digits as are sure. */
export function reportJson(figures: MarketFigures): object {
  const { symbol, price, profile } = figures;
  const list = (values: readonly number[] | Missing): readonly number[] | Missing =>
    'missing' in values ? values : values.map((value) => Number(sureText(value)));
  return {
    symbol,
    price,
    figures: reportRows(figures).map(jsonFigure),
    profile: { hours: list(profile.hours), weekdays: list(profile.weekdays) },
  };
}

function jsonFigure({ name, unit, estimate }: ReportRow): JsonFigure {
  if (!isFigure(estimate)) return { name, unit, value: null, missing: estimate.missing };
  const { value, error, from } = estimate;
  return { name, unit, value: Number(sureText(value, error)), error: Number(sureText(error, error)), from };
}

/** A table for people. */
export function reportText(figures: MarketFigures): string {
  const rows = reportRows(figures).map(({ name, unit, estimate }) => {
    const label = unit === '' ? name : `${name} (${unit})`;
    if (!isFigure(estimate)) return { label, value: '-', note: estimate.missing };
    return {
      label,
      value: `${sureText(estimate.value, estimate.error)} ± ${sureText(estimate.error, estimate.error)}`,
      note: estimate.from,
    };
  });
  const profiles = [
    profileRow('activity by UTC hour', figures.profile.hours),
    profileRow('activity by weekday', figures.profile.weekdays),
  ];
  const all = [...rows, ...profiles];
  const wide = (read: (row: (typeof all)[number]) => string): number =>
    all.reduce((most, row) => Math.max(most, read(row).length), 0);
  const [labels, values] = [wide(({ label }) => label), wide(({ value }) => value)];
  const lines = all.map(({ label, value, note }) =>
    `  ${label.padEnd(labels)}  ${value.padEnd(values)}  ${note}`.trimEnd(),
  );
  return `${figures.symbol}, last price ${figures.price}\n${lines.join('\n')}\n`;
}

function profileRow(
  label: string,
  values: readonly number[] | Missing,
): { label: string; value: string; note: string } {
  if ('missing' in values) return { label, value: '-', note: values.missing };
  const most = values.reduce((high, value) => Math.max(high, value), 0);
  const least = values.reduce((low, value) => Math.min(low, value), most);
  return { label, value: `${sureText(least, 0.1)} to ${sureText(most, 0.1)}`, note: 'shares of the mean' };
}
