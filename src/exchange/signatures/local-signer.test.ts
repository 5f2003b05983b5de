import { expect, test } from 'vitest';
import { Signer } from '../../client/signer.ts';
import type { TypedMessage } from '../../contract/signing.ts';
import { bytesOfKey, LocalSigner } from './local-signer.ts';
import { createSignatureChecker, type RecoveryBackend } from './signature.ts';

const NAME = 'PerpSim';
/** Keys at both ends of their range, and one between. */
const KEYS = [
  `0x${'0'.repeat(63)}1`,
  '0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140',
  `0x${'3b'.repeat(32)}`,
];
const messages = (subAccountId: bigint): TypedMessage[] => [
  { type: 'AuthMessage', values: { subAccountId, timestamp: 1_767_225_600_000n, action: 'websocket_auth' } },
  { type: 'CancelAllOrders', values: { subAccountId, symbols: ['A-USDT', ''], nonce: 7n, expiresAfter: 0n } },
];

test.each<RecoveryBackend>(['native', 'portable'])('signs as ethers does, with the %s module', async (backend) => {
  const checker = createSignatureChecker({ serviceName: NAME, backend });
  for (const key of KEYS) {
    const [local, ethers] = [new LocalSigner(key, checker), new Signer(key, NAME)];
    expect(await local.address()).toBe(await ethers.address());
    for (const message of [1n, 2n ** 63n, 77n].flatMap(messages)) {
      expect(await local.sign(message)).toEqual(await ethers.sign(message));
    }
  }
});

test('says of bytes that are no key that they are none', async () => {
  const checker = createSignatureChecker({ serviceName: NAME });
  const none = new LocalSigner(`0x${'0'.repeat(64)}`, checker);
  await expect(none.sign(messages(1n)[0] as TypedMessage)).rejects.toThrow();
  await expect(none.address()).rejects.toThrow('no private key of the curve');
  expect(bytesOfKey('0x0102')).toEqual(new Uint8Array([1, 2]));
});
