import { beforeAll, describe, expect, test } from 'vitest';
import { createExchange } from '../../exchange/exchange.ts';
import { parseDecimalText } from '../../kernel/decimal.ts';
import { type Exported, exportTables } from './export.ts';
import { type Cells, END_OF_TIME, type Table, TABLES } from './tables.ts';
import { CSV, JSONL } from './sinks.ts';

const START = 1_767_571_200_000;
const MINUTE = 60_000;
const ALL = { from: 0, to: END_OF_TIME };

let lines: readonly string[];
let all: Awaited<ReturnType<typeof exported>>;

/** A fill that opens two positions, a flip, an order that is cancelled, a withdrawal, an hour of funding. */
beforeAll(async () => {
  const exchange = await createExchange({ seed: 5, world: 'quiet', startTime: START, limits: { enabled: false } });
  const [first, second] = [exchange.client(0), exchange.client(1)];
  const order = { symbol: 'BTC-USDT', orderType: 'limitGtc', price: '95000' } as const;
  await first.placeOrders([{ ...order, side: 'buy', quantity: '0.1', clientOrderId: 'one' }]);
  await second.placeOrders([{ ...order, side: 'sell', quantity: '0.04' }]);
  exchange.clock.advance(90_000);
  await first.cancelAllOrders(['BTC-USDT']);
  await first.placeOrders([{ ...order, side: 'sell', quantity: '0.1', price: '94990', orderType: 'limitIoc' }]);
  await first.withdrawCollateral({ symbol: 'USDT', amount: '100', destination: exchange.accounts[0]!.address });
  exchange.clock.advance(3_600_000);
  lines = [...exchange.control.journal()].map((line) => line.slice(0, -1));
  await exchange.close();
  all = await exported();
});

async function* asLines(): AsyncIterable<string> {
  yield* lines;
}

type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

async function exported(
  options: Partial<Parameters<typeof exportTables>[1]> = {},
): Promise<Exported & { rowsOf: Rows }> {
  const rowsOf: Record<string, Record<string, unknown>[]> = {};
  const add = ({ name, columns }: Table, cells: Cells): void => {
    expect(cells).toHaveLength(columns.length);
    (rowsOf[name] ??= []).push(Object.fromEntries(columns.map((column, place) => [column.name, cells[place]])));
  };
  const result = await exportTables(asLines(), { window: ALL, interval: '1m', sink: { add }, ...options });
  return { ...result, rowsOf };
}

describe('the tables of a run', () => {
  test('hold each fill from both sides', () => {
    const { rowsOf } = all;
    const shown = rowsOf.fills?.map(({ client_order_id: id, side, direction, maker, price, quantity, fee }) =>
      [id, side, direction, maker, price, quantity, fee].join(' '),
    );
    expect(shown?.slice(0, 2)).toEqual([
      'one buy open long true 95000 0.04 0.76',
      ' sell open short false 95000 0.04 1.9',
    ]);
    expect(rowsOf.fills?.[2]).toMatchObject({ direction: 'open short', maker: false, price: '94990', quantity: '0.1' });
    expect(rowsOf.fills?.[2]?.closed_position_id).toBe(rowsOf.fills?.[0]?.position_id);
  });

  test('hold each order once in its last state, and each state that it reached', () => {
    const { rowsOf } = all;
    expect(rowsOf.orders?.map(({ status, filled_quantity: filled }) => [status, filled])).toEqual([
      ['cancelled', '0.04'],
      ['filled', '0.04'],
      ['filled', '0.1'],
    ]);
    const id = rowsOf.orders?.[0]?.order_id;
    expect(rowsOf.order_states?.filter(({ order_id: order }) => order === id).map(({ status }) => status)).toEqual([
      'placed',
      'partially filled',
      'cancelling',
      'cancelled',
    ]);
  });

  test('hold closed positions, then open ones', () => {
    const { rowsOf } = all;
    expect(
      rowsOf.positions?.map(({ status, side, quantity, close_reason: reason }) => [status, side, quantity, reason]),
    ).toEqual([
      ['closed', 'long', '0.04', 'flip'],
      ['open', 'short', '0.06', null],
      ['open', 'short', '0.04', null],
    ]);
  });

  test('hold movements, funding and account values', () => {
    const { rowsOf, at } = all;
    expect(rowsOf.ledger?.at(-1)).toMatchObject({
      action: 'WITHDRAWAL',
      status: 'success',
      asset: 'USDT',
      amount: '-100',
    });
    expect(rowsOf.funding?.map(({ size, amount, time }) => [size, amount, time])).toEqual([
      ['-0.06', '0.07125', START + 60 * MINUTE],
      ['-0.04', '0.0475', START + 60 * MINUTE],
    ]);
    expect(rowsOf.funding_rates).toHaveLength(9);
    expect(rowsOf.account_value?.every(({ time }) => time === START + 60 * MINUTE)).toBe(true);
    expect(at).toBe(START + 3_690_000);
  });

  test('hold candles and the books at each interval, the first as they were seeded', () => {
    const { rowsOf } = all;
    const candles = rowsOf.candles?.filter(({ symbol }) => symbol === 'BTC-USDT') ?? [];
    expect(candles).toHaveLength(62);
    expect(candles.slice(0, 2).map(({ open, low, volume, trades }) => [open, low, volume, trades])).toEqual([
      ['95000', '95000', '0.04', 1],
      ['94990', '94990', '0.1', 1],
    ]);
    const best = rowsOf.book_snapshots?.filter(
      ({ symbol, side, level }) => symbol === 'BTC-USDT' && side === 'buy' && level === 1,
    );
    expect(best).toHaveLength(62);
    expect(best?.slice(0, 3).map(({ time, price, quantity }) => [time, price, quantity])).toEqual([
      [START, '94990', '1'],
      [START + MINUTE, '95000', '0.06'],
      [START + 2 * MINUTE, '94990', '0.9'],
    ]);
  });

  test('count their rows, and the replay agrees with the digests of the journal', () => {
    const { rows, mismatch, header } = all;
    expect(Object.keys(rows)).toEqual(TABLES.map(({ name }) => name));
    expect(rows).toMatchObject({ orders: 3, fills: 3 });
    expect(mismatch).toBeNull();
    expect(header).toMatchObject({ world: 'quiet', seed: '5' });
  });
});

