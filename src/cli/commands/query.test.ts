import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resummed } from '../../exchange/journal/tampered-lines.test-helper.ts';
import { main } from '../command-line.ts';

const JOURNAL = fileURLToPath(new URL('../../../test/golden/orders.jsonl', import.meta.url));
const FOLDER = mkdtempSync(join(tmpdir(), 'perpsim-query-'));
const SQLITE = join(FOLDER, 'run.sqlite');

/** Runs `perpsim` with these arguments: exit code, stdout and stderr. */
async function perpsim(...argv: string[]): Promise<readonly [code: number, stdout: string, stderr: string]> {
  const texts = { stdout: '', stderr: '' };
  const sink = (name: keyof typeof texts): Writable =>
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        texts[name] += String(chunk);
        done();
      },
    });
  const code = await main(argv, { stdout: sink('stdout'), stderr: sink('stderr'), env: {}, cwd: FOLDER });
  // A busy machine takes long enough to say how far it is.
  return [code, texts.stdout, texts.stderr.replaceAll(/^perpsim: \d+ inputs \w+ so far\n/gm, '')];
}

const query = (sql: string, ...flags: string[]): ReturnType<typeof perpsim> => perpsim('query', SQLITE, sql, ...flags);

beforeAll(async () => {
  expect((await perpsim('export', JOURNAL, '--sqlite', SQLITE))[0]).toBe(0);
});
afterAll(() => rmSync(FOLDER, { recursive: true }));

const FEES = `select symbol, count(*) as fills, decimal_sum(fee) as fees, max(closed_position_id) as turned
  from fills group by symbol order by symbol`;
const FEES_TABLE = `symbol    fills        fees  turned
BTC-USDT     32  719.613715       2
ETH-USDT     15     2.37625

2 rows
`;

test.each([
  ['an exported file', SQLITE],
  ['a journal', JOURNAL],
])('the rows of %s are a table with figures to the right', async (_, source) => {
  expect(await perpsim('query', source, FEES)).toEqual([0, FEES_TABLE, '']);
});

test('one row and none are counted as such', async () => {
  expect(await query('select 1 as one')).toEqual([0, 'one\n  1\n\n1 row\n', '']);
  expect(await query('select 1 as one where 0;')).toEqual([0, 'one\n\n0 rows\n', '']);
});

const CELLS = `select cast('1867542890123456789' as integer) a, x'00ff' b, 1.5 c, null d, '' e, 'say "hi"' f`;

test.each([
  ['--json', '[{"a":"1867542890123456789","b":"0x00ff","c":1.5,"d":null,"e":"","f":"say \\"hi\\""}]\n'],
  ['--csv', 'a,b,c,d,e,f\r\n1867542890123456789,0x00ff,1.5,,"","say ""hi"""\r\n'],
])('%s prints every kind of value exactly', async (flag, text) => {
  expect(await query(CELLS, flag)).toEqual([0, text, '']);
});

test('rows beyond one piece of output are all there', async () => {
  const sql = 'with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000) select i from n';
  const [, json] = await query(sql, '--json');
  const rows = JSON.parse(json) as { i: number }[];
  expect([rows.length, rows.at(-1)?.i]).toEqual([20_000, 20_000]);
  expect((await query('select 1 where 0', '--json'))[1]).toBe('[]\n');
});

test('the sum of decimals is exact where that of SQLite is a float', async () => {
  const sql = (sum: string): string => `select ${sum}(x) as sum from (select '0.1' as x union all select '0.2')`;
  expect((await query(sql('decimal_sum'), '--json'))[1]).toBe('[{"sum":"0.3"}]\n');
  expect((await query(sql('sum'), '--json'))[1]).toBe('[{"sum":0.30000000000000004}]\n');
});

