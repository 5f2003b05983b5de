import type { Envelope } from '@cucumber/messages';
import { expect, test } from 'vitest';
import { attachment, attempt, CASES, DOCUMENT, END, facts, message, ROW, SCENARIO } from './messages.test-helper.ts';
import { RunReader } from './read-messages.ts';
import { ATTACHED, type Run, type RunFacts } from './run.ts';
import { FACTS } from './run.test-helper.ts';

function readRun(envelopes: Iterable<Envelope>, facts?: RunFacts): Run {
  const reader = new RunReader();
  for (const envelope of envelopes) reader.receive(envelope);
  return reader.run(facts);
}

const HEAD = [facts(), DOCUMENT, SCENARIO, ROW, ...CASES];
const MOVED = [ATTACHED.skipped, { reason: 'the market has moved', lacks: ['moved'] }] as const;
const PASSED = { before: 'PASSED', 'c1-1': 'PASSED', 'c1-2': 'PASSED', 'c1-3': 'PASSED', after: 'PASSED' };
const ROW_PASSED = { 'c2-1': 'PASSED', 'c2-2': 'PASSED' };

/** The scenario at line 8, of a run in which its steps ended like this. */
const scenarioOf = (results: Parameters<typeof attempt>[1], attached: Parameters<typeof attempt>[2] = []) =>
  readRun([...HEAD, ...attempt('c1', { ...PASSED, ...results }, attached), END]).scenarios[0];

test('a scenario that passed carries its place, tags, steps, time, and what was seen of it', () => {
  const observed = { served: ['cancelOrders'], refused: [], responses: 1, unexamined: 0, tokens: 2 };
  expect(scenarioOf({}, [[ATTACHED.observed, observed]])).toEqual({
    id: 'features/trade/cancelOrders.feature:8',
    name: 'an order is cancelled',
    feature: 'cancelOrders removes orders',
    uri: 'features/trade/cancelOrders.feature',
    line: 8,
    area: 'trade',
    tags: ['trade', 'clause:CANCELORDERS'],
    transport: 'rest',
    verdict: 'passed',
    reason: null,
    steps: [
      { text: 'Given the world "quiet"', line: 4, verdict: 'passed' },
      { text: 'When an order is cancelled', line: 9, verdict: 'passed' },
      { text: 'Then the response is ok', line: 10, verdict: 'passed' },
    ],
    error: null,
    durationMs: 250,
    observed,
    trace: [],
  });
});

test('a row has its own line and tags, and its steps those of the outline', () => {
  const [row] = readRun([...HEAD, ...attempt('c2', ROW_PASSED), END]).scenarios;
  expect(row).toMatchObject({
    id: 'features/trade/cancelOrders.feature:20',
    tags: ['trade', 'assumed'],
    steps: [
      { text: 'Given the world "quiet"', line: 4 },
      { text: 'When order 999 is cancelled', line: 15 },
    ],
  });
});

test('scenarios stand in the order of the features, whatever the order they ran in', () => {
  const run = readRun([...HEAD, ...attempt('c2', ROW_PASSED), ...attempt('c1', PASSED), END]);
  expect(run.scenarios.map(({ line }) => line)).toEqual([8, 20]);
});

test('paths outside of features do not enter an id', () => {
  const moved = JSON.parse(JSON.stringify(HEAD).replaceAll('features/trade', '../lib/perpsim/features/trade')) as [];
  const [scenario] = readRun([...moved, ...attempt('c1', PASSED), END]).scenarios;
  expect(scenario).toMatchObject({ id: 'features/trade/cancelOrders.feature:8', area: 'trade' });
});

test('a failed step fails its scenario and keeps its trace; lines of a stack are left out', () => {
  const text = 'AssertionError: 404\nPOST /v1/trade\nresponded 404\n    at ExchangeWorld.take (/home/x/world.ts:12:7)';
  const sent = { kind: 'http', method: 'POST', url: '/v1/trade', request: '{}' };
  const trace = [{ ...sent, status: 404, headers: {}, response: null, signed: null }];
  const failed = { 'c1-2': ['FAILED', text] as const, 'c1-3': 'SKIPPED' };
  expect(scenarioOf(failed, [[ATTACHED.trace, trace]])).toMatchObject({
    verdict: 'failed',
    error: 'When an order is cancelled\nAssertionError: 404\nPOST /v1/trade\nresponded 404',
    steps: [{ verdict: 'passed' }, { verdict: 'failed' }, { verdict: 'skipped' }],
    trace,
  });
});

test('a hook that fails after a failed step does not hide the failure', () => {
  expect(scenarioOf({ 'c1-2': ['FAILED', 'no'], 'c1-3': 'SKIPPED', after: ['FAILED', 'no target'] })).toMatchObject({
    verdict: 'failed',
    error: 'When an order is cancelled\nno\n\na hook of the suite\nno target',
  });
});

test('a hook that fails on its own is an error of the suite, reported with its stack', () => {
  const text = 'never examined\n    at hook (/home/x/hooks.ts:9:3)';
  expect(scenarioOf({ after: ['FAILED', text] })).toMatchObject({
    verdict: 'error',
    error: `a hook of the suite\n${text}`,
  });
});

test('a hook that finds a response wrong fails the scenario for the target', () => {
  const text = 'NotAsSpecified: fee is a number\n    at hook (/home/x/hooks.ts:9:3)';
  expect(scenarioOf({ after: ['FAILED', text] })).toMatchObject({
    verdict: 'failed',
    error: 'what no sentence spoke of\nNotAsSpecified: fee is a number',
  });
});

