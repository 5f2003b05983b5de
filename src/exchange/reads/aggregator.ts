import type { Static } from '@sinclair/typebox';
import type { InfoContext } from '../../contract/action.ts';
import { BOOK_DEPTHS } from '../../contract/actions/info/getOrderbook.ts';
import {
  type AggregatorResponse,
  type Contract,
  CONTRACT_FIGURES,
  type ContractSpec,
  type Query,
  type AggregatorContext,
  refusal,
  DEFAULT_DEPTH,
  AGGREGATOR_UNAVAILABLE,
} from '../../contract/aggregator.ts';
import { okEnvelope } from '../../contract/envelope.ts';
import { formatRatio, formatPriceUnits, formatPrice, formatLots } from '../../contract/format.ts';
import { storedFields } from '../../contract/records/stored.ts';
import { readMarket } from '../../contract/symbols.ts';
import type { DayStats } from '../../contract/views.ts';
import type { StoredFields } from '../../engine/fault-terms.ts';
import { fundingRateAt, nextFundingTime } from '../../engine/funding.ts';
import { isMarketOpen, lastOf } from '../../engine/prices.ts';
import type { Market } from '../../engine/state.ts';
import { compareKeys } from '../../kernel/canonical-json.ts';
import { divHalfEven, formatFixedScale } from '../../kernel/decimal.ts';
import { isRefusal } from '../../kernel/errors.ts';
import { type TimeMs, UNIT_DECIMALS } from '../../kernel/units.ts';
import { exchangeStatusOf } from './info/getExchangeStatus.ts';
import { bookLevelsOf } from './info/getOrderbook.ts';
import type { Respond } from './read.ts';
import { openMarkets } from './records/market-figures.ts';

const served = (body: object, headers: Readonly<Record<string, string>> = {}): AggregatorResponse => ({
  status: 200,
  headers,
  body,
});

const CACHED = { 'Cache-Control': 'public, max-age=5' };

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
  (route: Respond): Respond =>
  (query, context) =>
    context.state.status === 'draining' ? AGGREGATOR_UNAVAILABLE : route(query, context);

/** What each of the routes responds with, by its path. */
export const AGGREGATOR_RESPONSES: ReadonlyMap<string, Respond> = new Map<string, Respond>([
  [
    '/v1/info/contracts',
    whileRunning((_query, context) => {
      const { state, now, views } = context;
      const records = listed(context).map((market) => {
        const { symbol } = market.spec;
        const contract = contractOf(market, views.dayStats(symbol), now);
        const stored = storedFields(state, 'market', symbol);
        return stored ? withUnavailable(contract, stored) : contract;
      });
      return served(records, CACHED);
    }),
  ],
  ['/v1/info/contract_specs', whileRunning((_query, context) => served(listed(context).map(contractSpecOf), CACHED))],
  ['/v1/info/orderbook', whileRunning(bookResponse)],
  [
    '/v1/exchange/status',
    // Some clients read the bare record and some the envelope, so both stand in one object (wire 3.12).
    (_query, context) => {
      const record = exchangeStatusOf(context);
      return served({ ...record, ...okEnvelope(record, context.meta) });
    },
  ],
]);
