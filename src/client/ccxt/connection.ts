import * as ccxt from 'ccxt';
import { ArgumentsRequired, type Dict, Exchange, ExchangeError, type Market } from 'ccxt';
import { Client } from '../client.ts';
import { NonceSource } from '../nonce.ts';
import type { Identity } from '../request-client.ts';
import { Signer } from '../signer.ts';
import type { Surface, Transport } from '../transport.ts';
import type { Params } from '../typed-data.ts';
import { DESCRIPTION } from './description.ts';
import { type ParamName, understood } from './params.ts';

/** What is signed with where only public reads are made: nothing of it is ever sent. */
const NO_KEY = `0x${'0'.repeat(63)}1`;

interface Envelope {
  readonly status?: string;
  readonly response?: unknown;
  readonly error?: { readonly code: string; readonly message: string };
}

/** Carries the requests of the client as ccxt does: through its rate limiter, its proxies and its `fetch`. */
export class Connection extends Exchange {
  /** Shared by everything that signs for this wallet: the exchange takes growing nonces only. */
  readonly #nonces = new NonceSource();
  #public: Client | undefined;
  #signed: Promise<Client> | undefined;

  override describe(): Dict {
    return this.deepExtend(super.describe(), DESCRIPTION);
  }

  /** The client that public reads go through. */
  protected reads(): Client {
    this.#public ??= new Client({ privateKey: NO_KEY, subAccountId: '0', transport: this.#transport() });
    return this.#public;
  }

  /**
   * The client of perpsim behind this exchange, with a method for each action of the API.
   *
   * @throws AuthenticationError without `privateKey`
   */
  accountClient(): Promise<Client> {
    this.#signed ??= this.identity().then((identity) => new Client({ ...identity, transport: this.#transport() }));
    this.#signed.catch(() => (this.#signed = undefined));
    return this.#signed;
  }

  /** Key, service name and subaccount: `options.subAccountId`, or the first one of the wallet. */
  protected async identity(): Promise<Identity> {
    this.checkRequiredCredentials();
    const privateKey = this.privateKey ?? '';
    const { serviceName, subAccountId } = this.options as { serviceName?: string; subAccountId?: string };
    const named = { privateKey, nonces: this.#nonces, ...(serviceName !== undefined && { serviceName }) };
    if (subAccountId !== undefined) return { ...named, subAccountId };
    const wallet = this.walletAddress ?? (await new Signer(privateKey, '').address());
    const [first] = await this.reads().getSubAccountIds(wallet);
    if (first === undefined)
      throw new ArgumentsRequired(`${this.id} ${wallet} has no subaccount: set options.subAccountId`);
    return { ...named, subAccountId: first };
  }

  #transport(): Transport {
    return { send: (surface, body) => this.#send(surface, body) };
  }

  async #send(surface: Surface, body: Params): Promise<unknown> {
    if (this.enableRateLimit) await this.throttle(1);
    const url = `${this.urls.api.rest.replace(/\/+$/, '')}/${surface}`;
    const sent = JSON.stringify(body);
    const { status, response } = (await this.fetch(
      url,
      'POST',
      { 'content-type': 'application/json' },
      sent,
    )) as Envelope;
    if (status !== 'ok') throw new ExchangeError(`${this.id} sent what is no envelope of the API`);
    return response;
  }

  /** Called by ccxt with every response. */
  handleErrors(
    _code: number,
    _reason: string,
    _url: string,
    _method: string,
    _headers: object,
    _body: string,
    response: unknown,
  ): void {
    const { status, error } = (response ?? {}) as Envelope;
    if (status === 'error' && error) throw ccxtError(this.id, error.code, error.message);
  }

  /** Turns a refusal inside a response into the error of ccxt. */
  protected refusal(code: string | undefined, message: string | undefined): Error {
    return ccxtError(this.id, code ?? '', message ?? 'refused');
  }

  /** Refuses every parameter that a method does not take. */
  protected takes(method: string, params: Dict, names: readonly ParamName[] = []): void {
    understood({ id: this.id, method }, params, names);
  }

  /** The market of a unified symbol; markets are loaded first. */
  protected async marketOf(symbol: string | undefined): Promise<Market> {
    if (symbol === undefined) throw new ArgumentsRequired(`${this.id} needs a symbol`);
    await this.loadMarkets();
    return this.market(symbol);
  }

