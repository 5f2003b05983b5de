import { describe, expect, test } from 'vitest';
import { certify, judge } from './certify.ts';
import { type Drill, drillNames, loadDrill, withRoom } from './drill.ts';
import type { DrillFacts, Habits } from './facts.ts';
import { ALWAYS, type InvariantId, INVARIANTS } from './invariants.ts';
import { type Statement, STATEMENT_DEFAULTS } from './statement.ts';
import type { SentOrder, Tape } from './tape.ts';
import { bid, tape, type TapeWriter } from './tape-writer.test-helper.ts';

/** Invariants on tapes that are written by hand: each holds for what a sound bot does, and fails for one thing done wrong. */

const SECOND = 1_000;
const statement: Statement = {
  ...STATEMENT_DEFAULTS,
  symbols: ['BTC-USDT'],
  maxOpenOrders: 2,
  maxPosition: { 'BTC-USDT': '0.5' },
  ...{ stopWithin: 10_000, maxFundingRate: '0.0005', maxFromMark: '0.03' },
};
const calm: Habits = {
  ...{
    channels: ['orderbook', 'marketPrices', 'subAccountUpdates'],
    actions: ['placeOrders'],
    usesStreams: true,
    usesDeadlines: false,
  },
  ...{ usesClientIds: true, places: true, usesBatches: true, restsOrders: true, followsBook: true, hasTwins: false },
  quotesInLayers: false,
  farthestQuote: '0.001',
};
const LOST = { isLost: true, status: null };
const limited = { status: 429, code: 'RATE_LIMIT_EXCEEDED', items: [] };
const times = (count: number, everyMs: number, write: (to: TapeWriter, at: number) => TapeWriter): TapeWriter => {
  const to = tape();
  for (let place = 0; place < count; place += 1) write(to, place * everyMs);
  return to;
};

const ask: SentOrder = { ...bid, side: 'sell', price: '96000', clientId: 'a-2' };
/** A batch of which the second order is rejected. */
const mixed = (to: TapeWriter): TapeWriter =>
  to.place(0, { orders: [bid, ask], items: [null, 'ORDER_REJECTED_BY_ENGINE'] });

interface Case {
  readonly id: InvariantId;
  readonly holds: TapeWriter;
  readonly fails: TapeWriter;
}

