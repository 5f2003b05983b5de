import { describe, expect, test } from 'vitest';
import { spoken } from '../steps/spoken.test-helper.ts';
import { claimOf, collide, overdrawn } from './claims.ts';

const resting = claimOf(
  spoken(['the world "quiet"', '"trader" has the open orders:', '"trader" sends cancelOrders:', 'the response is ok'], {
    cells: ['symbol', 'side', 'price', 'quantity', 'BTC-USDT', 'buy', '90000', '0.1'],
  }),
);
const trading = claimOf(
  spoken(['the world "quiet"', '"alice" is long "1" BTC-USDT at "95000" against "bob"', 'the response is ok']),
);
const looking = claimOf(
  spoken(['the world "quiet"', 'anyone asks getOrderbook:', 'the response is ok with:'], {
    cells: ['symbol', 'BTC-USDT', 'bids[0]', '["94990","1"]'],
  }),
);
const reading = claimOf(spoken(['the world "quiet"', '"trader" sends getReferral', 'the response is ok']));

describe('what a scenario takes', () => {
  test('an order far from the best two rests, one wallet', () => {
    expect(resting).toMatchObject({ wallets: 1, rests: ['BTC-USDT'], moves: [], looks: [], stills: [], alone: false });
  });

  test('a trade moves its market, and takes both wallets', () => {
    expect(trading).toMatchObject({ wallets: 2, rests: ['BTC-USDT'], moves: ['BTC-USDT'] });
  });

  test('what crosses takes from a book, what rests or is made between two wallets does not', () => {
    const steps = ['"trader" places:', 'the response is ok'];
    const takes = (...cells: string[]): boolean => claimOf(spoken(steps, { cells })).takes;
    expect(takes('BTC-USDT', 'buy', '95010')).toBe(true);
    expect(takes('BTC-USDT', 'sell', '94000')).toBe(true);
    expect(takes('BTC-USDT', 'buy', 'market')).toBe(true);
    expect(takes('BTC-USDT', 'buy', '95009')).toBe(false);
    expect(takes('BTC-USDT', 'buy', '94990')).toBe(false);
    expect([trading.takes, resting.takes, looking.takes]).toEqual([false, false, false]);
    expect(claimOf(spoken(['"trader" buys "0.1" BTC-USDT at "95010"'])).takes).toBe(true);
    expect(claimOf(spoken(['"trader" is a wallet with a funding payment'])).takes).toBe(true);
  });

  test('a public read looks, and takes nothing', () => {
    expect(looking).toMatchObject({ wallets: 0, rests: [], moves: [], looks: ['BTC-USDT'] });
  });

  test('a sale below the index crosses', () => {
    const steps = ['"trader" places:', 'the response is ok'];
    expect(claimOf(spoken(steps, { cells: ['BTC-USDT', 'sell', '90000'] })).moves).toEqual(['BTC-USDT']);
    expect(claimOf(spoken(steps, { cells: ['BTC-USDT', 'sell', '99000'] })).moves).toEqual([]);
  });

  test('an order that is refused rests nowhere', () => {
    const steps = ['"trader" sends placeOrders:', 'the response is refused with 400 INVALID_VALUE "x"'];
    expect(claimOf(spoken(steps, { tags: ['negative'], cells: ['BTC-USDT', 'buy', '90000.5'] })).rests).toEqual([]);
  });

  test('a wallet counts although a connection has its name', () => {
    const steps = [
      '"trader" is a trader',
      'a connection "trader" to trade',
      '"bob" logs in for "trader" over "trader"',
    ];
    expect(claimOf(spoken(steps)).wallets).toBe(2);
    expect(claimOf(spoken(['a connection "trader" of "trader"'])).wallets).toBe(1);
    expect(claimOf(spoken(['a connection "feed" to info', '"feed" receives nothing more'])).wallets).toBe(0);
  });

  test('a read without a signature takes one more, to be logged in on its connection', () => {
    const steps = ['"bob" is a trader', '"bob" sends getOpenOrders:'];
    expect(claimOf(spoken(steps, { cells: ['tampered.signature', '<absent>'] })).wallets).toBe(2);
    expect(claimOf(spoken(steps, { cells: ['tampered.signature', 'x'] })).wallets).toBe(1);
  });

  test.each([
    '98 more connections to info, with 0 subscriptions each',
    'the address is run down by:',
    'the bucket of the address is full',
  ])('what draws on the one address is alone: %s', (step) => {
    expect(claimOf(spoken([step])).alone).toBe(true);
  });

  test('an order at the bound of the price band watches the mark', () => {
    const steps = ['"trader" places:', 'the response is ok with:'];
    expect(claimOf(spoken(steps, { cells: ['BTC-USDT', 'sell', '90250'] }))).toMatchObject({
      watchesMarks: true,
      stills: ['BTC-USDT'],
    });
    expect(claimOf(spoken(steps, { cells: ['BTC-USDT', 'sell', '90251'] })).watchesMarks).toBe(false);
  });

  test('second subaccounts are wanted by their owners', () => {
    const steps = ['"alice" is a trader', '"alice" also owns the subaccount "savings"', '"bob" is a trader'];
    expect(claimOf(spoken(steps))).toMatchObject({ wallets: 2, families: [1], listsFamilies: false });
    expect(claimOf(spoken([...steps, '"bob" sends getSubAccounts']))).toMatchObject({
      wallets: 2,
      families: [1, 0],
      listsFamilies: true,
    });
  });

  test('names in cells take wallets as well', () => {
    const steps = ['"alice" sends addDelegatedSigner:'];
    expect(claimOf(spoken(steps, { cells: ['walletAddress', '{carol address}'] })).wallets).toBe(2);
  });
});

describe('who gets in whose way', () => {
  test.each([
    ['resting beside resting', resting, resting, false],
    ['resting beside trading', resting, trading, false],
    ['trading beside trading', trading, trading, true],
    ['looking beside looking', looking, looking, false],
    ['looking beside resting', looking, resting, true],
    ['looking beside trading', looking, trading, true],
    ['reading beside trading', reading, trading, false],
    ['reading beside what must be alone', reading, { ...reading, alone: true }, true],
  ])('%s', (_case, one, other, expected) => {
    expect(collide(one, other)).toBe(expected);
    expect(collide(other, one)).toBe(expected);
  });
});

test('what a scenario takes beyond its claim is reported', () => {
  const none = { wallets: 1, rests: new Set<string>(), moves: new Set<string>(), takes: false };
  expect(overdrawn(resting, none)).toBeUndefined();
  expect(overdrawn(resting, { ...none, wallets: 2 })).toContain('it takes 2 wallets where its steps claim 1');
  expect(overdrawn(reading, { ...none, rests: new Set(['ETH-USDT']) })).toContain('it places orders in ETH-USDT');
  expect(overdrawn(resting, { ...none, moves: new Set(['BTC-USDT']) })).toContain('it moves BTC-USDT');
  expect(overdrawn(resting, { ...none, takes: true })).toContain('it takes from a book');
});
