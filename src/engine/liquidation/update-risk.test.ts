import { describe, expect, test } from 'vitest';
import { unitsOf } from '../../kernel/decimal.ts';
import { collateralConfig } from '../accounts/collateral.test-helper.ts';
import { checkAll, longVenue, ofType, RiskVenue, stepsOf } from './risk-venue.test-helper.ts';

describe('a margin account below its maintenance', () => {
  test('is not liquidated at equality, and is liquidated one tick below', () => {
    const venue = longVenue();
    expect(stepsOf(venue.move(90_000).events)).toEqual([]);
    expect(stepsOf(venue.move(89_999).events)).toEqual(['LiquidationBegan partial', 'LiquidationPaused', 'TimerArmed']);
    expect([...venue.engine.state.liquidations.values()]).toMatchObject([{ no: 1, account: 0, symbol: null }]);
    checkAll(venue);
  });

  test('is liquidated with the figures of the decision in the event', () => {
    const venue = longVenue();
    const [began] = ofType(venue.move(89_000).events, 'LiquidationBegan');
    expect(began).toMatchObject({
      liquidation: 1,
      account: 0,
      symbol: null,
      stage: 'partial',
      equity: unitsOf('350'),
      maintenance: unitsOf('445'),
    });
  });

  test('has all its orders cancelled, resting and waiting ones', () => {
    const venue = longVenue();
    venue.place(0, 'buy', '0.01', '80000');
    venue.place(0, 'sell', '0.05', '103000', { reduceOnly: true });
    venue.place(0, 'buy', '0.1', '3000', { symbol: 'ETH-USDT' });
    const { events } = venue.move(89_999);
    expect(stepsOf(events).slice(0, 4)).toEqual([
      'LiquidationBegan partial',
      'OrderCancelled maintenance_breach',
      'OrderCancelled maintenance_breach',
      'OrderCancelled maintenance_breach',
    ]);
    expect(ofType(events, 'OrderCancelled').map(({ order }) => order)).toEqual([2, 3, 4]);
    expect(venue.account(0).liveOrders).toBe(0);
    checkAll(venue);
  });

  test('is not liquidated while liquidation is switched off', () => {
    const venue = longVenue({ risk: { liquidation: false } });
    expect(stepsOf(venue.move(80_000).events)).toEqual([]);
    checkAll(venue);
  });
});

describe('a liquidation ends', () => {
  test('as soon as the price has recovered', () => {
    const venue = longVenue();
    venue.move(89_000);
    expect(stepsOf(venue.move(90_000).events)).toEqual(['LiquidationEnded healthy']);
    expect(stepsOf(venue.wait(60_000))).toEqual([]);
    checkAll(venue);
  });

  test('when its owner pays in, or closes the position', () => {
    const paid = longVenue();
    paid.move(89_000);
    const deposit = paid.run({ type: 'Deposit', account: 0, asset: 'USDT', amount: unitsOf('95') });
    expect(stepsOf(deposit.events)).toEqual(['Deposited', 'LiquidationEnded healthy']);
    const closed = longVenue();
    closed.move(89_000);
    closed.place(2, 'buy', '1', '89000');
    const sale = closed.place(0, 'sell', '0.1', '', { orderType: 'market', reduceOnly: true });
    expect(stepsOf(sale.events)).toEqual(['OrderPlaced', 'Traded match', 'LiquidationEnded closed']);
    checkAll(closed);
  });
});

