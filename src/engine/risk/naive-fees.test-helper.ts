import type { PriceUnits, Ratio, Units } from '../../kernel/units.ts';
import type { MarketSpec } from '../config.ts';
import type { Account, Market, Position, State } from '../state.ts';
import { clamped, divided, type Fraction, fraction, minus, plus, rounded, times } from './fraction.test-helper.ts';

/** Fees, closed PnL and funding of wire 6.2 and 6.6, over exact fractions; see `naive-risk.test-helper.ts`. */

const ONE = 100_000_000n;
const ratio = (value: Ratio): Fraction => fraction(BigInt(value), ONE);

/** Half to even to 1e-8. */
export const naiveFee = (notional: Units, rate: Ratio): Units => rounded(times(fraction(notional), ratio(rate)));

/** Rate of the owner's tier; the discount of a referral lowers what is paid, never a rebate. */
export function naiveFeeRate(state: State, account: Account, role: 'maker' | 'taker'): Ratio {
  const wallet = state.wallets.get(account.owner);
  const tier = state.config.tiers.find(({ tierId }) => tierId === wallet?.tierId);
  if (!tier) throw new Error(`account ${account.no} has no tier`);
  const rate = role === 'maker' ? tier.makerRate : tier.takerRate;
  if (rate <= 0 || !wallet?.referral) return rate;
  return Number(rounded(times(fraction(BigInt(rate)), ratio(wallet.referral.discount))));
}

/** A position as executions leave it: size, and what its open part was paid for. */
export interface NaivePosition {
  readonly lots: number;
  readonly cost: Units;
}

/**
 * The position after a fill, and the PnL it closes. The closed part takes its share of the cost along, half to even;
 * what goes through zero opens anew.
 */
export function naiveFill(
  before: NaivePosition,
  signedLots: number,
  notionalOf: (lots: number) => Units,
): { after: NaivePosition; realizedPnl: Units } {
  const sign = BigInt(Math.sign(signedLots));
  const grows = before.lots === 0 || before.lots > 0 === signedLots > 0;
  const paid = (lots: number): Units => sign * notionalOf(lots);
  if (grows) {
    const cost = before.cost + paid(Math.abs(signedLots));
    return { after: { lots: before.lots + signedLots, cost }, realizedPnl: 0n };
  }
  const closed = Math.min(Math.abs(signedLots), Math.abs(before.lots));
  const share = fraction(before.cost * BigInt(closed), BigInt(Math.abs(before.lots)));
  const released = rounded(share);
  const realizedPnl = -paid(closed) - released;
  const opened = Math.abs(signedLots) - closed;
  const lots = before.lots + signedLots;
  const cost = opened > 0 ? paid(Math.abs(signedLots)) - paid(closed) : before.cost - released;
  return { after: { lots, cost }, realizedPnl };
}

const PREMIUM_DIGITS = 10n ** 18n;

/** Samples of the running hour, one for each full second, each as the market stood when it struck. */
export class NaiveFunding {
  #at: number;
  samples = 0;
  sum = fraction(0n);

  constructor(at: number) {
    this.#at = at;
  }

  /** Takes what fell due up to `at`; the market is still as it was before. */
  sampleTo(market: Market, at: number): void {
    for (let second = (Math.floor(this.#at / 1_000) + 1) * 1_000; second <= at; second += 1_000) {
      const index = BigInt(market.index);
      const mark = BigInt(market.mark) * BigInt(market.spec.tickUnits);
      const premium = rounded(fraction((mark - index) * PREMIUM_DIGITS, index));
      this.sum = fraction(this.sum.over + premium);
      this.samples += 1;
    }
    if (at > this.#at) this.#at = at;
  }

  begin(): void {
    this.samples = 0;
    this.sum = fraction(0n);
  }

  /** F8 = P + clamp(I - P, -0.0005, 0.0005) within floor and cap; an eighth of it. */
  rate({ fundingFloor, fundingCap }: MarketSpec): Ratio {
    const premium = divided(this.sum, fraction(PREMIUM_DIGITS * BigInt(this.samples)));
    const pull = clamped(minus(ratio(10_000), premium), ratio(-50_000), ratio(50_000));
    const eightHours = clamped(plus(premium, pull), ratio(fundingFloor), ratio(fundingCap));
    return Number(rounded(times(eightHours, fraction(ONE, 8n))));
  }
}

/** Minus signed size times index times rate, half to even to 1e-8. */
export function naiveFundingPayment(
  { lotUnits }: MarketSpec,
  { lots }: Pick<Position, 'lots'>,
  index: PriceUnits,
  rate: Ratio,
): Units {
  const value = times(fraction(BigInt(lots) * BigInt(lotUnits), ONE), fraction(BigInt(index)));
  return rounded(times(value, ratio(-rate)));
}
