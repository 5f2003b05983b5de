import { describe, expect, test } from 'vitest';
import { unitsOf } from '../../../kernel/decimal.ts';
import { VAULT_NO } from '../../../kernel/ids.ts';
import { checkAll, ofType, RiskVenue, stepsOf } from '../risk-venue.test-helper.ts';

const RICH = '100000';
const END = { type: 'Delist', symbol: 'BTC-USDT' } as const;

/** 0 is long 0.3, 1 short 0.1, 2 long 0.1, 3 short 0.3, all at 100,000. */
function venueOf(change: Partial<ConstructorParameters<typeof RiskVenue>[0]> = {}): RiskVenue {
  const venue = new RiskVenue({ funds: [RICH, RICH, RICH, RICH], ...change });
  venue.deal(0, 3, '0.3');
  venue.deal(2, 1, '0.1');
  return venue;
}

describe('the end of a market', () => {
  test('closes all positions at the price, without fees and in the order of accounts, and no money is made', () => {
    const venue = venueOf({ tier: { makerRate: 10_000, takerRate: 50_000 } });
    const before = [0, 1, 2, 3].map((no) => venue.usdt(no));
    const { events } = venue.run({ ...END, price: 90_000 });
    expect(
      ofType(events, 'Traded').map(({ cause, taker, maker, quantity, price }) => [
        cause,
        taker.account,
        maker.account,
        quantity,
        price,
      ]),
    ).toEqual([
      ['settlement', 0, 1, 10_000, 90_000],
      ['settlement', 0, 3, 20_000, 90_000],
      ['settlement', 2, 3, 10_000, 90_000],
    ]);
    const gains = [0, 1, 2, 3].map((no, index) => venue.usdt(no) - (before[index] ?? 0n));
    expect(gains).toEqual(['-3000', '1000', '-1000', '3000'].map((text) => unitsOf(text)));
    const market = venue.engine.state.markets.get('BTC-USDT');
    expect([market?.status, market?.openInterest, market?.lastTrade]).toEqual(['closed', 0, 100_000]);
    expect([0, 1, 2, 3].map((no) => venue.lots(no))).toEqual([0, 0, 0, 0]);
    checkAll(venue);
  });

  test('is at the mark where no price is given', () => {
    const venue = venueOf();
    venue.move(101_000);
    const { mark } = venue.engine.state.markets.get('BTC-USDT') ?? {};
    expect(new Set(ofType(venue.run({ ...END, price: null }).events, 'Traded').map(({ price }) => price))).toEqual(
      new Set([mark]),
    );
  });

  test('ends orders of every kind, and those of other markets stay', () => {
    const venue = venueOf();
    venue.place(0, 'buy', '0.1', '96000');
    venue.place(1, 'buy', '0.1', '97000', { reduceOnly: true });
    venue.place(2, 'sell', '1', '3400', { symbol: 'ETH-USDT' });
    const stop = venue.run({
      type: 'PlaceConditional',
      account: 0,
      symbol: 'BTC-USDT',
      side: 'sell',
      orderType: 'triggerSl',
      price: '',
      triggerPrice: '96000',
      triggerPriceType: 'mark',
      quantity: '0.1',
      reduceOnly: true,
      closePosition: false,
      clientId: '',
      source: '',
    });
    expect(stop.refusal).toBeNull();
    const live = venue.engine.state.orders.size;
    const { events } = venue.run({ ...END, price: 100_000 });
    const ended = ofType(events, 'OrderCancelled').map(({ cause }) => cause);
    expect(ended).toEqual(Array.from({ length: live - 1 }, () => 'delisted'));
    expect(live).toBe(4);
    expect([...venue.engine.state.orders.values()].map(({ symbol }) => symbol)).toEqual(['ETH-USDT']);
    checkAll(venue);
  });

  test('releases isolated margin, and nothing is placed any more', () => {
    const venue = new RiskVenue({ funds: [RICH, RICH] });
    venue.place(1, 'sell', '0.1', '100000');
    const order = { account: 0, symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '100000' } as const;
    const rest = { quantity: '0.1', reduceOnly: false, postOnly: false, clientId: '', expiresAt: null, source: '' };
    venue.run({ type: 'PlaceIsolatedOrder', ...order, ...rest, leverage: 5, margin: unitsOf('2000') });
    expect(venue.account(0).isolated.get('BTC-USDT')?.margin).toBe(unitsOf('2000'));
    const { events } = venue.run({ ...END, price: 99_000 });
    expect(stepsOf(events)).toEqual([
      'MarketStatusSet',
      'OrderPlaced',
      'OrderPlaced',
      'Traded settlement',
      'IsolatedMarginReleased',
    ]);
    expect([venue.usdt(0), venue.usdt(1)]).toEqual([unitsOf('99900'), unitsOf('100100')]);
    expect(venue.place(0, 'buy', '0.1', '100000').refusal?.code).toBe('MARKET_CLOSED');
    checkAll(venue);
  });

  test('leaves a debt to the vault, and ends a liquidation that waits', () => {
    const venue = new RiskVenue({ funds: ['1450', RICH, RICH], vaultFunds: '5000' });
    venue.deal(0, 1, '0.1');
    venue.run({ ...END, price: 70_000 });
    // 1,450 less 3,000: the vault covers what is missing.
    expect([venue.usdt(0), venue.usdt(1), venue.usdt(VAULT_NO)]).toEqual(
      ['0', '103000', '3450'].map((text) => unitsOf(text)),
    );
    expect(venue.engine.state.liquidations.size).toBe(0);
    checkAll(venue);
    const waiting = new RiskVenue({ funds: ['1450', RICH, RICH], risk: { deleveraging: false }, vaultFunds: '0' });
    waiting.deal(0, 1, '0.1');
    waiting.move(86_000);
    expect(waiting.engine.state.liquidations.size).toBe(1);
    const { events } = waiting.run({ ...END, price: 95_000 });
    expect(ofType(events, 'LiquidationEnded')).toMatchObject([{ account: 0 }]);
    checkAll(waiting);
  });

  test('is not the end for good: a market that is opened again trades', () => {
    const venue = venueOf();
    venue.run({ ...END, price: 100_000 });
    venue.run({ type: 'SetMarketStatus', symbol: 'BTC-USDT', status: 'open' });
    venue.deal(0, 1, '0.1');
    expect(venue.lots(0)).toBe(10_000);
    checkAll(venue);
  });

  test.each([
    [{ ...END, symbol: 'NO-USDT', price: 1 }, 'MARKET_NOT_FOUND'],
    [{ ...END, price: 0 }, 'INVALID_VALUE'],
  ])('%j is refused with %s', (command, code) => {
    const venue = venueOf();
    expect(venue.run(command).refusal?.code).toBe(code);
    expect(venue.lots(0)).toBe(30_000);
  });
});
