import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Deployment, Unmet } from '../deployment.ts';
import { ExchangeClient } from '../transports/exchange-client.ts';
import { valueAt } from '../paths.ts';
import { RestTransport } from '../transports/rest-transport.ts';
import { StreamTransport } from '../transports/stream-transport.ts';
import { type LiveServer, liveServer } from './live-server.test-helper.ts';
import { remoteDeployment } from './remote.ts';
import type { RemoteOptions } from './remote-options.ts';
import type { Target, TargetWallet } from './target.ts';
import { TargetUnreachable } from './unreachable.ts';
import { testInFull } from '../../kernel/test-budget.test-helper.ts';

const QUIET = { world: 'quiet', seed: '7' };

let server: LiveServer;
beforeAll(async () => {
  // Many short runs from one address: what they would wait for is the business of the pacer's own tests.
  server = await liveServer({ limits: { ipTokens: 1_000_000, tierTokens: { tier_1: 100_000, tier_5: 100_000 } } });
});
afterAll(() => server.close());

const keys = (from: number, to: number): { privateKey: string }[] =>
  server.exchange.accounts.slice(from, to).map(({ privateKey }) => ({ privateKey }));

const deploy = (options: Partial<RemoteOptions> = {}): Promise<Deployment> =>
  remoteDeployment({ restUrl: server.origin, wallets: keys(0, 3), mayClear: true, ...options });

function walletOf(target: Target, index: number): TargetWallet {
  const wallet = target.wallets[index];
  if (!wallet) throw new Error(`the target has no wallet ${index}`);
  return wallet;
}

const clientOf = (target: Target): ExchangeClient => new ExchangeClient(target, new RestTransport(target));
const place = (client: ExchangeClient, wallet: TargetWallet, order: object) =>
  client.trade(wallet, 'placeOrders', { orders: [{ symbol: 'BTC-USDT', ...order }], grouping: 'na' });

/** What the product itself says of a subaccount: nothing of the harness takes part. */
async function standingOf(address: string) {
  const account = server.exchange.accounts.find((one) => one.address === address);
  if (!account) throw new Error(`no account ${address}`);
  const client = server.exchange.client(account);
  const [orders, positions, signers, record] = await Promise.all([
    client.getOpenOrders(),
    client.getPositions({ status: 'open' }),
    client.getDelegatedSigners(),
    client.getSubAccount(),
  ]);
  return { orders, positions, signers: signers.delegatedSigners, record };
}