describe('several margin accounts', () => {
  test('are taken worst first', () => {
    const venue = new RiskVenue({ funds: ['1450', '1000000', '1400', '1425'] });
    for (const no of [0, 2, 3]) venue.deal(no, 1, '0.1');
    const { events } = venue.move(89_000);
    expect(ofType(events, 'LiquidationBegan').map(({ account }) => account)).toEqual([2, 3, 0]);
    checkAll(venue);
  });

  test('with equal figures go by account', () => {
    const venue = new RiskVenue({ funds: ['1450', '1000000', '1450'] });
    for (const no of [2, 0]) venue.deal(no, 1, '0.1');
    const { events } = venue.move(89_000);
    expect(ofType(events, 'LiquidationBegan').map(({ account }) => account)).toEqual([0, 2]);
  });

  test('a maker that a liquidation fill brings below maintenance is liquidated in the same command', () => {
    const venue = new RiskVenue({ funds: ['1450', '1000000', '1560'] });
    for (const no of [0, 2]) venue.deal(no, 1, '0.1');
    venue.place(2, 'buy', '0.02', '89500');
    venue.place(1, 'buy', '1', '89000');
    const { events } = venue.move(89_000);
    expect(ofType(events, 'LiquidationBegan')).toMatchObject([
      { account: 0, equity: unitsOf('350'), maintenance: unitsOf('445') },
      // Bought 0.02 at 500 above the mark: 10 less, and 89 more to have.
      { account: 2, equity: unitsOf('450'), maintenance: unitsOf('534') },
    ]);
    expect(ofType(events, 'LiquidationEnded')).toMatchObject([
      { account: 0, outcome: 'healthy' },
      { account: 2, outcome: 'healthy' },
    ]);
    checkAll(venue);
  });
});

describe('collateral that is sold before deleveraging', () => {
  const dev = (digit: string, ...balances: { asset: string; amount: bigint }[]) => ({
    address: `0x${digit.repeat(40)}`,
    tierId: 'market_maker',
    balances,
  });
  const { collaterals } = collateralConfig();
  const funds = [
    dev('a', { asset: 'WETH', amount: unitsOf('10') }),
    dev('b', { asset: 'USDT', amount: unitsOf('1000000') }),
  ];

  test('can be worth more than zero without its haircut: then no winner is deleveraged', () => {
    const venue = new RiskVenue({
      funds: [],
      vaultFunds: '0',
      change: { collaterals, devAccounts: funds },
      risk: { forcedExchange: false },
    });
    venue.deal(0, 1, '1');
    // 31,350 after the haircut of 5 % less 32,000; without it there are 1,000 of the 3,400 that are needed.
    const { events } = venue.move(68_000);
    expect(stepsOf(events)).toEqual([
      'LiquidationBegan vault',
      'LiquidationStaged adl',
      'CollateralExchanged',
      'LiquidationPaused',
      'TimerArmed',
    ]);
    expect(ofType(events, 'CollateralExchanged')).toMatchObject([
      { account: 0, taken: unitsOf('10'), received: unitsOf('33000'), haircut: 0, forced: true },
    ]);
    expect([venue.lots(0), venue.usdt(0)]).toEqual([100_000, unitsOf('33000')]);
    checkAll(venue);
    // Bankrupt for good, it is closed against the winner: 1,000 below the mark would be missing 1,000.
    const last = venue.move(66_000).events;
    expect(ofType(last, 'Deleveraged')).toMatchObject([{ winner: 1, price: 67_000, lots: 100_000 }]);
    expect(venue.usdt(0)).toBe(0n);
    checkAll(venue);
  });

  test('a trigger that a deleveraged order held back fires with it, in a market whose price stood still', () => {
    const venue = new RiskVenue({ funds: ['1100', '100000', '100000', '100000'], vaultFunds: '0' });
    const ether = { symbol: 'ETH-USDT' } as const;
    const deal = (buyer: number, seller: number, quantity: string, price: string): void => {
      venue.place(seller, 'sell', quantity, price, ether);
      venue.place(buyer, 'buy', quantity, price, ether);
    };
    venue.deal(0, 1, '0.1');
    deal(0, 1, '0.1', '3300');
    deal(2, 3, '0.1', '3300');
    deal(3, 2, '0.01', '3200');
    // The winner's bid stands above the last trade, so that the last price is 3,210.
    venue.place(1, 'buy', '0.1', '3210', { ...ether, reduceOnly: true });
    const stop = { type: 'PlaceConditional', account: 2, ...ether, side: 'sell', price: '' } as const;
    const trigger = { orderType: 'triggerSl', triggerPrice: '3205', triggerPriceType: 'last' } as const;
    const rest = { quantity: '0.09', reduceOnly: true, closePosition: false, clientId: '', source: '' } as const;
    expect(venue.run({ ...stop, ...trigger, ...rest }).refusal).toBeNull();
    const { events } = venue.move(85_000);
    expect(ofType(events, 'Deleveraged').map(({ market }) => market)).toEqual(['BTC-USDT', 'ETH-USDT']);
    expect(ofType(events, 'OrderTriggered')).toHaveLength(1);
  });
});
