import { Client } from '../../src/client/client.ts';
import { NonceSource } from '../../src/client/nonce.ts';
import type { ControlClient } from '../../src/suite/targets/control-client.ts';

export interface PastAccount {
  readonly address: string;
  readonly privateKey: string;
}

/** A Saturday morning, when the one market with trading hours is closed. */
export const PAST_ENDS = Date.parse('2026-01-10T02:10:00Z');
export const TWO_DAYS_MS = 172_800_000;
const HOUR_MS = 3_600_000;
/** As long as the past takes at least: a funding, and what looking for a price takes. */
export const SHORT_MS = HOUR_MS + 600_000;

const SYMBOL = 'BTC-USDT';
const QUANTITY = '0.001';
/** Shares of the market's price: where an order rests far below it, and where a long at the highest leverage has lost its margin. */
const FAR_BELOW = 0.98;
const FALLEN = 0.98;
/** A living book is looked at once in a second, until there is a price between its best two. */
const LOOKS = 120;
const LOOK_MS = 1_000;

interface Site {
  readonly origin: string;
  readonly serviceName: string;
}

/**
 * Gives a deployment the past that any has after a while: accounts have cancelled an order and held a position over the end
 * of an hour at its beginning, the last one was liquidated then, and there are candles and funding since. No position is open
 * when it ends. The clock stands still until this is done.
 */
export async function makePast(site: Site, steering: ControlClient, accounts: readonly PastAccount[]): Promise<void> {
  await steering.lookAtClock();
  const clients = await Promise.all(accounts.map((account) => clientOf(site, steering, account)));
  const [first, second, ...others] = clients;
  const last = others.pop();
  if (!first || !second || !last) throw new Error('the past takes three accounts');
  const scene: Scene = { reader: first, steering };
  const far = shareOf(await middle(scene), FAR_BELOW);
  for (const client of clients) {
    await client.placeOrders([{ ...BOUGHT, price: far }]);
    await client.cancelAllOrders([SYMBOL]);
  }
  for (const other of [second, ...others]) await trade(first, other, scene);
  await steering.control.advance(HOUR_MS);
  for (const other of [second, ...others]) await trade(other, first, scene);
  await liquidate(last, first, scene);
  await steering.control.advance(PAST_ENDS - steering.now);
}

async function clientOf({ origin, serviceName }: Site, steering: ControlClient, account: PastAccount): Promise<Client> {
  const { address, privateKey } = account;
  const nonces = new NonceSource(() => steering.now);
  const at = { restUrl: `${origin}/v1`, privateKey, serviceName, nonces };
  const [subAccountId = ''] = await new Client({ ...at, subAccountId: '0' }).getSubAccountIds(address);
  return new Client({ ...at, subAccountId });
}

const BOUGHT = { symbol: SYMBOL, side: 'buy', orderType: 'limitGtc', quantity: QUANTITY } as const;

const order = (side: 'buy' | 'sell', orderType: 'limitGtc' | 'limitIoc', price: string) =>
  ({ ...BOUGHT, side, orderType, price }) as const;

/** A wallet that looks at the book while the clock stands still, and what moves the clock on. */
interface Scene {
  readonly reader: Client;
  readonly steering: ControlClient;
}

/** A price inside the spread, so that no order of others is taken; the tick of this market is one. */
async function middle({ reader, steering }: Scene): Promise<string> {
  for (let look = 0; look < LOOKS; look += 1) {
    const { bids, asks } = await reader.getOrderbook(SYMBOL, 5);
    const [bid, ask] = [Number(bids[0]?.[0]), Number(asks[0]?.[0])];
    if (ask - bid >= 2) return String(Math.floor((bid + ask) / 2));
    await steering.control.advance(LOOK_MS);
  }
  throw new Error(`the best two of ${SYMBOL} leave no price between them`);
}

const shareOf = (price: string, share: number): string => String(Math.floor(Number(price) * share));

/** One buys what the other sells. */
async function trade(buyer: Client, seller: Client, scene: Scene): Promise<void> {
  const price = await middle(scene);
  await seller.placeOrders([order('sell', 'limitGtc', price)]);
  await buyer.placeOrders([order('buy', 'limitIoc', price)]);
}

/** The other sells to it and buys back what the liquidation sells. */
async function liquidate(account: Client, other: Client, scene: Scene): Promise<void> {
  const { control } = scene.steering;
  const price = await middle(scene);
  await other.placeOrders([order('sell', 'limitGtc', price)]);
  await account.placeIsolatedOrder({ order: order('buy', 'limitIoc', price), leverage: '50', isolatedMargin: '2' });
  await other.placeOrders([order('buy', 'limitGtc', price)]);
  await control.movePrice(SYMBOL, shareOf(price, FALLEN));
  await control.advance(1);
  await control.movePrice(SYMBOL, price);
  await control.releasePrice(SYMBOL);
}