describe('probing', () => {
  test('new subaccounts that the wallets have no room for are reported, with what to do', async () => {
    const deployment = await deploy({ wallets: keys(0, 1), subAccounts: 1_000 });
    expect(deployment.remarks).toEqual([
      'the profile allows 1000 new subaccounts, and its wallets may own 4 more: give it a wallet with fewer subaccounts or a higher tier, or set subAccounts to 4',
    ]);
    expect((await deploy({ wallets: keys(0, 1), subAccounts: 4 })).remarks).toEqual([]);
  });

  test('finds what a deployment in the world quiet offers, and gives a reason for everything else', async () => {
    const deployment = await deploy();
    expect([...deployment.capabilities]).toEqual([
      'funded',
      'second-wallet',
      'delegate',
      'liquidity',
      'reference-market',
      'market',
      'usual-schedule',
      'keeper',
      'trading-hours',
      'rate-limits',
      'streams',
    ]);
    expect([...deployment.absent.keys()].sort()).toEqual([
      'clock',
      'control',
      'exhaust',
      'fault',
      'fresh-account',
      'limits',
      'many-records',
      'second-subaccount',
      'whitelist-off',
      'worlds',
    ]);
    expect(deployment.identity).toEqual({
      name: server.origin,
      kind: 'remote',
      restUrl: `${server.origin}/v1`,
      wsUrl: `${server.origin.replace('http', 'ws')}/v1/ws`,
      serviceName: 'PerpSim',
      version: null,
    });
    expect(await deployment.close()).toEqual([]);
  });

  test('another service name signs nothing that is served, and the reason does not hold the key', async () => {
    const deployment = await deploy({ serviceName: 'Elsewhere' });
    expect(deployment.capabilities.has('funded')).toBe(false);
    const reason = deployment.absent.get('funded') ?? '';
    expect(reason).toMatch(
      /^a signed read of 0x[0-9a-fA-F]{40} is not served: is the service name right\? getSubAccounts receives 401 UNAUTHORIZED wallet /,
    );
    const { privateKey = '' } = keys(0, 1)[0] ?? {};
    expect(JSON.stringify([...deployment.absent])).not.toContain(privateKey.slice(2));
  });

  test('one wallet cannot trade with itself', async () => {
    const deployment = await deploy({ wallets: keys(0, 1) });
    expect(deployment.absent.get('second-wallet')).toBe('there is 1 funded wallet, and it takes two');
  });

  test('a target that charges nothing and reports no bucket has no rate limits', async () => {
    const free = await liveServer({ limits: { enabled: false } });
    const wallets = free.exchange.accounts.slice(0, 3).map(({ privateKey }) => ({ privateKey }));
    const deployment = await remoteDeployment({ restUrl: free.origin, wallets });
    expect(deployment.absent.get('rate-limits')).toBe(
      'getRateLimits costs nothing, and no response carries rateLimit: limits are switched off',
    );
    expect(deployment.failures).toEqual([]);
    expect(await deployment.close()).toEqual([]);
    await free.close();
  });

  test('a wallet that owns nothing is no funded wallet', async () => {
    const deployment = await deploy({ wallets: [{ privateKey: `0x${'77'.repeat(32)}`, name: 'MY_KEY' }] });
    expect(deployment.absent.get('funded')).toMatch(/^0x[0-9a-fA-F]{40} \(MY_KEY\) owns no subaccount$/);
  });

  testInFull('moved prices are no reference market', async () => {
    const other = await liveServer({ world: 'default' });
    other.exchange.control.movePrice('BTC-USDT', '91000');
    const deployment = await remoteDeployment({ restUrl: other.origin, wallets: [] });
    expect(deployment.capabilities.has('reference-market')).toBe(false);
    expect(deployment.absent.get('reference-market')).toContain('the markets are not those of quiet');
    await other.close();
  });

  test('a market with trading hours that is closed takes nothing else away, and its book is left alone', async () => {
    const sunday = await liveServer({ startTime: 1_767_528_000_000 });
    const wallets = sunday.exchange.accounts.slice(0, 3).map(({ privateKey }) => ({ privateKey }));
    const deployment = await remoteDeployment({ restUrl: sunday.origin, wallets });
    expect(deployment.capabilities.has('reference-market')).toBe(true);
    expect(deployment.absent.get('trading-hours')).toBe(
      'WTI-USDT is closed at this hour; it trades on weekdays until 22:00 UTC',
    );
    expect(await deployment.close()).toEqual([]);
    await sunday.close();
  });

  test('there is no target where nothing responds, or where another service responds', async () => {
    await expect(remoteDeployment({ restUrl: 'http://127.0.0.1:9', wallets: [] })).rejects.toThrow(TargetUnreachable);
    const restUrl = `${server.origin}/elsewhere`;
    await expect(remoteDeployment({ restUrl, wallets: [] })).rejects.toThrow('not as the API does');
  });
});

