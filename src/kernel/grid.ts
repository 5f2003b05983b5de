import { UNIT_DECIMALS, type Units } from './units.ts';

/** The smallest amount of an asset that its decimals can write. */
export const gridOf = ({ quantityPrecision }: { readonly quantityPrecision: number }): Units =>
  10n ** BigInt(UNIT_DECIMALS - quantityPrecision);
