import { describe, expect, test } from 'vitest';
import type { EngineEvent, FillSide, TradedEvent } from '../../engine/event.ts';
import { unitsOf } from '../../kernel/decimal.ts';
import { VAULT_NO } from '../../kernel/ids.ts';
import { Bookkeeper } from './bookkeeper.ts';
import type { AuditFinding } from './findings.ts';
import type { Ledger } from './ledger.ts';
import { type Chapter, STORY, STORY_CONFIG, storyWith } from './story.test-helper.ts';

function booked(events: readonly EngineEvent[]): Bookkeeper {
  const bookkeeper = new Bookkeeper(STORY_CONFIG);
  bookkeeper.book(events);
  bookkeeper.checkSums();
  return bookkeeper;
}

const seqOf = (chapter: Chapter): number => Object.keys(STORY).indexOf(chapter) + 1;

const inShort = ({ seq, account, subject, what, expected, found }: AuditFinding): string =>
  [seq, account, subject, what, expected, found].join(' | ');

describe('the books of a correct log', () => {
  const bookkeeper = booked(storyWith(null));

  test('have no findings', () => {
    expect(bookkeeper.findings.kept).toEqual([]);
    expect(bookkeeper.counts).toEqual({ trades: 6, payments: 3, transfers: 10, takeovers: 1, deleveraged: 1 });
  });

  test('hold the figures calculated on paper', () => {
    const { accounts, house, openInterest } = bookkeeper.ledger;
    const usdt = [0, 1, 2, VAULT_NO].map((no) => accounts.get(no)?.balances.get('USDT'));
    expect(usdt).toEqual(['10012.47875', '0', '13292.2645', '10693.21875'].map(unitsOf));
    expect([1, 2, VAULT_NO].map((no) => accounts.get(no)?.balances.get('WETH'))).toEqual(['0', '3', '1'].map(unitsOf));
    expect(house.get('tradingFees')?.get('USDT')).toBe(unitsOf('17.038'));
    expect(house.get('clearanceFees')?.get('USDT')).toBe(unitsOf('20'));
    expect(house.get('withdrawalFees')?.get('USDT')).toBe(unitsOf('5'));
    expect(house.get('clearing')?.get('USDT')).toBe(0n);
    expect(house.get('residue')?.get('USDT')).toBe(0n);
    expect(house.get('external')?.get('USDT')).toBe(unitsOf('-30905'));
    expect(house.get('conversions')?.get('WETH')).toBe(unitsOf('1'));
    expect(openInterest.get('BTC-USDT')).toBe(10_000);
    expect(openInterest.get('ETH-USDT')).toBe(10_000);
    expect(accounts.get(2)?.positions.get('BTC-USDT')).toEqual({
      no: 3,
      lots: 5_000,
      cost: unitsOf('4800'),
      entryCost: unitsOf('13440'),
      entryLots: 14_000,
      realizedPnl: unitsOf('180'),
      fees: unitsOf('22.688'),
      netFunding: unitsOf('-0.0475'),
    });
  });
});

/** A trade of the story with one side changed. */
function withSide(chapter: Chapter, role: 'maker' | 'taker', change: Partial<FillSide>): [Chapter, TradedEvent] {
  const trade = STORY[chapter] as TradedEvent;
  return [chapter, { ...trade, [role]: { ...trade[role], ...change } }];
}

/** Any event of the story with some fields changed. */
const changed = (chapter: Chapter, change: object): [Chapter, EngineEvent] => [
  chapter,
  { ...STORY[chapter], ...change },
];

