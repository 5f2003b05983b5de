/**
 * The units of all numbers of the exchange. A name ends in its unit where the type does not say it. Money is bigint,
 * because balances outgrow 2^53; prices and sizes of one order are counts of ticks and lots, which stay exact as a JS
 * number below 2^53.
 */

/** Unix milliseconds on the exchange clock. */
export type TimeMs = number;
/** A price as a count of the market's `priceIncrement`. 0 means "no price". */
export type Ticks = number;
/** A size as a count of the market's `orderSizeIncrement`. Signed where it is a position: short is negative. */
export type Lots = number;
/** An amount of any asset, in 1e-8 of that asset. USDT balances, fees and PnL are all in these. */
export type Units = bigint;
/** A price per whole base unit, in 1e-8 quote. Finer than a tick: index and premium are kept in it. */
export type PriceUnits = number;
/** A ratio (fee rate, margin rate, band), in 1e-8. 5 % is 5_000_000. */
export type Ratio = number;

/** Decimals of `Units`, `PriceUnits` and `Ratio`. */
export const UNIT_DECIMALS = 8;
/** One whole asset, or the ratio 1. */
export const UNIT = 100_000_000;
export const UNIT_BIG = 100_000_000n;
