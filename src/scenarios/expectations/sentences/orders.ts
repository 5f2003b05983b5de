import { Decimal } from 'decimal.js';
import type { OpenOrder } from '../../../client/records.ts';
import type { RunFacts } from '../facts.ts';
import { accountOf, openOrdersOf, orderOf, tradesOf } from '../reads.ts';
import { sameRows } from '../rows.ts';
import { many, type Sentence, sentence, unless } from '../sentence.ts';
import { holds, isSame } from '../words.ts';

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
