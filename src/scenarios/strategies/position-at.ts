import { formatLots } from '../../contract/format.ts';
import { accountOf } from '../../engine/orders/evolve-order.ts';
import { marketOf } from '../../engine/risk/margin.ts';
import type { State } from '../../engine/state.ts';
import { accountOf as accountNoOf } from '../../exchange/account-of.ts';

/** Returns the signed size of a position as it is, "0" without one. It takes no request, so no latency and no tokens. */
export function positionAt(state: Readonly<State>, subAccountId: string, symbol: string): string {
  const account = accountOf(state, accountNoOf(state, subAccountId));
  const lots = account.positions.get(symbol)?.lots;
  return lots === undefined ? '0' : formatLots(marketOf(state, symbol).spec, lots);
}
