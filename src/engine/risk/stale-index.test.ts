import { describe, expect, test } from 'vitest';
import { unitsOf } from '../../kernel/decimal.ts';
import { collateralConfig } from '../accounts/collateral.test-helper.ts';
import { TestVenue } from '../venue.test-helper.ts';
import { stateDigest } from '../canonical-state.ts';
import type { Command } from '../command.ts';
import { STANDARD_RISK, testConfig, testMarket } from '../config.test-helper.ts';
import type { ExchangeConfig } from '../config.ts';
import { restsOnStalePrice } from '../liquidation/health.ts';
import { conditional, plain } from '../orders/conditional-venue.test-helper.ts';
import { isIndexStale } from '../prices.ts';

const AGE = 60_000;
const SYMBOL = 'BTC-USDT';
const STALE = {
  code: 'MARKET_CLOSED',
  message: 'index price is stale, only orders that reduce a position are accepted',
  http: 400,
};

/** BTC-USDT, in which account 0 is long 1 against account 1, and its feed. */
class StaleVenue extends TestVenue {
  constructor(config: ExchangeConfig = testConfig()) {
    super(config);
    this.place(1, 'sell', '1', '95000');
    this.place(0, 'buy', '1', '95000');
  }

  feed(frozen: boolean, symbol = SYMBOL): this {
    this.run({ type: 'SetFeed', symbol, frozen });
    return this;
  }

