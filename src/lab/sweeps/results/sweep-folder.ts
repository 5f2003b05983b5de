import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DirectoryLock } from '../../../exchange/data/lock.ts';
import { makeFolder } from '../../../exchange/data/make-folder.ts';
import { NODE_STORAGE } from '../../../exchange/data/node-storage.ts';
import { onDisk } from '../../../exchange/host.ts';
import { makePlan, type PlanInputs, setsOf } from '../plan/plan.ts';
import {
  type FigureSummary,
  SweepError,
  type SweepGroup,
  type SweepPlan,
  type SweepRow,
  type SweepSummary,
} from '../sweep.ts';
import { FIGURES, parquetOf, type SweepColumn } from './columns.ts';
import { type ComparisonOptions, comparisonOf, USUAL_FIGURE } from './comparison.ts';
import { comparisonParquet } from './comparison-table.ts';
import { type Bounds, boundsOf, summarize } from './figures.ts';
import { readRows, ResultsFile } from './results-file.ts';

const PLAN = 'plan.json';
const RESULTS = 'results.jsonl';
const MADE_AT_THE_END = ['results.parquet', 'summary.json', 'index.html', 'comparison.parquet'] as const;

/** What `plan.json` says of the sweep whose results lie beside it. */
interface KeptPlan extends Omit<PlanInputs, 'files'> {
  readonly format: 'perpsim-sweep-plan';
  readonly version: 1;
  readonly id: string;
  readonly entry: string;
  readonly files: PlanInputs['files']['files'];
}

/** The folder of a sweep. One process at a time writes to it. */
export class SweepFolder {
  readonly path: string;
  readonly results: ResultsFile;
  readonly #plan: SweepPlan;
  readonly #lock: DirectoryLock;

  private constructor(path: string, results: ResultsFile, plan: SweepPlan, lock: DirectoryLock) {
    this.path = path;
    this.results = results;
    this.#plan = plan;
    this.#lock = lock;
  }

