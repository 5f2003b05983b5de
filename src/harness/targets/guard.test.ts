import { describe, expect, test } from 'vitest';
import { guardWrite } from './guard.ts';

const NOW = 1_767_571_200_000;
const WITHDRAWAL = { symbol: 'USDT', amount: '10', destination: `0x${'ab'.repeat(20)}` };

const guard = (action: string, params: Record<string, unknown>, nonce = BigInt(NOW), subAccounts = 0): void =>
  guardWrite({ action, subAccountId: '5', params, nonce }, { now: NOW, subAccounts, isNamed: false });

describe('withdrawals', () => {
  test.each([
    ['an ordinary one', {}],
    ['below the fee', { amount: '1' }],
    ['over-precise', { amount: '10.12345678901' }],
    ['with spaces around the address', { destination: ` 0x${'ab'.repeat(20)}` }],
    ['of an asset that nobody knows', { symbol: 'DOGE' }],
  ])('%s is not sent', (_case, changes) => {
    expect(() => guard('withdrawCollateral', { ...WITHDRAWAL, ...changes })).toThrow('never withdraws');
  });

  test.each([
    ['no amount', { amount: undefined }],
    ['an amount of nothing', { amount: '0.000' }],
    ['a negative amount', { amount: '-10' }],
    ['an amount in words', { amount: 'ten' }],
    ['no destination', { destination: '' }],
    ['a destination that is no address', { destination: '0x12' }],
    ['no asset', { symbol: '' }],
  ])('%s can never become a payment, so it is sent', (_case, changes) => {
    expect(() => guard('withdrawCollateral', { ...WITHDRAWAL, ...changes })).not.toThrow();
  });
});

test('some of a collateral may be exchanged, and never all of it', () => {
  const exchange = (targetUSDTAmount: string) => () =>
    guard('voluntaryCollateralExchange', { sourceAsset: 'WETH', targetUSDTAmount });
  expect(exchange('all')).toThrow('cannot be bought back');
  expect(exchange('100')).not.toThrow();
});

test('a subaccount is opened only as often as the profile allows', () => {
  expect(() => guard('createSubaccount', {}, 1n, 0)).toThrow('cannot be closed again');
  expect(() => guard('createSubaccount', {}, 1n, 1)).not.toThrow();
});

test('a name is given only where there was one, for none cannot be given', () => {
  const rename = (name: unknown, isNamed: boolean) => () =>
    guardWrite(
      { action: 'updateSubAccountName', subAccountId: '5', params: { name }, nonce: 1n },
      { now: NOW, subAccounts: 0, isNamed },
    );
  expect(rename('desk', false)).toThrow('cannot be left without one again');
  expect(rename('desk', true)).not.toThrow();
  expect(rename('', false)).not.toThrow();
  expect(rename('x'.repeat(51), false)).not.toThrow();
});

test('a nonce a minute ahead is fine, one further ahead would use up the wallet, and what is no uint64 cannot', () => {
  expect(() => guard('cancelOrders', {}, BigInt(NOW + 60_000))).not.toThrow();
  expect(() => guard('cancelOrders', {}, BigInt(NOW + 60_001))).toThrow('use up the wallet');
  expect(() => guard('cancelOrders', {}, 2n ** 64n - 1n)).toThrow('use up the wallet');
  expect(() => guard('cancelOrders', {}, 2n ** 64n)).not.toThrow();
});
