import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import type { Database } from 'sql.js';
import { openSqlite } from '../../exchange/history/sqlite.ts';
import { onDisk } from '../../exchange/host.ts';
import { DumpError } from '../../exchange/journal/dump.ts';
import { exportTables } from '../../inspect/export/export.ts';
import { csvLine } from '../../inspect/export/sinks.ts';
import { prepareQuery, runQuery, type SqlCell, SqlError, type SqlResult, tablesIn } from '../../inspect/export/sql.ts';
import { SqliteExport } from '../../inspect/export/sqlite-sink.ts';
import { TABLES } from '../../inspect/export/tables.ts';
import { messageOf } from '../../kernel/thrown.ts';
import { Unreachable } from '../control-site.ts';
import { type CommandBody, type FlagSpec, NO_EXCHANGE, TOKEN_FLAG } from '../define.ts';
import { journalSource } from '../journal-source.ts';
import { print, say, sayLines, table } from '../output.ts';
import { Progress } from '../progress.ts';
import { reasonOf, UsageError } from '../usage-error.ts';
import { intervalOf, windowOf } from './export.ts';
import { differs } from './replay.ts';

const COVER_FLAGS: readonly FlagSpec[] = [
  ['--from <time>', 'of a journal: only rows from this exchange time on, in Unix milliseconds or ISO 8601'],
  ['--to <time>', 'of a journal: only rows before this exchange time'],
  ['--interval <interval>', 'of a journal: of candles and of snapshots of the books (default: 1m)'],
];

/** `perpsim query`. */
export const QUERY: CommandBody = {
  takes: [
    'a SQLite file of perpsim export, a journal, a data directory, or the URL of a running exchange',
    'one SQL query, such as "select symbol, count(*) from fills group by symbol"',
  ],
  flags: [
    ...COVER_FLAGS,
    TOKEN_FLAG,
    ['--json', 'print the rows as one JSON line: a list of objects'],
    ['--csv', 'print the rows as CSV'],
  ],
  examples: [
    'perpsim query run.sqlite "select symbol, count(*) as fills, decimal_sum(fee) as fees from fills group by symbol"',
    'perpsim query ./data "select * from orders where status = \'cancelled\'" --json',
  ],
  exits: {
    0: 'the rows were printed, or there were none',
    1: 'the journal replays to other digests',
    2: 'wrong usage, wrong SQL, or neither tables nor a journal',
    3: NO_EXCHANGE,
  },
  notes: 'docs/export.md lists the tables and their columns. Nothing is ever written.',
  run: async (source: string, sql: string, flags: QueryFlags) => query(source, sql, flags),
};

/** Flags as commander collects them. */
interface QueryFlags {
  readonly from?: string;
  readonly to?: string;
  readonly interval?: string;
  readonly controlToken?: string;
  readonly json?: boolean;
  readonly csv?: boolean;
}

/** 0 the rows were printed, 1 the journal replays to other digests, 2 the query is wrong, 3 there was no exchange. */
type QueryExit = 0 | 1 | 2 | 3;

/** The tables that a query is about; null where a journal did not replay to what it recorded, which has been said. */
type Opened = Promise<Database | null>;

async function query(given: string, sql: string, flags: QueryFlags): Promise<QueryExit> {
  if (flags.json === true && flags.csv === true)
    throw new UsageError('--json and --csv exclude each other: one output has one format');
  let database: Database | null = null;
  try {
    database = isSqlite(given) ? await fileTables(given, flags) : await journalTables(given, sql, flags);
    if (!database) return 1;
    await printResult(runQuery(database, sql), flags);
    return 0;
  } catch (error) {
    if (error instanceof SqlError) {
      sayLines(withPlace(error, sql));
      return 2;
    }
    if (!(error instanceof Unreachable)) throw error;
    say(error.message);
    return 3;
  } finally {
    database?.close();
  }
}

const MAGIC = 'SQLite format 3\0';

