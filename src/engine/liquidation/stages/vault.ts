import { maxBig, minBig } from '../../../kernel/decimal.ts';
import { VAULT_NO } from '../../../kernel/ids.ts';
import type { Lots, Ticks, Units } from '../../../kernel/units.ts';
import { accountOf } from '../../orders/evolve-order.ts';
import { feeOf, feeRateOf } from '../../fees/fee-rates.ts';
import { marketOf, notionalOf } from '../../risk/margin.ts';
import type { State } from '../../state.ts';
import { closingSideOf, type EngineEffects, offerTo, placedFor } from './liquidation-orders.ts';
import { healthOf, isUnhealthy, maintenanceOf, positionsOf, restsOnStalePrice, worthOf } from '../health.ts';
import { closingOf, healthAfter, mostThat, sliceOf } from './slice.ts';
import type { Health, MarginAccount } from '../terms.ts';

/** The margin account of the insurance vault, which has no isolated markets. */
export const VAULT: MarginAccount = { account: VAULT_NO, symbol: null };

/** Returns true when the vault would still cover its maintenance after a takeover of the margin account. */
export function staysSoundWith(state: State, marginAccount: MarginAccount): boolean {
  const equity = worthOf(state, VAULT).total + worthOf(state, marginAccount).total;
  if (equity < 0n) return false;
  const lots = new Map<string, Lots>();
  for (const { symbol, lots: held } of [...positionsOf(state, VAULT), ...positionsOf(state, marginAccount)]) {
    lots.set(symbol, (lots.get(symbol) ?? 0) + held);
  }
  let maintenance = 0n;
  for (const [symbol, held] of lots) maintenance += maintenanceOf(marketOf(state, symbol), { lots: held });
  return equity >= maintenance;
}

/** Returns the cash that the vault can pay for others and still cover its maintenance; never negative. */
export function vaultSpare(state: State): Units {
  const { equity, maintenance } = healthOf(state, VAULT);
  return maxBig(minBig(equity - maintenance, worthOf(state, VAULT).cash), 0n);
}

/**
 * Returns true when the vault is below maintenance and no price behind it is stale; its positions are then
 * deleveraged.
 */
export function isVaultEndangered(state: State): boolean {
  const { positions } = accountOf(state, VAULT_NO);
  if (positions.size === 0) return false;
  const { liquidation, deleveraging } = state.config.risk;
  return liquidation && deleveraging && isUnhealthy(healthOf(state, VAULT)) && !restsOnStalePrice(state, VAULT);
}

/**
 * Offers each position of the vault to the book, whole or in a slice, as far as the vault still covers its
 * maintenance at the price.
 */
export function unwindVault(state: State, run: EngineEffects): void {
  if (restsOnStalePrice(state, VAULT)) return;
  for (const position of positionsOf(state, VAULT)) {
    const { account, symbol } = position;
    const quantity = sliceOf(state, position);
    const side = closingSideOf(position);
    const offer = offerTo(state, { symbol, side, quantity });
    if (!offer || affordable(state, symbol, offer.price, offer.lots) === 0) continue;
    const placed = placedFor(state, {
      account,
      symbol,
      side,
      quantity,
      reduceOnly: true,
      triggeredByLiquidation: false,
      source: 'vault',
    });
    run.emit(placed);
    run.match(placed.order.no, (_market, _taker, maker, offered) => {
      const lots = affordable(state, symbol, maker.price, offered);
      return lots === 0 ? null : { lots, terms: null };
    });
  }
}

/** Returns how many lots of an offer the vault can take and still cover its maintenance after the fee. */
function affordable(state: State, symbol: string, price: Ticks, offered: Lots): Lots {
  const vault = accountOf(state, VAULT_NO);
  const position = vault.positions.get(symbol);
  if (!position) return 0;
  const closing = closingOf(state, VAULT, position);
  const rate = feeRateOf(state, vault, 'taker');
  return mostThat(offered, (lots) => {
    const health = healthAfter(closing, lots, price);
    const fee = feeOf(notionalOf(closing.market, lots, price), rate);
    return staysSound({ ...health, equity: health.equity - fee });
  });
}

const staysSound = (health: Health): boolean => health.equity >= 0n && !isUnhealthy(health);
