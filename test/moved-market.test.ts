import assert from 'node:assert/strict';
import { expect, test } from 'vitest';
import { Cells } from '../features/support/cells.ts';
import { unsettledBy } from '../features/support/interference.ts';
import { MarketTerms } from '../features/support/market-terms.ts';
import { Principals } from '../features/support/principals.ts';
import { ScenarioTime } from '../features/support/scenario-time.ts';
import { traitsOf } from '../features/support/traits.ts';
import type { ExchangeWorld, StepKind } from '../features/support/world.ts';
import { Amount } from '../src/suite/amount.ts';
import { lookFrom } from '../src/suite/market/view.ts';
import { NotAsSpecified } from '../src/suite/results/attempt.ts';
import { StepArgument } from '../src/suite/steps/declaration.ts';
import type { Target } from '../src/suite/targets/target.ts';

/** Which failed statements about a market that moves are excused, and which are not. */

const RULES = {
  symbol: 'AAA-USDT',
  baseAsset: 'AAA',
  settleAsset: 'USDT',
  isOpen: true,
  priceIncrement: '0.5',
  orderSizeIncrement: '0.01',
  minOrderSize: '0.1',
  minNotionalValue: '10',
  limitOrderPriceCapRatio: '0.05',
  limitOrderPriceFloorRatio: '0.05',
  defaultLeverage: '10',
};

const prices = (mark: string): Record<string, string> => ({
  markPrice: mark,
  indexPrice: mark,
  lastPrice: mark,
  bestBid: String(Number(mark) - 1),
  bestAsk: String(Number(mark) + 1),
});

/** What a scenario has in its cells, and what the target lists of its own trades and of all. */
interface Seen {
  readonly trades?: readonly object[];
  readonly cells?: readonly string[];
  readonly steps?: readonly string[];
  readonly publicTrades?: readonly object[];
  /** Whether the suite steers the exchange, and whether the scenario has a target yet. */
  readonly isSteered?: boolean;
  readonly hasBegun?: boolean;
}

/** A scenario on a market whose mark is another one at each look, and stays at the last of these. */
class Scenario {
  readonly terms: MarketTerms;
  readonly cells: Cells;
  readonly #world: ExchangeWorld;

  constructor(
    step: StepKind,
    marks: readonly string[],
    { trades = [], cells = [], steps = [], publicTrades = [], isSteered = false, hasBegun = true }: Seen = {},
  ) {
    const left = [...marks];
    const look = lookFrom(RULES, prices(marks[0] ?? ''));
    if (!look) throw new Error('the rules make a look');
    const target = {
      began: 0,
      now: () => 0,
      wallets: [],
      roles: { market: 'AAA-USDT' },
      markets: new Map([['AAA-USDT', look]]),
      pass: () => Promise.resolve(),
    } as unknown as Target;
    this.terms = new MarketTerms(
      () => target,
      () => {
        const mark = (left.length > 1 ? left.shift() : left[0]) ?? '';
        return Promise.resolve({ response: { 'AAA-USDT': prices(mark) } });
      },
    );
    const time = new ScenarioTime(() => target);
    const spoken = steps.map((text) => ({ text, argument: new StepArgument() }));
    const traits = { ...traitsOf({ tags: [], steps: [] }), cells, steps: spoken };
    const principals = new Principals(
      () => target,
      () => traits,
    );
    this.cells = new Cells(
      principals,
      time,
      this.terms,
      () => target,
      () => false,
    );
    const world = {
      isSteered,
      hasBegun,
      step,
      terms: this.terms,
      target,
      traits,
      principals: new Map([['trader', { subAccountId: '1' }]]),
      pass: () => Promise.resolve(),
      client: {
        trade: () => Promise.resolve({ body: { response: { trades } } }),
        info: () => Promise.resolve({ body: { response: { trades: publicTrades } } }),
      },
    };
    this.#world = world as unknown as ExchangeWorld;
  }

