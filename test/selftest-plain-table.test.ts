import { expect, test } from 'vitest';
import { type Broken, brokenLines, brokenOf } from '../scripts/selftest/broken.ts';
import {
  type PlainFinding,
  plainLine,
  plainMarkdown,
  plainSummary,
  type PlainTest,
  scoresOf,
} from '../scripts/selftest/plain-table.ts';
import type { ScenarioResult } from '../src/suite/results/run.ts';

const CAUGHT: PlainFinding = {
  name: 'replies-without-id',
  group: 'connections',
  clause: 'WS-RESP-ID',
  what: 'A reply has no id.',
  transport: 'ws',
  verdict: 'caught',
  caught: { id: 'features/channels/a.feature:7', name: 'a reply has the id', said: 'id is absent' },
  scenarios: 5,
  ran: 1,
  skipped: [],
  seconds: 0.8,
};
const SKIPPED: PlainFinding = {
  ...CAUGHT,
  name: 'end-excluded',
  group: 'lists',
  clause: 'GETTRADES-PARAM-ENDTIME',
  transport: 'rest',
  verdict: 'skipped',
  caught: null,
  ran: 0,
  scenarios: 3,
  skipped: [
    { why: 'needs clock', scenarios: ['features/a.feature:1', 'features/a.feature:2'] },
    { why: 'needs control, worlds', scenarios: ['features/a.feature:3'] },
  ],
};
const PASSED: PlainFinding = {
  ...SKIPPED,
  name: 'end-moved',
  verdict: 'passed',
  ran: 1,
  skipped: SKIPPED.skipped.slice(0, 1),
};
const BROKEN: Broken = {
  id: 'features/b.feature:9 (ws)',
  name: 'a reply has the id',
  said: 'id should be 1',
  trace: ['sent on one: {"id":1}'],
};
const TEST: PlainTest = {
  control: { scenarios: 40, failed: [BROKEN] },
  findings: [CAUGHT, SKIPPED, PASSED],
  seconds: 61.2,
};

test('scores are summed by the file of wrongs', () => {
  expect(scoresOf(TEST.findings)).toEqual([
    { group: 'connections', wrongs: 1, caught: 1, skipped: 0, passed: 0 },
    { group: 'lists', wrongs: 2, caught: 0, skipped: 1, passed: 1 },
  ]);
});

test('a line says who caught it, or what the skipped scenarios lacked', () => {
  expect(plainLine(CAUGHT)).toMatch(
    /^caught {4}replies-without-id .* features\/channels\/a\.feature:7 a reply has the id$/,
  );
  expect(plainLine(SKIPPED)).toMatch(
    /^SURVIVED {2}end-excluded .* all 3 scenarios skipped: 2 needs clock; 1 needs control, worlds$/,
  );
  expect(plainLine(PASSED)).toMatch(/^SURVIVED .* 1 of 3 scenarios run and none failed; skipped: 2 needs clock$/);
});

test('the summary has a line for each survivor and the whole', () => {
  expect(plainSummary(TEST)).toEqual([
    'fails without any wrong and without a control plane: features/b.feature:9 (ws)',
    'survived without a control plane because skipped: end-excluded breaks GETTRADES-PARAM-ENDTIME',
    'survived without a control plane: end-moved breaks GETTRADES-PARAM-ENDTIME',
    'without a control plane: 1 of 3 caught, 33.3 %',
    'in 61 s: NOT SOUND',
  ]);
  expect(plainSummary({ ...TEST, control: { scenarios: 40, failed: [] } }).at(-1)).toBe('in 61 s: sound');
});

test('the page has the scores, the survivors with their reasons, and what fails although nothing is wrong', () => {
  const page = plainMarkdown(TEST);
  expect(page).toContain('- 1 of 3 wrong deployments caught (33.3 %), in 61 s\n');
  expect(page).toContain('| lists | 2 | 0 | 1 | 1 | 0.0 % |\n');
  expect(page).toContain(
    '| end-excluded | lists | GETTRADES-PARAM-ENDTIME | rest | A reply has no id. | all 3 scenarios skipped: 2 needs clock; 1 needs control, worlds |\n',
  );
  expect(page).toContain(
    '### Fails although nothing is wrong\n\n`features/b.feature:9 (ws)` a reply has the id\n\n' +
      '```text\nid should be 1\nsent on one: {"id":1}\n```\n',
  );
});

test('a scenario that fails although nothing is wrong is shown with its failure and its trace', () => {
  expect(brokenLines({ ...BROKEN, trace: [...BROKEN.trace, 'x'.repeat(500)] })).toEqual([
    'BROKEN    features/b.feature:9 (ws) a reply has the id fails although nothing is wrong',
    '    id should be 1',
    '  sent on one: {"id":1}',
    `  ${'x'.repeat(400)} ...`,
  ]);
});

test('a trace has a line for each request and each frame', () => {
  const entry = { method: 'POST', url: '/v1/info', request: '{}', status: 200, response: '{"status":"ok"}' };
  const frame = { ...entry, method: 'one', request: null };
  const trace = [
    { ...entry, kind: 'http' },
    { ...frame, kind: 'received' },
    { ...frame, kind: 'closed', status: 1007, response: null },
  ];
  const result = { name: 'a reply has the id', error: null, trace } as unknown as ScenarioResult;
  expect(brokenOf(result, 'features/b.feature:9')).toEqual({
    id: 'features/b.feature:9',
    name: 'a reply has the id',
    said: '',
    trace: ['POST /v1/info {} -> 200 {"status":"ok"}', 'received on one: {"status":"ok"}', 'closed on one:  1007'],
  });
});
