import { expect, it } from 'vitest';
import { assignRoles, narrowest, typical } from './assign.ts';
import { type Look, lookFrom } from './view.ts';

const look = (symbol: string, bid: string, ask: string, of: Record<string, unknown> = {}): [string, Look] => {
  const row = {
    symbol,
    isOpen: true,
    isCloseOnly: false,
    priceIncrement: '1',
    orderSizeIncrement: '1',
    minOrderSize: '1',
    limitOrderPriceCapRatio: '0.05',
    limitOrderPriceFloorRatio: '0.05',
    ...of,
  };
  const found = lookFrom(row, { markPrice: bid, indexPrice: bid, bestBid: bid, bestAsk: ask });
  if (!found) throw new Error('no look');
  return [symbol, found];
};

const looks = new Map([
  look('BTC-USDT', '95000', '95010'),
  look('ETH-USDT', '3000', '3002'),
  look('WIDE-USDT', '5000', '5040'),
  look('SHUT-USDT', '5000', '5040', { isOpen: false }),
  look('TIGHT-USDT', '5000', '5001'),
  look('BOUND-USDT', '500', '520'),
]);

it('prefers the usual markets where they have room, and the widest otherwise', () => {
  expect(assignRoles(looks)).toEqual({
    roles: { market: 'BTC-USDT', 'second market': 'WIDE-USDT', 'third market': 'ETH-USDT' },
  });
});

it('does as the profile says', () => {
  expect(assignRoles(looks, { market: 'WIDE-USDT' }).roles.market).toBe('WIDE-USDT');
  expect(assignRoles(looks, { 'second market': 'NONE-USDT' }).fault).toBe(
    'the profile names NONE-USDT, which getMarkets does not list',
  );
});

it('says why no market will do', () => {
  const some = new Map([...looks].filter(([symbol]) => /SHUT|TIGHT|BOUND/.test(symbol)));
  expect(assignRoles(some)).toEqual({
    roles: {},
    fault: 'no market is open with a price between its best two: scenarios trade there',
  });
});

it('takes a market for as narrow as it has been seen', () => {
  const later = new Map([look('BTC-USDT', '95000', '95001'), look('ETH-USDT', '3000', '3009')]);
  const seen = narrowest([looks, later]);
  expect(seen.get('BTC-USDT')?.bestAsk?.toNumber()).toBe(95_001);
  expect(seen.get('ETH-USDT')?.bestAsk?.toNumber()).toBe(3_002);
  expect(assignRoles(seen).roles).toEqual({
    market: 'WIDE-USDT',
    'second market': 'ETH-USDT',
    'third market': 'BTC-USDT',
  });
});

it('knows a market by its middle look, where each was shut once', () => {
  const open = new Map([look('BTC-USDT', '95000', '95010')]);
  const shut = new Map([look('BTC-USDT', '95000', '95001')]);
  expect(assignRoles(narrowest([open, shut, open])).fault).toContain('no market is open');
  expect(assignRoles(typical([open, shut, open])).roles).toEqual({ market: 'BTC-USDT' });
  expect(assignRoles(typical([shut, shut, open])).fault).toContain('no market is open');
});

it('takes the first market with trading hours for the session market, open or not', () => {
  const resting = look('REST-USDT', '70', '70', { isOpen: false });
  const seen = new Map([...looks, [resting[0], { ...resting[1], onHours: false }] as const]);
  expect(assignRoles(seen).roles['session market']).toBe('REST-USDT');
  expect(assignRoles(looks).roles).not.toHaveProperty('session market');
});

it('takes a market for fine where the least value of an order takes many lots, whatever else it is', () => {
  const band = { limitOrderPriceCapRatio: '0.1', limitOrderPriceFloorRatio: '0.1' };
  const lots = { ...band, orderSizeIncrement: '0.1', minNotionalValue: '10', priceIncrement: '0.001' };
  const [coarse, least, fine] = [
    look('COARSE-USDT', '2.3', '2.4', { ...lots, orderSizeIncrement: '1' }),
    look('LEAST-USDT', '2.3', '2.4', { ...lots, minOrderSize: '3' }),
    look('FINE-USDT', '2.3', '2.4', lots),
  ];
  expect(assignRoles(new Map([coarse, least, fine])).roles).toMatchObject({
    market: 'LEAST-USDT',
    'fine market': 'FINE-USDT',
  });
  expect(assignRoles(new Map([coarse, least])).roles).not.toHaveProperty('fine market');
});
