import { describe, expect, test } from 'vitest';
import type { Role } from '../../../action.ts';
import { addDelegatedSigner } from './addDelegatedSigner.ts';
import { TestVenue, invalid, said, START, typed, undecodable } from '../venue.test-helper.ts';

const BOB = '0x00000000000000000000000000000000000000b0';
const CAROL = '0x00000000000000000000000000000000000000c0';
const BOB_SHOWN = '0x00000000000000000000000000000000000000B0';

const session = (walletAddress: string, more: object = {}) => ({ walletAddress, permissions: ['session'], ...more });

/** What `parse` makes of a request when its signer has this role. */
function validated(venue: TestVenue, params: ReturnType<typeof session>, role: Role, wallet: string): unknown {
  return said(addDelegatedSigner.parse(params, { ...venue.context(), role, wallet }));
}

describe('what is signed', () => {
  test('is what was sent: the permission as its old word, the address in any casing, no end as 0', () => {
    expect(typed(addDelegatedSigner, { walletAddress: BOB_SHOWN, permissions: ['trading'] })).toEqual({
      type: 'AddDelegatedSigner',
      values: {
        delegateAddress: BOB,
        subAccountId: 5n,
        nonce: 9n,
        expiresAfter: 0n,
        expiresAt: 0n,
        permissions: ['trading'],
      },
    });
  });

  test.each([
    ['a number', 1_767_571_205_000, 1_767_571_205_000n],
    ['digits', '1767571205000', 1_767_571_205_000n],
    ['the last uint64, with every digit', 18_446_744_073_709_551_615n, 18_446_744_073_709_551_615n],
  ])('takes expiresAt as %s', (_case, expiresAt, signed) => {
    expect(typed(addDelegatedSigner, session(BOB, { expiresAt }))).toMatchObject({ values: { expiresAt: signed } });
  });

  test.each([
    ['no wallet', {}, invalid('delegate is required')],
    ['a wallet of another type', { walletAddress: ['0x'] }, undecodable('Invalid request format')],
    ['a list of numbers', { walletAddress: BOB, permissions: [1] }, undecodable('Invalid request format')],
    ['2^64', session(BOB, { expiresAt: 2n ** 64n }), invalid('expiresAt must be an unsigned 64-bit integer')],
  ])('cannot be made of %s', (_case, params, refusal) => {
    expect(said(typed(addDelegatedSigner, params))).toEqual(refusal);
  });
});

test('the response has the stored form', () => {
  const venue = new TestVenue();
  expect(
    venue.send(addDelegatedSigner, { walletAddress: BOB, permissions: ['trading'], expiresAt: START + 1 }),
  ).toEqual({
    subAccountId: '1867542890123456789',
    walletAddress: BOB_SHOWN,
    permissions: ['session'],
    expiresAt: START + 1,
  });
});

test('the engine has the last word', () => {
  const venue = new TestVenue();
  expect(said(venue.send(addDelegatedSigner, session(BOB, { expiresAt: START })))).toEqual(
    invalid('expiresAt must be in the future'),
  );
  expect(said(venue.send(addDelegatedSigner, session(venue.context().wallet)))).toEqual(
    invalid('delegate must not be the owner of the subaccount'),
  );
  expect(venue.context().account.delegations.size).toBe(0);
});

describe('who may change a signer', () => {
  const REFUSED = [403, 'FORBIDDEN', 'delegate signers can only change signers they added'];

  test('owner and managers any, a delegate only those it added', () => {
    const venue = new TestVenue();
    venue.send(addDelegatedSigner, session(BOB));
    for (const role of ['owner', 'manager'] as const) {
      expect(validated(venue, session(BOB), role, CAROL)).toEqual({
        wallet: BOB,
        permission: 'session',
        expiresAt: null,
      });
    }
    expect(validated(venue, session(BOB), 'delegate', CAROL)).toEqual(REFUSED);
    expect(validated(venue, session(BOB), 'delegate', BOB)).toEqual(REFUSED);
    expect(validated(venue, session(BOB), 'delegate', venue.context().wallet)).toMatchObject({ wallet: BOB });
    expect(validated(venue, session(CAROL), 'delegate', BOB)).toMatchObject({ wallet: CAROL });
  });
});
