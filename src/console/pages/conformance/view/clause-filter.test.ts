import { expect, test } from 'vitest';
import type { PageClause } from '../page-data.ts';
import { ALL_CLAUSES, type ClauseFilter, clauseRows, filteredClauses, neighbourOf } from './clause-filter.ts';

const clause = (id: string, of: Partial<PageClause> = {}): PageClause => ({
  id,
  text: `${id} holds`,
  kind: 'rule',
  status: 'stated',
  surface: ['trade'],
  action: null,
  needs: [],
  state: 'proven',
  waiver: null,
  scenarios: [],
  ...of,
});
const CLAUSES = [
  clause('Z', { surface: ['ws'], kind: 'event' }),
  clause('B', { action: 'placeOrders', kind: 'error', state: 'failed' }),
  clause('A', { action: 'placeOrders', kind: 'action' }),
  clause('C', { action: 'cancelOrders', text: 'An order can be cancelled.' }),
  clause('D', { surface: ['trade', 'info'] }),
  clause('E'),
];

test('rows are ordered by surface and action, clauses of several actions first', () => {
  const rows = clauseRows(CLAUSES).map(({ surface, action, kinds }) => [
    surface,
    action,
    ...kinds.map(({ kind, clauses }) => `${kind}: ${clauses.map(({ id }) => id).join()}`),
  ]);
  expect(rows).toEqual([
    ['trade', null, 'rule: E'],
    ['trade', 'cancelOrders', 'rule: C'],
    ['trade', 'placeOrders', 'action: A', 'error: B'],
    ['ws', null, 'event: Z'],
    ['trade + info', null, 'rule: D'],
  ]);
});

test.each<[Partial<ClauseFilter>, string]>([
  [{}, 'Z,B,A,C,D,E'],
  [{ text: 'order cancelled' }, 'C'],
  [{ text: 'PLACEORDERS' }, 'B,A'],
  [{ states: ['failed', 'waived'] }, 'B'],
  [{ surface: 'info' }, 'D'],
  [{ kind: 'event' }, 'Z'],
  [{ kind: 'event', surface: 'trade' }, ''],
])('%j leaves %s', (filter, ids) => {
  expect(
    filteredClauses(CLAUSES, { ...ALL_CLAUSES, ...filter })
      .map(({ id }) => id)
      .join(),
  ).toBe(ids);
});

test.each([
  ['A', 'ArrowRight', 'B'],
  ['B', 'ArrowRight', 'Z'],
  ['D', 'ArrowRight', undefined],
  ['A', 'ArrowLeft', 'C'],
  ['E', 'ArrowLeft', undefined],
  ['B', 'ArrowDown', 'Z'],
  ['B', 'ArrowUp', 'C'],
  ['Z', 'ArrowUp', 'A'],
  ['E', 'ArrowUp', undefined],
  ['A', 'Enter', undefined],
])('from clause %s the key %s leads to %s', (id, key, next) => {
  expect(neighbourOf(clauseRows(CLAUSES), id, key)).toBe(next);
});
