import { expect, test } from 'vitest';
import { partsOf } from '../scripts/gherkin/parts.ts';
import { lintTitles } from '../scripts/gherkin/titles.ts';

/** Findings of a feature with these lines below its title. */
const findingsOf = (...lines: string[]): string[] => {
  const parts = partsOf(`Feature: getMids shows prices\n${lines.join('\n')}\n`);
  if (!('feature' in parts)) throw new Error(parts.message);
  return lintTitles(parts).map(({ line, message }) => `${line}: ${message}`);
};

const scenario = (title: string): string[] => [`  Scenario: ${title}`, '    Given x', '    Then y'];

test('statements with subject and verb are accepted', () => {
  expect(findingsOf(...scenario('placeOrders rejects a batch of 21 orders with VALIDATION_ERROR'))).toEqual([]);
  expect(findingsOf(...scenario('of two shorts the older one is closed first'))).toEqual([]);
  expect(
    findingsOf('  Rule: a nonce is used once', ...scenario('the same request sent twice is executed once')),
  ).toEqual([]);
});

test('a title without a verb is refused', () => {
  expect(findingsOf(...scenario('public data below params'))).toEqual([
    '2: "public data below params" has no verb that scripts/gherkin/titles.ts knows, so it may be no statement',
  ]);
  expect(findingsOf('  Rule: a cross account', ...scenario('a cross account is liquidated first'))).toEqual([
    '2: "a cross account" has no verb that scripts/gherkin/titles.ts knows, so it may be no statement',
  ]);
});

test('a title of fewer than four words is refused, and a placeholder is one word', () => {
  expect(findingsOf(...scenario('it is refused'))).toEqual([
    '2: "it is refused" begins with "it", so its subject is not in it',
    '2: "it is refused" has 3 words, a statement has at least 4',
  ]);
  const outline = ['  Scenario Outline: <how it came> is refused', '    Given <how it came>', '    Then y'];
  const rows = ['    Examples:', '      | how it came |', '      | late |', '      | twice |'];
  expect(findingsOf(...outline, ...rows)).toEqual([
    '2: "<how it came> is refused" has 3 words, a statement has at least 4',
  ]);
});

test('a title that begins without its subject is refused', () => {
  expect(findingsOf(...scenario('then the vault takes everything over'))).toEqual([
    '2: "then the vault takes everything over" begins with "then", so its subject is not in it',
  ]);
  expect(findingsOf(...scenario('its trades are those of its chunks'))).toEqual([
    '2: "its trades are those of its chunks" begins with "its", so its subject is not in it',
  ]);
});

test('a retired word is refused', () => {
  expect(findingsOf(...scenario('the taker is told eleven trades'))).toEqual([
    '2: "the taker is told eleven trades" uses the word "told", which says less than the word of the field',
  ]);
});

test('an outline with several rows names one of its columns', () => {
  const outline = ['  Scenario Outline: getMids refuses what it cannot read', '    Given <x>', '    Then y'];
  const rows = (...values: string[]): string[] => [
    '    Examples:',
    '      | x |',
    ...values.map((one) => `      | ${one} |`),
  ];
  expect(findingsOf(...outline, ...rows('1'))).toEqual([]);
  expect(findingsOf(...outline, ...rows('1', '2'))).toEqual([
    '2: "getMids refuses what it cannot read" has 2 rows and names none of their columns',
  ]);
});
