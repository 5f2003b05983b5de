import { describe, expect, test } from 'vitest';
import type { FieldMode } from './finding.ts';
import { type Names, recordOf, type RecordShape, shapeOf } from './shape.ts';
import { compileShape } from './shape-check.ts';

/** A type as the lists of the contract have it: a text, or fields. */
type Type = string | { readonly [field: string]: Type };

const RECORDS: Readonly<Record<string, Type>> = {
  Resting: { resting: { id: 'id' } },
  Failed: { error: 'name', 'errorNote?': 'name' },
  Trade: { kind: 'exactly trade', price: 'decimal' },
  Changed: { kind: 'one of placed, filled', id: 'id' },
  Linked: { venueId: 'id' },
};

const NAMES: Names = {
  errorCodes: ['NOT_FOUND'],
  record: (name): RecordShape | undefined => {
    const type = RECORDS[name];
    return typeof type === 'object' ? recordOf(type, NAMES) : undefined;
  },
};

/** What is found, as `path: expected`, and which branches were taken. */
function held(type: Type, value: unknown, mode: FieldMode = 'strict') {
  const faults: string[] = [];
  const seen: string[] = [];
  compileShape(shapeOf(type, NAMES), mode).check(value, '', {
    fault: (path, expected) => faults.push(`${path}: ${expected}`),
    saw: (branch) => seen.push(branch),
  });
  return { faults, seen };
}
const faultsOf = (type: Type, value: unknown, mode?: FieldMode): readonly string[] => held(type, value, mode).faults;

describe('a decimal', () => {
  test.each(['0', '1', '-1', '0.5', '-0.5', '10', '1.50', '0.00', '123456789012345678901234567890.1'])(
    '%s is one',
    (text) => {
      expect(faultsOf('decimal', text)).toEqual([]);
      expect(faultsOf('decimal', text, 'tolerant')).toEqual([]);
    },
  );

  test.each([
    '',
    '-0',
    '-0.00',
    '+1',
    '01',
    '-01',
    '.5',
    '1.',
    '1e5',
    '1E-5',
    ' 1',
    '1 ',
    '0x1',
    'NaN',
    'Infinity',
    '1,5',
    1,
    null,
  ])('%j is none', (value) => {
    expect(faultsOf('decimal', value)).toEqual([': a decimal text']);
    expect(faultsOf('decimal', value, 'tolerant')).toEqual([': a decimal text']);
  });

  test('may be empty where the field says so, and nothing else', () => {
    expect(faultsOf('decimal or empty', '')).toEqual([]);
    expect(faultsOf('decimal or empty', '1.5')).toEqual([]);
    expect(faultsOf('decimal or empty', '-0')).toEqual([': a decimal text or the empty text']);
    expect(faultsOf('decimal or empty', null)).toEqual([': a decimal text or the empty text']);
  });
});

describe('a time', () => {
  test.each([100_000_000_000, 1_767_571_200_000, 8_640_000_000_000_000])('%d is one', (value) => {
    expect(faultsOf('ms', value)).toEqual([]);
  });

  test.each([0, 1_767_571_200, -1, 1_767_571_200_000.5, 8_640_000_000_000_001, '1767571200000', null])(
    '%j is none, in either mode',
    (value) => {
      expect(faultsOf('ms', value)).toEqual([': a time in Unix milliseconds']);
      expect(faultsOf('ms', value, 'tolerant')).toEqual([': a time in Unix milliseconds']);
    },
  );

  test('is 0 where there may be no such moment', () => {
    expect(faultsOf('ms or 0', 0)).toEqual([]);
    expect(faultsOf('ms or 0', 1_767_571_200_000)).toEqual([]);
    expect(faultsOf('ms or 0', 1)).toEqual([': a time in Unix milliseconds']);
    expect(faultsOf('ms or 0', '0')).toEqual([': one of 0, integer']);
  });
});

