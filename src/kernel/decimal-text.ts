import { invariant } from './assert.ts';

/** The digits of a decimal text as one integer with `scale` decimals; exact, or it throws. */
export function parseDecimalText(text: string, scale: number): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  const [, sign = '', whole = '', decimals = ''] = match ?? [];
  invariant(match && decimals.length <= scale, () => `${text} is a decimal text with at most ${scale} decimals`);
  const digits = BigInt(`${whole}${decimals.padEnd(scale, '0')}`);
  return sign === '-' ? -digits : digits;
}
