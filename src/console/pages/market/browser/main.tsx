import uPlot from 'uplot';
import { render, type VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Plot } from '../../../../lab/market/table/plots.ts';
import { ChartFigure, Key, NoData } from '../../shared/browser/chart-figure.tsx';
import { found } from '../../shared/browser/controls.tsx';
import { faded, type Theme, useTheme } from '../../shared/browser/theme.ts';
import { figureLabel } from '../../shared/parts.ts';
import { ELEMENT } from '../page-data.ts';

/** Starts the page: draws the charts, once all that they need is there. The table comes with the file. */

const plots = JSON.parse(found(`#${ELEMENT.plots}`, HTMLScriptElement).text) as readonly Plot[];

const HEIGHT = 220;
const LEFT = 62;

/** Looks of the lines of a chart: the classes of the legend, and what the canvas draws. */
const LOOKS = [
  { look: 'line', colour: 'main', dash: [] },
  { look: 'mark-line', colour: 'mark', dash: [] },
  { look: 'index-line', colour: 'index', dash: [5, 4] },
] as const;
const LAST_LOOK = LOOKS[2];
const lookAt = (line: number): (typeof LOOKS)[number] => LOOKS[line] ?? LAST_LOOK;

interface Row {
  readonly place: number;
}

/** A chart with its legend, and its points as a table. */
function PlotFigure({ plot }: { readonly plot: Plot }): VNode {
  const { lines, title, x, xLabel, yLabel } = plot;
  if (lines.every(({ y }) => y.every((value) => value === null)))
    return <NoData title={title}>The run was too short for this chart.</NoData>;
  const columns = [
    { key: 'x', label: xLabel, isRowHeader: true, render: ({ place }: Row) => String(x[place] ?? '') },
    ...lines.map(({ label, y }) => ({
      key: label,
      label,
      isNumber: true,
      render: ({ place }: Row) => String(y[place] ?? '–'),
    })),
  ];
  return (
    <ChartFigure
      title={title}
      about={`Across: ${xLabel}. Up: ${yLabel}.`}
      columns={columns}
      rows={() => x.map((_none, place) => ({ place }))}
      legend={lines.map(({ label }, line) => (
        <Key key={label} look={lookAt(line).look}>
          {label}
        </Key>
      ))}
    >
      <Canvas plot={plot} />
    </ChartFigure>
  );
}

/** The lines on a canvas, which follows its width and the colours of the reader's system. */
function Canvas({ plot }: { readonly plot: Plot }): VNode {
  const host = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const data = [plot.x, ...plot.lines.map(({ y }) => y)].map((values) => [...values]) as uPlot.AlignedData;
    const made = new uPlot({ ...optionsOf(plot, theme), width: element.clientWidth, height: HEIGHT }, data, element);
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0) made.setSize({ width: element.clientWidth, height: HEIGHT });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, [plot, theme]);
  const label = `${plot.title}: ${plot.yLabel} by ${plot.xLabel}.`;
  return <div ref={host} class="canvas" role="img" aria-label={label} />;
}

function optionsOf({ lines }: Plot, theme: Theme): Omit<uPlot.Options, 'width' | 'height'> {
  const axis = (space: number): uPlot.Axis => ({
    stroke: theme.quiet,
    font: theme.font,
    grid: { stroke: theme.line, width: 1 },
    ticks: { stroke: theme.line, width: 1, size: 4 },
    gap: 4,
    space,
    values: (_chart, splits, _axis, _space, step) => splits.map((value) => figureLabel(value, step)),
  });
  return {
    legend: { show: false },
    cursor: { show: false },
    padding: [10, 16, 0, 0],
    scales: { x: { time: false } },
    axes: [
      { ...axis(48), size: 26 },
      { ...axis(28), size: LEFT },
    ],
    series: [
      {},
      ...lines.map((_line, line): uPlot.Series => {
        const { colour, dash } = lookAt(line);
        return {
          stroke: theme[colour],
          width: 1.6,
          dash: [...dash],
          spanGaps: true,
          points: { show: false },
          ...(lines.length === 1 && { fill: faded(theme[colour], 0.1) }),
        };
      }),
    ],
  };
}

document.documentElement.classList.add('scripted');
render(
  <div class="plots">
    {plots.map((plot) => (
      <PlotFigure key={plot.id} plot={plot} />
    ))}
  </div>,
  found(`#${ELEMENT.charts}-content`, HTMLElement),
);
