import { describe, expect, test } from 'vitest';
import { collateralConfig } from './accounts/collateral.test-helper.ts';
import { TestVenue } from './venue.test-helper.ts';
import { stateDigest } from './canonical-state.ts';
import type { Command } from './command.ts';
import { testMarket } from './config.test-helper.ts';
import type { ExchangeConfig } from './config.ts';
import { conditional, plain } from './orders/conditional-venue.test-helper.ts';
import type { CommandOutcome } from './engine.ts';

const STALE = { code: 'COLLATERAL_PRICE_STALE', message: 'collateral price is stale', http: 400 };
const AGE = 60_000;

/** Accounts that hold WETH, which ETH-USDT prices, and trade BTC-USDT. */
class FeedVenue extends TestVenue {
  constructor(change: Partial<ExchangeConfig> = {}) {
    super(collateralConfig('10', change));
  }

  feed(frozen: boolean, symbol = 'ETH-USDT'): CommandOutcome {
    return this.run({ type: 'SetFeed', symbol, frozen });
  }

  frozenFor(ms: number): this {
    this.feed(true);
    this.advance(ms);
    return this;
  }

  /** The refusal of a command that leaves everything but the count of inputs as it was. */
  refusal(command: Command): unknown {
    const { state } = this.engine;
    const before = stateDigest({ ...state, inputSeq: 0 });
    const { refusal } = this.run(command);
    expect(stateDigest({ ...state, inputSeq: 0 })).toBe(before);
    return refusal;
  }
}

const bid = plain({ price: '94000', quantity: '0.01' });
const sale: Command = {
  type: 'ExchangeCollateral',
  account: 0,
  source: 'WETH',
  want: { kind: 'receive', amount: 10_000_000_000n },
};

const PLACEMENTS: readonly (readonly [string, Command])[] = [
  ['an order', bid],
  ['a market order', plain({ orderType: 'market', price: '', quantity: '0.01' })],
  ['a reduce-only order', plain({ side: 'sell', reduceOnly: true })],
  ['a conditional order', conditional()],
  ['an order with a stop', { ...group(bid), pairs: [[conditional()]] }],
  ['a stop for a position', { ...group(null), pairs: [[conditional()]] }],
  [
    'a TWAP',
    {
      type: 'PlaceTwap',
      account: 0,
      symbol: 'BTC-USDT',
      side: 'buy',
      price: '',
      quantity: '0.2',
      reduceOnly: false,
      clientId: '',
      source: '',
      chunks: 10,
      intervalMs: 30_000,
      sizeVarianceBps: 0,
      intervalVarianceBps: 0,
    },
  ],
  ['an isolated order', { ...bid, type: 'PlaceIsolatedOrder', leverage: 10, margin: 50_000_000_000n }],
  ['an isolated order beyond its means', { ...bid, type: 'PlaceIsolatedOrder', leverage: 10, margin: 10n ** 15n }],
];

function group(main: Extract<Command, { type: 'PlaceGroup' }>['main']): Extract<Command, { type: 'PlaceGroup' }> {
  return { type: 'PlaceGroup', account: 0, symbol: 'BTC-USDT', main, pairs: [] };
}

