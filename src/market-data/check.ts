import { type DataKind, kindOf } from './columns.ts';
import { type DataProblem, MarketDataError } from './problems.ts';
import { dataOf } from './read.ts';
import { openSource, refusal } from './sources.ts';

/** What a data file covers and what is wrong with it. Times are Unix ms; null for a file without a good row. */
export interface DataReport {
  readonly file: string;
  readonly kind: DataKind;
  /** Good rows, and rows that are left out. */
  readonly rows: number;
  readonly bad: number;
  readonly from: number | null;
  readonly to: number | null;
  readonly gaps: number;
  readonly longestGapMs: number;
  /** The first problems, gaps among them. */
  readonly problems: readonly DataProblem[];
}

export interface CheckOptions {
  /** Left out, the name of the file or its columns decide. */
  readonly kind?: DataKind;
  readonly gapMs: number;
  /** How many problems the report holds. */
  readonly limit: number;
}

/** Reads a whole file and reports on it. Throws MarketDataError for one that cannot be read at all. */
export async function checkData(file: string, { kind, gapMs, limit }: CheckOptions): Promise<DataReport> {
  const source = await openSource(file);
  const found = kind ?? kindOf(file, source.names);
  if (!found) {
    const message = `is none of trades, tops, depth and candles by its columns ${source.names.join(', ')}; say which with --kind`;
    throw refusal(file, source.unit, source.unit === 'line' ? 1 : 0, 'column', message);
  }
  const problems: DataProblem[] = [];
  const count = { rows: 0, bad: 0, gaps: 0, longest: 0, from: null as number | null, to: null as number | null };
  const onProblem = (problem: DataProblem): void => {
    if (problem.kind === 'gap') count.gaps += 1;
    // A crossed book is made by good rows.
    else if (problem.kind !== 'crossed' || found === 'tops') count.bad += 1;
    if (problems.length < limit) problems.push(problem);
  };
  try {
    for await (const { row } of dataOf(found, source).rows({ onProblem, gapMs })) {
      count.longest = Math.max(count.longest, row.time - (count.to ?? row.time));
      count.from ??= row.time;
      count.to = row.time;
      count.rows += 1;
    }
  } catch (error) {
    // A file that breaks off is reported with what was read of it.
    if (!(error instanceof MarketDataError) || count.rows === 0) throw error;
    for (const problem of error.problems) onProblem(problem);
  }
  const { rows, bad, gaps, longest, from, to } = count;
  return { file, kind: found, rows, bad, from, to, gaps, longestGapMs: longest, problems };
}
