import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createReadStream, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import {
  type EndedScenario,
  type Job,
  JOB_KINDS,
  JOB_OUTCOMES,
  type JobAsked,
  type JobOutcome,
  type JobProgress,
  type Jobs,
  type JobState,
  type ListedFeature,
  type ListedScenario,
  SUITE_PROFILES,
} from '../../contract/jobs.ts';
import { ControlError } from '../../exchange/control-error.ts';
import { makeFolder } from '../../exchange/data/make-folder.ts';
import { currentHost, fromCwd } from '../../exchange/host.ts';
import { packageRoot } from '../../exchange/package-root.ts';
import {
  type Guarded,
  isFlag,
  isListOf,
  isNumber,
  isShape,
  isText,
  isWordOf,
  orMissing,
  orNull,
  parsedAs,
} from '../../kernel/guards.ts';
import { systemCodeOf } from '../../kernel/thrown.ts';
import { JOURNAL, jobCommand, jobVariables, REPORT_FILES } from './job-command.ts';

/** More at a time would slow each other and the exchange down. */
const MOST_AT_A_TIME = 2;
/** A process that was asked to end by then is ended. */
const END_WITHIN_MS = 5_000;

interface Entry {
  job: KeptJob;
  readonly folder: string;
  readonly lines: JobLines;
  /** Null once it has ended. */
  child: ChildProcess | null;
  isCancelled: boolean;
  readonly ended: Promise<void>;
}

export interface ChildJobsOptions {
  /** The folder of reports; jobs have one folder each in its `console`. */
  readonly reports: string;
  /** Of this server, once it listens. */
  readonly origin: () => string;
  /** What the server was started with as `--control-token`: a job on its own exchange needs it. */
  readonly controlToken: string | null;
  readonly onError: (error: unknown) => void;
}

/** They come with the package, so all servers of a process have the same; to read the second takes seconds. */
const LISTS = { scenarios: once(() => readScenarios()), features: once(() => readFeatures()) };

/** Runs commands of perpsim as processes of this server, and keeps their results in files. */
export class ChildJobs implements Jobs {
  readonly #root: string;
  readonly #options: ChildJobsOptions;
  readonly #running = new Map<string, Entry>();
  #started = 0;

  constructor(options: ChildJobsOptions) {
    this.#options = options;
    this.#root = join(fromCwd(options.reports), 'console');
  }

  scenarios(): Promise<readonly ListedScenario[]> {
    return LISTS.scenarios();
  }

  features(): Promise<readonly ListedFeature[]> {
    return LISTS.features();
  }

