import { describe, expect, test } from 'vitest';
import { unitsOf } from '../../kernel/decimal.ts';
import { TestVenue } from '../venue.test-helper.ts';
import type { Command } from '../command.ts';
import { checkInvariants } from '../invariants.ts';
import type { CommandOutcome } from '../engine.ts';
import { collateralConfig } from './collateral.test-helper.ts';

const WALLET = `0x${'9'.repeat(40)}`;

class Vault extends TestVenue {
  constructor(weth?: string) {
    super(collateralConfig(weth));
  }

  held(account: number, asset: string): bigint {
    return this.account(account).balances.get(asset) ?? 0n;
  }

  pending(account: number, asset: string): bigint {
    return this.account(account).pendingWithdraw.get(asset) ?? 0n;
  }

  transfer(from: number, to: number, asset: string, amount: string): CommandOutcome {
    return this.run({ type: 'TransferCollateral', from, to, asset, amount: unitsOf(amount) });
  }

  withdraw(account: number, asset: string, amount: string): CommandOutcome {
    return this.run({
      type: 'WithdrawCollateral',
      account,
      asset,
      amount: unitsOf(amount),
      destination: WALLET,
    });
  }

  exchange(account: number, want: Extract<Command, { type: 'ExchangeCollateral' }>['want']): CommandOutcome {
    return this.run({ type: 'ExchangeCollateral', account, source: 'WETH', want });
  }

  /** Sets the price of WETH, in whole USDT. */
  price(usdt: number): void {
    this.run({ type: 'SetIndexPrice', symbol: 'ETH-USDT', price: usdt * 100_000_000 });
  }

  /** The request id of the withdrawal an outcome asked for. */
  static requestId(outcome: CommandOutcome): string {
    const [event] = outcome.events;
    if (event?.type !== 'WithdrawalRequested') throw new Error('a withdrawal was asked for');
    return event.requestId;
  }
}

describe('transfers', () => {
  test('move exactly the amount, and the event says what it was worth', () => {
    const vault = new Vault();
    const { events } = vault.transfer(0, 1, 'WETH', '2.5');
    expect(events).toMatchObject([
      { type: 'Transferred', from: 0, to: 1, asset: 'WETH', amount: unitsOf('2.5'), value: unitsOf('8250') },
    ]);
    expect([vault.held(0, 'WETH'), vault.held(1, 'WETH')]).toEqual([unitsOf('7.5'), unitsOf('12.5')]);
    checkInvariants(vault.engine.state);
  });

  test('go as far as margin allows, to the last unit', () => {
    const vault = new Vault();
    // 4 BTC at 95,000 and 10x reserve 38,000 of the 10,000 + 31,350 that the account is worth.
    expect(vault.place(0, 'buy', '4', '95000').refusal).toBeNull();
    expect(TestVenue.seen(vault.transfer(0, 1, 'USDT', '3350.000001'))).toBe('INSUFFICIENT_MARGIN');
    expect(vault.held(0, 'USDT')).toBe(unitsOf('10000'));
    expect(TestVenue.seen(vault.transfer(0, 1, 'USDT', '3350'))).toEqual(['Transferred']);
  });

  test('unrealized gains back no transfer, losses reduce it', () => {
    const vault = new Vault('0');
    vault.place(1, 'sell', '1', '95000');
    vault.place(0, 'buy', '1', '95000');
    vault.run({ type: 'SetIndexPrice', symbol: 'BTC-USDT', price: 9_600_000_000_000 });
    // 10,000 less 47.50 fee; the gain of 1,000 does not count, the margin of 9,600 does.
    expect(TestVenue.seen(vault.transfer(0, 2, 'USDT', '352.500001'))).toBe('INSUFFICIENT_MARGIN');
    expect(TestVenue.seen(vault.transfer(0, 2, 'USDT', '352.5'))).toEqual(['Transferred']);
    expect(TestVenue.seen(vault.transfer(1, 2, 'USDT', '0.000001'))).toBe('INSUFFICIENT_MARGIN');
  });

  test.each<[string, string, string, string]>([
    ['more than is held', 'WETH', '10.00000001', 'INSUFFICIENT_MARGIN'],
    ['an unknown asset', 'DOGE', '1', 'ASSET_NOT_FOUND'],
    ['nothing', 'USDT', '0', 'INVALID_VALUE'],
    ['less than nothing', 'USDT', '-1', 'INVALID_VALUE'],
    ['finer than the grid', 'USDT', '0.0000001', 'INVALID_VALUE'],
  ])('%s is refused', (_what, asset, amount, code) => {
    const vault = new Vault();
    expect(TestVenue.seen(vault.transfer(0, 1, asset, amount))).toBe(code);
    expect([vault.held(0, 'USDT'), vault.held(0, 'WETH')]).toEqual([unitsOf('10000'), unitsOf('10')]);
  });
});