  /**
   * Opens the folder of a sweep, or makes it.
   *
   * @param isFresh removes the results that are there, of whatever sweep
   * @throws SweepError when it holds the results of another sweep; ControlError when another process writes to it
   */
  static async open(path: string, plan: SweepPlan, inputs: PlanInputs, isFresh: boolean): Promise<SweepFolder> {
    makeFolder(path);
    const lock = DirectoryLock.take(NODE_STORAGE, path);
    try {
      if (isFresh)
        for (const name of [...MADE_AT_THE_END, RESULTS, PLAN]) rmSync(onDisk(join(path, name)), { force: true });
      keepPlan(path, plan, inputs);
      return new SweepFolder(path, await ResultsFile.open(onDisk(join(path, RESULTS)), plan), plan, lock);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** Rows so far, by the index of their job. */
  rows(): SweepRow[] {
    return [...this.results.rows.values()].sort((one, other) => one.job.index - other.job.index);
  }

  /**
   * Writes the table, the summary and the page of a sweep whose jobs are all done.
   *
   * @param pageOf makes the HTML page
   * @throws SweepError for options that do not fit the sweep
   */
  finish(
    pageOf: (summary: SweepSummary, rows: readonly SweepRow[]) => string,
    options: ComparisonOptions = { figure: USUAL_FIGURE },
  ): { readonly summary: SweepSummary; readonly page: string } {
    const rows = this.rows();
    const summary = summaryOf(this.#plan, rows, options);
    const page = pageOf(summary, rows);
    const [table, figures, shown, compared] = MADE_AT_THE_END;
    replace(join(this.path, compared), comparisonParquet(this.#plan, summary.comparison));
    replace(join(this.path, table), parquetOf(this.#plan, rows));
    replace(join(this.path, figures), `${JSON.stringify(summary, null, 1)}\n`);
    replace(join(this.path, shown), page);
    return { summary, page };
  }

  async close(): Promise<void> {
    await this.results.close();
    this.#lock.release();
  }
}

/**
 * Reads the plan and the rows of a sweep, without a lock: one that goes on has fewer rows.
 *
 * @throws SweepError for a folder that holds no sweep
 */
export async function readSweep(
  path: string,
): Promise<{ readonly plan: SweepPlan; readonly rows: readonly SweepRow[] }> {
  const kept = existsSync(onDisk(join(path, PLAN))) ? readPlan(join(path, PLAN)) : null;
  if (!kept) throw new SweepError(`${path} holds no sweep: name a folder that perpsim sweep --out has written`);
  const { entry, files, scenario, packageVersion, seeds, parameters } = kept;
  const plan = makePlan({ scenario, packageVersion, seeds, parameters, files: { root: '', entry, files } });
  const rows = await readRows(onDisk(join(path, RESULTS)), plan);
  return { plan, rows: [...rows.values()].sort((one, other) => one.job.index - other.job.index) };
}

function keepPlan(folder: string, { id }: SweepPlan, { files, ...rest }: PlanInputs): void {
  const path = join(folder, PLAN);
  const plan: KeptPlan = {
    format: 'perpsim-sweep-plan',
    version: 1,
    id,
    ...rest,
    entry: files.entry,
    files: files.files,
  };
  if (!existsSync(onDisk(path))) {
    if (existsSync(onDisk(join(folder, RESULTS))))
      throw new SweepError(
        `${folder} holds results without a ${PLAN}: name another --out, or remove them with --fresh`,
      );
    replace(path, `${JSON.stringify(plan, null, 1)}\n`);
    return;
  }
  const kept = readPlan(path);
  if (kept?.id === id) return;
  const why = kept ? differenceOf(kept, plan) : `its ${PLAN} cannot be read`;
  throw new SweepError(`${folder} holds another sweep: ${why}. Name another --out, or remove its results with --fresh`);
}

function readPlan(path: string): KeptPlan | null {
  try {
    const plan = JSON.parse(readFileSync(onDisk(path), 'utf8')) as Partial<KeptPlan> | null;
    const isPlan = plan?.format === 'perpsim-sweep-plan' && Array.isArray(plan.files);
    return isPlan ? (plan as KeptPlan) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The first thing in which two plans differ. */
function differenceOf(kept: KeptPlan, plan: KeptPlan): string {
  if (kept.packageVersion !== plan.packageVersion)
    return `perpsim ${kept.packageVersion} began it, and this is ${plan.packageVersion}`;
  if (kept.scenario !== plan.scenario) return `it is of the scenario ${kept.scenario}`;
  const file = changedFile(kept.files, plan.files);
  if (file !== undefined) return `the scenario has changed in ${file}`;
  if (JSON.stringify(kept.parameters) !== JSON.stringify(plan.parameters)) return 'it has other --set values';
  return JSON.stringify(kept.seeds) === JSON.stringify(plan.seeds) ? 'its plan has another id' : 'it has other --seeds';
}

function changedFile(kept: KeptPlan['files'], files: KeptPlan['files']): string | undefined {
  const hashes = new Map(kept.map(({ path, sha256 }) => [path, sha256]));
  const changed = files.find(({ path, sha256 }) => hashes.get(path) !== sha256)?.path;
  const paths = new Set(files.map(({ path }) => path));
  return changed ?? kept.find(({ path }) => !paths.has(path))?.path;
}

/** A file that is there is replaced at once, so that a reader finds one or the other whole. */
function replace(file: string, content: string | Uint8Array): void {
  const target = onDisk(file);
  const draft = `${target}.tmp`;
  writeFileSync(draft, content);
  renameSync(draft, target);
}

/** Sums up the rows of a sweep, which are given by the index of their job. */
export function summaryOf(
  plan: SweepPlan,
  rows: readonly SweepRow[],
  options: ComparisonOptions = { figure: USUAL_FIGURE },
): SweepSummary {
  const { jobs, ...head } = plan;
  const bounds = new Map(FIGURES.map((column) => [column.name, boundsOf(valuesOf(column, rows))]));
  const sets = setsOf(plan.parameters, plan.seeds.length);
  const members = sets.map((): SweepRow[] => []);
  // Jobs with equal parameters follow each other. A sweep that was stopped has rows of some of them only.
  for (const row of rows) members[Math.floor(row.job.index / plan.seeds.length)]?.push(row);
  const groups = sets.map((set, place) => groupOf(set, members[place] ?? [], bounds));
  return {
    format: 'perpsim-sweep',
    version: 1,
    plan: { ...head, jobs: jobs.length },
    passed: countOf(rows, 'passed'),
    failed: countOf(rows, 'failed'),
    errors: countOf(rows, 'error'),
    groups,
    comparison: comparisonOf(plan, rows, options),
  };
}

function groupOf(set: SweepGroup['set'], rows: readonly SweepRow[], bounds: ReadonlyMap<string, Bounds>): SweepGroup {
  const figures: Record<string, FigureSummary> = {};
  for (const column of FIGURES) {
    const figure = summarize(valuesOf(column, rows), bounds.get(column.name) ?? { min: 0, max: 0 });
    if (figure) figures[column.name] = figure;
  }
  return { set, runs: rows.length, failed: countOf(rows, 'failed'), errors: countOf(rows, 'error'), figures };
}

const countOf = (rows: readonly SweepRow[], verdict: SweepRow['verdict']): number =>
  rows.filter((row) => row.verdict === verdict).length;

const valuesOf = ({ valueOf }: SweepColumn, rows: readonly SweepRow[]): number[] =>
  rows.flatMap((row) => {
    const value = valueOf(row);
    return value === null ? [] : [Number(value)];
  });
