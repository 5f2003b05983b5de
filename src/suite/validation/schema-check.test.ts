import { type TSchema, Type } from '@sinclair/typebox';
import { describe, expect, test } from 'vitest';
import {
  AddressText,
  AssetText,
  ClientIdText,
  Closed,
  DecimalText,
  HashText,
  IdText,
  NameText,
  Nullable,
  OneOf,
  OptionalDecimalText,
  SymbolText,
  Time,
  TimeOrZero,
} from '../../contract/primitives.ts';
import type { FieldMode } from './finding.ts';
import { compileSchema } from './schema-check.ts';

/** What is found, as `path: expected`, and which branches were taken. */
function held(schema: TSchema, value: unknown, mode: FieldMode = 'strict') {
  const faults: string[] = [];
  const seen: string[] = [];
  compileSchema(schema, mode).check(value, '', {
    fault: (path, expected) => faults.push(`${path}: ${expected}`),
    saw: (branch) => seen.push(branch),
  });
  return { faults, seen };
}
const faultsOf = (schema: TSchema, value: unknown, mode?: FieldMode): readonly string[] =>
  held(schema, value, mode).faults;

describe('a decimal', () => {
  test.each(['0', '1', '-1', '0.5', '-0.5', '10', '1.50', '0.00', '123456789012345678901234567890.1'])(
    '%s is one',
    (text) => {
      expect(faultsOf(DecimalText, text)).toEqual([]);
      expect(faultsOf(DecimalText, text, 'tolerant')).toEqual([]);
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
    expect(faultsOf(DecimalText, value)).toEqual([': a decimal text']);
    expect(faultsOf(DecimalText, value, 'tolerant')).toEqual([': a decimal text']);
  });

  test('may be empty where the field says so, and nothing else', () => {
    expect(faultsOf(OptionalDecimalText, '')).toEqual([]);
    expect(faultsOf(OptionalDecimalText, '1.5')).toEqual([]);
    expect(faultsOf(OptionalDecimalText, '-0')).toEqual([': a decimal text or the empty text']);
    expect(faultsOf(OptionalDecimalText, null)).toEqual([': a decimal text or the empty text']);
  });
});

describe('a time', () => {
  test.each([100_000_000_000, 1_767_571_200_000, 8_640_000_000_000_000])('%d is one', (value) => {
    expect(faultsOf(Time, value)).toEqual([]);
  });

  test.each([0, 1_767_571_200, -1, 1_767_571_200_000.5, 8_640_000_000_000_001, '1767571200000', null])(
    '%j is none, in either mode',
    (value) => {
      expect(faultsOf(Time, value)).toEqual([': a time in Unix milliseconds']);
      expect(faultsOf(Time, value, 'tolerant')).toEqual([': a time in Unix milliseconds']);
    },
  );

  test('is 0 where there may be no such moment', () => {
    expect(faultsOf(TimeOrZero, 0)).toEqual([]);
    expect(faultsOf(TimeOrZero, 1_767_571_200_000)).toEqual([]);
    expect(faultsOf(TimeOrZero, 1)).toEqual([': a time in Unix milliseconds']);
    expect(faultsOf(TimeOrZero, '0')).toEqual([': one of 0, integer']);
  });
});

