import { expect, test } from 'vitest';
import { BACKENDS } from './backends.test-helper.ts';
import { loadKeyRecovery } from './signature.ts';
import { vector } from './signing-vectors.test-helper.ts';

const missing = (): undefined => undefined;
const PUBLIC_KEY =
  '04ba5734d8f7091719471e7f7ed6b9df170dc70cc661ca05e688601ad984f068b0d67351e5f06073092499336ab0839ef8a521afd334e53807205fa2f08eec74f4';

test.each(BACKENDS)('%s gives the uncompressed key', (backend) => {
  const { recoverKey } = loadKeyRecovery(backend);
  const { digest, signature } = vector('V1');
  const compact = Buffer.from(signature.r.slice(2) + signature.s.slice(2), 'hex');
  const key = recoverKey(Buffer.from(digest.slice(2), 'hex'), compact, 1);
  expect(key && Buffer.from(key).toString('hex')).toBe(PUBLIC_KEY);
});

test.each(BACKENDS)('%s gives the public key of a private key, and none of a number that is no key', (backend) => {
  const { publicKeyOf } = loadKeyRecovery(backend);
  // The generator of the curve: the key of the number one.
  const one = publicKeyOf(Uint8Array.from({ length: 32 }, (_, place) => (place === 31 ? 1 : 0)));
  expect(one && Buffer.from(one).toString('hex')).toBe(
    '0479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8',
  );
  expect(publicKeyOf(new Uint8Array(32))).toBeUndefined();
});

test.each(BACKENDS)('%s gives nothing when no key signed', (backend) => {
  const { recoverKey } = loadKeyRecovery(backend);
  expect(recoverKey(new Uint8Array(32), new Uint8Array(64), 0)).toBeUndefined();
});

test('without the native module the portable one serves', () => {
  expect(loadKeyRecovery(undefined, missing).backend).toBe('portable');
});

test('the native module is not replaced behind the back of who asked for it', () => {
  expect(() => loadKeyRecovery('native', missing)).toThrow(
    'the native signature module (secp256k1) is not installed for this platform',
  );
});

test('the portable backend is used when asked for, whatever is installed', () => {
  expect(loadKeyRecovery('portable').backend).toBe('portable');
});
