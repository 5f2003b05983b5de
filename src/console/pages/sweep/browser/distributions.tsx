import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { type Column, PagedTable } from '../../shared/browser/paged-table.tsx';
import { counted } from '../../../../kernel/words.ts';
import type { FigureSummary, SweepGroup } from '../../../../lab/sweeps/sweep.ts';
import type { PageData } from '../page-data.ts';
import { HEIGHT, histogramPath, rangeOf, ticksOf, WIDTH } from '../view/distribution.ts';
import { figureShown, setText, valueText } from '../words.ts';

/** Groups that are drawn before the reader asks for all. */
const DRAWN = 24;

interface Props {
  readonly data: PageData;
  readonly figure: string;
}

interface Row {
  readonly group: SweepGroup;
  readonly summary: FigureSummary;
}

/** Shows how a figure is distributed for each set of parameters, drawn and as a table of quantiles. */
export function Distributions({ data, figure }: Props): VNode {
  const [isAllShown, setAllShown] = useState(false);
  const { groups } = data.summary;
  const rows = useMemo(
    () =>
      groups.flatMap((group): Row[] => {
        const summary = group.figures[figure];
        return summary ? [{ group, summary }] : [];
      }),
    [groups, figure],
  );
  const columns = useMemo(() => columnsOf(figure), [figure]);
  const range = rangeOf(data.summary, figure);
  const drawn = isAllShown ? rows : rows.slice(0, DRAWN);
  const { label } = figureShown(figure);
  return (
    <>
      <ul class="distributions" aria-label={`${label} by parameters`}>
        {drawn.map(({ group, summary }) => (
          <li key={setText(group.set)}>
            <span class="set">{setText(group.set)}</span>
            <Drawing summary={summary} range={range} label={describe(figure, summary)} />
            <span class="median">{valueText(figure, summary.p50)}</span>
          </li>
        ))}
        <li class="axis" aria-hidden="true">
          <span class="set" />
          <Axis figure={figure} range={range} />
          <span class="median">median</span>
        </li>
      </ul>
      {rows.length > DRAWN && (
        <p>
          <button type="button" class="action" aria-expanded={isAllShown} onClick={() => setAllShown(!isAllShown)}>
            {isAllShown ? `Show the first ${DRAWN}` : `Show all ${counted(rows.length)} sets`}
          </button>
        </p>
      )}
      <p class="calm">
        Bars count runs; the highest of each row fills its height. The box goes from the 25 % to the 75 % quantile with
        the median in it, its line from 5 % to 95 %.
      </p>
      <h3>{`Quantiles of ${label}`}</h3>
      <PagedTable
        key={figure}
        caption={`Quantiles of ${label} by parameters`}
        columns={columns}
        rows={rows}
        pageSize={30}
      />
    </>
  );
}

const describe = (figure: string, { count, p05, p25, p50, p75, p95 }: FigureSummary): string => {
  const text = (value: number): string => valueText(figure, value);
  return `${counted(count)} runs, median ${text(p50)}, half of them from ${text(p25)} to ${text(p75)}, 90 % from ${text(p05)} to ${text(p95)}`;
};

interface DrawingProps {
  readonly summary: FigureSummary;
  readonly range: readonly [number, number];
  readonly label: string;
}

const BOX = 16;

function Drawing({ summary, range: [low, high], label }: DrawingProps): VNode {
  const xOf = (value: number): number => (high > low ? ((value - low) / (high - low)) * WIDTH : WIDTH / 2);
  const { p05, p25, p50, p75, p95 } = summary;
  const middle = HEIGHT + BOX / 2;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + BOX}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <title>{label}</title>
      {low < 0 && high > 0 && <line class="zero" x1={xOf(0)} x2={xOf(0)} y1={0} y2={HEIGHT + BOX} />}
      <path class="bars" d={histogramPath(summary.histogram)} />
      <line class="whisker" x1={xOf(p05)} x2={xOf(p95)} y1={middle} y2={middle} />
      <rect class="box-of" x={xOf(p25)} y={HEIGHT + 3} width={Math.max(1, xOf(p75) - xOf(p25))} height={BOX - 6} />
      <line class="median-line" x1={xOf(p50)} x2={xOf(p50)} y1={HEIGHT + 2} y2={HEIGHT + BOX - 2} />
    </svg>
  );
}

function Axis({ figure, range }: { readonly figure: string; readonly range: readonly [number, number] }): VNode {
  const [low, high] = range;
  return (
    <span class="ticks">
      {ticksOf(range, innerWidth < 640 ? 5 : 8).map((tick) => (
        <span key={tick} style={{ left: `${high > low ? ((tick - low) / (high - low)) * 100 : 50}%` }}>
          {valueText(figure, tick)}
        </span>
      ))}
    </span>
  );
}

const QUANTILES = [
  ['mean', 'Mean'],
  ['deviation', 'Deviation'],
  ['min', 'Lowest'],
  ['p05', '5 %'],
  ['p25', '25 %'],
  ['p50', 'Median'],
  ['p75', '75 %'],
  ['p95', '95 %'],
  ['max', 'Highest'],
] as const;

const columnsOf = (figure: string): Column<Row>[] => [
  { key: 'set', label: 'Parameters', isRowHeader: true, render: ({ group }) => setText(group.set) },
  {
    key: 'runs',
    label: 'Runs',
    isNumber: true,
    render: ({ summary }) => counted(summary.count),
    sortBy: ({ summary }) => summary.count,
  },
  {
    key: 'failed',
    label: 'Failed',
    isNumber: true,
    render: ({ group }) => counted(group.failed),
    sortBy: ({ group }) => group.failed,
  },
  ...QUANTILES.map(([key, label]): Column<Row> => ({
    key,
    label,
    isNumber: true,
    render: ({ summary }) => valueText(figure, summary[key]),
    sortBy: ({ summary }) => summary[key],
  })),
];