describe('texts with a form', () => {
  const forms: [Type, string, string, string, 'both' | 'strict'][] = [
    ['id', '18446744073709551615', '007', 'an id: the digits of an unsigned integer', 'strict'],
    ['symbol', 'BTC-USDT', 'btc-usdt', 'a market symbol', 'both'],
    ['address', `0x${'aB'.repeat(20)}`, '0x12', 'an address: 0x and 40 hex digits', 'both'],
    ['asset', 'USDT', 'usdt', 'an asset name in upper case', 'strict'],
    ['hash', `0x${'ab'.repeat(32)}`, `0x${'AB'.repeat(32)}`, 'a hash: 0x and 64 hex digits in lower case', 'strict'],
    ['name', 'x', '', 'a text that is not empty', 'strict'],
    ['text of at most 255', '', 'x'.repeat(256), 'a text of at most 255 characters', 'strict'],
    ['date-time', '2026-01-05T00:00:59.999Z', '2026-01-05', 'an RFC 3339 time in UTC', 'strict'],
    ['checksum', '0123abcd', 'xyz', 'a checksum: 8 hex digits in lower case', 'strict'],
  ];

  test.each(forms)('%s', (type, good, bad, words, modes) => {
    expect(faultsOf(type, good)).toEqual([]);
    expect(faultsOf(type, good, 'tolerant')).toEqual([]);
    expect(faultsOf(type, bad)).toEqual([`: ${words}`]);
    expect(faultsOf(type, bad, 'tolerant')).toEqual(modes === 'both' ? [`: ${words}`] : []);
  });

  test.each(forms)('%s is a text in either mode', (type) => {
    expect(faultsOf(type, 5)).toHaveLength(1);
    expect(faultsOf(type, 5, 'tolerant')).toHaveLength(1);
  });

  test('lengths count characters', () => {
    expect(faultsOf('text of at most 2', '💱💱')).toEqual([]);
  });
});

test('whole numbers have bounds in strict mode and are whole in both', () => {
  const bucket = 'integer 1..5';
  expect(faultsOf(bucket, 5)).toEqual([]);
  expect(faultsOf(bucket, 6)).toEqual([': a whole number from 1 to 5']);
  expect(faultsOf(bucket, 6, 'tolerant')).toEqual([]);
  expect(faultsOf(bucket, 1.5, 'tolerant')).toEqual([': a whole number']);
  expect(faultsOf(bucket, 2 ** 53, 'tolerant')).toEqual([': a whole number']);
  expect(faultsOf(bucket, '1', 'tolerant')).toEqual([': a whole number']);
});

test('flags are true or false', () => {
  expect(held('boolean', true)).toEqual({ faults: [], seen: [' = true'] });
  expect(held('boolean', false)).toEqual({ faults: [], seen: [' = false'] });
  expect(faultsOf('boolean', 'true')).toEqual([': true or false']);
  expect(faultsOf('boolean', 0, 'tolerant')).toEqual([': true or false']);
});

test('numbers and nothing else', () => {
  expect(faultsOf('number', 1.5)).toEqual([]);
  expect(faultsOf('number', '1')).toEqual([': a number']);
});

describe('an object', () => {
  const Record = { orderNo: 'id', 'note?': 'name' };

  test('of exactly its fields', () => {
    expect(held(Record, { orderNo: '5', note: 'a' })).toEqual({ faults: [], seen: ['note present'] });
    expect(held(Record, { orderNo: '5' })).toEqual({ faults: [], seen: ['note absent'] });
  });

  test('lacks a field', () => {
    expect(faultsOf(Record, {})).toEqual(['orderNo: an id: the digits of an unsigned integer']);
    expect(faultsOf(Record, {}, 'tolerant')).toEqual(['orderNo: a text']);
  });

  test('has null for a field', () => {
    expect(faultsOf(Record, { orderNo: '5', note: null })).toEqual(['note: a text that is not empty']);
    expect(faultsOf(Record, { orderNo: '5', note: null }, 'tolerant')).toEqual(['note: a text']);
  });

  test('has one more, which a tolerant client minds not', () => {
    const grown = { orderNo: '5', later: 1 };
    expect(faultsOf(Record, grown)).toEqual(['later: absent: the contract has no such field']);
    expect(faultsOf(Record, grown, 'tolerant')).toEqual([]);
  });

  test.each([null, [], 'text', 5])('is not %j', (value) => {
    expect(faultsOf(Record, value)).toEqual([': an object']);
    expect(faultsOf(Record, value, 'tolerant')).toEqual([': an object']);
  });

  test('without fields is empty', () => {
    expect(faultsOf({}, { a: 1 })).toEqual(['a: absent: the contract has no such field']);
  });

  test('may lack elsewhere what is only always written here', () => {
    const Envelope = { 'requestId?!': 'name', 'tier_id?!': 'name' };
    expect(faultsOf(Envelope, {}, 'tolerant')).toEqual([]);
    expect(faultsOf(Envelope, { requestId: 5, tier_id: 'a' }, 'tolerant')).toEqual(['requestId: a text']);
    expect(faultsOf(Envelope, {})).toHaveLength(2);
  });
});

