import { describe, expect, test } from 'vitest';
import { Desk } from '../bench-desk.test-helper.ts';
import { canonicalState } from '../canonical-state.ts';
import { checkInvariants } from '../invariants.ts';
import type { CommandOutcome } from '../outcome.ts';
import { DELEGATIONS_MAX, delegationsOf, delegationsTo } from './delegation.ts';
import type { Permission } from './delegation-commands.ts';

const wallet = (digit: string): string => `0x${digit.repeat(40)}`;
const [BOB, CAROL, DAVE] = [wallet('b'), wallet('c'), wallet('d')];

/** Grants on account 0, by its owner unless told otherwise. */
function grant(
  desk: Desk,
  to: string,
  permission: Permission = 'session',
  change: { account?: number; expiresAt?: number | null; grantedBy?: string } = {},
): CommandOutcome {
  const { account = 0, expiresAt = null, grantedBy = desk.account(account).owner } = change;
  return desk.run({ type: 'GrantDelegation', account, wallet: to, permission, expiresAt, grantedBy });
}

const holders = (desk: Desk, account = 0): string[] => delegationsOf(desk.account(account)).map((each) => each.wallet);
const said = ({ refusal }: CommandOutcome): unknown => refusal && [refusal.http, refusal.code, refusal.message];

describe('a grant', () => {
  test('is kept with what it says, in the order of first grants', () => {
    const desk = new Desk();
    grant(desk, CAROL);
    grant(desk, BOB, 'delegate', { expiresAt: desk.engine.state.now + 5_000 });
    expect(delegationsOf(desk.account(0))).toEqual([
      { no: 1, wallet: CAROL, permission: 'session', expiresAt: null, grantedBy: desk.account(0).owner, timer: null },
      {
        no: 2,
        wallet: BOB,
        permission: 'delegate',
        expiresAt: 1_767_571_205_000,
        grantedBy: desk.account(0).owner,
        timer: expect.any(Number) as number,
      },
    ]);
    checkInvariants(desk.engine.state);
  });

  test('made again replaces what it said and keeps its place; the old end no longer counts', () => {
    const desk = new Desk();
    const { timers, now } = desk.engine.state;
    const before = timers.size;
    grant(desk, BOB, 'session', { expiresAt: now + 1_000 });
    grant(desk, CAROL);
    grant(desk, BOB, 'delegate', { expiresAt: now + 9_000 });
    expect(timers.size).toBe(before + 1);
    desk.advance(5_000);
    expect(delegationsOf(desk.account(0)).map((each) => [each.wallet, each.permission])).toEqual([
      [BOB, 'delegate'],
      [CAROL, 'session'],
    ]);
    grant(desk, BOB, 'delegate');
    expect(timers.size).toBe(before);
    checkInvariants(desk.engine.state);
  });

  test.each([
    ['to the owner', { to: 'owner' }, [400, 'VALIDATION_ERROR', 'delegate must not be the owner of the subaccount']],
    ['that ended a moment ago', { ends: -1 }, [400, 'VALIDATION_ERROR', 'expiresAt must be in the future']],
    ['that ends now', { ends: 0 }, [400, 'VALIDATION_ERROR', 'expiresAt must be in the future']],
    ['that ends in a moment', { ends: 1 }, null],
    ['on no subaccount', { account: 99 }, [404, 'NOT_FOUND', 'Subaccount not found']],
  ])('%s', (_case, { to, ends, account = 0 }: { to?: string; ends?: number; account?: number }, expected) => {
    const desk = new Desk();
    const { owner } = desk.account(0);
    const expiresAt = ends === undefined ? null : desk.engine.state.now + ends;
    const outcome = grant(desk, to === 'owner' ? owner : BOB, 'session', { account, expiresAt, grantedBy: owner });
    expect(said(outcome)).toEqual(expected);
    expect(holders(desk)).toEqual(expected === null ? [BOB] : []);
  });

  test('beyond the last one there is room for is refused, a refresh is not', () => {
    const desk = new Desk();
    const nth = (n: number): string => `0x${n.toString(16).padStart(40, '0')}`;
    expect(DELEGATIONS_MAX).toBe(100);
    for (let n = 1; n <= 100; n += 1) expect(grant(desk, nth(n)).refusal).toBeNull();
    expect(said(grant(desk, nth(101)))).toEqual([400, 'VALIDATION_ERROR', 'Delegated signer limit reached']);
    expect(grant(desk, nth(100), 'delegate').refusal).toBeNull();
    expect(desk.account(0).delegations.size).toBe(100);
  });
});