  /** Why a failed comparison says nothing of the target; undefined where it stands. */
  async reason(compare: (cells: Cells) => void): Promise<string | undefined> {
    try {
      compare(this.cells);
    } catch (error) {
      return (await unsettledBy(this.#world, error))?.reason;
    }
    throw new Error('the comparison holds');
  }
}

/** A scenario of a statement, whose first look is at the first mark. */
async function stating(marks: readonly string[], texts: readonly string[] = ['{mark}']): Promise<Scenario> {
  const scenario = new Scenario('Outcome', marks);
  await scenario.terms.begin(texts);
  return scenario;
}

test('a figure that rests on a moving term is excused once the market has moved', async () => {
  const scenario = await stating(['100', '100.5']);
  expect(await scenario.reason((cells) => cells.check('101', '{mark}', 'markPrice'))).toBe(
    'the market has moved: mark was 100 when the scenario began, and is 100.5; markPrice should be "100", is "101"',
  );
});

test('a market that went there and back between two looks is looked at until it moves again', async () => {
  const scenario = await stating(['100', '100', '100', '100.5']);
  expect(await scenario.reason((cells) => cells.check('100.5', '{mark}', 'markPrice'))).toContain(
    'the market has moved',
  );
});

test('a figure follows a moving term through those that were worked out from it', async () => {
  const scenario = await stating(['100', '101'], ['{mark}', '{size}']);
  scenario.terms.name('margin', new Amount('10'), 'mark / 10');
  expect(await scenario.reason((cells) => cells.check('10.05', '{margin, 2 decimals}', 'margin'))).toContain(
    'margin, 2 decimals was 10.00 when the scenario began, and is 10.10',
  );
});

test('a sum is excused on either side although the sizes in it go in steps', async () => {
  const scenario = await stating(['100', '100', '100', '100.5'], ['{mark}', '{far ask}', '{size}']);
  const { terms } = scenario;
  terms.name('sent', new Amount('815.62'), '4 x far ask x size, 2 decimals');
  terms.name('entry', new Amount('100'));
  terms.name('taker rate', new Amount('0.0005'));
  terms.name('fee', new Amount('0.02'), 'entry x 4 size x taker rate, rounded to 8 decimals');
  const cell = '{sent - fee + (mark - entry) x 4 size, 2 decimals}';
  expect(await scenario.reason((cells) => cells.check('815.55', cell, 'accountValue'))).toContain(
    'the market has moved',
  );
});

test.each<[string, readonly string[], unknown, string]>([
  ['while the market stands still', ['100'], '101', '{mark}'],
  ['for a figure farther away than any market moves', ['100', '101'], '140', '{mark}'],
  ['for another type', ['100', '101'], 100.5, '{mark}'],
  ['for an absent field', ['100', '101'], undefined, '{mark}'],
  ['for other decimals', ['100', '101'], '10.051', '{mark / 10, 2 decimals}'],
  ['for a figure that rests on no moving term', ['100', '101'], '0.2', '{minimum size}'],
  ['for a figure that is written out', ['100', '101'], '7', '5'],
  ['for a text', ['100', '101'], 'BBB-USDT', '{market}'],
])('a wrong value is not excused %s', async (_case, marks, actual, cell) => {
  const scenario = await stating(marks, ['{mark}', '{minimum size}']);
  scenario.terms.text('mark');
  expect(await scenario.reason((cells) => cells.check(actual, cell, 'field'))).toBeUndefined();
});

/** A scenario whose request had a moving price. */
async function asking(marks: readonly string[], request: string): Promise<Scenario> {
  const scenario = await stating(marks, ['{mark}', '{far bid}']);
  scenario.terms.asks([request]);
  return scenario;
}

test('what becomes of a request is excused where a moving term stands in it', async () => {
  const scenario = await asking(['100', '101'], '{best ask + 2 ticks}');
  expect(await scenario.reason(() => assert.equal(200, 400))).toContain('best ask + 2 ticks was 102');
});

test.each<[string, readonly string[], string, () => void]>([
  ['where no moving term stands in it', ['100', '101'], '{far bid}', () => assert.equal(200, 400)],
  ['while the market stands still', ['100'], '{best ask}', () => assert.equal(200, 400)],
  ['for a type', ['100', '101'], '{best ask}', () => assert.equal(1, '1')],
  ['for a text', ['100', '101'], '{best ask}', () => assert.equal('unknown order', 'order not found')],
  ['for the order of rows', ['100', '101'], '{best ask}', () => assert.ok([2, 1][0] === 1, 'the list is not sorted')],
  [
    'for a response that is no response',
    ['100', '101'],
    '{best ask}',
    () => {
      throw new TypeError('fetch failed');
    },
  ],
])('what becomes of a request is not excused %s', async (_case, marks, request, compare) => {
  expect(await (await asking(marks, request)).reason(compare)).toBeUndefined();
});

const TRADE = { tradeId: '5', orderId: '7' };

/** Why a failed comparison says nothing after a trade of the scenario with somebody else. */
async function tradedWithOthers(compare: () => void, seen: Seen = {}): Promise<string | undefined> {
  const scenario = new Scenario('Outcome', ['100'], { trades: [TRADE], ...seen });
  await scenario.terms.begin(['{far bid}']);
  return scenario.reason(compare);
}

const lacksRow = (): void => {
  throw new assert.AssertionError({ message: 'no row is so', actual: [], expected: { price: '1' }, operator: 'among' });
};

test.each<[string, () => void]>([
  ['what becomes of an order', () => assert.equal('filled', 'open')],
  ['the event that comes next', () => assert.equal('orderCancelled', 'trade')],
  ['an order that is not there any more', () => assert.equal('ORDER_NOT_FOUND', 'QUANTITY_TOO_SMALL')],
  ['a row that a list lacks', lacksRow],
])('a trade with somebody else excuses %s', async (_case, compare) => {
  expect(await tradedWithOthers(compare)).toContain("trade 5 was with somebody else's order");
});

test.each<[string, () => void]>([
  ['a wrong text', () => assert.equal('sell', 'buy')],
  ['an error in place of a missing order', () => assert.equal('QUANTITY_TOO_SMALL', 'ORDER_NOT_FOUND')],
  ['an event that is none', () => assert.equal('order', 'trade')],
])('a trade with somebody else excuses no %s', async (_case, compare) => {
  expect(await tradedWithOthers(compare)).toBeUndefined();
});

test('an order without a price meets whoever is best, unless an order of the scenario waits for it', async () => {
  const compare = (): void => assert.equal('1', '2');
  expect(await tradedWithOthers(compare, { cells: ['market'] })).toBeUndefined();
  const steps = ['"other" bids for "{size}" of "{market}" inside the spread, at "exit"'];
  expect(await tradedWithOthers(compare, { cells: ['market'], steps })).toContain("somebody else's order");
  const named = ['the price midway in the spread of "{market}" is called "inside"'];
  expect(await tradedWithOthers(compare, { cells: ['market'], steps: named })).toContain("somebody else's order");
});

/** Both sides of a trade between two wallets of the scenario, and a trade of others. */
const OURS = [
  { ...TRADE, timestamp: 5 },
  { ...TRADE, orderId: '8', timestamp: 5 },
];
const THEIRS = { tradeId: '6', timestamp: 5 };

async function lackingRows(cell: string, publicTrades: readonly object[]): Promise<string | undefined> {
  const scenario = new Scenario('Outcome', ['100'], { trades: OURS, cells: [cell], publicTrades });
  await scenario.terms.begin(['{far bid}']);
  return scenario.reason(() => assert.equal(1, 3));
}

test.each(['last', 'lastPrice'])('a trade of others excuses rows that lack where a cell says %s', async (cell) => {
  expect(await lackingRows(cell, [THEIRS, ...OURS])).toContain('trade 6 of somebody else set the last price');
});

test.each([
  ['without a trade of others', 'last', OURS],
  ['for a trade of others from before', 'last', [{ ...THEIRS, timestamp: -1 }, ...OURS]],
  ['where no cell speaks of the last price', 'mark', [THEIRS, ...OURS]],
])('rows that lack are not excused %s', async (_case, cell, publicTrades) => {
  expect(await lackingRows(cell, publicTrades)).toBeUndefined();
});

test('a far price that the market has reached excuses what becomes of an order there', async () => {
  const scenario = await asking(['100', '90'], '{far bid}');
  scenario.terms.text('far bid');
  expect(await scenario.reason(() => assert.equal('filled', 'open'))).toContain('where an order was to rest');
});

test('a preparation that fails is no verdict, whatever failed', async () => {
  const scenario = new Scenario('Context', ['100']);
  await scenario.terms.begin(['{mark}']);
  const text =
    'POST http://exchange/v1/trade\n{"params":{"action":"placeOrders"}}\nresponded 503\n{"status":"error","error":{"code":"UNAVAILABLE","message":"draining"}}';
  expect(await scenario.reason(() => assert.equal(503, 200, text))).toBe(
    'could not be set up: placeOrders responded 503: UNAVAILABLE draining',
  );
});

/** What fetch throws for a connection that ended with this code. */
const ended = (code: string) => (): never => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error('connect'), { code }) });
};

