import { Decimal } from 'decimal.js';
import type { OpenOrder } from '../../../client/records.ts';
import { isForcedSale, isLiquidationStart } from '../../run/event-texts.ts';
import {
  accountOf,
  holds,
  isSame,
  many,
  marketOf,
  openOrdersOf,
  orderOf,
  type RunFacts,
  sameRows,
  type Sentence,
  sentence,
  tradesOf,
  unless,
} from '../sentence.ts';

/** Open orders of an account, and what became of the orders of the timeline. */
export const ORDER_SENTENCES: readonly Sentence[] = [
  sentence('{account} has no open orders', '', async ({ run, args: [account = ''] }) =>
    noneOf(account, await openOrdersOf(run, account)),
  ),
  sentence('{account} has no open orders in {market}', '', async ({ run, args: [account = '', symbol = ''] }) =>
    noneOf(account, await openOrdersOf(run, account, symbol)),
  ),
  sentence('{account} has {int} open order(s)', '', async ({ run, args: [account = '', count = ''] }) => {
    const orders = await openOrdersOf(run, account);
    return unless(orders.length === Number(count), `${account} has ${many(orders.length, 'open order')}`);
  }),
  sentence(
    '{account} has {int} open order(s) in {market}',
    '',
    async ({ run, args: [account = '', count = '', symbol = ''] }) => {
      const orders = await openOrdersOf(run, account, symbol);
      return unless(
        orders.length === Number(count),
        `${account} has ${many(orders.length, 'open order')} in ${symbol}`,
      );
    },
  ),
  sentence(
    '{account} has the open orders:',
    'These and no others, in any order; columns are fields of getOpenOrders.',
    async ({ run, args: [account = ''], rows }) => sameRows(rows, await openOrdersOf(run, account), 'open order'),
  ),
  sentence(
    'order {entry} is {fate}',
    'The first order of an entry. A filled order has filled in full.',
    async ({ run, args: [entry = '', fate = ''] }) => {
      const found = await fateOf(run, entry);
      return unless(found === fate, FATES.has(found) ? `order ${entry} is ${found}` : found);
    },
  ),
  sentence(
    'order {entry} has filled {amount}',
    'Over all its fills.',
    async ({ run, args: [entry = '', quantity = ''] }) => {
      const fills = await fillsOf(run, entry);
      if (typeof fills === 'string') return fills;
      const found = Decimal.sum(0, ...fills.map((fill) => fill.quantity)).toFixed();
      return unless(isSame(found, quantity), `order ${entry} has filled ${found}`);
    },
  ),
  sentence('order {entry} has not filled', '', async ({ run, args: [entry = ''] }) => {
    const fills = await fillsOf(run, entry);
    if (typeof fills === 'string') return fills;
    const found = Decimal.sum(0, ...fills.map((fill) => fill.quantity)).toFixed();
    return unless(fills.length === 0, `order ${entry} has filled ${found}`);
  }),
  sentence(
    'order {entry} has the fills:',
    'These and no others; columns are fields of getTrades.',
    async ({ run, args: [entry = ''], rows }) => {
      const fills = await fillsOf(run, entry);
      return typeof fills === 'string' ? fills : sameRows(rows, fills, 'fill');
    },
  ),
  sentence(
    'the average price of order {entry} {compared} {amount}',
    'Weighted by quantity.',
    async ({ run, args: [entry = '', words = '', amount = ''] }) => {
      const fills = await fillsOf(run, entry);
      if (typeof fills === 'string') return fills;
      if (fills.length === 0) return `order ${entry} has not filled`;
      const value = Decimal.sum(...fills.map(({ price, quantity }) => new Decimal(price).times(quantity)));
      const found = value
        .div(Decimal.sum(...fills.map(({ quantity }) => quantity)))
        .toDecimalPlaces(8)
        .toFixed();
      return unless(holds(found, words, amount), `the average price of order ${entry} is ${found}`);
    },
  ),
  sentence('{account} has had {int} fill(s)', '', async ({ run, args: [account = '', count = ''] }) => {
    const fills = await tradesOf(run, account);
    return unless(fills.length === Number(count), `${account} has had ${many(fills.length, 'fill')}`);
  }),
];

const FATES: ReadonlySet<string> = new Set(['open', 'partially filled', 'filled', 'cancelled', 'rejected']);

function noneOf(account: string, orders: readonly OpenOrder[]): string {
  const listed = orders.map(({ side, quantity, symbol, price }) => `${side} ${quantity} ${symbol} at ${price}`);
  return unless(orders.length === 0, `${account} has ${many(orders.length, 'open order')}: ${listed.join(', ')}`);
}

/** The fills of the first order of an entry, or why there is no such order. */
async function fillsOf(run: RunFacts, entry: string): Promise<Awaited<ReturnType<typeof tradesOf>> | string> {
  const order = orderOf(run, entry);
  if (typeof order === 'string') return order;
  return order.orderId === '' ? [] : tradesOf(run, order.account, { orderId: order.orderId });
}

