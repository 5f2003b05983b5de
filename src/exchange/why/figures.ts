import { formatScaled, formatUnits } from '../../kernel/decimal.ts';
import { type Lots, type PriceUnits, type Ratio, type Ticks, UNIT_DECIMALS } from '../../kernel/units.ts';
import type { MarketSpec } from '../../engine/config.ts';

/** Engine figures as exact wire decimals, without trailing zeros. */

export const priceText = (spec: MarketSpec, ticks: Ticks): string =>
  formatUnits(BigInt(ticks) * BigInt(spec.tickUnits));

export const sizeText = (spec: MarketSpec, lots: Lots): string => formatUnits(BigInt(lots) * BigInt(spec.lotUnits));

export const ratioText = (ratio: Ratio): string => formatScaled(BigInt(ratio), UNIT_DECIMALS);

export const indexText = (price: PriceUnits): string => formatUnits(BigInt(price));
