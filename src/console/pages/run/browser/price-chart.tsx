import type { VNode } from 'preact';
import { useCallback, useMemo, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import { counted, grouped, moment, rounded } from '../../../../kernel/words.ts';
import type { MarketResult, RunEvent } from '../../../../scenarios/run-result.ts';
import type { Fill } from '../../../../scenarios/strategy.ts';
import { type Column, extentOf, type PriceColumns, priceColumns, valueAt } from '../view/series.ts';
import { AtCursor, Chart, type ChartOptions, figureAxis, timeAxis } from './chart/chart.tsx';
import { ChartFigure, Key, NoData } from '../../shared/browser/chart-figure.tsx';
import { drawEvents, drawFills } from './chart/marks.ts';
import { faded, type Theme } from '../../shared/browser/theme.ts';
import type { Timeline } from './timeline.ts';

interface Props {
  readonly market: MarketResult;
  readonly timeline: Timeline;
  /** Of the chosen account in this market. */
  readonly fills: readonly Fill[];
  readonly account: string;
  readonly events: readonly RunEvent[];
}

type Row = MarketResult['prices'][number];

const COLUMNS = [
  { key: 'time', label: 'Time (UTC)', isRowHeader: true, render: ([time]: Row) => moment(time) },
  ...(['Index', 'Mark', 'Bid', 'Ask', 'Open interest'] as const).map((label, place) => ({
    key: label,
    label,
    isNumber: true,
    render: (row: Row) => grouped(String(row[place + 1])),
  })),
];

/** Index, mark, and the band between bid and ask, with the fills of an account and the events of the run. */
export function PriceChart({ market, timeline, fills, account, events }: Props): VNode {
  const columns = useMemo(() => priceColumns(market), [market]);
  const [isFillShown, setFillShown] = useState(true);
  const [isEventShown, setEventShown] = useState(true);
  const data = useMemo((): uPlot.AlignedData => dataOf(columns), [columns]);
  const optionsOf = useCallback(
    (theme: Theme): ChartOptions => ({
      axes: [timeAxis(theme), figureAxis(theme)],
      series: [
        {},
        { stroke: theme.index, width: 1.5, dash: [4, 3], points: { show: false } },
        { stroke: theme.mark, width: 1.75, points: { show: false } },
        { stroke: faded(theme.sell, 0.7), width: 1, points: { show: false } },
        { stroke: faded(theme.buy, 0.7), width: 1, points: { show: false } },
      ],
      bands: [{ series: [3, 4], fill: faded(theme.calm, 0.16) }],
      hooks: {
        draw: [
          (chart) => {
            if (isEventShown) drawEvents(chart, theme, events);
            if (isFillShown) drawFills(chart, theme, fills);
          },
        ],
      },
    }),
    [fills, events, isFillShown, isEventShown],
  );
  const title = `Price of ${market.symbol}`;
  if (market.prices.length === 0) return <NoData title={title}>The run has no prices of this market.</NoData>;
  const at = (column: Column): VNode => (
    <AtCursor timeline={timeline} valueAt={(time) => shown(valueAt(columns.time, column, time))} />
  );
  return (
    <ChartFigure
      title={title}
      columns={COLUMNS}
      rows={() => market.prices}
      about="Drag over a chart to zoom in, double-click to see everything. A click sets the time of all charts."
      legend={
        <>
          <Key look="mark-line">Mark {at(columns.mark)}</Key>
          <Key look="index-line">Index {at(columns.index)}</Key>
          <Key look="spread">
            Bid {at(columns.bid)} Ask {at(columns.ask)}
          </Key>
          <Shown label={`Fills of ${account}`} count={fills.length} isOn={isFillShown} onChange={setFillShown}>
            <span class="buy-sign">▲</span>
            <span class="sell-sign">▼</span>
          </Shown>
          <Shown label="Events" count={events.length} isOn={isEventShown} onChange={setEventShown}>
            <span class="event-sign">┆</span>
          </Shown>
        </>
      }
    >
      <Chart label={summaryOf(title, columns)} height={320} data={data} optionsOf={optionsOf} timeline={timeline} />
    </ChartFigure>
  );
}

const dataOf = ({ time, index, mark, bid, ask }: PriceColumns): uPlot.AlignedData => [
  [...time],
  [...index],
  [...mark],
  [...ask],
  [...bid],
];

const shown = (value: number | null): string => (value === null ? '–' : rounded(value, digitsOf(value)));

/** Enough digits to tell neighbouring prices apart. */
const digitsOf = (value: number): number => (value >= 1_000 ? 2 : value >= 1 ? 4 : 6);

/** The chart in a sentence. */
function summaryOf(title: string, { time, mark }: PriceColumns): string {
  const extent = extentOf(mark);
  const known = mark.filter((value) => value !== null);
  if (extent === null) return `${title}: no mark price.`;
  return `${title}: the mark price goes from ${shown(known[0] ?? null)} to ${shown(known.at(-1) ?? null)}, lowest ${shown(extent[0])}, highest ${shown(extent[1])}, at ${counted(time.length)} times.`;
}

interface ShownProps {
  readonly label: string;
  readonly count: number;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: VNode | VNode[];
}

/** A button that shows or hides marks of the chart. */
const Shown = ({ label, count, isOn, onChange, children }: ShownProps): VNode => (
  <button type="button" class="key toggle-key" aria-pressed={isOn} onClick={() => onChange(!isOn)}>
    <span aria-hidden="true">{children}</span>
    {` ${label} `}
    <b>{counted(count)}</b>
  </button>
);
