import { measureInChild } from '../process/child.ts';
import type { Part } from '../process/run.ts';
import type { AccountsRound } from '../rounds/growth-accounts-round.ts';
import type { OrdersRound } from '../rounds/growth-orders-round.ts';
import { type Figure, figure, micros, ratio, side } from '../table/figure.ts';

/** Of accounts with a position each, and of open orders. */
const SIZES = [1_000, 10_000, 100_000] as const;
type Size = (typeof SIZES)[number];

/** What each size costs against the smallest, in processes of their own. */
export const growth: Part = {
  name: 'growth',
  about: 'cost of commands, index moves, position records and fills at 1k, 10k and 100k accounts and open orders',
  rounds: 3,
  roundSeconds: 19,
  fixedSeconds: 1,
  measure: async (run) => {
    const rounds = await run.each(async () => {
      const accounts = new Map<Size, AccountsRound>();
      const orders = new Map<Size, OrdersRound>();
      for (const size of SIZES) {
        accounts.set(size, await measureInChild<AccountsRound>('bench/rounds/growth-accounts-round.ts', `${size}`));
        orders.set(size, await measureInChild<OrdersRound>('bench/rounds/growth-orders-round.ts', `${size}`));
      }
      return { accounts, orders };
    });
    const ofAccounts = (name: keyof AccountsRound) => (size: Size) =>
      rounds.map(({ accounts }) => accounts.get(size)?.[name] ?? Number.NaN);
    const ofOrders = (name: keyof OrdersRound) => (size: Size) =>
      rounds.map(({ orders }) => orders.get(size)?.[name] ?? Number.NaN);
    return [
      ...grown('growth-accounts', ofAccounts('commandUs')),
      ...grown('growth-index', ofAccounts('indexMoveUs')),
      ...grown('growth-position', ofAccounts('positionUs')),
      ...grown('growth-moved-position', ofAccounts('movedPositionUs')),
      figure('position-100k', ofAccounts('positionUs')(100_000)),
      ...grown('growth-orders', ofOrders('commandUs')),
      ...grown('growth-fill', ofOrders('fillUs')),
    ];
  },
};

/** A row for each larger size against the smallest. */
function grown(row: string, of: (size: Size) => number[]): Figure[] {
  return ([10_000, 100_000] as const).map((size) =>
    ratio(`${row}-${size / 1_000}k`, side(of(size), micros), side(of(1_000), micros)),
  );
}
