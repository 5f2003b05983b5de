import { describe, expect, test } from 'vitest';
import { MemoryStorage } from './data/memory-storage.test-helper.ts';
import { createExchange, createLateExchange, type Exchange } from './exchange.ts';
import { worldNames } from './world/world-file.ts';

/** What a server says of itself when it is ready. */
const factsOf = ({ seed, world, serviceName, clock, accounts, markets, indexPrices }: Exchange) => ({
  ...{ seed, world, serviceName, mode: clock.mode(), accounts, markets, indexPrices },
});

/** An exchange that says when it begins. */
async function late(options: Parameters<typeof createLateExchange>[0], create = createLateExchange) {
  const exchange = await create(options);
  const begun: number[] = [];
  exchange.onBegin(() => begun.push(exchange.control.state().inputs));
  return { exchange, begun };
}

describe('an exchange whose genesis waits', () => {
  test.each(worldNames())('says of the world %s before its genesis what it says after it', async (world) => {
    const { exchange, begun } = await late({ world, seed: 7 });
    const before = factsOf(exchange);
    expect(begun).toEqual([]);
    const { markets } = exchange.control.state();
    expect(begun).toEqual([0]);
    expect(before).toEqual(factsOf(exchange));
    expect(before.indexPrices).toEqual(markets.map(({ symbol, indexPrice: price }) => ({ symbol, price })));
    expect(before.accounts.length).toBeGreaterThan(0);
    await exchange.close();
  });

  test('begins with the first request, and is the exchange that begins at once', async () => {
    const options = { world: 'calm', seed: 7 } as const;
    const { exchange, begun } = await late(options);
    // With a data directory nothing waits.
    const prompt = await createExchange({ ...options, data: '/data', storage: new MemoryStorage() });
    for (const each of [exchange, prompt]) {
      await each.client(0).placeOrder({ symbol: 'BTC-USDT', side: 'buy', orderType: 'market', quantity: '0.01' });
      each.clock.advance(1_000);
    }
    expect(begun).toEqual([0]);
    expect(exchange.digest()).toBe(prompt.digest());
    await Promise.all([exchange.close(), prompt.close()]);
  });

  test('has begun already under a live clock, unless it was to begin late, and waits under a manual one', async () => {
    const begunOf = async (clock: 'live' | 'manual', create: typeof createLateExchange): Promise<number> => {
      const { exchange, begun } = await late({ world: 'quiet', clock }, create);
      const { length } = begun;
      await exchange.close();
      return length;
    };
    expect(await begunOf('live', createExchange)).toBe(1);
    expect(await begunOf('manual', createExchange)).toBe(0);
    expect(await begunOf('live', createLateExchange)).toBe(0);
  });

  test('begins with a reset, a snapshot, a branch or a stream as it does with a request', async () => {
    const uses: readonly ((exchange: Exchange) => unknown)[] = [
      (exchange) => exchange.control.reset(),
      (exchange) => exchange.snapshot('start'),
      (exchange) => exchange.branchAt({ input: 0 }),
      (exchange) => exchange.digest(),
      (exchange) => exchange.stream('info', { send: () => undefined, close: () => undefined, buffered: () => 0 }),
      (exchange) => exchange.drain(),
    ];
    for (const use of uses) {
      const { exchange, begun } = await late({ world: 'quiet' }, createExchange);
      expect(begun).toEqual([]);
      await use(exchange);
      expect(begun).toEqual([0]);
      await exchange.close();
    }
  });

  test('begins when a program that has bound it has said where it listens', async () => {
    const { exchange, begun } = await late({ world: 'quiet' });
    const urls = { url: 'http://localhost:1/v1', wsUrl: 'ws://localhost:1/v1/ws' };
    exchange.bound(urls);
    expect(begun).toEqual([]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual([0]);
    expect(exchange.url).toBe(urls.url);
    await exchange.close();
  });

  test('never begins where it is closed before', async () => {
    const { exchange, begun } = await late({ world: 'quiet' });
    exchange.bound({ url: '', wsUrl: '' });
    await exchange.close();
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual([]);
  });

  test('has begun already where a world of its own could be wrong, and names what is wrong with an option at once', async () => {
    const { exchange, begun } = await late({ world: { name: 'mine', extends: 'quiet' } });
    expect(begun).toEqual([0]);
    await exchange.close();
    await expect(createLateExchange({ speed: -1, clock: 'live' })).rejects.toThrow(/speed/);
    await expect(createLateExchange({ world: 'quit' })).rejects.toThrow('there is no world quit');
  });

  test('has begun already in a directory of data, which it takes once and gives back', async () => {
    const options = { world: 'quiet', data: '/data', storage: new MemoryStorage() };
    const first = await late(options);
    expect(first.begun).toEqual([0]);
    await first.exchange.close();
    await expect(createLateExchange({ ...options, speed: -1, clock: 'live' })).rejects.toThrow(/speed/);
    const { exchange } = await late(options);
    await exchange.close();
  });
});
