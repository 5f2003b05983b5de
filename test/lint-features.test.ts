import { expect, test } from 'vitest';
import { clauseCatalogue, lintFeature } from '../scripts/lint-features.ts';

const KNOWN = { clauses: new Set(['A-ONE', 'A-TWO']), transitions: new Set(['order/placed/cancel']) };

/** Errors (warnings aside) of a feature with these lines. */
const errorsOf = (...lines: string[]): string[] =>
  lintFeature(`Feature: f\n${lines.join('\n')}\n`, KNOWN)
    .filter((finding) => !finding.warning)
    .map((finding) => `${finding.line}: ${finding.message}`);

test('a scenario that cites a clause of the catalogue is fine', () => {
  expect(errorsOf('  @clause:A-ONE', '  Scenario: s', '    Given x', '    Then y')).toEqual([]);
});

test('a reading of our own carries @assumed and its number', () => {
  expect(errorsOf('  @assumed @R-07', '  Scenario: s', '    Given x', '    Then y')).toEqual([]);
  expect(errorsOf('  @assumed @R-104', '  Scenario: s', '    Given x', '    Then y')).toEqual([]);
  expect(errorsOf('  @assumed', '  Scenario: s', '    Given x', '    Then y')).toEqual([
    '3: "s" cites neither a @clause: nor @assumed with its @R-nn',
  ]);
});

test('a scenario without a citation is refused', () => {
  expect(errorsOf('  Scenario: s', '    Given x', '    Then y')).toEqual([
    '2: "s" cites neither a @clause: nor @assumed with its @R-nn',
  ]);
});

test('an unknown clause is refused', () => {
  expect(errorsOf('  @clause:A-NINE', '  Scenario: s', '    Given x', '    Then y')).toEqual([
    '2: @clause:A-NINE is no clause of docs/contract/clauses.yaml',
  ]);
});

test('each Examples block needs a citation of its own or an inherited one', () => {
  const outline = ['  Scenario Outline: s', '    Given <x>', '    Then y'];
  const table = ['      | x |', '      | 1 |'];
  expect(errorsOf(...outline, '    @clause:A-ONE', '    Examples: a', ...table, '    Examples: b', ...table)).toEqual([
    '2: "s" cites neither a @clause: nor @assumed with its @R-nn',
  ]);
  expect(errorsOf('  @clause:A-TWO', ...outline, '    Examples: a', ...table)).toEqual([]);
  expect(errorsOf('  @clause:A-TWO', ...outline)).toEqual(['3: "s" is an outline without examples, so it never runs']);
});

test('a parked scenario is refused', () => {
  expect(errorsOf('  @clause:A-ONE @wip', '  Scenario: s', '    Given x', '    Then y')).toEqual([
    '3: "s" is parked with @wip',
  ]);
});

test('two scenarios of one name are refused, also across rules', () => {
  const twin = (step: string): string[] => [
    '    @clause:A-ONE',
    '    Scenario: s',
    `      Given ${step}`,
    '      Then y',
  ];
  expect(errorsOf('  Rule: one', ...twin('x'), '  Rule: two', ...twin('z'))).toEqual([
    '9: "s" names two scenarios of this file',
  ]);
});

test('three background steps and twelve scenario steps fit, one more does not', () => {
  const steps = (count: number): string[] => Array.from({ length: count }, () => '    Given x');
  const feature = (background: number, scenario: number): string[] =>
    errorsOf(
      '  Background:',
      ...steps(background),
      '  @clause:A-ONE',
      '  Scenario: s',
      ...steps(scenario - 1),
      '    Then y',
    );
  expect(feature(3, 12)).toEqual([]);
  expect(feature(4, 12)).toEqual(['2: background has 4 steps, at most 3 are read before a scenario']);
  expect(feature(3, 13)).toEqual(['7: "s" has 13 steps, at most 12 are allowed']);
});

test('twelve scenarios fit a file, thirteen and none do not; one is only a warning', () => {
  const scenarios = (count: number): string[] =>
    Array.from(
      { length: count },
      (_, index) => `  @clause:A-ONE\n  Scenario: s${index}\n    Given x${index}\n    Then y`,
    );
  expect(errorsOf(...scenarios(12))).toEqual([]);
  expect(errorsOf(...scenarios(13))).toEqual(['1: 13 scenarios, 1 to 12 fit one file']);
  expect(errorsOf()).toEqual(['1: 0 scenarios, 1 to 12 fit one file']);
  expect(lintFeature('Feature: f\n  @clause:A-ONE\n  Scenario: s\n    Given x\n    Then y\n', KNOWN)).toEqual([
    { line: 1, message: '1 scenarios, 5 to 8 are wanted', warning: true },
  ]);
});

test('broken Gherkin is a finding, not a crash', () => {
  expect(errorsOf('  Scenari: s')).toHaveLength(1);
});

test('a catalogue that repeats an id is refused', () => {
  expect(() => clauseCatalogue('- id: A\n- id: A\n')).toThrow('docs/contract/clauses.yaml repeats an id');
});
