import type { State } from '../../state.ts';
import { healthOf } from '../health.ts';
import type { Health, MarginAccount } from '../terms.ts';

/** A domain below its requirement, with the figures that say so. */
export interface LiquidationCandidate {
  readonly marginAccount: MarginAccount;
  readonly health: Health;
}

/**
 * The order in which domains are liquidated: the least equity for its requirement first, then by account, cross before
 * isolated, and isolated markets as the configuration lists them. No two domains are equal in it.
 */
export function worstFirst(state: State, marginAccounts: readonly MarginAccount[]): LiquidationCandidate[] {
  const candidates = marginAccounts.map((marginAccount) => ({ marginAccount, health: healthOf(state, marginAccount) }));
  if (candidates.length < 2) return candidates;
  const places = new Map(state.config.markets.map(({ symbol }, place) => [symbol, place]));
  const placeOf = ({ symbol }: MarginAccount): number => (symbol === null ? -1 : (places.get(symbol) ?? 0));
  return candidates.sort(
    (a, b) =>
      compareHealth(a.health, b.health) ||
      a.marginAccount.account - b.marginAccount.account ||
      placeOf(a.marginAccount) - placeOf(b.marginAccount),
  );
}

/** By equity / maintenance, multiplied out so that nothing is rounded. */
export function compareHealth(a: Health, b: Health): number {
  const left = a.equity * b.maintenance;
  const right = b.equity * a.maintenance;
  return left === right ? 0 : left < right ? -1 : 1;
}
