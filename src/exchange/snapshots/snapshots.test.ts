import { describe, expect, test } from 'vitest';
import { runsOf, testInFull } from '../../kernel/test-budget.test-helper.ts';
import { ControlError, createExchange, type Exchange } from '../../index.ts';
import { JournalAudit } from '../../inspect/audit/audit-journal.ts';

const BID = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.01' } as const;
const TAKE = { symbol: 'ETH-USDT', side: 'buy', orderType: 'market', quantity: '0.1' } as const;

/** Orders, fills, a deposit, an armed fault, moved prices, and time between them. */
async function drive(exchange: Exchange): Promise<void> {
  const trader = exchange.client(0);
  const other = exchange.client(1);
  await trader.placeOrders([BID, TAKE]);
  await other.placeOrders([{ ...TAKE, side: 'sell', quantity: '0.2' }]);
  exchange.control.deposit(other.subAccountId, 'USDT', '12.5');
  exchange.control.setFaults([
    { name: 'late', effect: { kind: 'latency', ms: 5 }, match: { action: 'getSubAccounts' } },
  ]);
  exchange.clock.advance(90_000);
  exchange.control.movePrice('ETH-USDT', '3310');
  // Beyond a settlement of funding where that is cheap.
  exchange.clock.advance(exchange.world === 'quiet' ? 3_600_000 : 240_000);
  await trader.placeOrders([
    { ...BID, price: '93000', clientOrderId: `n-${exchange.clock.now()}` },
    { ...TAKE, side: 'sell' },
  ]);
}

/** What a client can read of two accounts and of the markets. */
async function readsOf(exchange: Exchange): Promise<unknown> {
  const own = [exchange.client(0), exchange.client(1)].map((client) => [
    client.getOpenOrders(),
    client.getPositions(),
    client.getTrades(),
    client.getOrderHistory(),
    client.getSubAccount(),
  ]);
  const info = ['getMarketPrices', 'getCandles', 'getLastTrades', 'getFundingRateHistory'].map(async (action) => {
    const params =
      action === 'getMarketPrices' ? {} : { symbol: 'ETH-USDT', ...(action === 'getCandles' && { interval: '1m' }) };
    const response = await exchange.fetch(`${exchange.url}/info`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ params: { action, ...params } }),
    });
    const { request_id: _, requestId: _same, ...envelope } = (await response.json()) as Record<string, unknown>;
    return envelope;
  });
  return Promise.all([...own.flat(), ...info]);
}

/** A state with agents takes a hundred times as long to write and read: the full run has it too. */
const WORLDS = ['quiet', 'default'].slice(0, runsOf({ quick: 1, full: 2 }));

describe.each(WORLDS)('a snapshot of an exchange in the %s world', (world) => {
  test('is gone back to twice: digest and reads are those of the snapshot', async () => {
    const exchange = await createExchange({ world, seed: 7, limits: { enabled: false } });
    await drive(exchange);
    const digest = exchange.digest();
    const reads = await readsOf(exchange);
    const name = exchange.snapshot();
    for (const ms of [1, 70_000]) {
      await exchange.client(2).placeOrders([BID]);
      exchange.clock.advance(ms);
      expect(exchange.digest()).not.toBe(digest);
      // Two orders of the same price stand in one queue.
      const { total, differences } = exchange.compareSnapshot(name);
      expect(total).toBeGreaterThan(0);
      expect(differences.some(({ path }) => path.startsWith('state.accounts.'))).toBe(true);
      await exchange.revert(name);
      expect(exchange.compareSnapshot(name).total).toBe(0);
      expect(exchange.digest()).toBe(digest);
      expect(await readsOf(exchange)).toEqual(reads);
      expect(exchange.digest()).toBe(digest);
    }
    await exchange.close();
  });

  test('continues exactly as the exchange that was never saved', async () => {
    const through = await createExchange({ world, seed: 7 });
    const again = await createExchange({ world, seed: 7 });
    await drive(through);
    await drive(again);
    await again.revert(again.snapshot());
    const branch = await again.branch(again.snapshot('here'));
    for (const exchange of [through, again, branch]) await drive(exchange);
    expect(again.digest()).toBe(through.digest());
    expect(branch.digest()).toBe(through.digest());
    const reads = await readsOf(through);
    expect(await readsOf(again)).toEqual(reads);
    expect(await readsOf(branch)).toEqual(reads);
    for (const exchange of [through, again, branch]) await exchange.close();
  });
});

