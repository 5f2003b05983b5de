import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Synthetic } from '../src/calibration/estimate/synthetic.test-helper.ts';
import { Child } from './child.ts';

vi.setConfig({ testTimeout: 60_000 });

const BIN = join(fileURLToPath(new URL('..', import.meta.url)), 'bin', 'perpsim.js');
const AT = 1_767_571_200_000;

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'perpsim-calibrate-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, lines: readonly string[]): string {
  const path = join(folder, name);
  const text = `${lines.join('\n')}\n`;
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
  return path;
}

async function calibrated(...args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const child = new Child([BIN, 'calibrate', ...args]);
  const code = await child.exit();
  return { code, stdout: child.stdout, stderr: child.stderr };
}

interface Json {
  readonly symbol: string;
  readonly figures: readonly {
    readonly name: string;
    readonly unit: string;
    readonly value: number | null;
    readonly missing?: string;
  }[];
}

function figure(json: Json, name: string, unit: string): number | null {
  const found = json.figures.find((each) => each.name === name && each.unit === unit);
  if (!found) throw new Error(`no figure ${name} (${unit})`);
  return found.value;
}

describe('perpsim calibrate', () => {
  test('finds volatility, branching and spread of recorded files', async () => {
    const source = new Synthetic('files');
    let price = 60_000;
    const tops = Array.from({ length: 21_600 }, (_, second) => {
      price *= Math.exp(0.6 * Math.sqrt(1 / 31_536_000) * source.gaussian());
      const bid = Math.floor(price);
      return `${AT + second * 1000},${bid},1.5,${bid + 2},1.25`;
    });
    const trades = source
      .hawkes(21_600_000, 5_000, 0.5, 3_000)
      .map(
        (time) =>
          `${AT + time},60000,${source.uniform() < 0.5 ? '0.25' : '0.5'},${source.uniform() < 0.5 ? 'buy' : 'sell'}`,
      );
    const { code, stdout, stderr } = await calibrated(
      '--trades',
      file('trades.csv.gz', ['time,price,qty,side', ...trades]),
      '--book',
      file('tops.csv', ['time,bid,bid_qty,ask,ask_qty', ...tops]),
      '--json',
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const json = JSON.parse(stdout) as Json;
    expect(json.symbol).toBe('BTC-USDT');
    expect(Math.abs((figure(json, 'volatility', '% a year') ?? 0) - 60)).toBeLessThan(9);
    expect(Math.abs((figure(json, 'branching of taker orders', '') ?? 0) - 0.5)).toBeLessThan(0.15);
    expect(figure(json, 'spread', 'ticks')).toBe(2);
    expect(figure(json, 'depth of a side within 1 %', 'base asset')).toBeNull();
  });

  test('says what a figure takes that the data do not determine', async () => {
    const trades = file('few.csv', ['time,price,qty,side', `${AT},95000,1,buy`, `${AT + 9_000},95001,1,sell`]);
    const { code, stdout } = await calibrated('--trades', trades, '--symbol', 'ABC-USDT');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ABC-USDT, last price 95001\n/);
    expect(stdout).toMatch(/\n {2}volatility \(% a year\) +- {2}takes at least thirty returns: [^\n]+\n/);
    expect(stdout).toMatch(/\n {2}taker orders \(a day\) +- {2}takes 30 taker orders, there are 2\n/);
    expect(stdout).toMatch(/\n {2}spread \(bp\) +- {2}takes a book\n/);
  });

  test('ends with 1 and names file and line of a bad row', async () => {
    const trades = file('bad.csv', ['time,price,qty,side', `${AT},95000,1,buy`, `${AT},-1,1,buy`]);
    expect(await calibrated('--trades', trades)).toEqual({
      code: 1,
      stdout: '',
      stderr: `perpsim: ${trades}:3: price must be above 0 (got "-1")\n`,
    });
  });

  test.each([
    ['no file', [], 'give at least one of --trades, --book and --candles'],
    [
      'a symbol that is none',
      ['--trades', 'x.csv', '--symbol', 'btc'],
      '--symbol must be a symbol such as BTC-USDT (got "btc")',
    ],
  ])('ends with 2 for %s', async (_what, args, message) => {
    expect(await calibrated(...args)).toEqual({ code: 2, stdout: '', stderr: `perpsim: ${message}\n` });
  });
});
