/** What can be wrong with recorded data. A gap is a long time without rows; the row after it is good. */
export type ProblemKind =
  | 'format'
  | 'column'
  | 'time'
  | 'number'
  | 'negative'
  | 'side'
  | 'order'
  | 'gap'
  | 'crossed'
  | 'repeated'
  | 'range';

/** One problem and its place: a line of a text file, or a row of a Parquet file. Both count from 1. */
export interface DataProblem {
  readonly file: string;
  readonly unit: 'line' | 'row';
  readonly at: number;
  readonly kind: ProblemKind;
  readonly message: string;
}

/** Recorded data that cannot be used. `problems` holds the first ones, in the order of the file. */
export class MarketDataError extends Error {
  override readonly name = 'MarketDataError';
  readonly problems: readonly DataProblem[];

  constructor(problems: readonly DataProblem[]) {
    super(problems.map(dataProblemText).join('\n'));
    this.problems = problems;
  }
}

/** One line for people: `trades.csv:7: price must be above 0 (got "-1")`, or `trades.parquet row 7: ...`. */
export const dataProblemText = ({ file, unit, at, message }: DataProblem): string =>
  at === 0 ? `${file}: ${message}` : unit === 'line' ? `${file}:${at}: ${message}` : `${file} row ${at}: ${message}`;