test.each([
  ['selct 1', 'near "selct": syntax error', 'selct 1', 0],
  ['select fee from fills wher fee = 1 or fee', 'near "fee": syntax error', null, 27],
  ["select 'open", 'unrecognized token: "\'open"', null, 7],
  ['select (1', 'the query is not complete', null, 9],
  ['select 1; select 2', 'more than one query: give one at a time', null, 10],
  ['select symbol,\n\tprise\nfrom candles', /^no such column: prise\. candles has symbol, interval, /, ' prise', 1],
  ["select 'f.x' from fills f where f.x = 1", /^no such column: f\.x\. fills has trade_id, /, null, 32],
  ['select 1 from fills a join fills b where fee', 'ambiguous column name: fee', null, 41],
  ['select 1 from trades', /^no such table: trades\. Tables: orders, order_states, fills, positions, /, null, 14],
])('%s: what is wrong and where', async (sql, message, line, at) => {
  for (const source of [SQLITE, JOURNAL]) {
    const [code, stdout, stderr] = await perpsim('query', source, sql);
    expect([code, stdout]).toEqual([2, '']);
    const [first = '', ...place] = stderr.split('\n');
    expect(first.replace('perpsim: ', '')).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    );
    expect(place).toEqual([`  ${line ?? sql}`, `  ${' '.repeat(at)}^`, '']);
  }
});

test.each([
  ['delete from fills', 'a query only reads'],
  ['/* nothing */', 'the query is empty'],
  ["select decimal_sum('x')", 'decimal_sum takes decimals'],
])('%s is refused', async (sql, message) => {
  expect(await query(sql)).toEqual([2, '', `perpsim: ${message}\n`]);
});

test('two columns of one name are refused as objects, and printed otherwise', async () => {
  expect(await query('select 1 as a, 2 as a', '--json')).toEqual([
    2,
    '',
    'perpsim: two columns are named a, and an object has each name once: rename one with AS\n',
  ]);
  expect((await query('select 1 as a, 2 as a', '--csv'))[1]).toBe('a,a\r\n1,2\r\n');
});

test('a journal is cut by time, and an exported file is not', async () => {
  const sql = 'select count(*) as states from order_states';
  const [, whole] = await perpsim('query', JOURNAL, sql, '--csv');
  const [, cut] = await perpsim('query', JOURNAL, sql, '--csv', '--to', '2026-01-05T00:00:01Z');
  const [wholeCount, cutCount] = [whole, cut].map((text) => Number(text.split('\r\n')[1]));
  expect(wholeCount).toBe(176);
  expect(cutCount).toBeLessThan(176);
  expect((await query(sql, '--to', '2026-01-05'))[2]).toBe(
    `perpsim: --to is about a journal, and ${SQLITE} has its tables already: use WHERE\n`,
  );
});

test.each([
  ['no file', 'none', 2, 'cannot read none: no such file or folder'],
  ['another file', 'other', 2, 'other line 1 (byte 0): is not the header of a perpsim journal'],
  ['a damaged file', 'damaged', 2, 'damaged is damaged: file is not a database'],
  ['another folder', '.', 2, '. contains no journal: it is not a data directory of perpsim'],
  ['an exchange that is not there', 'http://127.0.0.1:1', 3, 'cannot reach http://127.0.0.1:1: fetch failed'],
])('%s ends with its exit code', async (_, source, code, message) => {
  writeFileSync(join(FOLDER, 'other'), 'fills\n');
  writeFileSync(join(FOLDER, 'damaged'), `${readFileSync(SQLITE).subarray(0, 16).toString()}and more`);
  expect(await perpsim('query', source, 'select 1')).toEqual([code, '', `perpsim: ${message}\n`]);
});

test('a journal that replays to other digests shows no rows', async () => {
  const lines = readFileSync(JOURNAL, 'utf8').trimEnd().split('\n');
  const forged = join(FOLDER, 'forged.jsonl');
  writeFileSync(
    forged,
    resummed(lines.map((line) => line.replace('"quantity":"0.25"', '"quantity":"0.5"'))).join('\n'),
  );
  const [code, stdout, stderr] = await perpsim('query', forged, 'select 1');
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('does not replay to what it recorded');
});

test('two formats at a time are refused', async () => {
  expect((await query('select 1', '--json', '--csv'))[2]).toBe(
    'perpsim: --json and --csv exclude each other: one output has one format\n',
  );
});
