import { invariant } from '../../kernel/assert.ts';
import { accountOf } from '../orders/evolve-order.ts';
import type { Handlers } from '../handlers.ts';
import { post } from '../ledger.ts';
import { adlMoved } from '../liquidation/ranking/adl-index.ts';
import { marketOf, settlementAsset } from '../risk/margin.ts';
import type { MarginEvent } from '../event.ts';

export const MARGIN_HANDLERS: Handlers<MarginEvent['type']> = {
  LeverageSet: (state, { account, symbol, leverage }) => {
    accountOf(state, account).leverage.set(symbol, leverage);
    adlMoved(marketOf(state, symbol), account);
  },
  IsolatedMarginMoved: (state, { account: no, symbol, amount, held }) => {
    const { isolated } = accountOf(state, no);
    const wallet = isolated.get(symbol) ?? { margin: 0n };
    isolated.set(symbol, wallet);
    state.isolatedAccounts.add(no);
    post(state, settlementAsset(state), [
      { account: no, amount: -amount },
      { isolated: no, symbol, amount },
    ]);
    invariant(wallet.margin === held, `${symbol} of account ${no} holds what was decided`);
  },
  IsolatedMarginReleased: (state, { account: no, symbol, amount }) => {
    const { isolated } = accountOf(state, no);
    post(state, settlementAsset(state), [
      { account: no, amount },
      { isolated: no, symbol, amount: -amount },
    ]);
    invariant(isolated.get(symbol)?.margin === 0n, `${symbol} of account ${no} gives back all it held`);
    isolated.delete(symbol);
    if (isolated.size === 0) state.isolatedAccounts.delete(no);
  },
};
