import { describe, expect, test } from 'vitest';
import { collateralConfig } from '../accounts/collateral.test-helper.ts';
import { stateDigest } from '../canonical-state.ts';
import type { Command } from '../command.ts';
import { testConfig, testMarket } from '../config.test-helper.ts';
import type { EngineEvent } from '../event.ts';
import { plain } from '../orders/conditional-venue.test-helper.ts';
import { decodeState, encodeState } from '../state-codec/state-codec.ts';
import { TestVenue } from '../venue.test-helper.ts';
import { isHeld } from './price-steering.ts';

const SYMBOL = 'BTC-USDT';
const START = 1_767_571_200_000;
const usdt = (price: number): number => price * 100_000_000;

/** A market whose feed says 90,000 after ten seconds and 91,000 after twenty. */
class SteeredVenue extends TestVenue {
  constructor() {
    const steps = [
      { afterMs: 10_000, price: usdt(90_000) },
      { afterMs: 20_000, price: usdt(91_000) },
    ];
    super(testConfig({ markets: [testMarket(SYMBOL, { process: { kind: 'script', steps } })] }));
  }

  get market() {
    const market = this.engine.state.markets.get(SYMBOL);
    if (!market) throw new Error('the world has the market');
    return market;
  }

  /** Prices of the index from now on, with their times after the start. */
  prices(ms: number): unknown[] {
    const { events } = this.engine.apply({ kind: 'clock', at: this.engine.state.now + ms });
    return events.flatMap((event: EngineEvent): unknown[] =>
      event.type === 'IndexMoved' ? [[event.at - START, event.price / 100_000_000]] : [],
    );
  }
}

const pin = (price: number | null): Command => ({
  type: 'PinPrice',
  symbol: SYMBOL,
  price: price === null ? null : usdt(price),
});
const move = (price: number): Command => ({ type: 'SetIndexPrice', symbol: SYMBOL, price: usdt(price) });
const ramp = (price: number, overMs: number): Command => ({
  type: 'RampPrice',
  symbol: SYMBOL,
  price: usdt(price),
  overMs,
});
const feed = (frozen: boolean): Command => ({ type: 'SetFeed', symbol: SYMBOL, frozen });
const ramps = ({ engine }: TestVenue): number =>
  engine.state.timers.toCanonical().filter(({ job }) => job.kind === 'ramp').length;

describe('a pin', () => {
  test('keeps the price whatever the feed says, until it is released', () => {
    const venue = new SteeredVenue();
    venue.run(pin(40_000));
    expect([venue.market.index, venue.market.mark, isHeld(venue.market)]).toEqual([usdt(40_000), 40_000, true]);
    expect(venue.prices(15_000)).toEqual([]);
    venue.run(feed(false));
    expect([venue.market.index, isHeld(venue.market)]).toEqual([usdt(40_000), false]);
    expect(venue.prices(15_000)).toEqual([[20_000, 91_000]]);
  });

  test('without a price keeps the one there is, and a move moves it', () => {
    const venue = new SteeredVenue();
    venue.run(pin(null));
    expect(venue.market.index).toBe(usdt(95_000));
    venue.run(move(50_000));
    expect(venue.market).toMatchObject({ index: usdt(50_000), pinned: true });
    expect(venue.prices(60_000)).toEqual([]);
  });

  test('takes the place of a stop, and a stop its place', () => {
    const venue = new SteeredVenue();
    venue.run(feed(true));
    expect(TestVenue.seen(venue.run(pin(40_000)))).toEqual(['FeedSet', 'PricePinned', 'IndexMoved']);
    expect(venue.market).toMatchObject({ frozenAt: null, pinned: true });
    expect(TestVenue.seen(venue.run(feed(true)))).toEqual(['PricePinned', 'FeedSet']);
    expect(venue.market.frozenAt).toBe(START);
    expect(venue.market.pinned).toBeUndefined();
  });

  test('and a ramp are part of the digest and survive being stored', () => {
    const venue = new SteeredVenue();
    const { state } = venue.engine;
    const before = stateDigest(state);
    venue.run(pin(null));
    expect(stateDigest(state)).not.toBe(before);
    venue.run(pin(40_000));
    venue.run(ramp(42_000, 4_000));
    venue.advance(1_000);
    const copy = decodeState(encodeState(state), state.config);
    expect(stateDigest(copy)).toBe(stateDigest(state));
    expect(copy.markets.get(SYMBOL)).toMatchObject({ pinned: true, ramp: { to: usdt(42_000), endsAt: START + 4_000 } });
  });
});

