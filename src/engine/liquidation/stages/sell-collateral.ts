import type { AccountNo } from '../../../kernel/ids.ts';
import { exchanged } from '../../accounts/funds.ts';
import { accountOf } from '../../orders/evolve-order.ts';
import { valueOfHolding } from '../../risk/collateral.ts';
import type { State } from '../../state.ts';
import type { EngineEffects } from '../engine-effects.ts';

/** Sells all that an account holds besides the settlement asset, at the index price without a haircut. */
export function sellCollateral(state: State, run: EngineEffects, no: AccountNo): void {
  const account = accountOf(state, no);
  for (const spec of state.config.collaterals.slice(1)) {
    const taken = account.balances.get(spec.asset) ?? 0n;
    if (taken <= 0n) continue;
    const received = valueOfHolding(state, account, spec).value;
    run.emit(exchanged(state, account, spec, { taken, received, haircut: 0, forced: true }));
  }
}
