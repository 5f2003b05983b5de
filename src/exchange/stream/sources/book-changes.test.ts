import { describe, expect, test } from 'vitest';
import { changesOfSide } from './orderbook.ts';

/** `100:5` is five lots at a price of 100. */
const levels = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      const [price = '', lots = ''] = word.split(':');
      return { price: Number(price), lots: Number(lots), text: { price, quantity: lots } };
    });

describe.each([
  ['buy', '103:1 102:2 101:3'],
  ['sell', '101:3 102:2 103:1'],
] as const)('the %s side', (side, before) => {
  const text = (after: string): string =>
    changesOfSide(side, levels(before), levels(after))
      .map((level) => `${level.text.price}:${level.text.quantity}`)
      .join(' ');
  const inOrder = (words: string): string => {
    const sorted = words.split(' ').sort();
    return (side === 'buy' ? sorted.reverse() : sorted).join(' ');
  };

  test.each([
    ['nothing', '101:3 102:2 103:1', ''],
    ['another quantity', '101:3 102:7 103:1', '102:7'],
    ['a level that is gone', '101:3 103:1', '102:0'],
    ['a level that is new', '101:3 102:2 103:1 104:9', '104:9'],
    ['one moves by a tick', '101:3 102:2 104:1', '103:0 104:1'],
    ['all at once', '100:1 101:4 103:1 105:2', '100:1 101:4 102:0 105:2'],
    ['everything is gone', '', '101:0 102:0 103:0'],
    ['everything is another', '201:1 202:2', '101:0 102:0 103:0 201:1 202:2'],
  ])('%s', (_case, after, changes) => {
    expect(text(inOrder(after))).toBe(inOrder(changes));
  });

  test('that was empty is all new', () => {
    expect(changesOfSide(side, [], levels(before))).toEqual(levels(before));
  });
});
