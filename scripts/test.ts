import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type Envelope, parseEnvelope } from '@cucumber/messages';
import {
  addCounts,
  type Counts,
  closingLine,
  countMessages,
  countVitest,
  NONE,
  type VitestReport,
} from './test-counts.ts';

/**
 * Every test of the project in one command: builds what the tests run, then unit and property tests (vitest),
 * then the features through the command that ships, `perpsim conform`, over REST and over WebSocket. Counts come from the
 * runners' own reports, never from their exit codes alone.
 */

const REPORTS = 'reports/latest';
const UNITS = `${REPORTS}/vitest.json`;
/** Profiles of the suite; their reports, messages among them, stay in a folder each. */
const PROFILES = [
  { name: 'features', profile: 'full', report: `${REPORTS}/rest` },
  { name: 'over ws', profile: 'ws', report: `${REPORTS}/ws` },
] as const;

interface Group {
  readonly name: string;
  readonly counts: Counts;
}

const isProperty = (path: string): boolean => path.endsWith('.property.test.ts');

/** Runs a program of ours in the foreground; true when it ended well. */
function run(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0;
}

function readReport<T>(path: string, read: (text: string) => T): T | undefined {
  try {
    return read(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function runVitest(): Group[] {
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${UNITS}`];
  const ended = run(process.execPath, ['node_modules/vitest/vitest.mjs', ...args]);
  const report = readReport(UNITS, (text) => JSON.parse(text) as VitestReport);
  return withVerdict(ended, [
    { name: 'unit', counts: report ? countVitest(report, (path) => !isProperty(path)) : NONE },
    { name: 'property', counts: report ? countVitest(report, isProperty) : NONE },
  ]);
}

function runFeatures({ name, profile, report }: (typeof PROFILES)[number]): Group[] {
  const ended = run(process.execPath, ['bin/perpsim.js', 'conform', '--profile', profile, '--report', report]);
  const read = readReport(`${report}/messages.ndjson`, (text): Envelope[] =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => parseEnvelope(line)),
  );
  return withVerdict(ended, [{ name, counts: read ? countMessages(read) : NONE }]);
}

/** A group that ran nothing has failed, and so has a runner that ends badly although every test it counted passed. */
function withVerdict(ended: boolean, groups: readonly Group[]): Group[] {
  const judged = groups.map(({ name, counts }) => ({
    name,
    counts: counts.passed + counts.failed === 0 ? { passed: 0, failed: 1 } : counts,
  }));
  const explained = ended || judged.some(({ counts }) => counts.failed > 0);
  return explained ? judged : [...judged, { name: 'runner', counts: { passed: 0, failed: 1 } }];
}

function main(): number {
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  const started = performance.now();
  const groups: Group[] = run('npm', ['run', '--silent', 'build'])
    ? [...runVitest(), ...PROFILES.flatMap(runFeatures)]
    : [{ name: 'build', counts: { passed: 0, failed: 1 } }];
  const total = groups.map(({ counts }) => counts).reduce(addCounts, NONE);
  writeFileSync(`${REPORTS}/tests.json`, `${JSON.stringify({ ...total, groups }, null, 2)}\n`);
  console.log('');
  for (const { name, counts } of groups) console.log(`${name.padEnd(9)} ${closingLine(counts)}`);
  console.log(`all tests in ${Math.round((performance.now() - started) / 1000)} s`);
  console.log(closingLine(total));
  return total.failed === 0 ? 0 : 1;
}

process.exitCode = main();
