import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { figureCoverage, figureMarkdown, readFigures } from './figures.ts';

const RECORDS = readFigures(`
- record: trade
  fields: [fee, price]
  empty:
    - { fields: [price], conditions: [negative, rounded], reason: It has no sign. }
    - { conditions: [cross], reason: Not said. }
`);

test('cells are proven, empty on purpose, open, or stale', () => {
  const coverage = figureCoverage(RECORDS, new Set(['trade.fee: rounded', 'trade.price: negative', 'other.fee: long']));
  expect(coverage).toMatchObject({ cells: 22, proven: 2, waived: 3, stale: ['trade.price: negative'] });
  expect(coverage.open).toHaveLength(17);
  expect(coverage.open).toContain('trade.fee: negative');
  expect(coverage.open).not.toContain('trade.fee: cross');
});

test('the table shows each field under each condition, and the reasons below', () => {
  const text = figureMarkdown(RECORDS, new Set(['trade.fee: rounded']));
  expect(text).toContain('22 cells: 1 proven by comparisons that held, 4 empty on purpose, 17 open.');
  expect(text).toContain('| trade.fee | OPEN | OPEN | OPEN | OPEN | OPEN | OPEN | x | - | OPEN | OPEN | OPEN |');
  expect(text).toContain('- **trade**, price: negative, rounded. It has no sign.');
});

test.each([
  ['{}', 'should be a list'],
  ['- record: trade', 'an entry needs record and fields'],
  [
    '- { record: a, fields: [b], empty: [{ fields: [c], conditions: [long], reason: x }] }',
    'a has a gap without known fields',
  ],
  ['- { record: a, fields: [b], empty: [{ conditions: [wide], reason: x }] }', 'a has a gap without known fields'],
  ['- { record: a, fields: [b], empty: [{ conditions: [long] }] }', 'a has a gap without known fields'],
])('%s is refused', (text, problem) => {
  expect(() => readFigures(text)).toThrow(problem);
});

test('the records of the contract are written as they should be', () => {
  expect(readFigures(readFileSync('docs/contract/figures.yaml', 'utf8'))).toHaveLength(28);
});
