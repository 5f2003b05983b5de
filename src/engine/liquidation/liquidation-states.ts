import { armTimer } from '../handlers.ts';
import { invariant } from '../../kernel/assert.ts';
import type { EngineEvent } from '../event.ts';
import { accountOf } from '../orders/evolve-order.ts';
import type { State } from '../state.ts';
import { type TimerJob } from '../timers.ts';
import { marginAccountsOf, healthOf, isUnhealthy, restsOnStalePrice } from './health.ts';
import type { Liquidation, LiquidationOutcome, LiquidationStage, MarginAccount } from './terms.ts';

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
