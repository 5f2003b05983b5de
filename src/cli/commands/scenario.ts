import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { RECORDING_FORMAT } from '../../contract/recording/format.ts';
import { RecordingError } from '../../contract/recording/reader.ts';
import { currentHost, fromCwd } from '../../exchange/host.ts';
import { DumpError } from '../../exchange/journal/dump.ts';
import { SnapshotError } from '../../exchange/snapshots/document.ts';
import { problemText, type WorldProblem } from '../../exchange/world/read.ts';
import { worldNames } from '../../exchange/world/world-file.ts';
import { systemCodeOf } from '../../kernel/thrown.ts';
import { tapeOfJournal } from '../../lab/recorded/from-journal.ts';
import { tapeOfRecording } from '../../lab/recorded/from-recording.ts';
import { NotRecordable, type RecordedScenario, type RecordedWorld, type Written } from '../../lab/recorded/tape.ts';
import { describedScenarios } from '../../scenarios/described-library.ts';
import { libraryScenarios } from '../../scenarios/format/library.ts';
import { loadScenario } from '../../scenarios/format/load.ts';
import { ScenarioFileError } from '../../scenarios/scenario.ts';
import { durationMs, durationText } from '../../scenarios/format/times.ts';
import { runScenario } from '../../scenarios/run/run-scenario.ts';
import {
  moved,
  readWritten,
  type RunWritten,
  ScratchScenarios,
  shrinkScenario,
  type Shrunk,
  type Size,
  writeScenario,
} from '../../scenarios/shrink-scenario.ts';
import { type CommandBody, JSON_FLAG, REQUIRED } from '../define.ts';
import { gather, readOverrides } from '../flag-values.ts';
import { journalSource } from '../journal-source.ts';
import { print, say, sayLines } from '../output.ts';
import { Progress } from '../progress.ts';
import { UsageError } from '../usage-error.ts';

/** `perpsim scenario`. */
export const SCENARIO: CommandBody = {
  below: [
    {
      name: 'record <source>',
      about: 'Makes a scenario of a journal or of a recording: it runs to the same trades and positions.',
      takes: ['a journal, a data directory, the URL of a running exchange, or a file of perpsim record'],
      flags: [
        ['--out <folder>', 'folder for the files of the scenario', REQUIRED],
        ['--title <text>', 'title of the scenario'],
        ['--scenario <scenario>', 'the scenario that the source is a run of: its world and its markets are taken'],
        ['--world <name|file>', 'world in place of the one that the source names'],
        ['--expect <sentence...>', 'what must hold at the end, in the words of expect.yaml'],
        JSON_FLAG,
      ],
      examples: [
        'perpsim scenario record ./data --out scenarios/mine',
        'perpsim scenario record http://127.0.0.1:8700 --out scenarios/mine --title "A bad night" --json',
      ],
      exits: { 0: 'written', 2: 'wrong usage, or a source that cannot be one scenario' },
      run: async (source: string, flags: RecordScenarioFlags) => recordScenario(source, flags),
    },
    {
      name: 'shrink <scenario>',
      about: 'Reduces a scenario to the smallest that still fails the same expectation.',
      takes: ['file, folder, or name of the library'],
      flags: [
        ['--out <folder>', 'folder for the smaller scenario; NAME-shrunk when left out'],
        ['--expectation <sentence>', 'the sentence that must still fail; the first that fails when left out'],
        ['--any-failure', 'it may fail with another finding than before'],
        ['--tries <count>', 'runs at most', '2000'],
        JSON_FLAG,
      ],
      notes: 'Ctrl-C ends the search and writes what was found so far.',
      examples: [
        'perpsim scenario shrink scenarios/mine',
        'perpsim scenario shrink scenarios/mine --out scenarios/small --tries 500 --json',
      ],
      exits: { 0: 'written', 1: 'nothing fails', 4: 'stopped by Ctrl-C and written' },
      run: async (given: string, flags: ShrinkFlags) => shrink(given, flags),
    },
    {
      name: 'list',
      about: 'Lists the scenarios that come with perpsim, with the title and the lesson of each.',
      flags: [['--json', 'print the list as one JSON line']],
      examples: ['perpsim scenario list', 'perpsim scenario list --json'],
      exits: { 0: 'listed' },
      run: async (flags: ListFlags) => listScenarios(flags),
    },
    {
      name: 'check <scenario...>',
      about: 'Checks the files of scenarios without running them, and prints every problem with its line.',
      takes: ['files, folders, or names of the library'],
      flags: [
        ['--set <path=value>', 'check with a value in place of that of the file; may be repeated', gather],
        ['--json', 'print the problems as one JSON line'],
      ],
      examples: [
        'perpsim scenario check scenarios/first',
        'perpsim scenario check risk/flash-crash --set seed=7 --json',
      ],
      exits: { 0: 'no problems', 2: 'problems, or wrong usage' },
      run: async (scenarios: readonly string[], flags: CheckFlags) => checkScenarios(scenarios, flags),
    },
  ],
};

