import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { runOf, scenario } from '../results/run.test-helper.ts';
import { ctrfJson } from './ctrf.ts';

/** An object of the format: closed, as the format closes it, with these fields needed. */
const closed = (required: readonly string[], properties: object): object => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});
const text = { type: 'string' };
const whole = { type: 'integer' };
const open = { type: 'object' };
const status = { enum: ['passed', 'failed', 'skipped', 'pending', 'other'] };

/** The part of the format that a run uses, in our words. */
const FORMAT = closed(['reportFormat', 'specVersion', 'results'], {
  reportFormat: { const: 'CTRF' },
  specVersion: { type: 'string', pattern: '^0\\.0\\.\\d+$' },
  timestamp: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' },
  generatedBy: text,
  results: closed(['tool', 'summary', 'tests'], {
    tool: closed(['name'], { name: text, version: text }),
    summary: closed(['tests', 'passed', 'failed', 'skipped', 'pending', 'other', 'start', 'stop'], {
      ...Object.fromEntries(['tests', 'passed', 'failed', 'skipped', 'pending', 'other'].map((name) => [name, whole])),
      ...{ suites: whole, start: whole, stop: whole },
    }),
    tests: {
      type: 'array',
      items: closed(['name', 'status', 'duration'], {
        ...{ name: text, status, duration: whole, message: text, trace: text, line: whole, rawStatus: text },
        ...{ type: text, filePath: text, extra: open, tags: { type: 'array', items: text } },
        suite: { type: 'array', minItems: 1, items: text },
        steps: { type: 'array', items: closed(['name', 'status'], { name: text, status, extra: open }) },
      }),
    },
    environment: closed([], {
      ...{ appName: text, appVersion: text, testEnvironment: text, shardId: text, extra: open },
    }),
  }),
});

const validate = new Ajv({ allErrors: true }).compile(FORMAT);

const RUN = runOf(
  [
    scenario(8, {
      name: 'it is cancelled',
      tags: ['trade', 'clause:CANCELORDERS'],
      steps: [{ text: 'Given the world "quiet"', line: 4, verdict: 'passed' }],
      durationMs: 12.6,
    }),
    scenario(12, { verdict: 'failed', error: 'Then the response is ok\n404' }),
    scenario(16, { verdict: 'error', error: 'undefined step' }),
    scenario(20, { verdict: 'skipped', reason: 'needs clock' }),
    scenario(24, { verdict: 'expected-failure', reason: 'is wrong', error: 'no' }),
    scenario(28, { verdict: 'unexpected-pass', reason: 'is wrong' }),
  ],
  { shard: { index: 2, of: 2 } },
);

interface Report {
  readonly timestamp: string;
  readonly results: Readonly<Record<'tool' | 'summary' | 'environment', unknown>> & {
    readonly tests: readonly object[];
  };
}
const report = JSON.parse(ctrfJson(RUN)) as Report;

test('it has the shape of the format, with every verdict and with none', () => {
  for (const run of [RUN, runOf([])]) {
    validate(JSON.parse(ctrfJson(run)));
    expect(validate.errors).toBeNull();
  }
});

test('the shape is not one that anything fits', () => {
  expect(
    validate({ ...report, results: { ...report.results, tests: [{ name: 'a', status: 'ok', duration: 1.5 }] } }),
  ).toBe(false);
  expect(validate.errors?.map(({ instancePath }) => instancePath)).toEqual([
    '/results/tests/0/status',
    '/results/tests/0/duration',
  ]);
});

test('the summary counts by status and says when the run was', () => {
  expect(report.timestamp).toBe('2026-01-02T03:04:05.678Z');
  expect(report.results.summary).toEqual({
    ...{ tests: 6, passed: 1, failed: 3, pending: 0, skipped: 1, other: 1, suites: 1 },
    ...{ start: 1_767_323_045_678, stop: 1_767_323_047_178 },
  });
  expect(report.results.tool).toEqual({ name: 'perpsim', version: '0.1.0' });
  expect(report.results.environment).toEqual({
    appName: 'perpsim in process',
    appVersion: '0.1.0',
    testEnvironment: 'in-process',
    shardId: '2/2',
    extra: { restUrl: 'http://perpsim.local/v1', wsUrl: null, profile: 'full', transport: 'rest', seed: null },
  });
});

test('a test carries its place, tags and steps', () => {
  expect(report.results.tests[0]).toEqual({
    name: 'it is cancelled',
    status: 'passed',
    duration: 13,
    suite: ['trade', 'cancelOrders removes orders'],
    line: 8,
    rawStatus: 'passed',
    tags: ['trade', 'clause:CANCELORDERS'],
    type: 'conformance',
    filePath: 'features/trade/cancelOrders.feature',
    steps: [{ name: 'Given the world "quiet"', status: 'passed' }],
    extra: { id: 'features/trade/cancelOrders.feature:8', transport: 'rest' },
  });
});

test('what did not pass says why, and how to see it again', () => {
  const tests = report.results.tests.map((each) => each as Readonly<Record<string, unknown>>);
  expect(tests.map((each) => [each.status, each.rawStatus, each.message, each.trace])).toEqual([
    ['passed', 'passed', undefined, undefined],
    ['failed', 'failed', 'Then the response is ok', 'Then the response is ok\n404'],
    ['failed', 'error', 'undefined step', 'undefined step'],
    ['skipped', 'skipped', 'needs clock', undefined],
    ['other', 'expected-failure', 'is wrong', 'no'],
    ['failed', 'unexpected-pass', 'is wrong', undefined],
  ]);
  expect(tests[1]?.extra).toEqual({
    id: 'features/trade/cancelOrders.feature:12',
    transport: 'rest',
    command: 'npx perpsim conform --profile full features/trade/cancelOrders.feature:12',
  });
});
