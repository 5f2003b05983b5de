import { expect, test } from 'vitest';
import { loadSteps } from '../../../cli/conform/files.ts';
import { http, runOf, scenario } from '../../../suite/results/run.test-helper.ts';
import { coverageFor } from '../../../suite/reporters/coverage.test-helper.ts';
import { pack } from './pack.ts';
import { modelOf, stepsOf } from './view/model.ts';

// The report lists what the steps of each scenario need.
await loadSteps();

const RUN = runOf([
  scenario(5, {
    uri: 'features/auth/nonce.feature',
    feature: 'a nonce is spent once',
    area: 'auth',
    name: 'a second time is refused',
    tags: ['auth', 'negative', 'clause:A', 'clause:NONE', 'needs:second-wallet', 'needs:something-new'],
    steps: [
      { text: 'Given the world "bare"', line: 3, verdict: 'passed' },
      { text: 'When it is looked at', line: 6, verdict: 'failed' },
      { text: 'Then nothing changed', line: 7, verdict: 'skipped' },
    ],
    verdict: 'failed',
    error: 'it was served',
    observed: { served: ['placeOrders'], refused: ['400/NONCE_USED'], responses: 2, unexamined: 0, tokens: 3 },
  }),
  scenario(9, { name: 'a second time is refused', verdict: 'skipped', reason: 'no clock' }),
]);

test('unpacking returns the scenario that was packed', () => {
  const { data } = pack(RUN, coverageFor(RUN));
  const { scenarios, features } = modelOf(JSON.parse(JSON.stringify(data)) as typeof data);
  expect(scenarios[0]).toMatchObject({
    index: 0,
    id: 'features/auth/nonce.feature:5',
    name: 'a second time is refused',
    area: 'auth',
    verdict: 'failed',
    transport: 'rest',
    tags: ['auth', 'negative', 'needs:second-wallet', 'needs:something-new'],
    clauses: ['A', 'NONE'],
    needs: ['second-wallet', 'worlds'],
    aspects: ['refused', 'auth'],
    reason: null,
    error: 'it was served',
    durationMs: 250,
    served: ['placeOrders'],
    refused: ['400/NONCE_USED'],
    tokens: 3,
    trace: 'none',
  });
  expect(scenarios[1]).toMatchObject({ verdict: 'skipped', reason: 'no clock', error: null, clauses: [] });
  expect(stepsOf(data, 0)).toEqual([
    { text: 'Given the world "bare"', line: 3, mark: 'p' },
    { text: 'When it is looked at', line: 6, mark: 'f' },
    { text: 'Then nothing changed', line: 7, mark: 's' },
  ]);
  expect(features.map(({ name, uri, scenarios: own }) => [name, uri, own.length])).toEqual([
    ['a nonce is spent once', 'features/auth/nonce.feature', 1],
    ['cancelOrders removes orders', 'features/trade/cancelOrders.feature', 1],
  ]);
});

test('a text that occurs twice is kept once', () => {
  const { texts } = pack(RUN, coverageFor(RUN)).data;
  expect(texts.filter((text) => text === 'a second time is refused')).toHaveLength(1);
});

test('clauses carry their state and the scenarios of this run', () => {
  const { clauses } = pack(RUN, coverageFor(RUN)).data;
  expect(clauses.map(({ id, state, scenarios, waiver }) => [id, state, scenarios, waiver])).toEqual([
    ['A', 'failed', [0], null],
    ['B', 'uncovered', [], null],
    ['C', 'uncovered', [], null],
    ['D', 'waived', [], 'no client observes it'],
  ]);
});

test('traces of what failed come first, the rest while there is room', () => {
  const trace = [http('x'.repeat(400), 'y')];
  const run = runOf([
    scenario(1, { trace }),
    scenario(2, { trace }),
    scenario(3, { trace, verdict: 'failed' }),
    scenario(4),
  ]);
  const { data, traces } = pack(run, coverageFor(run), 1_300);
  expect(traces.map(({ scenario: index }) => index)).toEqual([2, 0]);
  expect(modelOf(data).scenarios.map((one) => one.trace)).toEqual(['kept', 'left-out', 'kept', 'none']);
});

test('a long response is cut; a long request is replaced by its size, since half of it would be another request', () => {
  const long = 'é'.repeat(30_001);
  const run = runOf([scenario(1, { trace: [{ ...http(1, 1), request: long, response: long }] })]);
  const [entry] = pack(run, coverageFor(run)).traces[0]?.entries ?? [];
  expect(entry?.request).toBe('<60002 bytes>');
  expect(entry?.response).toBe(`${'é'.repeat(30_000)}\n... 1 more characters are in the messages of the run`);
});
