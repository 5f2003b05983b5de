import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Synthetic } from '../src/lab/calibration/estimate/synthetic.test-helper.ts';
import { loadWorld, type World, type WorldMarket } from '../src/exchange/world/world-file.ts';
import { CliCall, withoutProgress } from './cli.ts';

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

async function calibrated(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = new CliCall(['calibrate', ...args]);
  const code = await child.exit();
  return { code, stdout: child.stdout, stderr: withoutProgress(child.stderr) };
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

function marketOf({ markets }: World, symbol: string): WorldMarket {
  const found = markets.find((market) => market.symbol === symbol);
  if (!found) throw new Error(`no market ${symbol}`);
  return found;
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
    const out = join(folder, 'world.yaml');
    const recorded = file('trades.csv.gz', ['time,price,qty,side', ...trades]);
    const book = file('tops.csv', ['time,bid,bid_qty,ask,ask_qty', ...tops]);
    const { code, stdout, stderr } = await calibrated('--trades', recorded, '--book', book, '--out', out, '--json');
    // On a busy machine a line of progress comes first.
    expect(stderr).toMatch(/(?:^|\n)perpsim: wrote [^\n]+world\.yaml\n$/);
    expect(code).toBe(0);
    const json = JSON.parse(stdout) as Json;
    expect(json.symbol).toBe('BTC-USDT');
    expect(Math.abs((figure(json, 'volatility', '% a year') ?? 0) - 60)).toBeLessThan(9);
    expect(Math.abs((figure(json, 'branching of taker orders', '') ?? 0) - 0.5)).toBeLessThan(0.15);
    expect(figure(json, 'spread', 'ticks')).toBe(2);
    expect(figure(json, 'depth of a side within 1 %', 'base asset')).toBeNull();
    const world = loadWorld(out).file;
    expect(world.name).toBe('calibrated-btc-usdt');
    const { process, liquidity } = marketOf(world, 'BTC-USDT');
    if (process.kind !== 'stochastic' || liquidity.kind !== 'population') throw new Error('the market has other kinds');
    expect(Math.abs(Number(process.volatility) - 0.6)).toBeLessThan(0.09);
    expect(Math.abs(Number(liquidity.branching) - 0.5)).toBeLessThan(0.15);
    expect(liquidity.ordersPerMinute).toBeGreaterThan(20);
    expect(liquidity.ordersPerMinute).toBeLessThan(28);
    expect(liquidity.depth).toBeUndefined();
    const text = readFileSync(out, 'utf8');
    expect(text).toMatch(/^# Written by perpsim calibrate from [^\n]+trades\.csv\.gz, [^\n]+tops\.csv\.\n/);
    expect(text).toMatch(/\n {6}volatility: "0\.\d+" # ± 0\.\d+, 2159 returns of 10 s from middles of the book\n/);
    expect(text).toMatch(/\n {6}# depth: the default stays, takes depth; only the best prices are known\n/);
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

  test('writes no world of too little data', async () => {
    const out = join(folder, 'none.yaml');
    const trades = file('short.csv', ['time,price,qty,side', `${AT},95000,1,buy`, `${AT + 9_000},95001,1,sell`]);
    const { code, stderr } = await calibrated('--trades', trades, '--out', out);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^perpsim: no world is written: volatility takes at least thirty returns: [^\n]+; turnover takes 30 taker orders, there are 2\n$/,
    );
    expect(existsSync(out)).toBe(false);
  });

  test('makes a market that the default world does not have, on the tick of the data', async () => {
    const out = join(folder, 'other.yaml');
    const source = new Synthetic('other');
    let price = 0.085;
    const trades = Array.from({ length: 2_000 }, (_, at) => {
      price *= Math.exp(0.0002 * source.gaussian());
      return `${AT + at * 9_000},${price.toFixed(5)},${1_000 + Math.floor(source.uniform() * 5_000)},${at % 2 === 0 ? 'buy' : 'sell'}`;
    });
    const recorded = file('other.csv', ['time,price,qty,side', ...trades]);
    expect((await calibrated('--trades', recorded, '--symbol', 'ABC-USDT', '--out', out)).code).toBe(0);
    const market = marketOf(loadWorld(out).file, 'ABC-USDT');
    expect(market).toMatchObject({ priceIncrement: '0.00001', priceExponent: 5, baseAsset: 'ABC', session: null });
    expect(Number(market.initialIndexPrice)).toBeGreaterThan(0.05);
    expect(Number(market.initialIndexPrice)).toBeLessThan(0.15);
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
