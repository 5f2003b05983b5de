import { expect, test } from 'vitest';
import { FeatureError, planOf } from './plan.ts';

const FEATURE = `@trade
Feature: Cancelling
  Background:
    Given the world "quiet"

  @clause:CANCELORDERS
  Scenario: one order
    When anyone asks getMids

  Scenario Outline: <what> is refused
    When anyone asks <action>

    @negative
    Examples:
      | what | action  |
      | a    | getMids |
      | b    | getPos  |
`;

test('every scenario and every row is planned, with its own line and tags', () => {
  const plan = planOf(new Map([['features/trade/x.feature', FEATURE]]));
  expect(plan).toEqual([
    {
      id: 'features/trade/x.feature:7',
      uri: 'features/trade/x.feature',
      line: 7,
      lines: [6, 7, 8],
      name: 'one order',
      feature: 'Cancelling',
      area: 'trade',
      tags: ['trade', 'clause:CANCELORDERS'],
      steps: [
        { text: 'the world "quiet"', argument: { rows: [], text: '' }, kind: 'Context' },
        { text: 'anyone asks getMids', argument: { rows: [], text: '' }, kind: 'Action' },
      ],
    },
    expect.objectContaining({
      id: 'features/trade/x.feature:16',
      lines: [10, 11, 12, 13, 14, 15, 16],
      name: 'a is refused',
      tags: ['trade', 'negative'],
      steps: [
        { text: 'the world "quiet"', argument: { rows: [], text: '' }, kind: 'Context' },
        { text: 'anyone asks getMids', argument: { rows: [], text: '' }, kind: 'Action' },
      ],
    }),
    expect.objectContaining({ id: 'features/trade/x.feature:17', name: 'b is refused' }),
  ]);
});

test('a step keeps the table or doc string below it', () => {
  const text =
    'Feature: f\n  Scenario: s\n    Given a\n      | x | y |\n      | 1 | 2 |\n    And b\n      \"\"\"\n      text\n      \"\"\"';
  const [scenario] = planOf(new Map([['features/a.feature', text]]));
  expect(scenario?.steps.map(({ argument }) => argument)).toEqual([
    {
      rows: [
        ['x', 'y'],
        ['1', '2'],
      ],
      text: '',
    },
    { rows: [], text: 'text' },
  ]);
});

test('files come in the order of their paths, whatever the order they were read in', () => {
  const plan = planOf(
    new Map([
      ['features/z.feature', 'Feature: z\n  Scenario: z\n    Given a'],
      ['features/a.feature', 'Feature: a\n  Scenario: a\n    Given a'],
    ]),
  );
  expect(plan.map(({ id }) => id)).toEqual(['features/a.feature:2', 'features/z.feature:2']);
});

test('what is no Gherkin is named with its file', () => {
  const broken = new Map([['features/a.feature', 'Feature: a\n  Scenario: a\n    Given a\n    nonsense']]);
  expect(() => planOf(broken)).toThrow(FeatureError);
  expect(() => planOf(broken)).toThrow('features/a.feature is no feature');
});

test('a scenario has every line between its first tag and its last step, and a row shares those of its outline', () => {
  const text = `Feature: f

  Scenario: a doc string
    Given a
      """
      one
      two
      """

  Scenario Outline: rows
    Given <a>
      | x |

    @first
    Examples:
      | a |
      | 1 |
      | 2 |

    Examples: others
      | a |
      | 3 |
`;
  const lines = planOf(new Map([['features/a.feature', text]])).map((scenario) => scenario.lines);
  expect(lines).toEqual([
    [3, 4, 5, 6, 7, 8],
    [10, 11, 12, 13, 19, 14, 15, 16, 17],
    [10, 11, 12, 13, 19, 14, 15, 16, 18],
    [10, 11, 12, 13, 19, 20, 21, 22],
  ]);
});
