import { describe, expect, test } from 'vitest';
import { stateDigest } from '../canonical-state.ts';
import { testConfig } from '../config.test-helper.ts';
import type { CommandOutcome } from '../engine.ts';
import type { EngineEvent } from '../event.ts';
import { TestVenue } from '../venue.test-helper.ts';
import type { PlaceTwap } from './twap-terms.ts';

const START = 1_767_571_200_000;

/** Ten chunks of 0.1 BTC in 300 seconds, unless `change` says otherwise. */
function placeTwap(venue: TestVenue, change: Partial<PlaceTwap> = {}): CommandOutcome {
  return venue.run({
    type: 'PlaceTwap',
    account: 0,
    symbol: 'BTC-USDT',
    side: 'buy',
    price: '',
    quantity: '1',
    reduceOnly: false,
    clientId: '',
    source: '',
    chunks: 10,
    intervalMs: 30_000,
    sizeVarianceBps: 0,
    intervalVarianceBps: 0,
    ...change,
  });
}

type Chunk = Extract<EngineEvent, { type: 'TwapChunkSent' }>;
const chunksOf = (events: readonly EngineEvent[]): Chunk[] =>
  events.flatMap((event) => (event.type === 'TwapChunkSent' ? [event] : []));

describe('a TWAP parent', () => {
  test('is live without standing in the book, and sends its first chunk at placement', () => {
    const venue = new TestVenue();
    venue.place(1, 'sell', '2', '95000');
    const outcome = placeTwap(venue);
    expect(TestVenue.seen(outcome)).toEqual([
      'OrderPlaced',
      'TwapChunkSent',
      'TimerArmed',
      'OrderPlaced',
      'Traded',
      'TwapFilled',
    ]);
    const parent = venue.engine.state.orders.get(1);
    expect(parent).toMatchObject({ kind: 'twap', status: 'partially filled', filled: 10_000, resting: false });
    expect(venue.account(0).positions.get('BTC-USDT')?.lots).toBe(10_000);
    expect(venue.account(0).open.get('BTC-USDT')).toMatchObject({ buyLots: 0, sellLots: 0, reduceLots: 0 });
  });

  test('sends a chunk at each interval, not a millisecond earlier, and ends filled with the last', () => {
    const venue = new TestVenue();
    venue.place(1, 'sell', '2', '95000');
    placeTwap(venue);
    venue.advance(29_999);
    expect(venue.account(0).positions.get('BTC-USDT')?.lots).toBe(10_000);
    venue.advance(1);
    expect(venue.account(0).positions.get('BTC-USDT')?.lots).toBe(20_000);
    venue.advance(240_000 - 1);
    expect(venue.engine.state.orders.get(1)).toMatchObject({ filled: 90_000 });
    const { events } = venue.engine.apply({ kind: 'clock', at: venue.engine.state.now + 1 });
    expect(events.at(-1)).toMatchObject({
      type: 'TwapFilled',
      order: 1,
      filled: 100_000,
      filledChunks: 10,
      complete: true,
    });
    expect(venue.engine.state.orders.has(1)).toBe(false);
    expect(venue.engine.state.twaps.size).toBe(0);
    expect(venue.account(0).positions.get('BTC-USDT')?.lots).toBe(100_000);
  });

  test('gives the last chunk what rounding left over', () => {
    const venue = new TestVenue();
    venue.place(1, 'sell', '2', '95000');
    placeTwap(venue, { quantity: '1.00007' });
    const { events } = venue.engine.apply({ kind: 'clock', at: START + 270_000 });
    const lots = chunksOf(events).map((chunk) => chunk.lots);
    expect(lots).toEqual([10_000, 10_000, 10_000, 10_000, 10_000, 10_000, 10_000, 10_000, 10_007]);
  });

  test('drops what a chunk cannot fill and ends cancelled when all are sent', () => {
    const venue = new TestVenue();
    venue.place(1, 'sell', '0.25', '95000');
    placeTwap(venue);
    venue.advance(240_000);
    expect(venue.engine.state.orders.get(1)).toMatchObject({ filled: 25_000, status: 'partially filled' });
    expect(venue.engine.state.twaps.get(1)).toMatchObject({ sent: 9, sentLots: 90_000, filledChunks: 3 });
    const { events } = venue.engine.apply({ kind: 'clock', at: venue.engine.state.now + 30_000 });
    const ended = events.filter((event) => event.type === 'OrderCancelled');
    expect(ended).toEqual([{ type: 'OrderCancelled', at: START + 270_000, order: 1, cause: 'twap_ended' }]);
    expect(venue.engine.state.orders.size).toBe(0);
  });

  test('with a price sends chunks that pay no more', () => {
    const venue = new TestVenue();
    venue.place(1, 'sell', '0.05', '95000');
    venue.place(1, 'sell', '2', '95010');
    const outcome = placeTwap(venue, { price: '95000' });
    const [, child] = outcome.events.flatMap((event) => (event.type === 'OrderPlaced' ? [event.order] : []));
    expect(child).toMatchObject({ no: 3, parent: 2, kind: 'limit', timeInForce: 'IOC', price: 95_000, twap: null });
    expect(TestVenue.trades(outcome).map(({ price, quantity }) => [price, quantity])).toEqual([[95_000, 5_000]]);
    expect(outcome.events.at(-1)).toMatchObject({ type: 'OrderCancelled', order: 3, cause: 'remainder' });
  });

  test.each<[string, (venue: TestVenue) => void]>([
    ['a closed market', (venue) => venue.run({ type: 'SetMarketStatus', symbol: 'BTC-USDT', status: 'closed' })],
    ['the band', (venue) => venue.run({ type: 'SetIndexPrice', symbol: 'BTC-USDT', price: 8_900_000_000_000 })],
    ['no liquidity', (venue) => venue.run({ type: 'CancelOrder', account: 1, order: { no: 0 } })],
  ])('drops a chunk that %s refuses, and goes on', (_name, spoil) => {
    const venue = new TestVenue();
    venue.place(1, 'sell', '2', '95000');
    placeTwap(venue, { price: '95000' });
    spoil(venue);
    const { events } = venue.engine.apply({ kind: 'clock', at: START + 30_000 });
    const [chunk] = chunksOf(events);
    expect(chunk).toMatchObject({ chunk: 2, lots: 10_000 });
    expect(events.some((event) => event.type === 'Traded')).toBe(false);
    expect(venue.engine.state.orders.get(1)).toMatchObject({ filled: 10_000 });
  });

  test.each([
    ['buy', '200000', 99_750],
    ['sell', '1', 90_250],
    ['buy', '99750', 99_750],
    ['buy', '99749', 99_749],
    ['sell', '90251', 90_251],
  ] as const)('that %ss at %s sends chunks at %i, the tighter of its price and the band', (side, price, limit) => {
    const venue = new TestVenue();
    const outcome = placeTwap(venue, { side, price });
    expect(outcome.refusal).toBeNull();
    const [parent, child] = outcome.events.flatMap((event) => (event.type === 'OrderPlaced' ? [event.order] : []));
    expect(parent).toMatchObject({ kind: 'twap', price: Number(price) });
    expect(child).toMatchObject({ parent: 0, kind: 'limit', price: limit });
    expect(outcome.events.at(-1)).toMatchObject({ type: 'OrderCancelled', order: 1, cause: 'remainder' });
    // The next chunk keeps to the band that there is then.
    venue.run({ type: 'SetIndexPrice', symbol: 'BTC-USDT', price: 9_400_000_000_000 });
    const { events } = venue.engine.apply({ kind: 'clock', at: START + 30_000 });
    const next = events.flatMap((event) => (event.type === 'OrderPlaced' ? [event.order.price] : []));
    const band = side === 'buy' ? Math.min(Number(price), 98_700) : Math.max(Number(price), 89_300);
    expect(next).toEqual([band]);
  });

  test('a chunk for which margin is missing is dropped', () => {
    const poor = testConfig().devAccounts.map((dev, index) =>
      index === 0 ? { ...dev, balances: [{ asset: 'USDT', amount: 1_200_000_000_000n }] } : dev,
    );
    const venue = new TestVenue(testConfig({ devAccounts: poor }));
    venue.place(1, 'sell', '2', '95000');
    expect(placeTwap(venue).refusal).toBeNull();
    // The margin that was there at placement goes to another order.
    venue.place(0, 'buy', '1.1', '94000');
    const { events } = venue.engine.apply({ kind: 'clock', at: START + 30_000 });
    expect(chunksOf(events)).toMatchObject([{ chunk: 2, child: null }]);
  });

  test('cancelled, leaves no chunk behind and its timer fires into nothing', () => {
    const venue = new TestVenue();
    venue.place(1, 'sell', '2', '95000');
    placeTwap(venue);
    venue.run({ type: 'CancelOrder', account: 0, order: { no: 1 } });
    expect(venue.engine.state.twaps.size).toBe(0);
    const { events } = venue.engine.apply({ kind: 'clock', at: START + 300_000 });
    expect(events.filter((event) => event.type === 'OrderPlaced' || event.type === 'TwapChunkSent')).toEqual([]);
    expect(venue.account(0).positions.get('BTC-USDT')?.lots).toBe(10_000);
  });

  test('cannot be modified', () => {
    const venue = new TestVenue();
    placeTwap(venue);
    const change = { price: null, quantity: '2', triggerPrice: null };
    const outcome = venue.run({ type: 'ModifyOrder', account: 0, order: { no: 0 }, ...change });
    expect(outcome.refusal).toMatchObject({ code: 'ORDER_REJECTED_BY_ENGINE' });
    expect(venue.engine.state.orders.get(0)?.quantity).toBe(100_000);
  });
});

