import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Table, TABLES } from '../src/inspect/export/tables.ts';
import { Child } from './child.ts';
import { factsOf, playSession } from './recorded-session.ts';

/**
 * DuckDB reads the Parquet files of an export: a program that has no code in common with the writer. It is fetched from the
 * registry when the test runs, because its 70 MB serve nothing else here.
 */
const DUCKDB = '@duckdb/node-api@1.5.6-r.1';
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIN = join(ROOT, 'bin', 'perpsim.js');

/** Writes the rows of each file as JSON, every cell as the text that DuckDB makes of it. */
const READER = `
import { writeFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
const connection = await (await DuckDBInstance.create(':memory:')).connect();
const tables = {};
for (const file of process.argv.slice(2)) {
  const source = "read_parquet('" + file + "')";
  const columns = (await (await connection.runAndReadAll('DESCRIBE SELECT * FROM ' + source)).getRowObjects());
  const cells = columns.map(({ column_name: name, column_type: type }) =>
    String(type).startsWith('TIMESTAMP')
      ? 'CAST(epoch_ms(' + name + ') AS VARCHAR) AS ' + name
      : 'CAST(' + name + ' AS VARCHAR) AS ' + name);
  const rows = await (await connection.runAndReadAll('SELECT ' + cells.join(', ') + ' FROM ' + source)).getRowObjects();
  tables[file] = { types: Object.fromEntries(columns.map((one) => [one.column_name, String(one.column_type)])), rows };
}
writeFileSync('read.json', JSON.stringify(tables));
`;

interface Read {
  readonly types: Readonly<Record<string, string>>;
  readonly rows: readonly Readonly<Record<string, string | null>>[];
}

/** Types that a column may have in DuckDB. */
const TYPES: Readonly<Record<Table['columns'][number]['type'], RegExp>> = {
  id: /^VARCHAR$/,
  text: /^VARCHAR$/,
  decimal: /^DECIMAL\(38,\d+\)$/,
  integer: /^BIGINT$/,
  boolean: /^BOOLEAN$/,
  time: /^TIMESTAMP/,
};

let folder: string;
let read: Readonly<Record<string, Read>>;

const fileOf = ({ name }: Table): string => join(folder, 'parquet', `${name}.parquet`);

beforeAll(async () => {
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'build.mjs'), '--if-stale'], { stdio: 'inherit' });
  folder = mkdtempSync(join(tmpdir(), 'perpsim-duckdb-'));
  const server = new Child([
    BIN,
    'serve',
    '--port',
    '0',
    '--clock',
    'manual',
    '--world',
    'quiet',
    '--seed',
    '7',
    '--json',
  ]);
  const facts = await factsOf(server);
  await playSession({ origin: facts.origin, facts, token: 'none-is-set' });
  for (const format of ['parquet', 'jsonl']) {
    const child = new Child([BIN, 'export', facts.origin, `--${format}`, join(folder, format)]);
    expect(await child.exit(), child.stderr).toBe(0);
  }
  server.kill();
  await server.exit();
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', DUCKDB], { cwd: folder, stdio: 'inherit' });
  writeFileSync(join(folder, 'read.mjs'), READER);
  execFileSync(process.execPath, ['read.mjs', ...TABLES.map(fileOf)], { cwd: folder, stdio: 'inherit' });
  read = JSON.parse(readFileSync(join(folder, 'read.json'), 'utf8')) as Readonly<Record<string, Read>>;
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Two spellings of one number are equal: a DECIMAL shows all its places. */
const plainNumber = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

test.each(TABLES)('DuckDB reads the columns and rows of $name', (table) => {
  const { types, rows } = read[fileOf(table)] as Read;
  expect(Object.keys(types)).toEqual(table.columns.map(({ name }) => name));
  for (const { name, type } of table.columns) expect(types[name]).toMatch(TYPES[type]);
  const lines = readFileSync(join(folder, 'jsonl', `${table.name}.jsonl`), 'utf8')
    .split('\n')
    .slice(0, -1);
  const expected = lines.map((line) => {
    const row = JSON.parse(line) as Readonly<Record<string, string | number | boolean | null>>;
    return table.columns.map(({ name, type }) => {
      const cell = row[name] ?? null;
      if (cell === null) return null;
      return type === 'decimal' ? plainNumber(String(cell)) : String(cell);
    });
  });
  const found = rows.map((row) =>
    table.columns.map(({ name, type }) => {
      const cell = row[name] ?? null;
      return cell !== null && type === 'decimal' ? plainNumber(cell) : cell;
    }),
  );
  expect(found.length).toBeGreaterThan(0);
  expect(found).toEqual(expected);
});
