import { median, pairedRatio } from './statistics.ts';

/** What was measured for one row of the table (`rows.ts`). */
export interface Figure {
  /** Id of the row. */
  readonly row: string;
  /** In the unit of the row. */
  readonly value: number;
  /** The value of each round; empty for a figure that is no median of rounds. */
  readonly rounds: readonly number[];
  /** Both sides of a ratio in their own units, and what a reader should know besides. */
  readonly measured: string;
  readonly yardstick: string;
}

/** A value in the unit of its row, as the median of rounds. */
export const figure = (row: string, rounds: readonly number[], measured = ''): Figure => ({
  row,
  value: median(rounds),
  rounds,
  measured,
  yardstick: '',
});

/** One side of a ratio: its rounds, and how its median is shown. */
export interface Side {
  readonly rounds: readonly number[];
  readonly text: string;
}

export const side = (rounds: readonly number[], show: (value: number) => string, note = ''): Side => ({
  rounds,
  text: `${show(median(rounds))}${note === '' ? '' : `, ${note}`}`,
});

/** The ratio of two measurements that were taken in turns. */
export const ratio = (row: string, measured: Side, yardstick: Side): Figure => ({
  row,
  value: pairedRatio(measured.rounds, yardstick.rounds),
  rounds: measured.rounds.map((value, round) => value / (yardstick.rounds[round] ?? Number.NaN)),
  measured: measured.text,
  yardstick: yardstick.text,
});

/** A count per second: 12.3k/s. */
export const rate = (perSecond: number): string =>
  perSecond >= 10_000 ? `${Math.round(perSecond / 100) / 10}k/s` : `${Math.round(perSecond)}/s`;

/** Three significant digits, and never an exponent. */
export const short = (value: number): string => {
  const size = Math.abs(value);
  const factor = size >= 100 ? 1 : size >= 10 ? 10 : size >= 1 ? 100 : 1_000;
  return String(Math.round(value * factor) / factor);
};

export const milliseconds = (value: number): string => `${short(value)} ms`;
export const micros = (value: number): string => `${short(value)} us`;
export const mebibytes = (value: number): string => `${short(value)} MiB`;
