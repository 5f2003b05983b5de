import { type TSchema, Type } from '@sinclair/typebox';
import type { InfoContext } from './action.ts';
import { ExchangeStatusRecord } from './actions/info/getExchangeStatus.ts';
import { BookLevels, BOOK_DEPTHS } from './actions/info/getOrderbook.ts';
import type { ResponseMeta } from './envelope.ts';
import { Closed, SymbolText, AssetText, DecimalText, Time } from './primitives.ts';
import { okResponse } from './shared-schemas.ts';
import type { PastNeed, Views } from './views.ts';

/**
 * The plain GET routes that listing sites poll (specification, Aggregator GET endpoints; wire 3.11). Their
 * responses are bare records, their errors `{ error: text }`; only the status route has the envelope.
 */
export interface AggregatorRoute {
  readonly path: string;
  readonly summary: string;
  /** Query parameters, for documents; `respond` gives the exact texts. */
  readonly query: Readonly<Record<string, TSchema>>;
  readonly required: readonly string[];
  /** Shape of a 200 body; `exchange/reads/aggregator.ts` makes it. */
  readonly result: TSchema;
  /** Tokens of the IP bucket: those of the matching action. */
  readonly cost: number;
  /** True when `respond` asks views that must be loaded first. */
  readonly usesHistory: boolean;
  /** What `respond` looks at of the time before the start. Left out: nothing. */
  readonly past?: PastNeed;
}

/** The part of URLSearchParams that is read: the first value of a parameter, or null. */
export interface Query {
  get(name: string): string | null;
}

export interface AggregatorContext extends InfoContext {
  readonly views: Views;
  readonly meta: ResponseMeta;
}

export interface AggregatorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON value, not yet written as text. */
  readonly body: object;
}

/** Returns the response of an aggregator route that refuses: a status, and a body with one text. */
export const refusal = (
  status: number,
  error: string,
  headers: Readonly<Record<string, string>> = {},
): AggregatorResponse => ({
  status,
  headers,
  body: { error },
});

/** What these routes say when the IP bucket is empty, and when we failed. */
export const AGGREGATOR_RATE_LIMITED = refusal(429, 'rate limit exceeded', { 'Retry-After': '5' });

export const AGGREGATOR_FAILED = refusal(500, 'internal error');

export const AGGREGATOR_UNAVAILABLE = refusal(503, 'service unavailable');

export const Contract = Closed({
  ticker_id: SymbolText,
  base_currency: AssetText,
  target_currency: AssetText,
  product_type: Type.Literal('Perpetual'),
  funding_rate: DecimalText,
  index_price: DecimalText,
  last_price: DecimalText,
  base_volume: DecimalText,
  target_volume: DecimalText,
  /** One side of the open positions, unlike the `openInterest` of the actions, which counts both. */
  open_interest: DecimalText,
  /** To the cent, or 0 while it is unavailable. */
  open_interest_usd: Type.String({ pattern: '^(0|(0|[1-9][0-9]*)\\.[0-9]{2})$' }),
  next_funding_rate_timestamp: Type.Optional(Time),
});

export const ContractSpec = Closed({
  ticker_id: SymbolText,
  contract_type: Type.Literal('Vanilla'),
  contract_price_currency: AssetText,
});

const AggregatorBook = Closed({ ticker_id: SymbolText, timestamp: Time, ...BookLevels.properties });

/** Figures of a record that may be unavailable, by name; the time is left out instead. */
export const CONTRACT_FIGURES = [
  'funding_rate',
  'index_price',
  'last_price',
  'base_volume',
  'target_volume',
  'open_interest',
  'open_interest_usd',
] as const;

export const DEFAULT_DEPTH = 100;

export const AGGREGATOR_ROUTES: readonly AggregatorRoute[] = [
  {
    path: '/v1/info/contracts',
    summary: 'Open markets with prices, 24-hour volume, open interest and funding, sorted by ticker_id.',
    query: {},
    required: [],
    result: Type.Array(Contract),
    cost: 50,
    usesHistory: false,
    past: { kind: 'day' },
  },
  {
    path: '/v1/info/contract_specs',
    summary: 'Contract type and settlement currency of the open markets, sorted by ticker_id.',
    query: {},
    required: [],
    result: Type.Array(ContractSpec),
    cost: 50,
    usesHistory: false,
  },
  {
    path: '/v1/info/orderbook',
    summary: 'Price levels of one open market, best first.',
    query: {
      ticker_id: Type.String(),
      depth: Type.Union(
        BOOK_DEPTHS.map((depth) => Type.Literal(depth)),
        { default: DEFAULT_DEPTH },
      ),
    },
    required: ['ticker_id'],
    result: AggregatorBook,
    cost: 200,
    usesHistory: false,
  },
  {
    path: '/v1/exchange/status',
    summary: 'Whether the exchange runs and accepts orders; available while it drains, too.',
    query: {},
    required: [],
    result: Closed({
      ...ExchangeStatusRecord.properties,
      ...okResponse('info', ExchangeStatusRecord).properties,
    }),
    cost: 1,
    usesHistory: false,
  },
];
