import {
  decimal,
  FileProblemsError,
  integer,
  list,
  object,
  type Reader,
  record,
  text,
  type WorldProblem,
} from '../../exchange/world/read.ts';
import { fromCwd } from '../../exchange/host.ts';
import { shown } from '../../exchange/world/world-file.ts';
import { readTree } from '../format/load.ts';

/** What a bot says of itself, before anything is drilled. Drills hold it to this. */
export interface Statement {
  /** Markets that it trades. */
  readonly symbols: readonly string[];
  /** Open orders that it has at most, over all markets. */
  readonly maxOpenOrders: number;
  /** Largest position by symbol, long or short, in the base asset. */
  readonly maxPosition: Readonly<Record<string, string>>;
  /** Milliseconds after a SIGTERM, or after the bot was cut off, in which its orders are gone. */
  readonly cancelWithin: number;
  /** Milliseconds that market data may be old when it places an order. */
  readonly staleAfter: number;
  /** Milliseconds in which it notices that it missed something, and works again once a fault is over. */
  readonly healWithin: number;
  /** What its client ids begin with; empty for a bot that sends none, or any. */
  readonly clientIdPrefix: string;
  /** Requests that it sends at most in a second. */
  readonly maxRequestsPerSecond: number;
  /** Milliseconds in which each position has a stop; a bot that leaves it out holds positions without one. */
  readonly stopWithin?: number;
  /** Hourly funding rate beyond which it adds nothing to the side that pays. */
  readonly maxFundingRate?: string;
  /** Share by which the prices of its orders may be away from the mark. */
  readonly maxFromMark?: string;
}

/** Thrown with every problem of a statement at once. */
class StatementError extends FileProblemsError {
  override readonly name = 'StatementError';
}

/** What a statement says when it leaves a field out. */
export const STATEMENT_DEFAULTS = {
  cancelWithin: 5_000,
  staleAfter: 5_000,
  healWithin: 10_000,
  clientIdPrefix: '',
  maxRequestsPerSecond: 20,
} as const;

const DAY_MS = 86_400_000;
const ms = integer(1, DAY_MS);

/** A text that may be empty. */
const anyText: Reader<string> = (node, problems) =>
  node.kind === 'scalar' && node.value === '' ? '' : text()(node, problems);

const statement: Reader<Statement> = object<Statement>(
  {
    symbols: list(text(), 1),
    maxOpenOrders: integer(0, 10_000),
    maxPosition: record(decimal({ low: '0' })),
    cancelWithin: ms,
    staleAfter: ms,
    healWithin: ms,
    clientIdPrefix: anyText,
    maxRequestsPerSecond: integer(1, 100_000),
    stopWithin: ms,
    maxFundingRate: decimal({ low: '0' }),
    maxFromMark: decimal({ low: '0' }),
  },
  { ...STATEMENT_DEFAULTS, stopWithin: undefined, maxFundingRate: undefined, maxFromMark: undefined },
);

/**
 * Reads the statement of a bot from a YAML or JSON file.
 *
 * @throws StatementError with every problem of the file at once
 */
export function readStatement(path: string): Statement {
  const file = shown(path);
  const problems: WorldProblem[] = [];
  const tree = readTree(fromCwd(path), problems);
  const read = tree && statement(tree, problems);
  if (read && problems.length === 0) {
    const unlimited = read.symbols.filter((symbol) => !Object.hasOwn(read.maxPosition, symbol));
    if (unlimited.length === 0) return read;
    problems.push({
      ...{ file, line: 1, column: 1, path: 'maxPosition' },
      message: `says nothing of ${unlimited.join(', ')}; give each symbol a limit`,
    });
  }
  throw new StatementError(problems);
}