describe('withdrawals', () => {
  test('leave the balance at once, are paid after a minute, and the fee stays', () => {
    const vault = new Vault();
    expect(TestVenue.seen(vault.withdraw(0, 'USDT', '100'))).toEqual(['WithdrawalRequested', 'TimerArmed']);
    expect([vault.held(0, 'USDT'), vault.pending(0, 'USDT')]).toEqual([unitsOf('9900'), unitsOf('100')]);
    vault.advance(59_999);
    expect(vault.pending(0, 'USDT')).toBe(unitsOf('100'));
    vault.advance(1);
    expect([vault.held(0, 'USDT'), vault.pending(0, 'USDT')]).toEqual([unitsOf('9900'), 0n]);
    const { external, withdrawalFees } = vault.engine.state.house;
    // Four accounts brought 10,000 each in and the insurance vault 1,000,000; 95 went out.
    expect([external.get('USDT'), withdrawalFees.get('USDT')]).toEqual([unitsOf('-1039905'), unitsOf('5')]);
    checkInvariants(vault.engine.state);
  });

  test('a failed one is credited back in full, and its timer then has no effect', () => {
    const vault = new Vault();
    const requestId = Vault.requestId(vault.withdraw(0, 'WETH', '0.12345678'));
    expect(TestVenue.seen(vault.run({ type: 'SettleWithdrawal', requestId, outcome: 'failed' }))).toEqual([
      'WithdrawalSettled',
    ]);
    expect([vault.held(0, 'WETH'), vault.pending(0, 'WETH')]).toEqual([unitsOf('10'), 0n]);
    expect(TestVenue.seen(vault.run({ type: 'SettleWithdrawal', requestId, outcome: 'success' }))).toBe('NOT_FOUND');
    vault.advance(60_000);
    expect(vault.held(0, 'WETH')).toBe(unitsOf('10'));
    expect(vault.engine.state.house.withdrawalFees.size).toBe(0);
  });

  test('the control plane plans the end of the next one only', () => {
    const vault = new Vault();
    vault.run({ type: 'PlanWithdrawal', account: 0, outcome: 'failed' });
    vault.withdraw(1, 'USDT', '50');
    vault.withdraw(0, 'USDT', '100');
    vault.withdraw(0, 'USDT', '200');
    vault.advance(60_000);
    expect([vault.held(0, 'USDT'), vault.held(1, 'USDT')]).toEqual([unitsOf('9800'), unitsOf('9950')]);
    expect(TestVenue.seen(vault.run({ type: 'PlanWithdrawal', account: 99, outcome: 'failed' }))).toBe('NOT_FOUND');
  });

  test.each<[string, string, string, string]>([
    ['as much as the fee', 'USDT', '5', 'INVALID_VALUE'],
    ['more than is held', 'USDT', '10000.000001', 'VALIDATION_ERROR'],
    ['an unknown asset', 'DOGE', '100', 'ASSET_NOT_FOUND'],
  ])('%s is refused', (_what, asset, amount, code) => {
    const vault = new Vault();
    expect(TestVenue.seen(vault.withdraw(0, asset, amount))).toBe(code);
    expect(vault.engine.state.withdrawals.size).toBe(0);
    expect(vault.held(0, 'USDT')).toBe(unitsOf('10000'));
  });

  test('an account that needs more than it has parts with nothing', () => {
    const vault = new Vault();
    vault.place(0, 'buy', '4', '95000');
    vault.price(2_000);
    for (const asset of ['USDT', 'WETH']) {
      expect(TestVenue.seen(vault.transfer(0, 1, asset, '0.000001'))).toBe('INSUFFICIENT_MARGIN');
    }
  });
});

