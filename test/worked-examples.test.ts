import { expect, test } from 'vitest';
import { checkWorkedExamples } from '../scripts/docs/worked-examples.ts';

const FEATURE = `@risk @worked-example
Feature: examples

  Rule: one

    # Why.
    @assumed
    Scenario: first
      Given the world "bare"
      Then nothing changed

    Scenario: second
      Given the world "quiet"
`;
const OTHER = `Feature: others

    @worked-example
    Scenario: third
      Given the world "bare"

    Scenario: fourth
      Given the world "bare"
`;
const block = (text: string): string => `\`\`\`gherkin\n${text}\n\`\`\`\n`;
const FIRST = block('Scenario: first\n  Given the world "bare"\n  Then nothing changed');
const SECOND = block('Scenario: second\n  Given the world "quiet"');
const THIRD = block('Scenario: third\n  Given the world "bare"');

const check = (book: string): string[] =>
  checkWorkedExamples({ path: 'docs/risk.md', text: book }, [
    { path: 'features/one.feature', text: FEATURE },
    { path: 'features/two.feature', text: OTHER },
  ]);

test('a book that holds every tagged scenario, whatever its indent', () => {
  expect(check(`# Book\n\n${FIRST}\nWords.\n\n${SECOND}${THIRD}`)).toEqual([]);
});

test('a tagged scenario that the book leaves out', () => {
  expect(check(`${FIRST}${THIRD}`)).toEqual([
    'features/one.feature:12: docs/risk.md does not have this worked example',
  ]);
});

test('a scenario without the tag may stand there and need not', () => {
  const fourth = block('Scenario: fourth\n  Given the world "bare"');
  expect(check(`${FIRST}${SECOND}${THIRD}${fourth}`)).toEqual([]);
});

test.each([
  ['a word', 'Scenario: first\n  Given the world "bare"\n  Then everything changed'],
  ['a step too few', 'Scenario: first\n  Given the world "bare"'],
  ['a step too many', 'Scenario: first\n  Given the world "bare"\n  Then nothing changed\n  And the response is ok'],
])('a block that differs by %s', (_what, text) => {
  expect(check(`# Book\n\n${block(text)}${SECOND}${THIRD}`)).toEqual([
    'docs/risk.md:3: no feature has this scenario',
    'features/one.feature:8: docs/risk.md does not have this worked example',
  ]);
});
