import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, test } from 'vitest';
import { readAll, useFiles } from './files.test-helper.ts';

const write = useFiles();
const AT = 1_767_571_200_000;

const TRADES = [
  { time: AT, price: '95000', quantity: '0.5', side: 'buy' },
  { time: AT + 5, price: '94999.5', quantity: '0.001', side: 'sell' },
];

describe('trades', () => {
  test.each([
    ['ms.csv', `time,price,quantity,side\n${AT},95000,0.5,buy\n${AT + 5},94999.5,0.001,sell\n`],
    ['us.csv', `timestamp_us,px,qty,takerSide\n${AT}000,95000.0,0.50,BUY\n${AT + 5}999,94999.50,1e-3,SELL\n`],
    ['found.csv', `ts,price,amount,side\n${AT}000000,95000,0.5,b\n${AT + 5}000000,94999.5,0.001,a\n`],
    [
      'iso.csv',
      '"Time","Price","Size","Side"\r\n2026-01-05 00:00:00,95000,0.5,bid\r\n2026-01-05T00:00:00.005Z,94999.5,0.001,ask\r\n',
    ],
    [
      'maker.csv',
      `id,price,qty,time,is_buyer_maker\n1,95000,.5,${AT},False\n2,94999.5,0.001,${AT + 5},true\n`.replace(
        ',.5,',
        ',0.5,',
      ),
    ],
    ['seconds.csv', '\ufefftime_s,price,quantity,side\n1767571200,95000,0.5,buy\n1767571200.005,94999.5,0.001,sell\n'],
    [
      'lines.jsonl',
      `{"T":1,"time":${AT},"price":95000,"quantity":0.5,"side":"buy"}\n\n{"side":"sell","time":"2026-01-05T00:00:00.005Z","price":"94999.5","quantity":0.001}\n`,
    ],
  ])('are read alike from %s', async (name, text) => {
    expect(await readAll('trades', write(name, text))).toEqual({ rows: TRADES, problems: [] });
  });

  test.each(['packed.csv.gz', 'packed.jsonl.gz'])('are read from %s', async (name) => {
    const text = name.includes('csv')
      ? `time,price,quantity,side\n${AT},95000,0.5,buy\n${AT + 5},94999.5,0.001,sell\n`
      : TRADES.map((row) => `${JSON.stringify(row)}\n`).join('');
    expect(await readAll('trades', write(name, gzipSync(text)))).toEqual({ rows: TRADES, problems: [] });
  });

  test.each([
    ['ms', 'INT64', [BigInt(AT), BigInt(AT + 5)]],
    ['moments', 'TIMESTAMP', [new Date(AT), new Date(AT + 5)]],
  ] as const)('are read from Parquet with times as %s', async (name, type, times) => {
    const buffer = parquetWriteBuffer({
      columnData: [
        { name: 'time', data: [...times], type },
        { name: 'price', data: [95_000, 94_999.5], type: 'DOUBLE' },
        { name: 'quantity', data: ['0.5', '0.001'], type: 'STRING' },
        { name: 'side', data: ['buy', 'sell'], type: 'STRING' },
        { name: 'other', data: [1, 2], type: 'INT32' },
      ],
      rowGroupSize: 1,
    });
    expect(await readAll('trades', write(`${name}.parquet`, new Uint8Array(buffer)))).toEqual({
      rows: TRADES,
      problems: [],
    });
  });
});

test('tops, depth and candles are read', async () => {
  const tops = `time,bid_price,bid_size,ask_price,ask_size\n${AT},94990,1,95010,2\n${AT + 1},,,95010,0\n`;
  expect((await readAll('tops', write('tops.csv', tops))).rows).toEqual([
    { time: AT, bid: ['94990', '1'], ask: ['95010', '2'] },
    { time: AT + 1, bid: null, ask: null },
  ]);
  const depth = `time,side,price,amount,is_snapshot\n${AT},bid,94990,1,true\n${AT},ask,95010,0.1,true\n${AT + 1},ask,95010,0,false\n`;
  expect((await readAll('depth', write('depth.csv', depth))).rows).toEqual([
    { time: AT, side: 'buy', price: '94990', quantity: '1', snapshot: true },
    { time: AT, side: 'sell', price: '95010', quantity: '0.1', snapshot: true },
    { time: AT + 1, side: 'sell', price: '95010', quantity: '0', snapshot: false },
  ]);
  const candles = `open_time,open,high,low,close,volume,close_time\n${AT},1.00,2,0.5,1.5,10,9\n`;
  expect((await readAll('candles', write('candles.csv', candles))).rows).toEqual([
    { time: AT, open: '1', high: '2', low: '0.5', close: '1.5', volume: '10' },
  ]);
});