export interface CheckFlags {
  readonly set?: readonly string[];
  readonly json?: boolean;
}

/** Checks scenarios and prints what is wrong with them. */
export async function checkScenarios(scenarios: readonly string[], { set = [], json }: CheckFlags): Promise<0 | 2> {
  const overrides = readOverrides(set);
  const problems: WorldProblem[] = [];
  const sound: string[] = [];
  for (const given of scenarios) {
    try {
      const { name, title } = loadScenario(given, { set: overrides });
      sound.push(`${name}: ${title}`);
    } catch (error) {
      if (!(error instanceof ScenarioFileError)) throw error;
      problems.push(...error.problems);
    }
  }
  if (json === true) await print(`${JSON.stringify({ ok: problems.length === 0, problems })}\n`);
  else {
    await print(sound.map((line) => `${line}\n`).join(''));
    if (problems.length > 0) sayLines(problems.map(problemText).join('\n'));
  }
  return problems.length === 0 ? 0 : 2;
}

export interface ListFlags {
  readonly json?: boolean;
}

/** Prints the scenarios that come with perpsim; for programs with their stories and the numbers that a sweep may vary. */
export async function listScenarios({ json }: ListFlags): Promise<void> {
  if (json === true) return print(`${JSON.stringify(describedScenarios())}\n`);
  const lines = libraryScenarios().map(
    ({ name, title, lesson }) => `${name}\n  ${title}\n${lesson === '' ? '' : `  Lesson: ${lesson}\n`}`,
  );
  await print(lines.join('\n'));
}

export interface RecordScenarioFlags {
  readonly out: string;
  readonly title?: string;
  readonly world?: string;
  readonly scenario?: string;
  readonly expect?: readonly string[];
  readonly json?: boolean;
}

/**
 * Writes a journal or a recording as a scenario.
 *
 * @throws UsageError for a source that is neither, or that cannot be one scenario; ScenarioFileError for a scenario that has
 * problems, such as an expectation that is no sentence
 */
export async function recordScenario(source: string, flags: RecordScenarioFlags): Promise<void> {
  const folder = newFolder(flags.out);
  const ground = recordedGround(flags, folder);
  const { written: found, leftOut } = await tapeOf(source, ground.world);
  const scenario = { ...ground.lay(found), title: flags.title ?? found.title };
  const that = flags.expect ?? [];
  const expectations = that.length > 0 ? [{ at: 'end', that }] : [];
  writeScenario(folder, { scenario, expectations }, recordedReadme(scenario.title, source, leftOut));
  const { timeline, accounts, durationMs } = loadScenario(folder);
  const about = { folder, entries: timeline.length, accounts: accounts.length, durationMs, leftOut };
  await print(flags.json === true ? `${JSON.stringify(about)}\n` : recordedText(about));
}

async function tapeOf(
  given: string,
  world?: RecordedWorld,
): Promise<{
  readonly written: RecordedScenario;
  readonly leftOut: readonly string[];
}> {
  const { name, lines } = journalSource(given);
  try {
    const [first, all] = await withFirst(lines);
    const tape = await (first.includes(RECORDING_FORMAT) ? tapeOfRecording(all, world) : tapeOfJournal(all, world));
    const { scenario, leftOut } = tape.written();
    return { written: scenario, leftOut };
  } catch (error) {
    const isOfSource = [RecordingError, NotRecordable, DumpError, SnapshotError].some((kind) => error instanceof kind);
    if (isOfSource && error instanceof Error) throw new UsageError(`${name} ${error.message}`);
    throw error;
  }
}

