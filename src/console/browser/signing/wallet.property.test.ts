import * as reference from 'ethers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NESTED_TYPES, PRIMARY_TYPES, type PrimaryType, signingDomain } from '../../../contract/signing.ts';
import { typesOf } from '../../../client.ts';
import * as own from './wallet.ts';

const key = fc.uint8Array({ minLength: 31, maxLength: 31 }).map((bytes) => `0x01${Buffer.from(bytes).toString('hex')}`);

/** A value of a member, as the typed data of the API has them. */
function valueOf(type: string): fc.Arbitrary<unknown> {
  if (type.endsWith('[]')) return fc.array(valueOf(type.slice(0, -2)), { maxLength: 4 });
  if (type === 'Order' || type === 'ModifyOrderItem') return structOf(NESTED_TYPES[type]);
  if (type === 'bool') return fc.boolean();
  if (type === 'uint256') return fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
  if (type === 'address')
    return fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);
  return fc.string({ unit: 'grapheme' });
}

const structOf = (
  fields: readonly { readonly name: string; readonly type: string }[],
): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(fields.map(({ name, type }) => [name, valueOf(type)])));

function signedInParts(
  { SigningKey, TypedDataEncoder, computeAddress, concat, keccak256 }: typeof own | typeof reference,
  privateKey: string,
  domain: ReturnType<typeof signingDomain>,
  type: PrimaryType,
  values: Record<string, unknown>,
): unknown {
  const key = new SigningKey(privateKey);
  const [domainHash, hash] = [TypedDataEncoder.hashDomain(domain), TypedDataEncoder.from(typesOf(type)).hash(values)];
  const digest = keccak256(concat(['0x1901', domainHash, hash]));
  const { r, s, v } = key.sign(digest);
  return { domainHash, hash, digest, r, s, v, address: computeAddress(key.publicKey) };
}

test.each(Object.keys(PRIMARY_TYPES) as PrimaryType[])('%s is signed as ethers signs it', async (type) => {
  const domain = signingDomain('PerpSim');
  await fc.assert(
    fc.asyncProperty(key, structOf(PRIMARY_TYPES[type]), async (privateKey, values) => {
      const wallets = [own, reference].map(({ Wallet }) => new Wallet(privateKey));
      expect(wallets[0]?.address).toBe(wallets[1]?.address);
      const [found, expected] = await Promise.all(
        wallets.map((wallet) => wallet.signTypedData(domain, typesOf(type), values)),
      );
      expect(found).toBe(expected);
      // The parts that the client puts together.
      expect(signedInParts(own, privateKey, domain, type, values)).toEqual(
        signedInParts(reference, privateKey, domain, type, values),
      );
    }),
    { numRuns: 5, seed: 7 },
  );
});
