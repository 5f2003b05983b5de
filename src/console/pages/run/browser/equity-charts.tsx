import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type uPlot from 'uplot';
import { gain, moment, percent, rounded } from '../../../../kernel/words.ts';
import type { AccountResult } from '../../../../scenarios/run-result.ts';
import { equityColumns, valueAt } from '../view/series.ts';
import { AtCursor, Chart, type ChartOptions, figureAxis, timeAxis } from './chart/chart.tsx';
import { ChartFigure, Key, NoData } from '../../shared/browser/chart-figure.tsx';
import { faded, type Theme } from '../../shared/browser/theme.ts';
import type { Timeline } from './timeline.ts';

interface Props {
  readonly account: AccountResult;
  readonly timeline: Timeline;
}

interface Row {
  readonly time: number;
  readonly equity: number;
  readonly drawdown: number;
}

const TIME = { key: 'time', label: 'Time (UTC)', isRowHeader: true, render: ({ time }: Row) => moment(time) };
const EQUITY = { key: 'equity', label: 'Account value', isNumber: true, render: ({ equity }: Row) => rounded(equity) };
const DRAWDOWN = {
  key: 'drawdown',
  label: 'Drawdown',
  isNumber: true,
  render: ({ drawdown }: Row) => percent(drawdown, 3),
};

const equityOptions = (theme: Theme): ChartOptions => ({
  axes: [timeAxis(theme), figureAxis(theme)],
  series: [{}, { stroke: theme.main, width: 1.75, fill: faded(theme.main, 0.1), points: { show: false } }],
});

const drawdownOptions = (theme: Theme): ChartOptions => ({
  axes: [timeAxis(theme), figureAxis(theme, (value) => percent(value, 2))],
  series: [{}, { stroke: theme.alert, width: 1.25, fill: faded(theme.alert, 0.18), points: { show: false } }],
  scales: { y: { range: (_, low) => [low < 0 ? low * 1.1 : -0.0001, 0] } },
});

/** The account value, and how far it was below its highest value. */
export function EquityCharts({ account, timeline }: Props): VNode {
  const { name, statistics } = account;
  const columns = useMemo(() => equityColumns(account), [account]);
  const equity = useMemo((): uPlot.AlignedData => [[...columns.time], [...columns.equity]], [columns]);
  const drawdown = useMemo((): uPlot.AlignedData => [[...columns.time], [...columns.drawdown]], [columns]);
  const rows = (): Row[] =>
    columns.time.map((time, place) => ({
      time,
      equity: columns.equity[place] ?? 0,
      drawdown: columns.drawdown[place] ?? 0,
    }));
  const title = `Account value of ${name}`;
  const first = columns.equity[0];
  if (first === undefined) return <NoData title={title}>The run has no values of this account.</NoData>;
  const last = columns.equity.at(-1) ?? first;
  return (
    <>
      <ChartFigure
        title={title}
        columns={[TIME, EQUITY]}
        rows={rows}
        legend={
          <Key look="line">
            Account value{' '}
            <AtCursor
              timeline={timeline}
              valueAt={(time) => {
                const value = valueAt(columns.time, columns.equity, time);
                return value === null ? '–' : `${rounded(value)} (${gain(value - first)})`;
              }}
            />
          </Key>
        }
      >
        <Chart
          label={`${title}: from ${rounded(first)} to ${rounded(last)}.`}
          height={200}
          data={equity}
          optionsOf={equityOptions}
          timeline={timeline}
        />
      </ChartFigure>
      <ChartFigure
        title={`Drawdown of ${name}`}
        columns={[TIME, DRAWDOWN]}
        rows={rows}
        legend={
          <Key look="alert-line">
            Below the peak{' '}
            <AtCursor
              timeline={timeline}
              valueAt={(time) => percent(valueAt(columns.time, columns.drawdown, time) ?? 0, 2)}
            />
          </Key>
        }
      >
        <Chart
          label={`Drawdown of ${name}: at most ${percent(statistics.drawdownShare, 2)} of the peak.`}
          height={120}
          data={drawdown}
          optionsOf={drawdownOptions}
          timeline={timeline}
        />
      </ChartFigure>
    </>
  );
}