/** Returns whether this is a file that begins as SQLite files do. */
function isSqlite(given: string): boolean {
  if (/^https?:\/\//.test(given)) return false;
  let descriptor: number | undefined;
  try {
    if (statSync(onDisk(given)).isDirectory()) return false;
    descriptor = openSync(onDisk(given), 'r');
    const head = Buffer.alloc(MAGIC.length);
    readSync(descriptor, head);
    return head.toString('latin1') === MAGIC;
  } catch (error) {
    throw new UsageError(`cannot read ${given}: ${reasonOf(error)}`);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

async function fileTables(file: string, flags: QueryFlags): Opened {
  const cut = (['from', 'to', 'interval'] as const).find((flag) => flags[flag] !== undefined);
  if (cut) throw new UsageError(`--${cut} is about a journal, and ${file} has its tables already: use WHERE`);
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(onDisk(file));
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${reasonOf(error)}`);
  }
  const database = await openSqlite(bytes);
  try {
    database.exec('SELECT count(*) FROM sqlite_schema');
    return database;
  } catch (error) {
    database.close();
    throw new UsageError(`${file} is damaged: ${messageOf(error)}`);
  }
}

/** The tables of a journal that a query names. They are made by a replay, which only begins once the query is right. */
async function journalTables(given: string, sql: string, flags: QueryFlags): Opened {
  const [window, interval] = [windowOf(flags), intervalOf(flags.interval)];
  const source = journalSource(given, flags.controlToken);
  const tables = await SqliteExport.open(TABLES);
  try {
    tables.check((database) => prepareQuery(database, sql).free());
    const names = TABLES.map(({ name }) => name);
    const named = new Set(tablesIn(sql, names));
    const progress = new Progress('replayed');
    const { mismatch } = await exportTables(source.lines, {
      window,
      interval,
      sink: { add: (each, cells) => (named.has(each.name) ? tables.add(each, cells) : undefined) },
      onInput: (inputs) => progress.at(inputs),
    });
    if (!mismatch) return tables.whole();
    say(differs(source.name, mismatch));
  } catch (error) {
    tables.close();
    if (error instanceof DumpError) throw new UsageError(`${source.name} ${error.message}`);
    throw error;
  }
  tables.close();
  return null;
}

/** Characters that are gathered before they are printed. */
const PIECE = 65_536;

async function printResult({ columns, rows }: SqlResult, { json, csv }: QueryFlags): Promise<void> {
  if (json !== true && csv !== true) return print(resultTable(columns, [...rows]));
  let text = '';
  for (const piece of json === true ? jsonPieces(columns, rows) : csvPieces(columns, rows)) {
    text += piece;
    if (text.length < PIECE) continue;
    await print(text);
    text = '';
  }
  await print(text);
}

function* csvPieces(columns: SqlResult['columns'], rows: SqlResult['rows']): Iterable<string> {
  yield csvLine(columns);
  for (const row of rows) yield csvLine(row.map((cell) => (cell instanceof Uint8Array ? hex(cell) : cell)));
}

function* jsonPieces(columns: SqlResult['columns'], rows: SqlResult['rows']): Iterable<string> {
  const twice = columns.find((name, place) => columns.indexOf(name) !== place);
  if (twice !== undefined)
    throw new SqlError(`two columns are named ${twice}, and an object has each name once: rename one with AS`);
  let between = '[';
  for (const row of rows) {
    yield between + JSON.stringify(Object.fromEntries(row.map((cell, place) => [columns[place], jsonCell(cell)])));
    between = ',';
  }
  yield between === '[' ? '[]\n' : ']\n';
}

/** Integers that a reader's floats cannot hold are texts, as ids are. */
const jsonCell = (cell: SqlCell): string | number | null =>
  cell instanceof Uint8Array ? hex(cell) : typeof cell === 'bigint' ? String(cell) : cell;

const hex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;

function resultTable(columns: SqlResult['columns'], rows: readonly (readonly SqlCell[])[]): string {
  const cells = rows.map((row) => row.map((cell) => (cell === null ? '' : String(jsonCell(cell)))));
  const right = columns.flatMap((_, place) => (isFigures(rows, place) ? [place] : []));
  const count = rows.length === 1 ? '1 row' : `${rows.length} rows`;
  return `${[...table([columns, ...cells], right), '', count].join('\n')}\n`;
}

const FIGURE = /^-?\d+(?:\.\d+)?$/;

/** Returns whether a column holds numbers, as figures or as decimal texts, which stand to the right. */
function isFigures(rows: readonly (readonly SqlCell[])[], place: number): boolean {
  const cells = rows.flatMap((row) => row[place] ?? []);
  return cells.length > 0 && cells.every((cell) => FIGURE.test(String(cell)));
}

/** The message, and below it the line of the query that is wrong, with a mark under its place. */
function withPlace({ message, at }: SqlError, sql: string): string {
  if (at === undefined) return message;
  const start = sql.lastIndexOf('\n', at - 1) + 1;
  const end = sql.indexOf('\n', at);
  const line = sql.slice(start, end < 0 ? sql.length : end);
  const mark = line.slice(0, at - start).replaceAll(/[^\t]/gu, ' ');
  return `${message}\n  ${line.replaceAll('\t', ' ')}\n  ${mark.replaceAll('\t', ' ')}^`;
}
