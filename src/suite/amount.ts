import { Decimal } from 'decimal.js';

/**
 * The arithmetic of the suite. It uses decimal.js and not the decimals of the exchange, because an error in those would
 * otherwise be in the expected value too.
 */
export const Amount = Decimal.clone({ precision: 200 });
export type Amount = Decimal;

export const NOTHING: Amount = new Amount(0);

/** The longest decimal text that the contract allows. */
const TEXT_MAX = 128;
const PLAIN = /^-?(?:\d+\.?\d*|\.\d+)$/;

/** Reads a decimal text without an exponent. Returns undefined for any other text. */
export const amountIn = (text: string): Amount | undefined =>
  text.length <= TEXT_MAX && PLAIN.test(text) ? new Amount(text) : undefined;

/** Reads a decimal text, and any other text as zero. */
export const amountOrNothing = (text: string): Amount => amountIn(text) ?? NOTHING;

/** Writes an amount without an exponent, without trailing zeros and without a negative zero: equal amounts have equal texts. */
export const amountText = (amount: Amount): string => (amount.isZero() ? '0' : amount.toFixed());
