import { compareKeys } from '../../kernel/canonical-json.ts';
import { createExchange, type Exchange, type ExchangeOptions } from '../exchange.ts';
import { MemoryStorage } from './memory-storage.test-helper.ts';

export const START = 1_767_571_200_000;
export const DATA = '/data';
export const FIRST_FILE = '/data/journal-000001.jsonl';

/** Notices of exchanges that were started, and errors that they logged. */
export interface Told {
  readonly notices: string[];
  readonly errors: string[];
}

export const silent = (): Told => ({ notices: [], errors: [] });

/** An exchange in the world `quiet` that keeps itself on this disk. */
export function startOn(
  storage: MemoryStorage,
  options: ExchangeOptions = {},
  told: Told = silent(),
): Promise<Exchange> {
  const log = {
    error: (_facts: object, message: string) => void told.errors.push(message),
    notice: (message: string) => void told.notices.push(message),
  };
  const quiet = { world: 'quiet', startTime: START, limits: { enabled: false }, log } as const;
  return createExchange({ ...quiet, data: DATA, storage, ...options });
}

/** A bid that rests, far below the book, under an id of its own. */
export const bid = (clientOrderId: string) =>
  ({
    symbol: 'BTC-USDT',
    side: 'buy',
    orderType: 'limitGtc',
    price: '94000',
    quantity: '0.001',
    clientOrderId,
  }) as const;

/** The ids under which an account has open orders. */
export async function openIds(exchange: Exchange, account = 0): Promise<string[]> {
  const orders = await exchange.client(account).getOpenOrders({});
  return orders.map(({ order }) => order.clientId).sort(compareKeys);
}

/** The file of an exchange that was killed after so many inputs, and the digests before each of them. */
export async function journalOf(inputs: number): Promise<Buffer> {
  const storage = new MemoryStorage();
  const exchange = await startOn(storage);
  for (let no = 1; exchange.control.state().inputs < inputs; no += 1) {
    if (no % 10 === 0) await exchange.client(no % 3).placeOrders([bid(`order-${no}`)]);
    else exchange.clock.advance(500);
  }
  return storage.content(FIRST_FILE);
}
