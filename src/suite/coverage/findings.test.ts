import { expect, test } from 'vitest';
import { runOf, scenario } from '../results/run.test-helper.ts';
import type { Run, ScenarioResult } from '../results/run.ts';
import { CATALOGUE, cited } from './coverage.test-helper.ts';
import type { Catalogue } from './catalogue.ts';
import { coverageOf } from './count.ts';
import { type CoverageFinding, findingsOf, type Gate } from './findings.ts';

/** Runs that cover the catalogue: every clause, cell, offer and code, both ways. */
const OBSERVED = {
  rest: ['placeOrders', 'getMids', '/v1/info/contracts'],
  ws: ['placeOrders', 'getMids', 'trades', 'marketPrices'],
};
const REFUSED = ['200/ORDER_NOT_FOUND', '404/NOT_FOUND'];
const TAGS = ['clause:A', 'clause:B', 'clause:C', 'transition:order/placed/fill', 'transition:order/placed/cancel'];

const full = (
  transport: 'rest' | 'ws',
  change: Partial<ScenarioResult> = {},
  more: readonly ScenarioResult[] = [],
): Run =>
  runOf(
    [
      scenario(1, {
        transport,
        tags: TAGS,
        observed: { served: OBSERVED[transport], refused: REFUSED, responses: 4, unexamined: 0, tokens: 0 },
        ...change,
      }),
      ...more,
    ],
    { transport },
  );
/** Two hundred clauses more, all cited by the scenario at line 9, so that two waivers are less than one percent. */
const IDS = Array.from({ length: 200 }, (_, index) => `X${index}`);
const WIDE: Catalogue = {
  ...CATALOGUE,
  clauses: [
    ...CATALOGUE.clauses,
    ...IDS.map((id) => ({ id, kind: 'rule', surface: ['trade'], text: '', needs: [], status: 'stated' })),
  ],
};
const REST_OF_ALL = scenario(9, { tags: IDS.map((id) => `clause:${id}`) });

const found = (runs: readonly Run[], catalogue: Catalogue = WIDE): CoverageFinding[] =>
  findingsOf(coverageOf(catalogue, runs));

/** What stands there when the run over REST is changed. */
const foundWith = (change: Partial<ScenarioResult>, ...more: ScenarioResult[]): CoverageFinding[] =>
  found([full('rest', change, [REST_OF_ALL, ...more]), full('ws')]);

const only = (gate: Gate, message: string): CoverageFinding[] => [{ gate, message }];
const FILE = 'features/trade/cancelOrders.feature';
const without = (tag: string): string[] => TAGS.filter((one) => one !== tag);

test('runs that cover everything both ways lack nothing', () => {
  expect(foundWith({})).toEqual([]);
});

test('a way that was not run', () => {
  expect(found([full('rest', {}, [REST_OF_ALL])]).filter(({ gate }) => gate === 'incomplete-run')).toEqual(
    only(
      'incomplete-run',
      'no scenario was run over ws: do so with node --import tsx node_modules/@cucumber/cucumber/bin/cucumber.js --profile ws',
    ),
  );
  expect(found([full('ws', {}, [REST_OF_ALL])]).filter(({ gate }) => gate === 'incomplete-run')).toEqual(
    only(
      'incomplete-run',
      'no scenario was run over rest: do so with node --import tsx node_modules/@cucumber/cucumber/bin/cucumber.js',
    ),
  );
});

test('a run that ended early', () => {
  const { facts, scenarios } = full('rest', {}, [REST_OF_ALL]);
  expect(found([{ facts: { ...facts, stopped: 'the budget is spent' }, scenarios }, full('ws')])).toEqual(
    only('incomplete-run', 'the run over rest ended early: the budget is spent'),
  );
});

test('an unknown id', () => {
  expect(foundWith({}, cited(5, 'clause:NOPE'), cited(6, 'transition:order/placed/vanish'))).toEqual([
    ...only(
      'unknown-id',
      `${FILE}:5 cites the clause NOPE, which docs/contract/clauses.yaml does not hold: correct the tag`,
    ),
    ...only(
      'unknown-id',
      `${FILE}:6 cites the transition order/placed/vanish, which docs/contract/transitions.yaml does not hold: correct the tag`,
    ),
  ]);
});

test('a clause that failed', () => {
  expect(foundWith({}, cited(5, 'clause:A', 'failed'))).toEqual(
    only('clause-broken', `A is broken: see ${FILE}:5 (failed over rest)`),
  );
  const many = [5, 6, 7, 8].map((line) => cited(line, 'clause:A', 'failed'));
  expect(foundWith({}, ...many)[0]?.message).toBe(
    `A is broken: see ${FILE}:5 (failed over rest), ${FILE}:6 (failed over rest), ${FILE}:7 (failed over rest) and 1 more`,
  );
});

test('a clause that was only skipped', () => {
  const runs = [
    full('rest', { tags: without('clause:A') }, [REST_OF_ALL, cited(5, 'clause:A', 'skipped')]),
    full('ws', { tags: [] }),
  ];
  expect(found(runs)).toEqual(
    only(
      'clause-unproven',
      `A is cited by scenarios that did not come to a verdict: see ${FILE}:5 (skipped over rest)`,
    ),
  );
});

