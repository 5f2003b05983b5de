import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  citedTransitions,
  readTransitions,
  type TransitionTable,
  transitionProblems,
} from '../scripts/docs/transition-table.ts';
import { ownProblems, PAGE, transitionsPage } from '../scripts/docs/transitions.ts';
import { ORDER_TRANSITIONS, type OrderHappening, type OrderStatus } from '../src/engine/orders/evolve-order.ts';

/** A door that opens and closes, and is shut for good by a key. */
const DOOR: TransitionTable = {
  machines: [
    {
      machine: 'door',
      title: 'Doors',
      text: 'What a door does.',
      states: { open: 'one may pass', shut: 'no person may' },
      events: { push: 'a person pushes', lock: 'a person locks' },
    },
  ],
  cells: [
    { id: 'door/open/push', machine: 'door', from: 'open', event: 'push', to: 'shut', clauses: ['A-ONE'] },
    { id: 'door/open/lock', machine: 'door', from: 'open', event: 'lock', cannot: 'the bolt meets nothing' },
    { id: 'door/shut/push', machine: 'door', from: 'shut', event: 'push', to: 'open', note: 'unless it is locked' },
    { id: 'door/shut/lock', machine: 'door', from: 'shut', event: 'lock', refused: 'FORBIDDEN' },
  ],
};
const CITED = ['door/open/push', 'door/shut/push', 'door/shut/lock'];
const NEIGHBOURS = {
  clauses: new Set(['A-ONE']),
  codes: new Set(['FORBIDDEN']),
  cited: new Map(CITED.map((id) => [id, 'door.feature:3'])),
};

/** Problems of the door after one of its cells was changed. */
const problemsWith = (id: string, change: object): string[] =>
  transitionProblems(
    { ...DOOR, cells: DOOR.cells.map((cell) => (cell.id === id ? { ...cell, ...change } : cell)) },
    NEIGHBOURS,
  );

describe('a table', () => {
  test('that is whole, known and proven is fine', () => {
    expect(transitionProblems(DOOR, NEIGHBOURS)).toEqual([]);
  });

  test('misses no cell', () => {
    expect(transitionProblems({ ...DOOR, cells: DOOR.cells.slice(0, 3) }, NEIGHBOURS)).toEqual([
      'door/shut/lock is missing',
      'door.feature:3 cites door/shut/lock, which is no cell',
    ]);
  });

  test('has no cell twice, and none beside its machines', () => {
    const [first] = DOOR.cells;
    const beside = { id: 'door/ajar/lock', machine: 'door', from: 'ajar', event: 'lock', cannot: 'it is neither' };
    expect(
      transitionProblems({ ...DOOR, cells: [...DOOR.cells, ...(first ? [first] : []), beside] }, NEIGHBOURS),
    ).toEqual(['door/open/push is there twice', 'door/ajar/lock is no cell of any machine']);
    expect(transitionProblems({ ...DOOR, machines: [...DOOR.machines, ...DOOR.machines] }, NEIGHBOURS)).toEqual([
      'there are two machines door',
    ]);
  });

  test('names each cell after its parts, and gives it one outcome', () => {
    expect(problemsWith('door/open/push', { event: 'pull' })).toEqual(['door/open/push is not named after its parts']);
    expect(problemsWith('door/open/push', { to: undefined })).toEqual(['door/open/push has 0 outcomes']);
    expect(problemsWith('door/open/push', { refused: 'FORBIDDEN' })).toEqual(['door/open/push has 2 outcomes']);
  });

  test('leads to states, refuses with codes and names clauses that there are', () => {
    expect(problemsWith('door/open/push', { to: 'ajar' })).toEqual(['door/open/push leads to ajar, which is no state']);
    expect(problemsWith('door/shut/lock', { refused: 'NO' })).toEqual([
      'door/shut/lock is refused with NO, which is no code',
    ]);
    expect(problemsWith('door/open/push', { clauses: ['A-TWO'] })).toEqual(['door/open/push names A-TWO, no clause']);
  });

  test('is proven cell by cell, and only where something can happen', () => {
    const cited = new Map([
      ['door/open/push', 'a:1'],
      ['door/open/lock', 'b:2'],
      ['door/open/pull', 'c:3'],
    ]);
    expect(transitionProblems(DOOR, { ...NEIGHBOURS, cited })).toEqual([
      'b:2 cites door/open/lock, which cannot happen',
      'no scenario cites door/shut/push',
      'no scenario cites door/shut/lock',
      'c:3 cites door/open/pull, which is no cell',
    ]);
  });
});

test('citations are read from tags, not from prose', () => {
  const text =
    '# @transition:door/open/lock\n  @a @transition:door/open/push @transition:door/shut/push\n  Scenario: @transition:x';
  expect([...citedTransitions([{ path: 'f', text }])]).toEqual([
    ['door/open/push', 'f:2'],
    ['door/shut/push', 'f:2'],
  ]);
});

test('the page shows a matrix, meanings, notes and reasons', () => {
  const page = transitionsPage(DOOR);
  expect(page).toContain('| [Doors](#doors) | 2 | 1 | 1 | 4 |');
  expect(page).toContain(
    '| Event \\ in | `open` | `shut` |\n| --- | --- | --- |\n| `push` | shut | open |\n| `lock` | - | `FORBIDDEN` |',
  );
  expect(page).toContain('| State | `shut` | no person may |\n| Event | `push` | a person pushes |');
  expect(page).toContain('To be read with it:\n\n- `shut/push`: unless it is locked\n');
  expect(page).toContain('Why what cannot happen cannot:\n\n- `open/lock`: the bolt meets nothing\n');
});

describe('the table of the contract', () => {
  const own = readTransitions();

  test('is whole, known and proven', () => {
    expect(ownProblems(own)).toEqual([]);
    expect(own.machines.map(({ machine }) => machine)).toEqual([
      'order',
      'position',
      'balance-update',
      'transfer',
      'delegation',
      'twap',
      'linked-group',
      'connection',
    ]);
  });

  test('is what its page says', () => {
    expect(readFileSync(PAGE, 'utf8')).toBe(transitionsPage(own));
  });

  /** The engine's happenings in the words of the contract. */
  const EVENTS: readonly (readonly [string, OrderHappening])[] = [
    ['place', 'placed'],
    ['trigger', 'triggered'],
    ['fill-partly', 'filledPartly'],
    ['fill', 'filledWhole'],
    ['modify', 'modified'],
    ['cancel', 'cancelledByUser'],
    ['cancel-all', 'cancelledByUser'],
    ['expire', 'cancelledByRule'],
  ];
  const LIVE: readonly (OrderStatus | 'none')[] = ['none', 'placed', 'partially filled', 'modified'];

  test.each(LIVE)('moves an order that is %s as the engine does', (status) => {
    const from = status.replace(' ', '-');
    const inContract = EVENTS.map(([event]) => own.cells.find(({ id }) => id === `order/${from}/${event}`));
    const inEngine = EVENTS.map(([, happening]) => ORDER_TRANSITIONS[status][happening]?.at(-1)?.replace(' ', '-'));
    // What is refused moves nothing.
    const moves = inContract.map((cell) => (cell?.refused === undefined ? cell?.to : undefined));
    expect(moves).toEqual(inEngine);
  });
});