describe('a delegation', () => {
  test('ends at its millisecond, and what its holder granted with it', () => {
    const desk = new Desk();
    const expiresAt = desk.engine.state.now + 5_000;
    grant(desk, BOB, 'delegate', { expiresAt });
    grant(desk, CAROL, 'session', { grantedBy: BOB });
    grant(desk, DAVE);
    desk.advance(4_999);
    expect(holders(desk)).toEqual([BOB, CAROL, DAVE]);
    desk.advance(1);
    expect(holders(desk)).toEqual([DAVE]);
    expect(delegationsTo(desk.engine.state, BOB)).toEqual([]);
    checkInvariants(desk.engine.state);
  });

  test('that ends together with the one it came from ends once', () => {
    const desk = new Desk();
    const expiresAt = desk.engine.state.now + 5_000;
    grant(desk, CAROL, 'session', { expiresAt, grantedBy: BOB });
    grant(desk, BOB, 'delegate', { expiresAt });
    desk.advance(5_000);
    expect(holders(desk)).toEqual([]);
    checkInvariants(desk.engine.state);
  });

  test('is for one subaccount and leaves the others alone', () => {
    const desk = new Desk();
    grant(desk, BOB, 'session', { account: 2 });
    grant(desk, BOB, 'delegate', { account: 0 });
    const to = delegationsTo(desk.engine.state, BOB).map(({ account, delegation }) => [
      account.no,
      delegation.permission,
    ]);
    expect(to).toEqual([
      [2, 'session'],
      [0, 'delegate'],
    ]);
    desk.run({ type: 'RemoveDelegation', account: 2, wallet: BOB });
    expect([holders(desk, 2), holders(desk, 0)]).toEqual([[], [BOB]]);
  });
});

describe('a removal', () => {
  test('takes along whoever the signer added, however deep, and says so in order', () => {
    const desk = new Desk();
    grant(desk, BOB, 'delegate');
    grant(desk, CAROL, 'session', { grantedBy: BOB });
    grant(desk, DAVE, 'session', { grantedBy: CAROL });
    grant(desk, wallet('e'));
    const { events } = desk.run({ type: 'RemoveDelegation', account: 0, wallet: BOB });
    expect(events.map((event) => event.type === 'DelegationsEnded' && event.wallets)).toEqual([[BOB, CAROL, DAVE]]);
    expect(holders(desk)).toEqual([wallet('e')]);
    checkInvariants(desk.engine.state);
  });

  test('of somebody who is no signer is refused and changes nothing', () => {
    const desk = new Desk();
    grant(desk, BOB);
    const before = canonicalState(desk.engine.state) as { counters: unknown };
    const counters = { ...(before.counters as object) };
    const outcome = desk.run({ type: 'RemoveDelegation', account: 0, wallet: CAROL });
    expect(said(outcome)).toEqual([404, 'NOT_FOUND', 'Delegated signer not found']);
    expect(holders(desk)).toEqual([BOB]);
    expect(desk.engine.state.counters).toEqual(counters);
  });

  test('of all leaves no trace but the count of grants', () => {
    const desk = new Desk();
    const { timers, now, delegates } = desk.engine.state;
    const armed = timers.size;
    grant(desk, BOB, 'delegate', { expiresAt: now + 1_000 });
    grant(desk, CAROL, 'session', { expiresAt: now + 2_000 });
    const { events } = desk.run({ type: 'RemoveAllDelegations', account: 0 });
    expect(events.map((event) => event.type === 'DelegationsEnded' && event.wallets)).toEqual([[BOB, CAROL]]);
    expect([desk.account(0).delegations.size, delegates.size, timers.size]).toEqual([0, 0, armed]);
    expect(desk.run({ type: 'RemoveAllDelegations', account: 0 }).events).toEqual([]);
    grant(desk, BOB);
    expect(delegationsOf(desk.account(0)).map(({ no }) => no)).toEqual([3]);
  });
});

test('a manager is appointed and dismissed for a whole wallet, and nobody is his own', () => {
  const desk = new Desk();
  const { owner } = desk.account(0);
  const managers = (): string[] => [...(desk.engine.state.wallets.get(owner)?.managers ?? [])];
  desk.run({ type: 'SetManager', owner, manager: BOB, appointed: true });
  expect(managers()).toEqual([BOB]);
  expect(said(desk.run({ type: 'SetManager', owner, manager: owner, appointed: true }))).toEqual([
    400,
    'INVALID_VALUE',
    'a wallet cannot be its own manager',
  ]);
  desk.run({ type: 'SetManager', owner, manager: BOB, appointed: false });
  expect(managers()).toEqual([]);
});
