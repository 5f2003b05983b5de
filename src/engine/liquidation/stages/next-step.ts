import { UNIT_BIG } from '../../../kernel/units.ts';
import type { State } from '../../state.ts';
import type { Health, Liquidation, LiquidationStage, MarginAccount } from '../terms.ts';
import { staysSoundWith } from './vault.ts';
import type { LiquidationCandidate } from '../watch/candidates.ts';

/** What is done about a domain next; `wait` arms a pause. */
export type Step = LiquidationStage | 'wait';

/** True when a domain has so little left that the book is given no more chances (wire 6.4). */
export const isBelowSecondLevel = (state: State, { equity, maintenance }: Health): boolean =>
  equity * UNIT_BIG < maintenance * BigInt(state.config.risk.takeoverShare);

/** The liquidation of a domain that is under way, if one is. */
export function liquidationOf(state: State, { account, symbol }: MarginAccount): Liquidation | undefined {
  for (const liquidation of state.liquidations.values()) {
    if (liquidation.account === account && liquidation.symbol === symbol) return liquidation;
  }
  return undefined;
}

/**
 * The step that is due for a domain below its requirement, or null while its pause runs. A pause keeps it from the book
 * only: the vault and the winners of the other side do not wait. `isDone` says what this settling has tried already, so
 * that each is tried once (INV-46).
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