  frozenFor(ms: number): this {
    this.feed(true).advance(ms);
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

  isStale(): boolean {
    const market = this.engine.state.markets.get(SYMBOL);
    if (!market) throw new Error('the world has the market');
    return isIndexStale(this.engine.state, market);
  }
}

const buy = plain({ price: '94000', quantity: '0.01' });
const sell = plain({ side: 'sell', price: '96000', quantity: '0.01' });
const twap = {
  type: 'PlaceTwap',
  account: 0,
  symbol: SYMBOL,
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
} as const;
const group = (main: Extract<Command, { type: 'PlaceGroup' }>['main']): Command => ({
  type: 'PlaceGroup',
  account: 0,
  symbol: SYMBOL,
  main,
  pairs: [[conditional({ side: 'sell' })]],
});

const INCREASING: readonly (readonly [string, Command])[] = [
  ['an order', buy],
  ['a market order', plain({ orderType: 'market', price: '', quantity: '0.01' })],
  ['an IOC order', plain({ orderType: 'limitIoc', price: '96000', quantity: '0.01' })],
  ['an order that would turn the position', { ...sell, quantity: '1.00001' }],
  ['an order with a stop', group(buy)],
  ['a TWAP', twap],
  ['a TWAP that would turn the position', { ...twap, side: 'sell', quantity: '1.1' }],
  ['an isolated order', { ...buy, account: 2, type: 'PlaceIsolatedOrder', leverage: 10, margin: unitsOf('500') }],
  [
    'an isolated order beyond its means',
    { ...buy, account: 2, type: 'PlaceIsolatedOrder', leverage: 10, margin: 10n ** 16n },
  ],
];

const REDUCING: readonly (readonly [string, Command])[] = [
  ['a reduce-only order', { ...sell, reduceOnly: true }],
  ['an order as large as the position', { ...sell, quantity: '1' }],
  ['a market order against the position', plain({ side: 'sell', orderType: 'market', price: '', quantity: '0.01' })],
  ['a stop', conditional({ side: 'sell' })],
  ['a stop for the position', group(null)],
  ['a reduce-only order with a stop', group({ ...sell, reduceOnly: true })],
  ['a reduce-only TWAP', { ...twap, side: 'sell', reduceOnly: true }],
  ['a TWAP against the position', { ...twap, side: 'sell' }],
];

describe('a market whose index is stale', () => {
  test.each(INCREASING)('refuses %s, and one millisecond earlier it does not', (_what, command) => {
    expect(new StaleVenue().frozenFor(AGE).refusal(command)).toMatchObject(STALE);
    expect(new StaleVenue().frozenFor(AGE - 1).run(command).refusal?.message).not.toBe(STALE.message);
  });

  test.each(REDUCING)('takes %s', (_what, command) => {
    const venue = new StaleVenue();
    venue.place(2, 'buy', '1', '94900');
    expect(venue.frozenFor(AGE).run(command).refusal).toBeNull();
  });

  test('counts what is open on the same side', () => {
    const venue = new StaleVenue();
    venue.place(0, 'sell', '0.6', '96000');
    venue.place(0, 'sell', '0.3', '96000', { reduceOnly: true });
    venue.frozenFor(AGE);
    expect(venue.refusal({ ...sell, quantity: '0.10001' })).toMatchObject(STALE);
    expect(venue.run({ ...sell, quantity: '0.1' }).refusal).toBeNull();
  });

  test('says so before the terms of an order, and after what the specification states', () => {
    const venue = new StaleVenue().frozenFor(AGE);
    expect(venue.refusal({ ...buy, price: '94000.5', quantity: 'many' })).toMatchObject(STALE);
    venue.run({ type: 'SetMarketStatus', symbol: SYMBOL, status: 'close_only' });
    expect(venue.refusal(buy)).toMatchObject({ code: 'MARKET_CLOSED', message: 'market is close only' });
    const backed = new StaleVenue(collateralConfig('10'));
    backed.feed(true, 'ETH-USDT').frozenFor(AGE);
    expect(backed.refusal({ ...buy, account: 3 })).toMatchObject({ code: 'COLLATERAL_PRICE_STALE' });
  });

  test('refuses changes that enlarge or move an order, and takes those that shrink it', () => {
    const venue = new StaleVenue();
    const [bid, ask] = [buy, { ...sell, quantity: '0.5' }].map((order) => {
      const placed = venue.run(order).events[0];
      return placed?.type === 'OrderPlaced' ? placed.order.no : -1;
    });
    venue.frozenFor(AGE);
    const change = { type: 'ModifyOrder', account: 0, price: null, quantity: null, triggerPrice: null } as const;
    expect(venue.refusal({ ...change, order: { no: bid ?? 0 }, quantity: '0.02' })).toMatchObject(STALE);
    expect(venue.refusal({ ...change, order: { no: bid ?? 0 }, price: '94100' })).toMatchObject(STALE);
    expect(venue.run({ ...change, order: { no: bid ?? 0 }, quantity: '0.005' }).refusal).toBeNull();
    expect(venue.refusal({ ...change, order: { no: ask ?? 0 }, quantity: '1.00001' })).toMatchObject(STALE);
    expect(venue.run({ ...change, order: { no: ask ?? 0 }, quantity: '1', price: '95500' }).refusal).toBeNull();
    expect(venue.run({ type: 'CancelOrder', account: 0, order: { no: bid ?? 0 } }).refusal).toBeNull();
  });

  test('sends no chunk of a TWAP that enlarges, until its feed goes on', () => {
    const venue = new StaleVenue();
    venue.place(1, 'sell', '1', '95000');
    venue.run({ ...twap, account: 2 });
    const held = (): number | undefined => venue.account(2).positions.get(SYMBOL)?.lots;
    expect(held()).toBe(2_000);
    venue.frozenFor(30_000);
    expect(held()).toBe(4_000);
    venue.advance(30_000);
    expect(held()).toBe(4_000);
    venue.feed(false).advance(30_000);
    expect(held()).toBe(6_000);
  });

  test('fires the stops of a position', () => {
    const venue = new StaleVenue();
    venue.place(2, 'buy', '1', '94900');
    venue.run(conditional({ side: 'sell', quantity: '0.5', triggerPrice: '94950' }));
    venue.frozenFor(AGE);
    venue.run({ type: 'SetMarkPrice', symbol: SYMBOL, price: 94_900 });
    expect(venue.account(0).positions.get(SYMBOL)?.lots).toBe(50_000);
  });
});

describe('an index', () => {
  test('is stale from the age on that the world says, and fresh with the next word of it', () => {
    const venue = new StaleVenue(testConfig({ risk: { ...STANDARD_RISK, indexMaxAgeMs: 5 } }));
    expect(venue.isStale()).toBe(false);
    venue.frozenFor(4);
    expect(venue.isStale()).toBe(false);
    venue.advance(1);
    expect(venue.isStale()).toBe(true);
    venue.run({ type: 'SetIndexPrice', symbol: SYMBOL, price: 9_500_000_000_000 });
    expect(venue.isStale()).toBe(false);
    venue.advance(5);
    expect(venue.isStale()).toBe(true);
    expect(venue.feed(false).isStale()).toBe(false);
  });

  test('concerns who has a position there or holds what it prices', () => {
    const venue = new StaleVenue(collateralConfig('10'));
    venue.run({ type: 'TransferCollateral', from: 0, to: 3, asset: 'WETH', amount: unitsOf('10') });
    const concerned = (): boolean[] =>
      [0, 2].map((account) => restsOnStalePrice(venue.engine.state, { account, symbol: null }));
    expect(concerned()).toEqual([false, false]);
    venue.frozenFor(AGE);
    expect(concerned()).toEqual([true, false]);
    venue.feed(false).feed(true, 'ETH-USDT').advance(AGE);
    expect(concerned()).toEqual([false, true]);
  });
});

describe('the agents of a world', () => {
  test('leave their quotes as they stand while the index is stale, and move on with it', () => {
    const liquidity = {
      kind: 'agents',
      stepMs: 1_000,
      makers: 2,
      levels: 5,
      firstTicks: 4,
      stepTicks: 25,
      minLots: 2_000,
      maxLots: 4_000,
      takerPerMillion: 1_000_000,
      cancelPerMillion: 100_000,
      basisReversionPerMillion: 20_000,
      basisNoisePpb: 100_000,
    } as const;
    const venue = new TestVenue(testConfig({ markets: [testMarket(SYMBOL, { liquidity })] }));
    const market = venue.engine.state.markets.get(SYMBOL);
    const quotes = (): readonly number[] => [...venue.engine.state.orders.keys()];
    venue.advance(10_000);
    venue.run({ type: 'SetFeed', symbol: SYMBOL, frozen: true });
    venue.advance(AGE);
    const left = quotes();
    expect(left.length).toBeGreaterThanOrEqual(15);
    venue.advance(10 * AGE);
    expect(quotes()).toEqual(left);
    venue.run({ type: 'SetFeed', symbol: SYMBOL, frozen: false });
    venue.advance(60_000);
    expect(quotes()).not.toEqual(left);
    expect(market?.book.bestBid()).toBeGreaterThan(0);
  });
});