/** Where the first order of an entry stands; anything else says why there is none. */
async function fateOf(run: RunFacts, entry: string): Promise<string> {
  const order = orderOf(run, entry);
  if (typeof order === 'string') return order;
  const { account, orderId } = order;
  if (orderId === '') return 'rejected';
  const fills = await tradesOf(run, account, { orderId });
  const isOpen = (await openOrdersOf(run, account)).some((open) => open.orderId === orderId);
  if (isOpen) return fills.length > 0 ? 'partially filled' : 'open';
  const states = await accountOf(run, account).client.getOrderHistory({ limit: 1_000 });
  const last = states.find((state) => state.orderId === orderId);
  return last?.status ?? `order ${entry} is not in the order history of ${account}`;
}

const happened = (account: string, count: number, what: string): string =>
  count === 0
    ? `${account} has not been ${what}`
    : `${account} has been ${what} ${count === 1 ? 'once' : `${count} times`}`;

const liquidationsOf = ({ events }: RunFacts, name: string): number =>
  events.filter((event) => event.account === name && isLiquidationStart(event)).length;

const deleveragingsOf = ({ events }: RunFacts, name: string): number =>
  events.filter((event) => event.account === name && event.kind === 'deleveraging').length;

const salesOf = ({ events }: RunFacts, name: string): number =>
  events.filter((event) => event.account === name && isForcedSale(event)).length;

/** Liquidations and deleveraging, the vault, and the status of markets and the exchange. */
export const STATUS_SENTENCES: readonly Sentence[] = [
  sentence('{account} has been liquidated', 'At least once.', ({ run, args: [account = ''] }) =>
    unless(liquidationsOf(run, account) > 0, `${account} has not been liquidated`),
  ),
  sentence('{account} has not been liquidated', '', ({ run, args: [account = ''] }) => {
    const liquidations = liquidationsOf(run, account);
    return unless(liquidations === 0, happened(account, liquidations, 'liquidated'));
  }),
  sentence('{account} has been liquidated {int} time(s)', '', ({ run, args: [account = '', count = ''] }) => {
    const liquidations = liquidationsOf(run, account);
    return unless(liquidations === Number(count), happened(account, liquidations, 'liquidated'));
  }),
  sentence(
    '{account} has been deleveraged',
    'At least once: part of its position was closed against a bankrupt one.',
    ({ run, args: [account = ''] }) => unless(deleveragingsOf(run, account) > 0, `${account} has not been deleveraged`),
  ),
  sentence('{account} has not been deleveraged', '', ({ run, args: [account = ''] }) => {
    const deleveragings = deleveragingsOf(run, account);
    return unless(deleveragings === 0, happened(account, deleveragings, 'deleveraged'));
  }),
  sentence(
    'the exchange has sold collateral of {account}',
    'By force: to cover a debt, or in a liquidation.',
    ({ run, args: [account = ''] }) =>
      unless(salesOf(run, account) > 0, `no collateral of ${account} was sold by force`),
  ),
  sentence('the exchange has sold no collateral of {account}', '', ({ run, args: [account = ''] }) =>
    unless(salesOf(run, account) === 0, `collateral of ${account} was sold by force`),
  ),
  sentence(
    'the position of the vault in {market} {compared} {amount}',
    'Signed: negative for a short position.',
    ({ run, args: [symbol = '', words = '', amount = ''] }) => {
      const { vaultPosition } = marketOf(run, symbol);
      return unless(holds(vaultPosition, words, amount), `the position of the vault in ${symbol} is ${vaultPosition}`);
    },
  ),
  sentence(
    'the account value of the vault {compared} {amount}',
    'What the insurance fund is worth, in USDT.',
    ({ run, args: [words = '', amount = ''] }) => {
      const { accountValue } = run.summary().vault;
      return unless(holds(accountValue, words, amount), `the account value of the vault is ${accountValue}`);
    },
  ),
  sentence('market {market} is {marketStatus}', '', ({ run, args: [symbol = '', status = ''] }) => {
    const found = marketOf(run, symbol).status.replace('_', '-');
    return unless(found === status, `market ${symbol} is ${found}`);
  }),
  sentence(
    'the index price of {market} is stale',
    'Its feed stopped so long ago that no account is liquidated by it.',
    ({ run, args: [symbol = ''] }) => unless(marketOf(run, symbol).priceStale, `the index price of ${symbol} is fresh`),
  ),
  sentence('the index price of {market} is fresh', '', ({ run, args: [symbol = ''] }) =>
    unless(!marketOf(run, symbol).priceStale, `the index price of ${symbol} is stale`),
  ),
  sentence('the exchange is {exchangeStatus}', '', ({ run, args: [status = ''] }) => {
    const found = run.summary().status;
    return unless(found === status, `the exchange is ${found}`);
  }),
];