/** The first line, and all of them. */
async function withFirst(lines: AsyncIterable<string>): Promise<readonly [string, AsyncIterable<string>]> {
  const iterator = lines[Symbol.asyncIterator]();
  const first = await iterator.next();
  async function* all(): AsyncIterable<string> {
    for (let next = first; next.done !== true; next = await iterator.next()) yield next.value;
  }
  return [first.done === true ? '' : first.value, all()];
}

interface About {
  readonly folder: string;
  readonly entries: number;
  readonly accounts: number;
  readonly durationMs: number;
  readonly leftOut: readonly string[];
}

const recordedText = ({ folder, entries, accounts, durationMs, leftOut }: About): string =>
  [
    `written   ${folder}`,
    `entries   ${entries}, ${accounts} accounts, ${durationMs / 1_000} s`,
    ...(leftOut.length > 0 ? [`left out  ${leftOut.join('; ')}`] : []),
    '',
  ].join('\n');

const recordedReadme = (title: string, source: string, leftOut: readonly string[]): string =>
  [
    `# ${title}`,
    '',
    `\`perpsim scenario record\` has made this scenario of ${source.split('/').at(-1)}. Nonces, signatures and request ids are made anew.`,
    ...(leftOut.length > 0 ? ['', `Not in it: ${leftOut.join('; ')}.`] : []),
    '',
  ].join('\n');

/** What a recorded scenario runs in. */
export interface RecordedGround {
  /** Left out: the one that the source names. */
  readonly world?: RecordedWorld;
  /** Fields of the scenario file, laid over those that the source gives. */
  readonly lay: (written: Written) => Written;
}

/**
 * Reads `--world` and `--scenario`. Names of files become relative to `folder`, that of the scenario.
 *
 * @throws UsageError for both of them, or a world that is not there; ScenarioFileError for a scenario with problems
 */
function recordedGround(flags: { world?: string; scenario?: string }, folder: string): RecordedGround {
  const { world, scenario } = flags;
  if (scenario === undefined) return world === undefined ? { lay: (written) => written } : ofWorld(world, folder);
  if (world !== undefined)
    throw new UsageError('--world and --scenario exclude each other: a scenario names its world');
  const found = readWritten(scenario);
  const loaded = loadScenario(scenario);
  const { world: named, markets } = moved(found, found.folder, folder).scenario;
  const lay = ({ accounts, timeline, ...head }: Written): Written => ({
    ...head,
    ...(named !== undefined && { world: named }),
    duration: durationText(Math.min(durationMs(String(head['duration'])) ?? loaded.durationMs, loaded.durationMs)),
    ...(markets !== undefined && { markets }),
    accounts,
    timeline,
  });
  return { world: loaded.world, lay };
}

function ofWorld(given: string, folder: string): RecordedGround {
  if (worldNames().includes(given)) return { world: given, lay: (written) => ({ ...written, world: given }) };
  const file = fromCwd(given);
  if (!existsSync(file))
    throw new UsageError(
      `--world must be ${worldNames().join(', ')}, or the name of a file that is there (got "${given}")`,
    );
  return { world: file, lay: (written) => ({ ...written, world: relative(folder, file) }) };
}

export interface ShrinkFlags {
  readonly out?: string;
  readonly expectation?: string;
  readonly anyFailure?: boolean;
  readonly tries?: string;
  readonly json?: boolean;
}

/**
 * Reduces a scenario to the smallest that still fails the same expectation, and writes that.
 *
 * @returns 0 when it was reduced as far as it goes, 1 when nothing of it fails, 4 when it was stopped before that
 * @throws UsageError, ScenarioFileError
 */
