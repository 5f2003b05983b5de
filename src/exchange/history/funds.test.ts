import { expect, test } from 'vitest';
import type { BalanceAction } from '../../contract/views.ts';
import type { EngineEvent } from '../../engine/event.ts';
import { AGENT, historyOf, T0 } from './history.test-helper.ts';
import type { History } from './history.ts';

const UNIT = 100_000_000n;
const HASH = `0x${'a'.repeat(64)}`;

const deposited = (account: number, transfer: number, at = T0): EngineEvent => ({
  type: 'Deposited',
  at,
  account,
  asset: 'WETH',
  amount: 2n * UNIT,
  value: 6_600n * UNIT,
  transfer,
  txHash: HASH,
});

const transferred = (transfer: number, at = T0): EngineEvent => ({
  type: 'Transferred',
  at,
  transfer,
  from: 1,
  to: 2,
  asset: 'USDT',
  amount: UNIT / 2n,
  value: UNIT / 2n,
});

const requested = (transfer: number): EngineEvent => ({
  type: 'WithdrawalRequested',
  at: T0,
  transfer,
  account: 1,
  asset: 'USDT',
  amount: 100n * UNIT,
  fee: 5n * UNIT,
  value: 100n * UNIT,
  destination: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  requestId: 'r',
  outcome: 'success',
});

const settled = (transfer: number, outcome: 'success' | 'failed'): EngineEvent => ({
  type: 'WithdrawalSettled',
  at: T0 + 60_000,
  transfer,
  account: 1,
  outcome,
  txHash: outcome === 'success' ? HASH : null,
});

const ALL: readonly BalanceAction[] = ['DEPOSIT', 'WITHDRAWAL', 'TRANSFER'];

const updates = (history: History, account: number, actions = ALL, page = { limit: 50, offset: 0 }) =>
  history.balanceUpdates({ account, from: 0, to: T0 + 3_600_000, actions, ...page });

test('a transfer is one row on each side, and one transfer', async () => {
  const history = await historyOf([transferred(7)]);
  const [from, to] = ['1867542890123456790', '1867542890123456791'];
  const ends = { fromSubAccountId: from, toSubAccountId: to, destinationAddress: null, txHash: null };
  const row = {
    action: 'TRANSFER',
    status: 'success',
    fee: '0',
    grossAmount: '0.5',
    collateral: 'USDT',
    usdtNotional: '0.5',
    timestamp: T0,
    ...ends,
  };
  expect(updates(history, 1)).toEqual([{ id: '14', amount: '-0.5', ...row }]);
  expect(updates(history, 2)).toEqual([{ id: '15', amount: '0.5', ...row }]);
  const figures = { symbol: 'USDT', amount: '0.5', transferType: 'COLLATERAL_TRANSFER', usdtNotional: '0.5' };
  const transfer = { transferId: '7', from, to, ...figures, status: 'success', errorMessage: null, timestamp: T0 };
  for (const account of [1, 2]) {
    expect(history.transfers({ account, from: T0, to: T0, limit: 50, offset: 0 })).toEqual({
      rows: [transfer],
      total: 1,
    });
  }
  history.close();
});

test('a transfer that failed has the same rows, and says so', async () => {
  const facts = { transfer: 7, from: 1, to: 2, asset: 'USDT', amount: UNIT / 2n, value: UNIT / 2n };
  const history = await historyOf([{ type: 'TransferFailed', at: T0, ...facts, errorMessage: 'ledger offline' }]);
  expect([1, 2].flatMap((no) => updates(history, no)).map(({ id, status, amount }) => [id, status, amount])).toEqual([
    ['14', 'failed', '-0.5'],
    ['15', 'failed', '0.5'],
  ]);
  const { rows } = history.transfers({ account: 2, from: T0, to: T0, limit: 50, offset: 0 });
  expect(rows.map(({ status, errorMessage }) => [status, errorMessage])).toEqual([['failed', 'ledger offline']]);
  history.close();
});

test('a withdrawal is one row that changes its status', async () => {
  const history = await historyOf([requested(3), requested(4), requested(5)]);
  const statuses = (): unknown => updates(history, 1).map(({ id, status, txHash }) => [id, status, txHash]);
  expect(statuses()).toEqual([
    ['10', 'pending', null],
    ['8', 'pending', null],
    ['6', 'pending', null],
  ]);
  history.record([settled(4, 'failed'), settled(3, 'success')]);
  expect(statuses()).toEqual([
    ['10', 'pending', null],
    ['8', 'failed', null],
    ['6', 'success', HASH],
  ]);
  expect(updates(history, 1)[0]).toMatchObject({
    amount: '-100',
    fee: '5',
    grossAmount: '100',
    destinationAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  });
  history.close();
});

test('kinds, pages and windows choose rows, and agents leave none', async () => {
  const history = await historyOf([deposited(1, 1), deposited(AGENT, 2), transferred(3), requested(4), transferred(5)]);
  const ids = (...asked: [(readonly BalanceAction[])?, { limit: number; offset: number }?]): unknown =>
    updates(history, 1, ...asked).map(({ id }) => id);
  expect(ids()).toEqual(['10', '8', '6', '2']);
  expect(ids(['TRANSFER'])).toEqual(['10', '6']);
  expect(ids(['DEPOSIT', 'WITHDRAWAL'])).toEqual(['8', '2']);
  expect(ids(ALL, { limit: 2, offset: 1 })).toEqual(['8', '6']);
  expect(updates(history, AGENT)).toEqual([]);
  const { rows, total } = history.transfers({ account: 2, from: 0, to: T0, asset: 'USDT', limit: 1, offset: 1 });
  expect([rows.map(({ transferId }) => transferId), total]).toEqual([['3'], 2]);
  expect(history.transfers({ account: 2, from: T0 + 1, to: T0 + 2, limit: 1, offset: 0 }).total).toBe(0);
  history.close();
});