describe('texts with a form', () => {
  const forms: [string, TSchema, string, string, string, 'both' | 'strict'][] = [
    ['id', IdText, '18446744073709551615', '007', 'an id: the digits of an unsigned integer', 'strict'],
    ['symbol', SymbolText, 'BTC-USDT', 'btc-usdt', 'a market symbol', 'both'],
    ['address', AddressText, `0x${'aB'.repeat(20)}`, '0x12', 'an address: 0x and 40 hex digits', 'both'],
    ['asset', AssetText, 'USDT', 'usdt', 'an asset name in upper case', 'strict'],
    [
      'hash',
      HashText,
      `0x${'ab'.repeat(32)}`,
      `0x${'AB'.repeat(32)}`,
      'a hash: 0x and 64 hex digits in lower case',
      'strict',
    ],
    ['name', NameText, 'x', '', 'a text that is not empty', 'strict'],
    ['client id', ClientIdText, '', 'x'.repeat(256), 'a text of at most 255 characters', 'strict'],
    [
      'instant',
      Type.String({ format: 'date-time' }),
      '2026-01-05T00:00:59.999Z',
      '2026-01-05',
      'an RFC 3339 time in UTC',
      'strict',
    ],
    [
      'other pattern',
      Type.String({ pattern: '^[0-9a-f]{8}$' }),
      '0123abcd',
      'xyz',
      'a text like ^[0-9a-f]{8}$',
      'strict',
    ],
  ];

  test.each(forms)('%s', (_name, schema, good, bad, words, modes) => {
    expect(faultsOf(schema, good)).toEqual([]);
    expect(faultsOf(schema, good, 'tolerant')).toEqual([]);
    expect(faultsOf(schema, bad)).toEqual([`: ${words}`]);
    expect(faultsOf(schema, bad, 'tolerant')).toEqual(modes === 'both' ? [`: ${words}`] : []);
  });

  test.each(forms)('%s is a text in either mode', (_name, schema) => {
    expect(faultsOf(schema, 5)).toHaveLength(1);
    expect(faultsOf(schema, 5, 'tolerant')).toHaveLength(1);
  });

  test('lengths count characters', () => {
    expect(faultsOf(Type.String({ maxLength: 2 }), '💱💱')).toEqual([]);
  });
});

test('whole numbers have bounds in strict mode and are whole in both', () => {
  const bucket = Type.Integer({ minimum: 1, maximum: 5 });
  expect(faultsOf(bucket, 5)).toEqual([]);
  expect(faultsOf(bucket, 6)).toEqual([': a whole number from 1 to 5']);
  expect(faultsOf(bucket, 6, 'tolerant')).toEqual([]);
  expect(faultsOf(bucket, 1.5, 'tolerant')).toEqual([': a whole number']);
  expect(faultsOf(bucket, 2 ** 53, 'tolerant')).toEqual([': a whole number']);
  expect(faultsOf(bucket, '1', 'tolerant')).toEqual([': a whole number']);
});

test('flags are true or false', () => {
  expect(held(Type.Boolean(), true)).toEqual({ faults: [], seen: [' = true'] });
  expect(held(Type.Boolean(), false)).toEqual({ faults: [], seen: [' = false'] });
  expect(faultsOf(Type.Boolean(), 'true')).toEqual([': true or false']);
  expect(faultsOf(Type.Boolean(), 0, 'tolerant')).toEqual([': true or false']);
});

test('numbers and nothing else', () => {
  expect(faultsOf(Type.Number(), 1.5)).toEqual([]);
  expect(faultsOf(Type.Number(), '1')).toEqual([': a number']);
});

describe('an object', () => {
  const Record = Closed({ orderNo: IdText, note: Type.Optional(NameText) });

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

  test('is closed even where its schema forgets to say so', () => {
    expect(faultsOf(Type.Object({}), { a: 1 })).toEqual(['a: absent: the contract has no such field']);
  });

  test('may lack elsewhere what only this contract writes', () => {
    const Envelope = Closed({ requestId: NameText, tier_id: NameText });
    expect(faultsOf(Envelope, {}, 'tolerant')).toEqual([]);
    expect(faultsOf(Envelope, { requestId: 5, tier_id: 'a' }, 'tolerant')).toEqual(['requestId: a text']);
    expect(faultsOf(Envelope, {})).toHaveLength(2);
  });
});

test('a map is checked key by key', () => {
  const Mids = Type.Record(SymbolText, DecimalText, { additionalProperties: false });
  expect(held(Mids, { 'BTC-USDT': '1' })).toEqual({ faults: [], seen: ['{} has members'] });
  expect(held(Mids, {})).toEqual({ faults: [], seen: [] });
  expect(faultsOf(Mids, { 'BTC-USDT': 1 })).toEqual(['BTC-USDT: a decimal text']);
  expect(faultsOf(Mids, { btc: '1' })).toEqual(['btc: absent: its name is not like ^[A-Z0-9_]+-[A-Z0-9_]+$']);
  expect(faultsOf(Mids, { btc: '1' }, 'tolerant')).toEqual([]);
  expect(faultsOf(Mids, [])).toEqual([': an object']);
});