test.each([
  ['UNDEFINED', 'undefined step'],
  ['AMBIGUOUS', 'ambiguous step'],
  ['PENDING', 'pending step'],
])('a step that is %s is an error of the suite', (status, said) => {
  expect(scenarioOf({ 'c1-2': status, 'c1-3': 'SKIPPED' })).toMatchObject({
    verdict: 'error',
    error: `When an order is cancelled: ${said}`,
    steps: [{ verdict: 'passed' }, { verdict: 'failed' }, { verdict: 'skipped' }],
  });
});

test('a skipped scenario carries the reason that was attached, and no error', () => {
  const skipped = { before: 'SKIPPED', 'c1-1': 'SKIPPED', 'c1-2': 'SKIPPED', 'c1-3': 'SKIPPED' };
  expect(
    scenarioOf(skipped, [[ATTACHED.skipped, { reason: 'needs clock: no control plane', lacks: ['clock'] }]]),
  ).toMatchObject({
    verdict: 'skipped',
    reason: 'needs clock: no control plane',
    error: null,
  });
});

test('what was skipped because the run stopped says so', () => {
  const skipped = { before: 'SKIPPED', 'c1-1': 'SKIPPED', 'c1-2': 'SKIPPED', 'c1-3': 'SKIPPED', after: 'SKIPPED' };
  const stopped = facts({ stopped: 'the first failure, as --fail-fast asks' });
  const run = readRun([...HEAD, ...attempt('c1', skipped), stopped, END]);
  expect(run.scenarios[0]?.reason).toBe('the first failure, as --fail-fast asks');
  expect(scenarioOf(skipped)?.reason).toBe('no reason given');
});

test('of several attempts the last one counts', () => {
  const first = attempt('c1', { ...PASSED, 'c1-2': ['FAILED', 'no'] }, [], { id: 'first', again: true });
  const run = readRun([...HEAD, ...first, ...attempt('c1', PASSED), END]);
  expect(run.scenarios.map(({ verdict, error }) => [verdict, error])).toEqual([['passed', null]]);
});

test('an attempt that came to no verdict and was repeated leaves its reason', () => {
  const moved = attempt('c1', { ...PASSED, 'c1-2': 'SKIPPED', 'c1-3': 'SKIPPED' }, [MOVED], {
    id: 'first',
    again: true,
  });
  const run = readRun([...HEAD, ...moved, ...attempt('c1', PASSED), END]);
  expect(run.scenarios.map(({ verdict, unsettled }) => [verdict, unsettled])).toEqual([
    ['passed', ['the market has moved']],
  ]);
});

test('facts that come again replace those before', () => {
  const run = readRun([...HEAD, ...attempt('c1', PASSED), facts({ transport: 'ws', wallMs: 4_000 }), END]);
  expect(run.facts).toEqual({ ...FACTS, transport: 'ws', wallMs: 4_000 });
  expect(run.scenarios[0]?.transport).toBe('ws');
});

test('a body in base64 reads like any other', () => {
  const sent = { ...FACTS, transport: 'ws' };
  const body = Buffer.from(JSON.stringify(sent)).toString('base64');
  const bytes = message({ attachment: { mediaType: ATTACHED.facts, body, contentEncoding: 'BASE64' } });
  expect(readRun([bytes, END]).facts).toEqual(sent);
});

test('an attachment of another form is damage', () => {
  const messages = [...HEAD, attachment(ATTACHED.facts, { transport: 'ws', stopped: null }), END];
  expect(() => readRun(messages)).toThrow(
    'the messages are damaged: what is attached as application/vnd.perpsim.facts+json is of another form',
  );
});

test('messages without facts need them from elsewhere', () => {
  const messages = [...HEAD.slice(1), ...attempt('c1', PASSED), END];
  expect(() => readRun(messages)).toThrow(
    'the messages do not say what was run: nothing attached as application/vnd.perpsim.facts+json',
  );
  expect(readRun(messages, FACTS).facts).toEqual(FACTS);
});

test.each([
  ['before the end of the run', [...HEAD, ...attempt('c1', PASSED)], 'they do not say that the run has ended'],
  ['within a scenario', [...HEAD, ...attempt('c1', PASSED).slice(0, -1), END], '"an order is cancelled" never ended'],
  ['before the scenario', [facts(), ...attempt('c1', PASSED), END], 'a scenario began that was never announced'],
  [
    'before the feature',
    [facts(), SCENARIO, ...CASES, ...attempt('c1', PASSED), END],
    'features/trade/cancelOrders.feature is missing',
  ],
  ['at its beginning', [...HEAD, ...attempt('c1', PASSED).slice(1), END], 'a scenario went on that never began'],
  [
    'at a step',
    [...HEAD, ...attempt('c1', { before: 'PASSED' }), END],
    'a step of "an order is cancelled" never ended',
  ],
])('messages cut off %s are refused', (_, messages, text) => {
  expect(() => readRun(messages)).toThrow(`the messages are cut off: ${text}`);
});

test('an attachment of the suite that is no JSON is refused', () => {
  expect(() => readRun([attachment(ATTACHED.facts, '{"transport":'), END])).toThrow(
    'the messages are damaged: what is attached as application/vnd.perpsim.facts+json is no JSON',
  );
});