test('a map is checked key by key', () => {
  const Mids = 'map of symbol to decimal';
  expect(held(Mids, { 'BTC-USDT': '1' })).toEqual({ faults: [], seen: ['{} has members'] });
  expect(held(Mids, {})).toEqual({ faults: [], seen: [] });
  expect(faultsOf(Mids, { 'BTC-USDT': 1 })).toEqual(['BTC-USDT: a decimal text']);
  expect(faultsOf(Mids, { btc: '1' })).toEqual(['btc: absent: its name is not a market symbol']);
  expect(faultsOf(Mids, { btc: '1' }, 'tolerant')).toEqual([]);
  expect(faultsOf(Mids, [])).toEqual([': an object']);
});

test('a list is checked item by item', () => {
  const Pair = 'list of 2 decimal';
  expect(held(Pair, ['1', '2'])).toEqual({ faults: [], seen: ['[] has items'] });
  expect(faultsOf(Pair, ['1'])).toEqual([': a list of 2 items']);
  expect(faultsOf(Pair, ['1'], 'tolerant')).toEqual([]);
  expect(faultsOf(Pair, ['1', 2])).toEqual(['[1]: a decimal text']);
  expect(faultsOf(Pair, null)).toEqual([': a list']);
  expect(faultsOf(Pair, { 0: '1', 1: '2' }, 'tolerant')).toEqual([': a list']);
});

test('a closed list of words may have grown elsewhere', () => {
  const Side = 'one of buy, sell';
  expect(held(Side, 'buy')).toEqual({ faults: [], seen: [' = buy'] });
  expect(held(Side, 'both')).toEqual({ faults: [': one of "buy", "sell"'], seen: [] });
  expect(faultsOf(Side, 'both', 'tolerant')).toEqual([]);
  expect(faultsOf(Side, 5, 'tolerant')).toEqual([': a string']);
});

test('a fixed value is that value, and elsewhere of its type', () => {
  const Product = 'exactly Perpetual';
  expect(faultsOf(Product, 'Perpetual')).toEqual([]);
  expect(faultsOf(Product, 'Future')).toEqual([': "Perpetual"']);
  expect(faultsOf(Product, 'Future', 'tolerant')).toEqual([]);
  expect(faultsOf(Product, 1, 'tolerant')).toEqual([': a string']);
});

test('null stands only where it is said', () => {
  const Level = 'integer 0.. or null';
  expect(held(Level, null)).toEqual({ faults: [], seen: [' is null'] });
  expect(held(Level, 3)).toEqual({ faults: [], seen: [' is integer'] });
  expect(faultsOf(Level, undefined)).toEqual([': one of integer, null']);
  expect(faultsOf(Level, '3', 'tolerant')).toEqual([': one of integer, null']);
});

describe('one of several shapes', () => {
  const Status = 'Resting | Failed';
  const Event = 'Trade | Changed';

  test('is identified by the key that it alone has', () => {
    expect(held(Status, { resting: { id: '1' } })).toEqual({ faults: [], seen: [' is resting'] });
    expect(held(Status, { error: 'no' })).toEqual({ faults: [], seen: [' is error', '(error).errorNote absent'] });
  });

  test('is identified by the field that is fixed', () => {
    expect(held(Event, { kind: 'trade', price: '1' }).seen).toEqual([' is trade']);
    expect(held(Event, { kind: 'filled', id: '1' }).seen).toEqual([
      ' is placed|filled',
      '(placed|filled).kind = filled',
    ]);
  });

  test('has its own faults and none of the others', () => {
    expect(faultsOf(Status, { resting: { id: 5 } })).toEqual(['resting.id: an id: the digits of an unsigned integer']);
    expect(faultsOf(Event, { kind: 'trade', price: 1 })).toEqual(['price: a decimal text']);
  });

  test('is none of them', () => {
    expect(faultsOf(Status, { paused: {} })).toEqual([': one of resting, error']);
    expect(faultsOf(Event, { kind: 'later' })).toEqual([': one of trade, placed|filled']);
    expect(faultsOf(Event, 'trade')).toEqual([': one of trade, placed|filled']);
  });

  test('may be a new one elsewhere, as long as it is an object', () => {
    expect(faultsOf(Status, { paused: {} }, 'tolerant')).toEqual([]);
    expect(faultsOf(Event, { kind: 'later' }, 'tolerant')).toEqual([]);
    expect(faultsOf(Event, 'trade', 'tolerant')).toEqual([': one of trade, placed|filled']);
  });
});

