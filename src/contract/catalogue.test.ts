import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Action } from './action.ts';
import { ALIASES, INFO_ACTIONS, indexActions, TRADE_ACTIONS } from './catalogue.ts';

/** Names of the action modules of a surface. */
const modulesOf = (surface: string): string[] =>
  readdirSync(new URL(`./actions/${surface}/`, import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('.test'))
    .map((file) => basename(file, '.ts'));

const all = (index: ReadonlyMap<string, Action>): Action[] => [...new Set(index.values())];
const actions: Action[] = [...all(TRADE_ACTIONS), ...all(INFO_ACTIONS)];

describe.each<[string, ReadonlyMap<string, Action>]>([
  ['trade', TRADE_ACTIONS],
  ['info', INFO_ACTIONS],
])('the %s surface', (surface, index) => {
  test('has one module per action, named as on the wire', () => {
    const names = [...index.keys()].filter((name) => !ALIASES.has(name));
    expect(new Set(names)).toEqual(new Set(modulesOf(surface)));
    for (const name of names) expect(index.get(name)?.name).toBe(name);
  });

  test('says its own name', () => {
    for (const action of index.values()) expect(action.surface, action.name).toBe(surface);
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'GETMIDS', 'PlaceOrders'])(
    '%j is no action',
    (name) => {
      expect(index.get(name)).toBeUndefined();
    },
  );
});

test('every action says what it is and what it costs', () => {
  for (const action of actions) {
    expect(action.summary, action.name).toMatch(/\S.*\.$/);
    expect(action.cost({}), action.name).toBeGreaterThan(0);
  }
});

describe('indexActions', () => {
  const getFeeRate = { name: 'getFeeRate' };

  test('an alias finds the action it stands for', () => {
    const index = indexActions([getFeeRate], ALIASES);
    expect(index.get('getFees')).toBe(getFeeRate);
    expect([...index.keys()]).toEqual(['getFeeRate', 'getFees']);
  });

  test('an alias of an action that is not there is unknown', () => {
    expect(indexActions([getFeeRate], ALIASES).get('withdraw')).toBeUndefined();
  });

  test('two actions of one name throw', () => {
    expect(() => indexActions([getFeeRate, { name: 'getFeeRate' }])).toThrow('no two actions share a name');
  });

  test('every ruling on names is kept', () => {
    expect([...ALIASES]).toEqual([
      ['withdraw', 'withdrawCollateral'],
      ['exchangeCollateral', 'voluntaryCollateralExchange'],
      ['voluntaryAutoExchange', 'voluntaryCollateralExchange'],
      ['getFees', 'getFeeRate'],
    ]);
  });
});
