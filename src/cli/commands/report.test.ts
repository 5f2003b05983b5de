import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadSteps } from '../conform/files.ts';
import { htmlReport } from '../../console/pages/conformance/report.ts';
import { coverageFor } from '../../suite/reporters/coverage.test-helper.ts';
import { runOf, scenario } from '../../suite/results/run.test-helper.ts';
import { runReportHtml } from '../../console/pages/run/run-report.ts';
import { sampleRun } from '../../console/pages/run/sample-run.test-helper.ts';
import { open } from './report.ts';

// The report lists what the steps of each scenario need.
await loadSteps();

const ROOT = mkdtempSync(join(tmpdir(), 'perpsim-open-'));
const REPORTS = join(ROOT, 'reports');
let printed: string[];

function write(path: string, text: string, day: number): string {
  const file = join(REPORTS, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
  const time = Date.UTC(2026, 0, day) / 1_000;
  utimesSync(file, time, time);
  return file;
}

const RUN = runOf([scenario(12)]);
const SUITE = write('latest/index.html', htmlReport(RUN, coverageFor(RUN)), 2);
const SCENARIO = write('console/scenario-1/report.html', runReportHtml(sampleRun()), 3);
write('latest/one-page.html', '<!doctype html><h1>Conformant</h1>', 9);
write('market.html', '<!doctype html><h1>Facts of the market</h1>', 9);
write('unfinished/index.html', htmlReport(RUN, coverageFor(RUN)), 9);
write('unfinished/INCOMPLETE.txt', 'it goes on', 9);

beforeEach(() => {
  printed = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((...args: readonly unknown[]) => {
    printed.push(String(args[0]));
    const written = args.at(-1);
    if (typeof written === 'function') (written as () => void)();
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});
afterAll(() => rmSync(ROOT, { recursive: true }));

const found = (): unknown => JSON.parse(printed.join(''));

test('without a name the newest report below the folder is found, and other pages are not', async () => {
  await open(undefined, { reports: REPORTS, open: false, json: true });
  expect(found()).toEqual({
    report: SCENARIO,
    kind: 'run',
    writtenAt: Date.UTC(2026, 0, 3),
    address: `file://${SCENARIO}`,
  });
});

test('a folder or a file names its report', async () => {
  await open(join(REPORTS, 'latest'), { reports: 'nowhere', open: false, json: true });
  expect(found()).toMatchObject({ report: SUITE, kind: 'conform' });
  printed = [];
  await open(SUITE, { reports: 'nowhere', open: false });
  expect(printed.join('')).toBe(`report of conform, written 2026-01-02 00:00:00 UTC\nfile://${SUITE}\n`);
});

test('the browser gets the address', async () => {
  const seen = join(ROOT, 'seen');
  const bin = join(ROOT, 'bin');
  mkdirSync(bin);
  for (const name of ['xdg-open', 'open']) {
    writeFileSync(join(bin, name), `#!/bin/sh\nprintf '%s' "$1" > ${seen}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  vi.stubEnv('PATH', `${bin}:${process.env['PATH'] ?? ''}`);
  await open(SCENARIO, { reports: REPORTS, open: true });
  await expect.poll(() => readFileSync(seen, 'utf8')).toBe(`file://${SCENARIO}`);
});

test.each([
  ['an empty folder', undefined, join(ROOT, 'none'), /^no report below .*none: make one with "perpsim conform"/],
  ['another page', join(REPORTS, 'market.html'), REPORTS, /market\.html is no report of conform, run or sweep: make/],
  ['a run that has not ended', join(REPORTS, 'unfinished'), REPORTS, /are incomplete: see INCOMPLETE\.txt there$/],
  ['a file that is not there', join(REPORTS, 'x.html'), REPORTS, /^cannot read .*x\.html: /],
])('%s is refused with what to do', async (_, source, reports, text) => {
  await expect(open(source, { reports, open: false })).rejects.toThrow(text);
});
