import { invariant } from '../../kernel/assert.ts';
import { VAULT_NO } from '../../kernel/ids.ts';
import type { Handlers } from '../handlers.ts';
import { type Entry, post } from '../ledger.ts';
import { settlementAsset } from '../risk/margin.ts';
import type { State } from '../state.ts';
import type { Liquidation, LiquidationEvent, MarginAccount } from './terms.ts';

export const LIQUIDATION_HANDLERS: Handlers<LiquidationEvent['type']> = {
  LiquidationBegan: (state, { liquidation: no, account, symbol }) => {
    state.counters.liquidation = no;
    state.liquidations.set(no, { no, account, symbol, timer: null });
  },
  // A stage has events of its own; this one has the figures it was decided on.
  LiquidationStaged: (state, { liquidation }) => {
    running(state, liquidation);
  },
  LiquidationPaused: (state, { liquidation, timer }) => {
    running(state, liquidation).timer = timer;
  },
  TakenOver: (state, { account, symbol, assets }) => {
    for (const { asset, amount, transfer } of assets) {
      state.counters.transfer = transfer;
      post(state, asset, [heldBy({ account, symbol }, -amount), { account: VAULT_NO, amount }]);
    }
  },
  DeficitCovered: (state, { account, symbol, amount, transfer }) => {
    state.counters.transfer = transfer;
    post(state, settlementAsset(state), [{ account: VAULT_NO, amount: -amount }, heldBy({ account, symbol }, amount)]);
  },
  // The fill before it moved the positions; this one explains the choice of the winner.
  Deleveraged: (state, { liquidation }) => {
    running(state, liquidation);
  },
  LiquidationEnded: (state, { liquidation }) => {
    const { timer } = running(state, liquidation);
    if (timer !== null) state.timers.remove(timer);
    state.liquidations.delete(liquidation);
  },
};

function running(state: State, no: number): Liquidation {
  const liquidation = state.liquidations.get(no);
  invariant(liquidation, () => `liquidation ${no} is under way`);
  return liquidation;
}

const heldBy = ({ account, symbol }: MarginAccount, amount: bigint): Entry =>
  symbol === null ? { account, amount } : { isolated: account, symbol, amount };
