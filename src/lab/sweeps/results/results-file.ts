import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, open, truncate } from 'node:fs/promises';
import { printable } from '../../../kernel/printable.ts';
import { sha256 } from '../../../kernel/sha256.ts';
import type { RunResult } from '../../../scenarios/run-result.ts';
import type { SweepJob, SweepPlan, SweepRow } from '../sweep.ts';

const NEWLINE = 10;
const HEAD = '{"sha256":"';
const BETWEEN = '","row":';
const CHECKSUM = 64;

/** One line of results: a row with its checksum, which holds for this plan only. */
export function lineOf(planId: string, row: SweepRow): string {
  const text = JSON.stringify(row);
  return `${HEAD}${checksumOf(planId, text)}${BETWEEN}${text}}`;
}

/** The row of a line; null for a line that is torn, altered, or of another plan. */
export function rowOfLine(plan: SweepPlan, line: string): SweepRow | null {
  const start = HEAD.length + CHECKSUM;
  if (!line.startsWith(HEAD) || !line.startsWith(BETWEEN, start) || !line.endsWith('}')) return null;
  const text = line.slice(start + BETWEEN.length, -1);
  if (line.slice(HEAD.length, start) !== checksumOf(plan.id, text)) return null;
  const row = JSON.parse(text) as SweepRow;
  return plan.jobs[row.job.index] ? row : null;
}

const checksumOf = (planId: string, text: string): string => sha256(`${planId}\n${text}`);

/**
 * `results.jsonl`: a line for each job that is done, in the order in which they ended. A line that was not written to
 * its end is cut off, a line that is damaged or repeated counts for nothing.
 */
export class ResultsFile {
  readonly #file: FileHandle;
  readonly #plan: SweepPlan;
  readonly #rows: Map<number, SweepRow>;

  private constructor(file: FileHandle, plan: SweepPlan, rows: Map<number, SweepRow>) {
    this.#file = file;
    this.#plan = plan;
    this.#rows = rows;
  }

  /** Opens the file of a plan and reads what it holds. */
  static async open(path: string, plan: SweepPlan): Promise<ResultsFile> {
    const rows = new Map<number, SweepRow>();
    if (existsSync(path)) await truncate(path, await readInto(rows, path, plan));
    return new ResultsFile(await open(path, 'a'), plan, rows);
  }

  /** Rows by the index of their job. */
  get rows(): ReadonlyMap<number, SweepRow> {
    return this.#rows;
  }

  /** Keeps a row. Returns false for a job that has one. */
  async add(row: SweepRow): Promise<boolean> {
    if (this.#rows.has(row.job.index)) return false;
    const line = lineOf(this.#plan.id, row);
    // As it would be read back, so that a table is the same after a restart.
    this.#rows.set(row.job.index, rowOfLine(this.#plan, line) ?? row);
    await this.#file.appendFile(`${line}\n`);
    return true;
  }

  /** Ends the file, with all of it on the disk. */
  async close(): Promise<void> {
    await this.#file.sync();
    await this.#file.close();
  }
}

/** Reads the rows of a plan by the index of their job, and changes nothing. */
export async function readRows(path: string, plan: SweepPlan): Promise<ReadonlyMap<number, SweepRow>> {
  const rows = new Map<number, SweepRow>();
  if (existsSync(path)) await readInto(rows, path, plan);
  return rows;
}

/** Returns the bytes of the lines that are whole. */
const readInto = (rows: Map<number, SweepRow>, path: string, plan: SweepPlan): Promise<number> =>
  readLines(path, (line) => {
    const row = rowOfLine(plan, line);
    if (row && !rows.has(row.job.index)) rows.set(row.job.index, row);
  });

/** Reads complete lines and returns the bytes that they take. */
async function readLines(path: string, onLine: (line: string) => void): Promise<number> {
  let rest: Buffer = Buffer.alloc(0);
  let whole = 0;
  const pieces: AsyncIterable<Uint8Array> = createReadStream(path);
  for await (const piece of pieces) {
    let bytes = Buffer.concat([rest, piece]);
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE)) {
      onLine(bytes.toString('utf8', 0, end));
      whole += end + 1;
      bytes = bytes.subarray(end + 1);
    }
    rest = bytes;
  }
  return whole;
}

/** Characters of an error that a row keeps. */
const ERROR_MAX = 500;

/** Why a job has no result whose run ends the thread or process that it runs in. */
export const WORKER_ENDED = 'the run ended its worker';

/** The row of a run that came to its end. */
export function rowOf(job: SweepJob, { verdict, digest, accounts }: RunResult): SweepRow {
  const account = accounts.find(({ isStrategy }) => isStrategy);
  const strategy = account
    ? { pnl: account.pnl, statistics: account.statistics, liquidations: account.liquidations }
    : null;
  return { job, verdict, digest, error: null, strategy };
}

/** The row of a job that has no result, however often it was run. */
export const errorRow = (job: SweepJob, error: string): SweepRow => ({
  job,
  verdict: 'error',
  digest: '',
  error,
  strategy: null,
});

/** Returns what a row says of an error: its first line, without what belongs to one machine. */
export function errorText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return printable(message.split('\n', 1)[0] ?? '').slice(0, ERROR_MAX);
}
