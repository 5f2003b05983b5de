import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CONTRACT_FILES, readClauses, readContract, readTransitions, readWaivers } from './contract.ts';

const CLAUSE = `
- id: A
  kind: rule
  surface: [trade, ws]
  action: getTrades
  text: "A holds."
  expect: {http: 400}
  needs: []
  status: stated
  note: "Open."
`;

describe('clauses', () => {
  test('are read by the fields that are counted by', () => {
    expect(readClauses(CLAUSE)).toEqual([
      {
        id: 'A',
        kind: 'rule',
        surface: ['trade', 'ws'],
        action: 'getTrades',
        text: 'A holds.',
        needs: [],
        status: 'stated',
      },
    ]);
  });

  test('need their fields, and no id twice', () => {
    expect(() => readClauses('- id: A\n  kind: rule\n  surface: [trade]\n  needs: []\n  status: stated\n')).toThrow(
      'docs/contract/clauses.yaml: A has no "text"',
    );
    expect(() => readClauses('- kind: rule\n')).toThrow('docs/contract/clauses.yaml: entry 1 has no "id"');
    expect(() => readClauses(CLAUSE.replace('[]', 'funded'))).toThrow('A has a "needs" that is no list');
    expect(() => readClauses(CLAUSE.replace('[trade, ws]', '[1]'))).toThrow(
      'A has a "surface" with something else than texts',
    );
    expect(() => readClauses(`${CLAUSE}${CLAUSE}`)).toThrow('docs/contract/clauses.yaml repeats A');
  });

  test('have no unknown field', () => {
    expect(() => readClauses(`${CLAUSE}  notes: "Open."\n`)).toThrow(
      'A has a field "notes" that the contract does not know',
    );
  });
});

describe('waivers', () => {
  test('are of a clause or of a code', () => {
    expect(readWaivers('- clause: A\n  reason: why\n- code: B_C\n  reason: because\n')).toEqual([
      { clause: 'A', reason: 'why' },
      { code: 'B_C', reason: 'because' },
    ]);
  });

  test.each([
    ['- clause: A\n', 'docs/contract/waivers.yaml: A has no "reason"'],
    ['- clause: A\n  reason: " "\n', 'A has a "reason" that is no text'],
    ['- reason: why\n', 'docs/contract/waivers.yaml: entry 1 has no "clause"'],
    ['- clause: A\n  code: B\n  reason: why\n', 'A waives a clause and a code at once'],
    ['- clause: A\n  reason: why\n- clause: A\n  reason: again\n', 'docs/contract/waivers.yaml repeats A'],
    ['clause: A\n', 'docs/contract/waivers.yaml should be a list'],
    ['- A\n', 'docs/contract/waivers.yaml: entry 1 should be a map'],
  ])('%j is refused', (text, problem) => {
    expect(() => readWaivers(text)).toThrow(problem);
  });
});

describe('transitions', () => {
  const cell = (outcome: string): string =>
    `- { id: order/placed/cancel, machine: order, from: placed, event: cancel, ${outcome} }\n`;

  test('say what follows, who is refused, or why nothing can happen', () => {
    const CELL = { id: 'order/placed/cancel', machine: 'order', from: 'placed', event: 'cancel' };
    expect(readTransitions(cell('to: cancelled, clauses: [A, B], note: at once'))).toEqual([
      { ...CELL, outcome: { kind: 'to', state: 'cancelled' }, clauses: ['A', 'B'] },
    ]);
    expect(readTransitions(cell('refused: ORDER_NOT_FOUND'))).toEqual([
      { ...CELL, outcome: { kind: 'refused', code: 'ORDER_NOT_FOUND' }, clauses: [] },
    ]);
    expect(readTransitions(cell('cannot: nothing is there'))).toEqual([
      { ...CELL, outcome: { kind: 'cannot', why: 'nothing is there' }, clauses: [] },
    ]);
  });

  test.each([
    [cell('note: none'), 'order/placed/cancel needs exactly one of "to", "refused" and "cannot"'],
    [cell('to: a, cannot: b'), 'order/placed/cancel needs exactly one of "to", "refused" and "cannot"'],
    [cell('then: a'), 'order/placed/cancel has a field "then" that the contract does not know'],
    [cell('to: a').replace('event: cancel', 'event: fill'), 'order/placed/cancel should be called order/placed/fill'],
    [`${cell('to: a')}${cell('to: b')}`, 'docs/contract/transitions.yaml repeats order/placed/cancel'],
  ])('%j is refused', (text, problem) => {
    expect(() => readTransitions(text)).toThrow(problem);
  });
});

test('a file that is not there, or empty, lists nothing', () => {
  expect(readContract({ clauses: CLAUSE, waivers: undefined, transitions: '# none yet\n' })).toMatchObject({
    waivers: [],
    transitions: [],
  });
});

test('the texts of this package are written as they should', () => {
  const textOf = (file: string): string => readFileSync(file, 'utf8');
  const contract = readContract({
    clauses: textOf(CONTRACT_FILES.clauses),
    waivers: textOf(CONTRACT_FILES.waivers),
    transitions: textOf(CONTRACT_FILES.transitions),
  });
  expect(contract.clauses).toHaveLength(1_074);
});
