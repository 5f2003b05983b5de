import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { relative, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { type Envelope, parseEnvelope } from '@cucumber/messages';
import { excusedOf, inCi, isProgramName, lackOf, missingOf } from './programs.ts';
import {
  addCounts,
  type Counts,
  closingLine,
  countMessages,
  countVitest,
  type Lacks,
  NONE,
  type Skip,
  skipsOf,
  type VitestReport,
} from './test-counts.ts';
import { type Failure, failureLines, failuresOfMessages, failuresOfVitest } from './test-failures.ts';
import { expectedSeconds, type Load, measurePace, type Pace } from './test-pace.ts';

/**
 * The tests of the project in one command: builds what the tests run, then unit and property tests (vitest), then the
 * features through the command that ships, `perpsim conform`, over REST and over WebSocket. Counts come from the runners' own
 * reports, never from their exit codes alone.
 *
 *   npm test                        every layer within minutes
 *   npm test -- --full              everything; `npm run check` and CI use it
 *   npm test -- test/a.test.ts ...  the tests of these files alone, features/console and vitest.browser.config.ts (pages) among them;
 *                                   reports go to reports/chosen
 *   npm test -- --reports FOLDER     reports go there
 *
 * Tests that need a program which this machine lacks are skipped and named. When CI is set they fail.
 */

const TESTS = 'tests.json';
const CONSOLE = 'features/console';
/** Tests of pages in Chromium, by their configuration. */
const PAGES = 'vitest.browser.config.ts';

/** Scenarios that a quick run sends over WebSocket too. What is left out asks the handlers that REST has asked. */
const OF_TRANSPORT = ['--tags', '@ws or @channels or @errors or @faults'];

/** A profile of the suite; its reports, messages among them, stay in a folder of their own. */
interface Profile {
  readonly name: string;
  readonly profile: string;
  readonly choice: readonly string[];
}

interface Mode {
  readonly name: 'quick' | 'full';
  /** What a run costs on the reference machine. */
  readonly load: Load;
  /** What this run does not prove, in one sentence. */
  readonly leaves?: string;
}

const REST: Profile = { name: 'features', profile: 'full', choice: [] };
const WS: Profile = { name: 'over ws', profile: 'ws', choice: [] };

const QUICK: Mode = {
  name: 'quick',
  // A quiet run on two cores took 262 s, and 475 s of processor time; its longest thread are the features over REST.
  load: { shared: 325, single: 100 },
  leaves:
    'A quick run leaves to "npm test -- --full": the longer random runs, files named *.slow.test.ts and further tests that start programs or exchanges again and again, features over WebSocket whose outcome cannot depend on the transport, and the console and other pages in Chromium.',
};
// Reckoned from its parts: 18 minutes on two quiet cores, and 1,840 s of processor time.
const FULL: Mode = { name: 'full', load: { shared: 1_960, single: 100 } };

interface Group {
  readonly name: string;
  readonly counts: Counts;
  /** Seconds of processor time, user and system; absent where the system does not say. */
  readonly cpuSeconds?: number;
}

/** What a finished run leaves for the next one, for `npm run check` and for `npm run bench`. */
interface Result extends Counts {
  readonly mode: Mode['name'];
  readonly seconds: number;
  readonly cpuSeconds?: number;
  readonly groups: readonly Group[];
  readonly skips: readonly Skip[];
  /** The last run of each mode that passed. */
  readonly paces: Readonly<Partial<Record<Mode['name'], Pace>>>;
}

interface Run {
  readonly mode: Mode;
  /** Folder of the reports. */
  readonly reports: string;
  readonly skips: Skip[];
  readonly failures: Failure[];
}

interface Ended {
  readonly well: boolean;
  readonly cpuSeconds: number | undefined;
}

const failures = (failed: number): Counts => ({ ...NONE, failed });

/**
 * Runs a program and measures it. Beside another one, what it prints comes at its end, in one piece.
 */
async function measured(
  program: string,
  args: readonly string[],
  { mode }: Run,
  isBeside = false,
  variables: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  const env = { ...process.env, PERPSIM_TESTS: mode.name, ...variables };
  const out = isBeside ? 'pipe' : 'inherit';
  const child = spawn(process.execPath, ['scripts/measured.mjs', program, ...args], {
    stdio: [isBeside ? 'ignore' : 'inherit', out, out, 'pipe'],
    env,
  });
  const closed = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const read = async (stream: unknown): Promise<string> => (stream ? text(stream as NodeJS.ReadableStream) : '');
  const [stdout, stderr, cpu] = await Promise.all([child.stdout, child.stderr, child.stdio[3]].map(read));
  const code = await closed;
  process.stdout.write(`${stdout}${stderr}`);
  return { well: code === 0, cpuSeconds: cpu ? Number(cpu) : undefined };
}

function readReport<T>(path: string, read: (text: string) => T): T | undefined {
  try {
    return read(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Those of the named programs that are missing. */
const lacks: Lacks = (needs) => missingOf(needs.filter(isProgramName));
/** Programs whose absence excuses a skipped test. In CI only that of an extra one does. */
const excuses: Lacks = (needs) => excusedOf(missingOf(needs.filter(isProgramName)));

async function runVitest(
  name: string,
  choice: readonly string[],
  run: Run,
  { workers, isBeside = false }: { readonly workers?: number; readonly isBeside?: boolean } = {},
): Promise<Group[]> {
  const file = `${run.reports}/${name}.json`;
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...choice];
  const variables = workers === undefined ? {} : { PERPSIM_TEST_WORKERS: String(workers) };
  const vitest = ['node_modules/vitest/vitest.mjs', ...args];
  const ended = await measured(process.execPath, vitest, run, isBeside, variables);
  const report = readReport(file, (content) => JSON.parse(content) as VitestReport);
  if (report) {
    const named = <T extends { readonly file: string }>(each: T): T => ({ ...each, file: relative('.', each.file) });
    run.skips.push(...skipsOf(report, lacks).map(named));
    // Tests that lack a program are named as such.
    run.failures.push(...failuresOfVitest(report, lacks).map(named));
  }
  return withVerdict(ended, { name, counts: report ? countVitest(report, excuses) : NONE });
}

async function runFeatures({ name, profile, choice }: Profile, run: Run, isBeside: boolean): Promise<Group[]> {
  const report = `${run.reports}/${profile === 'full' ? 'rest' : profile}`;
  // Two things run side by side. A worker is a process of its own, which sends all messages of its scenarios to the first: that costs more than a third again.
  const workers = Math.max(1, Math.floor(availableParallelism() / 2));
  const flags = ['--profile', profile, '--report', report, '--workers', String(workers)];
  const args = ['bin/perpsim.js', 'conform', ...flags, ...choice];
  // Every response and frame is decoded with foreign dialects too; what one cannot read fails its scenario.
  const ended = await measured(process.execPath, args, run, isBeside, {
    PERPSIM_DIALECTS: resolve('fixtures/dialects'),
  });
  return withVerdict(ended, { name, counts: messagesIn(`${report}/messages.ndjson`, run) });
}

/**
 * The features of the console in Chromium: all in a wide window, and those tagged `@phone` at the width of a phone. The screens run
 * side by side, each with workers for its share of the scenarios. Where there is no Chromium they are counted, not run.
 */
async function runConsole(run: Run): Promise<Group[]> {
  mkdirSync(`${run.reports}/console`, { recursive: true });
  const missing = missingOf(['chromium']);
  const [wide, narrow] = ['desktop', 'phone'] as const;
  if (missing.length > 0) return [await countScreen(wide, missing, run), await countScreen(narrow, missing, run)];
  return (await Promise.all([runScreen(wide, run, false), runScreen(narrow, run, true)])).flat();
}

/** Name of a screen's group, the file of its messages, and the words that run its scenarios. */
function ofScreen(screen: string, { reports }: Run) {
  const messages = `${reports}/console/${screen}.ndjson`;
  const cucumber = ['--import', 'tsx', 'node_modules/@cucumber/cucumber/bin/cucumber.js', CONSOLE];
  return {
    name: `console, ${screen}`,
    messages,
    args: [...cucumber, '--profile', screen, '--format', `message:${messages}`],
  };
}

async function runScreen(screen: string, run: Run, isBeside: boolean): Promise<Group[]> {
  const { name, messages, args } = ofScreen(screen, run);
  const ended = await measured(process.execPath, args, run, isBeside);
  const font = excuses(['inter']);
  const counts = messagesIn(messages, run, font.length > 0);
  if (counts.skipped > 0) run.skips.push({ file: CONSOLE, title: name, tests: counts.skipped, missing: font });
  return withVerdict(ended, { name, counts });
}

async function countScreen(screen: string, missing: Skip['missing'], run: Run): Promise<Group> {
  const { name, messages, args } = ofScreen(screen, run);
  // What only counts needs no workers.
  const { well, cpuSeconds } = await measured(process.execPath, [...args, '--dry-run', '--parallel', '0'], run, true);
  const { passed, failed } = countMessages(readMessages(messages));
  const tests = passed + failed;
  run.skips.push({ file: CONSOLE, title: name, tests, missing });
  const counts = well && !inCi() ? { ...NONE, skipped: tests } : failures(Math.max(1, tests));
  return { name, counts, ...(cpuSeconds !== undefined && { cpuSeconds }) };
}

/** The pages that perpsim writes, in Chromium. Where there is none their tests are counted, not run. */
async function runPages(run: Run, isBeside: boolean): Promise<Group[]> {
  const missing = missingOf(['chromium']);
  const config = ['--config', PAGES];
  if (missing.length === 0) return runVitest('pages', config, run, { isBeside });
  const file = `${run.reports}/pages.json`;
  const listing = ['node_modules/vitest/vitest.mjs', 'list', ...config, `--json=${file}`];
  const { well, cpuSeconds } = await measured(process.execPath, listing, run, true);
  const tests = readReport(file, (content) => JSON.parse(content) as readonly unknown[])?.length ?? 0;
  run.skips.push({ file: PAGES, title: 'pages', tests, missing });
  const counts = well && !inCi() ? { ...NONE, skipped: tests } : failures(Math.max(1, tests));
  return [{ name: 'pages', counts, ...(cpuSeconds !== undefined && { cpuSeconds }) }];
}

/** What the messages of a run count. Notes which scenarios failed. */
function messagesIn(file: string, run: Run, maySkip = false): Counts {
  const messages = readMessages(file);
  run.failures.push(...failuresOfMessages(messages, maySkip));
  return countMessages(messages, maySkip);
}

/** None where a run has left no messages. */
function readMessages(file: string): readonly Envelope[] {
  const read = readReport(file, (content): Envelope[] =>
    content
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => parseEnvelope(line)),
  );
  return read ?? [];
}

/** A group that ran nothing has failed, and so has a runner that ends badly although every test it counted passed. */
function withVerdict({ well, cpuSeconds }: Ended, { name, counts }: Group): Group[] {
  const { passed, failed, skipped } = counts;
  const group: Group = {
    name,
    counts: passed + failed + skipped === 0 ? failures(1) : counts,
    ...(cpuSeconds !== undefined && { cpuSeconds }),
  };
  const isExplained = well || group.counts.failed > 0;
  return isExplained ? [group] : [group, { name: 'runner', counts: failures(1) }];
}

const UNIT = ['--project', 'unit'];
const PROPERTY = ['--project', 'property'];

const runAll = (run: Run): Promise<Group[]> => (run.mode === QUICK ? runQuick(run) : runFull(run));

async function runQuick(run: Run): Promise<Group[]> {
  const unit = await runVitest('unit', UNIT, run);
  // The features over REST keep one core busy to the end of the run, all else that is left the other one.
  const left = async (): Promise<Group[]> => {
    const ws = await runFeatures({ ...WS, choice: OF_TRANSPORT }, run, true);
    const workers = Math.max(1, availableParallelism() - 1);
    return [...(await runVitest('property', PROPERTY, run, { workers, isBeside: true })), ...ws];
  };
  const groups = await Promise.all([runFeatures(REST, run, false), left()]);
  return [...unit, ...groups.flat()];
}

async function runFull(run: Run): Promise<Group[]> {
  // Slow files wait for clocks and programs, so one more of them than cores runs at a time, with random tests between them, which never wait.
  const tests = await runVitest('vitest', [...UNIT, ...PROPERTY], run, { workers: availableParallelism() + 1 });
  // Two that keep a core busy each. Beside the console one process of features would get a fifth of both cores, and go on alone for minutes.
  const features = await Promise.all([runFeatures(REST, run, false), runFeatures(WS, run, true)]);
  return [...tests, ...features.flat(), ...(await runPages(run, false)), ...(await runConsole(run))];
}

/** The tests of these files alone. */
async function runChosen(files: readonly string[], run: Run): Promise<Group[]> {
  const tests = files.filter((file) => file !== CONSOLE && file !== PAGES);
  return [
    ...(tests.length > 0 ? await runVitest('chosen', tests, run) : []),
    ...(files.includes(PAGES) ? await runPages(run, false) : []),
    ...(files.includes(CONSOLE) ? await runConsole(run) : []),
  ];
}

async function build(isChosen: boolean, run: Run): Promise<Group> {
  const args = ['scripts/build.mjs', ...(isChosen ? ['--if-stale'] : [])];
  const { well, cpuSeconds } = await measured(process.execPath, args, run);
  const cost = cpuSeconds === undefined ? {} : { cpuSeconds };
  return { name: 'build', counts: well ? NONE : failures(1), ...cost };
}

const duration = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;

const cpuOf = ({ cpuSeconds }: { readonly cpuSeconds?: number | undefined }): string =>
  cpuSeconds === undefined ? '' : `, ${Math.round(cpuSeconds)} s of processor time`;

/** Which programs tests lacked, what brings them, and how to run these tests then. */
function tellSkips(skips: readonly Skip[]): void {
  for (const { file, title, tests, missing } of skips) {
    console.log(
      `${excuses(missing).length > 0 ? 'skipped' : 'failed'}: ${title} (${tests} ${tests === 1 ? 'test' : 'tests'} of ${file})`,
    );
    console.log(`  ${lackOf(missing.filter(isProgramName))}. Then: npm test -- ${file}`);
  }
}

async function main(): Promise<number> {
  const { values, positionals: files } = parseArgs({
    options: { full: { type: 'boolean', default: false }, reports: { type: 'string' } },
    allowPositionals: true,
  });
  const isChosen = files.length > 0;
  const mode = values.full || files.some((file) => file.includes('.slow.')) ? FULL : QUICK;
  const reports = values.reports ?? (isChosen ? 'reports/chosen' : 'reports/latest');
  const run: Run = { mode, reports, skips: [], failures: [] };
  const paces = readReport(`${reports}/${TESTS}`, (content) => (JSON.parse(content) as Partial<Result>).paces) ?? {};
  const paceMs = Math.round(measurePace());
  if (!isChosen) {
    const last = paces[mode.name];
    const about = duration(expectedSeconds(mode.load, paceMs, last));
    console.log(
      `${mode.name} tests: about ${about} at the present pace of this machine${last ? ', from the last run' : ''}`,
    );
    if (mode.leaves) console.log(mode.leaves);
  }
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const started = performance.now();
  const built = await build(isChosen, run);
  const tested = built.counts.failed > 0 ? [] : isChosen ? await runChosen(files, run) : await runAll(run);
  const groups = [built, ...tested];
  const total = groups.map(({ counts }) => counts).reduce(addCounts, NONE);
  const seconds = Math.round((performance.now() - started) / 1000);
  const known = groups.flatMap(({ cpuSeconds }) => cpuSeconds ?? []);
  const cpuSeconds = known.length > 0 ? Math.round(known.reduce((sum, one) => sum + one, 0)) : undefined;
  const result: Result = {
    ...total,
    mode: mode.name,
    seconds,
    ...(cpuSeconds !== undefined && { cpuSeconds }),
    groups,
    skips: run.skips,
    paces: { ...paces, ...(total.failed === 0 && !isChosen && { [mode.name]: { seconds, paceMs } }) },
  };
  writeFileSync(`${reports}/${TESTS}`, `${JSON.stringify(result, null, 2)}\n`);
  console.log('');
  for (const group of groups) {
    const what = group.name === 'build' && group.counts.failed === 0 ? 'done' : closingLine(group.counts);
    console.log(`${group.name.padEnd(16)} ${what}${cpuOf(group)}`);
  }
  tellSkips(run.skips);
  for (const line of failureLines(run.failures)) console.log(line);
  console.log(`${isChosen ? 'chosen' : mode.name} tests in ${duration(seconds)}${cpuOf({ cpuSeconds })}`);
  console.log(closingLine(total));
  return total.failed === 0 ? 0 : 1;
}

process.exitCode = await main();
