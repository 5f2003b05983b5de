import { expect, test, vi } from 'vitest';
import { namedDataOf, Signer } from '../../../client.ts';

// As the build of the console does.
vi.mock('ethers', () => import('./wallet.ts'));

/** What ethers makes of the same message and key. */
const SIGNATURE = {
  r: '0xc33845f71a4ec9432aae679cc63c3ba0f1d8a8e2fd48bdff850faa188651e774',
  s: '0x4a4d8848971e92b51ac22ff08e9933ce8184dddc2463ee3dc9b6ad8d2faf0373',
  v: 28,
};

test('the client signs with the wallet of the console in place of ethers', async () => {
  const signer = new Signer(`0x${'1b'.repeat(32)}`, 'PerpSim');
  const message = namedDataOf('getPositions', { subAccountId: 7n, nonce: 0n, expiresAfter: 1n });
  expect(await signer.sign(message)).toEqual(SIGNATURE);
  expect(await signer.address()).toBe('0xB1A7d9428Ce5C80e254E65fBe1bcF82F647B5DEe');
});