describe('a stale collateral price', () => {
  test.each(PLACEMENTS)('refuses %s, and one millisecond earlier it does not', (_what, command) => {
    expect(new FeedVenue().frozenFor(AGE).refusal(command)).toMatchObject(STALE);
    expect(new FeedVenue().frozenFor(AGE - 1).run(command).refusal?.code).not.toBe('COLLATERAL_PRICE_STALE');
  });

  test('refuses the exchange of that collateral, and one millisecond earlier it does not', () => {
    expect(new FeedVenue().frozenFor(AGE).refusal(sale)).toMatchObject(STALE);
    expect(TestVenue.seen(new FeedVenue().frozenFor(AGE - 1).run(sale))).toEqual(['CollateralExchanged']);
  });

  test('begins at the age that the world sets', () => {
    const venue = new FeedVenue({ collateralPriceMaxAgeMs: 5 }).frozenFor(4);
    expect(venue.run(bid).refusal).toBeNull();
    venue.advance(1);
    expect(venue.refusal(bid)).toMatchObject(STALE);
  });

  test('does not affect accounts without that collateral', () => {
    const venue = new FeedVenue();
    venue.run({ type: 'TransferCollateral', from: 0, to: 1, asset: 'WETH', amount: 1_000_000_000n });
    venue.frozenFor(AGE);
    expect(venue.run(bid).refusal).toBeNull();
    expect(venue.refusal({ ...bid, account: 1 })).toMatchObject(STALE);
  });

  test('of another market than those of the collaterals refuses nothing', () => {
    const venue = new FeedVenue();
    venue.feed(true, 'BTC-USDT');
    venue.advance(AGE);
    const etherBid = plain({ symbol: 'ETH-USDT', price: '3200', quantity: '0.1' });
    expect(venue.run(etherBid).refusal).toBeNull();
    expect(venue.run(sale).refusal).toBeNull();
  });

  test('comes after a closed market and before the terms of an order', () => {
    const venue = new FeedVenue().frozenFor(AGE);
    expect(venue.refusal({ ...bid, price: '94000.5' })).toMatchObject(STALE);
    venue.run({ type: 'SetMarketStatus', symbol: 'BTC-USDT', status: 'closed' });
    expect(venue.refusal(bid)).toMatchObject({ code: 'MARKET_CLOSED' });
    expect(venue.refusal({ ...group(bid), pairs: [] })).toMatchObject({ code: 'MARKET_CLOSED' });
  });

  test('refuses neither changes nor cancels', () => {
    const venue = new FeedVenue();
    venue.run(bid);
    venue.run(conditional({ side: 'sell' }));
    venue.frozenFor(AGE);
    const change = { type: 'ModifyOrder', account: 0, price: null, triggerPrice: null } as const;
    expect(TestVenue.seen(venue.run({ ...change, order: { no: 0 }, quantity: '0.02' }))).toEqual(['OrderModified']);
    expect(venue.run({ ...change, order: { no: 1 }, quantity: null, triggerPrice: '93000' }).refusal).toBeNull();
    expect(venue.run({ type: 'CancelOrder', account: 0, order: { no: 0 } }).refusal).toBeNull();
    expect(venue.run({ type: 'CancelOrder', account: 0, order: { no: 1 } }).refusal).toBeNull();
    expect(venue.engine.state.orders.size).toBe(0);
  });

  test('sends no chunk of a TWAP until the feed runs again', () => {
    const venue = new FeedVenue();
    venue.place(1, 'sell', '1', '95000');
    const [, twap] = PLACEMENTS.find(([what]) => what === 'a TWAP') ?? [];
    expect(twap && venue.run(twap).refusal).toBeNull();
    const held = (): number | undefined => venue.account(0).positions.get('BTC-USDT')?.lots;
    expect(held()).toBe(2_000);
    venue.feed(true);
    venue.advance(30_000);
    expect(held()).toBe(4_000);
    venue.advance(30_000);
    expect(held()).toBe(4_000);
    venue.feed(false);
    venue.advance(30_000);
    expect(held()).toBe(6_000);
  });
});

describe('a feed', () => {
  test('that goes on makes the price fresh at once', () => {
    const venue = new FeedVenue().frozenFor(AGE);
    venue.feed(false);
    expect(venue.run(bid).refusal).toBeNull();
    expect(venue.run(sale).refusal).toBeNull();
  });

  test('that runs is never stale, even if it does not move', () => {
    const venue = new FeedVenue();
    venue.advance(10 * AGE);
    expect(venue.run(bid).refusal).toBeNull();
  });

  test('that is frozen still takes a price by hand, which is fresh for as long', () => {
    const venue = new FeedVenue().frozenFor(AGE);
    venue.run({ type: 'SetIndexPrice', symbol: 'ETH-USDT', price: 340_000_000_000 });
    expect(venue.run(bid).refusal).toBeNull();
    venue.advance(AGE - 1);
    expect(venue.run(bid).refusal).toBeNull();
    venue.advance(1);
    expect(venue.refusal(bid)).toMatchObject(STALE);
  });

  test('that is frozen again is as old as it was', () => {
    const venue = new FeedVenue().frozenFor(AGE - 1);
    expect(venue.feed(true).events).toEqual([]);
    venue.advance(1);
    expect(venue.refusal(bid)).toMatchObject(STALE);
  });

  test('is set once, in an event', () => {
    const venue = new FeedVenue();
    expect(venue.feed(false).events).toEqual([]);
    expect(venue.feed(true).events).toEqual([
      { type: 'FeedSet', at: 1_767_571_200_000, symbol: 'ETH-USDT', frozen: true },
    ]);
    expect(venue.refusal({ type: 'SetFeed', symbol: 'NO-USDT', frozen: true })).toMatchObject({
      code: 'MARKET_NOT_FOUND',
    });
  });

  test('that is frozen draws nothing, and later continues its stream', () => {
    const process = { kind: 'gbm', stepMs: 1_000, volatilityPpb: 100_000, driftPpb: 0, jumpPerMillion: 0, jumpPpb: 0 };
    const markets = [testMarket('BTC-USDT'), testMarket('ETH-USDT', { process: process as never })];
    const venue = new FeedVenue({ markets });
    const market = venue.engine.state.markets.get('ETH-USDT');
    venue.advance(5_000);
    const { index, indexRandom } = market ?? {};
    venue.feed(true);
    venue.advance(5_000);
    expect(market).toMatchObject({ index, indexRandom, indexAt: 1_767_571_205_000, frozenAt: 1_767_571_205_000 });
    venue.feed(false);
    venue.advance(1_000);
    expect(market).toMatchObject({ indexAt: 1_767_571_211_000, frozenAt: null });
    expect(market?.indexRandom).not.toEqual(indexRandom);
  });
});
