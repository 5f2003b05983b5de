import { describe, expect, test } from 'vitest';
import { stateDigest } from '../canonical-state.ts';
import { testConfig } from '../config.test-helper.ts';
import type { CommandOutcome } from '../engine.ts';
import { checkInvariants } from '../invariants.ts';
import { TestVenue } from '../venue.test-helper.ts';
import { conditional, ConditionalVenue, plain, takeProfit } from './conditional-venue.test-helper.ts';

/** A main buy of 1 BTC with a take profit (order 1 or as given) and a stop loss of 1 BTC each. */
const bracket = () => [takeProfit({ quantity: '1' }), conditional({ quantity: '1' })] as const;

const armed = ({ events }: CommandOutcome): number[] =>
  events.flatMap((event) => (event.type === 'OrderArmed' ? [event.order] : []));

describe('children of a main order', () => {
  test('sleep until it fills, at any price', () => {
    const venue = new ConditionalVenue();
    venue.group(plain({ price: '93000' }), bracket());
    expect([0, 1, 2].map((no) => venue.order(no)?.phase)).toEqual(['working', 'asleep', 'asleep']);
    expect(venue.order(0)?.group).toEqual({
      role: 'main',
      takeProfit: { no: 1, clientId: '' },
      stopLoss: { no: 2, clientId: '' },
    });
    expect(ConditionalVenue.fired(venue.markTo(93_500))).toEqual([]);
    expect(ConditionalVenue.fired(venue.markTo(97_000))).toEqual([]);
    checkInvariants(venue.engine.state);
  });

  test('wake with its first fill and cover no more than has filled', () => {
    const venue = new ConditionalVenue();
    venue.group(plain(), bracket());
    const fill = venue.place(1, 'sell', '0.3', '95000', { orderType: 'limitIoc' });
    expect(armed(fill)).toEqual([1, 2]);
    venue.place(1, 'sell', '0.1', '95000', { orderType: 'limitIoc' });
    venue.quote('95950', '98000');
    const outcome = venue.markTo(96_000);
    expect(ConditionalVenue.fired(outcome)).toEqual([[1, 96_000, 40_000]]);
    // The other 0.6 that the take profit asked for had no position to close.
    expect(ConditionalVenue.ended(outcome)).toEqual([
      [1, 'reduce_only'],
      [2, 'sibling'],
    ]);
    expect(venue.held).toBe(0);
    checkInvariants(venue.engine.state);
  });

  test('of a main order that fills at once are armed before anything else happens', () => {
    const venue = new ConditionalVenue();
    venue.place(1, 'sell', '1', '95000');
    const outcome = venue.group(plain({ orderType: 'market', price: '' }), bracket());
    expect(TestVenue.seen(outcome)).toEqual([
      'OrderPlaced',
      'OrderPlaced',
      'OrderPlaced',
      'Traded',
      'OrderArmed',
      'OrderArmed',
    ]);
  });

  test('end with a main order that is cancelled unfilled', () => {
    const venue = new ConditionalVenue();
    venue.group(plain(), bracket());
    const outcome = venue.run({ type: 'CancelOrder', account: 0, order: { no: 0 } });
    expect(ConditionalVenue.ended(outcome)).toEqual([
      [0, 'user'],
      [1, 'main_cancelled'],
      [2, 'main_cancelled'],
    ]);
    expect(venue.account(0).open.size).toBe(0);
  });

  test('end with a main order that expires, or finds nothing to take', () => {
    const venue = new ConditionalVenue();
    venue.group(plain({ orderType: 'limitGtd', expiresAt: venue.engine.state.now + 20_000 }), bracket());
    venue.advance(20_000);
    expect(venue.engine.state.orders.size).toBe(0);
    const outcome = venue.group(plain({ orderType: 'limitIoc' }), bracket());
    expect(ConditionalVenue.ended(outcome).map(([, cause]) => cause)).toEqual([
      'remainder',
      'main_cancelled',
      'main_cancelled',
    ]);
  });

  test('stay when what is left of a partly filled main order is cancelled', () => {
    const venue = new ConditionalVenue();
    venue.group(plain(), bracket());
    venue.place(1, 'sell', '0.3', '95000', { orderType: 'limitIoc' });
    venue.run({ type: 'CancelOrder', account: 0, order: { no: 0 } });
    expect([1, 2].map((no) => venue.order(no)?.phase)).toEqual(['armed', 'armed']);
    venue.quote('93900', '96100');
    expect(ConditionalVenue.fired(venue.markTo(94_000))).toEqual([[2, 94_000, 30_000]]);
    expect(venue.held).toBe(0);
  });

  test('end when the position is closed in another way, or flips', () => {
    for (const quantity of ['1', '1.5']) {
      const venue = new ConditionalVenue();
      venue.group(plain(), bracket());
      venue.place(1, 'sell', '1', '95000', { orderType: 'limitIoc' });
      venue.place(1, 'buy', '2', '95000');
      const outcome = venue.place(0, 'sell', quantity, '95000', { orderType: 'limitIoc' });
      expect(ConditionalVenue.ended(outcome)).toEqual([
        [1, 'position_closed'],
        [2, 'position_closed'],
      ]);
      checkInvariants(venue.engine.state);
    }
  });

  test('end when the main order closed a position and opened none', () => {
    const venue = new ConditionalVenue();
    venue.place(1, 'buy', '1', '95000');
    venue.place(0, 'sell', '1', '95000', { orderType: 'limitIoc' });
    venue.place(1, 'sell', '1', '95000');
    const outcome = venue.group(plain(), bracket());
    expect(ConditionalVenue.ended(outcome).map(([, cause]) => cause)).toEqual(['position_closed', 'position_closed']);
    checkInvariants(venue.engine.state);
  });

  test('cancelled by the user do not end the other side', () => {
    const venue = new ConditionalVenue();
    venue.group(plain(), bracket());
    venue.run({ type: 'CancelOrder', account: 0, order: { no: 1 } });
    venue.place(1, 'sell', '1', '95000', { orderType: 'limitIoc' });
    expect(venue.order(2)?.phase).toBe('armed');
  });
});

