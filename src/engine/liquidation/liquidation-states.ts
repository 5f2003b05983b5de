import { invariant } from '../../kernel/errors.ts';
import { VAULT_NO } from '../../kernel/ids.ts';
import type { EngineEvent } from '../event.ts';
import { armTimer, type Handlers, type Jobs, NOTHING_DUE } from '../handlers.ts';
import { type Entry, post } from '../ledger.ts';
import { accountOf } from '../orders/evolve-order.ts';
import { settlementAsset } from '../risk/margin.ts';
import type { State } from '../state.ts';
import type { TimerJob } from '../timers.ts';
import { healthOf, isUnhealthy, marginAccountsOf, restsOnStalePrice } from './health.ts';
import type { Liquidation, LiquidationEvent, LiquidationOutcome, LiquidationStage, MarginAccount } from './terms.ts';

/** Begins, pauses and ends liquidations. The stages decide what happens in between. */
export class LiquidationStates {
  readonly #state: State;
  readonly #emit: (event: EngineEvent) => void;

  constructor(state: State, emit: (event: EngineEvent) => void) {
    this.#state = state;
    this.#emit = emit;
  }

  begin(marginAccount: MarginAccount, stage: LiquidationStage): Liquidation {
    const liquidation = this.#state.counters.liquidation + 1;
    const health = healthOf(this.#state, marginAccount);
    const { account, symbol } = marginAccount;
    this.#emit({ type: 'LiquidationBegan', at: this.#state.now, liquidation, account, symbol, stage, ...health });
    const begun = this.#state.liquidations.get(liquidation);
    invariant(begun, 'a liquidation that began is under way');
    return begun;
  }

  /** Emits that a stage is about to act on the margin account, with the figures it was decided on. */
  announce(liquidation: Liquidation, stage: LiquidationStage): void {
    const health = healthOf(this.#state, liquidation);
    this.#emit({ type: 'LiquidationStaged', at: this.#state.now, ...namesOf(liquidation), stage, ...health });
  }

  /** Pauses orders to the book. */
  pause(liquidation: Liquidation): void {
    const timer = this.#state.counters.timer;
    this.#emit({ type: 'LiquidationPaused', at: this.#state.now, ...namesOf(liquidation), timer });
    this.arm({ kind: 'liquidation', liquidation: liquidation.no });
  }

  end(liquidation: Liquidation, outcome: LiquidationOutcome): void {
    const health = healthOf(this.#state, liquidation);
    this.#emit({ type: 'LiquidationEnded', at: this.#state.now, ...namesOf(liquidation), outcome, ...health });
  }

  /**
   * Ends a liquidation whose margin account is healthy or has no position. A stale price does not count as recovery.
   */
  endIfOver(liquidation: Liquidation): boolean {
    if (!this.isOpen(liquidation)) {
      this.end(liquidation, 'closed');
      return true;
    }
    if (isUnhealthy(healthOf(this.#state, liquidation)) || restsOnStalePrice(this.#state, liquidation)) return false;
    this.end(liquidation, 'healthy');
    return true;
  }

  /** Returns true while the margin account has a position. */
  isOpen({ account, symbol }: MarginAccount): boolean {
    return marginAccountsOf(accountOf(this.#state, account)).some((marginAccount) => marginAccount.symbol === symbol);
  }

  /** Arms a job for the end of a pause. */
  arm(job: TimerJob): void {
    const { now, config } = this.#state;
    this.#emit(armTimer(this.#state, now + config.risk.pauseMs, job));
  }
}

const namesOf = ({ no, account, symbol }: Liquidation) => ({ liquidation: no, account, symbol });

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

/** The end of a pause causes no event of its own: the risk update that follows finds what is due. */
export const LIQUIDATION_JOBS: Jobs<'liquidation' | 'vaultUnwind'> = {
  liquidation: () => NOTHING_DUE,
  vaultUnwind: () => NOTHING_DUE,
};
