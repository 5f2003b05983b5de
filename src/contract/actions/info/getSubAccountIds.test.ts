import { describe, expect, test } from 'vitest';
import { addWallet, handMadeState } from '../../hand-made.test-helper.ts';
import type { JsonObject } from '../../json.ts';
import { ask, refusal } from './responses.test-helper.ts';
import { getSubAccountIds } from './getSubAccountIds.ts';

const OWNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const STRANGER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

const state = handMadeState();
addWallet(state, { address: OWNER.toLowerCase(), accounts: [10, 2, 0] });

describe('ids ascending', () => {
  test.each([{}, { includeDelegations: false }, { includeDelegations: null }])('as a bare array with %j', (params) => {
    expect(ask(getSubAccountIds, state, { walletAddress: OWNER, ...params })).toEqual([
      '1867542890123456789',
      '1867542890123456791',
      '1867542890123456799',
    ]);
  });

  test('as two lists with includeDelegations', () => {
    expect(ask(getSubAccountIds, state, { walletAddress: OWNER, includeDelegations: true })).toEqual({
      subAccountIds: ['1867542890123456789', '1867542890123456791', '1867542890123456799'],
      delegatedSubAccountIds: [],
    });
  });

  test('none for a wallet without accounts', () => {
    expect(ask(getSubAccountIds, state, { walletAddress: STRANGER })).toEqual([]);
    expect(ask(getSubAccountIds, state, { walletAddress: STRANGER, includeDelegations: true })).toEqual({
      subAccountIds: [],
      delegatedSubAccountIds: [],
    });
  });

  test('leaves the state alone', () => {
    expect(state.wallets.get(OWNER.toLowerCase())?.accounts).toEqual([10, 2, 0]);
  });
});

describe('refusals', () => {
  const body = refusal('INVALID_FORMAT', 400, 'Invalid request body');
  const wrongType = (field: string, hint: string): ReturnType<typeof refusal> =>
    refusal('INVALID_FORMAT', 400, 'Invalid request body', { field, hint });
  const form = refusal('VALIDATION_ERROR', 400, 'Invalid wallet address format');
  const casing = refusal(
    'VALIDATION_ERROR',
    400,
    'walletAddress must use EIP-55 checksum casing; expected 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  );

  test.each<[string, JsonObject, ReturnType<typeof refusal>]>([
    ['absent', {}, body],
    ['null', { walletAddress: null }, body],
    ['empty', { walletAddress: '' }, body],
    ['a number', { walletAddress: 1 }, wrongType('walletAddress', 'must be a string')],
    [
      'a flag that is a text',
      { walletAddress: OWNER, includeDelegations: 'true' },
      wrongType('includeDelegations', 'must be true or false'),
    ],
    ['one digit short', { walletAddress: OWNER.slice(0, -1) }, form],
    ['one digit long', { walletAddress: `${OWNER}0` }, form],
    ['not hex', { walletAddress: `${OWNER.slice(0, -1)}z` }, form],
    ['lower case', { walletAddress: OWNER.toLowerCase() }, casing],
    ['upper case', { walletAddress: `0x${OWNER.slice(2).toUpperCase()}` }, casing],
    ['an upper-case prefix', { walletAddress: `0X${OWNER.slice(2)}` }, casing],
    ['one letter in the wrong case', { walletAddress: OWNER.replace('Fd6', 'fd6') }, casing],
  ])('%s', (_case, params, expected) => {
    expect(ask(getSubAccountIds, state, params)).toEqual(expected);
  });
});

test('costs 250 tokens', () => {
  expect(getSubAccountIds.cost({})).toBe(250);
});