const CASES: readonly Case[] = [
  { id: 'orders-within-intent', holds: tape().count(0, 2), fails: tape().count(0, 2).count(5, 3) },
  { id: 'no-double-orders', holds: tape().order(0), fails: tape().order(0).order(5, { twins: 1, clientId: 'a-2' }) },
  {
    id: 'keeps-what-was-taken',
    // What was taken is cancelled, or has ended, before its side is placed again; the side of what was rejected may be at once.
    holds: mixed(tape().order(0))
      .place(1, { orders: [ask] })
      .request(2, 'cancelOrders', { cancels: ['a-1'] })
      .place(3, { orders: [{ ...bid, clientId: 'a-3' }] }),
    fails: mixed(tape().order(0)).place(1, { orders: [{ ...bid, clientId: 'a-3', price: '94001' }] }),
  },
  { id: 'client-ids-unique', holds: tape().order(0).order(5, { clientId: 'a-2' }), fails: tape().order(0).order(5) },
  {
    id: 'well-formed',
    holds: tape().place(0, { items: ['POST_ONLY_WOULD_TRADE'] }),
    fails: tape().place(0, { items: ['INVALID_VALUE'] }),
  },
  { id: 'stays-alive', holds: tape().mark(0, 'exited', 'with code 0'), fails: tape().mark(0, 'exited', 'with code 1') },
  {
    id: 'requests-within-rate',
    holds: times(20, 10, (to, at) => to.request(at, 'getOrderbook')),
    fails: times(21, 10, (to, at) => to.request(at, 'getOrderbook')),
  },
  {
    id: 'no-blind-retry',
    holds: tape().place(0, LOST).request(5, 'getOpenOrders').place(6),
    fails: tape().place(0, LOST).request(5, 'getOrderbook').place(6).request(7, 'getOpenOrders'),
  },
  {
    id: 'no-blind-cancel',
    holds: tape().request(0, 'cancelOrders', LOST).request(SECOND, 'cancelOrders'),
    fails: tape()
      .request(0, 'cancelOrders', LOST)
      .request(11 * SECOND, 'cancelOrders'),
  },
  {
    id: 'backs-off',
    holds: times(12, SECOND / 2, (to, at) => to.request(at, 'getPositions', limited)),
    fails: times(13, SECOND / 2, (to, at) => to.request(at, 'getPositions', limited)),
  },
  {
    id: 'does-not-insist',
    holds: times(13, 2 * SECOND, (to, at) => to.place(at, { items: ['MARKET_CLOSED'] })),
    fails: times(13, SECOND / 2, (to, at) => to.place(at, { items: ['MARKET_CLOSED'] })),
  },
  {
    id: 'recovers',
    holds: tape()
      .count(0, 1)
      .count(15 * SECOND, 0)
      .place(42 * SECOND)
      .count(42 * SECOND, 1),
    fails: tape()
      .count(0, 1)
      .count(15 * SECOND, 0)
      .place(51 * SECOND)
      .count(51 * SECOND, 1),
  },
  {
    id: 'resyncs',
    holds: tape()
      .fault(0, 'lose', 'subAccountUpdates')
      .request(45 * SECOND, 'getPositions'),
    fails: tape()
      .fault(0, 'lose', 'subAccountUpdates')
      .request(45 * SECOND, 'getPositions', LOST),
  },
  {
    id: 'heals-the-book',
    holds: tape().fault(0, 'lose', 'orderbook').frame(SECOND, 'orderbook', { isSnapshot: true }),
    fails: tape().fault(0, 'lose', 'orderbook').frame(SECOND, 'orderbook'),
  },
  {
    id: 'decides-on-fresh-data',
    holds: tape()
      .frame(20 * SECOND, 'orderbook')
      .place(25 * SECOND),
    // Prices are fresh, and are not what a bot with a book goes by.
    fails: tape()
      .frame(20 * SECOND, 'orderbook')
      .frame(26 * SECOND, 'marketPrices')
      .place(26 * SECOND),
  },
  {
    id: 'cancels-when-gone',
    holds: tape()
      .count(0, 2)
      .mark(0, 'killed')
      .count(5 * SECOND, 0),
    fails: tape()
      .count(0, 2)
      .mark(0, 'killed')
      .count(5 * SECOND, 1)
      .count(6 * SECOND, 0),
  },
  {
    id: 'exits-when-asked',
    holds: tape().mark(0, 'terminated').mark(SECOND, 'exited', 'with code 0'),
    fails: tape()
      .mark(0, 'terminated')
      .mark(6 * SECOND, 'exited', 'with code 0'),
  },
  {
    id: 'places-nothing-after-the-end',
    holds: tape()
      .place(0)
      .mark(1, 'terminated')
      .place(2, { orders: [{ ...bid, isReducing: true }] }),
    fails: tape().mark(0, 'terminated').place(1),
  },
  {
    id: 'leaves-no-orphan',
    holds: tape().order(0).mark(1, 'killed').mark(2, 'started').request(3, 'getOpenOrders').place(4),
    fails: tape().order(0).mark(1, 'killed').mark(2, 'started').place(3).request(4, 'getOpenOrders'),
  },
  {
    id: 'decides-on-fresh-prices',
    holds: tape()
      .frame(28 * SECOND, 'marketPrices')
      .place(30 * SECOND),
    fails: tape()
      .frame(24 * SECOND, 'marketPrices')
      .frame(29 * SECOND, 'orderbook')
      .place(30 * SECOND),
  },
  {
    id: 'no-quotes-while-blind',
    holds: tape()
      .count(0, 2)
      .frame(20 * SECOND, 'orderbook')
      .count(24 * SECOND, 0),
    fails: tape()
      .count(0, 2)
      .frame(20 * SECOND, 'orderbook')
      .count(31 * SECOND, 0),
  },
  {
    id: 'quotes-from-a-whole-book',
    holds: tape()
      .fault(20 * SECOND, 'lose', 'orderbook')
      .frame(21 * SECOND, 'orderbook')
      .frame(22 * SECOND, 'orderbook', { isSnapshot: true })
      .place(23 * SECOND),
    fails: tape()
      .fault(20 * SECOND, 'lose', 'orderbook')
      .frame(21 * SECOND, 'orderbook')
      .place(22 * SECOND)
      .frame(23 * SECOND, 'orderbook', { isSnapshot: true }),
  },
  {
    id: 'knows-its-own-state',
    holds: tape()
      .count(0, 2)
      .connect(0, 'subAccountUpdates', 20 * SECOND)
      .count(20 * SECOND + 500, 0),
    fails: tape()
      .count(0, 2)
      .connect(0, 'subAccountUpdates', 20 * SECOND),
  },
  {
    id: 'forgets-what-has-ended',
    holds: times(3, SECOND, (to, at) => to.request(at, 'cancelOrders', { cancels: ['a-1'] })),
    fails: times(4, SECOND, (to, at) =>
      to
        .frame(at, 'subAccountUpdates', { event: 'orderFilled', clientId: 'a-1' })
        .request(at, 'cancelOrders', { cancels: ['a-1'] }),
    ),
  },
  {
    id: 'deadlines-ahead',
    holds: times(4, SECOND, (to, at) => to.place(at, { deadline: at + 1 })),
    fails: times(4, SECOND, (to, at) => to.place(at + 2, { deadline: at + 1 })),
  },
  {
    id: 'takes-another-nonce',
    holds: times(5, SECOND, (to, at) => to.place(at, { nonce: at, message: 'nonce already used' })),
    fails: times(5, SECOND, (to, at) => to.place(at, { nonce: 7, message: 'nonce already used' })),
  },
  { id: 'no-late-orders', holds: tape().place(0).order(4_000), fails: tape().place(0).order(6_000) },
  {
    id: 'protects-its-position',
    holds: tape()
      .mark(0, 'started')
      .fill(SECOND, '0.1')
      .order(5 * SECOND, { side: 'sell', stop: '93000' }),
    fails: tape()
      .mark(0, 'started')
      .fill(SECOND, '0.1')
      .order(15 * SECOND, { side: 'sell', stop: '93000' }),
  },
  {
    id: 'stops-on-the-right-side',
    holds: times(3, SECOND, (to, at) => to.order(at, { side: 'sell', stop: '93000' })),
    fails: times(3, SECOND, (to, at) => to.order(at, { side: 'sell', stop: '97000' })),
  },
  {
    id: 'leaves-closed-markets',
    holds: tape().place(22 * SECOND, { items: ['MARKET_CLOSED'] }),
    fails: tape().place(35 * SECOND, { items: ['MARKET_CLOSED'] }),
  },
  {
    id: 'prices-near-the-mark',
    holds: times(3, SECOND, (to, at) => to.order(at + 20 * SECOND)),
    fails: times(3, SECOND, (to, at) => to.order(at + 20 * SECOND, { mark: '98800' })),
  },
  {
    id: 'quotes-follow-the-price',
    holds: tape()
      .order(0, { endedAt: 25 * SECOND, price: '95000' })
      .moveMark(20 * SECOND, '98000'),
    fails: tape()
      .order(0, { endedAt: 35 * SECOND, price: '95000' })
      .moveMark(20 * SECOND, '98000'),
  },
  {
    id: 'adds-nothing-when-short',
    holds: tape()
      .frame(20 * SECOND, 'subAccountUpdates', { marginUse: 60 })
      .place(22 * SECOND, { orders: [{ ...bid, isReducing: true }] }),
    fails: tape()
      .frame(20 * SECOND, 'subAccountUpdates', { marginUse: 60 })
      .place(22 * SECOND),
  },
  {
    id: 'reduces-when-short',
    holds: tape()
      .fill(0, '0.2')
      .fill(30 * SECOND, '0.1'),
    fails: tape()
      .fill(0, '0.2')
      .fill(30 * SECOND, '0.3'),
  },
  {
    id: 'adds-nothing-to-the-paying-side',
    holds: tape()
      .frame(20 * SECOND, 'marketPrices', { fundingRate: '0.001' })
      .place(22 * SECOND, { orders: [{ ...bid, side: 'sell' }] }),
    fails: tape()
      .frame(20 * SECOND, 'marketPrices', { fundingRate: '0.001' })
      .place(22 * SECOND),
  },
  {
    id: 'memory-stays',
    holds: tape().use((place) => ({ bytes: 1e8 + (place % 5) * 1e7 })),
    fails: tape().use((place) => ({ bytes: 1e8 + place * 2e6 })),
  },
  {
    id: 'handles-stay',
    holds: tape().use((place) => ({ handles: 30 + (place % 9) })),
    fails: tape().use((place) => ({ handles: 30 + place * 2 })),
  },
  { id: 'cost-stays', holds: tape().use(() => ({})), fails: tape().use((place) => ({ cpuMs: place ** 3 })) },
  {
    id: 'reduces-what-it-has',
    holds: times(3, SECOND, (to, at) => to.fill(at, '0.1').place(at, { orders: [{ ...bid, isReducing: true }] })),
    fails: times(3, SECOND, (to, at) => to.place(at, { orders: [{ ...bid, isReducing: true }] })),
  },
];

