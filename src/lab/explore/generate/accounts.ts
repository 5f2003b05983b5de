import { addressOf, idOf, timeIn } from '../command.ts';
import { STRANGER_NAME } from '../pair.ts';
import { placing, plainItem } from './orders.ts';
import type { Plan } from './plan.ts';

/** Commands about funds, subaccounts and delegation. */

const ASSETS = ['USDT', 'USDT', 'USDT', 'WETH', 'BTC', 'USDC', 'NOPE'] as const;
const AMOUNTS = [
  '1',
  '10',
  '100.5',
  '0.000001',
  '0.0000001',
  '1000',
  '1000000',
  '99999999',
  '0',
  '-1',
  '5',
  '5.000001',
] as const;

export function transfer(plan: Plan): void {
  const account = plan.account();
  const { subAccounts } = plan.memory;
  const own = subAccounts.filter(({ owner }) => owner === account);
  const to =
    own.length > 0 && plan.percent(75)
      ? plan.pick(own).ref
      : plan.pick([idOf(plan.other(account)), idOf(account), '77']);
  const params = { symbol: plan.pick(ASSETS), amount: plan.pick(AMOUNTS) };
  if (own.length > 0 && plan.percent(25)) {
    plan.signed(
      account,
      'transferCollateral',
      { ...params, destinationSubAccountId: idOf(account) },
      { on: plan.pick(own).ref },
    );
  } else plan.signed(account, 'transferCollateral', { destinationSubAccountId: to, ...params });
  if (plan.percent(25)) plan.signed(account, 'getTransfers');
}

export function withdraw(plan: Plan): void {
  const account = plan.account();
  if (plan.canSteer && plan.percent(30)) {
    plan.control('planWithdrawal', { subAccountId: idOf(account), outcome: plan.pick(['success', 'failed']) });
  }
  const destination = plan.percent(85) ? addressOf(account) : plan.pick(['0x12', addressOf(plan.other(account))]);
  plan.signed(account, 'withdrawCollateral', { symbol: plan.pick(ASSETS), amount: plan.pick(AMOUNTS), destination });
  if (plan.canSteer && plan.percent(40)) plan.advance(plan.pick([1_000, 60_000, 600_000]));
  if (plan.percent(40))
    plan.signed(account, 'getBalanceUpdates', plan.percent(50) ? { actionFilter: 'WITHDRAWAL' } : {});
  if (plan.percent(30)) plan.signed(account, 'getWithdrawableAmounts', { symbols: ['USDT', 'WETH'] });
}

export function exchangeCollateral(plan: Plan): void {
  plan.signed(plan.account(), 'voluntaryCollateralExchange', {
    sourceAsset: plan.pick(['WETH', 'BTC', 'USDC', 'USDT', 'NOPE']),
    targetUSDTAmount: plan.pick(['all', '1', '100', '1000.5', '0', '-1', '99999999']),
  });
}

export function openSubAccount(plan: Plan): void {
  const account = plan.account();
  const id = plan.signed(account, 'createSubaccount', {
    name: plan.pick(['grid', 'hedge', 'a', '', 'x'.repeat(51), 'two words']),
  });
  if (plan.percent(50)) return;
  const on = `\${c${id}.response.subAccountId}`;
  plan.signed(account, 'transferCollateral', { destinationSubAccountId: on, symbol: 'USDT', amount: '1000' });
  plan.signed(account, 'placeOrders', placing([plainItem(plan)]), { on });
  plan.signed(account, 'getPositions', {}, { on });
  plan.signed(account, 'getSubAccounts');
}

export function rename(plan: Plan): void {
  plan.signed(plan.account(), 'updateSubAccountName', {
    name: plan.pick(['north', 'a b', '', 'y'.repeat(50), 'z'.repeat(51)]),
  });
  plan.signed(plan.account(), 'getSubAccounts');
}

