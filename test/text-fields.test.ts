import { readFileSync } from 'node:fs';
import type { TSchema } from '@sinclair/typebox';
import { expect, test } from 'vitest';
import { INFO_ACTIONS, TRADE_ACTIONS } from '../src/contract/catalogue.ts';

/** Tables of features that have to hold every action, or every field, so that a new one is not forgotten. */

/** Older names of actions, which are no part of the suite. */
const ALIASES = new Set(['withdraw', 'exchangeCollateral', 'voluntaryAutoExchange', 'getFees']);
const ACTIONS = [...TRADE_ACTIONS.values(), ...INFO_ACTIONS.values()].filter(({ name }) => !ALIASES.has(name));

/** Fields that no text of other characters can be refused in, and why. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'getOpenOrders side': 'taken and not looked at (wire 2.17)',
  'getOpenOrders type': 'taken and not looked at (wire 2.17)',
  'getOpenOrders status': 'taken and not looked at (wire 2.17)',
  'getOpenOrders clientOrderId': 'a filter of exact ids, asked for with two that differ in case',
  'getPortfolio user': 'taken and not looked at (wire 2.20)',
  'getPortfolio granularity': 'taken and not looked at (wire 2.20)',
  'getTransfers symbol': 'lists nothing, in a scenario of its own',
  'getWithdrawableAmounts symbols[]': 'shows zeros, in a scenario of its own',
  'updateSubAccountName name': 'kept to the character, or refused, in scenarios of their own',
  'createSubaccount name': 'refused with hidden characters, in a scenario of its own',
};

/** Paths of the fields below a schema that are texts, lists and objects gone through. */
function textsOf(schema: TSchema, path: string): string[] {
  const { type, items, properties, anyOf } = schema as {
    type?: string;
    items?: TSchema;
    anyOf?: readonly TSchema[];
  } & {
    properties?: Readonly<Record<string, TSchema>>;
  };
  if (type === 'string') return [path];
  if (items) return textsOf(items, `${path}[]`);
  const inside = Object.entries(properties ?? {}).flatMap(([name, inner]) =>
    textsOf(inner, path === '' ? name : `${path}.${name}`),
  );
  return [...inside, ...(anyOf ?? []).flatMap((one) => textsOf(one, path))];
}

const feature = (name: string): string => readFileSync(`features/${name}.feature`, 'utf8');

/** The cells of the rows of a feature. */
const tableOf = (text: string): readonly (readonly string[])[] =>
  text.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    return cells.length > 2 ? [cells.slice(1)] : [];
  });

test('every text field of every action is asked in characters that look like others', () => {
  const rows = [...tableOf(feature('errors/text-bytes')), ...tableOf(feature('errors/text-fields'))];
  const asked = new Set(rows.map(([action, , path]) => `${action} ${path?.replace(/\[0\]/g, '[]')}`));
  // Symbols of public reads and of filters have tables of actions alone.
  const alone = new Set(rows.map(([action]) => action));
  const fields = ACTIONS.flatMap(({ name, params }) =>
    [...new Set(textsOf(params, ''))].map((path) => ({ name, path, field: `${name} ${path}` })),
  );
  const forgotten = fields
    .filter(({ path }) => path !== 'action' && path !== 'subAccountId' && path !== 'subaccountId')
    .filter(({ name, path, field }) => !asked.has(field) && !(path === 'symbol' && alone.has(name)))
    .map(({ field }) => field);
  expect(forgotten.toSorted()).toEqual(Object.keys(ELSEWHERE).toSorted());
});

test('the matrix of signatures has every signed action', () => {
  const rows = new Set(tableOf(feature('auth/signature-matrix')).map(([, action]) => action));
  const signed = ACTIONS.filter(({ surface }) => surface === 'trade').map(({ name }) => name);
  expect(signed.filter((name) => !rows.has(name))).toEqual([]);
});
