import type { State } from '../../state.ts';
import { healthOf } from '../health.ts';
import type { Health, MarginAccount } from '../terms.ts';

/** A margin account below maintenance, with its health. */
export interface LiquidationCandidate {
  readonly marginAccount: MarginAccount;
  readonly health: Health;
}

/**
 * Returns liquidation candidates in the order of liquidation: the lowest ratio of equity to maintenance first, then
 * by account, cross before isolated, isolated markets in the order of the configuration. It is a total order.
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

/** Compares equity / maintenance by cross-multiplication, so that nothing is rounded. */
export function compareHealth(a: Health, b: Health): number {
  const left = a.equity * b.maintenance;
  const right = b.equity * a.maintenance;
  return left === right ? 0 : left < right ? -1 : 1;
}
