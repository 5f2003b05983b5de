import { describe, expect, test } from 'vitest';
import { unitsOf } from '../../kernel/decimal.ts';
import { collateralConfig } from '../accounts/collateral.test-helper.ts';
import { checkInvariants } from '../invariants.ts';
import { checkRisk } from './check-risk.ts';
import { ofType, RiskDesk, type RiskWorld, told } from './risk-desk.test-helper.ts';

/** Account 0 is long 0.1 at 100,000 with 1,450; account 1 is short against it. */
function longDesk(change: Partial<RiskWorld> = {}): RiskDesk {
  const desk = new RiskDesk({ funds: ['1450', '100000', '100000'], ...change });
  desk.deal(0, 1, '0.1');
  return desk;
}

function settled(desk: RiskDesk): void {
  checkInvariants(desk.engine.state);
  checkRisk(desk.engine.state);
}

describe('a domain below its maintenance', () => {
  test('is left alone at equality, and liquidated one tick below', () => {
    const desk = longDesk();
    expect(told(desk.move(90_000).events)).toEqual([]);
    expect(told(desk.move(89_999).events)).toEqual(['LiquidationBegan partial', 'LiquidationPaused', 'TimerArmed']);
    expect([...desk.engine.state.liquidations.values()]).toMatchObject([{ no: 1, account: 0, symbol: null }]);
    settled(desk);
  });

  test('says on which figures it is liquidated', () => {
    const desk = longDesk();
    const [began] = ofType(desk.move(89_000).events, 'LiquidationBegan');
    expect(began).toMatchObject({
      liquidation: 1,
      account: 0,
      symbol: null,
      stage: 'partial',
      equity: unitsOf('350'),
      maintenance: unitsOf('445'),
    });
  });

  test('has all its orders pulled, whatever they wait for', () => {
    const desk = longDesk();
    desk.place(0, 'buy', '0.01', '80000');
    desk.place(0, 'sell', '0.05', '103000', { reduceOnly: true });
    desk.place(0, 'buy', '0.1', '3000', { symbol: 'ETH-USDT' });
    const { events } = desk.move(89_999);
    expect(told(events).slice(0, 4)).toEqual([
      'LiquidationBegan partial',
      'OrderCancelled maintenance_breach',
      'OrderCancelled maintenance_breach',
      'OrderCancelled maintenance_breach',
    ]);
    expect(ofType(events, 'OrderCancelled').map(({ order }) => order)).toEqual([2, 3, 4]);
    expect(desk.account(0).liveOrders).toBe(0);
    settled(desk);
  });

  test('is not, while liquidation is switched off', () => {
    const desk = longDesk({ risk: { liquidation: false } });
    expect(told(desk.move(80_000).events)).toEqual([]);
    settled(desk);
  });
});

describe('a liquidation ends', () => {
  test('as soon as the price is back', () => {
    const desk = longDesk();
    desk.move(89_000);
    expect(told(desk.move(90_000).events)).toEqual(['LiquidationEnded healthy']);
    expect(told(desk.wait(60_000))).toEqual([]);
    settled(desk);
  });

  test('when its owner pays in, or closes the position', () => {
    const paid = longDesk();
    paid.move(89_000);
    const deposit = paid.run({ type: 'Deposit', account: 0, asset: 'USDT', amount: unitsOf('95') });
    expect(told(deposit.events)).toEqual(['Deposited', 'LiquidationEnded healthy']);
    const closed = longDesk();
    closed.move(89_000);
    closed.place(2, 'buy', '1', '89000');
    const sale = closed.place(0, 'sell', '0.1', '', { orderType: 'market', reduceOnly: true });
    expect(told(sale.events)).toEqual(['OrderPlaced', 'Traded match', 'LiquidationEnded closed']);
    settled(closed);
  });
});

