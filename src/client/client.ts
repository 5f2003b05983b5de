import { DEFAULT_SERVICE_NAME } from '../api/signing.ts';
import { ApiError, type ErrorEnvelope, ProtocolError } from './errors.ts';
import { NonceSource } from './nonce.ts';
import type * as Wire from './records.ts';
import { Signer, type WireSignature } from './signer.ts';
import { type Params, typedDataOf } from './typed-data.ts';

export interface ClientOptions {
  /** Ends in `/v1`. */
  readonly restUrl: string;
  readonly privateKey: string;
  /** Decimal text, as `getSubAccountIds` gives it. */
  readonly subAccountId: string;
  readonly serviceName?: string;
  /** Stands in for the global `fetch`, such as an exchange's own. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Shared by all clients of one wallet; by default each client counts on from the wall clock. */
  readonly nonces?: NonceSource;
}

/** What a caller of `raw` may send instead of what the client would. */
export interface Overrides {
  readonly subAccountId?: string;
  /** Null sends none. */
  readonly nonce?: number | bigint | null;
  /** Unix milliseconds or seconds; signed as given. */
  readonly expiresAfter?: number | bigint;
  readonly signature?: WireSignature | null;
}

interface Envelope {
  readonly status: 'ok' | 'error';
  readonly response?: unknown;
}

/**
 * A thin REST client of the API: it signs, numbers and sends, and gives back `response` or throws an
 * `ApiError`. It keeps no state but its nonce.
 */
export class Client {
  readonly subAccountId: string;
  readonly #restUrl: string;
  readonly #signer: Signer;
  readonly #nonces: NonceSource;
  readonly #fetch: (url: string, init: RequestInit) => Promise<Response>;

  constructor(options: ClientOptions) {
    this.subAccountId = options.subAccountId;
    this.#restUrl = options.restUrl.replace(/\/+$/, '');
    this.#signer = new Signer(options.privateKey, options.serviceName ?? DEFAULT_SERVICE_NAME);
    this.#nonces = options.nonces ?? new NonceSource();
    this.#fetch = options.fetch ?? ((url, init) => fetch(url, init));
  }

  /** EIP-55 address of the signing key. */
  address(): Promise<string> {
    return this.#signer.address();
  }

  placeOrders(orders: readonly Wire.OrderItem[]): Promise<{ readonly statuses: readonly Wire.OrderStatus[] }> {
    return this.raw('placeOrders', { orders, grouping: 'na' });
  }

  cancelOrders(
    ids: { readonly orderIds: readonly string[] } | { readonly clientOrderIds: readonly string[] },
  ): Promise<{
    readonly statuses: readonly Wire.OrderStatus[];
  }> {
    return this.raw('cancelOrders', { ...ids });
  }

  /** `['*']` cancels in every market. */
  cancelAllOrders(symbols: readonly string[]): Promise<readonly Wire.CancelledOrder[]> {
    return this.raw('cancelAllOrders', { symbols });
  }

  modifyOrder(
    id: { readonly orderId: string } | { readonly clientOrderId: string },
    changes: Wire.Changes,
  ): Promise<Wire.ModifyResult> {
    return this.raw('modifyOrder', { ...id, ...changes });
  }

  getOpenOrders(filter: Params = {}): Promise<readonly Wire.OpenOrder[]> {
    return this.raw('getOpenOrders', filter);
  }

  getPositions(filter: Params = {}): Promise<readonly Wire.Position[]> {
    return this.raw('getPositions', filter);
  }

  getSubAccount(): Promise<Wire.SubAccount> {
    return this.raw('getSubAccount', {});
  }

  getSubAccounts(): Promise<{ readonly subAccounts: readonly Wire.SubAccount[] }> {
    return this.raw('getSubAccounts', {});
  }

  getTrades(
    filter: Params = {},
  ): Promise<{ readonly trades: readonly Wire.Trade[]; readonly hasMore: boolean; readonly total: number }> {
    return this.raw('getTrades', filter);
  }