const drill = loadDrill('calm/nothing-wrong');
const factsOf = (written: Tape): DrillFacts => ({
  ...{
    drill,
    statement,
    tape: written,
    startTime: 0,
    endTime: 90 * SECOND,
    from: 20 * SECOND,
    until: 40 * SECOND,
    calm,
  },
});

describe('an invariant', () => {
  for (const { id, holds, fails } of CASES) {
    test(`${id} holds for a sound bot, and not for one that does the one thing wrong`, () => {
      expect(INVARIANTS[id].check(factsOf(holds))).toEqual([]);
      expect(INVARIANTS[id].check(factsOf(fails))).toHaveLength(1);
    });
  }
});

describe('a finding', () => {
  const said = (id: InvariantId, written: TapeWriter): string =>
    INVARIANTS[id]
      .check(factsOf(written))
      .map(({ text }) => text)
      .join('; ');
  const restarted = (): TapeWriter => tape().mark(0, 'started').mark(4, 'killed').mark(5, 'started');

  test('of a double order says where the first one is from before the restart', () => {
    const twin = { twins: 1, twinAt: 2, clientId: 'a-2' };
    expect(said('no-double-orders', restarted().order(2).order(6, twin))).toContain('from before the restart');
    expect(said('no-double-orders', tape().mark(0, 'started').order(2).order(6, twin))).not.toContain('restart');
  });

  test('of an order beside another names the one that was filled in part', () => {
    const beside = tape().order(0).order(5, { beside: 1, isBesidePart: true, clientId: 'a-2', price: '94001' });
    expect(said('no-double-orders', beside)).toBe(
      'buy 0.1 BTC-USDT was placed while an order of that side was open that was filled in part',
    );
    const layers = { ...factsOf(beside), calm: { ...calm, quotesInLayers: true } };
    expect(INVARIANTS['no-double-orders'].check(layers)).toEqual([]);
  });

  test('of a sibling that was placed again is none for an order that has ended, was refused whole, or is one of several', () => {
    const again = { orders: [{ ...bid, clientId: 'a-3' }] };
    const id = 'keeps-what-was-taken';
    expect(said(id, mixed(tape().order(0)).place(1, again))).toBe(
      'buy BTC-USDT was placed again while it was open, taken from a batch in which another order was rejected',
    );
    expect(said(id, mixed(tape().order(0, { endedAt: 1 })).place(1, again))).toBe('');
    const whole = { orders: [bid, ask], items: [null], code: 'RATE_LIMIT_EXCEEDED' };
    expect(said(id, tape().order(0).place(0, whole).place(1, again))).toBe('');
    const layers = { ...factsOf(mixed(tape().order(0)).place(1, again)), calm: { ...calm, quotesInLayers: true } };
    expect(INVARIANTS[id].check(layers)).toEqual([]);
  });

  test('of a sibling without client ids finds it by its side and time', () => {
    const bare = { ...bid, clientId: '' };
    const batch = { orders: [bare, { ...ask, clientId: '' }], items: [null, 'ORDER_REJECTED_BY_ENGINE'] };
    const id = 'keeps-what-was-taken';
    expect(
      said(
        id,
        tape()
          .order(0, { clientId: '' })
          .place(0, batch)
          .place(1, { orders: [bare] }),
      ),
    ).not.toBe('');
    expect(
      said(
        id,
        tape()
          .order(9, { clientId: '' })
          .place(0, batch)
          .place(1, { orders: [bare] }),
      ),
    ).toBe('');
  });

  test('of a position beyond the limit says what it held from before the restart', () => {
    expect(said('exposure-within-limits', restarted().fill(2, '0.3').fill(6, '0.6'))).toContain(
      'it held 0.3 from before the restart',
    );
    expect(said('exposure-within-limits', tape().mark(0, 'started').fill(2, '0.6'))).not.toContain('restart');
  });

  test('of an order that no position within the limit needs names its quantity', () => {
    expect(said('exposure-within-limits', tape().order(0, { quantity: '1' }))).toBe('');
    expect(said('exposure-within-limits', tape().order(0, { quantity: '1.1' }))).toContain('an order of 1.1');
  });

  test('of a client id says where it was used before the restart', () => {
    expect(said('client-ids-unique', restarted().order(2).order(6))).toContain('was used before the restart');
  });

  test('of a lost cancel names the order that was placed before the bot asked', () => {
    const cancel = { ...LOST, cancels: ['a-1'] };
    const blind = tape().order(0).request(1, 'cancelOrders', cancel).place(2).request(3, 'getOpenOrders');
    expect(said('no-blind-cancel', blind)).toContain('buy BTC-USDT was placed after a cancel without a response');
    const asks = tape().order(0).request(1, 'cancelOrders', cancel).request(2, 'getOpenOrders').place(3);
    expect(said('no-blind-cancel', asks)).toBe('');
  });
});

