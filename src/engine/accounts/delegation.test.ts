import { describe, expect, test } from 'vitest';
import { TestVenue } from '../venue.test-helper.ts';
import { canonicalState } from '../canonical-state.ts';
import { checkInvariants } from '../invariants.ts';
import type { CommandOutcome } from '../engine.ts';
import { DELEGATIONS_MAX, delegationsOf, delegationsTo } from './delegation.ts';
import type { Permission } from './account-terms.ts';

const wallet = (digit: string): string => `0x${digit.repeat(40)}`;
const [BOB, CAROL, DAVE] = [wallet('b'), wallet('c'), wallet('d')];

/** Grants on account 0, by its owner by default. */
function grant(
  venue: TestVenue,
  to: string,
  permission: Permission = 'session',
  change: { account?: number; expiresAt?: number | null; grantedBy?: string } = {},
): CommandOutcome {
  const { account = 0, expiresAt = null, grantedBy = venue.account(account).owner } = change;
  return venue.run({ type: 'GrantDelegation', account, wallet: to, permission, expiresAt, grantedBy });
}

const holders = (venue: TestVenue, account = 0): string[] =>
  delegationsOf(venue.account(account)).map((each) => each.wallet);
const said = ({ refusal }: CommandOutcome): unknown => refusal && [refusal.http, refusal.code, refusal.message];

describe('a grant', () => {
  test('is kept with what it says, in the order of first grants', () => {
    const venue = new TestVenue();
    grant(venue, CAROL);
    grant(venue, BOB, 'delegate', { expiresAt: venue.engine.state.now + 5_000 });
    expect(delegationsOf(venue.account(0))).toEqual([
      { no: 1, wallet: CAROL, permission: 'session', expiresAt: null, grantedBy: venue.account(0).owner, timer: null },
      {
        no: 2,
        wallet: BOB,
        permission: 'delegate',
        expiresAt: 1_767_571_205_000,
        grantedBy: venue.account(0).owner,
        timer: expect.any(Number) as number,
      },
    ]);
    checkInvariants(venue.engine.state);
  });

  test('made again replaces what it said and keeps its place; the old end no longer counts', () => {
    const venue = new TestVenue();
    const { timers, now } = venue.engine.state;
    const before = timers.size;
    grant(venue, BOB, 'session', { expiresAt: now + 1_000 });
    grant(venue, CAROL);
    grant(venue, BOB, 'delegate', { expiresAt: now + 9_000 });
    expect(timers.size).toBe(before + 1);
    venue.advance(5_000);
    expect(delegationsOf(venue.account(0)).map((each) => [each.wallet, each.permission])).toEqual([
      [BOB, 'delegate'],
      [CAROL, 'session'],
    ]);
    grant(venue, BOB, 'delegate');
    expect(timers.size).toBe(before);
    checkInvariants(venue.engine.state);
  });

  test.each([
    ['to the owner', { to: 'owner' }, [400, 'VALIDATION_ERROR', 'delegate must not be the owner of the subaccount']],
    ['that ended a moment ago', { ends: -1 }, [400, 'VALIDATION_ERROR', 'expiresAt must be in the future']],
    ['that ends now', { ends: 0 }, [400, 'VALIDATION_ERROR', 'expiresAt must be in the future']],
    ['that ends in a moment', { ends: 1 }, null],
    ['on no subaccount', { account: 99 }, [404, 'NOT_FOUND', 'Subaccount not found']],
  ])('%s', (_case, { to, ends, account = 0 }: { to?: string; ends?: number; account?: number }, expected) => {
    const venue = new TestVenue();
    const { owner } = venue.account(0);
    const expiresAt = ends === undefined ? null : venue.engine.state.now + ends;
    const outcome = grant(venue, to === 'owner' ? owner : BOB, 'session', { account, expiresAt, grantedBy: owner });
    expect(said(outcome)).toEqual(expected);
    expect(holders(venue)).toEqual(expected === null ? [BOB] : []);
  });

  test('beyond the last one there is room for is refused, a refresh is not', () => {
    const venue = new TestVenue();
    const nth = (n: number): string => `0x${n.toString(16).padStart(40, '0')}`;
    expect(DELEGATIONS_MAX).toBe(100);
    for (let n = 1; n <= 100; n += 1) expect(grant(venue, nth(n)).refusal).toBeNull();
    expect(said(grant(venue, nth(101)))).toEqual([400, 'VALIDATION_ERROR', 'Delegated signer limit reached']);
    expect(grant(venue, nth(100), 'delegate').refusal).toBeNull();
    expect(venue.account(0).delegations.size).toBe(100);
  });
});

