import { absBig, divCeil, maxBig, minBig } from '../../../kernel/decimal.ts';
import { VAULT_NO } from '../../../kernel/ids.ts';
import type { Ticks, Units } from '../../../kernel/units.ts';
import { marketOf, notionalOf } from '../../risk/margin.ts';
import type { Market, Position, State } from '../../state.ts';
import { type Ranked, rankedWinners } from '../ranking/adl-ranking.ts';
import type { EngineEffects } from '../engine-effects.ts';
import { healthOf, isUnhealthy, positionsOf, worthOf } from '../health.ts';
import { closingSideOf, placedAgainst, placedFor } from './liquidation-orders.ts';
import { privateTrade } from './takeover.ts';
import type { Liquidation, MarginAccount } from '../terms.ts';
import { vaultSpare } from './vault.ts';

/** What a domain owes beyond all it has, once nothing but the settlement asset is left in it; never negative. */
export const deficitOf = (state: State, marginAccount: MarginAccount): Units =>
  maxBig(-worthOf(state, marginAccount).total, 0n);

/** The vault makes up for a deficit as far as it can spare. */
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
 * Closes positions of a domain against those who gain on the other side, in order of rank, at its bankruptcy price: the
 * price at which it loses all it has and not a unit more. Ends when the domain has what the rest of it needs.
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

/** What of a domain's deficit falls on one position, by notional among those still open; the last takes what is left. */
function shareOf(state: State, marginAccount: MarginAccount, market: Market, { lots }: Position): Units {
  const deficit = deficitOf(state, marginAccount);
  if (deficit === 0n) return 0n;
  let open = 0n;
  for (const other of positionsOf(state, marginAccount)) open += sizeOf(marketOf(state, other.symbol), other);
  return divCeil(deficit * sizeOf(market, { lots }), open);
}

const sizeOf = (market: Market, { lots }: Pick<Position, 'lots'>): Units =>
  absBig(notionalOf(market, lots, market.mark));

/** The mark moved in the position's favour by what it has to make up for, rounded in its favour to the tick. */
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
  const winners = rankedWinners(state, market, closingSideOf(position));
  const placed = placedAgainst(state, position, Math.abs(position.lots));
  run.emit(placed);
  let left = placed.order.quantity;
  for (const [index, winner] of winners.entries()) {
    if (left === 0) return;
    // The vault gives at the mark: it never loses by it, so that it never ends below nothing (INV-42).
    const paid = winner.position.account === VAULT_NO ? market.mark : price;
    const lots = Math.min(left, Math.abs(winner.position.lots));
    left -= lots;
    takeFrom(state, run, closure, {
      winner,
      lots,
      price: paid,
      taker: placed.order.no,
      rank: index + 1,
      of: winners.length,
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

/** One winner gives up a part of its position, and reduce-only orders that no longer fit go with it. */
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