describe('a verdict', () => {
  const judged = (written: Tape, bites: Drill['bites']) =>
    judge(
      {
        ...{ drill: { ...drill, bites, invariants: [] }, seed: '1', startTime: 0, endTime: 90 * SECOND, tape: written },
        ...{ events: [], unmet: [], digest: '', elapsedMs: 0 },
      },
      { statement, calm, command: 'bot' },
    );

  test('is a pass only when the fault has reached the bot', () => {
    const bites = [{ kind: 'fault', name: 'rule', atLeast: 1 }] as const;
    expect(judged(tape().place(0), bites).verdict).toBe('inconclusive');
    expect(judged(tape().place(0).fault(0, 'replyLost', 'placeOrders'), bites).verdict).toBe('pass');
  });

  test('is a pass for a bot that a closed market does not refuse, because it knows, but only if it was there', () => {
    const bites = [{ kind: 'active', atLeast: 1 }] as const;
    const { fromMs: from, untilMs: until } = drill;
    expect(judged(tape().place(from).request(until, 'getMids'), bites).verdict).toBe('pass');
    expect(judged(tape().request(until, 'getMids'), bites).verdict).toBe('inconclusive');
  });

  test('is a pass after an outage that a bot met as a refusal, or as a broken stream', () => {
    const bites = [{ kind: 'outage', atLeast: 1 }] as const;
    const { fromMs: from } = drill;
    expect(judged(tape().request(from, 'getMids', { status: 429 }), bites).verdict).toBe('inconclusive');
    expect(judged(tape().request(from, 'getMids', { status: 503 }), bites).verdict).toBe('pass');
    expect(judged(tape().connect(from, 'orderbook', from + 1), bites).verdict).toBe('pass');
  });

  test('is inconclusive where everything that was left open was filled by chance', () => {
    const bites = [{ kind: 'left', atLeast: 1 }] as const;
    const stopped = (): TapeWriter => tape().order(0).mark(5, 'terminated').mark(6, 'exited', 'with code 0');
    const filled = tape()
      .order(0, { endedAt: 6, end: 'filled' })
      .mark(5, 'terminated')
      .mark(6, 'exited', 'with code 0');
    expect(judged(filled, bites).verdict).toBe('inconclusive');
    expect(judged(stopped(), bites).verdict).toBe('pass');
    const cancelled = tape().order(0, { endedAt: 5, end: 'user' }).mark(5, 'terminated');
    expect(judged(cancelled.mark(5, 'exited', 'with code 0'), bites).verdict).toBe('pass');
  });

  test('is a fail for a broken invariant, with the moment and the requests around it', () => {
    const { verdict, reason, trace, timeline } = judged(tape().place(0, { items: ['INVALID_VALUE'] }), []);
    expect(verdict).toBe('fail');
    expect(reason).toContain('placeOrders was refused with INVALID_VALUE');
    expect(trace).toHaveLength(1);
    expect(timeline.filter(({ isViolation }) => isViolation)).toHaveLength(1);
  });
});

