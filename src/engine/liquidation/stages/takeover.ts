import { type AccountNo, VAULT_NO } from '../../../kernel/ids.ts';
import type { Lots, Ticks } from '../../../kernel/units.ts';
import type { TradedEvent } from '../../event.ts';
import { accountOf, liveOrder } from '../../orders/evolve-order.ts';
import { FREE, tradeOf } from '../../book/fill.ts';
import { valueOfQuantity } from '../../risk/collateral.ts';
import { marketOf, settlementAsset } from '../../risk/margin.ts';
import type { Position, State } from '../../state.ts';
import { oppositeOf } from '../../orders/order-terms.ts';
import { closingSideOf, type EngineEffects, placedAgainst, placedFor } from './liquidation-orders.ts';
import { positionsOf } from '../health.ts';
import { sellCollateral } from './forced-exchange.ts';
import type { Liquidation, TakenAsset, TradeCause } from '../terms.ts';

/**
 * Moves a margin account to the vault: its positions at the mark, then its balances and debts, asset by asset. The
 * vault sells other collateral at once, so that positions are its only risk.
 */
export function takeOver(state: State, run: EngineEffects, { no: liquidation, account, symbol }: Liquidation): void {
  const marginAccount = { account, symbol };
  for (const position of positionsOf(state, marginAccount)) hand(state, run, position);
  const assets = symbol === null ? balancesOf(state, account) : marginOf(state, account, symbol);
  run.emit({ type: 'TakenOver', at: state.now, liquidation, ...marginAccount, assets });
  sellCollateral(state, run, VAULT_NO);
}

/** Moves one position to the vault at the mark. */
function hand(state: State, run: EngineEffects, position: Position): void {
  const { symbol } = position;
  const quantity = Math.abs(position.lots);
  const given = placedAgainst(state, position, quantity);
  run.emit(given);
  const side = oppositeOf(closingSideOf(position));
  const taken = placedFor(state, {
    account: VAULT_NO,
    symbol,
    side,
    quantity,
    reduceOnly: false,
    triggeredByLiquidation: false,
    source: 'vault',
  });
  run.emit(taken);
  const market = marketOf(state, symbol);
  const sides = { taker: given.order.no, maker: taken.order.no, lots: quantity, price: market.mark };
  run.emit(privateTrade(state, symbol, 'takeover', sides));
}

/** Returns a fill outside the book, free of fees; a liquidated account is the taker. */
export function privateTrade(
  state: State,
  symbol: string,
  cause: Exclude<TradeCause, 'match'>,
  { taker, maker, lots, price }: { taker: number; maker: number; lots: Lots; price: Ticks },
): TradedEvent {
  const terms = { cause, price, maker: FREE, taker: FREE };
  return tradeOf(state, marketOf(state, symbol), liveOrder(state, taker), liveOrder(state, maker), lots, terms);
}

function balancesOf(state: State, no: AccountNo): TakenAsset[] {
  const { balances } = accountOf(state, no);
  const assets: TakenAsset[] = [];
  for (const spec of state.config.collaterals) {
    const amount = balances.get(spec.asset) ?? 0n;
    if (amount === 0n) continue;
    const { value } = valueOfQuantity(state, spec, amount);
    assets.push({ asset: spec.asset, amount, value, transfer: state.counters.transfer + assets.length + 1 });
  }
  return assets;
}

function marginOf(state: State, no: AccountNo, symbol: string): TakenAsset[] {
  const amount = accountOf(state, no).isolated.get(symbol)?.margin ?? 0n;
  if (amount === 0n) return [];
  return [{ asset: settlementAsset(state), amount, value: amount, transfer: state.counters.transfer + 1 }];
}
