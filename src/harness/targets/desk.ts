import { ExchangeClient } from '../exchange-client.ts';
import { valueAt } from '../paths.ts';
import { RestTransport } from '../rest-transport.ts';
import type { Exchanged } from '../transport.ts';
import type { Target, TargetWallet } from './target.ts';

/** A wallet as probing found it. */
export interface HouseWallet extends TargetWallet {
  readonly role: 'trader' | 'keeper' | 'whitelist-off';
  readonly tierId: string;
  /** Name and leverage by market, as the run found them. */
  readonly standing: Standing;
}

export interface Standing {
  readonly name: string;
  readonly leverages: Readonly<Record<string, number>>;
}

export interface Position {
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly quantity: string;
}

export interface Book {
  readonly bids: readonly (readonly [string, string])[];
  readonly asks: readonly (readonly [string, string])[];
}

/** What `getSubAccounts` says of one subaccount, as far as the suite looks. */
export interface AccountRecord {
  readonly subAccountId: string;
  readonly subAccountName: string;
  readonly collaterals: readonly { readonly symbol: string; readonly quantity: string }[] | null;
  readonly positions: readonly Position[] | null;
  readonly marketPreferences: { readonly leverages?: Readonly<Record<string, number>> };
  readonly feeRates: { readonly tierName?: string };
  readonly tier_id?: string;
  readonly delegatedSigners: readonly unknown[];
}

/** The suite's own requests: what probing asks, and what cleaning up does. */
export class Desk {
  readonly #client: ExchangeClient;

  constructor(target: Target) {
    this.#client = new ExchangeClient(target, new RestTransport(target));
  }

  /** A request that the buckets refuse is signed once more, when they have had time to refill. */
  async ask(wallet: TargetWallet, action: string, params: Record<string, unknown> = {}): Promise<Exchanged> {
    const answer = await this.#client.trade(wallet, action, params);
    return answer.status === 429 ? this.#client.trade(wallet, action, params) : answer;
  }

  askPublic(action: string, params: Record<string, unknown> = {}): Promise<Exchanged> {
    return this.#client.info(action, params);
  }

  get(path: string): Promise<Exchanged> {
    return this.#client.get(path);
  }

  /** Undefined when the target does not show it. */
  async account(wallet: TargetWallet): Promise<AccountRecord | undefined> {
    const accounts = valueAt((await this.ask(wallet, 'getSubAccounts')).body, 'response.subAccounts');
    if (!Array.isArray(accounts)) return undefined;
    return (accounts as AccountRecord[]).find(({ subAccountId }) => subAccountId === wallet.subAccountId);
  }

  async openOrders(wallet: TargetWallet): Promise<readonly { readonly orderId: string; readonly symbol: string }[]> {
    const orders = valueAt((await this.ask(wallet, 'getOpenOrders', { limit: 1000 })).body, 'response');
    return Array.isArray(orders) ? (orders as { orderId: string; symbol: string }[]) : [];
  }

  async book(symbol: string): Promise<Book | undefined> {
    const book = valueAt((await this.askPublic('getOrderbook', { symbol, limit: 50 })).body, 'response');
    return book === undefined ? undefined : (book as Book);
  }

  place(wallet: TargetWallet, orders: readonly object[]): Promise<Exchanged> {
    return this.ask(wallet, 'placeOrders', { orders, grouping: 'na' });
  }
}