/** Somebody is let in, acts for the owner, and is maybe shut out again. */
export function delegate(plan: Plan): void {
  const owner = plan.account();
  const friend = plan.percent(80) ? plan.other(owner) : STRANGER_NAME;
  const ends = plan.weighted<string | number>([
    [5, 0],
    [3, timeIn(5_000)],
    [1, timeIn(-1_000)],
    [1, timeIn(400 * 86_400_000)],
  ]);
  plan.signed(owner, 'addDelegatedSigner', {
    walletAddress: addressOf(friend),
    permissions: [plan.pick(['session', 'session', 'delegate', 'trading', 'admin'])],
    ...(plan.percent(80) && { expiresAt: ends }),
  });
  actFor(plan, friend, owner);
  if (plan.canSteer && plan.percent(30)) {
    plan.advance(plan.pick([5_000, 5_001, 4_999]));
    actFor(plan, friend, owner);
  }
  if (plan.percent(40)) {
    if (plan.percent(75)) plan.signed(owner, 'removeDelegatedSigner', { walletAddress: addressOf(friend) });
    else plan.signed(owner, 'removeAllDelegatedSigners');
    actFor(plan, friend, owner);
  }
  if (plan.percent(50)) plan.signed(owner, 'getDelegatedSigners');
  if (plan.percent(30)) plan.signed(friend, 'getDelegationsForDelegate', {}, { on: owner });
}

/** One does what may be the right of the other alone. */
export function actFor(plan: Plan, actor: string, owner: string): void {
  const on = { on: owner };
  plan.weighted<() => void>([
    [4, () => plan.signed(actor, 'placeOrders', placing([plainItem(plan)]), on)],
    [2, () => plan.signed(actor, 'cancelAllOrders', { symbols: ['*'] }, on)],
    [2, () => plan.signed(actor, 'getOpenOrders', {}, on)],
    [1, () => plan.signed(actor, 'getSubAccount', {}, on)],
    [1, () => plan.signed(actor, 'getTrades', {}, on)],
    [1, () => plan.signed(actor, 'getDelegatedSigners', {}, on)],
    [1, () => plan.signed(actor, 'updateLeverage', { symbol: 'BTC-USDT', leverage: '5' }, on)],
    [1, () => plan.signed(actor, 'updateSubAccountName', { name: 'mine' }, on)],
    [
      1,
      () =>
        plan.signed(
          actor,
          'transferCollateral',
          { destinationSubAccountId: idOf(actor), symbol: 'USDT', amount: '1' },
          on,
        ),
    ],
    [
      1,
      () =>
        plan.signed(actor, 'withdrawCollateral', { symbol: 'USDT', amount: '10', destination: addressOf(actor) }, on),
    ],
    [
      1,
      () =>
        plan.signed(
          actor,
          'addDelegatedSigner',
          { walletAddress: addressOf(STRANGER_NAME), permissions: ['session'] },
          on,
        ),
    ],
    [1, () => plan.signed(actor, 'createSubaccount', { name: 'theirs' }, on)],
    [1, () => plan.signed(actor, 'scheduleCancel', { timeoutSeconds: 5 }, on)],
  ])();
}

export function trespass(plan: Plan): void {
  const owner = plan.account();
  actFor(plan, plan.percent(70) ? plan.other(owner) : STRANGER_NAME, owner);
}

/** Adds what only the operator can do: fees, the whitelist, deposits. */
export function operate(plan: Plan): void {
  const account = plan.account();
  plan.weighted<() => void>([
    [
      3,
      () => plan.control('deposit', { subAccountId: idOf(account), asset: plan.pick(['USDT', 'WETH']), amount: '10' }),
    ],
    [
      2,
      () => plan.control('setTier', { wallet: addressOf(account), tierId: plan.pick(['tier_0', 'tier_1', 'tier_3']) }),
    ],
    [1, () => plan.control('setWhitelisted', { wallet: addressOf(account), whitelisted: plan.percent(60) })],
  ])();
  plan.signed(account, plan.pick(['getFeeRate', 'getSubAccount', 'getRateLimits', 'getBalanceUpdates']));
  plan.signed(account, 'placeOrders', placing([plainItem(plan)]));
}