describe('a gap through both sides of a pair', () => {
  // A stop above the market and a take profit below it both hold at 95,000.
  test('fires one of them only', () => {
    const venue = new ConditionalVenue();
    venue.place(1, 'sell', '1', '95000');
    venue.quote('94900', '96100');
    const both = [
      takeProfit({ quantity: '1', triggerPrice: '94000' }),
      conditional({ quantity: '1', triggerPrice: '96000' }),
    ];
    const outcome = venue.group(plain({ orderType: 'limitIoc' }), both);
    expect(ConditionalVenue.fired(outcome)).toEqual([[5, 95_000, 100_000]]);
    expect(ConditionalVenue.ended(outcome)).toEqual([[4, 'sibling']]);
    expect(venue.held).toBe(0);
  });
});

describe('pairs of one main order', () => {
  const pairs = () =>
    [
      [takeProfit({ quantity: '0.4', triggerPrice: '95500' }), conditional({ quantity: '0.4', triggerPrice: '94500' })],
      [takeProfit({ quantity: '0.6', triggerPrice: '96000' }), conditional({ quantity: '0.6', triggerPrice: '94000' })],
    ] as const;

  function opened(): ConditionalVenue {
    const venue = new ConditionalVenue();
    venue.group(plain(), ...pairs());
    venue.place(1, 'sell', '1', '95000', { orderType: 'limitIoc' });
    venue.quote('93900', '98000');
    return venue;
  }

  test('a trigger that closes a part cancels the other side of its own pair only (R-65)', () => {
    const venue = opened();
    const outcome = venue.markTo(95_500);
    expect(ConditionalVenue.fired(outcome)).toEqual([[1, 95_500, 40_000]]);
    expect(ConditionalVenue.ended(outcome)).toEqual([[2, 'sibling']]);
    expect([3, 4].map((no) => venue.order(no)?.phase)).toEqual(['armed', 'armed']);
  });

  test('a trigger that closes the position cancels all other conditionals of the group (R-65)', () => {
    const venue = opened();
    venue.run({ type: 'ModifyOrder', account: 0, order: { no: 1 }, price: null, quantity: '1', triggerPrice: null });
    const outcome = venue.markTo(95_500);
    expect(ConditionalVenue.fired(outcome)).toEqual([[1, 95_500, 100_000]]);
    expect(ConditionalVenue.ended(outcome)).toEqual([
      [2, 'sibling'],
      [3, 'position_closed'],
      [4, 'position_closed'],
    ]);
  });

  test('a gap that reaches both stops fires each for its own part', () => {
    const venue = opened();
    const outcome = venue.markTo(94_000);
    expect(ConditionalVenue.fired(outcome)).toEqual([
      [2, 94_000, 40_000],
      [4, 94_000, 60_000],
    ]);
    expect(venue.held).toBe(0);
    checkInvariants(venue.engine.state);
  });
});

