import { gridOf } from '../../kernel/terms.ts';
import { invariant } from '../../kernel/errors.ts';
import { divFloor, divHalfEven, maxBig } from '../../kernel/decimal.ts';
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

/** Returns the price of an asset: 1 for the settlement asset, else the index of its market, times the peg. */
export function collateralPriceOf(state: State, spec: CollateralSpec): Units {
  if (spec.priceMarket === null) return UNIT_BIG;
  const market = state.markets.get(spec.priceMarket);
  invariant(market, `collateral ${spec.asset} is priced by a market`);
  const peg = state.pegs.get(spec.asset);
  return peg === undefined ? BigInt(market.index) : divHalfEven(BigInt(market.index) * BigInt(peg), UNIT_BIG);
}

/** Value of an account's holding of one asset. */
export const valueOfHolding = (state: State, account: Account, spec: CollateralSpec): HoldingValue =>
  valueOfQuantity(state, spec, account.balances.get(spec.asset) ?? 0n);

/** The value after the haircut alone. Nearly every account holds the settlement asset, which has none. */
export function adjustedHolding(state: State, account: Account, spec: CollateralSpec): Units {
  const quantity = account.balances.get(spec.asset) ?? 0n;
  return spec.priceMarket === null || quantity === 0n ? quantity : valueOfQuantity(state, spec, quantity).adjusted;
}

export interface HoldingValue {
  readonly value: Units;
  readonly adjusted: Units;
}

/** Value of a quantity held by one account. Haircuts apply to holdings, never to a debt. */
export function valueOfQuantity(state: State, spec: CollateralSpec, quantity: Units): HoldingValue {
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

/** The whole row; `freeValue` as in `AccountSummary`. */
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
    withdrawable: withdrawableOf(state, account, spec, freeValue),
  };
}

/** Returns the adjusted value that an account loses with a part of a holding: by haircut bands, not at the average. */
export function adjustedGivenUp(state: State, account: Account, spec: CollateralSpec, amount: Units): Units {
  const held = account.balances.get(spec.asset) ?? 0n;
  return valueOfQuantity(state, spec, held).adjusted - valueOfQuantity(state, spec, held - amount).adjusted;
}

/** Returns true when an account still covers its positions and orders without an amount that it holds. */
export function canPart(
  state: State,
  account: Account,
  spec: CollateralSpec,
  amount: Units,
  freeValue: Units,
): boolean {
  const held = account.balances.get(spec.asset) ?? 0n;
  if (freeValue < 0n || amount > held) return false;
  return adjustedGivenUp(state, account, spec, amount) <= freeValue;
}

/** Returns the largest amount of an asset, on its grid, that `canPart` allows: one step more is refused (INV-40). */
export function withdrawableOf(state: State, account: Account, spec: CollateralSpec, freeValue: Units): Units {
  const held = account.balances.get(spec.asset) ?? 0n;
  if (held <= 0n || freeValue < 0n) return 0n;
  const grid = gridOf(spec);
  return largestThat(held / grid, (steps) => canPart(state, account, spec, steps * grid, freeValue)) * grid;
}

/** The largest of 0 to `most` that fits, where everything below one that fits does too. */
export function largestThat(most: bigint, fits: (candidate: bigint) => boolean): bigint {
  if (fits(most)) return most;
  let low = 0n;
  let high = most;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}
