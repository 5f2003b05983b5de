import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Envelope, parseEnvelope } from '@cucumber/messages';
import { findChromium, NO_CHROMIUM } from './chromium.ts';
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
 * The tests of the project in one command: builds what the tests run, then unit and property tests (vitest), then the
 * features through the command that ships, `perpsim conform`, over REST and over WebSocket. Counts come from the runners' own
 * reports, never from their exit codes alone.
 *
 * With `--full` the features of the console run in Chromium too.
 *
 * Without a flag every layer is proven within minutes: random tests take their quick budget, and over WebSocket run the
 * features whose outcome can depend on the transport. `--full` runs everything; `npm run check` and CI use it.
 */

const REPORTS = 'reports/latest';
const UNITS = `${REPORTS}/vitest.json`;
const RESULT = `${REPORTS}/tests.json`;
const CONSOLE = `${REPORTS}/console`;

/** Themes whose scenarios a quick run sends over WebSocket too. What is left out asks the handlers that REST has asked. */
const TRANSPORT_THEMES = '@ws or @channels or @auth or @errors or @lifecycle or @faults or @tolerances or @determinism';

interface Mode {
  readonly name: 'quick' | 'full';
  /** Seconds that a run took on two quiet cores, for the first line of output. */
  readonly usualSeconds: number;
  /** Profiles of the suite; their reports, messages among them, stay in a folder each. */
  readonly profiles: readonly Profile[];
}

interface Profile {
  readonly name: string;
  readonly profile: string;
  readonly report: string;
  readonly choice: readonly string[];
}

const REST: Profile = { name: 'features', profile: 'full', report: `${REPORTS}/rest`, choice: [] };
const WS: Profile = { name: 'over ws', profile: 'ws', report: `${REPORTS}/ws`, choice: [] };

const QUICK: Mode = {
  name: 'quick',
  usualSeconds: 230,
  profiles: [REST, { ...WS, choice: ['--tags', TRANSPORT_THEMES] }],
};
const FULL: Mode = { name: 'full', usualSeconds: 500, profiles: [REST, WS] };

interface Group {
  readonly name: string;
  readonly counts: Counts;
}

/** What a finished run leaves for the next one and for `npm run check`. */
interface Result extends Counts {
  readonly mode: Mode['name'];
  readonly seconds: number;
  readonly groups: readonly Group[];
}

const isProperty = (path: string): boolean => path.endsWith('.property.test.ts');

/** Runs a program in the foreground; true when it ended well. */
function run(command: string, args: readonly string[], mode: Mode): boolean {
  const env = { ...process.env, PERPSIM_TESTS: mode.name };
  return spawnSync(command, args, { stdio: 'inherit', env }).status === 0;
}

function readReport<T>(path: string, read: (text: string) => T): T | undefined {
  try {
    return read(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function runVitest(mode: Mode): Group[] {
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${UNITS}`];
  const ended = run(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], mode);
  const report = readReport(UNITS, (text) => JSON.parse(text) as VitestReport);
  return withVerdict(ended, [
    { name: 'unit', counts: report ? countVitest(report, (path) => !isProperty(path)) : NONE },
    { name: 'property', counts: report ? countVitest(report, isProperty) : NONE },
  ]);
}

function runFeatures({ name, profile, report, choice }: Profile, mode: Mode): Group[] {
  const args = ['bin/perpsim.js', 'conform', '--profile', profile, '--report', report, ...choice];
  const ended = run(process.execPath, args, mode);
  return withVerdict(ended, [{ name, counts: messagesIn(`${report}/messages.ndjson`) }]);
}

/** The features of the console in Chromium, at both widths; none where there is no Chromium, which is said. */
function runConsole(mode: Mode): Group[] {
  if (findChromium() === undefined) {
    console.log(`the features of the console are left out: ${NO_CHROMIUM}`);
    return [];
  }
  mkdirSync(CONSOLE, { recursive: true });
  return ['desktop', 'phone'].flatMap((screen) => {
    const messages = `${CONSOLE}/${screen}.ndjson`;
    rmSync(messages, { force: true });
    const cucumber = ['--import', 'tsx', 'node_modules/@cucumber/cucumber/bin/cucumber.js', 'features/console'];
    const ended = run(process.execPath, [...cucumber, '--profile', screen, '--format', `message:${messages}`], mode);
    return withVerdict(ended, [{ name: `console, ${screen}`, counts: messagesIn(messages) }]);
  });
}

/** What the messages of a run count. */
function messagesIn(file: string): Counts {
  const read = readReport(file, (text): Envelope[] =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => parseEnvelope(line)),
  );
  return read ? countMessages(read) : NONE;
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

/** Says how long this will take: what two quiet cores need, and what the last run of this mode took here. */
function announce(mode: Mode): void {
  const last = readReport(RESULT, (text) => JSON.parse(text) as Partial<Result>);
  const here = last?.mode === mode.name ? `; the last run here took ${duration(last.seconds ?? 0)}` : '';
  console.log(`${mode.name} tests: about ${duration(mode.usualSeconds)} on two quiet cores${here}`);
}

const duration = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;

function main(): number {
  const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } });
  const mode = values.full ? FULL : QUICK;
  announce(mode);
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  const started = performance.now();
  const groups: Group[] = run('npm', ['run', '--silent', 'build'], mode)
    ? [
        ...runVitest(mode),
        ...mode.profiles.flatMap((profile) => runFeatures(profile, mode)),
        ...(mode === FULL ? runConsole(mode) : []),
      ]
    : [{ name: 'build', counts: { passed: 0, failed: 1 } }];
  const total = groups.map(({ counts }) => counts).reduce(addCounts, NONE);
  const seconds = Math.round((performance.now() - started) / 1000);
  const result: Result = { ...total, mode: mode.name, seconds, groups };
  writeFileSync(RESULT, `${JSON.stringify(result, null, 2)}\n`);
  console.log('');
  for (const { name, counts } of groups) console.log(`${name.padEnd(16)} ${closingLine(counts)}`);
  console.log(`${mode.name} tests in ${duration(seconds)}`);
  console.log(closingLine(total));
  return total.failed === 0 ? 0 : 1;
}

process.exitCode = main();
