import { Client } from '../../src/client/client.ts';
import { NonceSource } from '../../src/client/nonce.ts';
import type { ControlClient } from '../../src/suite/targets/control-client.ts';

export interface PastAccount {
  readonly address: string;
  readonly privateKey: string;
}

/** A Thursday morning. Two days later it is Saturday, when the one market with trading hours is closed. */
export const PAST_BEGINS = '2026-01-08T02:10:00Z';
const TWO_DAYS_MS = 172_800_000;
const HOUR_MS = 3_600_000;

/** An order that rests far below the market. */
const ORDER = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '93000', quantity: '0.001' } as const;

/** Inside the spread, so that no order of the ladders is taken. */
const SPREAD = '95000';
/** Two percent below, where a long at the highest leverage has lost its margin. */
const FALLEN = '93000';

interface Site {
  readonly origin: string;
  readonly serviceName: string;
}

/**
 * Gives a deployment the past that any has after a while: accounts have cancelled an order and held a position over the end
 * of an hour two days ago, the last one was liquidated then, there are candles and funding of those days, and it is the
 * weekend. No position is open when it ends. The clock stands still until this is done.
 */
export async function makePast(site: Site, steering: ControlClient, accounts: readonly PastAccount[]): Promise<void> {
  await steering.lookAtClock();
  const clients = await Promise.all(accounts.map((account) => clientOf(site, steering, account)));
  for (const client of clients) {
    await client.placeOrders([ORDER]);
    await client.cancelAllOrders([ORDER.symbol]);
  }
  const [first, second, ...others] = clients;
  const last = others.pop();
  if (!first || !second || !last) throw new Error('the past takes three accounts');
  for (const other of [second, ...others]) await trade(first, other, '0.001');
  await steering.control.advance(HOUR_MS);
  for (const other of [second, ...others]) await trade(other, first, '0.001');
  await liquidate(last, first, steering);
  await steering.control.advance(TWO_DAYS_MS - HOUR_MS);
}

async function clientOf({ origin, serviceName }: Site, steering: ControlClient, account: PastAccount): Promise<Client> {
  const { address, privateKey } = account;
  const nonces = new NonceSource(() => steering.now);
  const at = { restUrl: `${origin}/v1`, privateKey, serviceName, nonces };
  const [subAccountId = ''] = await new Client({ ...at, subAccountId: '0' }).getSubAccountIds(address);
  return new Client({ ...at, subAccountId });
}

const order = (side: 'buy' | 'sell', orderType: 'limitGtc' | 'limitIoc', quantity: string) =>
  ({ symbol: ORDER.symbol, side, orderType, price: SPREAD, quantity }) as const;

/** One buys what the other sells. */
async function trade(buyer: Client, seller: Client, quantity: string): Promise<void> {
  await seller.placeOrders([order('sell', 'limitGtc', quantity)]);
  await buyer.placeOrders([order('buy', 'limitIoc', quantity)]);
}

/** The other sells to it and buys back what the liquidation sells. */
async function liquidate(account: Client, other: Client, { control }: ControlClient): Promise<void> {
  const quantity = '0.001';
  await other.placeOrders([order('sell', 'limitGtc', quantity)]);
  await account.placeIsolatedOrder({ order: order('buy', 'limitIoc', quantity), leverage: '50', isolatedMargin: '2' });
  await other.placeOrders([order('buy', 'limitGtc', quantity)]);
  await control.movePrice(ORDER.symbol, FALLEN);
  await control.advance(1);
  await control.movePrice(ORDER.symbol, SPREAD);
}
