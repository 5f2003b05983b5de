import { verifyTypedData } from 'ethers';
import { expect, test } from 'vitest';
import { signingDomain } from '../../contract/signing.ts';
import { namedDataOf, typesOf } from '../../client/typed-data.ts';
import { signOtherwise } from './foreign-signer.ts';

const KEY = `0x${'11'.repeat(32)}`;
const ADDRESS = '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A';
const HALF = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** Both parities of v come up among a few messages. */
const messages = [1n, 2n, 3n, 4n, 5n, 6n].map((expiresAfter) =>
  namedDataOf('getPositions', { subAccountId: 7n, nonce: 0n, expiresAfter }),
);

test('the larger s goes with the other v, and belongs to the same key', async () => {
  const parities = new Set<number>();
  for (const message of messages) {
    const usual = await signOtherwise(KEY, 'PerpSim', message, {});
    const other = await signOtherwise(KEY, 'PerpSim', message, { upperHalf: true });
    expect(verifyTypedData(signingDomain('PerpSim'), typesOf(message.type), message.values, usual)).toBe(ADDRESS);
    expect(BigInt(usual.s) <= HALF).toBe(true);
    expect(BigInt(other.s) > HALF).toBe(true);
    expect(other.s).toHaveLength(66);
    expect(BigInt(usual.s) + BigInt(other.s)).toBe(ORDER);
    expect(other.r).toBe(usual.r);
    expect([usual.v, other.v].sort()).toEqual([27, 28]);
    parities.add(usual.v);
  }
  expect(parities.size).toBe(2);
});

test('v counts from zero or from 27', async () => {
  for (const message of messages) {
    const usual = await signOtherwise(KEY, 'PerpSim', message, {});
    const foreign = await signOtherwise(KEY, 'PerpSim', message, { countsFromZero: true });
    expect(foreign).toEqual({ ...usual, v: usual.v === 27 ? 0 : 1 });
    const both = await signOtherwise(KEY, 'PerpSim', message, { countsFromZero: true, upperHalf: true });
    expect(both.v).toBe(usual.v === 27 ? 1 : 0);
  }
});

test('a message is signed as it is written out, whatever the request says', async () => {
  const type = 'Batch(uint256 id,Item[] items)Item(string name,bool flag)';
  const message = { id: '18446744073709551615', items: [{ name: 'one', flag: true }] };
  const [request] = messages;
  if (!request) throw new Error('there is a message');
  const signature = await signOtherwise(KEY, 'PerpSim', request, { as: { type, message } });
  const types = {
    Batch: [
      { name: 'id', type: 'uint256' },
      { name: 'items', type: 'Item[]' },
    ],
    Item: [
      { name: 'name', type: 'string' },
      { name: 'flag', type: 'bool' },
    ],
  };
  expect(verifyTypedData(signingDomain('PerpSim'), types, message, signature)).toBe(ADDRESS);
});

test('what is no encoded type is not signed', async () => {
  const [request] = messages;
  if (!request) throw new Error('there is a message');
  const signed = signOtherwise(KEY, 'PerpSim', request, { as: { type: 'Batch(uint256 id', message: {} } });
  await expect(signed).rejects.toThrow('no encoded type: Batch(uint256 id');
});
