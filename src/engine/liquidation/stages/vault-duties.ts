import { VAULT_NO } from '../../../kernel/ids.ts';
import { accountOf } from '../../orders/evolve-order.ts';
import type { Account, State } from '../../state.ts';
import { coverDeficit, deleverage } from './deleverage.ts';
import type { EngineEffects } from '../engine-effects.ts';
import type { LiquidationStates } from '../liquidation-states.ts';
import { VAULT, vaultSpare } from './vault.ts';

/** Marks a debt that is paid outside a liquidation. */
const NO_LIQUIDATION = 0;

/** Closes positions of the vault against the winners of the other side until the vault covers its maintenance. */
export function deleverageVault(state: State, run: EngineEffects, liquidationStates: LiquidationStates): void {
  const liquidation = liquidationStates.begin(VAULT, 'adl');
  liquidationStates.announce(liquidation, 'adl');
  deleverage(state, run, liquidation);
  liquidationStates.end(liquidation, liquidationStates.isOpen(VAULT) ? 'healthy' : 'deleveraged');
}

/**
 * Pays the first debt of an account without other assets, up to what the vault can spare. Returns false when it pays
 * nothing.
 */
export function payDebt(state: State, run: EngineEffects, debtors: Iterable<Account>): boolean {
  for (const debtor of debtors) {
    if (debtor.no === VAULT_NO || hasMore(debtor)) continue;
    if (vaultSpare(state) === 0n) return false;
    coverDeficit(state, run, NO_LIQUIDATION, { account: debtor.no, symbol: null });
    return true;
  }
  return false;
}

/** Returns true when an account has anything else that could still pay its debt. */
const hasMore = ({ positions, isolated, balances }: Account): boolean =>
  positions.size > 0 || isolated.size > 0 || [...balances.values()].some((amount) => amount > 0n);

/** Returns true while the vault has positions and no timer is armed to offer them to the book. */
export const mustArmUnwinding = (state: State): boolean =>
  !state.vaultUnwinding && accountOf(state, VAULT_NO).positions.size > 0;