describe('a planted error is found where it is', () => {
  test.each<[string, [Chapter, EngineEvent], string]>([
    ['a notional', changed('opening', { notional: unitsOf('9500.01') }), ' | BTC-USDT | notional | 9500 | 9500.01'],
    ['a trade number', changed('opening', { trade: 2 }), ' |  | number within the trades | 1 | 2'],
    [
      'a fee by one unit',
      withSide('opening', 'taker', { fee: unitsOf('4.75000001') }),
      '0 | BTC-USDT | fee | 4.75 | 4.75000001',
    ],
    ['a fee rate', withSide('opening', 'maker', { feeRate: 20_001 }), '1 | BTC-USDT | fee | 1.900095 | 1.9'],
    [
      'the PnL of a reduction',
      withSide('reducing', 'taker', { realizedPnl: unitsOf('40.5') }),
      '0 | BTC-USDT | realized PnL | 40 | 40.5',
    ],
    [
      'the cost left by a reduction',
      withSide('reducing', 'taker', { position: { ...STORY.reducing.taker.position!, cost: unitsOf('5701') } }),
      '0 | BTC-USDT | position cost | 5700 | 5701',
    ],
    [
      'the entry that a reduction must not move',
      withSide('reducing', 'taker', { position: { ...STORY.reducing.taker.position!, entryLots: 6_000 } }),
      '0 | BTC-USDT | entry lots | 10000 | 6000',
    ],
    [
      'the size of a position',
      withSide('opening', 'taker', { position: { ...STORY.opening.taker.position!, lots: 9_999 } }),
      '0 | BTC-USDT | position lots | 10000 | 9999',
    ],
    [
      'a flip stated as one leg',
      withSide('flip', 'taker', { legs: STORY.flip.taker.legs.slice(0, 1) }),
      '0 | BTC-USDT | lots of the opening leg | 4000 | 0',
    ],
    [
      'fees of legs that are not the fee',
      withSide('flip', 'taker', { legs: STORY.flip.taker.legs.map((leg) => ({ ...leg, fee: unitsOf('2') })) }),
      '0 | BTC-USDT | sum of the fees of the legs | 4.8 | 4',
    ],
    [
      'two sides that buy',
      withSide('opening', 'maker', { side: 'buy' }),
      ' | BTC-USDT | side of the maker | sell | buy',
    ],
    ['a payment', changed('paid0', { amount: unitsOf('-0.07') }), '0 | BTC-USDT | funding | -0.07125 | -0.07'],
    ['the size that was funded', changed('paid1', { lots: -9_000 }), '1 | BTC-USDT | funded lots | -10000 | -9000'],
    [
      'a rate of its own',
      changed('paid2', { rate: 1_251 }),
      '2 | BTC-USDT | rate of the funding hour | 0.0000125 | 0.00001251',
    ],
    [
      'a position funded twice',
      changed('paid1', { ...STORY.paid0, payment: 2 }),
      '0 | BTC-USDT | payments in the funding hour | one | another',
    ],
    ['a transfer of nothing', changed('transfer', { amount: 0n }), '2 | WETH | amount | above zero | 0'],
    [
      'a transfer of more than there is',
      changed('transfer', { amount: unitsOf('6') }),
      '2 | WETH | balance | not below zero | -1',
    ],
    [
      'a transfer to an unknown account',
      changed('transfer', { to: 9 }),
      '9 |  | account | one that was opened | one that never was',
    ],
    ['a transfer number', changed('transfer', { transfer: 6 }), ' |  | number within the transfers | 5 | 6'],
    [
      'a withdrawal that is all fee',
      changed('withdrawal', { fee: unitsOf('100') }),
      '1 | USDT | withdrawal fee | less than the amount | 100',
    ],
    [
      'a withdrawal that was not requested',
      changed('withdrawn', { transfer: 5 }),
      '1 |  | pending withdrawal | none | 1',
    ],
    [
      'an exchange above the index',
      changed('exchange', { received: unitsOf('3300.01') }),
      '2 | WETH | amount received | at most its value | 3300.01',
    ],
    [
      'the value of an exchange',
      changed('exchange', { takenValue: unitsOf('3301') }),
      '2 | WETH | value of what was exchanged | 3300 | 3301',
    ],
    ['an isolated margin', changed('isolate', { held: unitsOf('501') }), '2 | ETH-USDT | isolated margin | 500 | 501'],
    [
      'a release of less than was held',
      changed('release', { amount: unitsOf('499') }),
      '2 | ETH-USDT | isolated margin | 500 | 499',
    ],
    [
      'a takeover beside the mark',
      changed('takeover', { mark: 97_001 }),
      ' | BTC-USDT | price of a takeover | 97001 | 97000',
    ],
    [
      'a takeover that costs a fee',
      withSide('takeover', 'taker', { fee: unitsOf('1') }),
      '1 | BTC-USDT | fee of a trade by takeover | 0 | 1',
    ],
    [
      'a takeover that leaves something',
      changed('taken', { assets: STORY.taken.assets.slice(0, 1) }),
      '1 | WETH | amount taken over | 1 | 0',
    ],
    [
      'a deleveraging at another price',
      changed('deleveraged', { price: 98_001 }),
      '2 | BTC-USDT | price of the deleveraging | 98000 | 98001',
    ],
    [
      'a winner who had no part in it',
      changed('deleveraged', { winner: 1 }),
      '1 | BTC-USDT | order of the winner | none | 102',
    ],
    [
      'a clearance fee above its rate',
      withSide('liquidated', 'taker', { fee: unitsOf('24.50000001') }),
      '2 | BTC-USDT | clearance fee | from nothing to notional x rate | 24.50000001',
    ],
    [
      'another rate of the clearance fee',
      withSide('liquidated', 'taker', { feeRate: 600_000 }),
      '2 | BTC-USDT | rate of the clearance fee | 500000 | 600000',
    ],
    ['a deficit of nothing', changed('deficit', { amount: 0n }), '0 | USDT | amount | above zero | 0'],
    [
      'the cost of a position of the start',
      changed('seeded', { long: { ...STORY.seeded.long, position: { ...STORY.seeded.long.position, cost: 1n } } }),
      '3 | ETH-USDT | position cost | 3300 | 0.00000001',
    ],
    [
      'a pair of the start with one size for each side',
      changed('seeded', {
        short: { ...STORY.seeded.short, position: { ...STORY.seeded.short.position, lots: -9_999 } },
      }),
      '4 | ETH-USDT | position lots | -10000 | -9999',
    ],
    ['an account opened twice', changed('open2', { account: 1 }), '1 |  | accounts of this number before | 0 | 1'],
  ])('%s', (_what, [chapter, event], line) => {
    const [first] = booked(storyWith(chapter, event)).findings.kept;
    expect(first && inShort(first)).toBe(`${seqOf(chapter)} | ${line}`);
    expect(first).toMatchObject({ against: 'event', event: event.type });
  });

  test('a winner whose position would flip', () => {
    // 2 held 0.14 long; a deleveraging of 0.15 would leave it short.
    const trade = { ...STORY.deleveraging, quantity: 15_000, notional: unitsOf('14700') };
    const lines = booked(storyWith('deleveraging', trade)).findings.kept.map(inShort);
    expect(lines).toContain(`${seqOf('deleveraging')} | 2 | BTC-USDT | lots opened by a forced close | 0 | 1000`);
  });

  test('a winner on the same side', () => {
    // Were 2 short, buying from it would only make it shorter.
    const withoutReducing = storyWith('flip').filter((event) => event !== STORY.reducing);
    const lines = booked(withoutReducing).findings.kept.map(inShort);
    expect(lines.some((line) => line.includes('2 | BTC-USDT | lots opened by a forced close | 0 | 4000'))).toBe(true);
  });

  test('a deleveraging without its explanation', () => {
    expect(booked(storyWith('deleveraged')).findings.kept.map(inShort)).toEqual([
      ' |  | BTC-USDT | execution of a deleveraging | explained | never explained',
    ]);
  });

  test('an explanation of a deleveraging that was not', () => {
    const lines = booked(storyWith('deleveraging', { ...STORY.deleveraging, cause: 'match' })).findings.kept.map(
      inShort,
    );
    expect(lines).toContain(
      `${seqOf('deleveraged')} | 2 | BTC-USDT | execution of a deleveraging | one just before | none`,
    );
  });

  test('a position that was left out of a funding hour', () => {
    const [first] = booked(storyWith('paid2')).findings.kept;
    expect(first && inShort(first)).toBe(`${seqOf('paid2')} | 2 | BTC-USDT | payments in the funding hour | 1 | 0`);
  });

  test('a deposit that is missing', () => {
    const lines = booked(storyWith('deposit1')).findings.kept.map(inShort);
    expect(lines[0]).toBe('6 |  |  | number within the transfers | 2 | 3');
    expect(lines).toContain(`${seqOf('taken') - 1} | 1 | USDT | amount taken over | -301.78125 | 9698.21875`);
  });
});

