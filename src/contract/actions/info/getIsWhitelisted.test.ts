import { describe, expect, test } from 'vitest';
import { addWallet, handMadeState } from '../../hand-made.test-helper.ts';
import type { Json } from '../../json.ts';
import { ask, refusal } from './responses.test-helper.ts';
import { getIsWhitelisted } from './getIsWhitelisted.ts';

const LISTED = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const KNOWN = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const STRANGER = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc';

const state = handMadeState();
addWallet(state, { address: LISTED, whitelisted: true });
addWallet(state, { address: KNOWN });

test.each([
  [LISTED, true],
  ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', true],
  ['0xF39FD6E51AAD88F6F4CE6AB8827279CFFFB92266', true],
  ['0XF39FD6E51AAD88F6F4CE6AB8827279CFFFB92266', true],
  [KNOWN, false],
  [STRANGER, false],
])('%s: %s', (walletAddress, whitelisted) => {
  expect(ask(getIsWhitelisted, state, { walletAddress })).toBe(whitelisted);
});

describe('refusals', () => {
  const body = refusal('INVALID_FORMAT', 400, 'Invalid request body');
  const noText = refusal('INVALID_FORMAT', 400, 'Invalid request body', {
    field: 'walletAddress',
    hint: 'must be a string',
  });
  const length = refusal('VALIDATION_ERROR', 400, 'walletAddress exceeds maximum length of 42 characters');
  const form = refusal('VALIDATION_ERROR', 400, 'Invalid wallet address format');

  test.each<[string, Json | undefined, ReturnType<typeof refusal>]>([
    ['absent', undefined, body],
    ['null', null, body],
    ['empty', '', body],
    ['a number', 5, noText],
    ['a list', [LISTED], noText],
    ['43 characters', `${LISTED}0`, length],
    ['43 characters that are no address', 'x'.repeat(43), length],
    ['42 characters without prefix', `00${LISTED.slice(2)}`, form],
    ['42 characters with a letter that is not hex', `${LISTED.slice(0, -1)}g`, form],
    ['41 characters', LISTED.slice(0, -1), form],
    ['42 characters with a space in front', ` ${LISTED.slice(0, -1)}`, form],
    ['a full-width digit', `${LISTED.slice(0, -1)}６`, form],
    ['an inherited name', '__proto__', form],
  ])('%s', (_case, walletAddress, expected) => {
    expect(ask(getIsWhitelisted, state, { walletAddress })).toEqual(expected);
  });
});

test('costs 250 tokens', () => {
  expect(getIsWhitelisted.cost({})).toBe(250);
});
