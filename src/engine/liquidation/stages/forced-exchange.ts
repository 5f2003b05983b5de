import { type AccountNo, VAULT_NO } from '../../../kernel/ids.ts';
import { UNIT_BIG, type Units } from '../../../kernel/units.ts';
import { exchanged, fewestSteps } from '../../accounts/funds.ts';
import type { CollateralSpec } from '../../config.ts';
import type { EngineEvent } from '../../event.ts';
import { tierOfAccount } from '../../fees/fee-rates.ts';
import { accountOf } from '../../orders/evolve-order.ts';
import { valueOfHolding, valueOfQuantity } from '../../risk/collateral.ts';
import { settlementAsset, summaryOf } from '../../risk/margin.ts';
import type { Account, State } from '../../state.ts';
import { restsOnStalePrice } from '../health.ts';
import type { EngineEffects } from './liquidation-orders.ts';

/**
 * The next sale of collateral that the exchange makes to bring a debt down (wire 6.3, 6.9), or null when none is due.
 *
 * A debt beyond `lltv` of what backs it is brought to `ltv`, one beyond the borrow capacity of the owner's tier down to
 * that. Collateral goes in the order of the configuration, in the fewest steps of the asset's grid, at the index price
 * without a haircut. Each sale takes an asset off or ends the matter, so this ends (INV-46). What rests on a stale price
 * waits; the vault sells by rules of its own.
 */
export function nextForcedExchange(state: State, candidates: readonly Account[]): EngineEvent | null {
  if (!state.config.risk.forcedExchange || (candidates.length === 0 && state.unfinishedSales.size === 0)) return null;
  for (const [no, since] of state.unfinishedSales) {
    const account = state.accounts.get(no);
    const sale = since === state.now && account ? saleOf(state, account, true) : null;
    if (sale) return sale;
  }
  for (const account of candidates) {
    const sale = saleOf(state, account, false);
    if (sale) return sale;
  }
  return null;
}

function saleOf(state: State, account: Account, begun: boolean): EngineEvent | null {
  // Nearly all accounts have no debt, and their balance shows it.
  if (account.no === VAULT_NO || (account.balances.get(settlementAsset(state)) ?? 0n) >= 0n) return null;
  const { debt } = summaryOf(state, account);
  const target = debt === 0n ? null : targetOf(state, account, debt, begun);
  if (target === null || restsOnStalePrice(state, { account: account.no, symbol: null })) return null;
  const [spec, ...others] = saleable(state, account);
  if (!spec) return null;
  const held = account.balances.get(spec.asset) ?? 0n;
  const paid = (taken: Units): Units => paidFor(state, account, spec, taken);
  const isEnough = (taken: Units): boolean =>
    isMet(state, account, target, debt - paid(taken), { spec, left: held - taken });
  const taken = fewestSteps(spec, held, isEnough);
  const sale = exchanged(state, account, spec, { taken, received: paid(taken), haircut: 0, forced: true });
  // A debt beyond capacity says so again by itself; one that has come within lltv on its way to ltv does not.
  return target.overLent && others.length > 0 && !isEnough(taken) ? { ...sale, unfinished: true } : sale;
}

/** What a debt is brought down to: `ltv` of what then backs it, a capacity, or both. */
interface Target {
  readonly overLent: boolean;
  readonly capacity: Units | null;
}

/** Null when the debt is within its limits. */
function targetOf(state: State, account: Account, debt: Units, begun: boolean): Target | null {
  const { maxBorrowCapacity } = tierOfAccount(state, account);
  const capacity = maxBorrowCapacity > 0n && debt > maxBorrowCapacity ? maxBorrowCapacity : null;
  const overLent = !isBacked(state, account, debt, begun ? 'ltv' : 'lltv');
  return overLent || capacity !== null ? { overLent, capacity } : null;
}

/** What an account would have left of one asset. */
interface Rest {
  readonly spec: CollateralSpec;
  readonly left: Units;
}

function isMet(state: State, account: Account, { overLent, capacity }: Target, debt: Units, rest: Rest): boolean {
  if (capacity !== null && debt > capacity) return false;
  return !overLent || isBacked(state, account, debt, 'ltv', rest);
}

/** True when the collateral beside the settlement asset carries a debt at one of the two levels; nothing is rounded. */
function isBacked(state: State, account: Account, debt: Units, level: 'ltv' | 'lltv', rest?: Rest): boolean {
  let carried = 0n;
  for (const spec of state.config.collaterals) {
    if (spec.priceMarket === null) continue;
    const quantity = rest?.spec === spec ? rest.left : (account.balances.get(spec.asset) ?? 0n);
    carried += valueOfQuantity(state, spec, quantity).value * BigInt(spec[level]);
  }
  return debt * UNIT_BIG <= carried;
}

/** Assets that would bring something in, in the order they are sold. */
const saleable = (state: State, account: Account): CollateralSpec[] =>
  state.config.collaterals.filter(
    (spec) => spec.priceMarket !== null && valueOfHolding(state, account, spec).value > 0n,
  );

/** Returns the exact value that the account gives up, so that a sale does not change its total value. */
function paidFor(state: State, account: Account, spec: CollateralSpec, taken: Units): Units {
  const held = account.balances.get(spec.asset) ?? 0n;
  return valueOfQuantity(state, spec, held).value - valueOfQuantity(state, spec, held - taken).value;
}

/** Sells all that an account holds besides the settlement asset, at the index price without a haircut. */
export function sellCollateral(state: State, run: EngineEffects, no: AccountNo): void {
  const account = accountOf(state, no);
  for (const spec of state.config.collaterals.slice(1)) {
    const taken = account.balances.get(spec.asset) ?? 0n;
    if (taken <= 0n) continue;
    const received = valueOfHolding(state, account, spec).value;
    run.emit(exchanged(state, account, spec, { taken, received, haircut: 0, forced: true }));
  }
}