describe('exchanges', () => {
  test('pay the index price less the haircut', () => {
    const vault = new Vault();
    const { events } = vault.exchange(0, { kind: 'give', amount: unitsOf('2') });
    expect(events).toMatchObject([
      { taken: unitsOf('2'), received: unitsOf('6270'), price: unitsOf('3300'), haircut: 5_000_000 },
    ]);
    expect([vault.held(0, 'WETH'), vault.held(0, 'USDT')]).toEqual([unitsOf('8'), unitsOf('16270')]);
    const { conversions } = vault.engine.state.house;
    expect([conversions.get('WETH'), conversions.get('USDT')]).toEqual([unitsOf('2'), unitsOf('-6270')]);
    checkInvariants(vault.engine.state);
  });

  test('bring in exactly what was asked for, and take the least that does, rounded up', () => {
    const vault = new Vault();
    // 1,000 / 3,135 = 0.318979266...
    const { events } = vault.exchange(0, { kind: 'receive', amount: unitsOf('1000') });
    expect(events).toMatchObject([{ taken: unitsOf('0.31897927'), received: unitsOf('1000') }]);
  });

  test('all of it is the whole balance, rounded down', () => {
    const vault = new Vault('0.00000007');
    // 7e-8 x 3,300 x 0.95 = 0.00021945
    expect(vault.exchange(0, { kind: 'all' }).events).toMatchObject([{ received: unitsOf('0.000219') }]);
    expect(vault.held(0, 'WETH')).toBe(0n);
  });

  test('all of it clears a debt and no more', () => {
    const vault = new Vault();
    vault.place(1, 'sell', '2', '95000');
    vault.place(0, 'buy', '2', '95000');
    vault.place(2, 'buy', '2', '89500');
    vault.run({ type: 'SetIndexPrice', symbol: 'BTC-USDT', price: 8_950_000_000_000 });
    vault.place(0, 'sell', '2', '89500');
    // 10,000 less 11,000 lost, less fees of 95 and 89.50; 1,184.50 / 3,135 = 0.37783094098...
    const debt = -vault.held(0, 'USDT');
    expect(debt).toBe(unitsOf('1184.5'));
    const { events } = vault.exchange(0, { kind: 'all' });
    expect(events).toMatchObject([{ taken: unitsOf('0.37783095'), received: unitsOf('1184.5') }]);
    expect(vault.held(0, 'USDT')).toBe(0n);
  });

  test('a large holding pays the haircuts of the bands it leaves', () => {
    const vault = new Vault('1000');
    // 3,300,000 to 1,320,000: 1,300,000 at 20 %, 680,000 at 10 %.
    const { events } = vault.exchange(0, { kind: 'give', amount: unitsOf('600') });
    expect(events).toMatchObject([{ received: unitsOf('1652000'), haircut: 16_565_657 }]);
  });

  test('too little, or nothing at all, is refused', () => {
    const vault = new Vault();
    expect(TestVenue.seen(vault.exchange(0, { kind: 'receive', amount: unitsOf('31350.000001') }))).toBe(
      'VALIDATION_ERROR',
    );
    expect(TestVenue.seen(vault.exchange(0, { kind: 'give', amount: unitsOf('10.00000001') }))).toBe(
      'VALIDATION_ERROR',
    );
    expect(TestVenue.seen(vault.exchange(0, { kind: 'give', amount: 0n }))).toBe('INVALID_VALUE');
    expect(TestVenue.seen(vault.exchange(0, { kind: 'receive', amount: unitsOf('31350') }))).toEqual([
      'CollateralExchanged',
    ]);
    expect(TestVenue.seen(vault.exchange(0, { kind: 'all' }))).toBe('VALIDATION_ERROR');
  });
});

describe('subaccounts', () => {
  test('a tier limits the number of subaccounts, the master among them, and no name is used twice', () => {
    const vault = new Vault();
    const create = (name: string): unknown => TestVenue.seen(vault.run({ type: 'CreateSubAccount', account: 0, name }));
    vault.run({ type: 'SetTier', wallet: vault.account(0).owner, tierId: 'tier_1' });
    expect([create('one'), create('')]).toEqual([['AccountOpened'], ['AccountOpened']]);
    expect([create('one'), create(''), create('two')]).toEqual([
      'VALIDATION_ERROR',
      ['AccountOpened'],
      ['AccountOpened'],
    ]);
    expect(vault.run({ type: 'CreateSubAccount', account: 4, name: 'three' }).refusal).toMatchObject({
      message: 'Subaccount limit reached',
      details: { currentCount: '5', maximum: '5', tierName: 'tier_1' },
    });
    expect(vault.account(4)).toMatchObject({ name: 'one', master: 0, owner: vault.account(0).owner });
  });

  test('a name can be kept, changed and, once free, taken', () => {
    const vault = new Vault();
    const rename = (account: number, name: string): unknown =>
      TestVenue.seen(vault.run({ type: 'RenameAccount', account, name }));
    vault.run({ type: 'CreateSubAccount', account: 0, name: 'hedge' });
    expect([rename(4, 'hedge'), rename(0, 'hedge')]).toEqual([['AccountRenamed'], 'VALIDATION_ERROR']);
    expect([rename(4, 'carry'), rename(0, 'hedge')]).toEqual([['AccountRenamed'], ['AccountRenamed']]);
    expect([vault.account(0).name, vault.account(4).name]).toEqual(['hedge', 'carry']);
    expect(rename(1, 'hedge')).toEqual(['AccountRenamed']);
  });
});
