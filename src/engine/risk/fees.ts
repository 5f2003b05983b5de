import { broken } from '../../kernel/assert.ts';
import { divHalfEven } from '../../kernel/decimal.ts';
import { type Ratio, UNIT_BIG, type Units } from '../../kernel/units.ts';
import type { TierSpec } from '../config.ts';
import type { Account, State, Wallet } from '../state.ts';

/** Fee tier of a wallet. */
export function tierOf(state: State, wallet: Wallet): TierSpec {
  const tier = state.config.tiers.find((candidate) => candidate.tierId === wallet.tierId);
  if (!tier) broken(`tier ${wallet.tierId} exists`);
  return tier;
}

/** Fee tier of the wallet that owns an account. */
export function tierOfAccount(state: State, account: Account): TierSpec {
  const wallet = state.wallets.get(account.owner);
  if (!wallet) broken(`account ${account.no} has an owner`);
  return tierOf(state, wallet);
}

/**
 * What an account pays now for a fill, as a share of its notional: the rate of its tier, reduced once by the discount
 * of its referral (INV-34), rounded half to even to 1e-8. A rebate is left as it is.
 */
export function feeRateOf(state: State, account: Account, role: 'maker' | 'taker'): Ratio {
  const wallet = state.wallets.get(account.owner);
  if (!wallet) broken(`account ${account.no} has an owner`);
  const tier = tierOf(state, wallet);
  const rate = role === 'maker' ? tier.makerRate : tier.takerRate;
  const { referral } = wallet;
  if (!referral || rate <= 0) return rate;
  return Number(divHalfEven(BigInt(rate) * BigInt(referral.discount), UNIT_BIG));
}

/** notional x rate, rounded half to even to 1e-8 (wire 6.6, INV-34). */
export const feeOf = (notional: Units, rate: Ratio): Units =>
  rate === 0 ? 0n : divHalfEven(notional * BigInt(rate), UNIT_BIG);
