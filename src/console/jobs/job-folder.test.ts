import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { featuresIn, keepJob, keptJobs, reportIn } from './child-jobs.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'perpsim-jobs-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const JOB = {
  id: 'scenario-1',
  asked: { kind: 'scenario', scenario: 'risk/flash-crash' },
  startedAt: 1_000,
  endedAt: 2_000,
  outcome: 'passed',
  message: '',
} as const;

test('jobs are found again, the newest first', () => {
  keepJob(join(root, 'scenario-1'), JOB);
  keepJob(join(root, 'scenario-2'), { ...JOB, id: 'scenario-2', startedAt: 5_000 });
  expect(keptJobs(root)).toEqual([
    { ...JOB, id: 'scenario-2', startedAt: 5_000, folder: join(root, 'scenario-2') },
    { ...JOB, folder: join(root, 'scenario-1') },
  ]);
});

test('a job that never ended was stopped with its server', () => {
  keepJob(join(root, 'scenario-1'), { ...JOB, endedAt: null, outcome: null });
  expect(keptJobs(root)).toMatchObject([{ endedAt: 1_000, outcome: 'stopped' }]);
});

test('other files and folders are no jobs', () => {
  writeFileSync(join(root, 'notes.txt'), 'x');
  for (const [name, text] of Object.entries({ empty: '', other: '{"id":"other"}', moved: JSON.stringify(JOB) })) {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, 'job.json'), text);
  }
  expect(keptJobs(root)).toEqual([]);
  expect(keptJobs(join(root, 'nowhere'))).toEqual([]);
});

test('a report is one page, or the index of the reports of the suite', () => {
  expect(reportIn(root)).toBeUndefined();
  mkdirSync(join(root, 'report'));
  writeFileSync(join(root, 'report', 'index.html'), '');
  expect(reportIn(root)).toBe(join(root, 'report', 'index.html'));
});

test('scenarios of the suite are counted by feature', () => {
  const lines = ['a.feature:3', 'a.feature:9', 'b.feature:4'].map((id) =>
    JSON.stringify({ id, feature: `of ${id[0]}` }),
  );
  expect(featuresIn(`${lines.join('\n')}\n`)).toEqual([
    { path: 'a.feature', title: 'of a', scenarios: 2 },
    { path: 'b.feature', title: 'of b', scenarios: 1 },
  ]);
});
