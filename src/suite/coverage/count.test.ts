import { describe, expect, test } from 'vitest';
import { runOf, scenario } from '../results/run.test-helper.ts';
import type { ScenarioResult, Verdict } from '../results/run.ts';
import { CATALOGUE, cited, coverageOfScenarios } from './coverage.test-helper.ts';
import { coverageOf } from './count.ts';

const stateOf = (id: string, ...scenarios: ScenarioResult[]): string | undefined =>
  coverageOfScenarios(...scenarios).clauses.find((clause) => clause.id === id)?.state;

describe('a clause', () => {
  test('is proven when a scenario that cites it passed', () => {
    expect(stateOf('A', cited(1, 'clause:A'))).toBe('proven');
    expect(stateOf('A', cited(1, 'clause:A', 'unexpected-pass'))).toBe('proven');
  });

  test.each<[Verdict]>([['failed'], ['expected-failure']])(
    'is broken by one that %s, whatever the others did',
    (verdict) => {
      expect(stateOf('A', cited(1, 'clause:A'), cited(2, 'clause:A', verdict), cited(3, 'clause:A'))).toBe('broken');
    },
  );

  test.each<[Verdict]>([['skipped'], ['error']])('is not proven by one that was %s, nor spoilt', (verdict) => {
    expect(stateOf('A', cited(1, 'clause:A', verdict))).toBe('unproven');
    expect(stateOf('A', cited(1, 'clause:A', verdict), cited(2, 'clause:A'))).toBe('proven');
  });

  test('without scenario is open, or waived with its reason', () => {
    expect(stateOf('B')).toBe('open');
    expect(stateOf('W')).toBe('waived');
    expect(stateOf('W', cited(1, 'clause:W', 'skipped'))).toBe('waived');
    expect(stateOf('W', cited(1, 'clause:W', 'failed'))).toBe('broken');
  });

  test('names its scenarios, each way for itself, and its waiver', () => {
    const { clauses } = coverageOf(CATALOGUE, [
      runOf([cited(1, 'clause:A')]),
      runOf([{ ...cited(1, 'clause:A', 'failed'), transport: 'ws' }], { transport: 'ws' }),
    ]);
    const id = 'features/trade/cancelOrders.feature:1';
    expect(clauses.map(({ id: clause, waiver, scenarios }) => [clause, waiver, scenarios])).toEqual([
      [
        'A',
        null,
        [
          { scenario: id, name: 'case 1', transport: 'rest', verdict: 'passed' },
          { scenario: id, name: 'case 1', transport: 'ws', verdict: 'failed' },
        ],
      ],
      ['B', null, []],
      ['C', null, []],
      ['W', 'no client can observe it', []],
    ]);
  });
});

describe('shares', () => {
  test('of all, and by kind, status, surface and need', () => {
    const coverage = coverageOfScenarios(cited(1, 'clause:A'), cited(2, 'clause:C'), cited(3, 'clause:A'));
    expect(coverage.total).toEqual({ clauses: 4, proven: 2, waived: 1 });
    expect(coverage.byKind).toEqual({
      limit: { clauses: 1, proven: 0, waived: 0 },
      rule: { clauses: 3, proven: 2, waived: 1 },
    });
    expect(coverage.byStatus).toEqual({
      ambiguous: { clauses: 1, proven: 0, waived: 1 },
      stated: { clauses: 3, proven: 2, waived: 0 },
    });
    expect(coverage.bySurface).toEqual({
      info: { clauses: 1, proven: 1, waived: 0 },
      trade: { clauses: 3, proven: 1, waived: 1 },
      ws: { clauses: 1, proven: 0, waived: 0 },
    });
    expect(coverage.byNeed).toEqual({
      clock: { clauses: 1, proven: 0, waived: 0 },
      funded: { clauses: 3, proven: 1, waived: 1 },
      nothing: { clauses: 1, proven: 1, waived: 0 },
    });
  });

  test('by action, those that only clauses name last', () => {
    const tagged = scenario(3, { tags: ['placeOrders'] });
    const failed = scenario(4, { tags: ['placeOrders'], verdict: 'failed' });
    expect(coverageOfScenarios(cited(1, 'clause:A'), cited(2, 'clause:C'), tagged, failed).actions).toEqual([
      { name: 'placeOrders', kind: 'trade', offered: true, clauses: 2, proven: 1, waived: 0, scenarios: 2 },
      { name: 'getMids', kind: 'info', offered: true, clauses: 0, proven: 0, waived: 0, scenarios: 0 },
      { name: 'contracts', kind: 'aggregator', offered: true, clauses: 1, proven: 1, waived: 0, scenarios: 1 },
      { name: 'getLottery', kind: 'trade', offered: false, clauses: 1, proven: 0, waived: 1, scenarios: 0 },
    ]);
  });

  test('of scenarios, with what was skipped', () => {
    const { scenarios } = coverageOfScenarios(
      cited(1, 'clause:A'),
      cited(2, 'clause:A', 'skipped'),
      cited(3, 'clause:A', 'failed'),
    );
    expect(scenarios).toEqual({ run: 3, passed: 1, skipped: 1 });
  });
});

