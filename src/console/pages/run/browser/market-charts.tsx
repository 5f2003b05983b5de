import type { VNode } from 'preact';
import { useCallback, useMemo } from 'preact/hooks';
import uPlot from 'uplot';
import { counted, grouped, moment, percent, plural, rounded, span } from '../../../../kernel/words.ts';
import type { MarketResult } from '../../../../scenarios/run-result.ts';
import { priceColumns, valueAt } from '../view/series.ts';
import { volumeColumns } from '../view/volume.ts';
import { figureLabel } from '../../shared/parts.ts';
import { AtCursor, Chart, type ChartOptions, figureAxis, timeAxis } from './chart/chart.tsx';
import { ChartFigure, Key, NoData } from '../../shared/browser/chart-figure.tsx';
import { faded, type Theme } from '../../shared/browser/theme.ts';
import { type Timeline, useTimeline } from './timeline.ts';

interface Props {
  readonly market: MarketResult;
  readonly timeline: Timeline;
}

/** About this many bars fill the width of the chart. */
const BARS = 120;

const viewOf = ({ from, to }: Timeline): string => `${from} ${to}`;

const volumeOptions = (theme: Theme): ChartOptions => ({
  axes: [timeAxis(theme), figureAxis(theme, (value, step) => figureLabel(Math.abs(value), step))],
  series: [{}, bars(theme.buy), bars(theme.sell)],
});

const bars = (colour: string): uPlot.Series => ({
  ...(uPlot.paths.bars && { paths: uPlot.paths.bars({ size: [0.85, 40] }) }),
  fill: faded(colour, 0.75),
  stroke: colour,
  width: 0,
  points: { show: false },
});

type Trade = MarketResult['trades'][number];
const TRADE_COLUMNS = [
  {
    key: 'time',
    label: 'Time (UTC)',
    isRowHeader: true,
    render: ([time]: Trade) => moment(time),
    sortBy: ([time]: Trade) => time,
  },
  { key: 'side', label: 'Taker', render: ([, , , side]: Trade) => side },
  {
    key: 'price',
    label: 'Price',
    isNumber: true,
    render: ([, price]: Trade) => grouped(price),
    sortBy: ([, price]: Trade) => Number(price),
  },
  {
    key: 'quantity',
    label: 'Quantity',
    isNumber: true,
    render: ([, , quantity]: Trade) => grouped(quantity),
    sortBy: ([, , quantity]: Trade) => Number(quantity),
  },
];

/** Traded quantity over time: what takers bought above zero, what they sold below. */
export function VolumeChart({ market, timeline }: Props): VNode {
  useTimeline(timeline, viewOf);
  const { from, to } = timeline;
  const columns = useMemo(() => volumeColumns(market, from, to, BARS), [market, from, to]);
  const data = useMemo(
    (): uPlot.AlignedData => [[...columns.time], [...columns.bought], columns.sold.map((quantity) => -quantity)],
    [columns],
  );
  const { symbol, trades, tradeCount, volume } = market;
  const title = `Trades in ${symbol}`;
  if (trades.length === 0) return <NoData title={title}>No trade took place in this market.</NoData>;
  const left = trades.length < tradeCount ? ` The chart has the ${counted(trades.length)} largest of them.` : '';
  return (
    <ChartFigure
      title={title}
      columns={TRADE_COLUMNS}
      rows={() => trades}
      about={`${plural(tradeCount, 'trade')}, ${grouped(volume)} in all.${left} A bar stands for ${span(columns.widthMs)}.`}
      legend={
        <>
          <Key look="buy">Takers bought</Key>
          <Key look="sell">Takers sold</Key>
        </>
      }
    >
      <Chart
        label={`${title}: ${plural(tradeCount, 'trade')}, ${grouped(volume)} traded.`}
        height={150}
        data={data}
        optionsOf={volumeOptions}
        timeline={timeline}
      />
    </ChartFigure>
  );
}

const interestOptions = (theme: Theme): ChartOptions => ({
  axes: [timeAxis(theme), figureAxis(theme)],
  series: [{}, { stroke: theme.main, width: 1.5, fill: faded(theme.main, 0.1), points: { show: false } }],
});

type Price = MarketResult['prices'][number];
const INTEREST_COLUMNS = [
  { key: 'time', label: 'Time (UTC)', isRowHeader: true, render: ([time]: Price) => moment(time) },
  { key: 'interest', label: 'Open interest', isNumber: true, render: (row: Price) => grouped(row[5]) },
];

/** Positions that are open, counted on one side. */
export function InterestChart({ market, timeline }: Props): VNode {
  const columns = useMemo(() => priceColumns(market), [market]);
  const data = useMemo((): uPlot.AlignedData => [[...columns.time], [...columns.openInterest]], [columns]);
  const title = `Open interest in ${market.symbol}`;
  const last = market.prices.at(-1)?.[5];
  if (last === undefined) return <NoData title={title}>The run has no open interest of this market.</NoData>;
  return (
    <ChartFigure
      title={title}
      columns={INTEREST_COLUMNS}
      rows={() => market.prices}
      legend={
        <Key look="line">
          Open interest{' '}
          <AtCursor
            timeline={timeline}
            valueAt={(time) => rounded(valueAt(columns.time, columns.openInterest, time) ?? 0, 4)}
          />
        </Key>
      }
    >
      <Chart
        label={`${title}: ${grouped(last)} at the end.`}
        height={130}
        data={data}
        optionsOf={interestOptions}
        timeline={timeline}
      />
    </ChartFigure>
  );
}

type Rate = MarketResult['funding'][number];
const FUNDING_COLUMNS = [
  { key: 'time', label: 'Time (UTC)', isRowHeader: true, render: ([time]: Rate) => moment(time) },
  {
    key: 'rate',
    label: 'Rate of the hour',
    isNumber: true,
    render: ([, rate]: Rate) => `${rate} (${percent(Number(rate), 4)})`,
  },
];

const rateLabel = (value: number): string => percent(value, 4);

/** The rate of each settlement. */
export function FundingChart({ market, timeline }: Props): VNode {
  const data = useMemo(
    (): uPlot.AlignedData => [market.funding.map(([time]) => time), market.funding.map(([, rate]) => Number(rate))],
    [market],
  );
  const optionsOf = useCallback(
    (theme: Theme): ChartOptions => ({
      axes: [timeAxis(theme), figureAxis(theme, rateLabel)],
      series: [{}, { ...bars(theme.main), points: { show: market.funding.length < 100, size: 7, fill: theme.main } }],
      scales: { y: { range: (_, low, high) => zeroAndAround(low, high) } },
    }),
    [market],
  );
  const title = `Funding of ${market.symbol}`;
  if (market.funding.length === 0) return <NoData title={title}>No funding was settled during the run.</NoData>;
  return (
    <ChartFigure
      title={title}
      columns={FUNDING_COLUMNS}
      rows={() => market.funding}
      about="Above zero, longs pay shorts."
      legend={<Key look="line">Rate of the hour</Key>}
    >
      <Chart
        label={`${title}: ${plural(market.funding.length, 'settlement')}.`}
        height={130}
        data={data}
        optionsOf={optionsOf}
        timeline={timeline}
      />
    </ChartFigure>
  );
}

/** The range of values, with zero in it and some room. */
function zeroAndAround(low: number, high: number): [number, number] {
  const [least, most] = [Math.min(0, low), Math.max(0, high)];
  const room = (most - least) * 0.15 || 0.0001;
  return [least < 0 ? least - room : 0, most > 0 || least === 0 ? most + room : 0];
}
