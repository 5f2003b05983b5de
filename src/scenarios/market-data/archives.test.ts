import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { checkData } from './check.ts';
import { readAll, useFiles } from './files.test-helper.ts';

const write = useFiles();
const AT = 1_767_571_200_000;

interface Packed {
  readonly name: string;
  readonly text: string;
  readonly method?: number;
  readonly flags?: number;
  /** In place of the true figures. */
  readonly size?: number;
  readonly checksum?: number;
}

/** A zip archive of these files, written field by field. */
function zipOf(...files: readonly Packed[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let from = 0;
  for (const { name, text, method = 8, flags = 0, size = Buffer.byteLength(text), checksum = crc32(text) } of files) {
    const packed = method === 8 ? deflateRawSync(text) : Buffer.from(text);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(checksum, 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(size, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(from, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), fields, rest, Buffer.from(name)]));
    parts.push(local);
    from += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(from, 16);
  return Buffer.concat([...parts, central, end]);
}

const TRADES = `time,price,quantity,side\n${AT},95000,0.5,buy\n${AT + 5},94999.5,0.001,sell\n`;
const ROWS = [
  { time: AT, price: '95000', quantity: '0.5', side: 'buy' },
  { time: AT + 5, price: '94999.5', quantity: '0.001', side: 'sell' },
];
const read = (name: string, content: string | Uint8Array, kind: 'trades' | 'depth' | 'candles' | 'tops' = 'trades') =>
  readAll(kind, write(name, content));

describe('a zip archive of one file is read like the file', () => {
  test.each([
    ['deflated', zipOf({ name: 'trades.csv', text: TRADES })],
    ['stored', zipOf({ name: 'day/trades.csv', text: TRADES, method: 0 })],
    [
      'beside',
      zipOf(
        { name: 'day/', text: '', method: 0 },
        { name: '__MACOSX/._t.csv', text: 'x' },
        { name: 'day/t.csv', text: TRADES },
      ),
    ],
    ['lines', zipOf({ name: 't.jsonl', text: ROWS.map((row) => JSON.stringify(row)).join('\n') })],
  ])('%s', async (name, archive) => {
    expect(await read(`${name}.zip`, archive)).toEqual({ rows: ROWS, problems: [] });
  });

  test.each([
    [
      'several',
      zipOf({ name: 'a.csv', text: TRADES }, { name: 'b.csv', text: TRADES }),
      'the archive holds several files (a.csv, b.csv); pack each by itself',
    ],
    ['empty', zipOf(), 'the archive holds no file'],
    [
      'secret',
      zipOf({ name: 'a.csv', text: TRADES, flags: 1 }),
      'the archive is encrypted; unpack it with its password',
    ],
    [
      'method',
      zipOf({ name: 'a.csv', text: TRADES, method: 12 }),
      'the archive is packed by method 12; pack it with deflate, as usual',
    ],
    [
      'zip64',
      zipOf({ name: 'a.csv', text: TRADES, size: 0xffffffff }),
      'the archive has the 64-bit form; unpack it, or pack it as .gz',
    ],
    ['text', TRADES, 'is no zip archive'],
    ['cut', zipOf({ name: 'a.csv', text: TRADES }).subarray(20), 'the archive is broken or breaks off'],
    [
      'image',
      zipOf({ name: 'a.png', text: TRADES }),
      'the name of a data file must end in .csv, .jsonl, .ndjson (each also with .gz or .zip) or .parquet, and the file in a .zip as well (got a.png)',
    ],
  ])('and refused when it is %s', async (name, archive, problem) => {
    expect(await read(`${name}.zip`, archive)).toEqual({ rows: [], problems: [`${name}.zip: ${problem}`] });
  });

  test.each([
    ['bomb', { size: 50 }, 'the archive unpacks to more than the 50 bytes that it says'],
    ['sum', { checksum: 1 }, 'the archive is broken or breaks off'],
  ])('and refused when what it holds is not what it says: %s', async (name, wrong, problem) => {
    const { problems } = await read(`${name}.zip`, zipOf({ name: 'a.csv', text: TRADES, ...wrong }));
    expect(problems.join()).toContain(problem);
  });
});

describe('files of public archives', () => {
  test.each([
    ['id price quantity quote time maker', `1,95000,0.5,47500,${AT},false\n2,94999.5,0.001,94.9,${AT + 5},true\n`],
    ['and best match', `1,95000,0.5,47500,${AT}000,False,True\n2,94999.5,0.001,94.9,${AT + 5}000,True,True\n`],
    ['summed trades', `7,95000,0.5,1,2,${AT},false\n8,94999.5,0.001,3,3,${AT + 5},true\n`],
    ['summed, best match', `7,95000,0.5,1,2,${AT},false,true\n8,94999.5,0.001,3,3,${AT + 5},true,true\n`],
    ['time price quantity side', `${AT},95000,0.5,buy\n${AT + 5},94999.5,0.001,sell\n`],
    ['id time price quantity side', `17,${AT},95000,0.5,buy\n18,${AT + 5},94999.5,0.001,sell\n`],
  ])('trades without a header: %s', async (name, text) => {
    expect(await read(`${name.replaceAll(/\W/g, '')}.csv.gz`, gzipSync(text))).toEqual({ rows: ROWS, problems: [] });
  });

  const candle = [{ time: AT, open: '1', high: '2', low: '0.5', close: '1.5', volume: '10' }];
  test.each([
    ['12', `${AT},1,2,0.5,1.5,10,${AT + 59_999},15,3,5,7,0\n`],
    ['12us', `${AT}000,1,2,0.5,1.5,10,${AT + 59_999}999,15,3,5,7,0\n`],
    ['7', `${AT / 1_000},1,2,0.5,1.5,10,3\n`],
    ['6', `2026-01-05T00:00:00Z,1,2,0.5,1.5,10\n`],
  ])('candles without a header, of columns: %s', async (name, text) => {
    expect(await read(`candles${name}.csv`, text, 'candles')).toEqual({ rows: candle, problems: [] });
  });

  test.each([
    ['semicolons', TRADES.replaceAll(',', ';')],
    ['tabs', TRADES.replaceAll(',', '\t')],
    ['bars', TRADES.replaceAll(',', '|')],
    [
      'quoted',
      `"time";"price, in USDT";"price";"quantity";"side"\n${AT};"1,0";95000;0.5;buy\n${AT + 5};"";94999.5;0.001;sell\n`,
    ],
  ])('separators: %s', async (name, text) => {
    expect(await read(`${name}.csv`, text)).toEqual({ rows: ROWS, problems: [] });
  });

  test.each([
    [
      'instrument_name,trade_id,side,price,size,created_time',
      `BTC-USDT,17,buy,95000,0.5,${AT}\nBTC-USDT,18,sell,94999.5,0.001,${AT + 5}\n`,
    ],
    ['trade_id,trade_time,price,size,side', `17,${AT},95000,0.5,buy\n18,${AT + 5},94999.5,0.001,sell\n`],
    [
      'timestamp,symbol,side,size,price,tickDirection,trdMatchID,grossValue,homeNotional,foreignNotional,trdType',
      '2026-01-05D00:00:00.000000000,XBTUSD,Buy,0.5,95000,PlusTick,a,1,2,3,Regular\n' +
        '2026-01-05D00:00:00.005900000,XBTUSD,Sell,0.001,94999.5,MinusTick,b,1,2,3,Regular\n',
    ],
  ])('trades with the header %s', async (header, text) => {
    const name = `header${header.length}.csv.gz`;
    expect(await read(name, gzipSync(`${header}\n${text}`))).toEqual({ rows: ROWS, problems: [] });
  });

  test('headers with columns of which only some are read', async () => {
    const own = 'exchange,symbol,timestamp,local_timestamp';
    const at = `x,BTCUSDT,${AT}000,${AT}900`;
    expect(await read('t1.csv', `${own},id,side,price,amount\n${at},1,buy,95000,0.5\n`)).toEqual({
      rows: [ROWS[0]],
      problems: [],
    });
    const second = 'timestamp,symbol,side,size,price,tickDirection,trdMatchID,grossValue,homeNotional,foreignNotional';
    expect(
      await read('t2.csv', `${second}\n${AT / 1_000}.005,BTCUSDT,Sell,0.001,94999.5,MinusTick,a-1,1,0.001,94.9\n`),
    ).toEqual({
      rows: [ROWS[1]],
      problems: [],
    });
    expect(
      await read('tops.csv', `${own},ask_amount,ask_price,bid_price,bid_amount\n${at},1,95010,94990,2\n`, 'tops'),
    ).toEqual({
      rows: [{ time: AT, bid: ['94990', '2'], ask: ['95010', '1'] }],
      problems: [],
    });
    expect(await read('book.csv', `${own},is_snapshot,side,price,amount\n${at},false,ask,95010,0\n`, 'depth')).toEqual({
      rows: [{ time: AT, side: 'sell', price: '95010', quantity: '0', snapshot: false }],
      problems: [],
    });
  });

  test('a file without a header in no known shape is refused with the shapes', async () => {
    const { problems } = await read('odd.csv', `${AT},1,2\n`);
    expect(problems[0]).toContain('odd.csv:1: the file has no header row, and its 3 columns are none of: id, price,');
  });

  test('whole books in a row are depth that begins anew, the last one of a millisecond', async () => {
    const head =
      'exchange,symbol,timestamp,local_timestamp,asks[0].price,asks[0].amount,bids[0].price,bids[0].amount,asks[1].price,asks[1].amount,bids[1].price,bids[1].amount';
    const row = (us: number, ask: string, bid: string) => `x,BTCUSDT,${us},${us + 9},${ask},1,${bid},2,96000,3,,`;
    const text = [
      head,
      row(AT * 1_000, '95010', '94990'),
      row(AT * 1_000 + 10, '95020', '94980'),
      row((AT + 1) * 1_000, '95030', '94970'),
    ].join('\n');
    const file = write('book_snapshot_25.csv.gz', gzipSync(text));
    const { rows, problems } = await readAll('depth', file);
    expect(problems).toEqual([]);
    expect(rows).toEqual(
      [
        [AT, 'sell', '95020', '1'],
        [AT, 'buy', '94980', '2'],
        [AT, 'sell', '96000', '3'],
        [AT + 1, 'sell', '95030', '1'],
        [AT + 1, 'buy', '94970', '2'],
        [AT + 1, 'sell', '96000', '3'],
      ].map(([time, side, price, quantity]) => ({ time, side, price, quantity, snapshot: true })),
    );
    expect(await checkData(file, { limit: 20 })).toMatchObject({ kind: 'depth', rows: 6, bad: 0, crossed: 0 });
  });
});
