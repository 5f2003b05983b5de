import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CliCall, withoutProgress } from './cli.ts';

const AT = 1_767_571_200_000;

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'perpsim-data-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, ...lines: string[]): string {
  const path = join(folder, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

async function checked(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = new CliCall(['data', 'check', ...args]);
  const code = await child.exit();
  return { code, stdout: child.stdout, stderr: withoutProgress(child.stderr) };
}

describe('perpsim data check', () => {
  test('prints coverage, gaps and bad rows by file and line', async () => {
    const good = file('trades.csv', 'time,price,qty,side', `${AT},95000,1,buy`, `${AT + 9_000},95001,1,sell`);
    const bad = file(
      'a.csv',
      'time,side,price,qty,snapshot',
      `${AT},bid,1,1,true`,
      `${AT},ask,0,1,`,
      `${AT + 61_000},ask,1,1,`,
    );
    expect(await checked(good)).toEqual({
      code: 0,
      stdout:
        `${good}: trades, 2 rows, 2026-01-05T00:00:00.000Z to 2026-01-05T00:00:09.000Z\n` +
        '  0 bad rows, 0 crossed books, 0 gaps; longest time without a row: 9000 ms\n',
      stderr: '',
    });
    expect(await checked(bad, good, '--gap', '8s', '--limit', '2')).toEqual({
      code: 1,
      stdout:
        `${bad}: depth, 2 rows, 2026-01-05T00:00:00.000Z to 2026-01-05T00:01:01.000Z\n` +
        '  1 bad row, 1 crossed book, 1 gap; longest time without a row: 61000 ms\n' +
        `  ${bad}:3: price must be above 0 (got "0")\n` +
        `  ${bad}:4: nothing for 61000 ms before 2026-01-05T00:01:01.000Z\n` +
        '  and 1 more; --limit shows them\n' +
        `${good}: trades, 2 rows, 2026-01-05T00:00:00.000Z to 2026-01-05T00:00:09.000Z\n` +
        '  0 bad rows, 0 crossed books, 1 gap; longest time without a row: 9000 ms\n' +
        `  ${good}:3: nothing for 9000 ms before 2026-01-05T00:00:09.000Z\n`,
      stderr: '',
    });
  });

  test('prints a JSON line for each file, also for one that cannot be read', async () => {
    const tops = file('quotes.jsonl', JSON.stringify({ ts: AT, bid: 1, bid_size: 2, ask: 3, ask_size: 4 }));
    const none = file('rows.csv', 'a,b', '1,2');
    const { code, stdout } = await checked(tops, none, '--json');
    expect(code).toBe(1);
    expect(
      stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      {
        ...{ file: tops, kind: 'tops', rows: 1, bad: 0, crossed: 0, contradictions: 0, from: AT, to: AT },
        ...{ gaps: 0, longestGapMs: 0, problems: [] },
      },
      {
        file: none,
        error: [
          {
            ...{ file: none, unit: 'line', at: 1, kind: 'column' },
            message: 'is none of trades, tops, depth, candles, orders by its columns a, b; say which with --kind',
          },
        ],
      },
    ]);
  });

  test('follows the orders of a file, and names messages that contradict each other', async () => {
    const orders = file(
      'BTC-USDT.orders.csv',
      'time,event,order_id,side,price,quantity',
      `${AT},add,1,buy,100,2`,
      `${AT},add,2,buy,100,2`,
      `${AT},execute,2,buy,100,1`,
      `${AT},reduce,1,buy,100,3`,
      `${AT},remove,7,sell,101,1`,
      `${AT},add,2,buy,100,2`,
      `${AT},add,3,sell,100,1`,
    );
    expect(await checked(orders)).toEqual({
      code: 1,
      stdout:
        `${orders}: orders, 6 rows, 2026-01-05T00:00:00.000Z to 2026-01-05T00:00:00.000Z\n` +
        '  1 bad row, 1 crossed book, 0 gaps; longest time without a row: 0 ms\n' +
        '  3 contradictions between messages\n' +
        `  ${orders}:4: order 2 is executed behind order 1\n` +
        `  ${orders}:5: order 1 had less than this message takes\n` +
        `  ${orders}:6: order 7 was never added\n` +
        `  ${orders}:7: order 2 is in the book already\n` +
        `  ${orders}:8: order 3 crosses the other side of the book\n`,
      stderr: '',
    });
  });

  test.each([
    [['--kind', 'books'], '--kind must be one of trades, tops, depth, candles, orders (got books)'],
    [['--price-scale', '100.5'], '--price-scale must be a power of ten from 1 to 100000000 (got 100.5)'],
    [['--gap', 'soon'], '--gap must be a duration such as 30s or 5m (got soon)'],
    [['--limit', '0'], '--limit must be a whole number from 1 to 1000000 (got 0)'],
  ])('%j is wrong usage', async (flags, message) => {
    expect(await checked('x.csv', ...flags)).toEqual({ code: 2, stdout: '', stderr: `perpsim: ${message}\n` });
  });
});
