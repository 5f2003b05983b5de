import { CodecError } from '../../kernel/codec/codec.ts';
import type { Account, OpenTotals, State } from '../state.ts';

/** Checks that every name and number that stands for another part of the state is that of one. Throws CodecError. */
export function checkReferences(state: State): void {
  const { accounts, orders, wallets } = state;
  checkOrders(state);
  for (const [no, account] of accounts) checkAccount(state, no, account);
  for (const [address, wallet] of wallets) {
    want(wallet.address === address, `wallets[${address}].address`, 'is not its key');
    checkTier(state, `wallets[${address}].tierId`, wallet.tierId);
    checkTier(state, `wallets[${address}].startTier`, wallet.startTier);
    for (const no of wallet.accounts) want(accounts.has(no), `wallets[${address}].accounts`, `has no account ${no}`);
  }
  for (const [symbol, { agents }] of state.markets) {
    for (const no of agents) want(accounts.has(no), `markets[${symbol}].agents`, `has no account ${no}`);
  }
  for (const no of state.twaps.keys()) want(orders.get(no)?.twap, `twaps[${no}]`, 'is no live TWAP order');
  for (const [no, { account, symbol }] of state.liquidations) {
    want(accounts.has(account), `liquidations[${no}].account`, `is no account`);
    want(symbol === null || state.markets.has(symbol), `liquidations[${no}].symbol`, 'is no market');
  }
  for (const [no, { account }] of state.withdrawals)
    want(accounts.has(account), `withdrawals[${no}].account`, 'is no account');
  for (const no of state.latencies.keys()) want(accounts.has(no), 'latencies', `has no account ${no}`);
  for (const no of state.isolatedAccounts) want(accounts.has(no), 'isolatedAccounts', `has no account ${no}`);
  checkTimers(state);
}

function checkOrders({ orders, accounts, markets, counters }: State): void {
  for (const [no, order] of orders) {
    const at = (field: string): string => `orders[${no}].${field}`;
    want(order.no === no, at('no'), 'is not its key');
    want(no < counters.order, 'counters.order', `is not above order ${no}`);
    want(markets.has(order.symbol), at('symbol'), 'is no market');
    want(accounts.get(order.account)?.open.get(order.symbol)?.orders.has(no), at('account'), 'does not list the order');
  }
}

function checkAccount(state: State, no: number, account: Account): void {
  const at = (field: string): string => `accounts[${no}].${field}`;
  want(account.no === no, at('no'), 'is not its key');
  for (const [symbol, position] of account.positions) {
    want(state.markets.has(symbol), at('positions'), `has no market ${symbol}`);
    want(position.account === no && position.symbol === symbol, at(`positions[${symbol}]`), 'is that of another');
  }
  for (const [symbol, open] of account.open) {
    want(state.markets.has(symbol), at('open'), `has no market ${symbol}`);
    checkOpen(state, account, symbol, open);
  }
  for (const symbol of account.isolated.keys())
    want(state.markets.has(symbol), at('isolated'), `has no market ${symbol}`);
  for (const symbol of account.leverage.keys())
    want(state.markets.has(symbol), at('leverage'), `has no market ${symbol}`);
  for (const [clientId, order] of account.clientIds)
    want(state.orders.get(order)?.clientId === clientId, at(`clientIds[${clientId}]`), 'is no live order of that id');
}

function checkOpen({ orders }: State, account: Account, symbol: string, open: OpenTotals): void {
  const at = (field: string): string => `accounts[${account.no}].open[${symbol}].${field}`;
  for (const no of open.orders) {
    const order = orders.get(no);
    want(order?.account === account.no && order.symbol === symbol, at('orders'), `order ${no} is no live one of it`);
  }
  for (const [no, group] of open.groups) {
    want(group.no === no, at(`groups[${no}].no`), 'is not its key');
    for (const waiting of group.waiting) {
      want(open.orders.has(waiting), at(`groups[${no}].waiting`), `order ${waiting} is no live one of it`);
    }
  }
}

function checkTimers(state: State): void {
  const { timers, markets, accounts, wallets, orders, liquidations, counters, config } = state;
  for (const [index, { seq, job }] of timers.toCanonical().entries()) {
    const at = `timers[${index}].job`;
    want(seq < counters.timer, 'counters.timer', `is not above timer ${seq}`);
    if ('symbol' in job) want(markets.has(job.symbol), `${at}.symbol`, 'is no market');
    if ('account' in job) want(accounts.has(job.account), `${at}.account`, 'is no account');
    if ('order' in job) want(orders.has(job.order), `${at}.order`, 'is no live order');
    if ('asset' in job)
      want(
        config.collaterals.some(({ asset }) => asset === job.asset),
        `${at}.asset`,
        'is no asset',
      );
    if (job.kind === 'tierReview') want(wallets.has(job.wallet), `${at}.wallet`, 'is no wallet');
    if (job.kind === 'liquidation') want(liquidations.has(job.liquidation), `${at}.liquidation`, 'has ended');
  }
}

function checkTier({ config }: State, path: string, tierId: string): void {
  want(
    config.tiers.some((tier) => tier.tierId === tierId),
    path,
    `${tierId} is no tier of the configuration`,
  );
}

function want(condition: unknown, path: string, problem: string): asserts condition {
  if (!condition) throw new CodecError(path, problem);
}
