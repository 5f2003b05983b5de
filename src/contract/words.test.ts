import { expect, test } from 'vitest';
import { cancelReasonOf, isDirection, isHistoryStatus, orderTypeWord, tradeTypeWord } from './words.ts';

test('order kinds have one word on records and another on trades', () => {
  expect([orderTypeWord('limit'), orderTypeWord('market')]).toEqual(['LIMIT', 'MARKET']);
  expect([tradeTypeWord('limit'), tradeTypeWord('market')]).toEqual(['limit', 'market']);
});

test("a cancel that was asked for has no reason, an expiry has the contract's", () => {
  expect([cancelReasonOf('user'), cancelReasonOf('expired')]).toEqual([null, 'EXPIRED']);
});

test('only the words of the lists are known, whatever objects inherit', () => {
  expect(['partially filled', 'partially_filled', 'constructor', ''].map(isHistoryStatus)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(['open long', 'long'].map(isDirection)).toEqual([true, false]);
});
