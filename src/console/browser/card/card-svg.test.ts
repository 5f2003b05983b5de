import { expect, test } from 'vitest';
import { type Card, cardSvg, wrapped } from './card-svg.ts';

const CARD: Card = {
  title: 'Liquidated',
  subtitle: 'Account 0 · BTC-USDT',
  said: 'Equity 10 < maintenance 12',
  path: [
    [0, 100],
    [60, 90],
    [120, 80],
  ],
  lines: [{ price: 80, name: 'liquidated at 80' }],
  sums: ['equity = 10', 'maintenance = 12'],
  origin: 'seed 7',
  command: 'perpsim replay run.jsonl --until 120 --serve',
  tone: 'bad',
};

test('a card has its path, its line, the arithmetic, the seed and the command', () => {
  const svg = cardSvg(CARD);
  expect(svg).toContain('<polyline points="48.0,196.0 368.0,341.0 688.0,486.0"');
  expect(svg).toContain('<line x1="48" x2="688" y1="486.0" y2="486.0"');
  for (const words of ['Liquidated', 'equity = 10', 'seed 7', '$ perpsim replay run.jsonl --until 120 --serve']) {
    expect(svg).toContain(`>${words}</text>`);
  }
  expect(svg).not.toContain('href');
});

test('no text becomes markup', () => {
  const svg = cardSvg({ ...CARD, said: '<script>alert(1)</script>\u0007 & "more"' });
  expect(svg).toContain('&lt;script&gt;alert(1)&lt;/script&gt;  &amp; &quot;more&quot;');
  expect(svg).not.toContain('<script');
});

test('a price that stands still, and none, are drawn too', () => {
  const still = { ...CARD, path: [[5, 80]] as const };
  expect(cardSvg(still)).toContain('<circle cx="688.0" cy="341.0"');
  expect(cardSvg({ ...CARD, path: [], lines: [] })).toContain('No price is known.');
});

test('a long line is broken, and a long list is cut', () => {
  expect(wrapped('one two three four', 9)).toEqual(['one two', '  three', '  four']);
  expect(wrapped('x'.repeat(9), 6)).toEqual(['xxxx', '  xxxx', '  x']);
  const svg = cardSvg({ ...CARD, sums: Array.from({ length: 40 }, (_, at) => `sum ${at}`) });
  expect(svg).toContain('>sum 9</text>');
  expect(svg).not.toContain('>sum 10</text>');
  expect(svg).toContain('>…</text>');
});
