import { describe, expect, test } from 'vitest';
import { collateralConfig } from '../../engine/accounts/collateral.test-helper.ts';
import { testConfig, testMarket } from '../../engine/config.test-helper.ts';
import { unitsOf } from '../../kernel/decimal.ts';
import { plain } from '../../engine/orders/conditional-venue.test-helper.ts';
import type { Account, Position } from '../../engine/state.ts';
import { ExplainingVenue } from './explaining-venue.test-helper.ts';
import { explainPosition, explainSummary } from './explain-margin.ts';
import { checkChain, resultOf } from './recompute.test-helper.ts';

function positionOf(account: Account, symbol = 'BTC-USDT'): Position {
  const position = account.positions.get(symbol);
  if (!position) throw new Error(`no position in ${symbol}`);
  return position;
}

describe('the figures of an account', () => {
  test('with a position, an order, a haircut over two bands and a peg', () => {
    const venue = new ExplainingVenue(collateralConfig('200'));
    venue.run(plain({ account: 1, side: 'sell', quantity: '2' }));
    venue.run(plain({ quantity: '2', orderType: 'limitIoc' }));
    venue.run(plain({ price: '94000' }));
    venue.run({ type: 'SetPeg', asset: 'WETH', peg: 90_000_000 });
    venue.run({ type: 'SetIndexPrice', symbol: 'BTC-USDT', price: 9_600_000_000_000 });
    const why = explainSummary(venue.engine.state, venue.account(0));
    checkChain(why);
    expect(why.verdict).toEqual({
      accountValue: '605905.00',
      availableMargin: '542705.00',
      totalUnrealizedPnl: '2000.00',
      maintenanceMargin: '960.00',
      initialMargin: '28800.00',
      withdrawable: '9905.00',
      adjustedAccountValue: '571505.00',
      debt: '0.00',
    });
  });

  test('that has nothing', () => {
    const venue = new ExplainingVenue(
      testConfig({ devAccounts: testConfig().devAccounts.map((dev) => ({ ...dev, balances: [] })) }),
    );
    const why = explainSummary(venue.engine.state, venue.account(0));
    checkChain(why);
    expect(why.verdict['accountValue']).toBe('0.00');
    expect(why.subject).toEqual({ subAccountId: '1867542890123456789' });
  });
});

describe('the figures of a position', () => {
  const held = (balance: string, side: 'buy' | 'sell', quantity = '1', tiers = testMarket('BTC-USDT').marginTiers) => {
    const config = testConfig({ markets: [testMarket('BTC-USDT', { marginTiers: tiers })] });
    const [first, ...others] = config.devAccounts;
    if (!first) throw new Error('there are accounts');
    const balances = [{ asset: 'USDT', amount: unitsOf(balance) }];
    const venue = new ExplainingVenue({ ...config, devAccounts: [{ ...first, balances }, ...others] });
    venue.run(plain({ account: 1, side: side === 'buy' ? 'sell' : 'buy', quantity }));
    venue.run(plain({ side, quantity, orderType: 'limitIoc' }));
    return venue;
  };

  test.each([
    ['buy', '85450'],
    ['sell', '104455'],
  ] as const)('%s, cross', (side, price) => {
    const venue = held('10025', side);
    const why = explainPosition(venue.engine.state, venue.account(0), positionOf(venue.account(0)));
    checkChain(why);
    expect(why.verdict).toEqual({
      side: side === 'buy' ? 'long' : 'short',
      quantity: '1',
      upnl: '0',
      usedMargin: '9500.00',
      maintenanceMargin: '475.00',
      liquidationPrice: price,
    });
    expect(resultOf(why, 'liquidationPrice[BTC-USDT]')).toBe(price);
  });

  test('isolated: its own margin and nothing else', () => {
    const venue = new ExplainingVenue();
    venue.run(plain({ account: 1, side: 'sell' }));
    venue.run({ ...plain(), type: 'PlaceIsolatedOrder', leverage: 10, margin: unitsOf('10000') });
    const why = explainPosition(venue.engine.state, venue.account(0), positionOf(venue.account(0)));
    checkChain(why);
    expect(why.subject['mode']).toBe('isolated');
    expect(why.verdict).toMatchObject({ usedMargin: '9952.50', liquidationPrice: '85475' });
    expect(resultOf(why, 'liquidationPrice[BTC-USDT]')).toBe('85475');
  });
});