describe('what a scenario did is taken back', () => {
  test('orders, positions, signers, leverage and what was taken from a book', async () => {
    const deployment = await deploy();
    const target = await deployment.begin(QUIET);
    const client = clientOf(target);
    const [alice, bob] = [walletOf(target, 0), walletOf(target, 1)];
    await place(client, alice, { side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.5' });
    await place(client, alice, { side: 'buy', orderType: 'limitIoc', price: '95020', quantity: '1.5' });
    await place(client, bob, { side: 'sell', orderType: 'limitIoc', price: '94990', quantity: '0.2' });
    await client.trade(alice, 'updateLeverage', { symbol: 'ETH-USDT', leverage: '3' });
    await client.trade(alice, 'addDelegatedSigner', { walletAddress: bob.address, permissions: ['session'] });
    await client.trade(alice, 'scheduleCancel', { timeoutSeconds: 600 });
    const before = await standingOf(alice.address);
    expect([before.orders.length, before.positions.length]).toEqual([1, 1]);

    const next = await deployment.begin(QUIET);
    for (const { address } of [alice, bob]) {
      const { orders, positions, signers, record } = await standingOf(address);
      expect([orders, positions, signers]).toEqual([[], [], []]);
      expect(record.marketPreferences.leverages).toMatchObject({ 'ETH-USDT': 10 });
    }
    const book = await clientOf(next).info('getOrderbook', { symbol: 'BTC-USDT' });
    expect(valueAt(book.body, 'response.asks[0]')).toEqual(['95010', '1']);
    expect(valueAt(book.body, 'response.asks[1]')).toEqual(['95020', '1']);
    expect(valueAt(book.body, 'response.bids[0]')).toEqual(['94990', '1']);

    // What was filled up stays, although nothing was done meanwhile.
    const last = await deployment.begin(QUIET);
    const same = await clientOf(last).info('getOrderbook', { symbol: 'BTC-USDT' });
    expect(valueAt(same.body, 'response')).toEqual(valueAt(book.body, 'response'));

    expect(await deployment.close()).toEqual([]);
    for (const { address } of server.exchange.accounts.slice(0, 3)) {
      const { orders, positions, signers } = await standingOf(address);
      expect([orders, positions, signers]).toEqual([[], [], []]);
    }
  });

  test('signers of the keeper, which scenarios take as their last wallet', async () => {
    const deployment = await deploy();
    const target = await deployment.begin(QUIET);
    const [alice, keeper] = [walletOf(target, 0), walletOf(target, 2)];
    await clientOf(target).trade(keeper, 'addDelegatedSigner', {
      walletAddress: alice.address,
      permissions: ['session'],
    });
    expect((await standingOf(keeper.address)).signers).toHaveLength(1);
    await deployment.begin(QUIET);
    expect((await standingOf(keeper.address)).signers).toEqual([]);
    expect(await deployment.close()).toEqual([]);
  });

  test('money on a second subaccount, and signers there', async () => {
    const owner = server.exchange.accounts[5];
    if (!owner) throw new Error('there is a sixth account');
    const savings = server.exchange.control.openAccount(owner.address);
    const deployment = await deploy({ wallets: keys(5, 7) });
    expect(deployment.capabilities.has('second-subaccount')).toBe(true);
    const target = await deployment.begin(QUIET);
    const [alice, bob] = [walletOf(target, 0), walletOf(target, 1)];
    const [spare] = alice.spares ?? [];
    expect([spare?.subAccountId, alice.others, bob.spares]).toEqual([savings, 1, []]);
    if (!spare) throw new Error('there is a second subaccount');
    const transfer = { destinationSubAccountId: savings, symbol: 'USDT', amount: '250.5' };
    const before = (await standingOf(owner.address)).record.collaterals;
    await clientOf(target).trade(alice, 'transferCollateral', transfer);
    await clientOf(target).trade(spare, 'addDelegatedSigner', { walletAddress: bob.address, permissions: ['session'] });
    const accounts = await clientOf(target).trade(spare, 'getSubAccount', {});
    expect(valueAt(accounts.body, 'response.collaterals[0].quantity')).toBe('250.5');
    const next = await deployment.begin(QUIET);
    const after = await clientOf(next).trade(spare, 'getSubAccounts', {});
    expect(valueAt(after.body, 'response.subAccounts[1].collaterals[0].quantity') ?? '0').toBe('0');
    expect(valueAt(after.body, 'response.subAccounts[1].delegatedSigners')).toEqual([]);
    expect((await standingOf(owner.address)).record.collaterals).toEqual(before);
    expect(await deployment.close()).toEqual([]);
  });

  test('money on a subaccount that a scenario has opened', async () => {
    const deployment = await deploy({ wallets: keys(6, 8), subAccounts: 1 });
    const target = await deployment.begin(QUIET);
    const alice = walletOf(target, 0);
    const created = await clientOf(target).trade(alice, 'createSubaccount', {});
    const destinationSubAccountId = String(valueAt(created.body, 'response.subAccountId'));
    await clientOf(target).trade(alice, 'transferCollateral', { destinationSubAccountId, symbol: 'USDT', amount: '7' });
    const next = await deployment.begin(QUIET);
    const owner = next.wallets.find(({ address }) => address === alice.address);
    expect(owner?.spares?.map(({ subAccountId }) => subAccountId)).toEqual([destinationSubAccountId]);
    expect((await standingOf(alice.address)).record.collaterals?.[0]?.quantity).toBe('1000000');
    expect(await deployment.close()).toEqual([]);
  });

  test('over the streams as well', async () => {
    const deployment = await deploy();
    const target = await deployment.begin(QUIET);
    const client = new ExchangeClient(target, new StreamTransport(target));
    const alice = walletOf(target, 0);
    const placed = await place(client, alice, { side: 'sell', orderType: 'limitGtc', price: '96000', quantity: '0.5' });
    expect(placed.status).toBe(200);
    expect((await standingOf(alice.address)).orders).toHaveLength(1);
    client.close();
    expect(await deployment.close()).toEqual([]);
    expect((await standingOf(alice.address)).orders).toEqual([]);
  });

  test('two wallets without a keeper close against each other', async () => {
    const deployment = await deploy({ wallets: keys(4, 6) });
    const target = await deployment.begin(QUIET);
    const client = clientOf(target);
    const [alice, bob] = [walletOf(target, 0), walletOf(target, 1)];
    await place(client, bob, { side: 'sell', orderType: 'limitGtc', price: '95005', quantity: '0.3' });
    await place(client, alice, { side: 'buy', orderType: 'limitIoc', price: '95005', quantity: '0.3' });
    expect((await standingOf(bob.address)).positions).toHaveLength(1);
    expect(await deployment.close()).toEqual([]);
    for (const { address } of [alice, bob]) expect((await standingOf(address)).positions).toEqual([]);
  });

  test('what another client left on a wallet is not touched without leave', async () => {
    const account = server.exchange.accounts[7];
    if (!account) throw new Error('there is an eighth account');
    const theirs = server.exchange.client(account);
    await theirs.placeOrders([
      { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.5' },
    ]);
    const deployment = await deploy({ wallets: keys(7, 8), mayClear: false });
    expect(deployment.absent.get('funded')).toContain('holds open orders, and the profile does not say');
    expect(await deployment.close()).toEqual([]);
    expect(await theirs.getOpenOrders()).toHaveLength(1);
    expect(await (await deploy({ wallets: keys(7, 8) })).close()).toEqual([]);
    expect(await theirs.getOpenOrders()).toEqual([]);
  });
});

describe('what is never sent', () => {
  test('a withdrawal', async () => {
    const deployment = await deploy();
    const target = await deployment.begin(QUIET);
    const alice = walletOf(target, 0);
    const withdrawal = { symbol: 'USDT', amount: '10', destination: alice.address };
    await expect(clientOf(target).trade(alice, 'withdrawCollateral', withdrawal)).rejects.toThrow(
      new Unmet('withdrawals', 'the suite never withdraws from a deployment that is not its own'),
    );
    await expect(clientOf(target).trade(alice, 'withdraw', withdrawal)).rejects.toThrow(Unmet);
    const over = new ExchangeClient(target, new StreamTransport(target));
    await expect(over.trade(alice, 'withdrawCollateral', withdrawal)).rejects.toThrow(Unmet);
    over.close();
    const { record } = await standingOf(alice.address);
    expect(record.collaterals?.map(({ pendingWithdraw }) => pendingWithdraw)).toEqual(['0', '0', '0']);
    await deployment.close();
  });

  test('anything that changes something, under a profile that only reads', async () => {
    const deployment = await deploy({ readOnly: true });
    const target = await deployment.begin(QUIET);
    const alice = walletOf(target, 0);
    await expect(clientOf(target).trade(alice, 'cancelAllOrders', { symbols: ['*'] })).rejects.toThrow(
      new Unmet('writes', 'the profile only reads'),
    );
    expect((await clientOf(target).trade(alice, 'getOpenOrders', {})).status).toBe(200);
    await deployment.close();
  });
});

describe('budget and time', () => {
  test('tokens are counted, and when they are spent the rest is skipped', async () => {
    const deployment = await deploy({ budget: 3_000, wallets: keys(0, 1) });
    const target = await deployment.begin(QUIET);
    const client = clientOf(target);
    const spent = deployment.tokens?.spent ?? 0;
    await client.info('getMids', {});
    expect(deployment.tokens).toEqual({ spent: spent + 50, budget: 3_000 });
    const rest = async (): Promise<void> => {
      for (;;) await client.info('getFundingRateHistory', { symbol: 'BTC-USDT' });
    };
    await expect(rest()).rejects.toThrow(new Unmet('budget', 'the budget of 3000 tokens is spent'));
    expect(await deployment.close()).toEqual([]);
  });

  test('another world is unmet', async () => {
    const deployment = await deploy();
    await expect(deployment.begin({ world: 'bare', seed: '7' })).rejects.toThrow(Unmet);
    await expect(deployment.begin({ ...QUIET, seed: '8' })).rejects.toThrow(Unmet);
    await expect(deployment.begin({ ...QUIET, limits: { ipTokens: 5 } })).rejects.toThrow(Unmet);
    await deployment.close();
  });

  test('time follows the exchange, and no wait is longer than the bound', async () => {
    const deployment = await deploy({ waitMs: 20 });
    const target = await deployment.begin(QUIET);
    const start = target.now();
    expect(start).toBeGreaterThan(1_767_571_200_000);
    expect(start).toBeLessThan(1_767_571_200_000 + 3_600_000);
    await target.pass?.(10);
    expect(target.now()).toBeGreaterThan(start + 10);
    await expect(target.pass?.(21)).rejects.toThrow(new Unmet('time', 'would wait in real time for longer than 20 ms'));
    await deployment.close();
  });

  test('a wait of an hour ends when the run is to stop', async () => {
    const deployment = await deploy({ waitMs: 3_600_000 });
    const target = await deployment.begin(QUIET);
    const stopped = new Unmet('time', 'the run was stopped while it waited');
    await expect(target.pass?.(3_600_000, () => true)).rejects.toThrow(stopped);
    await deployment.close();
  });
});

describe('limits that may be exhausted', () => {
  test('a request that is refused for want of them is sent once, and nothing waits for it', async () => {
    const own = await liveServer({ limits: { ordersPerSecond: 1 } });
    try {
      const wallets = own.exchange.accounts.slice(0, 3).map(({ privateKey }) => ({ privateKey }));
      const deployment = await remoteDeployment({ restUrl: own.origin, wallets, mayClear: true, mayExhaust: true });
      expect(deployment.capabilities.has('exhaust')).toBe(true);
      const target = await deployment.begin(QUIET);
      const client = clientOf(target);
      const order = { side: 'buy', orderType: 'limitIoc', price: '94000', quantity: '0.1' };
      const statuses = await client.drain(async () => {
        const first = await place(client, walletOf(target, 0), order);
        const second = await place(client, walletOf(target, 0), order);
        return [first.status, second.status];
      });
      expect(statuses).toEqual([200, 429]);
      const account = own.exchange.accounts.find(({ address }) => address === walletOf(target, 0).address);
      const history = account ? await own.exchange.client(account).getOrderHistory() : [];
      expect(new Set(history.map(({ order: { venueId } }) => venueId)).size).toBe(1);
      expect(target.walletInTier?.('tier_1').address).toBe(own.exchange.accounts[0]?.address);
      expect(() => target.walletInTier?.('tier_7')).toThrow('no wallet of the profile is in tier_7');
      expect(await deployment.close()).toEqual([]);
    } finally {
      await own.close();
    }
  });
});
