import type { Claim } from '../deployment.ts';
import type { HouseWallet } from './suite-client.ts';

/**
 * Wallets with the second subaccounts that a claim wants, each with as few more as can be.
 *
 * @param wallets in the order in which they are preferred
 * @param most wallets in all
 * @returns one wallet for each wish that can be met
 */
export function withFamilies(
  { families, listsFamilies }: Pick<Claim, 'families' | 'listsFamilies'>,
  wallets: readonly HouseWallet[],
  most: number,
): readonly HouseWallet[] {
  const chosen: HouseWallet[] = [];
  for (const wanted of families.slice(0, most)) {
    const able = wallets.filter(
      (one) => !chosen.includes(one) && one.spares.length >= wanted && (!listsFamilies || one.others === wanted),
    );
    const [best] = able.toSorted((a, b) => a.spares.length - b.spares.length);
    if (best) chosen.push(best);
  }
  return chosen;
}
