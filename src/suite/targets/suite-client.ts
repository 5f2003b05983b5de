import { ExchangeClient } from '../transports/exchange-client.ts';
import { valueAt } from '../paths.ts';
import { isRecord } from '../records.ts';
import { RestTransport } from '../transports/rest-transport.ts';
import type { Exchanged } from '../transports/transport.ts';
import type { Target, TargetWallet } from './target.ts';
import { mapRecord } from '../../kernel/entries.ts';

/** A wallet as probing found it. */
export interface HouseWallet extends TargetWallet {
  readonly role: 'trader' | 'keeper' | 'whitelist-off' | 'spare';
  readonly tierId: string;
  /** Name and leverage by market, as the run found them. */
  readonly standing: AccountSettings;
  /** Empty subaccounts of the same owner. */
  readonly spares: readonly HouseWallet[];
  readonly others: number;
  /** How many subaccounts it may have in all; undefined where the target does not report it. */
  readonly maxSubAccounts?: number | undefined;
  /** Collaterals of which it held some when the run found it. */
  readonly held?: readonly string[];
}

export interface AccountSettings {
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
  readonly collaterals: readonly { readonly symbol: string; readonly quantity: string }[];
  readonly positions: readonly Position[];
  readonly leverages: Readonly<Record<string, number>>;
  /** Empty where the target does not report it. */
  readonly tierId: string;
  readonly delegatedSigners: readonly unknown[];
  /** How many subaccounts its owner may have; undefined where the target does not report it. */
  readonly maxSubAccounts?: number | undefined;
}

/** The suite's own requests: what probing asks, and what cleaning up does. */
export class SuiteClient {
  readonly #client: ExchangeClient;
  readonly #keeperClient: SuiteClient | undefined;
  #before: Promise<unknown> = Promise.resolve();

  /** @param keeperClient signs for the keeper, who serves several lanes; left out, this one does */
  constructor(target: Target, keeperClient?: SuiteClient) {
    this.#client = new ExchangeClient(target, new RestTransport(target));
    this.#keeperClient = keeperClient;
  }

  /** One request of a wallet after the other, for nonces only count up. */
  ask(
    wallet: TargetWallet & Partial<Pick<HouseWallet, 'role'>>,
    action: string,
    params: Record<string, unknown> = {},
  ): Promise<Exchanged> {
    if (this.#keeperClient && wallet.role === 'keeper') return this.#keeperClient.ask(wallet, action, params);
    const response = this.#before.then(() => this.#askNow(wallet, action, params));
    this.#before = response.then(
      () => undefined,
      () => undefined,
    );
    return response;
  }

  /** A request that the buckets refuse is signed once more, when they have had time to refill. */
  async #askNow(wallet: TargetWallet, action: string, params: Record<string, unknown>): Promise<Exchanged> {
    const response = await this.#client.trade(wallet, action, params);
    return response.status === 429 ? this.#client.trade(wallet, action, params) : response;
  }

  askPublic(action: string, params: Record<string, unknown> = {}): Promise<Exchanged> {
    return this.#client.info(action, params);
  }

  get(path: string): Promise<Exchanged> {
    return this.#client.get(path);
  }

  async openOrders(wallet: TargetWallet): Promise<readonly { readonly orderId: string; readonly symbol: string }[]> {
    const orders = valueAt((await this.ask(wallet, 'getOpenOrders', { limit: 1000 })).body, 'response');
    return listOf(orders).map(({ orderId, symbol }) => ({ orderId: textOf(orderId), symbol: textOf(symbol) }));
  }

  async book(symbol: string): Promise<Book | undefined> {
    const book = valueAt((await this.askPublic('getOrderbook', { symbol, limit: 50 })).body, 'response');
    if (!isRecord(book) || !Array.isArray(book.bids) || !Array.isArray(book.asks)) return undefined;
    return { bids: levelsOf(book.bids), asks: levelsOf(book.asks) };
  }

  place(wallet: TargetWallet, orders: readonly object[]): Promise<Exchanged> {
    return this.ask(wallet, 'placeOrders', { orders, grouping: 'na' });
  }
}

/**
 * Returns what `getSubAccounts` says of a subaccount, whatever is missing from it: the contract is checked elsewhere, and a field that
 * is not there must not end the run.
 */
export function accountIn({ body }: Exchanged, subAccountId: string): AccountRecord | undefined {
  const found = listOf(valueAt(body, 'response.subAccounts')).find((one) => one.subAccountId === subAccountId);
  if (!found) return undefined;
  const { subAccountName, collaterals, positions, marketPreferences, feeRates, tier_id: tierId } = found;
  const leverages = isRecord(marketPreferences) ? marketPreferences.leverages : undefined;
  const max = valueAt(found, 'accountLimits.maxSubAccounts');
  const tierName = isRecord(feeRates) ? feeRates.tierName : undefined;
  return {
    subAccountId,
    subAccountName: textOf(subAccountName),
    collaterals: listOf(collaterals).map(({ symbol, quantity }) => ({
      symbol: textOf(symbol),
      quantity: textOf(quantity),
    })),
    positions: listOf(positions).map(({ symbol, side, quantity }) => ({
      symbol: textOf(symbol),
      side: side === 'short' ? 'short' : 'long',
      quantity: textOf(quantity),
    })),
    leverages: isRecord(leverages) ? mapRecord(leverages, Number) : {},
    tierId: [tierId, tierName].find((name) => typeof name === 'string') ?? '',
    delegatedSigners: listOf(found.delegatedSigners),
    maxSubAccounts: typeof max === 'number' ? max : undefined,
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const listOf = (value: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/** Levels that are a price and a quantity. */
const levelsOf = (levels: readonly unknown[]): (readonly [string, string])[] =>
  levels.flatMap((level) =>
    Array.isArray(level) && typeof level[0] === 'string' && typeof level[1] === 'string' ? [[level[0], level[1]]] : [],
  );
