import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { asyncBufferFromFile, parquetReadObjects, parquetSchema, parquetMetadataAsync } from 'hyparquet';
import initSqlJs from 'sql.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTables } from '../scripts/docs/export-tables.ts';
import { resummed } from '../src/exchange/journal/tampered-lines.test-helper.ts';
import { type Table, TABLES } from '../src/inspect/export/tables.ts';
import { built, CliCall } from './cli.ts';
import { factsOf, playSession } from './recorded-session.ts';

/** `perpsim export` as a user meets it: the built bundle, a journal of a session, files that other programs read. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TOKEN = 'correct-horse-battery';
/** Half of the eighth decimal. */
const DECIMAL_ERROR = 5e-9;
const FORMATS = ['csv', 'jsonl', 'parquet', 'sqlite'] as const;

let folder: string;
let journal: string;
/** The data directory of the same exchange. */
let data: string;

interface Result {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

async function ran(...args: string[]): Promise<Result> {
  const child = new CliCall([...args]);
  const code = await child.exit();
  return { code, stdout: child.stdout, stderr: child.stderr };
}

/** A busy machine takes long enough to say how far it is. */
const withoutProgress = (text: string): string => text.replaceAll(/^perpsim: \d+ inputs exported so far\n/gm, '');

const place = (name: string): string => join(folder, name);

/** Every file of a place, by its name. */
function filesIn(where: string): Map<string, string> {
  const files = where.endsWith('sqlite') ? [where] : readdirSync(where).map((name) => join(where, name));
  return new Map(files.map((file) => [basename(file), readFileSync(file).toString('base64')]));
}

beforeAll(async () => {
  await built();
  folder = mkdtempSync(join(tmpdir(), 'perpsim-export-'));
  journal = place('run.journal');
  data = place('data');
  const flags = ['--port', '0', '--clock', 'manual', '--world', 'quiet', '--seed', '7', '--json'];
  const server = new CliCall(['serve', ...flags, '--control-token', TOKEN, '--data', data]);
  const facts = await factsOf(server);
  await playSession({ origin: facts.origin, facts, token: TOKEN });
  for (const format of FORMATS) {
    const live = await ran('export', facts.origin, '--control-token', TOKEN, `--${format}`, place(`live.${format}`));
    expect([live.code, withoutProgress(live.stderr)]).toEqual([0, '']);
  }
  const response = await fetch(`${facts.origin}/sim/v1/journal`, { headers: { authorization: `Bearer ${TOKEN}` } });
  writeFileSync(journal, await response.text());
  server.kill();
  await server.exit();
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the same journal', () => {
  test.each(FORMATS)('gives the same bytes as %s from an exchange, its file and its data directory', async (format) => {
    const fromFile = place(`file.${format}`);
    const { code, stdout, stderr } = await ran('export', journal, `--${format}`, fromFile, '--json');
    expect([code, withoutProgress(stderr)]).toEqual([0, '']);
    const summary = JSON.parse(stdout) as { rows: Record<string, number>; bytes: number };
    expect(summary).toMatchObject({ source: journal, world: 'quiet', seed: '7', format, place: fromFile });
    expect(summary.rows).toMatchObject({ orders: 2, fills: 2, positions: 2, funding: 2, funding_rates: 9 });
    const fromData = place(`data.${format}`);
    expect((await ran('export', data, `--${format}`, fromData)).code).toBe(0);
    const [file, live, own] = [filesIn(fromFile), filesIn(place(`live.${format}`)), filesIn(fromData)];
    expect([...file.values()]).toEqual([...live.values()]);
    expect([...file.values()]).toEqual([...own.values()]);
    expect(file.size).toBe(format === 'sqlite' ? 1 : TABLES.length);
    const size = [...file.values()].reduce((sum, text) => sum + Buffer.from(text, 'base64').length, 0);
    expect(summary.bytes).toBe(size);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

/** Rows of JSON Lines, which the other formats are held against. */
const jsonRows = ({ name }: Table): Record<string, unknown>[] =>
  readFileSync(join(place('live.jsonl'), `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('every table', () => {
  test('says in JSON Lines what it says in CSV', () => {
    const fills = readFileSync(join(place('live.csv'), 'fills.csv'), 'utf8').split('\r\n');
    expect(fills[0]).toBe(
      'trade_id,order_id,client_order_id,sub_account_id,symbol,time,side,direction,maker,price,quantity,realized_pnl,fee,' +
        'fee_rate,mark_price,entry_price,position_id,closed_position_id,triggered_by_liquidation',
    );
    expect(fills[1]).toBe(
      '1,1948058938469519720,,1867542890123456789,BTC-USDT,1767571200000,buy,open long,true,95000,0.04,0,0.76,0.0002,95000,' +
        '95000.00,1,,false',
    );
    expect(fills.at(-1)).toBe('');
    for (const table of TABLES) {
      const [head = '', ...lines] = readFileSync(join(place('live.csv'), `${table.name}.csv`), 'utf8')
        .trimEnd()
        .split('\r\n');
      const rows = lines.map((line): unknown =>
        Object.fromEntries(line.split(',').map((cell, at) => [head.split(',')[at], cell])),
      );
      const texts = (row: Record<string, unknown>) =>
        Object.fromEntries(
          Object.entries(row).map(([name, cell]) => [
            name,
            cell === null ? '' : String(cell as string | number | boolean),
          ]),
        );
      expect(rows.length).toBeGreaterThan(0);
      expect(rows).toEqual(jsonRows(table).map(texts));
    }
  });

  test('is read back from Parquet by another program, with its types', async () => {
    for (const table of TABLES) {
      const file = await asyncBufferFromFile(join(place('live.parquet'), `${table.name}.parquet`));
      const { children } = parquetSchema(await parquetMetadataAsync(file));
      expect(children.map(({ element }) => element.name)).toEqual(table.columns.map(({ name }) => name));
      const found = await parquetReadObjects({ file });
      const expected = jsonRows(table).map((row) =>
        Object.fromEntries(
          table.columns.map(({ name, type }) => {
            const cell = row[name];
            if (cell === null) return [name, undefined];
            if (type === 'time') return [name, new Date(Number(cell))];
            if (type === 'integer') return [name, BigInt(Number(cell))];
            // The reader makes a float of a DECIMAL; digits beyond it are in the file.
            return [name, type === 'decimal' ? Number(cell) : cell];
          }),
        ),
      );
      expect(found).toHaveLength(expected.length);
      // One expectation for each cell would cost more than all the rest of this file.
      const wrong: unknown[] = [];
      for (const [place, row] of found.entries()) {
        for (const { name, type } of table.columns) {
          const [own, other] = [row[name] ?? undefined, expected[place]?.[name]] as unknown[];
          const isEqual =
            type === 'decimal' && typeof own === 'number'
              ? Math.abs(own - Number(other)) < DECIMAL_ERROR
              : isDeepStrictEqual(own, other);
          if (!isEqual) wrong.push([table.name, place, name, own, other]);
        }
      }
      expect(wrong).toEqual([]);
    }
  });

  test('is read back from SQLite, strictly typed, with decimals and ids as text', async () => {
    const { Database } = await initSqlJs();
    const db = new Database(readFileSync(place('live.sqlite')));
    for (const table of TABLES) {
      const [result] = db.exec(`SELECT * FROM ${table.name}`);
      expect(result?.columns).toEqual(table.columns.map(({ name }) => name));
      const expected = jsonRows(table).map((row) =>
        table.columns.map(({ name }): unknown => (typeof row[name] === 'boolean' ? Number(row[name]) : row[name])),
      );
      expect(result?.values).toEqual(expected);
    }
    const [types] = db.exec('SELECT typeof(price), typeof(trade_id), typeof(time), typeof(maker) FROM fills LIMIT 1');
    expect(types?.values).toEqual([['text', 'text', 'integer', 'integer']]);
    const [tables] = db.exec("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT'");
    expect(tables?.values).toEqual([[TABLES.length]]);
    db.close();
  });

  test('is described on its page as it is', () => {
    const page = readFileSync(join(ROOT, 'docs', 'export.md'), 'utf8');
    expect(withTables(page)).toBe(page);
  });
});

describe('flags', () => {
  test('cut time and set the interval, and the screen shows the rows of each table', async () => {
    const window = ['--from', '2026-01-05T00:01:00Z', '--to', '1767571320000', '--interval', '1m'];
    const { code, stdout } = await ran('export', journal, '--csv', place('cut'), ...window);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^exported \S+ \(world quiet, seed 7, \d+ inputs\) to \S+, \d+ bytes\n {2}orders {10}0 rows\n/,
    );
    expect(stdout).toMatch(/\n {2}candles {9}9 rows\n {2}book_snapshots {2}\d+ rows\n$/);
  });

  test('--force replaces what is there; without it nothing is touched', async () => {
    const sqlite = place('mine.sqlite');
    writeFileSync(sqlite, 'mine');
    const refused = await ran('export', journal, '--sqlite', sqlite);
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toBe(`perpsim: ${sqlite} exists already: name another place, or replace it with --force\n`);
    expect(readFileSync(sqlite, 'utf8')).toBe('mine');
    expect((await ran('export', journal, '--sqlite', sqlite, '--force')).code).toBe(0);
    expect(readFileSync(sqlite).subarray(0, 15).toString()).toBe('SQLite format 3');
    const again = await ran('export', journal, '--csv', place('live.csv'));
    expect([again.code, again.stderr]).toEqual([
      2,
      `perpsim: ${place('live.csv')} exists already: name another place, or replace it with --force\n`,
    ]);
  });

  test('a journal that does not replay to its digests is not written: exit code 1', async () => {
    const lines = readFileSync(journal, 'utf8').trimEnd().split('\n');
    const changed = lines.map((line) => line.replace('"quantity":"0.04"', '"quantity":"0.05"'));
    const file = place('forged.journal');
    writeFileSync(file, `${resummed(changed).join('\n')}\n`);
    const { code, stdout, stderr } = await ran('export', file, '--csv', place('forged'));
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^perpsim: \S+ does not replay to what it recorded: the checksum of all inputs and their events differs after input \d+\. [^\n]+\n$/,
    );
    expect(readdirSync(place('forged'))).toEqual([]);
  });

  test('an exchange that is not there: exit code 3', async () => {
    const { code, stdout, stderr } = await ran('export', 'http://127.0.0.1:1', '--csv', place('nowhere'));
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(/^perpsim: cannot reach http:\/\/127\.0\.0\.1:1: [^\n]+\n$/);
  });

  test.each<[string, string[], RegExp]>([
    ['no format', [], /^perpsim: name the output: --sqlite <file>, [^\n]+\n$/],
    ['two formats', ['--csv', 'x', '--jsonl', 'y'], /^perpsim: --csv and --jsonl exclude each other: [^\n]+\n$/],
    [
      'an unknown interval',
      ['--csv', 'x', '--interval', '2m'],
      /^perpsim: --interval must be one of 1m, 5m, [^\n]+ \(got "2m"\)\n$/,
    ],
    ['no time', ['--csv', 'x', '--from', 'noon'], /^perpsim: --from must be [^\n]+ \(got "noon"\)\n$/],
    ['a window of nothing', ['--csv', 'x', '--from', '2', '--to', '1'], /^perpsim: --from must be before --to\n$/],
  ])('%s: exit code 2 and one line', async (_what, flags, line) => {
    const { code, stdout, stderr } = await ran('export', journal, ...flags);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(line);
  });

  test('what is no journal: exit code 2 with the line', async () => {
    const { code, stderr } = await ran('export', join(ROOT, 'package.json'), '--jsonl', place('none'));
    expect(code).toBe(2);
    expect(stderr).toMatch(/^perpsim: \S+package\.json line 1[^\n]*: is not the header of a perpsim journal\n$/);
  });
});
