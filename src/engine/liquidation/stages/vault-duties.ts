import { VAULT_NO } from '../../../kernel/ids.ts';
import { accountOf } from '../../evolve-order.ts';
import type { Account, State } from '../../state.ts';
import { coverDeficit, deleverage } from './deleverage.ts';
import type { EngineEffects } from '../engine-effects.ts';
import type { LiquidationStates } from '../liquidation-states.ts';
import { VAULT, vaultSpare } from './vault.ts';

/** A debt that is paid outside a liquidation: one that none left open, or that the account itself ran up. */
const NO_LIQUIDATION = 0;

/** The vault's own positions are closed against the winners of the other side, until it has what it needs. */
export function deleverageVault(state: State, run: EngineEffects, liquidationStates: LiquidationStates): void {
  const liquidation = liquidationStates.begin(VAULT, 'adl');
  liquidationStates.announce(liquidation, 'adl');
  deleverage(state, run, liquidation);
  liquidationStates.end(liquidation, liquidationStates.isOpen(VAULT) ? 'healthy' : 'deleveraged');
}

/** Pays the first debt that has nothing behind it, as far as the vault can spare. False when there is nothing to pay, or to pay from. */
export function payDebt(state: State, run: EngineEffects, debtors: Iterable<Account>): boolean {
  for (const debtor of debtors) {
    if (debtor.no === VAULT_NO || hasMore(debtor)) continue;
    if (vaultSpare(state) === 0n) return false;
    coverDeficit(state, run, NO_LIQUIDATION, { account: debtor.no, symbol: null });
    return true;
  }
  return false;
}

/** True of an account that has something the debt could still be met from. */
const hasMore = ({ positions, isolated, balances }: Account): boolean =>
  positions.size > 0 || isolated.size > 0 || [...balances.values()].some((amount) => amount > 0n);

/** True while the vault has positions, and no look at them is armed. */
export const mustArmUnwinding = (state: State): boolean =>
  !state.vaultUnwinding && accountOf(state, VAULT_NO).positions.size > 0;
