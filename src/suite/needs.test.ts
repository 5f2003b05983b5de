import { expect, test } from 'vitest';
import { needsOf } from './needs.ts';
import { spoken } from './steps/spoken.test-helper.ts';

test.each<[string, readonly string[]]>([
  ['the world "quiet"', []],
  ['"trader" has the open orders:', ['reference-market']],
  ['"trader" sends placeOrders:', ['reference-market']],
  ['"trader" sends cancelOrders:', []],
  ['anyone asks getMids', ['reference-market']],
  ['anyone asks getExchangeStatus', []],
  ['5 s pass', []],
  ['5 minutes pass', ['clock']],
  ['the world "crash"', ['worlds']],
  ['the world "quiet" with seed "8"', ['worlds']],
  ['the index of "BTC-USDT" moves to "70000"', ['control']],
  ['"trader" receives "100" USDT', ['control']],
  ['a connection "feed" to info', ['streams']],
  ['the response is ok', []],
])('%s', (step, needs) => {
  expect(needsOf(spoken([step]))).toEqual(needs);
});

test('a tag adds to what the steps need', () => {
  expect(needsOf(spoken(['"trader" places:'], { tags: ['trade', 'needs:fault'] }))).toEqual([
    'fault',
    'reference-market',
  ]);
});

test('a scenario of any market needs no reference market', () => {
  const steps = ['anyone asks getMids', '"trader" follows trades'];
  expect(needsOf(spoken(steps, { tags: ['@any-market'] }))).toEqual(['streams']);
});

test('limits that are used up need a target that has and allows it', () => {
  const needs = (step: string): readonly string[] => needsOf(spoken([step]));
  expect(needs('the address is run down by:')).toEqual(['rate-limits', 'exhaust']);
  expect(needs('the address has been run down')).toEqual(['rate-limits', 'exhaust']);
  expect(needs('this request is sent until it is refused:')).toEqual(['rate-limits', 'exhaust']);
  expect(needs('"trader" places within the same second:')).toEqual(['reference-market', 'rate-limits', 'exhaust']);
  expect(needs('98 more connections to info, with 0 subscriptions each')).toEqual(['streams', 'exhaust']);
});

test('what requests cost needs a target that charges them', () => {
  const needs = (step: string, ...cells: string[]): readonly string[] => needsOf(spoken([step], { cells }));
  expect(needs('the bucket of "trader" is full')).toEqual(['rate-limits']);
  expect(needs('the request has taken 50 tokens of "trader"')).toEqual(['rate-limits']);
  expect(needs('"rateLimit" of the response has exactly the keys "requestsCap, remainingTokens"')).toEqual([
    'rate-limits',
  ]);
  expect(needs('the response is 200 with:', 'rateLimit.requestsCap', '<integer>')).toEqual(['rate-limits']);
  expect(needs('the response is 401 with:', 'rateLimit', '<absent>')).toEqual([]);
});

test("figures that only a world of one's own makes are seen in cells", () => {
  const needs = (cell: string): readonly string[] => needsOf(spoken([], { cells: [cell] }));
  expect(needs('number 1767571205000')).toEqual(['clock']);
  expect(needs('session until 1767571205')).toEqual(['clock']);
  expect(needs('text 2026-01-05T00:00:00.000Z')).toEqual(['clock']);
  expect(needs('2026-01-05T00:00:00')).toEqual(['clock']);
  expect(needs('1948058938469519360')).toEqual(['worlds']);
  expect(needs('{"symbol":"WTI-USDT"}')).toEqual(['trading-hours']);
  expect(needs('{"subAccountId":"1867542890123456789"}')).toEqual(['worlds']);
  expect(needs('{"requestsCap":1200,"remainingTokens":1185}')).toEqual(['limits']);
  expect(needs('limits.ipTokens')).toEqual(['worlds', 'limits']);
  expect(needs('18446744073709551615')).toEqual([]);
});

test('a second subaccount may be one that is there, and one with a given name may not', () => {
  const needs = (step: string): readonly string[] => needsOf(spoken([step]));
  expect(needs('"alice" also owns the subaccount "savings"')).toEqual(['second-subaccount']);
  expect(needs('"alice" also owns the subaccount "savings" named "For a rainy day"')).toEqual(['control']);
});

test('a wallet that has traded must be taken off the whitelist; one that has not may stand off it', () => {
  const unlisted = 'the wallet of "alice" is not whitelisted';
  expect(needsOf(spoken(['"bob" has the open orders:', unlisted]))).not.toContain('control');
  expect(needsOf(spoken([unlisted, '"alice" has the open orders:']))).not.toContain('control');
  expect(needsOf(spoken(['"alice" has the open orders:', unlisted]))).toContain('control');
});

test('a tag that names no capability is an error', () => {
  expect(() => needsOf(spoken([], { tags: ['@needs:luck'] }))).toThrow(
    '@needs:luck names no capability; there are clock,',
  );
});