describe('the library of drills', () => {
  const drills = drillNames().map((name) => loadDrill(name));

  test('has at least forty drills in ten topics', () => {
    expect(drills.length).toBeGreaterThanOrEqual(40);
    expect(new Set(drills.map(({ topic }) => topic)).size).toBeGreaterThanOrEqual(10);
  });

  test('names invariants that there are, and each of them is put to the test by a drill', () => {
    const named = new Set([...ALWAYS, ...drills.flatMap(({ invariants }) => invariants)]);
    expect([...named].sort()).toEqual(Object.keys(INVARIANTS).sort());
  });

  test('leaves a bot that is slow to recover the time that it says', () => {
    const lost = loadDrill('responses/lost-after-placing');
    expect(lost.scenario.durationMs).toBe(lost.untilMs + 25 * SECOND);
    expect(withRoom(lost, 10 * SECOND)).toBe(lost);
    expect(withRoom(lost, 40 * SECOND).scenario.durationMs).toBe(lost.untilMs + 41 * SECOND);
    const asked = loadDrill('process/asked-to-end');
    expect(withRoom(asked, 40 * SECOND)).toBe(asked);
  });

  test('proves by the name of a rule only what the timeline of the drill arms', () => {
    for (const { name, bites, scenario } of drills) {
      const rules = scenario.timeline.flatMap((entry) => (entry.kind === 'faults' ? entry.rules : []));
      const armed = rules.map(({ name: rule }) => rule);
      for (const bite of bites) if (bite.kind === 'fault') expect(armed, name).toContain(bite.name);
    }
  });
});

test('a drill about a limit that is not stated does not apply, and says where to state it', async () => {
  const { symbols, maxOpenOrders, maxPosition } = statement;
  const drill = loadDrill('calm/nothing-wrong');
  const run = {
    drill,
    seed: '1',
    startTime: 0,
    endTime: 0,
    tape: tape(),
    events: [],
    unmet: [],
    digest: '',
    elapsedMs: 0,
  };
  const { drills } = await certify({
    ...{ bot: { command: 'false', speed: null, stepTimeoutMs: SECOND }, workFolder: '', seeds: ['1'] },
    ...{
      drills: ['books/far-from-the-mark'],
      statement: { ...STATEMENT_DEFAULTS, symbols, maxOpenOrders, maxPosition },
    },
    calm: { run, habits: calm },
  });
  expect(drills).toMatchObject([
    {
      verdict: 'not applicable',
      reason:
        'the statement of the bot does not say maxFromMark, which no calm run shows: write it into the file of --statement',
    },
  ]);
});
