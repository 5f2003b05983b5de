import { compile, AstBuilder, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin';
import { type Envelope, IdGenerator, parseEnvelope, TestStepResultStatus } from '@cucumber/messages';
import { describe, expect, test } from 'vitest';
import { type Clause, coverageOf, isInReach } from '../scripts/coverage-count.ts';
import { coverageMarkdown } from '../scripts/coverage-table.ts';
import { type ScenarioResult, scenariosOf } from '../scripts/scenario-results.ts';

const FEATURE = `@trade
Feature: orders
  @clause:A
  Scenario: one
    Given a step

  @clause:B
  Scenario Outline: <case>
    Given a step
    @clause:C
    Examples: stated
      | case |
      | two  |
      | three |
    @assumed @R-26
    Examples: open
      | case |
      | four |
`;

type Ends = Readonly<Record<string, readonly TestStepResultStatus[]>>;

/** The messages of a run in which each scenario ends as told, attempt by attempt; `PASSED` unless told. */
function runOf(ends: Ends = {}): Envelope[] {
  const newId = IdGenerator.incrementing();
  const document = new Parser(new AstBuilder(newId), new GherkinClassicTokenMatcher()).parse(FEATURE);
  const pickles = compile(document, 'features/orders.feature', newId);
  const time = { seconds: 0, nanos: 0 };
  return pickles.flatMap((pickle): Envelope[] => {
    const attempts = ends[pickle.name] ?? [TestStepResultStatus.PASSED];
    const testCase = { id: newId(), pickleId: pickle.id, testSteps: [] };
    const tries = attempts.flatMap((status, attempt): Envelope[] => {
      const testCaseStartedId = newId();
      return [
        { testCaseStarted: { id: testCaseStartedId, testCaseId: testCase.id, attempt, timestamp: time } },
        {
          testStepFinished: {
            testCaseStartedId,
            testStepId: newId(),
            testStepResult: { status, duration: time },
            timestamp: time,
          },
        },
        { testCaseFinished: { testCaseStartedId, willBeRetried: attempt < attempts.length - 1, timestamp: time } },
      ];
    });
    // The parser has message types of its own; as text they are the same.
    return [parseEnvelope(JSON.stringify({ pickle })), { testCase }, ...tries];
  });
}

describe('scenarios of a run', () => {
  const namesAndTags = (ends?: Ends) => scenariosOf(runOf(ends)).map(({ name, tags, passed }) => [name, tags, passed]);

  test('each row is one, with the tags of its own Examples block', () => {
    expect(namesAndTags()).toEqual([
      ['one', ['trade', 'clause:A'], true],
      ['two', ['trade', 'clause:B', 'clause:C'], true],
      ['three', ['trade', 'clause:B', 'clause:C'], true],
      ['four', ['trade', 'clause:B', 'assumed', 'R-26'], true],
    ]);
  });

  test('are found where they stand', () => {
    expect(scenariosOf(runOf()).map(({ where }) => where)).toEqual([
      'features/orders.feature:4',
      'features/orders.feature:13',
      'features/orders.feature:14',
      'features/orders.feature:18',
    ]);
  });

  test.each([
    TestStepResultStatus.FAILED,
    TestStepResultStatus.SKIPPED,
    TestStepResultStatus.PENDING,
    TestStepResultStatus.UNDEFINED,
    TestStepResultStatus.AMBIGUOUS,
  ])('%s has not passed', (status) => {
    expect(namesAndTags({ one: [status] })[0]?.[2]).toBe(false);
  });

  test('the last attempt counts, and counts once', () => {
    const { FAILED, PASSED } = TestStepResultStatus;
    expect(namesAndTags({ one: [FAILED, PASSED] }).map(([, , passed]) => passed)).toEqual([true, true, true, true]);
    expect(namesAndTags({ one: [PASSED, FAILED] })).toHaveLength(4);
    expect(namesAndTags({ one: [PASSED, FAILED] })[0]?.[2]).toBe(false);
  });

  test('one that never ended is none', () => {
    const run = runOf();
    expect(scenariosOf(run.slice(0, -1)).map(({ name }) => name)).toEqual(['one', 'two', 'three']);
  });

  test('a stream without its beginning is refused', () => {
    expect(() => scenariosOf(runOf().filter(({ pickle }) => !pickle))).toThrow('the messages are cut off');
  });
});

const clause = (id: string, more: Partial<Clause> = {}): Clause => ({
  id,
  kind: 'rule',
  surface: ['trade'],
  text: `${id} holds.`,
  needs: ['funded'],
  status: 'stated',
  ...more,
});
const CLAUSES: readonly Clause[] = [
  clause('A', { action: 'placeOrders' }),
  clause('B', { action: 'placeOrders', kind: 'limit', needs: ['clock', 'funded'] }),
  clause('C', { action: 'getMids', surface: ['info'], needs: [] }),
  clause('D', { surface: ['ws'] }),
  clause('E', { surface: ['trade', 'ws'], needs: ['fault'] }),
  clause('F', { surface: ['trade', 'ws'], status: 'ambiguous', action: 'getPortfolio' }),
];
const IMPLEMENTED = new Map([
  ['getMids', 'info'],
  ['placeOrders', 'trade'],
]);
const scenario = (tags: readonly string[], passed = true): ScenarioResult => ({
  name: 's',
  where: 'a:1',
  tags,
  passed,
});
const of = (...scenarios: ScenarioResult[]) => coverageOf(CLAUSES, IMPLEMENTED, scenarios);

describe('counting', () => {
  test('out of reach is what only a fault shows', () => {
    expect(CLAUSES.filter((each) => !isInReach(each)).map(({ id }) => id)).toEqual(['E']);
  });

  test('proven is what passing scenarios cite', () => {
    const { total, inReach, scenarios } = of(scenario(['clause:A', 'clause:D']), scenario(['clause:A']), scenario([]));
    expect(total).toEqual({ clauses: 6, proven: 2 });
    expect(inReach).toEqual({ clauses: 5, proven: 2 });
    expect(scenarios).toEqual({ run: 3, passed: 3 });
  });

  test('a citation that did not pass spoils the others', () => {
    const { total, broken, scenarios } = of(
      scenario(['clause:A']),
      scenario(['clause:A'], false),
      scenario(['clause:A']),
    );
    expect(total.proven).toBe(0);
    expect(broken).toEqual(['A']);
    expect(scenarios).toEqual({ run: 3, passed: 2 });
  });

  test('by kind, status, surface and need', () => {
    const { byKind, byStatus, bySurface, byNeed } = of(scenario(['clause:B', 'clause:F']));
    expect(byKind).toEqual({ limit: { clauses: 1, proven: 1 }, rule: { clauses: 5, proven: 1 } });
    expect(byStatus).toEqual({ ambiguous: { clauses: 1, proven: 1 }, stated: { clauses: 5, proven: 1 } });
    expect(bySurface).toEqual({
      info: { clauses: 1, proven: 0 },
      trade: { clauses: 4, proven: 2 },
      ws: { clauses: 3, proven: 1 },
    });
    expect(byNeed).toEqual({
      clock: { clauses: 1, proven: 1 },
      fault: { clauses: 1, proven: 0 },
      funded: { clauses: 4, proven: 2 },
      nothing: { clauses: 1, proven: 0 },
    });
  });

  test('every action of the catalogue or of the product has its line', () => {
    const { actions } = of(
      scenario(['placeOrders', 'clause:A']),
      scenario(['clause:B']),
      scenario(['placeOrders'], false),
    );
    expect(actions).toEqual([
      { name: 'getPortfolio', surface: 'trade', implemented: false, clauses: 1, proven: 0, scenarios: 0 },
      { name: 'placeOrders', surface: 'trade', implemented: true, clauses: 2, proven: 2, scenarios: 2 },
      { name: 'getMids', surface: 'info', implemented: true, clauses: 1, proven: 0, scenarios: 0 },
    ]);
  });

  test('open is what is within reach and not proven', () => {
    expect(of(scenario(['clause:A'])).open).toEqual([
      { id: 'B', action: 'placeOrders', text: 'B holds.' },
      { id: 'C', action: 'getMids', text: 'C holds.' },
      { id: 'D', text: 'D holds.' },
      { id: 'F', action: 'getPortfolio', text: 'F holds.' },
    ]);
  });

  test('an id nobody knows is told with its place', () => {
    expect(of(scenario(['clause:NOPE'])).unknown).toEqual([{ id: 'NOPE', where: 'a:1' }]);
  });
});

test('the page shows the share, the actions and what is open', () => {
  const page = coverageMarkdown(of(scenario(['clause:A']), scenario(['clause:B'], false), scenario(['clause:NOPE'])));
  expect(page).toContain('2 of 3 scenarios passed. 1 of 6 (16.7 %) clauses are proven');
  expect(page).toContain('injected fault 1 of 5 (20.0 %).');
  expect(page).toContain('| placeOrders | trade | yes | 1 / 2 | 1 |');
  expect(page).toContain('| getPortfolio | trade | no | 0 / 1 | 0 |');
  expect(page).toContain('| clock | 0 of 1 (0.0 %) |');
  expect(page).toContain('- `C` (getMids): C holds.');
  expect(page).toContain('- NOPE at a:1');
});