describe('several domains', () => {
  test('are taken worst first', () => {
    const desk = new RiskDesk({ funds: ['1450', '1000000', '1400', '1425'] });
    for (const no of [0, 2, 3]) desk.deal(no, 1, '0.1');
    const { events } = desk.move(89_000);
    expect(ofType(events, 'LiquidationBegan').map(({ account }) => account)).toEqual([2, 3, 0]);
    settled(desk);
  });

  test('with equal figures go by account', () => {
    const desk = new RiskDesk({ funds: ['1450', '1000000', '1450'] });
    for (const no of [2, 0]) desk.deal(no, 1, '0.1');
    const { events } = desk.move(89_000);
    expect(ofType(events, 'LiquidationBegan').map(({ account }) => account)).toEqual([0, 2]);
  });

  test('a maker that a liquidation fills falls next, in the same command', () => {
    const desk = new RiskDesk({ funds: ['1450', '1000000', '1560'] });
    for (const no of [0, 2]) desk.deal(no, 1, '0.1');
    desk.place(2, 'buy', '0.02', '89500');
    desk.place(1, 'buy', '1', '89000');
    const { events } = desk.move(89_000);
    expect(ofType(events, 'LiquidationBegan')).toMatchObject([
      { account: 0, equity: unitsOf('350'), maintenance: unitsOf('445') },
      // Bought 0.02 at 500 above the mark: 10 less, and 89 more to have.
      { account: 2, equity: unitsOf('450'), maintenance: unitsOf('534') },
    ]);
    expect(ofType(events, 'LiquidationEnded')).toMatchObject([
      { account: 0, outcome: 'healthy' },
      { account: 2, outcome: 'healthy' },
    ]);
    settled(desk);
  });
});

describe('collateral sold before anybody is deleveraged', () => {
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

  test('may turn out to be worth something without its haircut: then nobody has to give up anything', () => {
    const desk = new RiskDesk({
      funds: [],
      vaultFunds: '0',
      change: { collaterals, devAccounts: funds },
      risk: { forcedExchange: false },
    });
    desk.deal(0, 1, '1');
    // 31,350 after the haircut of 5 % less 32,000; without it there are 1,000 of the 3,400 that are needed.
    const { events } = desk.move(68_000);
    expect(told(events)).toEqual([
      'LiquidationBegan vault',
      'LiquidationStaged adl',
      'CollateralExchanged',
      'LiquidationPaused',
      'TimerArmed',
    ]);
    expect(ofType(events, 'CollateralExchanged')).toMatchObject([
      { account: 0, taken: unitsOf('10'), received: unitsOf('33000'), haircut: 0, forced: true },
    ]);
    expect([desk.lots(0), desk.usdt(0)]).toEqual([100_000, unitsOf('33000')]);
    settled(desk);
    // Bankrupt for good, it is closed against the winner: 1,000 below the mark would be missing 1,000.
    const last = desk.move(66_000).events;
    expect(ofType(last, 'Deleveraged')).toMatchObject([{ winner: 1, price: 67_000, lots: 100_000 }]);
    expect(desk.usdt(0)).toBe(0n);
    settled(desk);
  });

  test('a trigger that a deleveraged order held back fires with it, in a market whose price stood still', () => {
    const desk = new RiskDesk({ funds: ['1100', '100000', '100000', '100000'], vaultFunds: '0' });
    const ether = { symbol: 'ETH-USDT' } as const;
    const deal = (buyer: number, seller: number, quantity: string, price: string): void => {
      desk.place(seller, 'sell', quantity, price, ether);
      desk.place(buyer, 'buy', quantity, price, ether);
    };
    desk.deal(0, 1, '0.1');
    deal(0, 1, '0.1', '3300');
    deal(2, 3, '0.1', '3300');
    deal(3, 2, '0.01', '3200');
    // The winner's bid stands above the last trade, so that the last price is 3,210.
    desk.place(1, 'buy', '0.1', '3210', { ...ether, reduceOnly: true });
    const stop = { type: 'PlaceConditional', account: 2, ...ether, side: 'sell', price: '' } as const;
    const trigger = { orderType: 'triggerSl', triggerPrice: '3205', triggerPriceType: 'last' } as const;
    const rest = { quantity: '0.09', closePosition: false, clientId: '', source: '' } as const;
    expect(desk.run({ ...stop, ...trigger, ...rest }).refusal).toBeNull();
    const { events } = desk.move(85_000);
    expect(ofType(events, 'Deleveraged').map(({ market }) => market)).toEqual(['BTC-USDT', 'ETH-USDT']);
    expect(ofType(events, 'OrderTriggered')).toHaveLength(1);
  });
});