  /** The same, for a method whose symbol may be left out. */
  protected async someMarketOf(symbol: string | undefined): Promise<Market | undefined> {
    if (symbol !== undefined) return this.marketOf(symbol);
    await this.loadMarkets();
    return undefined;
  }
}

/** The ccxt error of each code of the API; any other code is an ExchangeError. */
const CLASSES: Readonly<Record<string, new (message: string) => Error>> = {
  RATE_LIMIT_EXCEEDED: ccxt.RateLimitExceeded,
  INVALID_FORMAT: ccxt.BadRequest,
  MISSING_REQUIRED_FIELD: ccxt.BadRequest,
  VALIDATION_ERROR: ccxt.BadRequest,
  NOT_FOUND: ccxt.BadRequest,
  METHOD_NOT_ALLOWED: ccxt.BadRequest,
  INVALID_VALUE: ccxt.InvalidOrder,
  SERVICE_UNAVAILABLE: ccxt.ExchangeNotAvailable,
  DATABASE_ERROR: ccxt.ExchangeNotAvailable,
  CACHE_ERROR: ccxt.ExchangeNotAvailable,
  INTERNAL_ERROR: ccxt.ExchangeNotAvailable,
  REQUEST_TIMEOUT: ccxt.RequestTimeout,
  OPERATION_TIMEOUT: ccxt.RequestTimeout,
  UNAUTHORIZED: ccxt.AuthenticationError,
  FORBIDDEN: ccxt.PermissionDenied,
  ASSET_NOT_FOUND: ccxt.BadSymbol,
  MARKET_NOT_FOUND: ccxt.BadSymbol,
  MARKET_CLOSED: ccxt.MarketClosed,
  COLLATERAL_PRICE_STALE: ccxt.OperationRejected,
  IDEMPOTENCY_CONFLICT: ccxt.DuplicateOrderId,
  MAX_ORDERS_PER_MARKET: ccxt.InvalidOrder,
  MAX_TOTAL_ORDERS: ccxt.InvalidOrder,
  INVALID_TRIGGER_PRICE: ccxt.InvalidOrder,
  INVALID_ORDER_SIDE: ccxt.InvalidOrder,
  QUANTITY_TOO_SMALL: ccxt.InvalidOrder,
  PRICE_OUT_OF_BOUNDS: ccxt.InvalidOrder,
  REDUCE_ONLY_NO_POSITION: ccxt.InvalidOrder,
  REDUCE_ONLY_SAME_SIDE: ccxt.InvalidOrder,
  REDUCE_ONLY_WOULD_INCREASE: ccxt.InvalidOrder,
  QUANTITY_BELOW_FILLED: ccxt.InvalidOrder,
  OI_CAP_EXCEEDED: ccxt.InvalidOrder,
  SELF_TRADE_PREVENTED: ccxt.InvalidOrder,
  POST_ONLY_WOULD_TRADE: ccxt.OrderImmediatelyFillable,
  NO_LIQUIDITY: ccxt.OrderNotFillable,
  IOC_NOT_FILLED: ccxt.OrderNotFillable,
  FOK_NOT_FILLED: ccxt.OrderNotFillable,
  INSUFFICIENT_MARGIN: ccxt.InsufficientFunds,
  ORDER_NOT_FOUND: ccxt.OrderNotFound,
  POSITION_NOT_FOUND: ccxt.BadRequest,
  CANCEL_FAILED: ccxt.InvalidOrder,
  WICK_INSURANCE_ACTIVE: ccxt.OperationRejected,
  MAX_SUB_ACCOUNTS_EXCEEDED: ccxt.OperationRejected,
  UNKNOWN_ERROR: ccxt.ExchangeNotAvailable,
  ORDER_REJECTED_BY_ENGINE: ccxt.InvalidOrder,
};

/** The error that a program of ccxt expects for a refusal; its message has the code and the text of the API. */
export function ccxtError(id: string, code: string, message: string): Error {
  const ErrorOfCode = CLASSES[code] ?? ccxt.ExchangeError;
  return new ErrorOfCode(`${id} ${code}: ${message}`);
}