describe('a transition', () => {
  test('is proven by its tag; one that cannot happen needs none', () => {
    const { transitions } = coverageOfScenarios(cited(1, 'transition:order/placed/fill'));
    expect(transitions.map(({ id, state, scenarios }) => [id, state, scenarios.length])).toEqual([
      ['order/placed/fill', 'proven', 1],
      ['order/placed/cancel', 'open', 0],
      ['order/filled/fill', 'waived', 0],
    ]);
  });
});

test('an unknown id is reported once per scenario, whatever the number of transports', () => {
  const strange = scenario(7, { tags: ['clause:NOPE', 'transition:order/placed/vanish', 'trade'] });
  const { unknown } = coverageOf(CATALOGUE, [
    runOf([strange]),
    runOf([{ ...strange, transport: 'ws' }], { transport: 'ws' }),
  ]);
  expect(unknown).toEqual([
    { kind: 'clause', id: 'NOPE', scenario: 'features/trade/cancelOrders.feature:7' },
    { kind: 'transition', id: 'order/placed/vanish', scenario: 'features/trade/cancelOrders.feature:7' },
  ]);
});

describe('a waiver is stale', () => {
  const staleWith = (waivers: typeof CATALOGUE.waivers, ...scenarios: ScenarioResult[]) =>
    coverageOf({ ...CATALOGUE, waivers }, [runOf(scenarios)]).stale;

  test('once its clause is proven, or its code seen', () => {
    const waivers = [
      { clause: 'A', reason: 'r' },
      { clause: 'B', reason: 'r' },
      { code: 'NOT_FOUND', reason: 'r' },
    ];
    expect(staleWith(waivers)).toEqual([]);
    const observed = { served: [], refused: ['404/NOT_FOUND'], responses: 1, unexamined: 0, tokens: 0 };
    expect(staleWith(waivers, cited(1, 'clause:A'), scenario(2, { observed }))).toEqual([
      { of: 'A', why: 'proven' },
      { of: 'NOT_FOUND', why: 'proven' },
    ]);
  });

  test('where there is neither clause nor code of that name', () => {
    expect(
      staleWith([
        { clause: 'Z', reason: 'r' },
        { code: 'GONE', reason: 'r' },
      ]),
    ).toEqual([
      { of: 'Z', why: 'unknown' },
      { of: 'GONE', why: 'unknown' },
    ]);
  });
});

describe('on the wire', () => {
  const saw = (served: string[], refused: string[], transport: 'rest' | 'ws' = 'rest') =>
    runOf([scenario(1, { transport, observed: { served, refused, responses: 2, unexamined: 0, tokens: 0 } })], {
      transport,
    });

  test('each action is looked for over each way that was run, routes over REST and channels over streams alone', () => {
    const { offered } = coverageOf(CATALOGUE, [
      saw(['placeOrders', '/v1/info/contracts'], []),
      saw(['getMids', 'trades'], [], 'ws'),
    ]);
    expect(offered.map(({ name, over }) => [name, over])).toEqual([
      [
        'placeOrders',
        [
          { transport: 'rest', served: true },
          { transport: 'ws', served: false },
        ],
      ],
      [
        'getMids',
        [
          { transport: 'rest', served: false },
          { transport: 'ws', served: true },
        ],
      ],
      ['/v1/info/contracts', [{ transport: 'rest', served: true }]],
      ['trades', [{ transport: 'ws', served: true }]],
      ['marketPrices', [{ transport: 'ws', served: false }]],
    ]);
  });

  test('a channel goes by each of its names', () => {
    const { offered } = coverageOf(CATALOGUE, [saw(['marketPriceUpdates'], [], 'ws')]);
    expect(offered.at(-1)).toMatchObject({ name: 'marketPrices', over: [{ transport: 'ws', served: true }] });
  });

  test('each code is looked for with the statuses that it came with', () => {
    const { codes } = coverageOf(CATALOGUE, [saw([], ['404/ORDER_NOT_FOUND', '200/ORDER_NOT_FOUND'])]);
    expect(codes).toEqual([
      { code: 'ORDER_NOT_FOUND', seen: [200, 404], waiver: null },
      { code: 'NOT_FOUND', seen: [], waiver: null },
      { code: 'CACHE_ERROR', seen: [], waiver: 'never sent' },
    ]);
  });

  test('a response that was not examined is reported with its scenario', () => {
    const observed = { served: [], refused: [], responses: 3, unexamined: 2, tokens: 0 };
    const { unexamined } = coverageOfScenarios(scenario(1), scenario(2, { observed }));
    expect(unexamined).toEqual([
      { scenario: 'features/trade/cancelOrders.feature:2', transport: 'rest', responses: 2 },
    ]);
  });
});