test.each<[string, Seen]>([
  ['on a deployment', {}],
  ['on an exchange that the suite steers', { isSteered: true }],
  ['before the scenario has a target', { hasBegun: false }],
])('a preparation that reaches nobody is no verdict %s', async (_case, seen) => {
  const scenario = new Scenario('Context', ['100'], seen);
  expect(await scenario.reason(ended('ECONNREFUSED'))).toBe('could not be set up: fetch failed (ECONNREFUSED)');
});

test.each<[string, StepKind, string, Seen]>([
  ['where a request is the subject', 'Action', 'ECONNREFUSED', {}],
  ['where an exchange that the suite steers breaks it off', 'Context', 'ECONNRESET', { isSteered: true }],
])('an error of the network is a verdict %s', async (_case, step, code, seen) => {
  expect(await new Scenario(step, ['100'], seen).reason(ended(code))).toBeUndefined();
});

test('a response that breaks the contract is a verdict in a preparation, too', async () => {
  const scenario = new Scenario('Context', ['100']);
  await scenario.terms.begin(['{mark}']);
  const broken = (): never => {
    throw new NotAsSpecified('placeOrders says what the contract does not: venueId is a number');
  };
  expect(await scenario.reason(broken)).toBeUndefined();
});

const BUSY =
  'POST http://exchange/v1/trade\nresponded 503\n{"status":"error","error":{"code":"SERVICE_UNAVAILABLE","message":"the exchange has more requests than it can handle","category":"SYSTEM","retryable":true}}';

test('a target that asks to send a request again has too much to do', async () => {
  const scenario = new Scenario('Outcome', ['100']);
  await scenario.terms.begin(['{mark}']);
  expect(await scenario.reason(() => assert.equal(503, 200, BUSY))).toContain('the target had too much to do');
});

test.each([
  ['that says no such thing', BUSY.replace('true', 'false'), []],
  ['where the scenario is about it', BUSY, ['the response is refused with 503 SERVICE_UNAVAILABLE']],
])('a 503 is not excused %s', async (_case, text, steps) => {
  const scenario = new Scenario('Outcome', ['100'], { steps });
  await scenario.terms.begin(['{mark}']);
  expect(await scenario.reason(() => assert.equal(503, 200, text))).toBeUndefined();
});