describe('a window of time', () => {
  test('leaves out what was before, and ends the replay at its end', async () => {
    const window = { from: START + MINUTE, to: START + 2 * MINUTE };
    const { rowsOf, at } = await exported({ window });
    expect(rowsOf.fills?.map(({ price }) => price)).toEqual(['94990']);
    expect(rowsOf.candles?.filter(({ symbol }) => symbol === 'BTC-USDT').map(({ open_time: time }) => time)).toEqual([
      START + MINUTE,
    ]);
    expect(new Set(rowsOf.book_snapshots?.map(({ time }) => time))).toEqual(new Set([START + MINUTE]));
    expect(rowsOf.funding).toBeUndefined();
    expect(at).toBeGreaterThanOrEqual(window.to);
    expect(at).toBeLessThan(window.to + MINUTE);
  });

  test('has candles and snapshots at the interval that is asked for', async () => {
    const { rowsOf } = await exported({ interval: '1h' });
    const ofMarket = (name: string) => rowsOf[name]?.filter(({ symbol }) => symbol === 'BTC-USDT') ?? [];
    expect(ofMarket('candles').map(({ open_time: time, trades }) => [time, trades])).toEqual([
      [START, 2],
      [START + 60 * MINUTE, 0],
    ]);
    expect(new Set(ofMarket('book_snapshots').map(({ time }) => time))).toEqual(new Set([START, START + 60 * MINUTE]));
  });
});

describe('text formats', () => {
  const table: Table = {
    name: 'x',
    about: '',
    time: 'time',
    columns: ['a', 'b', 'c', 'd'].map((name) => ({ name, type: 'text', about: '' })),
  };

  test('CSV quotes what RFC 4180 asks for, and tells nothing from an empty text', () => {
    expect(CSV.head(table)).toBe('a,b,c,d\r\n');
    expect(CSV.row(table, ['plain', 'a,b', 'say "x"', 'two\nlines'])).toBe('plain,"a,b","say ""x""","two\nlines"\r\n');
    expect(CSV.row(table, [null, '', 7, false])).toBe(',"",7,false\r\n');
  });

  test('JSON Lines has every column', () => {
    expect(JSONL.row(table, [null, '', 7, false])).toBe('{"a":null,"b":"","c":7,"d":false}\n');
  });

  test.each<[string, bigint]>([
    ['0', 0n],
    ['95000.00', 950_000_000_000_000n],
    ['-0.00000001', -100n],
    ['12345678901234567890.1', 123_456_789_012_345_678_901_000_000_000n],
  ])('%s is exact in Parquet', (text, digits) => {
    expect(parseDecimalText(text, 10)).toBe(digits);
  });

  test.each(['', '1e5', '1.00000000001', '.5', 'NaN'])('"%s" is no decimal for Parquet', (text) => {
    expect(() => parseDecimalText(text, 10)).toThrow('is a decimal text with at most 10 decimals');
  });
});

describe('a journal that has lost its beginning', () => {
  test('is refused with the way to keep it', async () => {
    const exchange = await createExchange({ world: 'quiet', startTime: START, journalWindow: 4 });
    for (let step = 0; step < 20; step += 1) exchange.clock.advance(1_000);
    lines = [...exchange.control.journal()].map((line) => line.slice(0, -1));
    await exchange.close();
    await expect(exported()).rejects.toThrow(
      /it starts after input \d+, and tables need all inputs: keep the exchange with --data, or give it a larger --journal-window$/,
    );
  });
});