describe('bad rows', () => {
  const BAD = [
    'time,price,quantity,side,id',
    `${AT},95000,1,buy,1`,
    `${AT},95000,1,buy,1`,
    `${AT - 1},95000,1,buy,2`,
    `${AT},ninety,1,buy,3`,
    `${AT},95000,-1,buy,4`,
    `${AT},0,1,buy,5`,
    `${AT},95000,1,long,6`,
    `noon,95000,1,buy,7`,
    `${AT},95000,1`,
    `${AT + 60_001},95001,1,sell,8`,
  ].join('\n');
  const NAMED = [
    'bad.csv:3: trade 1 is there already',
    'bad.csv:4: 2026-01-04T23:59:59.999Z is before 2026-01-05T00:00:00.000Z, the time of the row before',
    'bad.csv:5: price is no number (got "ninety")',
    'bad.csv:6: quantity must be above 0 (got "-1")',
    'bad.csv:7: price must be above 0 (got "0")',
    'bad.csv:8: side must be buy, sell, bid or ask (got "long")',
    'bad.csv:9: time is no time (got "noon")',
    'bad.csv:10: has 3 fields where the header has 5',
    'bad.csv:11: nothing for 60001 ms before 2026-01-05T00:01:00.001Z',
  ];

  test('are reported with file and line, and the others are read', async () => {
    const { rows, problems } = await readAll('trades', write('bad.csv', BAD), { reported: true, gapMs: 60_000 });
    expect(problems).toEqual(NAMED);
    expect(rows).toEqual([
      { time: AT, price: '95000', quantity: '1', side: 'buy' },
      { time: AT + 60_001, price: '95001', quantity: '1', side: 'sell' },
    ]);
  });

  test('are refused, all together or up to a limit, and no row after the first is given', async () => {
    const all = await readAll('trades', write('bad.csv', BAD));
    expect(all.problems).toEqual(NAMED.slice(0, -1));
    expect(all.rows).toHaveLength(1);
    expect((await readAll('trades', write('bad.csv', BAD), { limit: 2 })).problems).toEqual(NAMED.slice(0, 2));
  });

  test('of a Parquet file are named by row', async () => {
    const buffer = parquetWriteBuffer({
      columnData: [
        { name: 'time', data: [BigInt(AT), BigInt(AT + 2), BigInt(AT + 1)], type: 'INT64' },
        { name: 'price', data: [1, 2, 3], type: 'DOUBLE' },
        { name: 'quantity', data: [1, -0.5, 1], type: 'DOUBLE' },
        { name: 'side', data: ['buy', 'buy', 'buy'], type: 'STRING' },
      ],
    });
    const { problems } = await readAll('trades', write('bad.parquet', new Uint8Array(buffer)));
    expect(problems).toEqual(['bad.parquet row 2: quantity must be above 0 (got -0.5)']);
  });

  test('are tops that cross, and a depth that its rows leave crossed', async () => {
    const tops = `time,bid,bid_size,ask,ask_size\n${AT},100,1,100,2\n${AT + 1},99.5,1,100,2\n${AT + 1},99.5,1,100,2\n`;
    expect((await readAll('tops', write('tops.csv', tops))).problems).toEqual([
      'tops.csv:2: the bid 100 is not below the ask 100',
      'tops.csv:4: is the same as the row before',
    ]);
    const depth = ['time,side,price,quantity', `${AT},sell,100,1`, `${AT},buy,101,1`, `${AT},sell,100,0`]
      .concat([`${AT + 1},sell,100.5,1`, `${AT + 2},sell,100.5,0`, `${AT + 3},buy,99,1`])
      .join('\n');
    expect((await readAll('depth', write('depth.csv', depth), { reported: true })).problems).toEqual([
      'depth.csv:5: the book is crossed after this: bid 101, ask 100.5',
    ]);
  });

  test('are candles whose figures contradict each other, or that are there twice', async () => {
    const candles = `time,open,high,low,close,volume\n${AT},1,2,0.5,3,1\n${AT},1,2,1,2,1\n${AT},1,2,1,2,1\n`;
    expect((await readAll('candles', write('candles.csv', candles))).problems).toEqual([
      'candles.csv:2: close 3 is not from low 0.5 to high 2',
      'candles.csv:4: there is a candle of 2026-01-05T00:00:00.000Z already',
    ]);
  });
});

describe('a file that is none', () => {
  test.each([
    ['none.csv', '', 'none.csv:1: the file is empty; it must begin with a header row'],
    ['short.csv', 'time,price\n1,2\n', 'short.csv:1: trades take a column for quantity, side; there are time, price'],
    ['quote.csv', 'time,price,quantity,side\n1,"2,3\n', 'quote.csv:2: is no CSV: Quote Not Closed'],
    ['text.jsonl', 'time\n', 'text.jsonl:1: is not JSON'],
    ['list.jsonl', '[1]\n', 'list.jsonl:1: must be a JSON object'],
    ['text.parquet', 'time', 'text.parquet: is no Parquet file: '],
    ['rows.txt', 'time', 'rows.txt: the name of a data file must end in .csv, .jsonl, .ndjson'],
    ['cut.csv.gz', 'time', 'cut.csv.gz: is no CSV: incorrect header check'],
    ['cut.jsonl.gz', 'time', 'cut.jsonl.gz: cannot be read: incorrect header check'],
  ])('%s says so', async (name, text, expected) => {
    const { problems } = await readAll('trades', write(name, text));
    expect(problems).toEqual([expect.stringContaining(expected) as string]);
  });

  test('is one that does not exist', async () => {
    expect((await readAll('trades', '/tmp/perpsim-nowhere/x.csv')).problems).toEqual(['x.csv: there is no such file']);
  });
});