test('a list is checked item by item', () => {
  const Pair = Type.Array(DecimalText, { minItems: 2, maxItems: 2 });
  expect(held(Pair, ['1', '2'])).toEqual({ faults: [], seen: ['[] has items'] });
  expect(faultsOf(Pair, ['1'])).toEqual([': a list of 2 to 2 items']);
  expect(faultsOf(Pair, ['1'], 'tolerant')).toEqual([]);
  expect(faultsOf(Pair, ['1', 2])).toEqual(['[1]: a decimal text']);
  expect(faultsOf(Pair, null)).toEqual([': a list']);
  expect(faultsOf(Pair, { 0: '1', 1: '2' }, 'tolerant')).toEqual([': a list']);
});

test('a closed list of words may have grown elsewhere', () => {
  const Side = OneOf(['buy', 'sell']);
  expect(held(Side, 'buy')).toEqual({ faults: [], seen: [' = buy'] });
  expect(held(Side, 'both')).toEqual({ faults: [': one of "buy", "sell"'], seen: [] });
  expect(faultsOf(Side, 'both', 'tolerant')).toEqual([]);
  expect(faultsOf(Side, 5, 'tolerant')).toEqual([': a string']);
});

test('a fixed value is that value, and elsewhere of its type', () => {
  const Product = Type.Literal('Perpetual');
  expect(faultsOf(Product, 'Perpetual')).toEqual([]);
  expect(faultsOf(Product, 'Future')).toEqual([': "Perpetual"']);
  expect(faultsOf(Product, 'Future', 'tolerant')).toEqual([]);
  expect(faultsOf(Product, 1, 'tolerant')).toEqual([': a string']);
});

test('null stands only where it is said', () => {
  const Level = Nullable(Type.Integer({ minimum: 0 }));
  expect(held(Level, null)).toEqual({ faults: [], seen: [' is null'] });
  expect(held(Level, 3)).toEqual({ faults: [], seen: [' is integer'] });
  expect(faultsOf(Level, undefined)).toEqual([': one of integer, null']);
  expect(faultsOf(Level, '3', 'tolerant')).toEqual([': one of integer, null']);
});

describe('one of several shapes', () => {
  const Status = Type.Union([
    Closed({ resting: Closed({ id: IdText }) }),
    Closed({ error: NameText, errorNote: Type.Optional(NameText) }),
  ]);
  const Event = Type.Union([
    Closed({ kind: Type.Literal('trade'), price: DecimalText }),
    Closed({ kind: OneOf(['placed', 'filled']), id: IdText }),
  ]);

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
  const Order = Closed({
    order: Closed({ venueId: IdText, clientId: ClientIdText }),
    orderId: IdText,
    tpOrder: Type.Optional(Closed({ venueId: IdText })),
    takeProfitOrder: Type.Optional(Closed({ venueId: IdText })),
    updatedTime: Time,
    updateTime: Time,
  });
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
    const Position = Closed({
      stopLossOrders: Type.Array(Closed({ venueId: IdText })),
      stopLossOrderIds: Type.Array(IdText),
    });
    expect(faultsOf(Position, { stopLossOrders: [{ venueId: '1' }], stopLossOrderIds: ['1'] })).toEqual([]);
    expect(faultsOf(Position, { stopLossOrders: [{ venueId: '1' }], stopLossOrderIds: [] })).toEqual([
      'stopLossOrderIds: the same as stopLossOrders: ["1"]',
    ]);
  });
});

describe('what a schema promises', () => {
  test('all branches in the order of the schema', () => {
    const Row = Closed({
      side: OneOf(['buy', 'sell']),
      price: OptionalDecimalText,
      end: Type.Optional(Time),
      legs: Nullable(Type.Array(Closed({ open: Type.Boolean() }))),
    });
    expect(compileSchema(Type.Array(Row), 'strict', { at: 'response' }).branches).toEqual([
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

  test('an unknown schema is an error of the caller', () => {
    expect(() => compileSchema({ type: 'date' } as unknown as TSchema, 'strict')).toThrow(
      'no check for {"type":"date"}',
    );
    expect(() => compileSchema(Type.Unsafe({ $ref: '#/components/schemas/Missing' }), 'strict')).toThrow(
      'refers to Missing',
    );
  });
});
