import uPlot from 'uplot';
import type { VNode } from 'preact';
import { useCallback, useMemo } from 'preact/hooks';
import { grouped, moment, plural, rounded } from '../../../../kernel/words.ts';
import type { DepthSample, MarketResult } from '../../../../scenarios/run-result.ts';
import { ChartFigure, Key, NoData } from '../../shared/browser/chart-figure.tsx';
import { faded, type Theme } from '../../shared/browser/theme.ts';
import { type CumulativeDepth, cumulativeDepth, type DepthCell, depthCells, midOf, sampleAt } from '../view/depth.ts';
import { Chart, type ChartOptions, cursorOf, figureAxis, priceAxis, timeAxis } from './chart/chart.tsx';
import { inPlot } from './chart/marks.ts';
import { type Timeline, useTimeline } from './timeline.ts';

interface Props {
  readonly market: MarketResult;
  readonly timeline: Timeline;
}

const SAMPLE_COLUMNS = [
  { key: 'time', label: 'Time (UTC)', isRowHeader: true, render: ({ time }: DepthSample) => moment(time) },
  { key: 'bid', label: 'Best bid', isNumber: true, render: ({ bids }: DepthSample) => grouped(bids[0]?.[0] ?? '–') },
  { key: 'ask', label: 'Best ask', isNumber: true, render: ({ asks }: DepthSample) => grouped(asks[0]?.[0] ?? '–') },
  { key: 'bids', label: 'Bids, quantity', isNumber: true, render: ({ bids }: DepthSample) => rounded(sumOf(bids), 4) },
  { key: 'asks', label: 'Asks, quantity', isNumber: true, render: ({ asks }: DepthSample) => rounded(sumOf(asks), 4) },
];

const sumOf = (levels: DepthSample['bids']): number => levels.reduce((sum, [, quantity]) => sum + Number(quantity), 0);

/** Shows what stood in the book over time: bids below the mid, asks above it; a stronger colour stands for more. */
export function DepthStrip({ market: { symbol, depth }, timeline }: Props): VNode {
  const cells = useMemo(() => depthCells(depth, timeline.end), [depth, timeline]);
  const reach = useMemo(
    () =>
      quantile(
        cells.map(({ far }) => Math.abs(far)),
        0.9,
      ) || 1,
    [cells],
  );
  const most = useMemo(
    () =>
      quantile(
        cells.map(({ quantity }) => quantity),
        0.97,
      ) || 1,
    [cells],
  );
  const data = useMemo(
    (): uPlot.AlignedData => [
      [timeline.start, timeline.end],
      [-reach, reach],
    ],
    [timeline, reach],
  );
  const optionsOf = useCallback(
    (theme: Theme): ChartOptions => ({
      axes: [timeAxis(theme), figureAxis(theme)],
      series: [{}, { paths: () => null, points: { show: false } }],
      scales: { y: { range: [-reach, reach] } },
      hooks: { drawAxes: [(chart) => drawCells(chart, theme, cells, most)] },
    }),
    [cells, most, reach],
  );
  const title = `Depth of ${symbol} over time`;
  if (cells.length === 0) return <NoData title={title}>The run has no samples of this book.</NoData>;
  return (
    <ChartFigure
      title={title}
      columns={SAMPLE_COLUMNS}
      rows={() => depth}
      about={`Distance from the mid in basis points; the stronger the colour, the more stood there. ${plural(depth.length, 'sample')}.`}
      legend={
        <>
          <Key look="sell">Asks</Key>
          <Key look="buy">Bids</Key>
        </>
      }
    >
      <Chart
        label={`${title}: ${plural(depth.length, 'sample')} of the book within ${rounded(reach, 1)} basis points of the mid.`}
        height={170}
        data={data}
        optionsOf={optionsOf}
        timeline={timeline}
      />
    </ChartFigure>
  );
}

