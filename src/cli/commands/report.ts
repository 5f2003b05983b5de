import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { INCOMPLETE, writeReports } from '../../console/pages/conformance/write-reports.ts';
import { makeFolder } from '../../exchange/data/make-folder.ts';
import { currentHost, onDisk } from '../../exchange/host.ts';
import { printableLines } from '../../kernel/printable.ts';
import { instant } from '../../kernel/words.ts';
import { coverageOf } from '../../suite/coverage/count.ts';
import { summaryText } from '../../suite/reporters/summary-text.ts';
import { diffRuns, diffText, isSame } from '../../suite/results/diff.ts';
import { MergeError, mergeRuns } from '../../suite/results/merge.ts';
import { MessagesError } from '../../suite/results/gherkin-index.ts';
import { readRunFile } from '../../suite/results/read-messages.ts';
import { readRunJson, RunJsonError } from '../../suite/results/run-json.ts';
import type { Run, ScenarioResult } from '../../suite/results/run.ts';
import { type ConformExit, exitOf } from '../../suite/run/exit-code.ts';
import { catalogue, excuseFrom, featureFiles, loadSteps } from '../conform/files.ts';
import { resultOf } from '../conform/result.ts';
import { type CommandBody, JSON_FLAG, REQUIRED } from '../define.ts';
import { openInBrowser } from '../open-in-browser.ts';
import { needPackages, SUITE } from '../optional-packages.ts';
import { cannotWrite, print, wantsColour } from '../output.ts';
import { reasonOf, UsageError } from '../usage-error.ts';

/** Those of perpsim conform for the same run. */
const VERDICT_EXITS = {
  0: 'conformant',
  1: 'failures',
  2: 'wrong usage, a file that cannot be read, or runs that are not parts of one',
  4: 'the known-failing list no longer holds',
  5: 'incomplete',
  7: 'inconclusive',
} as const;

/** `perpsim report`. */
export const REPORT: CommandBody = {
  below: [
    {
      name: 'merge <sources...>',
      about: 'Joins the runs of shards into one, with all its reports.',
      takes: ['folders of reports, run.json files, or files of Cucumber messages'],
      flags: [
        ['--report <dir>', 'where the reports go', REQUIRED],
        ['--known-failing <file>', 'failures that are known, with reason, link and expiry'],
        JSON_FLAG,
      ],
      examples: [
        'perpsim report merge part-1 part-2 part-3 --report reports/all',
        'perpsim report merge part-1/run.json part-2/run.json --report reports/all --json',
      ],
      exits: VERDICT_EXITS,
      run: async (sources: string[], flags: ReportFlags) => merge(sources, flags),
    },
    {
      name: 'make <source>',
      about: 'Makes every report of a run again.',
      takes: ['a folder of reports, a run.json, or a file of Cucumber messages'],
      flags: [
        ['--report <dir>', 'where the reports go', REQUIRED],
        ['--known-failing <file>', 'failures that are known, with reason, link and expiry'],
        JSON_FLAG,
      ],
      examples: [
        'perpsim report make reports/latest --report reports/again',
        'perpsim report make reports/latest/run.json --report reports/again --known-failing known.yaml --json',
      ],
      exits: VERDICT_EXITS,
      run: async (source: string, flags: ReportFlags) => merge([source], flags),
    },
    {
      name: 'show <source>',
      about: 'Prints the summary of a run.',
      takes: ['a folder of reports, a run.json, or a file of Cucumber messages'],
      flags: [JSON_FLAG],
      examples: ['perpsim report show reports/latest', 'perpsim report show reports/latest/run.json --json'],
      exits: VERDICT_EXITS,
      run: async (source: string, flags: ReportFlags) => show(source, flags),
    },
    {
      name: 'diff <left> <right>',
      about: 'Compares two runs: verdicts, and responses after ids and times are set aside.',
      takes: ['a folder of reports, a run.json, or a file of Cucumber messages', 'another one'],
      flags: [
        ['--only <what>', 'verdicts: leave the responses alone'],
        ['--json', 'print the differences as one JSON line'],
      ],
      examples: [
        'perpsim report diff reports/before reports/latest',
        'perpsim report diff reports/before reports/latest --only verdicts --json',
      ],
      exits: { 0: 'no difference', 1: 'differences', 2: 'wrong usage, or a file that cannot be read' },
      run: async (left: string, right: string, flags: DiffFlags) => diff(left, right, flags),
    },
    {
      name: 'open [report]',
      about: 'Opens the report of a run, a sweep or the suite in the browser.',
      takes: ['a report or a folder with reports (default: the newest below --reports)'],
      flags: [
        ['--reports <dir>', 'where the newest report is looked for', 'reports'],
        ['--no-open', 'print the address and open no browser'],
        ['--json', 'print file, kind and address as one JSON line'],
      ],
      examples: [
        'perpsim report open',
        'perpsim report open reports/latest',
        'perpsim report open reports/run.html --no-open --json',
      ],
      exits: { 0: 'found', 2: 'wrong usage, or no report there' },
      notes: 'The report is a file that needs no server. Where no browser can be opened, a line says so.',
      run: async (source: string | undefined, flags: OpenFlags) => open(source, flags),
    },
  ],
};