describe('a refusal changes nothing', () => {
  test.each<[string, Partial<PlaceTwap>, string, string]>([
    ['an unknown market', { symbol: 'X-USDT' }, 'MARKET_NOT_FOUND', 'market not found'],
    ['a price off the tick', { price: '95000.5' }, 'INVALID_VALUE', 'invalid price'],
    ['a quantity off the lot', { quantity: '1.000001' }, 'INVALID_VALUE', 'invalid quantity'],
    ['chunks above the maximum of an order', { quantity: '101', chunks: 10 }, 'INVALID_VALUE', 'invalid quantity'],
    [
      'less than 10,000 at the mark',
      { quantity: '0.10526' },
      'VALIDATION_ERROR',
      'TWAP notional must be at least 10000',
    ],
    [
      'no position to reduce',
      { reduceOnly: true },
      'REDUCE_ONLY_NO_POSITION',
      'no open position found, cannot place reduce-only order',
    ],
    ['more than margin allows', { quantity: '99', price: '99000' }, 'INSUFFICIENT_MARGIN', 'insufficient margin'],
  ])('%s', (_name, change, code, message) => {
    const venue = new TestVenue(
      testConfig({
        devAccounts: testConfig().devAccounts.map((dev) => ({
          ...dev,
          balances: [{ asset: 'USDT', amount: 50_000_000_000_000n }],
        })),
      }),
    );
    const before = stateDigest(venue.engine.state);
    expect(placeTwap(venue, change).refusal).toMatchObject({ code, message });
    venue.engine.state.inputSeq -= 1;
    expect(stateDigest(venue.engine.state)).toBe(before);
  });

  test('the notional floor itself is allowed', () => {
    expect(placeTwap(new TestVenue(), { quantity: '0.10527' }).refusal).toBeNull();
  });
});