test('a clause without scenario or waiver', () => {
  const runs = [full('rest', { tags: without('clause:C') }, [REST_OF_ALL]), full('ws', { tags: [] })];
  expect(found(runs)).toEqual(
    only(
      'clause-open',
      'C has neither a scenario nor a waiver (C holds.): cite it in features/*/contracts.feature, or say in docs/contract/waivers.yaml why none can prove it',
    ),
  );
});

test('waivers in place of scenarios', () => {
  const runs = [full('rest', { tags: without('clause:C') }, [REST_OF_ALL]), full('ws', { tags: [] })];
  const waived = { ...WIDE, waivers: [...WIDE.waivers, { clause: 'C', reason: 'r' }] };
  expect(found(runs, waived)).toEqual([]);
  const [, ...fewer] = REST_OF_ALL.tags;
  const more = { ...waived, waivers: [...waived.waivers, { clause: 'X0', reason: 'r' }] };
  const [rest, ws] = [
    full('rest', { tags: without('clause:C') }, [{ ...REST_OF_ALL, tags: fewer }]),
    full('ws', { tags: [] }),
  ];
  expect(found([rest, ws], more)).toEqual(
    only(
      'share-proven',
      '98.5 % of the clauses are proven, 99 % must be: a line in docs/contract/waivers.yaml proves nothing',
    ),
  );
});

test('a waiver of what is shown, or of nothing', () => {
  const waivers = [
    ...WIDE.waivers,
    { clause: 'A', reason: 'r' },
    { code: 'NOT_FOUND', reason: 'r' },
    { clause: 'GONE', reason: 'r' },
  ];
  expect(found([full('rest', {}, [REST_OF_ALL]), full('ws')], { ...WIDE, waivers })).toEqual([
    ...only('waiver-stale', `A is waived, but ${FILE}:1 proves it: remove its line from docs/contract/waivers.yaml`),
    ...only('waiver-stale', 'NOT_FOUND is waived, but came with 404: remove its line from docs/contract/waivers.yaml'),
    ...only(
      'waiver-stale',
      'GONE is waived and neither a clause nor a code: remove its line from docs/contract/waivers.yaml',
    ),
  ]);
});

test('a transition that failed, and one that nothing shows', () => {
  expect(foundWith({}, cited(5, 'transition:order/placed/fill', 'failed'))).toEqual(
    only('transition-broken', `order/placed/fill is broken: see ${FILE}:5 (failed over rest)`),
  );
  const runs = [
    full('rest', { tags: without('transition:order/placed/fill') }, [REST_OF_ALL]),
    full('ws', { tags: [] }),
  ];
  expect(found(runs)).toEqual(
    only(
      'transition-open',
      'order/placed/fill has no scenario that passed: tag one below features/lifecycle with @transition:order/placed/fill, or say in docs/contract/transitions.yaml why it cannot happen',
    ),
  );
});

test('a transition that cannot happen, yet a scenario fails on it', () => {
  expect(foundWith({}, cited(5, 'transition:order/filled/fill', 'failed'))).toEqual(
    only('transition-broken', `order/filled/fill is broken: see ${FILE}:5 (failed over rest)`),
  );
});

test('an action, route or channel that was never served over a transport', () => {
  const observed = { served: ['placeOrders'], refused: REFUSED, responses: 1, unexamined: 0, tokens: 0 };
  expect(foundWith({ observed })).toEqual([
    ...only(
      'never-served',
      'getMids was never served with success over rest: ask for it in features/info/getMids.feature',
    ),
    ...only(
      'never-served',
      '/v1/info/contracts was never served with success over rest: ask for it in features/info/contracts.feature',
    ),
  ]);
  expect(found([full('rest', {}, [REST_OF_ALL]), full('ws', { observed })])).toEqual([
    ...only(
      'never-served',
      'getMids was never served with success over ws: ask for it in features/info/getMids.feature',
    ),
    ...only(
      'never-served',
      'trades was never served with success over ws: ask for it in features/channels/trades.feature',
    ),
    ...only(
      'never-served',
      'marketPrices was never served with success over ws: ask for it in features/channels/marketPrices.feature',
    ),
  ]);
});

test('a code that no response carried', () => {
  expect(
    found([full('rest', {}, [REST_OF_ALL]), full('ws')], { ...WIDE, codes: [...WIDE.codes, 'CANCEL_FAILED'] }),
  ).toEqual(
    only(
      'code-never-seen',
      'CANCEL_FAILED was never seen on the wire: meet it in a feature, or say in docs/contract/waivers.yaml why no client can receive it',
    ),
  );
});

test('a response that no step examined', () => {
  const observed = { served: [], refused: [], responses: 3, unexamined: 1, tokens: 0 };
  expect(foundWith({}, scenario(5, { observed }))).toEqual(
    only('response-unexamined', `${FILE}:5 left 1 response unexamined over rest: add a Then that looks`),
  );
});
