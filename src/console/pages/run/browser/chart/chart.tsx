import uPlot from 'uplot';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type Theme, useTheme } from '../../../shared/browser/theme.ts';
import { figureLabel, timeLabel } from '../../../shared/parts.ts';
import { type Timeline, useTimeline } from '../timeline.ts';

export type ChartOptions = Pick<uPlot.Options, 'series' | 'axes'> & Partial<uPlot.Options>;

interface Props {
  /** What the chart shows, for readers who do not see it. */
  readonly label: string;
  readonly height: number;
  readonly data: uPlot.AlignedData;
  /** The same function as before, unless the chart must be made anew. */
  readonly optionsOf: (theme: Theme) => ChartOptions;
  /** Zoom and cursor of a chart over time. */
  readonly timeline?: Timeline;
}

/** A chart on a canvas. It follows its width, the colours of the reader's system, and the timeline. */
export function Chart({ label, height, data, optionsOf, timeline }: Props): VNode {
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(null);
  const theme = useTheme();
  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const options = withTimeline(optionsOf(theme), timeline);
    const made = new uPlot({ ...BASE, ...options, width: element.clientWidth, height }, data, element);
    chart.current = made;
    const unfollow = timeline && follow(made, timeline);
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0) made.setSize({ width: element.clientWidth, height });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      unfollow?.();
      made.destroy();
      chart.current = null;
    };
    // The data has an effect of its own: a chart that gets other data keeps its canvas.
  }, [optionsOf, theme, timeline, height]);
  useEffect(() => {
    if (chart.current && chart.current.data !== data) chart.current.setData(data);
  }, [data]);
  return <div ref={host} class="canvas" role="img" aria-label={label} />;
}

const BASE = {
  legend: { show: false },
  padding: [10, 22, 0, 0] satisfies uPlot.Padding,
  cursor: { show: false } satisfies uPlot.Cursor,
};

function withTimeline(options: ChartOptions, timeline: Timeline | undefined): ChartOptions {
  if (timeline === undefined) return options;
  return {
    ...options,
    scales: { ...options.scales, x: { time: false, range: () => [timeline.from, timeline.to] } },
    cursor: {
      x: false,
      y: false,
      points: { show: false },
      drag: { x: true, y: false, setScale: false },
      bind: {
        dblclick: () => () => {
          timeline.reset();
          return null;
        },
      },
    },
    hooks: { ...options.hooks, setSelect: [(chart) => showSelected(chart, timeline)] },
  };
}

/** A selection of fewer pixels is a click. */
const CLICK = 5;

function showSelected(chart: uPlot, timeline: Timeline): void {
  const { left, width } = chart.select;
  if (width < CLICK) return;
  timeline.show(chart.posToVal(left, 'x'), chart.posToVal(left + width, 'x'));
  chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
}

/** Keeps the chart at the timeline, and the timeline at the pointer. */
function follow(chart: uPlot, timeline: Timeline): () => void {
  const line = document.createElement('div');
  line.className = 'cursor-line';
  chart.over.append(line);
  const placeLine = (): void => {
    const left = chart.valToPos(timeline.cursor, 'x');
    line.hidden = !(left >= 0 && left <= chart.over.clientWidth);
    line.style.transform = `translateX(${left}px)`;
  };
  // Drawing follows a change of size, data or zoom.
  (chart.hooks.draw ??= []).push(placeLine);
  let pressedAt = 0;
  const timeOf = (event: MouseEvent): number =>
    chart.posToVal(event.clientX - chart.over.getBoundingClientRect().left, 'x');
  chart.over.addEventListener('mousemove', (event) => timeline.hover(timeOf(event)));
  chart.over.addEventListener('mouseleave', () => timeline.hover(null));
  chart.over.addEventListener('mousedown', (event) => {
    pressedAt = event.clientX;
  });
  chart.over.addEventListener('mouseup', (event) => {
    if (Math.abs(event.clientX - pressedAt) < CLICK) timeline.choose(timeOf(event));
  });
  return timeline.subscribe(() => {
    const { min, max } = chart.scales['x'] ?? {};
    if (min !== timeline.from || max !== timeline.to) chart.setScale('x', { min: timeline.from, max: timeline.to });
    placeLine();
  });
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Steps between times of an axis. Times are Unix ms, so their multiples are round in UTC. */
const TIME_STEPS = [
  ...[10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14, 28, 91, 364].map((count) => count * DAY),
];

/** Room for the figures at the left: the same in all charts, so that equal times are above each other. */
const LEFT = 70;

function look({ quiet, line, font }: Theme): Pick<uPlot.Axis, 'stroke' | 'font' | 'grid' | 'ticks'> {
  return { stroke: quiet, font, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1, size: 4 } };
}

export const timeAxis = (theme: Theme): uPlot.Axis => ({
  ...look(theme),
  incrs: TIME_STEPS,
  space: 72,
  size: 26,
  gap: 3,
  values: (_, splits, __, ___, step) => splits.map((time) => timeLabel(time, step)),
});

export const figureAxis = (theme: Theme, label: (value: number, step: number) => string = figureLabel): uPlot.Axis => ({
  ...look(theme),
  size: LEFT,
  gap: 4,
  space: 28,
  values: (_, splits, __, ___, step) => splits.map((value) => label(value, step)),
});

/** The axis of prices below a chart that is not over time. */
export const priceAxis = (theme: Theme): uPlot.Axis => ({
  ...look(theme),
  space: 80,
  size: 26,
  gap: 3,
  values: (_, splits, __, ___, step) => splits.map((value) => figureLabel(value, step)),
});

/** A value at the cursor. */
export function AtCursor({
  timeline,
  valueAt,
}: {
  readonly timeline: Timeline;
  readonly valueAt: (time: number) => string;
}): VNode {
  const cursor = useTimeline(timeline, cursorOf);
  return <b class="at-cursor">{valueAt(cursor)}</b>;
}

export const cursorOf = ({ cursor }: Timeline): number => cursor;