describe('variance', () => {
  const run = (seed: string, change: Partial<PlaceTwap>): { sizes: number[]; times: number[] } => {
    const venue = new TestVenue(testConfig({ seed }));
    const first = chunksOf(placeTwap(venue, change).events);
    const rest = chunksOf(venue.engine.apply({ kind: 'clock', at: START + 310_000 }).events);
    const chunks = [...first, ...rest];
    return { sizes: chunks.map(({ lots }) => lots), times: chunks.map(({ at }) => at - START) };
  };

  test('moves sizes within its bounds and keeps the sum', () => {
    const { sizes, times } = run('7', { sizeVarianceBps: 2_000 });
    expect(sizes).toHaveLength(10);
    expect(new Set(sizes).size).toBeGreaterThan(5);
    for (const lots of sizes.slice(0, -1)) expect(lots >= 8_000 && lots <= 12_000).toBe(true);
    expect(sizes.reduce((sum, lots) => sum + lots, 0)).toBe(100_000);
    expect(times).toEqual([0, 30_000, 60_000, 90_000, 120_000, 150_000, 180_000, 210_000, 240_000, 270_000]);
  });

  test('moves each chunk around its own time and never past its neighbour', () => {
    const { sizes, times } = run('7', { intervalVarianceBps: 2_000 });
    expect(sizes).toEqual(Array.from({ length: 10 }, () => 10_000));
    times.forEach((time, index) => {
      expect(Math.abs(time - index * 30_000)).toBeLessThanOrEqual(index === 0 ? 0 : 6_000);
    });
    expect(new Set(times.map((time, index) => time - index * 30_000)).size).toBeGreaterThan(5);
  });

  test('is drawn from the seed', () => {
    const both = { sizeVarianceBps: 1_000, intervalVarianceBps: 1_000 };
    expect(run('7', both)).toEqual(run('7', both));
    expect(run('8', both)).not.toEqual(run('7', both));
  });
});
