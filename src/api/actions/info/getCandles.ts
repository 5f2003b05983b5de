import { Type } from '@sinclair/typebox';
import { isRefusal, type Refusal, refuse } from '../../../kernel/errors.ts';
import { defineInfo } from '../../action.ts';
import type { Json } from '../../json.ts';
import { Closed, DecimalText, OneOf, SentTime, SymbolText, Time, wholeNumber } from '../../primitives.ts';
import { readMarket } from '../../symbols.ts';
import { untilNow } from '../../fields/time-window.ts';
import { CANDLE_INTERVALS, type CandleInterval } from '../../views.ts';

const DAY_MS = 86_400_000;

const Candle = Closed({
  openTime: Time,
  /** When the next candle opens. */
  closeTime: Time,
  openPrice: DecimalText,
  highPrice: DecimalText,
  lowPrice: DecimalText,
  closePrice: DecimalText,
  /** Base units. */
  volume: DecimalText,
  /** Quote units. */
  quoteVolume: DecimalText,
  tradeCount: Type.Integer({ minimum: 0 }),
});

/**
 * Candles of one market, newest first: every one that reaches into the window, the running one included;
 * of more than `limit` the newest. One without executions carries the last close on. Candles shorter than an hour
 * reach back 31 days.
 *
 * Cost:   200 tokens.
 * Errors: INVALID_FORMAT for the symbol; VALIDATION_ERROR `Invalid request parameters` for all else.
 * Source: clauses GETCANDLES, RATE-COST-GETCANDLES; wire 3.3, 3.5; R-107.
 */
export const getCandles = defineInfo({
  name: 'getCandles',
  summary: 'Candles of one market, newest first.',
  params: Type.Object({
    symbol: Type.String(),
    interval: OneOf(CANDLE_INTERVALS),
    startTime: Type.Optional(SentTime),
    endTime: Type.Optional(SentTime),
    /** 0: no limit. */
    limit: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
  }),
  result: Closed({ symbol: SymbolText, interval: OneOf(CANDLE_INTERVALS), candles: Type.Array(Candle) }),
  refusals: ['INVALID_FORMAT', 'VALIDATION_ERROR'],
  cost: () => 200,
  parse: (params, { state, now }) => {
    const market = readMarket(params.symbol, state);
    if (isRefusal(market)) return market;
    const { interval } = params;
    if (!isInterval(interval)) return invalid();
    const startTime = readCount(params.startTime);
    const sentEnd = readCount(params.endTime);
    const limit = readCount(params.limit);
    if (startTime === null || sentEnd === null || limit === null) return invalid();
    const { endTime } = untilNow({ startTime, endTime: sentEnd }, now);
    if (startTime !== undefined && endTime !== undefined && startTime > endTime) return invalid();
    const to = endTime ?? now;
    return { symbol: market.spec.symbol, interval, from: startTime ?? to - DAY_MS, to, now, limit: limit ?? 0 };
  },
  read: (query, { views }) => ({
    symbol: query.symbol,
    interval: query.interval,
    candles: [...views.candles(query)].reverse(),
  }),
  usesHistory: false,
});

const invalid = (): Refusal => refuse('VALIDATION_ERROR', 'Invalid request parameters');

const isInterval = (value: Json | undefined): value is CandleInterval =>
  (CANDLE_INTERVALS as readonly unknown[]).includes(value);

/** A count or a time as sent: undefined when it was not, null when it is none. */
function readCount(value: Json | undefined): number | undefined | null {
  if (value === undefined || value === null) return undefined;
  const count = wholeNumber(value) ?? -1;
  return count < 0 ? null : count;
}
