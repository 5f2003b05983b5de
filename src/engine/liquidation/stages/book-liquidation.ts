import { type Lots, UNIT_BIG } from '../../../kernel/units.ts';
import { accountOf } from '../../orders/evolve-order.ts';
import { marketOf } from '../../risk/margin.ts';
import type { Position, State } from '../../state.ts';
import { healthOf, isUnhealthy, type LiquidationCandidate, positionsOf } from '../health.ts';
import type { Health, Liquidation, LiquidationStage, MarginAccount } from '../terms.ts';
import { type CappedFill, closingSideOf, type EngineEffects, offerTo, placedAgainst } from './liquidation-orders.ts';
import { type ClearanceFill, clearanceFillOf, closingOf, sliceOf } from './slice.ts';
import { staysSoundWith } from './after-book.ts';

/**
 * Offers the positions of a margin account to the book, largest maintenance margin first, until it is healthy or
 * below the second level. `announce` is called once, before the first order, and not at all if the book offers
 * nothing.
 */
export function closeOnBook(
  state: State,
  run: EngineEffects,
  marginAccount: MarginAccount,
  announce: () => void,
): void {
  let announced = false;
  for (const position of positionsOf(state, marginAccount)) {
    const health = healthOf(state, marginAccount);
    if (!isUnhealthy(health) || isBelowSecondLevel(state, health)) return;
    const quantity = sliceOf(state, position);
    if (!isWanted(state, marginAccount, position, quantity)) continue;
    if (!announced) announce();
    announced = true;
    const placed = placedAgainst(state, position, quantity);
    run.emit(placed);
    run.match(placed.order.no, (_market, _taker, maker, offered) => {
      const fill = fillOf(state, marginAccount, position.symbol, maker.price, offered);
      return fill && capped(state, position.symbol, fill);
    });
  }
}

/** Returns true when the book has an offer that the liquidation may take. */
function isWanted(state: State, marginAccount: MarginAccount, { lots, symbol }: Position, quantity: Lots): boolean {
  const offer = offerTo(state, { symbol, side: closingSideOf({ lots }), quantity });
  return offer !== null && fillOf(state, marginAccount, symbol, offer.price, offer.lots) !== null;
}

/**
 * Returns the next fill of a liquidation order at a price, or null when the margin account is healthy or the fill
 * would leave it below zero.
 */
function fillOf(
  state: State,
  marginAccount: MarginAccount,
  symbol: string,
  price: number,
  offered: Lots,
): ClearanceFill | null {
  const position = accountOf(state, marginAccount.account).positions.get(symbol);
  if (!position || !isUnhealthy(healthOf(state, marginAccount))) return null;
  return clearanceFillOf(closingOf(state, marginAccount, position), price, offered);
}

/** Charges the liquidated side the clearance fee in place of the taker fee, and the other side its maker fee. */
function capped(state: State, symbol: string, { lots, fee }: ClearanceFill): CappedFill {
  const rate = marketOf(state, symbol).spec.clearanceFee;
  return { lots, terms: { cause: 'match', price: null, maker: null, taker: { rate, fee, to: 'clearanceFees' } } };
}

/** The next step of a liquidation; `wait` arms a pause. */
export type LiquidationStep = LiquidationStage | 'wait';

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
  isDone: (step: LiquidationStep) => boolean,
): LiquidationStep | null {
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
