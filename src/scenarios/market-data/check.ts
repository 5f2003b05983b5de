import { DATA_KINDS, type DataKind, kindOf } from './columns.ts';
import { type DataProblem, MarketDataError } from './rows.ts';
import { dataOf } from './read.ts';
import { openSource, refusal, type SourceOptions } from './sources.ts';

/** What a data file covers and what is wrong with it. Times are Unix ms; null for a file without a good row. */
export interface DataReport {
  readonly file: string;
  readonly kind: DataKind;
  /** Good rows, rows that are left out, and times after which the book of a depth file is crossed. */
  readonly rows: number;
  readonly bad: number;
  readonly crossed: number;
  /** Messages of an order file that its other messages contradict, and that are played all the same. */
  readonly contradictions: number;
  readonly from: number | null;
  readonly to: number | null;
  readonly gaps: number;
  readonly longestGapMs: number;
  /** The first problems, gaps among them. */
  readonly problems: readonly DataProblem[];
}

export interface CheckOptions extends SourceOptions {
  /** Left out, the name of the file or its columns decide. */
  readonly kind?: DataKind;
  /** Left out, a minute, and an hour between candles. */
  readonly gapMs?: number;
  /** How many problems the report holds. */
  readonly limit: number;
}

const GAP_MS: Readonly<Record<DataKind, number>> = {
  trades: 60_000,
  tops: 60_000,
  depth: 60_000,
  candles: 3_600_000,
  orders: 60_000,
};

/** What is counted while the rows are read; times are those of the first and of the last good row. */
interface Count {
  rows: number;
  bad: number;
  crossed: number;
  contradictions: number;
  gaps: number;
  longest: number;
  from: number | null;
  to: number | null;
}

/** Reads a whole file and reports on it. Throws MarketDataError for one that cannot be read at all. */
export async function checkData(file: string, { kind, gapMs, limit, ...options }: CheckOptions): Promise<DataReport> {
  const source = await openSource(file, options);
  const found = kind ?? kindOf(file, source.names);
  if (!found) {
    const message = `is none of ${DATA_KINDS.join(', ')} by its columns ${source.names.join(', ')}; say which with --kind`;
    throw refusal(file, source.unit, source.unit === 'line' ? 1 : 0, 'column', message);
  }
  const problems: DataProblem[] = [];
  const count: Count = { rows: 0, bad: 0, crossed: 0, contradictions: 0, gaps: 0, longest: 0, from: null, to: null };
  const onProblem = (problem: DataProblem): void => {
    if (problem.kind === 'gap') count.gaps += 1;
    // The rows that cross a book of depth are good by themselves.
    else if (problem.kind === 'crossed' && found !== 'tops') count.crossed += 1;
    else if (problem.kind === 'message') count.contradictions += 1;
    else count.bad += 1;
    if (problems.length < limit) problems.push(problem);
  };
  try {
    for await (const { row } of dataOf(found, source).rows({ onProblem, gapMs: gapMs ?? GAP_MS[found] })) {
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
  const { longest, ...counted } = count;
  return { file, kind: found, ...counted, longestGapMs: longest, problems };
}
