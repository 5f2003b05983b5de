import { expect, test } from 'vitest';
import { needsOf } from './needs.ts';

test.each<[string, readonly string[]]>([
  ['the world "quiet"', ['reference-market']],
  ['the world "crash"', ['worlds']],
  ['the world "quiet" with seed "8"', ['worlds']],
  ['the index of "BTC-USDT" moves to "70000"', ['control']],
  ['"trader" receives "100" USDT', ['control']],
  ['a connection "feed" to info', ['streams']],
  ['the response is ok', []],
])('%s', (step, needs) => {
  expect(needsOf({ tags: [], steps: [step] })).toEqual(needs);
});

test('a tag adds to what the sentences need', () => {
  expect(needsOf({ tags: ['trade', 'needs:fault'], steps: ['the world "quiet"'] })).toEqual([
    'fault',
    'reference-market',
  ]);
});

test('a tag that names no capability is an error', () => {
  expect(() => needsOf({ tags: ['@needs:luck'], steps: [] })).toThrow(
    '@needs:luck names no capability; there are clock,',
  );
});