describe('an exchange', () => {
  const quiet = () => createExchange({ world: 'quiet', seed: 7 });

  // An hour of the agents takes eleven seconds of processor time, and leaves a state of which a comparison must not go down by recursion.
  testInFull('compares two snapshots of the default world that are an hour apart', async () => {
    const exchange = await createExchange({ world: 'default', seed: 7 });
    exchange.snapshot('start');
    exchange.clock.advance(3_600_000);
    exchange.snapshot('hour');
    const compared = exchange.compareSnapshot('start', 'hour');
    expect(compared.b.time - compared.a.time).toBe(3_600_000);
    expect(compared.total).toBeGreaterThan(compared.differences.length);
    expect(compared.differences.length).toBeGreaterThan(0);
    expect(exchange.compareSnapshot('start').total).toBe(compared.total);
    expect(exchange.compareSnapshot('hour').total).toBe(0);
    await exchange.close();
  });

  test('has a journal after a revert that leads to its state', async () => {
    const exchange = await quiet();
    await exchange.client(0).placeOrders([BID]);
    const name = exchange.snapshot();
    await exchange.client(1).placeOrders([BID]);
    await exchange.revert(name);
    await exchange.client(2).placeOrders([{ ...BID, quantity: '0.02' }]);
    const audit = new JournalAudit();
    for (const line of exchange.control.journal()) audit.line(line.trimEnd());
    expect(audit.report()).toMatchObject({ balanced: true, digest: exchange.digest() });
    await exchange.close();
  });

  test('ends its streams at a revert as at a reset, and keeps its URLs', async () => {
    const exchange = await quiet();
    const { url, wsUrl } = exchange;
    const name = exchange.snapshot();
    const ends: [number, string][] = [];
    exchange.stream('info', {
      send: () => undefined,
      close: (code, reason) => void ends.push([code, reason]),
      buffered: () => 0,
    });
    await exchange.revert(name);
    expect(ends).toEqual([[1012, 'the exchange starts over']]);
    expect([exchange.url, exchange.wsUrl]).toEqual([url, wsUrl]);
    await exchange.close();
  });

  test('reverts to a world that a reset has left', async () => {
    const exchange = await quiet();
    const name = exchange.snapshot('before');
    const digest = exchange.digest();
    await exchange.control.reset({ world: 'default', seed: 8 });
    expect(exchange.world).toBe('default');
    await exchange.revert(name);
    expect([exchange.world, exchange.seed, exchange.digest()]).toEqual(['quiet', '7', digest]);
    await exchange.close();
  });

  test('restores the mode of the clock', async () => {
    const exchange = await quiet();
    const name = exchange.snapshot();
    exchange.clock.setMode('live');
    exchange.clock.setSpeed(2.5);
    await exchange.revert(name);
    expect([exchange.clock.mode(), exchange.clock.speed()]).toEqual(['manual', 1]);
    await exchange.close();
  });

  test('lists its snapshots by name and deletes them', async () => {
    const exchange = await quiet();
    exchange.snapshot();
    await exchange.client(0).placeOrders([BID]);
    exchange.snapshot('filled');
    expect(exchange.snapshots()).toMatchObject([
      { name: 'snapshot-1', inputs: 0, time: 1767571200000, world: 'quiet', seed: '7' },
      { name: 'filled', inputs: 1, time: 1767571200000, world: 'quiet', seed: '7' },
    ]);
    exchange.deleteSnapshot('snapshot-1');
    expect(exchange.snapshots().map(({ name }) => name)).toEqual(['filled']);
    expect(exchange.snapshot()).toBe('snapshot-2');
    await exchange.close();
  });

  test.each([
    ['filled', 'there is a snapshot filled already: delete it first, or take another name'],
    [
      'auto-1',
      'a name has 1 to 64 letters, digits, dots, dashes and underscores, begins with a letter or digit, does not end with a dot, and does not begin with auto- (got "auto-1")',
    ],
    [
      '../x',
      'a name has 1 to 64 letters, digits, dots, dashes and underscores, begins with a letter or digit, does not end with a dot, and does not begin with auto- (got "../x")',
    ],
  ])('takes no snapshot with the name %s', async (name, message) => {
    const exchange = await quiet();
    exchange.snapshot('filled');
    expect(() => exchange.snapshot(name)).toThrow(new ControlError('INVALID_VALUE', 'name', message));
    expect(exchange.snapshots()).toHaveLength(1);
    await exchange.close();
  });

  test('refuses the name of no snapshot and stays as it is', async () => {
    const exchange = await quiet();
    await exchange.client(0).placeOrders([BID]);
    const digest = exchange.digest();
    const refusal = new ControlError('NOT_FOUND', 'name', 'there is no snapshot nowhere: none has been taken', 404);
    await expect(exchange.revert('nowhere')).rejects.toThrow(refusal);
    await expect(exchange.branch('nowhere')).rejects.toThrow(refusal);
    expect(() => exchange.deleteSnapshot('nowhere')).toThrow(refusal);
    exchange.snapshot('here');
    await expect(exchange.revert('nowhere')).rejects.toThrow('there is no snapshot nowhere; there are here');
    expect(exchange.digest()).toBe(digest);
    await exchange.close();
  });

  test('refuses a snapshot and a revert while the clock is being advanced', async () => {
    const exchange = await createExchange({ world: 'default', seed: 7 });
    const name = exchange.snapshot();
    const advance = exchange.clock.advanceAsync(120_000);
    expect(() => exchange.snapshot()).toThrow(ControlError);
    await expect(exchange.revert(name)).rejects.toThrow(ControlError);
    expect((await advance).now).toBe(1_767_571_320_000);
    expect(exchange.snapshots()).toHaveLength(1);
    await exchange.close();
  });

  test('and its branch go on independently', async () => {
    const exchange = await quiet();
    await exchange.client(0).placeOrders([BID]);
    const branch = await exchange.branch(exchange.snapshot());
    const digest = exchange.digest();
    expect(branch.digest()).toBe(digest);
    await branch.client(0).placeOrders([BID]);
    branch.clock.advance(60_000);
    expect(await branch.client(0).getOpenOrders()).toHaveLength(2);
    expect(await exchange.client(0).getOpenOrders()).toHaveLength(1);
    await exchange.close();
    expect(await branch.client(1).getOpenOrders()).toEqual([]);
    await branch.close();
  });
});
