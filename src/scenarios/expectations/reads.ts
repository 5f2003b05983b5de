import { invariant } from '../../kernel/assert.ts';
import type { MarketSummary } from '../../exchange/steering.ts';
import type { OpenOrder, Position, SubAccount, Trade } from '../../client/records.ts';
import { orderIdsIn } from '../format/references.ts';
import type { AccountFacts, RunFacts } from './facts.ts';

/** As many rows as a list of the API gives at once. */
const ROWS_MAX = 1_000;
/** The same of public trades. */
export const TRADES_MAX = 100;

/** What sentences read of a run. The format has checked every name before. */
export function accountOf({ accounts }: RunFacts, name: string): AccountFacts {
  const account = accounts.get(name);
  invariant(account, `the format has checked the account ${name}`);
  return account;
}

/** Public data are read by the first account; every other would get the same. */
export function infoOf(
  { accounts }: RunFacts,
  action: string,
  params: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const [first] = accounts.values();
  invariant(first, 'public data is read by an account of the scenario');
  return first.client.info(action, params);
}

export function marketOf(run: RunFacts, symbol: string): MarketSummary {
  const market = run.summary().markets.find((each) => each.symbol === symbol);
  invariant(market, `the format has checked the market ${symbol}`);
  return market;
}

export const subAccountOf = (run: RunFacts, account: string): Promise<SubAccount> =>
  accountOf(run, account).client.getSubAccount();

export const positionsOf = (run: RunFacts, account: string): Promise<readonly Position[]> =>
  accountOf(run, account).client.getPositions({ status: 'open', limit: ROWS_MAX });

export async function positionIn(run: RunFacts, account: string, symbol: string): Promise<Position | undefined> {
  return (await positionsOf(run, account)).find((position) => position.symbol === symbol);
}

/** With a market only those in it. */
export async function openOrdersOf(run: RunFacts, account: string, symbol?: string): Promise<readonly OpenOrder[]> {
  const orders = await accountOf(run, account).client.getOpenOrders({ limit: ROWS_MAX });
  return symbol === undefined ? orders : orders.filter((order) => order.symbol === symbol);
}

export async function tradesOf(
  run: RunFacts,
  account: string,
  query: { readonly orderId?: string } = {},
): Promise<readonly Trade[]> {
  return (await accountOf(run, account).client.getTrades({ ...query, limit: ROWS_MAX })).trades;
}

/** The order of an entry that placed one. */
export interface PlacedOrder {
  readonly account: string;
  /** Empty when it was refused. */
  readonly orderId: string;
}

/** The first order of an entry, or what is there instead. */
export function orderOf(run: RunFacts, entry: string): PlacedOrder | string {
  const request = run.requests.findLast(({ name }) => name === entry);
  if (!request) return `the entry ${entry} has not been carried out yet`;
  const [orderId = ''] = orderIdsIn(run.results.get(entry));
  if (orderId === '' && request.code === null) return `the entry ${entry} placed no order: it was ${request.action}`;
  return { account: request.account, orderId };
}
