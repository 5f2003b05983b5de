import type { Database, Statement } from 'sql.js';
import { formatScaled, parseDecimal } from '../../kernel/decimal.ts';
import { messageOf } from '../../kernel/thrown.ts';

/** A cell of a result: integers that a float cannot hold exactly are bigints. */
export type SqlCell = string | number | bigint | Uint8Array | null;

/** What a query came to. Rows are computed while they are read. */
export interface SqlResult {
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly SqlCell[]>;
}

/** A query that cannot be carried out. */
export class SqlError extends Error {
  override readonly name = 'SqlError';
  /** Where in the text of the query it is wrong, from 0; undefined where SQLite does not say enough. */
  readonly at: number | undefined;

  constructor(message: string, at?: number) {
    super(message);
    this.at = at;
  }
}

/**
 * Compiles one query that only reads.
 *
 * @throws SqlError for wrong SQL, tables and columns that are not there, and all that is not one query
 */
export function prepareQuery(db: Database, sql: string): Statement {
  (db as WithAggregates).create_aggregate('decimal_sum', DECIMAL_SUM);
  const statements = db.iterateStatements(sql);
  let first: IteratorResult<Statement>;
  try {
    first = statements.next();
  } catch (error) {
    throw explained(db, sql, messageOf(error));
  }
  if (first.done === true) throw new SqlError('the query is empty');
  const rest = statements.getRemainingSQL();
  const more = tokensOf(rest).find(({ text }) => text !== ';');
  if (more) throw new SqlError('more than one query: give one at a time', sql.length - rest.length + more.at);
  return first.value;
}

/**
 * Runs a query over a database of tables.
 *
 * @throws SqlError as `prepareQuery` does, and while rows are read
 */
export function runQuery(db: Database, sql: string): SqlResult {
  // What a query changes would be lost, and it would seem to be done.
  db.exec('PRAGMA query_only = ON');
  const statement = prepareQuery(db, sql);
  return { columns: statement.getColumnNames(), rows: rowsOf(db, statement, sql) };
}

function* rowsOf(db: Database, statement: Statement, sql: string): Iterable<readonly SqlCell[]> {
  const read = statement as { step(): boolean; get(params: null, how: { readonly useBigInt: true }): SqlCell[] };
  try {
    while (read.step()) yield read.get(null, { useBigInt: true }).map(withoutBigint);
  } catch (error) {
    throw explained(db, sql, messageOf(error));
  }
}

function withoutBigint(cell: SqlCell): SqlCell {
  return typeof cell === 'bigint' && Number.isSafeInteger(Number(cell)) ? Number(cell) : cell;
}

/** What the types of sql.js leave out. */
type WithAggregates = Database & { create_aggregate(name: string, steps: object): void };

/** The sum of decimal texts, exact: `sum` adds floats. */
const DECIMAL_SUM = {
  init: () => ({ digits: 0n, scale: 0 }),
  step: (sum: { digits: bigint; scale: number }, cell: SqlCell) => {
    if (cell === null) return sum;
    const value = cell instanceof Uint8Array ? undefined : parseDecimal(String(cell));
    if (!value) throw new Error('decimal_sum takes decimals');
    const scale = Math.max(sum.scale, value.scale);
    const digits = sum.digits * 10n ** BigInt(scale - sum.scale) + value.digits * 10n ** BigInt(scale - value.scale);
    return { digits, scale };
  },
  finalize: ({ digits, scale }: { digits: bigint; scale: number }) => formatScaled(digits, scale),
};

/** Names of the tables that a query may mean: those whose names stand in it, in any case. */
export function tablesIn(sql: string, names: readonly string[]): readonly string[] {
  const words = new Set(tokensOf(sql).map(({ text }) => nameOf(text)));
  return names.filter((name) => words.has(name.toLowerCase()));
}

/** What SQLite says about a query, with its place and what would have been right. */
function explained(db: Database, sql: string, message: string): SqlError {
  const [, what = '', name = ''] = /^(no such table|no such column|ambiguous column name): (.+)$/.exec(message) ?? [];
  const names = tableNames(db);
  switch (what) {
    case 'no such table':
      return new SqlError(`${message}. Tables: ${names.join(', ')}`, placeOfName(sql, name));
    case 'no such column': {
      const columns = tablesIn(sql, names).map((table) => `${table} has ${columnNames(db, table).join(', ')}`);
      return new SqlError([message, ...columns].join('. '), placeOfName(sql, name));
    }
    case 'ambiguous column name':
      return new SqlError(message, placeOfName(sql, name));
    default:
  }
  if (message === 'attempt to write a readonly database') return new SqlError('a query only reads');
  if (message === 'incomplete input') return new SqlError('the query is not complete', sql.length);
  const [, unknown] = /^unrecognized token: "(.*)"$/s.exec(message) ?? [];
  if (unknown !== undefined) return new SqlError(message, found(sql.indexOf(unknown)));
  const [, near] = /^near "(.*)": syntax error$/s.exec(message) ?? [];
  return new SqlError(message, near === undefined ? undefined : placeOfFault(db, sql, near, message));
}

/**
 * The token that SQLite stumbles over. It reads from left to right and names the text alone, so the place is the first such token up
 * to which the query fails in the same way.
 */
function placeOfFault(db: Database, sql: string, near: string, message: string): number | undefined {
  return tokensOf(sql).find(({ text, at }) => {
    if (text !== near) return false;
    try {
      db.prepare(sql.slice(0, at + text.length)).free();
      return false;
    } catch (error) {
      return messageOf(error) === message;
    }
  })?.at;
}

/** Where a name such as `fills.price` stands for the first time. */
function placeOfName(sql: string, name: string): number | undefined {
  const parts = name.toLowerCase().split('.');
  const tokens = tokensOf(sql);
  return tokens.find(
    (_, place) =>
      tokens[place - 1]?.text !== '.' &&
      parts.every((part, index) => {
        const token = tokens[place + 2 * index];
        return token && nameOf(token.text) === part && (index === 0 || tokens[place + 2 * index - 1]?.text === '.');
      }),
  )?.at;
}

interface Token {
  readonly text: string;
  readonly at: number;
}

const COMMENT = /^(?:--|\/\*)/;
const TOKENS =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|[\p{L}\p{N}_$]+|\S/gu;

/** Words, texts and signs of a query, without its comments. */
const tokensOf = (sql: string): readonly Token[] =>
  [...sql.matchAll(TOKENS)].map(({ 0: text, index: at }) => ({ text, at })).filter(({ text }) => !COMMENT.test(text));

/** A name as SQLite compares it; a text in single quotes is none. */
const nameOf = (token: string): string => (/^["`[]/.test(token) ? token.slice(1, -1) : token).toLowerCase();

const found = (index: number): number | undefined => (index < 0 ? undefined : index);

const namesFrom = (db: Database, sql: string, params: readonly string[] = []): string[] =>
  (db.exec(sql, [...params])[0]?.values ?? []).map(([name]) => String(name));

const tableNames = (db: Database): string[] =>
  namesFrom(db, "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY rowid");

const columnNames = (db: Database, table: string): string[] =>
  namesFrom(db, 'SELECT name FROM pragma_table_info(?)', [table]);