  async start(asked: JobAsked): Promise<Job> {
    const isOfSuite = asked.kind === 'conformance' && asked.features !== undefined;
    const scenarios = asked.kind === 'conformance' ? [] : await this.scenarios();
    const features = isOfSuite ? await this.features() : [];
    const going = [...this.#running.values()].filter(({ child }) => child !== null);
    if (going.length >= MOST_AT_A_TIME) {
      throw new ControlError('CONFLICT', 'kind', `${going.length} jobs run already: wait for one or cancel it`, 409);
    }
    const startedAt = Date.now();
    this.#started += 1;
    const id = `${asked.kind}-${stampOf(startedAt)}-${this.#started}`;
    const folder = join(this.#root, id);
    const workers = Math.max(1, availableParallelism() - 1);
    const command = jobCommand(asked, { scenarios, features, folder, origin: this.#options.origin(), workers });
    const job: KeptJob = { id, asked, startedAt, endedAt: null, outcome: null, message: '' };
    this.#keep(folder, job);
    return shown(this.#spawn(job, folder, command));
  }

  async list(): Promise<readonly Job[]> {
    const own = [...this.#running.values()].map(shown);
    const others = this.#kept().filter(({ id }) => !this.#running.has(id));
    return [...own, ...others].sort((one, other) => other.startedAt - one.startedAt);
  }

  async state(id: string, after: number): Promise<JobState> {
    const entry = this.#running.get(id);
    if (!entry) return { ...this.#known(id), progress: null, ended: [], next: 0 };
    const { lines } = entry;
    return { ...shown(entry), progress: lines.progress, ...lines.endedAfter(after) };
  }

  async cancel(id: string): Promise<Job> {
    const entry = this.#running.get(id);
    if (!entry) return this.#known(id);
    entry.isCancelled = true;
    entry.child?.kill('SIGINT');
    return shown(entry);
  }

  async report(id: string): Promise<string> {
    const { folder, hasReport } = await this.state(id, 0);
    const file = hasReport ? reportIn(folder) : undefined;
    if (file !== undefined) return readFile(file, 'utf8');
    throw new ControlError('NOT_FOUND', 'job', `the job ${id} has no report`, 404);
  }

  async journal(id: string): Promise<{ readonly name: string; readonly lines: AsyncIterable<string> }> {
    const { asked, folder, endedAt } = await this.state(id, 0);
    const file = join(folder, JOURNAL);
    if (endedAt !== null && existsSync(file)) {
      const name = `${asked.scenario ?? id}${asked.seed === undefined ? '' : `, seed ${asked.seed}`}`;
      return { name, lines: createInterface({ input: createReadStream(file), crlfDelay: Infinity }) };
    }
    throw new ControlError('NOT_FOUND', 'job', `the job ${id} has no journal: run the scenario again`, 404);
  }

  /** Ends every process. */
  async close(): Promise<void> {
    const going = [...this.#running.values()].filter(({ child }) => child !== null);
    for (const { id } of going.map(({ job }) => job)) await this.cancel(id);
    const late = setTimeout(() => {
      for (const { child } of going) child?.kill('SIGKILL');
    }, END_WITHIN_MS);
    await Promise.all(going.map(({ ended }) => ended));
    clearTimeout(late);
  }

  #kept(): Job[] {
    return keptJobs(this.#root).map((job) => ({ ...job, hasReport: reportIn(job.folder) !== undefined }));
  }

  #known(id: string): Job {
    const job = this.#kept().find((kept) => kept.id === id);
    if (job) return job;
    throw new ControlError('NOT_FOUND', 'job', `there is no job ${id}: GET /sim/v1/jobs lists them`, 404);
  }

  #keep(folder: string, job: KeptJob): void {
    try {
      keepJob(folder, job);
    } catch (error) {
      const code = systemCodeOf(error) ?? 'unknown error';
      const message = `${folder} cannot be written (${code}): start the server with another --reports`;
      throw new ControlError('INVALID_VALUE', 'reports', message, 409);
    }
  }

  #spawn(job: KeptJob, folder: string, args: readonly string[]): Entry {
    const [program, ...words] = perpsimCommand();
    const env = jobVariables(job.asked, currentHost().env, this.#options.controlToken);
    const child = spawn(program, [...words, ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env,
      cwd: currentHost().cwd,
    });
    const lines = new JobLines();
    child.stderr.setEncoding('utf8').on('data', (text: string) => lines.add(text));
    let failure = '';
    child.on('error', (error) => {
      failure = error.message;
    });
    const entry: Entry = {
      ...{ job, folder, lines, child, isCancelled: false },
      ended: new Promise((settle) => {
        child.on('close', (code) => {
          lines.end();
          entry.child = null;
          const outcome = entry.isCancelled ? 'stopped' : outcomeOf(code);
          entry.job = { ...job, endedAt: Date.now(), outcome, message: failure || lines.message };
          try {
            keepJob(folder, entry.job);
          } catch (error) {
            this.#options.onError(error);
          }
          settle();
        });
      }),
    };
    this.#running.set(job.id, entry);
    return entry;
  }
}

const shown = ({ job, folder, lines, child }: Entry): Job => ({
  ...job,
  message: job.message || lines.message,
  folder,
  hasReport: child === null && reportIn(folder) !== undefined,
});

/** Reads once; what could not be read is read again when it is asked for again. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | null = null;
  return () => {
    kept ??= read().catch((error: unknown) => {
      kept = null;
      throw error;
    });
    return kept;
  };
}

/** The exit codes of `run`, `sweep` and `conform`, which agree where they share one. */
function outcomeOf(code: number | null): JobOutcome {
  if (code === 0) return 'passed';
  if (code === 1 || code === 4) return 'failed';
  if (code === 5 || code === 7) return 'inconclusive';
  return code === 130 ? 'stopped' : 'fault';
}

/** `20261123-091502-123`. */
const stampOf = (ms: number): string =>
  new Date(ms).toISOString().slice(0, 23).replaceAll(/[-:]/g, '').replaceAll(/[T.]/g, '-');

const FILE = 'job.json';
const FORMAT = 'perpsim-job';

/** What is kept of a job; the rest follows from the files beside it. */
export type KeptJob = Omit<Job, 'folder' | 'hasReport'>;

const isAsked = isShape<JobAsked>({
  kind: isWordOf(...JOB_KINDS),
  scenario: orMissing(isText),
  seed: orMissing(isText),
  seeds: orMissing(isNumber),
  set: orMissing(isListOf(isText)),
  features: orMissing(isListOf(isText)),
  profile: orMissing(isWordOf(...SUITE_PROFILES)),
  tags: orMissing(isText),
  clause: orMissing(isText),
  target: orMissing(isText),
  serviceName: orMissing(isText),
  reset: orMissing(isFlag),
});
const isJobFile = isShape<KeptJob & { readonly format: string; readonly version: number }>({
  format: isWordOf(FORMAT),
  version: isNumber,
  id: isText,
  asked: isAsked,
  startedAt: isNumber,
  endedAt: orNull(isNumber),
  outcome: orNull(isWordOf(...JOB_OUTCOMES)),
  message: isText,
});

/** Jobs whose results are in a folder of reports, the newest first. A job that never ended was stopped with its server. */
export function keptJobs(root: string): (KeptJob & { readonly folder: string })[] {
  if (!existsSync(root)) return [];
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[a-z0-9-]{1,64}$/.test(entry.name))
    .flatMap(({ name }) => {
      const kept = read(join(root, name));
      if (!kept || kept.id !== name) return [];
      const { startedAt, endedAt, outcome } = kept;
      return [{ ...kept, folder: join(root, name), endedAt: endedAt ?? startedAt, outcome: outcome ?? 'stopped' }];
    })
    .sort((one, other) => other.startedAt - one.startedAt);
}

/** Keeps a job. The file is replaced at once, so that a reader finds one or the other whole. */
export function keepJob(folder: string, job: KeptJob): void {
  makeFolder(folder);
  const draft = join(folder, `${FILE}.tmp`);
  writeFileSync(draft, `${JSON.stringify({ format: FORMAT, version: 1, ...job }, null, 1)}\n`);
  renameSync(draft, join(folder, FILE));
}

/** The report in the folder of a job; undefined before there is one. */
export const reportIn = (folder: string): string | undefined =>
  REPORT_FILES.map((name) => join(folder, name)).find((file) => existsSync(file));

function read(folder: string): KeptJob | undefined {
  const file = join(folder, FILE);
  if (!existsSync(file)) return undefined;
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isJobFile(value)) return undefined;
    const { format: _format, version: _version, ...job } = value;
    return job;
  } catch (error) {
    // A file of another program is no job.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** What a process said lately is enough to say why it failed. */
const KEPT_TEXT = 4_000;
const LONGEST_LINE = 65_536;

/** Reads what a job writes on stderr: lines of JSON are progress, all others are messages. */
export class JobLines {
  #rest = '';
  #text = '';
  #progress: JobProgress | null = null;
  readonly #ended: EndedScenario[] = [];

  add(chunk: string): void {
    const lines = (this.#rest + chunk).split('\n');
    const rest = lines.pop() ?? '';
    this.#rest = rest.slice(-LONGEST_LINE);
    for (const line of lines) this.#take(line);
  }

  /** Takes what has no end of line. */
  end(): void {
    if (this.#rest !== '') this.#take(this.#rest);
    this.#rest = '';
  }

  get progress(): JobProgress | null {
    return this.#progress;
  }

  get message(): string {
    return this.#text.trim();
  }

  /** Scenarios that ended after a place, and the place to ask from next. */
  endedAfter(place: number): { readonly ended: readonly EndedScenario[]; readonly next: number } {
    return { ended: this.#ended.slice(place), next: this.#ended.length };
  }

  #take(line: string): void {
    const read = line.startsWith('{') ? progressIn(line) : undefined;
    if (read === undefined) {
      this.#text = `${this.#text}${line}\n`.slice(-KEPT_TEXT);
      return;
    }
    const { done, total, unit = '', failed = 0, skipped = 0, ended } = read;
    this.#progress = { done, total, unit, failed, skipped };
    if (ended) this.#ended.push(ended);
  }
}

const isProgress = isShape({
  done: isNumber,
  total: isNumber,
  unit: orMissing(isText),
  failed: orMissing(isNumber),
  skipped: orMissing(isNumber),
  ended: orMissing(isShape<EndedScenario>({ id: isText, name: isText, verdict: isText })),
});

function progressIn(line: string): Guarded<typeof isProgress> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isProgress(value) ? value : undefined;
  } catch {
    // A message may begin with a brace.
    return undefined;
  }
}

const OUTPUT_MAX = 64 * 1_024 * 1_024;

/** The words that start this very perpsim in a process of its own. */
export const perpsimCommand = (): readonly [string, ...string[]] => [
  process.execPath,
  join(packageRoot(), 'bin', 'perpsim.js'),
];

// The command line says what there is to run, because a server holds neither scenarios nor the suite.

const isListedScenario = isShape<ListedScenario>({ name: isText, numbers: isListOf(isShape({ path: isText })) });
const isListedRow = isShape({ id: isText, feature: isText });

export const readScenarios = async (): Promise<readonly ListedScenario[]> =>
  parsedAs(isListOf(isListedScenario), await outputOf('scenario', 'list', '--json'), 'the list of scenarios');

export const readFeatures = async (): Promise<readonly ListedFeature[]> =>
  featuresIn(await outputOf('conform', '--list', '--json'));

async function outputOf(...args: readonly string[]): Promise<string> {
  const [program, ...words] = perpsimCommand();
  const { stdout } = await promisify(execFile)(program, [...words, ...args], { maxBuffer: OUTPUT_MAX });
  return stdout;
}

/** The features of a list with a line of JSON for each scenario. */
export function featuresIn(lines: string): ListedFeature[] {
  const found = new Map<string, { readonly path: string; readonly title: string; scenarios: number }>();
  for (const line of lines.split('\n').filter((each) => each !== '')) {
    const { id, feature } = parsedAs(isListedRow, line, 'the list of scenarios of the suite');
    const path = id.replace(/:\d+$/, '');
    const known = found.get(path) ?? { path, title: feature, scenarios: 0 };
    known.scenarios += 1;
    found.set(path, known);
  }
  return [...found.values()];
}
