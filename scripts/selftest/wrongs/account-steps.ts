import { patched } from '../make.ts';
import type { Wrong } from '../wrong.ts';

/** Rules of delegations, funds and funding that need several steps. */
export const ACCOUNT_STEPS: readonly Wrong[] = [
  {
    name: 'expires-a-millisecond-late',
    clause: 'ADDDELEGATEDSIGNER-EXPIRESAT',
    what: 'A delegation goes on for a millisecond after its end.',
    make: () =>
      patched(['engine/accounts/delegation.ts', 'armTimer(state, expiresAt,', 'armTimer(state, expiresAt + 1,']),
  },
  {
    name: 'zero-is-ninety-days',
    clause: 'ADDDELEGATEDSIGNER-EXPIRESAT-ZERO',
    what: 'A delegation with expiresAt 0 ends after ninety days.',
    takes: 'ninety days',
    make: () =>
      patched([
        'engine/accounts/delegation.ts',
        `  if (expiresAt === null) return [granted];
`,
        `  if (expiresAt === null) {
    const late = armTimer(state, state.now + 90 * 86_400_000, { kind: 'expireDelegation', account: account.no, wallet });
    return [{ ...granted, timer: state.counters.timer }, late];
  }
`,
      ]),
  },
  {
    name: 'no-end-signs-for-ninety-days',
    clause: 'ADDDELEGATEDSIGNER-EXPIRESAT-ZERO',
    what: 'A signer without an end is listed for good, and refused after ninety days.',
    takes: 'ninety days',
    make: () =>
      patched([
        'exchange/requests/request.ts',
        '  return account.delegations.get(wallet)?.permission ?? null;',
        `  const delegation = account.delegations.get(wallet);
  if (delegation?.expiresAt === null && state.now > 1_767_571_200_000 + 90 * 86_400_000) return null;
  return delegation?.permission ?? null;`,
      ]),
  },
  {
    name: 'expiry-spares-the-grantees',
    clause: 'REMOVEDELEGATEDSIGNER-CASCADE',
    what: 'A delegate whose time is over leaves behind those it has added.',
    make: () =>
      patched(['engine/accounts/delegation.ts', `withGrantees(account, wallet), 'expired'`, `[wallet], 'expired'`]),
  },
  {
    name: 'longer-grant-ends-as-before',
    clause: 'ADDDELEGATEDSIGNER-EXPIRESAT',
    what: 'A delegation that is extended ends at its earlier time.',
    make: () =>
      patched([
        'engine/accounts/delegation.ts',
        `  stopTimer(state, delegations.get(wallet)?.timer ?? null);
`,
        '',
      ]),
  },
  {
    name: 'expired-goes-on-on-open-streams',
    clause: 'ADDDELEGATEDSIGNER-EXPIRESAT',
    what: 'A stream that is open goes on after the right to it has ended.',
    transport: 'ws',
    make: () =>
      patched(['exchange/stream/hub.ts', `new Set(['DelegationsEnded', 'ManagerSet'])`, `new Set(['ManagerSet'])`]),
  },
  {
    name: 'session-reads-after-removal',
    clause: 'REMOVEDELEGATEDSIGNER',
    what: 'A login that no longer gives a right still reads without a signature.',
    transport: 'ws',
    make: () =>
      patched([
        'exchange/requests/life.ts',
        '  const role = account ? roleOf(state, account, wallet) : null;',
        `  const keeps = 'subAccountId' in by && by.account === account?.no;
  const role = account ? (roleOf(state, account, wallet) ?? (keeps ? 'session' : null)) : null;`,
      ]),
  },
  {
    name: 'removed-from-one-removed-from-all',
    clause: 'REMOVEDELEGATEDSIGNER',
    what: 'A signer that is removed from a subaccount is removed from every subaccount.',
    make: () =>
      patched([
        'engine/accounts/delegation.ts',
        `  return [ended(state, account, withGrantees(account, command.wallet), 'removed')];`,
        `  const others = [...state.accounts.values()].filter((other) => other !== account && other.delegations.has(command.wallet));
  return [ended(state, account, withGrantees(account, command.wallet), 'removed'), ...others.map((other) => ended(state, other, [command.wallet], 'removed'))];`,
      ]),
  },
  {
    name: 'removal-cancels-orders',
    clause: 'REMOVEDELEGATEDSIGNER-ORDERS-STAY',
    what: 'The orders of a subaccount end with the signer that is removed.',
    make: () =>
      patched([
        'engine/accounts/delegation.ts',
        `  return [ended(state, account, withGrantees(account, command.wallet), 'removed')];`,
        `  const orders = [...account.open.values()].flatMap((open) => [...open.orders]);
  return [ended(state, account, withGrantees(account, command.wallet), 'removed'), ...orders.map((order) => ({ type: 'OrderCancelled', at: state.now, order, cause: 'user' }) as const)];`,
      ]),
  },
  {
    name: 'open-gains-may-be-transferred',
    clause: 'TRANSFERCOLLATERAL-ERR-MARGIN',
    what: 'Unrealized gains may be transferred.',
    takes: 'a price that is moved on purpose',
    make: () =>
      patched([
        'engine/accounts/funds.ts',
        'summaryOf(state, source).freeValue',
        'summaryOf(state, source).availableMargin',
      ]),
  },
  {
    name: 'open-gains-may-be-withdrawn',
    clause: 'WITHDRAWCOLLATERAL',
    what: 'Unrealized gains may be withdrawn.',
    takes: 'a price that is moved on purpose',
    make: () =>
      patched([
        'engine/accounts/funds.ts',
        'summaryOf(state, account).freeValue',
        'summaryOf(state, account).availableMargin',
      ]),
  },
  {
    name: 'transfers-pay-a-fee',
    clause: 'TRANSFERCOLLATERAL',
    what: 'A transfer arrives without a thousandth of it.',
    make: () =>
      patched([
        'engine/accounts/funds.ts',
        `      { account: from, amount: -amount },
      { account: to, amount },`,
        `      { account: from, amount: -amount },
      { account: to, amount: amount - amount / 1000n },
      { house: 'withdrawalFees', amount: amount / 1000n },`,
      ]),
  },
  {
    name: 'failed-withdrawals-keep-the-fee',
    clause: 'STATE-BALUPD-FAILED',
    what: 'A withdrawal that fails comes back without its fee.',
    make: () =>
      patched([
        'engine/accounts/funds.ts',
        `function giveBack(state: State, { account, asset, amount }: Withdrawal): void {
  post(state, asset, [
    { pending: account, amount: -amount },
    { account, amount },`,
        `function giveBack(state: State, { account, asset, amount, fee }: Withdrawal): void {
  post(state, asset, [
    { pending: account, amount: -amount },
    { account, amount: amount - fee },
    { house: 'withdrawalFees', amount: fee },`,
      ]),
  },
  {
    name: 'withdrawals-leave-the-balance-late',
    clause: 'STATE-BALUPD-PENDING',
    what: 'A pending withdrawal is still in the balance.',
    make: () =>
      patched(
        [
          'engine/accounts/funds.ts',
          `    state.withdrawals.set(transfer, withdrawal);
    post(state, asset, [
      { account, amount: -amount },
      { pending: account, amount },`,
          `    state.withdrawals.set(transfer, withdrawal);
    post(state, asset, [
      { account, amount: -amount },
      { account, amount },`,
        ],
        [
          'engine/accounts/funds.ts',
          `    { pending: account, amount: -amount },
    { house: 'withdrawalFees', amount: fee },`,
          `    { account, amount: -amount },
    { house: 'withdrawalFees', amount: fee },`,
        ],
        [
          'engine/accounts/funds.ts',
          `    { pending: account, amount: -amount },
    { account, amount },
  ]);
}`,
          `  ]);
}`,
        ],
      ),
  },
  {
    name: 'funding-at-the-mark',
    clause: 'GETFUNDINGPAYMENTS',
    what: 'Funding is charged on the value at the mark, not at the index.',
    takes: 'a funding hour',
    make: () =>
      patched([
        'engine/funding.ts',
        'const amount = fundingOf(marketOf(state, symbol), position, index, rate);',
        `const market = marketOf(state, symbol);
  const amount = fundingOf(market, position, market.mark * market.spec.tickUnits, rate);`,
      ]),
  },
  {
    name: 'funding-for-eight-hours',
    clause: 'GETFUNDINGRATE',
    what: 'The rate of eight hours is charged every hour.',
    make: () => patched(['engine/funding.ts', 'one * HOURS)', 'one * (HOURS / 8n))']),
  },
  {
    name: 'funding-once-for-a-jump',
    clause: 'GETFUNDINGPAYMENTS',
    what: 'A clock that jumps over several hours charges one of them.',
    make: () =>
      patched([
        'engine/funding.ts',
        '  const holders = positionsBySymbol(state);',
        '  const holders = state.now % (2n === 2n ? 7_200_000 : 1) === 0 ? positionsBySymbol(state) : new Map<string, Position[]>();',
      ]),
  },
  {
    name: 'premium-of-the-last-second',
    clause: 'GETFUNDINGRATE',
    what: 'The rate comes from the premium of the moment, not from its average over the hour.',
    takes: 'a funding hour',
    make: () =>
      patched([
        'engine/funding.ts',
        `  return samples === 0
`,
        `  return samples >= 0
`,
      ]),
  },
  {
    name: 'funding-paid-from-the-account',
    clause: 'POSITION-FIELD-USEDMARGIN',
    what: 'Funding of an isolated position is paid from the account, not from its margin.',
    takes: 'a funding hour',
    make: () =>
      patched(
        ['engine/funding.ts', '[cashOf(account, symbol, amount), {', '[{ account: no, amount }, {'],
        [
          'engine/funding.ts',
          '    position.netFunding += amount;',
          `    void cashOf;
    position.netFunding += amount;`,
        ],
      ),
  },
];
