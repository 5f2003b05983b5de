import { describe, expect, test } from 'vitest';
import { guardWrite, isPayment } from './guard.ts';

const NOW = 1_767_571_200_000;
const WITHDRAWAL = { symbol: 'USDT', amount: '10', destination: `0x${'ab'.repeat(20)}` };

const OWNER = `0x${'ab'.repeat(20)}`;
const STANDING = { now: NOW, subAccounts: 0, withdrawals: 0, isNamed: false, owner: OWNER, signer: OWNER };

const OPENING = { action: 'createSubaccount', subAccountId: '5', params: { name: 'new' }, nonce: BigInt(NOW) };

const guard = (
  action: string,
  params: Record<string, unknown>,
  nonce = BigInt(NOW),
  standing: Partial<typeof STANDING> = {},
): void => guardWrite({ action, subAccountId: '5', params, nonce }, { ...STANDING, ...standing });

test('a subaccount is opened only where its owner has room', () => {
  expect(() => guardWrite(OPENING, { ...STANDING, subAccounts: 1, room: 1 })).not.toThrow();
  expect(() => guardWrite(OPENING, { ...STANDING, subAccounts: 1 })).not.toThrow();
  expect(() => guardWrite(OPENING, { ...STANDING, subAccounts: 1, room: 0 })).toThrow(
    'the wallet owns as many subaccounts as its tier allows',
  );
});

describe('withdrawals', () => {
  test.each([
    ['an ordinary one', {}],
    ['a unit above the fee', { amount: '5.000001' }],
    ['more digits than fit above the fee', { amount: '5.0000000001' }],
    ['over-precise', { amount: '10.12345678901' }],
    ['with spaces around the address', { destination: ` 0x${'ab'.repeat(20)}` }],
    ['of an unknown asset', { symbol: 'DOGE' }],
    ['of the fee to a stranger', { amount: '5', destination: `0x${'cd'.repeat(20)}` }],
    ['of an amount that an account may hold', { amount: '999999999999' }],
  ])('%s is not sent', (_case, changes) => {
    expect(() => guard('withdrawCollateral', { ...WITHDRAWAL, ...changes })).toThrow('never withdraws');
  });

  test.each([
    ['the fee of USDT', { amount: '5' }],
    ['less than the fee, too precisely', { amount: '4.00000000001' }],
    ['the fee of WETH', { symbol: 'WETH', amount: '0.0017' }],
    ['the fee of BTC', { symbol: 'BTC', amount: '0.00005' }],
  ])('%s to the owner is refused, and would cost no more than that, so it is sent', (_case, changes) => {
    expect(() => guard('withdrawCollateral', { ...WITHDRAWAL, ...changes })).not.toThrow();
  });

  test('more than there is of anything is refused, so it is sent wherever it goes', () => {
    const changes = { amount: '1000000000000', destination: `0x${'cd'.repeat(20)}` };
    expect(() => guard('withdrawCollateral', { ...WITHDRAWAL, ...changes })).not.toThrow();
  });

  test('twice the fee goes to the owner, signed by the owner, as often as the profile allows', () => {
    const allowed = { withdrawals: 1 };
    const send = (changes: object, standing: Partial<typeof STANDING>) => () =>
      guard('withdrawCollateral', { ...WITHDRAWAL, ...changes }, BigInt(NOW), standing);
    expect(send({}, allowed)).not.toThrow();
    expect(send({}, {})).toThrow('never withdraws');
    expect(send({ amount: '10.000001' }, allowed)).toThrow('never withdraws');
    expect(send({ destination: `0x${'cd'.repeat(20)}` }, allowed)).toThrow('never withdraws');
    expect(send({}, { ...allowed, signer: `0x${'cd'.repeat(20)}` })).toThrow('never withdraws');
  });

  test('those that should be paid are counted', () => {
    expect(isPayment(WITHDRAWAL)).toBe(true);
    expect(isPayment({ ...WITHDRAWAL, amount: '5' })).toBe(false);
    expect(isPayment({ ...WITHDRAWAL, amount: '1000000000000' })).toBe(false);
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
  expect(() => guard('createSubaccount', {}, 1n)).toThrow('cannot be closed again');
  expect(() => guard('createSubaccount', {}, 1n, { subAccounts: 1 })).not.toThrow();
});

test.each([
  ['a name of 51 characters', { name: 'x'.repeat(51) }, {}],
  ['a name that ends in a space', { name: 'hedge ' }, {}],
  ['a name of two lines', { name: 'two\nlines' }, {}],
  ['a number for a name', { name: 7 }, {}],
  ['the signature of another wallet', { name: 'hedge' }, { signer: `0x${'cd'.repeat(20)}` }],
])('a subaccount that cannot be opened for %s is asked for all the same', (_case, params, standing) => {
  expect(() => guard('createSubaccount', params, 1n, standing)).not.toThrow();
});

test.each([
  ['fifty characters', { name: '💱'.repeat(50) }],
  ['no name', { name: null }],
])('%s may well open a subaccount', (_case, params) => {
  expect(() => guard('createSubaccount', params, 1n)).toThrow('cannot be closed again');
});

test('a name is given only where there was one, for none cannot be given', () => {
  const rename = (name: unknown, isNamed: boolean) => () => guard('updateSubAccountName', { name }, 1n, { isNamed });
  expect(rename('hedge', false)).toThrow('cannot be left without one again');
  expect(rename('hedge', true)).not.toThrow();
  expect(rename('', false)).not.toThrow();
  expect(rename('x'.repeat(51), false)).not.toThrow();
});

test('a nonce a minute ahead is fine, one further ahead would use up the wallet, and what is no uint64 cannot', () => {
  expect(() => guard('cancelOrders', {}, BigInt(NOW + 60_000))).not.toThrow();
  expect(() => guard('cancelOrders', {}, BigInt(NOW + 60_001))).toThrow('use up the wallet');
  expect(() => guard('cancelOrders', {}, 2n ** 64n - 1n)).toThrow('use up the wallet');
  expect(() => guard('cancelOrders', {}, 2n ** 64n)).not.toThrow();
});
