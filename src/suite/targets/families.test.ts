import { expect, test } from 'vitest';
import { withFamilies } from './lanes.ts';
import type { HouseWallet } from './suite-client.ts';

const wallet = (subAccountId: string, spares: number, others = spares): HouseWallet => {
  const one: HouseWallet = {
    address: `0x${subAccountId}`,
    privateKey: '',
    subAccountId,
    role: 'trader',
    tierId: 'tier_1',
    standing: { name: '', leverages: {} },
    spares: [],
    others,
  };
  return { ...one, spares: Array.from({ length: spares }, () => ({ ...one, role: 'spare' })) };
};
const NONE = wallet('none', 0);
const ONE = wallet('one', 1);
const TWO = wallet('two', 2);
/** It owns three, and two of them hold something. */
const BUSY = wallet('busy', 1, 3);

const chosen = (families: readonly number[], listsFamilies: boolean, wallets: readonly HouseWallet[]): string[] =>
  withFamilies({ families, listsFamilies }, wallets, 3).map(({ subAccountId }) => subAccountId);

test('a wish for second subaccounts takes the wallet that has fewest above it', () => {
  expect(chosen([1], false, [TWO, NONE, ONE])).toEqual(['one']);
  expect(chosen([1], false, [TWO, NONE])).toEqual(['two']);
  expect(chosen([1, 1], false, [ONE, TWO])).toEqual(['one', 'two']);
});

test('of equal wallets the first is taken', () => {
  expect(chosen([1], false, [BUSY, ONE])).toEqual(['busy']);
});

test('a list of subaccounts takes wallets that own exactly as many', () => {
  expect(chosen([2, 0], true, [NONE, ONE, TWO])).toEqual(['two', 'none']);
  expect(chosen([1], true, [BUSY, ONE])).toEqual(['one']);
});

test('a wish that no wallet meets is left out', () => {
  expect(chosen([3], false, [ONE, TWO])).toEqual([]);
  expect(chosen([2, 0], true, [ONE, NONE])).toEqual(['none']);
});

test('there are no more wallets than are asked for', () => {
  expect(withFamilies({ families: [0, 0, 0], listsFamilies: true }, [NONE, NONE, wallet('other', 0)], 2)).toHaveLength(
    2,
  );
});