describe('a ramp', () => {
  test('goes to its price in equal steps, one each second, and the feed goes on from there', () => {
    const venue = new SteeredVenue();
    venue.run(ramp(94_000, 4_000));
    expect(venue.prices(15_000)).toEqual([
      [1_000, 94_750],
      [2_000, 94_500],
      [3_000, 94_250],
      [4_000, 94_000],
      [10_000, 90_000],
    ]);
    expect([venue.market.ramp, ramps(venue)]).toEqual([undefined, 0]);
  });

  test('gives the same prices in one advance and in many', () => {
    const [slow, fast] = [new SteeredVenue(), new SteeredVenue()];
    for (const venue of [slow, fast]) venue.run(ramp(94_999, 7_000));
    const inParts = Array.from({ length: 36 }, () => slow.prices(250)).flat();
    expect(inParts).toEqual(fast.prices(9_000));
    expect([inParts.length, slow.market.index]).toEqual([7, usdt(94_999)]);
  });

  test('gives way to another, to a gap, to a pin and to a release, and leaves no timer behind', () => {
    for (const [command, index] of [
      [ramp(96_000, 2_000), 96_000],
      [move(97_000), 97_000],
      [pin(98_000), 98_000],
      [feed(false), 94_800],
    ] as const) {
      const venue = new SteeredVenue();
      venue.run(ramp(94_000, 5_000));
      venue.advance(1_000);
      venue.run(command);
      venue.advance(4_000);
      expect([venue.market.index / 100_000_000, ramps(venue)]).toEqual([index, 0]);
    }
  });

  test.each([0, 999, 1_500, 3_601_000])('over %d ms is refused, and nothing changes', (overMs) => {
    const venue = new SteeredVenue();
    const before = stateDigest({ ...venue.engine.state, inputSeq: 0 });
    expect(venue.run(ramp(94_000, overMs)).refusal).toMatchObject({
      code: 'INVALID_VALUE',
      message: 'overMs must be whole seconds from 1000 to 3600000',
    });
    expect(stateDigest({ ...venue.engine.state, inputSeq: 0 })).toBe(before);
  });
});

describe('what each verb does to orders, liquidations and collateral (docs/control.md)', () => {
  const VERBS = {
    pin: [{ type: 'PinPrice', price: usdt(3_300) }],
    gap: [{ type: 'SetIndexPrice', price: usdt(3_300) }],
    ramp: [{ type: 'RampPrice', price: usdt(3_300), overMs: 1_000 }],
    stop: [{ type: 'SetFeed', frozen: true }],
    release: [
      { type: 'SetFeed', frozen: true },
      { type: 'SetFeed', frozen: false },
    ],
  } as const;
  const CASES = (['pin', 'gap', 'ramp', 'stop', 'release'] as const).flatMap((verb) =>
    ([1_000, 60_000, 3_600_000] as const).map((ms) => ({ verb, ms, works: verb !== 'stop' || ms < 60_000 })),
  );

  /** Both markets steered: ETH-USDT prices the WETH that accounts hold, BTC-USDT is where they trade. */
  function steered(verb: keyof typeof VERBS, ms: number, { weth = '10', btc = 95_000 } = {}): TestVenue {
    const venue = new TestVenue(collateralConfig(weth));
    venue.place(1, 'sell', '1', '95000');
    venue.place(0, 'buy', '1', '95000');
    venue.run(move(btc));
    for (const symbol of ['BTC-USDT', 'ETH-USDT']) {
      const at = symbol === 'BTC-USDT' ? usdt(btc) : usdt(3_300);
      for (const command of VERBS[verb]) {
        const { refusal } = venue.run({ ...command, symbol, ...('price' in command && { price: at }) });
        expect(refusal).toBeNull();
      }
    }
    venue.advance(ms);
    return venue;
  }

  test.each(CASES)('$verb, after $ms ms: an order is taken: $works', ({ verb, ms, works }) => {
    const { refusal } = steered(verb, ms).run(plain({ price: '94000', quantity: '0.01' }));
    // The collateral of the account is looked at first; features/risk/price-control.feature has the market alone.
    expect(refusal?.code ?? null).toBe(works ? null : 'COLLATERAL_PRICE_STALE');
  });

  test.each(CASES)('$verb, after $ms ms: collateral can be exchanged: $works', ({ verb, ms, works }) => {
    const want = { kind: 'receive', amount: 10_000_000_000n } as const;
    const { refusal } = steered(verb, ms).run({ type: 'ExchangeCollateral', account: 0, source: 'WETH', want });
    expect(refusal?.code ?? null).toBe(works ? null : 'COLLATERAL_PRICE_STALE');
  });

  // About 9,981 of USDT and little ether: 9,000 of loss at 86,000 leave more than the 430 of maintenance, 11,000 at 84,000 do not.
  test.each(CASES)('$verb, after $ms ms: a position below maintenance is liquidated: $works', ({ verb, ms, works }) => {
    const venue = steered(verb, ms, { weth: '0.01', btc: 86_000 });
    const seen = TestVenue.seen(venue.run({ type: 'SetMarkPrice', symbol: 'BTC-USDT', price: 84_000 }));
    expect(seen.includes('LiquidationBegan')).toBe(works);
  });

  test.each(CASES)('$verb, after $ms ms: a cancel is taken, whatever the price', ({ verb, ms }) => {
    const venue = new TestVenue(collateralConfig('10'));
    venue.place(0, 'buy', '0.1', '94000');
    for (const command of VERBS[verb]) {
      venue.run({ ...command, symbol: 'BTC-USDT', ...('price' in command && { price: usdt(95_000) }) });
    }
    venue.advance(ms);
    expect(TestVenue.seen(venue.run({ type: 'CancelOrder', account: 0, order: { no: 0 } }))).toEqual([
      'OrderCancelled',
    ]);
  });

  test('a move on a stopped feed is fresh for as long again', () => {
    const venue = steered('stop', 50_000);
    for (const symbol of ['BTC-USDT', 'ETH-USDT']) {
      venue.run({ type: 'SetIndexPrice', symbol, price: usdt(symbol === 'BTC-USDT' ? 95_000 : 3_300) });
    }
    const codeAfter = (ms: number): unknown => {
      venue.advance(ms);
      return venue.run(plain({ price: '94000', quantity: '0.01' })).refusal?.code;
    };
    expect([codeAfter(59_999), codeAfter(1)]).toEqual([undefined, 'COLLATERAL_PRICE_STALE']);
  });
});
