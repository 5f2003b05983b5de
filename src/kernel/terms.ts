import { broken, invariant } from './errors.ts';
import { UNIT_DECIMALS, type Units } from './units.ts';

/**
 * What engine and contract both read off the terms of a world. They are here because the contract, which suite and clients
 * import, has no value of the engine.
 */

/** The smallest amount of an asset that its decimals can write. */
export const gridOf = ({ quantityPrecision }: { readonly quantityPrecision: number }): Units =>
  10n ** BigInt(UNIT_DECIMALS - quantityPrecision);

/** The collateral of PnL, fees and margin: the first one of a world. */
export function settlementOf<C>({ collaterals }: { readonly collaterals: readonly C[] }): C {
  const [first] = collaterals;
  invariant(first !== undefined, 'a world has a settlement asset');
  return first;
}

/** The fee tier of that id. */
export function tierNamed<T extends { readonly tierId: string }>(tiers: readonly T[], tierId: string): T {
  for (const tier of tiers) if (tier.tierId === tierId) return tier;
  broken(`tier ${tierId} exists`);
}

/** Largest leverage that a position of a market can have: that of its first tier. */
export const maxLeverageOf = ({
  marginTiers,
}: {
  readonly marginTiers: readonly { readonly maxLeverage: number }[];
}): number => marginTiers[0]?.maxLeverage ?? 1;

/** Under which a record is stored whose words were set from outside (`POST /sim/v1/records`). */
export const recordKey = (record: string, id: string): string => `${record} ${id}`;
