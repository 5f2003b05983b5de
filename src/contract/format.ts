import { gridOf } from '../kernel/terms.ts';
import type { CollateralSpec, MarketSpec } from '../engine/config.ts';
import type { Position, State } from '../engine/state.ts';
import {
  absBig,
  divFloor,
  divHalfEven,
  formatFixedScale,
  formatScaled,
  formatUnitsFixed,
  formatUnitsFixedInt,
  formatUnitsInt,
} from '../kernel/decimal.ts';
import { type Lots, type PriceUnits, type Ratio, type Ticks, UNIT_DECIMALS, type Units } from '../kernel/units.ts';

/** How engine numbers are written on the wire. The only place that decides how many decimals a field shows. */

/** A price with the market's `priceExponent` decimals (wire 3.4). */
export function formatPrice({ tickUnits, priceExponent }: MarketSpec, ticks: Ticks): string {
  const units = ticks * tickUnits;
  return isPlain(units)
    ? formatUnitsFixedInt(units, priceExponent)
    : formatUnitsFixed(BigInt(ticks) * BigInt(tickUnits), priceExponent);
}

/** Whether a product of integers is exact and not negative, so that it is written without large numbers, which take five times as long. */
const isPlain = (units: number): boolean => units >= 0 && Number.isSafeInteger(units);

/** A price finer than a tick (index), rounded half to even to the market's decimals. */
export const formatPriceUnits = (spec: MarketSpec, price: PriceUnits): string =>
  formatUnitsFixed(BigInt(price), spec.priceExponent);

/** The mean of two prices: one decimal more than a price where it falls between two of them, so that it stays exact. */
export function formatMid(spec: MarketSpec, mid: PriceUnits): string {
  const isPrice = BigInt(mid) % 10n ** BigInt(UNIT_DECIMALS - spec.priceExponent) === 0n;
  return formatUnitsFixed(BigInt(mid), isPrice ? spec.priceExponent : spec.priceExponent + 1);
}

/** A quantity without trailing zeros. */
export function formatLots({ lotUnits }: MarketSpec, lots: Lots): string {
  const units = lots * lotUnits;
  return isPlain(units) ? formatUnitsInt(units) : formatScaled(BigInt(lots) * BigInt(lotUnits), UNIT_DECIMALS);
}

/** An average price, value over quantity, with `priceExponent + 2` decimals by default, rounded half to even (wire 6.6). */
export function formatAverage(
  spec: MarketSpec,
  value: Units,
  lots: Lots,
  decimals: number = spec.priceExponent + 2,
): string {
  if (lots === 0) return '0';
  // value is 1e-8 quote, lots x lotUnits is 1e-8 base: their quotient is whole quote per base.
  const scaled = divHalfEven(absBig(value) * 10n ** BigInt(decimals), BigInt(Math.abs(lots)) * BigInt(spec.lotUnits));
  return formatFixedScale(scaled, decimals);
}

/** Entry price of a position; reducing it never moves this (INV-29). */
export const formatEntry = (spec: MarketSpec, position: Pick<Position, 'entryCost' | 'entryLots'>): string =>
  formatAverage(spec, position.entryCost, position.entryLots);

/** Account values and margins: two decimals, half to even (wire 6.3). */
export const formatValue = (value: Units): string => formatUnitsFixed(value, 2);

/** The same rounded down, where the figure is something to be had in full. */
export const formatValueDown = (value: Units): string => formatFixedScale(divFloor(value, 1_000_000n), 2);

/**
 * An amount of a collateral with at most its decimals, rounded down: never more than there is. The ledger keeps what is
 * finer, such as the rest of a fee.
 */
export function formatCollateral(spec: CollateralSpec, amount: Units): string {
  const grid = gridOf(spec);
  return formatAmount(divFloor(amount, grid) * grid);
}

/** The same of an asset by its name; what is no collateral is shown exactly. */
export function formatAmountOf(state: Readonly<State>, asset: string, amount: Units): string {
  const spec = state.config.collaterals.find((known) => known.asset === asset);
  return spec ? formatCollateral(spec, amount) : formatAmount(amount);
}

/** PnL and fees: exact, at most eight decimals, no trailing zeros. */
export const formatAmount = (value: Units): string => formatScaled(value, UNIT_DECIMALS);

/** A ratio such as a fee rate, without trailing zeros. */
export const formatRatio = (ratio: Ratio): string => formatScaled(BigInt(ratio), UNIT_DECIMALS);
