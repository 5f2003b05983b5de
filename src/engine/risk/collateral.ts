import { invariant } from '../../kernel/assert.ts';
import { divFloor, divHalfEven, maxBig, minBig } from '../../kernel/decimal.ts';
import { type Ratio, UNIT, UNIT_BIG, type Units } from '../../kernel/units.ts';
import type { CollateralSpec, HaircutTier } from '../config.ts';
import type { Account, State } from '../state.ts';

/** One row of an account's collateral, in the settlement currency unless it says otherwise. */
export interface CollateralValue {
  /** Held, in the asset; withdrawals in flight are not in it. */
  readonly quantity: Units;
  /** Per whole asset. */
  readonly price: Units;
  readonly value: Units;
  /** Value after the haircut. */
  readonly adjustedValue: Units;
  readonly haircut: Ratio;
  /** The tier's continuity constant. */
  readonly adjustment: Units;
  readonly pendingWithdraw: Units;
  /** In the asset. */
  readonly withdrawable: Units;
}

/** What an asset is worth now: 1 for the settlement asset, else the index of its market. */
export function collateralPriceOf(state: State, spec: CollateralSpec): Units {
  if (spec.priceMarket === null) return UNIT_BIG;
  const market = state.markets.get(spec.priceMarket);
  invariant(market, `collateral ${spec.asset} is priced by a market`);
  return BigInt(market.index);
}

/** Value of an account's holding of one asset. Haircuts apply to holdings, never to a debt. */
export function valueOfHolding(
  state: State,
  account: Account,
  spec: CollateralSpec,
): { value: Units; adjusted: Units } {
  const quantity = account.balances.get(spec.asset) ?? 0n;
  if (quantity === 0n) return NOTHING;
  if (spec.priceMarket === null) return { value: quantity, adjusted: quantity };
  const value = divHalfEven(quantity * collateralPriceOf(state, spec), UNIT_BIG);
  return { value, adjusted: adjustedValueOf(value, haircutTierOf(spec, value)) };
}

const NOTHING = { value: 0n, adjusted: 0n } as const;

/** The band a value falls in: closed below, open above (wire 3.7). */
export function haircutTierOf(spec: CollateralSpec, value: Units): HaircutTier {
  const tier = spec.tiers.find(({ maxValue }) => maxValue === null || value < maxValue);
  invariant(tier, `collateral ${spec.asset} has an unbounded last tier`);
  return tier;
}

/** value x (1 - haircut) + addition, rounded down: rounding never lifts what backs a position. */
export function adjustedValueOf(value: Units, tier: HaircutTier): Units {
  if (value <= 0n) return value;
  return divFloor(value * BigInt(UNIT - tier.haircut), UNIT_BIG) + tier.valueAddition;
}

/** The whole row; `freeValue` is what the account could take out without falling below its requirements. */
export function collateralRowOf(
  state: State,
  account: Account,
  spec: CollateralSpec,
  freeValue: Units,
): CollateralValue {
  const quantity = account.balances.get(spec.asset) ?? 0n;
  const price = collateralPriceOf(state, spec);
  const { value, adjusted } = valueOfHolding(state, account, spec);
  const tier = haircutTierOf(spec, maxBig(value, 0n));
  return {
    quantity,
    price,
    value,
    adjustedValue: adjusted,
    haircut: tier.haircut,
    adjustment: tier.valueAddition,
    pendingWithdraw: account.pendingWithdraw.get(spec.asset) ?? 0n,
    withdrawable: withdrawableOf(quantity, price, tier, freeValue),
  };
}

/** Taking out one asset lowers the adjusted value by its price less the haircut; never more than is held. */
function withdrawableOf(quantity: Units, price: Units, tier: HaircutTier, freeValue: Units): Units {
  if (quantity <= 0n || freeValue <= 0n) return 0n;
  const weight = price * BigInt(UNIT - tier.haircut);
  return minBig(quantity, divFloor(freeValue * UNIT_BIG * UNIT_BIG, weight));
}
