import { UNIT_BIG } from '../../../kernel/units.ts';
import type { State } from '../../state.ts';
import type { Health, Liquidation, LiquidationStage, MarginAccount } from '../terms.ts';
import { staysSoundWith } from './vault.ts';
import type { LiquidationCandidate } from '../watch/candidates.ts';

/** The next step of a liquidation; `wait` arms a pause. */
export type Step = LiquidationStage | 'wait';

/** Returns true below the second level, where no more orders go to the book (wire 6.4). */
export const isBelowSecondLevel = (state: State, { equity, maintenance }: Health): boolean =>
  equity * UNIT_BIG < maintenance * BigInt(state.config.risk.takeoverShare);

/** Returns the running liquidation of a margin account, if there is one. */
export function liquidationOf(state: State, { account, symbol }: MarginAccount): Liquidation | undefined {
  for (const liquidation of state.liquidations.values()) {
    if (liquidation.account === account && liquidation.symbol === symbol) return liquidation;
  }
  return undefined;
}

/**
 * Returns the step that is due for a margin account below maintenance, or null while its pause runs. A pause only
 * delays orders to the book, not the vault or deleveraging. `isDone` names the steps that this risk update has taken,
 * so that each is taken once (INV-46).
 */
export function stepDue(
  state: State,
  { marginAccount, health }: LiquidationCandidate,
  isDone: (step: Step) => boolean,
): Step | null {
  const paused = (liquidationOf(state, marginAccount)?.timer ?? null) !== null;
  if (!isBelowSecondLevel(state, health)) {
    if (!paused && !isDone('partial')) return 'partial';
  } else if (!isDone('vault') && staysSoundWith(state, marginAccount)) {
    return 'vault';
  } else if (health.equity <= 0n && state.config.risk.deleveraging && !isDone('adl')) {
    return 'adl';
  }
  return paused ? null : 'wait';
}
