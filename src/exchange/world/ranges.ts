import { decimal, integer, oneOf, type Reader } from './read.ts';

/** Readers that several parts of a world share. */

export const COUNT_MAX = 1_000_000_000_000;
export const MILLION = 1_000_000;
export const BILLION = 1_000_000_000;
export const DAY_MS = 86_400_000;
/** A tenth of the price in one step: beyond any market, and well inside exact integers. */
export const PPB_MAX = 100_000_000;

export const count = integer(1, COUNT_MAX);
export const stepMs = integer(1, DAY_MS);
export const ppb = integer(0, PPB_MAX);
export const perMillion = integer(0, MILLION);
export const amount = decimal({ low: '0' });
export const positive = decimal({ low: '0', aboveLow: true });
export const share = decimal({ low: '0', high: '1' });
export const positiveShare = decimal({ low: '0', high: '1', aboveLow: true });
export const indexPrice = decimal({ low: '0', high: '10000000', aboveLow: true });

/** The reader of a field `kind` with one word. */
export const kind = <K extends string>(word: K): Reader<K> => oneOf([word]);