describe('a delegation', () => {
  test('ends at its millisecond, and what its holder granted with it', () => {
    const venue = new TestVenue();
    const expiresAt = venue.engine.state.now + 5_000;
    grant(venue, BOB, 'delegate', { expiresAt });
    grant(venue, CAROL, 'session', { grantedBy: BOB });
    grant(venue, DAVE);
    venue.advance(4_999);
    expect(holders(venue)).toEqual([BOB, CAROL, DAVE]);
    venue.advance(1);
    expect(holders(venue)).toEqual([DAVE]);
    expect(delegationsTo(venue.engine.state, BOB)).toEqual([]);
    checkInvariants(venue.engine.state);
  });

  test('that ends together with the one it came from ends once', () => {
    const venue = new TestVenue();
    const expiresAt = venue.engine.state.now + 5_000;
    grant(venue, CAROL, 'session', { expiresAt, grantedBy: BOB });
    grant(venue, BOB, 'delegate', { expiresAt });
    venue.advance(5_000);
    expect(holders(venue)).toEqual([]);
    checkInvariants(venue.engine.state);
  });

  test('is for one subaccount and leaves the others alone', () => {
    const venue = new TestVenue();
    grant(venue, BOB, 'session', { account: 2 });
    grant(venue, BOB, 'delegate', { account: 0 });
    const to = delegationsTo(venue.engine.state, BOB).map(({ account, delegation }) => [
      account.no,
      delegation.permission,
    ]);
    expect(to).toEqual([
      [2, 'session'],
      [0, 'delegate'],
    ]);
    venue.run({ type: 'RemoveDelegation', account: 2, wallet: BOB });
    expect([holders(venue, 2), holders(venue, 0)]).toEqual([[], [BOB]]);
  });
});

describe('a removal', () => {
  test('removes all delegations that the signer granted, directly or not, and lists them in order', () => {
    const venue = new TestVenue();
    grant(venue, BOB, 'delegate');
    grant(venue, CAROL, 'session', { grantedBy: BOB });
    grant(venue, DAVE, 'session', { grantedBy: CAROL });
    grant(venue, wallet('e'));
    const { events } = venue.run({ type: 'RemoveDelegation', account: 0, wallet: BOB });
    expect(events.map((event) => event.type === 'DelegationsEnded' && event.wallets)).toEqual([[BOB, CAROL, DAVE]]);
    expect(holders(venue)).toEqual([wallet('e')]);
    checkInvariants(venue.engine.state);
  });

  test('of a wallet that is no signer is refused and changes nothing', () => {
    const venue = new TestVenue();
    grant(venue, BOB);
    const before = canonicalState(venue.engine.state) as { counters: unknown };
    const counters = { ...(before.counters as object) };
    const outcome = venue.run({ type: 'RemoveDelegation', account: 0, wallet: CAROL });
    expect(said(outcome)).toEqual([404, 'NOT_FOUND', 'Delegated signer not found']);
    expect(holders(venue)).toEqual([BOB]);
    expect(venue.engine.state.counters).toEqual(counters);
  });

  test('of all leaves no trace but the count of grants', () => {
    const venue = new TestVenue();
    const { timers, now, delegates } = venue.engine.state;
    const armed = timers.size;
    grant(venue, BOB, 'delegate', { expiresAt: now + 1_000 });
    grant(venue, CAROL, 'session', { expiresAt: now + 2_000 });
    const { events } = venue.run({ type: 'RemoveAllDelegations', account: 0 });
    expect(events.map((event) => event.type === 'DelegationsEnded' && event.wallets)).toEqual([[BOB, CAROL]]);
    expect([venue.account(0).delegations.size, delegates.size, timers.size]).toEqual([0, 0, armed]);
    expect(venue.run({ type: 'RemoveAllDelegations', account: 0 }).events).toEqual([]);
    grant(venue, BOB);
    expect(delegationsOf(venue.account(0)).map(({ no }) => no)).toEqual([3]);
  });
});

test('a manager is appointed and dismissed for a whole wallet, and an owner cannot be its own manager', () => {
  const venue = new TestVenue();
  const { owner } = venue.account(0);
  const managers = (): string[] => [...(venue.engine.state.wallets.get(owner)?.managers ?? [])];
  venue.run({ type: 'SetManager', owner, manager: BOB, appointed: true });
  expect(managers()).toEqual([BOB]);
  expect(said(venue.run({ type: 'SetManager', owner, manager: owner, appointed: true }))).toEqual([
    400,
    'INVALID_VALUE',
    'a wallet cannot be its own manager',
  ]);
  venue.run({ type: 'SetManager', owner, manager: BOB, appointed: false });
  expect(managers()).toEqual([]);
});
