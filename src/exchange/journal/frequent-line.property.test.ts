import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dumpText, parseDumpText } from '../../kernel/canonical-json.ts';
import { hasRightSum, summedLine } from './line-cursor.ts';
import { readFrequentLine } from './frequent-line.ts';
import { LineCursor } from './line-cursor.ts';

// Goal: a frequent line is read as any line is read, and nothing else is taken for one. Method: write requests and moves of
// the clock with texts and figures at the edges, edit some of their characters, and read them in both ways.

const text = fc.oneof(
  fc.constantFrom(
    'placeOrders',
    '',
    '5n',
    "'5n",
    'n',
    '127.0.0.1',
    'a"b',
    'a\\b',
    'é',
    ',"kind":"request","nonce":',
    '\u007f',
  ),
  fc.string({ maxLength: 8 }),
);
const figure = fc.oneof(
  fc.nat(),
  fc.constantFrom(0, 10, 999_999_999_999_999, 1_000_000_000_000_000, Number.MAX_SAFE_INTEGER),
);
const hex = (length: number): fc.Arbitrary<string> => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));

const charge = fc.record({
  account: fc.option(figure),
  ip: text,
  orders: figure,
  surface: fc.constantFrom('trade', 'info'),
  tokens: figure,
});
const account = figure;
const order = fc.record({ no: figure });
const decimal = fc.constantFrom('', '94964', '0.00586', '123456789.12345678');
const command = fc.oneof(
  fc.record({
    account,
    clientId: text,
    expiresAt: fc.option(figure),
    orderType: fc.constantFrom('limitGtc', 'market', '5n'),
    postOnly: fc.boolean(),
    price: decimal,
    quantity: decimal,
    reduceOnly: fc.boolean(),
    side: fc.constantFrom('buy', 'sell', 'both'),
    source: text,
    symbol: fc.constantFrom('BTC-USDT', 'é'),
    type: fc.constant('PlaceOrder'),
  }),
  fc.record({ account, order, type: fc.constantFrom('CancelOrder', 'Other') }),
  fc.record({
    account,
    order,
    price: fc.option(decimal),
    quantity: fc.option(decimal),
    triggerPrice: fc.option(text),
    type: fc.constant('ModifyOrder'),
  }),
  fc.record({ type: text, price: text, no: figure, postOnly: fc.boolean() }),
  fc.record({ type: fc.constant('Odd'), like: fc.constant({ commands: [], kind: 'request', nonce: 5n }) }),
);
const request = fc.record(
  {
    account: figure,
    action: text,
    at: figure,
    charge,
    commands: fc.array(command, { maxLength: 3 }),
    kind: fc.constant('request'),
    nonce: fc.option(fc.oneof(fc.bigInt({ min: -9n, max: 10n ** 20n }), fc.nat().map(BigInt))),
    wallet: text,
  },
  { requiredKeys: ['account', 'action', 'at', 'commands', 'kind', 'nonce', 'wallet'] },
);
const clock = fc.record({ at: figure, kind: fc.constant('clock') });
const line = fc.record({ crc: figure, input: fc.oneof(request, request, clock), seq: figure });

/** A few characters of the text, each replaced, taken away or doubled. */
const edits = fc.array(
  fc.record({ at: fc.nat(), how: fc.nat({ max: 2 }), by: fc.constantFrom('0', '"', ' ', 'n', '}', ',', '-', '\\') }),
  {
    maxLength: 2,
  },
);

test('a line is read as any line is read, or not at all', () => {
  const cursor = new LineCursor();
  let read = 0;
  let left = 0;
  fc.assert(
    fc.property(line, hex(16), edits, (document, before, changes) => {
      const written = summedLine(before, document);
      let changed = written.text;
      for (const { at, how, by } of changes) {
        const place = at % changed.length;
        const middle = how === 0 ? by : how === 1 ? '' : (changed[place] ?? '').repeat(2);
        changed = changed.slice(0, place) + middle + changed.slice(place + 1);
      }
      const found = readFrequentLine(cursor, changed);
      if (found === null) {
        left += 1;
        return;
      }
      read += 1;
      const { crc, input, seq, sum } = found;
      expect(parseDumpText(changed)).toEqual({ crc, input, seq, sum });
      expect(dumpText(found)).toBe(changed);
      expect(cursor.sumAfter(before) === sum).toBe(hasRightSum(before, changed, { sum }));
      if (changes.length === 0) expect(cursor.sumAfter(before)).toBe(written.sum);
    }),
    { seed: 7, numRuns: 6_000 },
  );
  expect(Math.min(read, left)).toBeGreaterThan(500);
});

const plain = {
  crc: 12,
  input: {
    account: 3,
    action: 'placeOrders',
    at: 1_767_571_200_004,
    commands: [{ type: 'CancelOrder', account: 3 }],
    kind: 'request',
    nonce: 5n,
    wallet: '0xabc',
  },
  seq: 5,
};
const readable = (document: object): boolean =>
  readFrequentLine(new LineCursor(), summedLine('', document).text) !== null;

test.each([
  ['a request', plain],
  ['a request without a nonce', { ...plain, input: { ...plain.input, nonce: null } }],
  ['a move of the clock', { ...plain, input: { at: 5, kind: 'clock' } }],
])('%s is read', (_what, document) => {
  expect(readable(document)).toBe(true);
});

test.each([
  ['with levels', { ...plain, input: { ...plain.input, levels: {} } }],
  ['of another kind', { ...plain, input: { at: 5, commands: [], kind: 'control' } }],
  ['with a command that is none', { ...plain, input: { ...plain.input, commands: [5] } }],
  ['with a command without a type', { ...plain, input: { ...plain.input, commands: [{ account: 3 }] } }],
  ['with a text of two bytes a character', { ...plain, input: { ...plain.input, action: 'é' } }],
  ['that is long', { ...plain, input: { ...plain.input, commands: [{ type: 'x'.repeat(20_000) }] } }],
])('a line %s is left', (_what, document) => {
  expect(readable(document)).toBe(false);
});