describe('names for one thing agree', () => {
  const Order = {
    order: { venueId: 'id', clientId: 'text of at most 255' },
    orderId: 'id',
    'tpOrder?': 'Linked',
    'takeProfitOrder?': 'Linked',
    updatedTime: 'ms',
    updateTime: 'ms',
  };
  const good = {
    order: { venueId: '7', clientId: '' },
    orderId: '7',
    updatedTime: 1_767_571_200_000,
    updateTime: 1_767_571_200_000,
  };

  test('on a good record', () => {
    expect(faultsOf(Order, good)).toEqual([]);
    expect(faultsOf(Order, { ...good, tpOrder: { venueId: '8' }, takeProfitOrder: { venueId: '8' } })).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['the flat id is another', { orderId: '8' }, 'orderId: the same as order: "7"'],
    ['half of a pair is missing', { tpOrder: { venueId: '8' } }, 'tpOrder: the same as takeProfitOrder: absent'],
    [
      'the other half is missing',
      { takeProfitOrder: { venueId: '8' } },
      'tpOrder: the same as takeProfitOrder: {"venueId":"8"}',
    ],
    ['times differ', { updateTime: 1_767_571_200_001 }, 'updateTime: the same as updatedTime: 1767571200000'],
  ])('unless %s', (_name, change, fault) => {
    expect(faultsOf(Order, { ...good, ...change })).toEqual([fault]);
    expect(faultsOf(Order, { ...good, ...change }, 'tolerant')).toEqual([]);
  });

  test('lists of orders and of their ids', () => {
    const Position = { stopLossOrders: 'list of Linked', stopLossOrderIds: 'list of id' };
    expect(faultsOf(Position, { stopLossOrders: [{ venueId: '1' }], stopLossOrderIds: ['1'] })).toEqual([]);
    expect(faultsOf(Position, { stopLossOrders: [{ venueId: '1' }], stopLossOrderIds: [] })).toEqual([
      'stopLossOrderIds: the same as stopLossOrders: ["1"]',
    ]);
  });
});

describe('what a shape promises', () => {
  test('all branches in the order of the fields', () => {
    const rows: Readonly<Record<string, Readonly<Record<string, Type>>>> = {
      Row: { side: 'one of buy, sell', price: 'decimal or empty', 'end?': 'ms', legs: 'list of Leg or null' },
      Leg: { open: 'boolean' },
    };
    const names: Names = { ...NAMES, record: (name) => rows[name] && recordOf(rows[name], names) };
    expect(compileShape(shapeOf('list of Row', names), 'strict', { at: 'response' }).branches).toEqual([
      'response[] has items',
      'response[].side = buy',
      'response[].side = sell',
      'response[].price is empty',
      'response[].price is filled',
      'response[].end present',
      'response[].end absent',
      'response[].legs is array',
      'response[].legs[] has items',
      'response[].legs[].open = true',
      'response[].legs[].open = false',
      'response[].legs is null',
    ]);
  });

  test('a field that is never written here may be there elsewhere', () => {
    const Reply = { 'message?-': 'name' };
    expect(faultsOf(Reply, { message: 'a' })).toEqual(['message: absent: the contract has no such field']);
    expect(faultsOf(Reply, { message: 'a' }, 'tolerant')).toEqual([]);
    expect(faultsOf(Reply, { message: 5 }, 'tolerant')).toEqual(['message: a text']);
    expect(faultsOf(Reply, {}, 'tolerant')).toEqual([]);
    expect(compileShape(shapeOf(Reply, NAMES), 'strict').branches).toEqual([]);
  });

  test('records include the fields of others', () => {
    expect(faultsOf({ includes: 'Linked', note: 'name' }, { venueId: 5, note: 'a' }, 'tolerant')).toEqual([
      'venueId: a text',
    ]);
  });
});

test.each<[unknown, string]>([
  ['date', 'date is no type, and no record is called so'],
  ['list of Missing', 'Missing is no type, and no record is called so'],
  ['map of colour to id', 'colour is no kind of text'],
  [5, '5 is no type'],
  [{ includes: 'Missing' }, 'no record is called Missing'],
  [{ includes: 'Linked', venueId: 'id' }, 'the field venueId is there twice'],
])('%j is no type', (type, message) => {
  expect(() => shapeOf(type, NAMES)).toThrow(message);
});
