import { autocorrelationOf, deviationOf, meanImpacts, meanOf, meanPath } from '../statistics.ts';
import { AFTER_MS, type HourCandle, METAORDER_MS, type Observation, SHARES } from '../observe/observation.ts';
import { bpOfEightHours, midReturns } from './fact.ts';

/** One chart: lines or bars over a common axis. */
export interface Plot {
  readonly id: string;
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly x: readonly number[];
  readonly lines: readonly Line[];
}

export interface Line {
  readonly label: string;
  /** By place in `x`; null where there is none. */
  readonly y: readonly (number | null)[];
}

const HALF_WIDTHS = 6;
const STEP = 0.25;
const LAGS = 60;
const SIGN_LAGS = 100;
const FUNDING_HOURS = 72;

const upTo = (count: number, from = 1): number[] => Array.from({ length: count }, (_none, place) => place + from);

/** Five digits are more than a chart shows. */
const shortened = (value: number | null): number | null =>
  value === null || !Number.isFinite(value) ? null : Number(value.toPrecision(5));

/** Logarithm (base 10) of the density of returns in deviations, beside that of a normal distribution. */
function density(returns: readonly number[], places: readonly number[]): (number | null)[] {
  const [mean, deviation] = [meanOf(returns), deviationOf(returns)];
  if (mean === null || deviation === null || deviation === 0) return places.map(() => null);
  const counts = new Map<number, number>();
  for (const value of returns) {
    const place = Math.round((value - mean) / deviation / STEP);
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return places.map((place) => {
    const count = counts.get(Math.round(place / STEP));
    return count === undefined ? null : Math.log10(count / returns.length / STEP);
  });
}

const profile = (candles: readonly HourCandle[], of: (candle: HourCandle) => number): (number | null)[] => {
  const mean = meanOf(candles.map(of));
  return upTo(24, 0).map((hour) => {
    const own = meanOf(candles.filter(({ time }) => new Date(time).getUTCHours() === hour).map(of));
    return own === null || !mean ? null : own / mean;
  });
};

/** Charts of one exchange. Those of several seeds have the same axes. */
export function plotsOf(observation: Observation): Plot[] {
  const { books, candles, funding, hours, seconds, takers, trials } = observation;
  const places = upTo((2 * HALF_WIDTHS) / STEP + 1, 0).map((place) => place * STEP - HALF_WIDTHS);
  const short = midReturns(observation, 10);
  const acf = (values: readonly number[], lags: number): (number | null)[] =>
    upTo(lags).map((lag) => autocorrelationOf(values, lag));
  const impacts = trials.map(({ share, path }) => ({ size: share, move: path.at(-1) ?? 0 }));
  const bySize = new Map(meanImpacts(impacts).map(({ x, y }) => [x, y]));
  const path = meanPath(trials.map((trial) => [0, ...trial.path, ...trial.after]));
  const spreads = seconds.spreads.filter((spread) => !Number.isNaN(spread));
  const settled = funding.slice(-FUNDING_HOURS);
  const plots: Plot[] = [
    {
      id: 'returns',
      title: 'Distribution of returns',
      xLabel: 'deviations',
      yLabel: 'log10 of the density',
      x: places,
      lines: [
        { label: '10 s', y: density(short, places) },
        { label: '5 min', y: density(midReturns(observation, 300), places) },
        {
          label: 'normal',
          y: places.map((place) => (-(place ** 2) / 2 - Math.log(Math.sqrt(2 * Math.PI))) / Math.LN10),
        },
      ],
    },
    {
      id: 'returns-acf',
      title: 'Autocorrelation of returns',
      xLabel: 'lag, steps of 10 s',
      yLabel: 'autocorrelation',
      x: upTo(LAGS),
      lines: [
        { label: 'absolute returns', y: acf(short.map(Math.abs), LAGS) },
        { label: 'returns', y: acf(short, LAGS) },
      ],
    },
    {
      id: 'sign-acf',
      title: 'Memory of order flow',
      xLabel: 'lag, taker orders',
      yLabel: 'autocorrelation of signs',
      x: upTo(SIGN_LAGS),
      lines: [{ label: 'signs of taker orders', y: acf(takers.signs, SIGN_LAGS) }],
    },
    {
      id: 'book',
      title: 'Mean shape of the book',
      xLabel: 'distance from the mid, bp',
      yLabel: 'quantity of one side per bp',
      x: upTo(books.shape.length, 0),
      lines: [{ label: 'quantity', y: books.shape }],
    },
    {
      id: 'spread',
      title: 'Spread',
      xLabel: 'ticks',
      yLabel: 'share of seconds',
      x: upTo(30),
      lines: [
        {
          label: 'share',
          y: upTo(30).map((ticks) => spreads.filter((spread) => spread === ticks).length / Math.max(1, spreads.length)),
        },
      ],
    },
    {
      id: 'impact-size',
      title: 'Impact of metaorders by size',
      xLabel: 'share of the volume of ten minutes',
      yLabel: 'bp at the end',
      x: SHARES,
      lines: [{ label: 'mean move', y: SHARES.map((share) => bySize.get(share) ?? null) }],
    },
    {
      id: 'impact-path',
      title: 'Impact during a metaorder and after it',
      xLabel: 'minutes',
      yLabel: 'bp, mean of all sizes',
      x: [0, ...upTo(20, 0).map((order) => order / 2), ...AFTER_MS.map((ms) => (METAORDER_MS - 30_000 + ms) / 60_000)],
      lines: [{ label: 'mean move', y: path.length > 0 ? path : upTo(21 + AFTER_MS.length).map(() => null) }],
    },
    {
      id: 'funding',
      title: 'Funding of the last three days',
      xLabel: 'hours before the end',
      yLabel: 'bp per 8 h',
      x: upTo(FUNDING_HOURS, 1 - FUNDING_HOURS),
      lines: [
        {
          label: `rate of seed ${observation.seed}`,
          y: upTo(FUNDING_HOURS, 0).map((place) => {
            const point = settled[place - FUNDING_HOURS + settled.length];
            return point ? bpOfEightHours(point.rate) : null;
          }),
        },
      ],
    },
    {
      id: 'intraday',
      title: 'Hours of the day',
      xLabel: 'hour, UTC',
      yLabel: 'over the mean',
      x: upTo(24, 0),
      lines: [
        { label: 'range', y: profile(candles, ({ high, low, open }) => (high - low) / open) },
        { label: 'value traded', y: profile(candles, ({ value }) => value) },
      ],
    },
    {
      id: 'price',
      title: 'Price',
      xLabel: 'hours',
      yLabel: 'mid',
      x: upTo(Math.floor(hours * 30), 0).map((place) => place / 30),
      lines: [
        {
          label: `mid of seed ${observation.seed}`,
          y: upTo(Math.floor(hours * 30), 0).map((place) => seconds.mids[place * 120] ?? null),
        },
      ],
    },
  ];
  return plots.map((plot) => ({
    ...plot,
    x: plot.x.map((value) => shortened(value) ?? 0),
    lines: plot.lines.map(({ label, y }) => ({ label, y: y.map(shortened) })),
  }));
}

/** Plots that show one exchange, and no mean. */
const OF_ONE_SEED: ReadonlySet<string> = new Set(['funding', 'price']);

/** Means over the seeds of what is known of each place; funding and prices are those of the first seed. */
export function meanPlots(seeds: readonly (readonly Plot[])[]): Plot[] {
  return (seeds[0] ?? []).map((plot) => {
    if (OF_ONE_SEED.has(plot.id)) return plot;
    const same = seeds.flatMap((plots) => plots.find(({ id }) => id === plot.id) ?? []);
    return {
      ...plot,
      lines: plot.lines.map(({ label }, line) => ({
        label,
        y: plot.x.map((_none, place) => {
          const known = same.map(({ lines }) => lines[line]?.y[place] ?? null).filter((value) => value !== null);
          return shortened(meanOf(known));
        }),
      })),
    };
  });
}
