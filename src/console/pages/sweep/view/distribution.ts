import type { FigureSummary, SweepSummary } from '../../../../lab/sweeps/sweep.ts';

/** The range of a figure over all groups, which the histograms of all of them are over. */
export function rangeOf({ groups }: Pick<SweepSummary, 'groups'>, figure: string): readonly [number, number] {
  const all = groups.flatMap(({ figures }) => figures[figure] ?? []);
  return [Math.min(...all.map(({ min }) => min)), Math.max(...all.map(({ max }) => max))];
}

/** Round places for the labels of an axis, at most `most` of them. */
export function ticksOf([low, high]: readonly [number, number], most: number): number[] {
  const width = high - low;
  if (!(width > 0)) return [low];
  const raw = width / most;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => width / one <= most) ?? power * 10;
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  return Array.from({ length: count }, (_, place) => (first + place) * step);
}

/** Width and height of the drawing of a distribution, in units of its view box. */
export const WIDTH = 400;
export const HEIGHT = 32;

/** The bars of a histogram as one path, whose highest bar fills the height. */
export function histogramPath(histogram: FigureSummary['histogram']): string {
  const most = Math.max(1, ...histogram);
  const width = WIDTH / histogram.length;
  return histogram
    .flatMap((count, place) => {
      if (count === 0) return [];
      const height = Math.max(1, Math.round((HEIGHT * count) / most));
      return [`M${round(place * width)} ${HEIGHT}v-${height}h${round(width * 0.92)}v${height}z`];
    })
    .join('');
}

const round = (value: number): number => Math.round(value * 100) / 100;