/** Flags as commander collects them. */
export interface ReportFlags {
  readonly report?: string;
  readonly knownFailing?: string;
  readonly json?: boolean;
}

export interface DiffFlags {
  readonly only?: string;
  readonly json?: boolean;
}

/** That of the run, or whether two runs differ. */
export type ReportExit = ConformExit;

/**
 * Joins runs, writes every report of the whole and prints its summary. One run alone is written as it is.
 *
 * @throws UsageError for sources that cannot be read or do not belong together, OutputError for a folder that cannot be written
 */
export async function merge(sources: readonly string[], flags: ReportFlags): Promise<ReportExit> {
  const { report } = flags;
  if (report === undefined) throw new UsageError('--report is missing');
  const excuse = excuseFrom(flags.knownFailing);
  const runs: Run[] = [];
  for (const source of sources) runs.push(await runAt(source, 'verdicts'));
  const suite = flags.knownFailing === undefined ? [] : await scenariosOfSuite();
  const { run, remarks } = excuse(joined(runs), suite);
  try {
    makeFolder(report);
    // The page lists what each scenario needs.
    await loadSteps();
    writeReports(run, coverageOf(catalogue(), [run]), onDisk(report), remarks);
  } catch (error) {
    throw cannotWrite(report, error);
  }
  return printSummary(run, remarks, flags);
}

/** Every scenario of the package. Only who asks for it needs the packages of the suite: reports alone do without. */
async function scenariosOfSuite(): Promise<readonly Pick<ScenarioResult, 'id' | 'tags'>[]> {
  needPackages(SUITE);
  const { planOf } = await import('../../suite/run/plan.ts');
  return planOf(featureFiles());
}

/** A single run keeps its shard: it is not said to be whole. */
function joined(runs: readonly Run[]): Run {
  const [first] = runs;
  if (first && runs.length === 1) return first;
  try {
    return mergeRuns(runs);
  } catch (error) {
    if (error instanceof MergeError) throw new UsageError(error.message);
    throw error;
  }
}

/**
 * Prints the summary of a run.
 *
 * @throws UsageError for a source that cannot be read
 */
export async function show(source: string, flags: ReportFlags): Promise<ReportExit> {
  return printSummary(await runAt(source, 'verdicts'), [], flags);
}

async function printSummary(run: Run, remarks: readonly string[], { report, json }: ReportFlags): Promise<ConformExit> {
  const exit = exitOf(run, remarks.length);
  if (json) {
    await print(`${JSON.stringify(resultOf(run, exit, remarks, report ?? null))}\n`);
    return exit;
  }
  const colour = wantsColour(currentHost().stdout, currentHost().env);
  const summary = summaryText(run, { colour, coverage: coverageOf(catalogue(), [run]), remarks });
  await print(report === undefined ? summary : `${summary}\n${join(report, 'index.html')}\n`);
  return exit;
}

/**
 * Prints what differs between two runs.
 *
 * @throws UsageError for sources that cannot be read, and for a flag that is wrong
 */
export async function diff(left: string, right: string, { only, json }: DiffFlags): Promise<0 | 1> {
  if (only !== undefined && only !== 'verdicts') throw new UsageError(`--only must be verdicts (got "${only}")`);
  const wanted = only ?? 'traces';
  const found = diffRuns(await runAt(left, wanted), await runAt(right, wanted), only);
  await print(json ? `${JSON.stringify(found)}\n` : printableLines(diffText(found)));
  return isSame(found) ? 0 : 1;
}

/** What a folder of reports may hold a run in: verdicts as they were given, and all the bytes they were read from. */
const SOURCES = { verdicts: 'run.json', traces: 'messages.ndjson' } as const;

/**
 * The run in a folder of reports, in a `run.json`, or in a file of Cucumber messages.
 *
 * @param wanted what matters most to the reader of a folder that holds both
 * @throws UsageError for anything else
 */
async function runAt(path: string, wanted: keyof typeof SOURCES): Promise<Run> {
  try {
    const isFolder = statSync(onDisk(path)).isDirectory();
    if (isFolder && existsSync(onDisk(join(path, INCOMPLETE))))
      throw new UsageError(`the reports in ${path} are incomplete: see ${INCOMPLETE} there`);
    const file = isFolder ? sourceIn(path, wanted) : path;
    return file.endsWith('.json') ? readRunJson(readFileSync(onDisk(file), 'utf8')) : await readRunFile(onDisk(file));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (error instanceof MessagesError || error instanceof RunJsonError)
      throw new UsageError(`${path}: ${error.message}`);
    throw new UsageError(`cannot read ${path}: ${reasonOf(error)}`);
  }
}

