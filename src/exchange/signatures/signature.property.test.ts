import { computeAddress, recoverAddress, SigningKey, TypedDataEncoder } from 'ethers';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import {
  type Field,
  NESTED_TYPES,
  PRIMARY_TYPES,
  type PrimaryType,
  signingDomain,
  structNameOf,
  type TypedMessage,
} from '../../contract/signing.ts';
import { compareKeys } from '../../kernel/canonical-json.ts';
import { runsOf, shareOf } from '../../kernel/test-budget.test-helper.ts';
import { BACKENDS } from './backends.test-helper.ts';
import { createSignatureChecker, type SignatureChecker } from './signature.ts';

const TYPES = Object.keys(PRIMARY_TYPES) as PrimaryType[];
const domain = { ...signingDomain('PerpSim') };

let checkers: readonly SignatureChecker[];
beforeAll(async () => {
  checkers = await Promise.all(BACKENDS.map((backend) => createSignatureChecker({ serviceName: 'PerpSim', backend })));
});

const hexWord = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);
const text = fc.oneof(
  fc.constantFrom('', 'BTC-USDT', 'buy', 'limitGtc', '50000', '0.010', '*', '__proto__'),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
);
const uint256 = fc.oneof(
  fc.bigInt(0n, 2n ** 256n - 1n),
  fc.bigInt(0n, 2n ** 64n),
  fc.constantFrom(0n, 2n ** 256n - 1n),
);
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);

function valueOf(type: string): fc.Arbitrary<unknown> {
  if (type === 'Order[]') return fc.array(valueOf('Order'), { minLength: 1, maxLength: 20 });
  if (type.endsWith('[]')) return fc.array(valueOf(type.slice(0, -2)), { maxLength: 20 });
  if (type === 'uint256') return uint256;
  if (type === 'string') return text;
  if (type === 'bool') return fc.boolean();
  if (type === 'address') return address;
  return structOf(NESTED_TYPES[type as keyof typeof NESTED_TYPES]);
}

const structOf = (fields: readonly Field[]): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(fields.map(({ name, type }) => [name, valueOf(type)])));

const message: fc.Arbitrary<TypedMessage> = fc
  .constantFrom(...TYPES)
  .chain((type) => structOf(PRIMARY_TYPES[type]).map((values) => ({ type, values: values as TypedMessage['values'] })));

const privateKey = hexWord.filter((key) => BigInt(key) > 0n && BigInt(key) < 2n ** 255n);

/** The type list in the shape ethers wants: the primary type and what it holds, nothing else. */
function ethersTypes(type: PrimaryType): Record<string, Field[]> {
  const fields: readonly Field[] = PRIMARY_TYPES[type];
  const types: Record<string, Field[]> = { [structNameOf(type)]: [...fields] };
  for (const [name, nested] of Object.entries(NESTED_TYPES)) {
    if (fields.some((field) => field.type.startsWith(name))) types[name] = [...nested];
  }
  return types;
}

// Goal: the encoder written by hand and both backends mean what everybody means by EIP-712. Method: sign random
// messages of every type with random keys through ethers, and compare digest and signer. (`verifyTypedData` is these
// two steps of ethers, hash and recover, in one call.)
test('random messages have the digest and the signer that ethers gives them', () => {
  const seen = new Map<PrimaryType, number>();
  fc.assert(
    fc.property(message, privateKey, (typed, key) => {
      seen.set(typed.type, (seen.get(typed.type) ?? 0) + 1);
      const types = ethersTypes(typed.type);
      const digest = TypedDataEncoder.hash(domain, types, typed.values);
      const signature = new SigningKey(key).sign(digest);
      const signer = recoverAddress(digest, signature);
      expect(signer).toBe(computeAddress(key));
      for (const checker of checkers) {
        expect(`0x${Buffer.from(checker.digest(typed)).toString('hex')}`).toBe(digest);
        expect(checker.recover(typed, signature)).toBe(signer.toLowerCase());
      }
    }),
    // Fewer would leave out one of the types.
    { seed: 712, numRuns: runsOf({ quick: 200, full: 1_000 }) },
  );
  expect([...seen.keys()].sort(compareKeys)).toEqual([...TYPES].sort(compareKeys));
});

// Goal: which backend is installed never shows. Method: give both the same signatures that no key made.
test('the backends give one response to any r, s and v', () => {
  const digestOf: TypedMessage = {
    type: 'ScheduleCancel',
    values: { subAccountId: 1n, timeoutSeconds: 60n, nonce: 1n, expiresAfter: 0n },
  };
  const responses = new Set<string>();
  const half = fc.oneof(
    hexWord,
    fc
      .constantFrom(0n, 1n, 5n, 2n ** 256n - 2n ** 32n, 2n ** 256n - 1n)
      .map((n) => `0x${n.toString(16).padStart(64, '0')}`),
  );
  fc.assert(
    fc.property(half, half, fc.constantFrom(0, 1, 27, 28), (r, s, v) => {
      const [first, ...others] = checkers.map((checker) => checker.recover(digestOf, { v, r, s }));
      for (const other of others) expect(other).toEqual(first);
      responses.add(typeof first);
    }),
    { seed: 1, numRuns: shareOf(1_000) },
  );
  expect([...responses].sort(compareKeys)).toEqual(['object', 'string']);
});

test('any service name gives the domain separator that ethers gives', async () => {
  await fc.assert(
    fc.asyncProperty(text, async (serviceName) => {
      const checker = await createSignatureChecker({ serviceName, backend: 'portable' });
      expect(checker.domainSeparator).toBe(TypedDataEncoder.hashDomain({ ...signingDomain(serviceName) }));
    }),
    { seed: 2, numRuns: 50 },
  );
});