  getOrderHistory(filter: Params = {}): Promise<readonly Wire.OrderRecord[]> {
    return this.raw('getOrderHistory', filter);
  }

  getMarkets(filter: Params = {}): Promise<readonly Wire.Market[]> {
    return this.info('getMarkets', filter);
  }

  getMarketPrices(): Promise<Readonly<Record<string, Wire.MarketPrice>>> {
    return this.info('getMarketPrices');
  }

  getMids(): Promise<Readonly<Record<string, string>>> {
    return this.info('getMids');
  }

  getOrderbook(symbol: string, limit?: number): Promise<Wire.Orderbook> {
    return this.info('getOrderbook', { symbol, limit });
  }

  getLastTrades(symbol: string, limit?: number): Promise<{ readonly trades: readonly Wire.PublicTrade[] }> {
    return this.info('getLastTrades', { symbol, limit });
  }

  getSubAccountIds(walletAddress: string): Promise<readonly string[]> {
    return this.info('getSubAccountIds', { walletAddress });
  }

  getIsWhitelisted(walletAddress: string): Promise<boolean> {
    return this.info('getIsWhitelisted', { walletAddress });
  }

  getExchangeStatus(): Promise<Wire.ExchangeStatus> {
    return this.info('getExchangeStatus');
  }

  getTiers(): Promise<readonly Wire.Tier[]> {
    return this.info('getTiers');
  }

  /** Sends any signed action. Reads carry no nonce unless one is given. */
  async raw<T>(action: string, params: Params = {}, overrides: Overrides = {}): Promise<T> {
    return (await this.#post('trade', await this.signed(action, params, overrides))) as T;
  }

  /** Sends any public action. */
  async info<T>(action: string, params: Params = {}): Promise<T> {
    return (await this.#post('info', { params: { action, ...params } })) as T;
  }

  /** The body of a signed request, for those who carry it themselves. */
  async signed(action: string, params: Params = {}, overrides: Overrides = {}): Promise<Params> {
    const subAccountId = overrides.subAccountId ?? this.subAccountId;
    const nonce = overrides.nonce === undefined ? this.#nonceFor(action) : overrides.nonce;
    const { expiresAfter } = overrides;
    const message = typedDataOf(action, params, {
      subAccountId: BigInt(subAccountId),
      nonce: BigInt(nonce ?? 0),
      expiresAfter: BigInt(expiresAfter ?? 0),
    });
    const signature = overrides.signature === undefined ? await this.#signer.sign(message) : overrides.signature;
    return {
      params: { action, subAccountId, ...params },
      ...(nonce !== null && { nonce: onWire(nonce) }),
      ...(expiresAfter !== undefined && { expiresAfter: onWire(expiresAfter) }),
      ...(signature !== null && { signature }),
    };
  }

  #nonceFor(action: string): number | null {
    return action.startsWith('get') ? null : this.#nonces.next();
  }

  async #post(surface: 'trade' | 'info', body: Params): Promise<unknown> {
    const answer = await this.#fetch(`${this.#restUrl}/${surface}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    const envelope = envelopeOf(text);
    if (!envelope) throw new ProtocolError(answer.status, text);
    if (envelope.status === 'error') throw new ApiError(answer.status, envelope as unknown as ErrorEnvelope);
    return envelope.response;
  }
}

function envelopeOf(text: string): Envelope | undefined {
  try {
    const value = JSON.parse(text) as Partial<Envelope> | null;
    if (value?.status === 'ok') return value as Envelope;
    return value?.status === 'error' && 'error' in value ? (value as Envelope) : undefined;
  } catch {
    return undefined;
  }
}

/** A JSON number while it is exact, decimal text beyond. */
const onWire = (value: number | bigint): number | string =>
  typeof value === 'bigint' && value > BigInt(Number.MAX_SAFE_INTEGER) ? value.toString() : Number(value);
