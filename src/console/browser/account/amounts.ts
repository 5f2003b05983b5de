import { noDecimal, overMost } from '../../../kernel/advice.ts';
import { parseDecimal } from '../../../kernel/decimal.ts';

/**
 * Returns what is wrong with an amount while it is being typed; undefined where nothing is, or where there is none.
 *
 * @param free - what may leave the account; null for an amount that comes in
 */
export function checkAmount(amount: string, asset: string, free: string | null): string | undefined {
  if (amount === '') return undefined;
  const value = parseDecimal(amount);
  if (!value) return noDecimal(amount);
  if (value.digits <= 0n) return `${amount} is not more than zero; write how much ${asset} it is`;
  return free !== null && Number(amount) > Number(free)
    ? overMost(amount, `the ${asset} that can leave`, free)
    : undefined;
}
