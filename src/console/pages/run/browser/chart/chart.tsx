import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import type { Timeline } from '../timeline.ts';
import { type Theme, useTheme } from '../../../shared/browser/theme.ts';

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
  padding: [10, 22, 0, 0] as uPlot.Padding,
  cursor: { show: false } as uPlot.Cursor,
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
