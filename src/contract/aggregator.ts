import { type Static, type TSchema, Type } from '@sinclair/typebox';
import type { StoredFields } from '../engine/faults/fault-terms.ts';
import { fundingRateAt } from '../engine/funding/rate.ts';
import { nextFundingTime } from '../engine/funding/settle-funding.ts';
import { isMarketOpen, lastOf } from '../engine/prices.ts';
import type { Market } from '../engine/state.ts';
import { compareKeys } from '../kernel/canonical-json.ts';
import { divHalfEven, formatFixedScale } from '../kernel/decimal.ts';
import { isRefusal } from '../kernel/errors.ts';
import { type TimeMs, UNIT_DECIMALS } from '../kernel/units.ts';
import type { InfoContext } from './action.ts';
import { ExchangeStatusRecord, exchangeStatusOf } from './actions/info/getExchangeStatus.ts';
import { BOOK_DEPTHS, BookLevels, bookLevelsOf } from './actions/info/getOrderbook.ts';
import { okResponse } from './shared-schemas.ts';
import { type ResponseMeta, okEnvelope } from './envelope.ts';
import { formatLots, formatPrice, formatPriceUnits, formatRatio } from './format.ts';
import { openMarkets } from './records/market-figures.ts';
import { AssetText, Closed, DecimalText, SymbolText, Time } from './primitives.ts';
import { storedFields } from './records/stored.ts';
import { readMarket } from './symbols.ts';
import type { DayStats, PastNeed, Views } from './views.ts';

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
  /** Shape of a 200 body. */
  readonly result: TSchema;
  /** Tokens of the IP bucket: those of the matching action. */
  readonly cost: number;
  /** True when `respond` asks views that must be loaded first. */
  readonly usesHistory: boolean;
  /** What `respond` looks at of the time before the start. Left out: nothing. */
  readonly past?: PastNeed;
  readonly respond: (query: Query, context: AggregatorContext) => AggregatorResponse;
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

const served = (body: object, headers: Readonly<Record<string, string>> = {}): AggregatorResponse => ({
  status: 200,
  headers,
  body,
});
const refusal = (
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

const CACHED = { 'Cache-Control': 'public, max-age=5' };

const Contract = Closed({
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

const ContractSpec = Closed({
  ticker_id: SymbolText,
  contract_type: Type.Literal('Vanilla'),
  contract_price_currency: AssetText,
});

const AggregatorBook = Closed({ ticker_id: SymbolText, timestamp: Time, ...BookLevels.properties });

function contractOf(market: Market, day: DayStats, now: TimeMs): Static<typeof Contract> {
  const { spec } = market;
  return {
    ticker_id: spec.symbol,
    base_currency: spec.baseAsset,
    target_currency: spec.settleAsset,
    product_type: 'Perpetual',
    funding_rate: formatRatio(fundingRateAt(market, now)),
    index_price: formatPriceUnits(spec, market.index),
    last_price: formatPrice(spec, lastOf(market)),
    base_volume: day.volume,
    target_volume: day.quoteVolume,
    open_interest: formatLots(spec, market.openInterest),
    open_interest_usd: openInterestValue(market),
    next_funding_rate_timestamp: nextFundingTime(now),
  };
}

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

/** A figure that is unavailable is 0, and so is what would be worked out from it. */
function withUnavailable(contract: Static<typeof Contract>, stored: StoredFields): Static<typeof Contract> {
  const isGone = (name: string): boolean => stored[name] === null;
  const isValueGone = isGone('index_price') || isGone('open_interest');
  const gone = CONTRACT_FIGURES.filter((name) => isGone(name) || (name === 'open_interest_usd' && isValueGone));
  const { next_funding_rate_timestamp: next, ...rest } = contract;
  const known =
    isGone('next_funding_rate_timestamp') || next === undefined ? {} : { next_funding_rate_timestamp: next };
  return { ...rest, ...Object.fromEntries(gone.map((name) => [name, '0'])), ...known };
}

/** Taken at the index as the record shows it, half to even to the cent, so that the record agrees with itself. */
function openInterestValue(market: Market): string {
  const { priceExponent, lotUnits } = market.spec;
  const index = divHalfEven(BigInt(market.index), 10n ** BigInt(UNIT_DECIMALS - priceExponent));
  const base = BigInt(market.openInterest) * BigInt(lotUnits);
  return formatFixedScale(divHalfEven(index * base, 10n ** BigInt(priceExponent + UNIT_DECIMALS - 2)), 2);
}

const contractSpecOf = ({ spec }: Market): Static<typeof ContractSpec> => ({
  ticker_id: spec.symbol,
  contract_type: 'Vanilla',
  contract_price_currency: spec.settleAsset,
});

const listed = ({ state, now }: InfoContext): Market[] =>
  openMarkets(state, now).sort((a, b) => compareKeys(a.spec.symbol, b.spec.symbol));

const DEFAULT_DEPTH = 100;
/** By the spelling in the URL, so that `010` or `1e1` is none of them. */
const DEPTH_BY_TEXT: ReadonlyMap<string, number> = new Map(BOOK_DEPTHS.map((depth) => [String(depth), depth]));

function bookResponse(query: Query, { state, now }: AggregatorContext): AggregatorResponse {
  const ticker = query.get('ticker_id') ?? '';
  if (ticker === '') return refusal(400, 'ticker_id is required');
  const market = readMarket(ticker, state);
  if (isRefusal(market) || !isMarketOpen(market, now)) return refusal(400, `unknown ticker_id: ${ticker}`);
  const sent = query.get('depth');
  const depth = sent === null ? DEFAULT_DEPTH : DEPTH_BY_TEXT.get(sent);
  if (depth === undefined) return refusal(400, `invalid depth: ${sent ?? ''}`);
  return served({ ticker_id: market.spec.symbol, timestamp: now, ...bookLevelsOf(market, depth) });
}

/** While the exchange drains, the listings are not served. */
const whileRunning =
  (route: AggregatorRoute['respond']): AggregatorRoute['respond'] =>
  (query, context) =>
    context.state.status === 'draining' ? AGGREGATOR_UNAVAILABLE : route(query, context);

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
    respond: whileRunning((_query, context) => {
      const { state, now, views } = context;
      const records = listed(context).map((market) => {
        const { symbol } = market.spec;
        const contract = contractOf(market, views.dayStats(symbol), now);
        const stored = storedFields(state, 'market', symbol);
        return stored ? withUnavailable(contract, stored) : contract;
      });
      return served(records, CACHED);
    }),
  },
  {
    path: '/v1/info/contract_specs',
    summary: 'Contract type and settlement currency of the open markets, sorted by ticker_id.',
    query: {},
    required: [],
    result: Type.Array(ContractSpec),
    cost: 50,
    usesHistory: false,
    respond: whileRunning((_query, context) => served(listed(context).map(contractSpecOf), CACHED)),
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
    respond: whileRunning(bookResponse),
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
    // Some clients read the bare record and some the envelope, so both stand in one object (wire 3.12).
    respond: (_query, context) => {
      const record = exchangeStatusOf(context);
      return served({ ...record, ...okEnvelope(record, context.meta) });
    },
  },
];
