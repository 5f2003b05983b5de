import { expect, test } from 'vitest';
import { checkReferences, citationsIn, definitionsIn, type Source } from '../scripts/docs/references.ts';

/** Ids put together here, so that the check of this repository does not read them as citations. */
const id = (kind: string, number: string): string => [kind, number].join('-');
const UNKNOWN_RULING = id('R', '999');
const UNKNOWN_INVARIANT = id('INV', '999');
const UNKNOWN_DECISION = ['decision', '77'].join(' ');
const section = (number: string): string => ['wire', number].join(' ');

const RULINGS: Source = {
  path: 'docs/contract/rulings.md',
  text: '# Rulings\n\nIntroduction.\n\n### R-01\n**Order.** Text.\n\n## Part\n\n### R-02\nText.\n',
};
const INVARIANTS: Source = {
  path: 'docs/contract/invariants.md',
  text: '| Id | Rule | Shown by |\n|---|---|---|\n| INV-01 <a id="inv-01"></a> | Sums are zero. | `a.test.ts` |\n| SEC-02 | One. | not yet |\n',
};
const WIRE: Source = {
  path: 'docs/contract/wire/2-orders.md',
  text: '# 2 Trade\n\nIntroduction.\n\n## 2.5 cancelOrders\n\nText.\n\n## 2.18 Histories\n\n| a |\n',
};
const CLAUSES: Source = {
  path: 'docs/contract/clauses.yaml',
  text: '# Head.\n- id: SHAPE-ONE\n  kind: rule\n  text: "One."\n- id: SHAPE-TWO-A\n  text: "Two."\n',
};
const DECISION: Source = { path: 'docs/decisions/0003-some-choice.md', text: '# 0003\n\nText.\n' };
const PAGES = [RULINGS, INVARIANTS, WIRE, CLAUSES, DECISION];
const DEFINED = definitionsIn(PAGES, ['SHAPE-RULE']);

const problemsOf = (text: string, path = 'src/a.ts'): string[] => checkReferences([{ path, text }], DEFINED);
const idsIn = (text: string, path = 'src/a.ts'): string[] => citationsIn({ path, text }, DEFINED).map((one) => one.id);

test('headings, table rows, clauses and names of decisions define ids', () => {
  expect([...DEFINED.ids].sort()).toEqual([
    'INV-01',
    'R-01',
    'R-02',
    'SEC-02',
    'SHAPE-ONE',
    'SHAPE-RULE',
    'SHAPE-TWO-A',
    'decision 3',
    'wire 2',
    'wire 2.18',
    'wire 2.5',
  ]);
  expect(DEFINED.problems).toEqual([]);
});

test('what is defined may be cited, in lists too', () => {
  expect(problemsOf('R-01, R-02; INV-01 to SEC-02; wire 2.5 and 2.18; decision 3; SHAPE-ONE; SHAPE-RULE')).toEqual([]);
});

test('an unknown ruling, rule, section, decision or clause is reported with its line', () => {
  const planted = `first\n${UNKNOWN_RULING}\n${UNKNOWN_INVARIANT} (${section('2.99')})\n${UNKNOWN_DECISION}\nSHAPE-GONE\n`;
  expect(problemsOf(planted)).toEqual([
    `src/a.ts:2: ${UNKNOWN_RULING} is cited, and no page of docs defines it`,
    `src/a.ts:3: ${UNKNOWN_INVARIANT} is cited, and no page of docs defines it`,
    'src/a.ts:5: SHAPE-GONE is cited, and no page of docs defines it',
    `src/a.ts:4: ${UNKNOWN_DECISION} is cited, and no page of docs defines it`,
    `src/a.ts:3: ${section('2.99')} is cited, and no page of docs defines it`,
  ]);
});

test('a tag of a scenario is a citation', () => {
  expect(problemsOf(`  @assumed @${UNKNOWN_RULING} @clause:SHAPE-ONE`, 'features/a.feature')).toEqual([
    `features/a.feature:1: ${UNKNOWN_RULING} is cited, and no page of docs defines it`,
  ]);
});

test('sections of the wire facts are read across a line break and in lists, and not out of prose', () => {
  expect(idsIn('(Wire 2.5, 2.18)')).toEqual(['wire 2.5', 'wire 2.18']);
  expect(idsIn('/** See wire\n * 2.5. */')).toEqual(['wire 2.5']);
  expect(idsIn('seen on the wire: 3 frames of wire 2.5, 4 later')).toEqual(['wire 2.5']);
});

test('parts of longer words are no ids, and tests may make up clauses', () => {
  expect(idsIn('RATE-TIER-TIER-77 XR-01 R-1')).toEqual([]);
  expect(idsIn('SHAPE-MADE-UP', 'src/a.test.ts')).toEqual([]);
});

test('an entry without text defines nothing, and one id has one entry', () => {
  const empty = { ...RULINGS, text: '### R-01\n\n<a id="r-02"></a>\n\n### R-02\nText.\n\n### R-02\nAgain.\n' };
  const row = { ...INVARIANTS, text: '| INV-01 |  | a |\n| SEC-02 | One. |  |\n' };
  const clause = { ...CLAUSES, text: '- id: SHAPE-ONE\n  kind: rule\n- id: SHAPE-TWO\n  text: "Two."\n' };
  expect(definitionsIn([empty, row, clause]).problems).toEqual([
    'docs/contract/rulings.md:1: the entry of R-01 is empty',
    'docs/contract/rulings.md:8: R-02 is defined twice',
    'docs/contract/invariants.md:1: the entry of INV-01 is empty',
    'docs/contract/invariants.md:2: the entry of SEC-02 is empty',
    'docs/contract/clauses.yaml:1: the entry of SHAPE-ONE is empty',
  ]);
});
