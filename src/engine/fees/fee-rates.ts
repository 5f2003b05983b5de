import { divHalfEven } from '../../kernel/decimal.ts';
import { tierNamed } from '../../kernel/terms.ts';
import { type Ratio, UNIT_BIG, type Units } from '../../kernel/units.ts';
import type { TierSpec } from '../config.ts';
import type { Account, State, Wallet } from '../state.ts';

/** Fee tier of a wallet. */
export const tierOf = (state: State, { tierId }: Wallet): TierSpec => tierNamed(state.config.tiers, tierId);

/** Fee tier of the wallet that owns an account. */
export const tierOfAccount = (state: State, { ownerWallet }: Account): TierSpec => tierOf(state, ownerWallet);

/**
 * Returns what an account pays now for a fill, as a share of its notional: the rate of its tier, reduced once by the discount
 * of its referral (INV-34), rounded half to even to 1e-8. A rebate is left as it is.
 */
export function feeRateOf(state: State, account: Account, role: 'maker' | 'taker'): Ratio {
  const tier = tierOf(state, account.ownerWallet);
  const rate = role === 'maker' ? tier.makerRate : tier.takerRate;
  const { referral } = account.ownerWallet;
  if (!referral || rate <= 0) return rate;
  return Number(divHalfEven(BigInt(rate) * BigInt(referral.discount), UNIT_BIG));
}

/** notional x rate, rounded half to even to 1e-8 (wire 6.6, INV-34). */
export const feeOf = (notional: Units, rate: Ratio): Units =>
  rate === 0 ? 0n : divHalfEven(notional * BigInt(rate), UNIT_BIG);
