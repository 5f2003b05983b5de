import type { Market } from '../../state.ts';

const MILLION = 1_000_000;

/** Volatility of a market now over its mean, hours and common factor included, in parts per million. */
export const livelinessPpm = (market: Market): number => market.dynamics?.livelinessPpm ?? MILLION;
