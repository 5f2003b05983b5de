import { expect, test } from 'vitest';
import { partingPath, placeIn, sideOf, sidePath, sideText } from './sides.ts';

test.each(['this.end', '9731.i411', '9731.t1767571800000'])('the side %s is read and written', (text) => {
  const side = sideOf(text);
  expect(side && sideText(side)).toBe(text);
});

test.each(['', 'this', 'this.now', '123456.end', 'x.i1', 'this.i', '9731.i1&account=7'])('%s is no side', (text) => {
  expect(sideOf(text)).toBeUndefined();
});

test('a side is read from its own run', () => {
  const asked = { market: 'BTC-USDT', account: '7' };
  expect(sidePath({ run: 'this', moment: { of: 'input', input: 4 } }, asked)).toBe(
    '/moment?input=4&market=BTC-USDT&account=7',
  );
  expect(sidePath({ run: '9731', moment: { of: 'end' } }, { market: '', account: '' })).toBe(
    '/moment?at=999999999999999&branch=9731',
  );
});

test('two runs part somewhere, and one run does not', () => {
  expect(partingPath('this', 'this')).toBeNull();
  expect(partingPath('this', '9731')).toEqual({ path: '/branches/9731/parting', isTurned: false });
  expect(partingPath('9731', 'this')).toEqual({ path: '/branches/9731/parting', isTurned: true });
  expect(partingPath('9731', '9732')).toEqual({ path: '/branches/9732/parting?with=9731', isTurned: false });
});

const NOON = Date.UTC(2026, 0, 5, 12);

test.each([
  ['now', { of: 'end' }],
  ['input 1,411', { of: 'input', input: 1_411 }],
  ['7', { of: 'input', input: 7 }],
  ['9:05', { of: 'time', at: Date.UTC(2026, 0, 5, 9, 5) }],
  ['00:10:30', { of: 'time', at: Date.UTC(2026, 0, 5, 0, 10, 30) }],
  ['05 Jan 2026, 00:10:00', { of: 'time', at: Date.UTC(2026, 0, 5, 0, 10) }],
  ['2026-01-05T00:10:00Z', { of: 'time', at: Date.UTC(2026, 0, 5, 0, 10) }],
])('%s is a moment', (text, place) => {
  expect(placeIn(text, NOON)).toEqual(place);
});

test.each(['yesterday', '25:00', '-3', '2026'.repeat(4)])('%s is no moment', (text) => {
  expect(placeIn(text, NOON)).toBeUndefined();
});
