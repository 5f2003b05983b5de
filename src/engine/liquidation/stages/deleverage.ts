import { absBig, divCeil, maxBig, minBig } from '../../../kernel/decimal.ts';
import { VAULT_NO } from '../../../kernel/ids.ts';
import type { Ticks, Units } from '../../../kernel/units.ts';
import { marketOf, notionalOf } from '../../risk/margin.ts';
import type { Market, Position, State } from '../../state.ts';
import { type Ranked, rankedWinners } from '../adl-ranking.ts';
import { closingSideOf, type EngineEffects, placedAgainst, placedFor } from './liquidation-orders.ts';
import { healthOf, isUnhealthy, positionsOf, worthOf } from '../health.ts';
import { privateTrade } from './takeover.ts';
import type { Liquidation, MarginAccount } from '../terms.ts';
import { vaultSpare } from './vault.ts';

/**
 * Returns what a margin account owes beyond its value, once only the settlement asset is left in it; never negative.
 */
export const deficitOf = (state: State, marginAccount: MarginAccount): Units =>
  maxBig(-worthOf(state, marginAccount).total, 0n);

/** Lets the vault cover a deficit, up to what it can spare. */
export function coverDeficit(
  state: State,
  run: EngineEffects,
  liquidation: number,
  marginAccount: MarginAccount,
): void {
  const amount = minBig(deficitOf(state, marginAccount), vaultSpare(state));
  if (amount <= 0n) return;
  const transfer = state.counters.transfer + 1;
  const { account, symbol } = marginAccount;
  run.emit({ type: 'DeficitCovered', at: state.now, liquidation, account, symbol, amount, transfer });
}

/**
 * Closes positions of a margin account against the winners of the other side, in order of rank, at the bankruptcy
 * price: the price at which it loses exactly what it has. Ends when the margin account covers its maintenance.
 */
export function deleverage(state: State, run: EngineEffects, { no, account, symbol }: Liquidation): void {
  const marginAccount = { account, symbol };
  for (const position of positionsOf(state, marginAccount)) {
    if (!isUnhealthy(healthOf(state, marginAccount))) return;
    const market = marketOf(state, position.symbol);
    const deficit = shareOf(state, marginAccount, market, position);
    closeAgainstWinners(state, run, { liquidation: no, marginAccount, market, position, deficit });
  }
}

/**
 * Returns the part of the deficit that falls on one position, by notional among those still open; the last takes the
 * rest.
 */
function shareOf(state: State, marginAccount: MarginAccount, market: Market, { lots }: Position): Units {
  const deficit = deficitOf(state, marginAccount);
  if (deficit === 0n) return 0n;
  let open = 0n;
  for (const other of positionsOf(state, marginAccount)) open += sizeOf(marketOf(state, other.symbol), other);
  return divCeil(deficit * sizeOf(market, { lots }), open);
}

const sizeOf = (market: Market, { lots }: Pick<Position, 'lots'>): Units =>
  absBig(notionalOf(market, lots, market.mark));

/**
 * Returns the mark, moved in the position's favour by its part of the deficit and rounded in its favour to the tick.
 */
export function bankruptcyPrice(market: Market, { lots }: Pick<Position, 'lots'>, deficit: Units): Ticks {
  const ticks = Number(divCeil(deficit, notionalOf(market, Math.abs(lots), 1)));
  return lots > 0 ? market.mark + ticks : Math.max(1, market.mark - ticks);
}

interface Closure {
  readonly liquidation: number;
  readonly marginAccount: MarginAccount;
  readonly market: Market;
  readonly position: Position;
  readonly deficit: Units;
}

function closeAgainstWinners(state: State, run: EngineEffects, closure: Closure): void {
  const { market, position, deficit } = closure;
  const price = bankruptcyPrice(market, position, deficit);
  const { first, count } = rankedWinners(state, market, closingSideOf(position), Math.abs(position.lots));
  const placed = placedAgainst(state, position, Math.abs(position.lots));
  run.emit(placed);
  let left = placed.order.quantity;
  for (const [index, winner] of first.entries()) {
    if (left === 0) return;
    // The vault closes at the mark, so that it loses nothing and never falls below zero (INV-42).
    const paid = winner.position.account === VAULT_NO ? market.mark : price;
    const lots = Math.min(left, Math.abs(winner.position.lots));
    left -= lots;
    takeFrom(state, run, closure, {
      winner,
      lots,
      price: paid,
      taker: placed.order.no,
      rank: index + 1,
      of: count,
    });
  }
}

interface Taking {
  readonly winner: Ranked;
  readonly lots: number;
  readonly price: Ticks;
  readonly taker: number;
  readonly rank: number;
  readonly of: number;
}

/** Closes a part of one winner's position, and ends reduce-only orders that no longer fit. */
function takeFrom(state: State, run: EngineEffects, closure: Closure, taking: Taking): void {
  const { market, marginAccount, liquidation, deficit } = closure;
  const { winner, lots, price, taker, rank, of } = taking;
  const { position, unrealizedPnl, cost, leverage } = winner;
  const { symbol } = market.spec;
  const placed = placedFor(state, {
    account: position.account,
    symbol,
    side: closingSideOf(position),
    quantity: lots,
    reduceOnly: true,
    triggeredByLiquidation: false,
    source: 'adl',
  });
  run.emit(placed);
  run.emit(privateTrade(state, symbol, 'adl', { taker, maker: placed.order.no, lots, price }));
  run.emit({
    type: 'Deleveraged',
    at: state.now,
    liquidation,
    ...marginAccount,
    market: symbol,
    winner: position.account,
    position: position.no,
    order: placed.order.no,
    lots,
    price,
    mark: market.mark,
    rank,
    ranked: of,
    unrealizedPnl,
    cost,
    leverage,
    deficit,
  });
  run.applyStandingRules(position.account, symbol, 'adl');
}
