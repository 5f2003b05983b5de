import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkDocument } from '../scripts/docs/check.ts';
import { citedRule } from '../src/exchange/why/explanation.ts';
import { RULES } from '../src/exchange/why/rules.ts';
import { ruleOf, STEP_FACTS, type StepName } from '../src/exchange/requests/request.ts';

const WORDS = { scripts: new Set<string>(), flags: new Set<string>() };
const FACTS = { ...WORDS, exists: () => true, read: (path: string) => readFileSync(path, 'utf8') };

const pagesOf = (source: string): readonly string[] => citedRule('A', 'Text.', source).pages;

test('each kind of id leads to its page', () => {
  expect(pagesOf('R-40, wire 6.1, 6.3, INV-30')).toEqual([
    'docs/contract/rulings.md#r-40',
    'docs/contract/wire/6-semantics.md#wire-6-1',
    'docs/contract/wire/6-semantics.md#wire-6-3',
    'docs/contract/invariants.md#inv-30',
  ]);
  expect(pagesOf('ERR-UNAUTHORIZED, SEC-05, ERR-FORBIDDEN')).toEqual([
    'docs/contract/clauses.yaml',
    'docs/contract/invariants.md#sec-05',
  ]);
});

test('the three pages of chapter 2 share its sections', () => {
  expect(pagesOf('wire 2.10 to 2.11, 2.15 and 2.16')).toEqual([
    'docs/contract/wire/2-orders.md#wire-2-10',
    'docs/contract/wire/2-account-writes.md#wire-2-11',
    'docs/contract/wire/2-account-writes.md#wire-2-15',
    'docs/contract/wire/2-account-reads.md#wire-2-16',
  ]);
});

// Goal: every link of an explanation leads to an entry. Method: the links of every rule that an explanation can cite.
test('every rule of an explanation leads to a page with that entry', () => {
  const steps = (Object.keys(STEP_FACTS) as StepName[]).map(ruleOf);
  const rules = [...Object.entries(RULES).map(([id, { text, source }]) => citedRule(id, text, source)), ...steps];
  expect(rules.filter(({ pages }) => pages.length === 0)).toEqual([]);
  const links = rules.flatMap(({ id, pages }) => pages.map((page) => `[${id}](${page})`));
  expect(checkDocument('AT-THE-ROOT.md', links.join('\n'), FACTS)).toEqual([]);
});

test('docs/why.md lists the validation steps in their order', () => {
  const rows = [...readFileSync('docs/why.md', 'utf8').matchAll(/^\| `(\w+)` \| (?!a name)/gm)].map(([, name]) => name);
  const steps = rows.slice(rows.indexOf('checkSize'));
  const isAround = new Set(['checkRoute', 'read', 'submit']);
  expect(steps).toEqual(Object.keys(STEP_FACTS).filter((name) => !isAround.has(name)));
});
