import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Deployment } from '../deployment.ts';
import { type LiveServer, liveServer } from './live-server.test-helper.ts';
import { remoteDeployment } from './remote.ts';
import type { RemoteOptions } from './remote-options.ts';

let server: LiveServer;
beforeAll(async () => {
  server = await liveServer({ limits: { ipTokens: 1_000_000, tierTokens: { tier_1: 100_000, tier_5: 100_000 } } });
});
afterAll(() => server.close());

const deploy = (options: Partial<RemoteOptions>): Promise<Deployment> => {
  const wallets = server.exchange.accounts.slice(0, 4).map(({ privateKey }) => ({ privateKey }));
  return remoteDeployment({ restUrl: server.origin, wallets, ...options });
};

/** How many subaccounts each of the four wallets owns, as the product itself says. */
async function owned(): Promise<number[]> {
  const counts: number[] = [];
  for (const account of server.exchange.accounts.slice(0, 4)) {
    counts.push((await server.exchange.client(account).getSubAccountIds(account.address)).length);
  }
  return counts;
}

test('a run opens the subaccounts that wallets lack once, with leave, and leaves one trader and the keeper without', async () => {
  expect((await deploy({})).capabilities.has('second-subaccount')).toBe(false);
  expect((await deploy({ mayCreate: true, dryRun: true })).capabilities.has('second-subaccount')).toBe(true);
  expect((await deploy({ mayCreate: true, readOnly: true })).capabilities.has('second-subaccount')).toBe(false);
  expect(await owned()).toEqual([1, 1, 1, 1]);
  const first = await deploy({ mayCreate: true });
  expect(first.capabilities.has('second-subaccount')).toBe(true);
  expect(first.absent.has('second-subaccount')).toBe(false);
  expect(await owned()).toEqual([2, 3, 1, 1]);
  expect((await deploy({ mayCreate: true })).capabilities.has('second-subaccount')).toBe(true);
  expect(await owned()).toEqual([2, 3, 1, 1]);
});
