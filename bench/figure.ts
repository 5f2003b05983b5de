import { type Bound, meets } from './statistics.ts';

/** One line of the result: what was measured, against what, and what was asked of it. */
export interface Figure {
  readonly name: string;
  /** The measured value in its own unit, and the yardstick's, both as medians; absent for an absolute figure. */
  readonly measured: string;
  readonly yardstick: string;
  /** What the budget is about: a ratio, milliseconds, seconds, MiB or a count. */
  readonly value: number;
  readonly unit: '' | 'x' | 'ms' | 's' | 'MiB';
  readonly budget: Bound | null;
}

export type Verdict = 'pass' | 'short' | 'info';

export const verdictOf = ({ value, budget }: Figure): Verdict =>
  budget === null ? 'info' : meets(value, budget) ? 'pass' : 'short';

/** A figure that no budget is set on. */
export const info = (name: string, measured: string, value: number, unit: Figure['unit'] = ''): Figure => ({
  name,
  measured,
  yardstick: '',
  value,
  unit,
  budget: null,
});

/** A count per second, for people: 12.3k/s. */
export const rate = (perSecond: number): string =>
  perSecond >= 10_000 ? `${Math.round(perSecond / 100) / 10}k/s` : `${Math.round(perSecond)}/s`;

export const milliseconds = (value: number): string => `${Math.round(value * 100) / 100} ms`;
