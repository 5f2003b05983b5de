import { expect, test } from 'vitest';
import { checkActionClauses, routeName } from '../scripts/docs/contract-actions.ts';

const DESCRIBED = new Map([
  ['getMids', ['A-ONE', 'A-TWO']],
  ['contracts', ['C-ONE']],
]);

test('checkActionClauses accepts actions that the contract describes', () => {
  expect(checkActionClauses(DESCRIBED, ['getMids', 'contracts'])).toEqual([]);
});

test('checkActionClauses reports a served action without a clause', () => {
  expect(checkActionClauses(DESCRIBED, ['getMids', 'contracts', 'getTiers'])).toEqual([
    'no clause has the action getTiers',
  ]);
});

test('checkActionClauses reports each clause of an action that is not served', () => {
  expect(checkActionClauses(DESCRIBED, ['contracts'])).toEqual([
    'A-ONE is about getMids, which is not served',
    'A-TWO is about getMids, which is not served',
  ]);
});

test('routeName is the last part of the path', () => {
  expect(routeName('/v1/info/contract_specs')).toBe('contract_specs');
});
