import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { built, CliCall } from './cli.ts';
import { testInFull } from '../src/kernel/test-budget.test-helper.ts';

/** Jobs of the control plane over a real socket: each is a process of the built command. */

const TOKEN = 'correct-horse-battery';

let reports: string;
let server: CliCall;
let controlUrl: string;

beforeAll(async () => {
  await built();
  reports = mkdtempSync(join(tmpdir(), 'perpsim-console-'));
});
afterEach(() => stop());
afterAll(() => rmSync(reports, { recursive: true }));

async function serve(...args: string[]): Promise<void> {
  const flags = ['--port', '0', '--world', 'quiet', '--json', '--reports', reports];
  server = new CliCall(['serve', ...flags, ...args]);
  const [line = ''] = await server.lines(1);
  ({ controlUrl } = JSON.parse(line) as { controlUrl: string });
}

async function stop(): Promise<void> {
  server.kill('SIGTERM');
  await server.exit();
}

interface Received {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function get(path: string, headers: Record<string, string> = {}): Promise<Received> {
  const response = await fetch(controlUrl + path, { headers });
  return { status: response.status, body: (await response.json()) as Received['body'] };
}

async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Received> {
  const response = await fetch(controlUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Received['body'] };
}

async function ended(id: string): Promise<Received['body']> {
  for (;;) {
    const { body } = await get(`/jobs/${id}`);
    if (body['endedAt'] !== null) return body;
    await wait(100);
  }
}

test('a scenario runs to its report, and is there again after a restart of the server', async () => {
  await serve();
  const { status, body } = await post('/jobs', { kind: 'scenario', scenario: 'orders/dead-man-switch' });
  expect([status, body]).toMatchObject([200, { outcome: null, hasReport: false }]);
  const id = String(body['id']);
  expect(await ended(id)).toMatchObject({ outcome: 'passed', hasReport: true, message: '' });
  expect(String((await get(`/jobs/${id}/report`)).body['html'])).toContain('<h1>Run report</h1>');
  await stop();
  await serve();
  expect((await get('/jobs')).body).toMatchObject({ jobs: [{ id, outcome: 'passed', hasReport: true }] });

  // Its exchange starts again from the journal, at the end and in the midst.
  const whole = await post(`/jobs/${id}/open`, {});
  expect(whole).toMatchObject({ status: 200, body: { snapshot: 'orders/dead-man-switch' } });
  const end = await get(`/moment?at=999999999999999&branch=${String(whole.body['port'])}`);
  const at = Number(end.body['at']) - 60_000;
  const part = await post(`/jobs/${id}/open`, { at });
  const midst = await get(`/moment?at=999999999999999&branch=${String(part.body['port'])}`);
  expect(midst.body).toEqual({
    ...(await get(`/moment?at=${at}&branch=${String(whole.body['port'])}`)).body,
    inputs: midst.body['input'],
  });
  const parting = await get(`/branches/${String(part.body['port'])}/parting?with=${String(whole.body['port'])}`);
  expect(parting.body).toMatchObject({ isSameStart: true, input: Number(midst.body['input']) + 1, there: null });
  expect((await get(`/branches/${String(part.body['port'])}/parting`)).body).toMatchObject({ isSameStart: false });
  rmSync(join(reports, 'console', id, 'journal.jsonl'));
  expect(await post(`/jobs/${id}/open`, {})).toMatchObject({ status: 404, body: { error: { field: 'job' } } });
});

testInFull('the suite runs and says which scenarios have ended', async () => {
  await serve();
  const features = ['features/info/getMids.feature'];
  const { body } = await post('/jobs', { kind: 'conformance', features });
  const state = await ended(String(body['id']));
  expect(state).toMatchObject({ outcome: 'passed', hasReport: true, progress: { unit: 'scenarios', failed: 0 } });
  expect(state['ended']).toContainEqual({
    id: 'features/info/getMids.feature:9',
    name: 'getMids shows the mid price of all nine markets',
    verdict: 'passed',
  });
});

test('a job that is cancelled ends as stopped', async () => {
  await serve();
  const { body } = await post('/jobs', { kind: 'sweep', scenario: 'orders/dead-man-switch', seeds: 500 });
  const id = String(body['id']);
  while ((await get(`/jobs/${id}`)).body['progress'] === null) await wait(50);
  expect((await post(`/jobs/${id}/cancel`, {})).status).toBe(200);
  expect(await ended(id)).toMatchObject({ outcome: 'stopped', hasReport: false });
  expect(await get(`/jobs/${id}/report`)).toMatchObject({ status: 404, body: { error: { field: 'job' } } });
});

test('without the token, or from a page of another origin, no process starts', async () => {
  await serve('--control-token', TOKEN);
  const authorization = `Bearer ${TOKEN}`;
  const before = await get('/jobs', { authorization });
  expect(before.status).toBe(200);
  const asked = { kind: 'scenario', scenario: 'orders/dead-man-switch' };
  expect(await post('/jobs', asked)).toMatchObject({ status: 401, body: { error: { field: 'authorization' } } });
  expect(await post('/jobs', asked, { authorization, origin: 'http://localhost:3000' })).toMatchObject({
    status: 403,
    body: { error: { field: 'origin', message: 'only pages of this server may start processes' } },
  });
  expect(await post('/jobs', { ...asked, scenario: '../../etc' }, { authorization })).toMatchObject({
    status: 400,
    body: { error: { field: 'scenario' } },
  });
  expect(await get('/jobs', { authorization })).toEqual(before);
  const origin = new URL(controlUrl).origin;
  expect((await post('/jobs', { ...asked, seed: '$(touch x)' }, { authorization, origin })).status).toBe(400);
  expect((await get('/jobs/..%2f..', { authorization })).status).toBe(400);
  expect((await get('/jobs/nowhere', { authorization })).status).toBe(404);
  expect(existsSync('x')).toBe(false);
});