describe('against a ledger', () => {
  const { ledger } = booked(storyWith(null));
  const against = (found: Ledger): string[] => {
    const bookkeeper = booked(storyWith(null));
    bookkeeper.compareWith(found, 'exchange');
    return bookkeeper.findings.kept.map((finding) => `${finding.against} ${inShort(finding)}`);
  };
  const withAccount = (no: number, change: object): Ledger => ({
    ...ledger,
    accounts: new Map(ledger.accounts).set(no, { ...ledger.accounts.get(no)!, ...change }),
  });

  test('that is the same there are no findings', () => {
    expect(against(ledger)).toEqual([]);
  });

  test.each<[string, Ledger, string]>([
    [
      'a balance by one unit',
      withAccount(0, { balances: new Map([['USDT', unitsOf('10012.47875001')]]) }),
      '0 | USDT | balance | 10012.47875 | 10012.47875001',
    ],
    [
      'a balance of an unknown asset',
      withAccount(1, { balances: new Map([['DOGE', 1n]]) }),
      '1 | DOGE | balance | 0 | 0.00000001',
    ],
    [
      'something pending',
      withAccount(1, { pending: new Map([['USDT', 1n]]) }),
      '1 | USDT | pending withdrawals | 0 | 0.00000001',
    ],
    [
      'an isolated market',
      withAccount(1, { isolated: new Map([['BTC-USDT', 0n]]) }),
      '1 | BTC-USDT | isolated margin | none | 0',
    ],
    ['a position that is gone', withAccount(2, { positions: new Map() }), '2 | BTC-USDT | position lots | 5000 | 0'],
    [
      'the funding of a position',
      withAccount(2, {
        positions: new Map([['BTC-USDT', { ...ledger.accounts.get(2)!.positions.get('BTC-USDT')!, netFunding: 0n }]]),
      }),
      '2 | BTC-USDT | funding of the position | -0.0475 | 0',
    ],
    [
      'a subaccount more',
      { ...ledger, accounts: new Map(ledger.accounts).set(7, ledger.accounts.get(1)!) },
      '7 |  | subaccount | none | open',
    ],
    [
      'a house account',
      { ...ledger, house: new Map(ledger.house).set('tradingFees', new Map([['USDT', unitsOf('17')]])) },
      ' | USDT | house account tradingFees | 17.038 | 17',
    ],
    [
      'open interest',
      { ...ledger, openInterest: new Map([['BTC-USDT', 9_999]]) },
      ' | BTC-USDT | open interest | 10000 | 9999',
    ],
  ])('%s is found', (_what, found, line) => {
    expect(against(found)).toContain(`exchange  | ${line}`);
  });

  test('all are counted, the first hundred are kept', () => {
    const bookkeeper = booked(storyWith(null));
    for (let time = 0; time < 60; time += 1) {
      bookkeeper.compareWith(withAccount(2, { balances: new Map([['WETH', 1n]]) }), 'replay');
    }
    expect([bookkeeper.findings.total, bookkeeper.findings.kept.length]).toEqual([120, 100]);
  });
});