describe('conditionals of a position', () => {
  test('cover it from the start, and end with it', () => {
    const venue = new ConditionalVenue();
    venue.longOf('1');
    venue.group(null, [takeProfit({ closePosition: true }), conditional({ closePosition: true })]);
    expect([2, 3].map((no) => venue.order(no)?.phase)).toEqual(['armed', 'armed']);
    venue.place(1, 'buy', '1', '95000');
    const outcome = venue.place(0, 'sell', '1', '95000', { orderType: 'limitIoc' });
    expect(ConditionalVenue.ended(outcome)).toEqual([
      [2, 'position_closed'],
      [3, 'position_closed'],
    ]);
  });

  test('follow its size until they fire', () => {
    const venue = new ConditionalVenue();
    venue.longOf('1');
    venue.group(null, [conditional({ closePosition: true })]);
    venue.longOf('0.5');
    venue.quote('93900', '97000');
    expect(ConditionalVenue.fired(venue.markTo(94_000))).toEqual([[2, 94_000, 150_000]]);
    expect(venue.held).toBe(0);
  });

  test.each([
    ['there is none', 'REDUCE_ONLY_NO_POSITION', false, {}],
    ['it is on the same side', 'INVALID_ORDER_SIDE', true, { side: 'buy', triggerPrice: '96000' }],
  ] as const)('are refused when %s', (_name, code, held, change) => {
    const venue = new ConditionalVenue();
    if (held) venue.longOf('1');
    expect(venue.group(null, [conditional(change)]).refusal).toMatchObject({ code });
  });
});

describe('a group is placed whole or not at all', () => {
  test.each([
    ['its main order', plain({ price: '95000.5' }), bracket(), 'INVALID_VALUE'],
    ['a child', plain(), [takeProfit(), conditional({ triggerPrice: '1.5' })], 'INVALID_TRIGGER_PRICE'],
    ['a client id it repeats', plain({ clientId: 'x' }), [takeProfit({ clientId: 'x' })], 'IDEMPOTENCY_CONFLICT'],
  ] as const)('refused for %s, with nothing changed', (_name, main, pair, code) => {
    const venue = new ConditionalVenue();
    const before = stateDigest(venue.engine.state);
    expect(venue.group(main, pair).refusal).toMatchObject({ code });
    venue.engine.state.inputSeq -= 1;
    expect(stateDigest(venue.engine.state)).toBe(before);
  });

  test('each order of it counts against the limit of the tier', () => {
    const base = testConfig();
    const devAccounts = base.devAccounts.map((dev) => ({ ...dev, tierId: 'tier_1' }));
    const venue = new ConditionalVenue(testConfig({ devAccounts }));
    for (let count = 0; count < 12; count += 1) venue.place(0, 'buy', '0.01', '94000');
    expect(venue.group(plain({ price: '94000' }), bracket()).refusal).toBeNull();
    expect(venue.account(0).liveOrders).toBe(15);
    venue.run({ type: 'CancelOrder', account: 0, order: { no: 12 } });
    venue.place(0, 'buy', '0.01', '94000');
    const refused = venue.group(plain({ price: '94000' }), bracket());
    expect(refused.refusal).toMatchObject({ code: 'MAX_ORDERS_PER_MARKET' });
  });
});