export async function shrink(given: string, flags: ShrinkFlags): Promise<0 | 1 | 4> {
  const found = readWritten(given);
  const out = newFolder(flags.out ?? `${found.name.replaceAll('/', '-')}-shrunk`);
  const { isInterrupted, signal, end } = interrupt();
  const scratch = new ScratchScenarios(mkdtempSync(join(tmpdir(), 'perpsim-shrink-')));
  const run: RunWritten = async (written) => {
    const scenario = scratch.load(written, found.folder);
    return scenario && (await runScenario(scenario, { signal: AbortSignal.any([signal]) })).expectations;
  };
  const progress = new Progress('tried', 'runs');
  try {
    const shrunk = await shrinkScenario(found, run, {
      durationOf: (scenario) => scratch.load({ scenario, expectations: [] }, found.folder)?.durationMs ?? 0,
      isAnyFailure: flags.anyFailure === true,
      signal,
      maxTries: triesOf(flags.tries),
      onProgress: ({ tries }) => progress.at(tries),
      ...(flags.expectation !== undefined && { sentence: flags.expectation }),
    });
    if (!shrunk) {
      say(
        `${found.name} fails ${flags.expectation === undefined ? 'nothing' : `no expectation "${flags.expectation}"`}`,
      );
      return 1;
    }
    writeScenario(out, moved(shrunk, found.folder, out), shrunkReadme(found.name, shrunk));
    loadScenario(out);
    await print(flags.json === true ? `${JSON.stringify(jsonOf(shrunk, out))}\n` : shrunkText(shrunk, out));
    return isInterrupted() ? 4 : 0;
  } finally {
    end();
    scratch.close();
  }
}

function triesOf(text = '2000'): number {
  const tries = Number(text);
  if (Number.isSafeInteger(tries) && tries > 0) return tries;
  throw new UsageError(`--tries must be a whole number above 0 (got ${text})`);
}

/** The first Ctrl-C ends the search with what it has found; the next one ends the process. */
function interrupt(): {
  readonly signal: AbortSignal;
  readonly isInterrupted: () => boolean;
  readonly end: () => void;
} {
  const controller = new AbortController();
  const stop = (): void => {
    say('stopping: what has been found so far is written');
    controller.abort();
  };
  const end = currentHost().onStop(stop, { signals: ['SIGINT'] });
  return { signal: controller.signal, isInterrupted: () => controller.signal.aborted, end };
}

const sizeText = ({ timeline, agents, accounts, duration }: Size): string =>
  `${timeline} entries, ${agents} agents, ${accounts} accounts, ${duration / 1_000} s`;

const shrunkText = ({ failure, tries, before, after, isMinimal }: Shrunk, out: string): string =>
  [
    `expectation  ${failure.sentence}`,
    `found        ${failure.message}`,
    `before       ${sizeText(before)}`,
    `after        ${sizeText(after)}`,
    `runs         ${tries}${isMinimal ? '' : ', ended before nothing more could be left out'}`,
    `written      ${out}`,
    '',
  ].join('\n');

const jsonOf = ({ failure, tries, before, after, isMinimal }: Shrunk, out: string): object => ({
  ...{ folder: out, expectation: failure.sentence, found: failure.message, runs: tries, isMinimal, before, after },
});

const shrunkReadme = (name: string, { failure, tries }: Shrunk): string =>
  [
    `# The smallest form of ${name} that fails`,
    '',
    `It expects: ${failure.sentence}. What is found instead: ${failure.message}.`,
    '',
    `\`perpsim scenario shrink\` has left out everything that the failure does not need, in ${tries} runs.`,
    '',
  ].join('\n');

/**
 * Returns the path of a folder to write a scenario to. Checked before the work begins, so that neither the work nor
 * what is in the folder is lost.
 *
 * @throws UsageError for one that holds files, or for a file
 */
function newFolder(out: string): string {
  const folder = fromCwd(out);
  if (!existsSync(folder)) return folder;
  if (!isEmptyFolder(folder))
    throw new UsageError(`--out ${out} is there already: choose another folder, or remove it`);
  return folder;
}

function isEmptyFolder(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch (error) {
    if (systemCodeOf(error) === 'ENOTDIR') return false;
    throw error;
  }
}
