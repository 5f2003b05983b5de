import { Client } from '../../src/client/client.ts';
import { NonceSource } from '../../src/client/nonce.ts';
import type { ControlClient } from '../../src/harness/targets/control-client.ts';

export interface PastAccount {
  readonly address: string;
  readonly privateKey: string;
}

/** A Thursday morning. Two days later it is Saturday, when the one market with trading hours is closed. */
export const PAST_BEGINS = '2026-01-08T02:10:00Z';
const TWO_DAYS_MS = 172_800_000;

/** An order that rests far below the market. */
const ORDER = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '93000', quantity: '0.001' } as const;

/**
 * Gives a deployment the past that any has after a while: accounts have cancelled an order two days ago, there are candles
 * and funding of those days, and it is the weekend. The clock stands still until this is done.
 */
export async function makePast(
  { origin, serviceName }: { readonly origin: string; readonly serviceName: string },
  site: ControlClient,
  accounts: readonly PastAccount[],
): Promise<void> {
  await site.lookAtClock();
  for (const { address, privateKey } of accounts) {
    const nonces = new NonceSource(() => site.now);
    const at = { restUrl: `${origin}/v1`, privateKey, serviceName, nonces };
    const [subAccountId = ''] = await new Client({ ...at, subAccountId: '0' }).getSubAccountIds(address);
    const client = new Client({ ...at, subAccountId });
    await client.placeOrders([ORDER]);
    await client.cancelAllOrders([ORDER.symbol]);
  }
  await site.control.advance(TWO_DAYS_MS);
}
