import { expect, test } from 'vitest';
import { linesOf, shows } from './document-lines.ts';

const DOCUMENT = {
  types: {
    Order: [
      { name: 'price', type: 'string' },
      { name: 'sides', type: 'string[]' },
    ],
  },
  message: { orders: [{ price: '1.50' }], ids: [], nonce: '7' },
};

test('each line has its indent and the member that it shows', () => {
  expect(linesOf(DOCUMENT).map(({ depth, text, path }) => [depth, text, path])).toEqual([
    [0, '{', ''],
    [1, '"types": {', 'types'],
    [2, '"Order": [', 'types.Order'],
    [3, '{ "name": "price", "type": "string" },', 'types.Order.price'],
    [3, '{ "name": "sides", "type": "string[]" }', 'types.Order.sides'],
    [2, ']', 'types.Order'],
    [1, '},', 'types'],
    [1, '"message": {', 'message'],
    [2, '"orders": [', 'message.orders'],
    [3, '{', 'message.orders[0]'],
    [4, '"price": "1.50"', 'message.orders[0].price'],
    [3, '}', 'message.orders[0]'],
    [2, '],', 'message.orders'],
    [2, '"ids": [],', 'message.ids'],
    [2, '"nonce": "7"', 'message.nonce'],
    [1, '}', 'message'],
    [0, '}', ''],
  ]);
});

test('the lines put together are the document', () => {
  expect(
    JSON.parse(
      linesOf(DOCUMENT)
        .map(({ text }) => text)
        .join(''),
    ),
  ).toEqual(DOCUMENT);
});

test('a member is shown by its own lines and those of its parts', () => {
  const lines = linesOf(DOCUMENT);
  const shown = (member: string) => lines.filter((line) => shows(line, member)).map(({ text }) => text);
  expect(shown('message.orders[0].price')).toEqual(['"price": "1.50"']);
  expect(shown('types.Order')).toEqual([
    '"Order": [',
    '{ "name": "price", "type": "string" },',
    '{ "name": "sides", "type": "string[]" }',
    ']',
  ]);
  expect(shown('signature.v')).toEqual([]);
});