function sourceIn(folder: string, wanted: keyof typeof SOURCES): string {
  const names = wanted === 'traces' ? [SOURCES.traces, SOURCES.verdicts] : [SOURCES.verdicts, SOURCES.traces];
  const file = names.map((name) => join(folder, name)).find((candidate) => existsSync(onDisk(candidate)));
  if (file === undefined) throw new UsageError(`${folder} holds no run: neither ${names.join(' nor ')} is there`);
  return file;
}

/** Flags as commander collects them. */
export interface OpenFlags {
  readonly reports: string;
  readonly open: boolean;
  readonly json?: boolean;
}

type Kind = 'conform' | 'run' | 'sweep';

interface FoundReport {
  readonly file: string;
  readonly kind: Kind;
  /** Unix ms. */
  readonly writtenAt: number;
}

/** The heading of each page; it stands behind the style, which is at the beginning of the file. */
const HEADINGS: readonly (readonly [heading: string, kind: Kind])[] = [
  ['<h1>Conformance report</h1>', 'conform'],
  ['<h1>Run report</h1>', 'run'],
  ['<h1>Sweep</h1>', 'sweep'],
];
const HEAD_BYTES = 65_536;
/** Folders of reports are a few folders deep, such as `reports/console/JOB/report`. */
const DEEPEST = 5;
const HOW_TO_MAKE_ONE =
  'make one with "perpsim conform", "perpsim run NAME --html reports/run.html" or "perpsim sweep NAME --seeds 1..10 --out reports/sweep"';

/**
 * Opens the report of a run in the browser, and prints its address.
 *
 * @param source a report or a folder of reports; undefined for the newest below `--reports`
 * @throws UsageError where there is none
 */
export async function open(source: string | undefined, { reports, open: isOpened, json }: OpenFlags): Promise<0> {
  const { file, kind, writtenAt } = source === undefined ? newestIn(reports) : named(source);
  const address = pathToFileURL(realpathSync(onDisk(file))).href;
  const facts = { report: file, kind, writtenAt, address };
  await print(json ? `${JSON.stringify(facts)}\n` : `report of ${kind}, written ${instant(writtenAt)}\n${address}\n`);
  if (isOpened) await openInBrowser(address);
  return 0;
}

function newestIn(folder: string): FoundReport {
  const report = existsSync(onDisk(folder)) ? newestOf(pagesBelow(folder, DEEPEST)) : undefined;
  if (report) return report;
  throw new UsageError(`no report below ${folder}: ${HOW_TO_MAKE_ONE}, or name another folder with --reports`);
}

function named(source: string): FoundReport {
  const isFolder = kindOfPath(source) === 'folder';
  if (isFolder && existsSync(onDisk(join(source, INCOMPLETE)))) {
    throw new UsageError(`the reports in ${source} are incomplete: see ${INCOMPLETE} there`);
  }
  const report = newestOf(isFolder ? pagesBelow(source, DEEPEST) : [source]);
  if (report) return report;
  const what = isFolder ? `${source} holds no report` : `${source} is no report`;
  throw new UsageError(`${what} of conform, run or sweep: ${HOW_TO_MAKE_ONE}`);
}

function kindOfPath(path: string): 'folder' | 'file' {
  try {
    return statSync(onDisk(path)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${reasonOf(error)}`);
  }
}

/** The pages in a folder and in those below it. A folder whose run has not ended is left out. */
function pagesBelow(folder: string, depth: number): string[] {
  const entries = readdirSync(onDisk(folder), { withFileTypes: true });
  if (entries.some(({ name }) => name === INCOMPLETE)) return [];
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return depth > 0 && entry.name !== 'node_modules' ? pagesBelow(path, depth - 1) : [];
    return entry.isFile() && entry.name.endsWith('.html') ? [path] : [];
  });
}

function newestOf(files: readonly string[]): FoundReport | undefined {
  const dated = files.map((file) => ({ file, writtenAt: Math.floor(statSync(onDisk(file)).mtimeMs) }));
  // Pages that were written together go by their names, so that the same one is opened each time.
  dated.sort((one, other) => other.writtenAt - one.writtenAt || (one.file < other.file ? -1 : 1));
  for (const { file, writtenAt } of dated) {
    const kind = kindOf(file);
    if (kind) return { file, kind, writtenAt };
  }
  return undefined;
}

function kindOf(file: string): Kind | undefined {
  const head = headOf(file);
  return HEADINGS.find(([heading]) => head.includes(heading))?.[1];
}

function headOf(file: string): string {
  const buffer = Buffer.alloc(HEAD_BYTES);
  const descriptor = openSync(onDisk(file), 'r');
  try {
    return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(descriptor);
  }
}
