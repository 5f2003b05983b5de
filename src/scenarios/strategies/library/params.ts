import { Amount } from '../../amount.ts';
import type { StrategyParams } from '../../scenario.ts';
import { StrategyParamsError } from './params-error.ts';

type Given = StrategyParams[string];

/** One parameter of a strategy. `read` returns the value, or a text that completes "must be". */
export interface ParamSpec<T> {
  readonly description: string;
  /** As a user would write it. */
  readonly fallback: Given;
  readonly read: (given: Given) => { readonly value: T } | { readonly must: string };
}

export type ParamTable = Readonly<Record<string, ParamSpec<unknown>>>;
export type ParamsOf<T extends ParamTable> = {
  readonly [K in keyof T]: T[K] extends ParamSpec<infer V> ? V : never;
};

const PLAIN = /^-?\d{1,15}(\.\d{1,18})?$/;

interface Range {
  readonly min?: number;
  readonly max?: number;
  /** The least value itself is not allowed. */
  readonly above?: number;
}

/** A decimal number, exact when it is given as text. */
export function decimal(fallback: string, description: string, range: Range = {}): ParamSpec<Amount> {
  const { min, max, above } = range;
  const limits = [
    ...(above === undefined ? [] : [`above ${above}`]),
    ...(min === undefined ? [] : [`of at least ${min}`]),
    ...(max === undefined ? [] : [`of at most ${max}`]),
  ];
  const must = ['a decimal number', limits.join(' and ')].filter((text) => text !== '').join(' ');
  return {
    description,
    fallback,
    read: (given) => {
      if (typeof given === 'boolean' || !PLAIN.test(String(given))) return { must };
      const value = new Amount(String(given));
      const isIn = (min === undefined || value.gte(min)) && (max === undefined || value.lte(max));
      return isIn && (above === undefined || value.gt(above)) ? { value } : { must };
    },
  };
}

/** A whole number from `min` to `max`. */
export function whole(fallback: number, min: number, max: number, description: string): ParamSpec<number> {
  return {
    description,
    fallback,
    read: (given) => {
      const value = typeof given === 'boolean' || String(given).trim() === '' ? Number.NaN : Number(given);
      const fits = Number.isSafeInteger(value) && value >= min && value <= max;
      return fits ? { value } : { must: `a whole number from ${min} to ${max}` };
    },
  };
}

/** One of some words. */
export function word<W extends string>(fallback: W, words: readonly W[], description: string): ParamSpec<W> {
  return {
    description,
    fallback,
    read: (given) => {
      const value = words.find((one) => one === given);
      return value === undefined ? { must: `one of ${words.join(', ')}` } : { value };
    },
  };
}

/**
 * Reads the parameters of a strategy.
 *
 * @throws StrategyParamsError with every value that does not fit and every name that is none
 */
export function readParams<T extends ParamTable>(strategy: string, table: T, given: StrategyParams): ParamsOf<T> {
  const names = Object.keys(table);
  const problems = Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((name) => `there is no parameter "${name}"; there are ${names.join(', ')}`);
  const values: Record<string, unknown> = {};
  for (const [name, { read, fallback }] of Object.entries(table)) {
    const value = given[name] ?? fallback;
    const result = read(value);
    if ('must' in result) problems.push(`${name} must be ${result.must} (got ${JSON.stringify(value)})`);
    else values[name] = result.value;
  }
  if (problems.length > 0) throw new StrategyParamsError(strategy, problems);
  return values as ParamsOf<T>;
}
