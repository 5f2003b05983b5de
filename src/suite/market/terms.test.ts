import { describe, expect, it } from 'vitest';
import { Amount } from '../amount.ts';
import { isLive, needsLook, readTerm, rolesOf, termsIn, termText, type TermSource } from './terms.ts';
import { type Look, lookFrom } from './view.ts';

const row = (symbol: string, tick: string, minimum: string): Record<string, unknown> => ({
  symbol,
  baseAsset: symbol.replace('-USDT', ''),
  settleAsset: 'USDT',
  isOpen: true,
  isCloseOnly: false,
  priceIncrement: tick,
  orderSizeIncrement: '0.001',
  minOrderSize: minimum,
  maxMarketOrderSize: '10',
  maxLimitOrderSize: '100',
  minNotionalValue: '10',
  limitOrderPriceCapRatio: '0.05',
  limitOrderPriceFloorRatio: '0.05',
  defaultLeverage: 10,
  maintenanceMarginTiers: [{ maxLeverage: 50, initialMarginRequirement: '0.02', maintenanceMarginRequirement: '0.01' }],
});

const look = (symbol: string, tick: string, minimum: string, bid: string, ask: string, mark: string): Look => {
  const prices = { markPrice: mark, indexPrice: mark, lastPrice: mark, bestBid: bid, bestAsk: ask };
  const found = lookFrom(row(symbol, tick, minimum), prices);
  if (!found) throw new Error('no look');
  return found;
};

const LOOKS: Readonly<Record<string, Look>> = {
  market: look('AAA-USDT', '0.5', '0.01', '1999.5', '2001', '2000.5'),
  'second market': look('BBB-USDT', '0.0001', '20', '0.4', '0.4004', '0.4002'),
};
const SOURCE: TermSource = {
  figure: (name) => (name === 'entry' ? new Amount('2000') : undefined),
  symbol: (role) => LOOKS[role]?.symbol,
  look: (role) => LOOKS[role],
};

const text = (expression: string, source = SOURCE): string | undefined => {
  const read = readTerm(expression);
  return read && termText(read, source);
};

describe('terms of a market', () => {
  it.each([
    ['market', 'AAA-USDT'],
    ['second market', 'BBB-USDT'],
    ['market, in lower case', 'aaa-usdt'],
    ['settlement', 'USDT'],
    ['second base', 'BBB'],
    ['tick', '0.5'],
    ['best bid - 2 ticks', '1998.5'],
    ['second best ask + 10 second ticks', '0.4014'],
    ['mid', '2000'],
    ['band top', '2101'],
    ['band bottom', '1900'],
    // 2000 - 0.4 x (2000 - 1900)
    ['far bid', '1960'],
    ['far ask', '2040'],
    // 0.01 is worth 20, which is twice the least value.
    ['size', '0.1'],
    // 20 are worth 8, so it takes three times as many for twice the least value.
    ['second size', '600'],
    ['2 size', '0.2'],
    ['size below minimum', '0.009'],
    ['size / 5', '0.02'],
    ['entry x size x 0.0005, rounded to 8 decimals', '0.1'],
    ['(mark - entry) x 3 size, 2 decimals', '0.15'],
    ['entry, price', '2000.0'],
    ['entry, entry price', '2000.000'],
    ['second mark, price', '0.4002'],
    ['mark x 0.01, to whole ticks', '20'],
    ['entry + tick / 2, rounded to whole ticks', '2000'],
    ['entry + tick x 3 / 2, rounded to whole ticks', '2001'],
    ['0.0129 / 3 x 3 + size x 0, to whole lots', '0.012'],
    ['mark / 3, cut to 4 decimals', '666.8333'],
    ['entry / 16 x 0.0005, 3 decimals', '0.062'],
  ])('%s is %s', (expression, wanted) => {
    expect(text(expression)).toBe(wanted);
  });

  it.each([
    'trader id',
    'bid',
    'now + 5 s',
    'bid, price',
    '5',
    'size +',
    '(size',
    'size, loudly',
    'size, 2 decimals, price',
  ])('leaves "%s" to others', (expression) => expect(text(expression)).toBeUndefined());

  it('says which market a term is of, and which terms move', () => {
    const read = (expression: string): NonNullable<ReturnType<typeof readTerm>> => {
      const found = readTerm(expression);
      if (!found) throw new Error(expression);
      return found;
    };
    expect(rolesOf(read('second size + far bid'))).toEqual(['second market', 'market']);
    expect(isLive(read('second mark x 2'))).toBe(true);
    expect(isLive(read('far bid + tick'))).toBe(false);
    expect(termsIn(['buy {size} at {bid}', '{"symbol":"{third market}"}']).map((one) => one.text)).toEqual([
      'size',
      'third market',
    ]);
  });

  it('refuses a price of an empty side, and a text in a sum', () => {
    const prices = { markPrice: '5', indexPrice: '5', bestBid: '0', bestAsk: '0' };
    const market = lookFrom(row('AAA-USDT', '0.5', '0.01'), prices);
    const empty: TermSource = { ...SOURCE, look: () => market };
    expect(() => text('minimum size - 10 lots')).toThrow('AAA-USDT has no quantity of minimum size - 10 lots');
    expect(() => text('best bid', empty)).toThrow('AAA-USDT has no best bid now');
    expect(text('mid', empty)).toBe('5');
    expect(() => text('market + tick')).toThrow('a text is no figure to calculate with');
  });
});

it('needs a look for a figure or for the form of one, and none for names', () => {
  expect(needsLook(['{market}', 'the {second market} position', '{trader id}', '{bid}', '{entry x 2}'])).toBe(false);
  expect(needsLook(['{"symbol":"{market}","quantity":"{2 size}"}'])).toBe(true);
  expect(needsLook(['{entry, price}'])).toBe(true);
  expect(needsLook(['{settlement}'])).toBe(true);
});

describe('a look at a market', () => {
  it('reads bounds in both notations', () => {
    const prices = { markPrice: '100', indexPrice: '100' };
    const other = { limitOrderPriceCapRatio: '1.05', limitOrderPriceFloorRatio: '0.95' };
    const found = lookFrom({ ...row('AAA-USDT', '0.5', '1'), ...other }, prices);
    expect([String(found?.cap), String(found?.floor)]).toEqual(['0.05', '0.05']);
  });

  it.each(['priceIncrement', 'orderSizeIncrement', 'minOrderSize'])('is none without %s', (field) => {
    const prices = { markPrice: '100', indexPrice: '100' };
    expect(lookFrom({ ...row('AAA-USDT', '0.5', '1'), [field]: undefined }, prices)).toBeUndefined();
  });
});