function drawCells(chart: uPlot, theme: Theme, cells: readonly DepthCell[], most: number): void {
  const { ctx } = chart;
  inPlot(chart, () => {
    for (const { side, from, to, near, far, quantity } of cells) {
      const left = Math.floor(chart.valToPos(from, 'x', true));
      const right = Math.ceil(chart.valToPos(to, 'x', true));
      const [top, bottom] = [near, far].map((value) => chart.valToPos(value, 'y', true)).sort((a, b) => a - b);
      if (top === undefined || bottom === undefined) continue;
      ctx.globalAlpha = 0.08 + 0.92 * Math.min(1, Math.sqrt(quantity / most));
      ctx.fillStyle = side === 'bid' ? theme.buy : theme.sell;
      ctx.fillRect(left, top, right - left, Math.max(1, bottom - top));
    }
  });
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}

const curveOptions = (theme: Theme): ChartOptions => ({
  axes: [priceAxis(theme), figureAxis(theme)],
  scales: { x: { time: false }, y: { range: (_, __, high) => [0, high * 1.05 || 1] } },
  series: [
    {},
    { stroke: theme.buy, fill: faded(theme.buy, 0.2), width: 1.5, paths: stepped(-1), points: { show: false } },
    { stroke: theme.sell, fill: faded(theme.sell, 0.2), width: 1.5, paths: stepped(1), points: { show: false } },
  ],
});

interface Level {
  readonly bid: readonly [string, string] | undefined;
  readonly ask: readonly [string, string] | undefined;
}

const LEVEL_COLUMNS = [
  { key: 'bidQuantity', label: 'Bid quantity', isNumber: true, render: ({ bid }: Level) => grouped(bid?.[1] ?? '–') },
  { key: 'bid', label: 'Bid', isNumber: true, render: ({ bid }: Level) => grouped(bid?.[0] ?? '–') },
  { key: 'ask', label: 'Ask', isNumber: true, render: ({ ask }: Level) => grouped(ask?.[0] ?? '–') },
  { key: 'askQuantity', label: 'Ask quantity', isNumber: true, render: ({ ask }: Level) => grouped(ask?.[1] ?? '–') },
];

const levelsOf = ({ bids, asks }: DepthSample): Level[] =>
  Array.from({ length: Math.max(bids.length, asks.length) }, (_, place) => ({ bid: bids[place], ask: asks[place] }));

const dataOf = ({ price, bid, ask }: CumulativeDepth): uPlot.AlignedData => [[...price], [...bid], [...ask]];

/** The book at the time of the cursor: how much could be traded up to each price. */
export function DepthCurve({ market: { symbol, depth }, timeline }: Props): VNode {
  const cursor = useTimeline(timeline, cursorOf);
  const sample = sampleAt(depth, cursor);
  const data = useMemo(() => dataOf(cumulativeDepth(sample ?? { time: 0, bids: [], asks: [] })), [sample]);
  const title = `Book of ${symbol} at a time`;
  if (sample === undefined) return <NoData title={title}>The run has no samples of this book.</NoData>;
  const mid = midOf(sample);
  const when = `${moment(sample.time)} UTC`;
  return (
    <ChartFigure
      title={title}
      columns={LEVEL_COLUMNS}
      rows={() => levelsOf(sample)}
      about="Quantity up to each price, from the last sample before the time of the cursor."
      legend={
        <>
          <Key look="plain">
            <b class="at-cursor">{when}</b>
          </Key>
          <Key look="buy">
            Bids <b class="at-cursor">{rounded(sumOf(sample.bids), 3)}</b>
          </Key>
          <Key look="sell">
            Asks <b class="at-cursor">{rounded(sumOf(sample.asks), 3)}</b>
          </Key>
        </>
      }
    >
      {mid === null ? (
        <p class="calm">{`The book was empty at ${when}.`}</p>
      ) : (
        <Chart
          label={`${title}, ${when}: mid ${rounded(mid, 2)}, ${plural(sample.bids.length, 'bid level')}, ${plural(sample.asks.length, 'ask level')}.`}
          height={262}
          data={data}
          optionsOf={curveOptions}
        />
      )}
    </ChartFigure>
  );
}

/** A line in steps: its value holds after (1) or before (-1) each point. */
const stepped = (align: 1 | -1): uPlot.Series.PathBuilder => {
  const { stepped: builderOf } = uPlot.paths;
  if (builderOf === undefined) throw new Error('this uPlot has no stepped lines');
  return builderOf({ align });
};
