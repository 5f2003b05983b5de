import type uPlot from 'uplot';
import { figureLabel, timeLabel } from '../../../shared/labels.ts';
import type { Theme } from '../../../shared/browser/theme.ts';

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
