import { Type } from '@sinclair/typebox';
import { isRefusal, refuse } from '../../kernel/errors.ts';
import { defineChannel } from '../channel.ts';
import type { JsonObject } from '../json.ts';
import { Closed, DecimalText, OneOf, SymbolText, Time } from '../primitives.ts';
import { isSymbolOf, readMarket } from '../symbols.ts';
import { CANDLE_INTERVALS, type CandleInterval } from '../views.ts';
import { PlainEnvelope } from './envelope-fields.ts';

export interface CandleParams {
  readonly symbol: string;
  readonly timeframe: CandleInterval;
}

const TimeText = Type.String({ format: 'date-time' });

/**
 * The running candle of one market and interval: a frame for each execution that changes it, and a last one when it
 * closes. Both spellings of every field are on each frame (wire 4.7).
 *
 * Errors: INVALID_FORMAT for the symbol; VALIDATION_ERROR for the interval.
 */
export const candles = defineChannel<CandleParams>()({
  name: 'candles',
  aliases: ['candle'],
  summary: 'The running candle of one market and interval, on every change and when it closes.',
  access: 'public',
  push: { method: 'candle_update', channel: 'candleUpdate' },
  params: Type.Object({ symbol: Type.String(), timeframe: OneOf(CANDLE_INTERVALS) }),
  data: Closed({
    symbol: SymbolText,
    timeframe: OneOf(CANDLE_INTERVALS),
    open_price: DecimalText,
    high_price: DecimalText,
    low_price: DecimalText,
    close_price: DecimalText,
    volume: DecimalText,
    quote_volume: DecimalText,
    trade_count: Type.Integer({ minimum: 0 }),
    open_time: TimeText,
    /** The last millisecond of the candle. */
    close_time: TimeText,
    openTime: Time,
    closeTime: Time,
    open: DecimalText,
    high: DecimalText,
    low: DecimalText,
    close: DecimalText,
    closed: Type.Boolean(),
  }),
  envelope: PlainEnvelope,
  slowReader: 'conflate',
  parse: (params, { state }) => {
    const market = readMarket(params.symbol, state);
    if (isRefusal(market)) return market;
    const timeframe = CANDLE_INTERVALS.find((interval) => interval === timeframeSent(params));
    if (!timeframe) return refuse('VALIDATION_ERROR', `timeframe must be one of ${CANDLE_INTERVALS.join(', ')}`);
    return { symbol: market.spec.symbol, timeframe };
  },
  past: ({ symbol, timeframe }, now) => ({
    kind: 'candles',
    query: { symbol, interval: timeframe, from: now, to: now, now, limit: 1 },
  }),
  key: ({ symbol, timeframe }) => `${symbol}|${timeframe}`,
  acknowledged: Closed({ symbol: SymbolText, timeframe: OneOf(CANDLE_INTERVALS) }),
  acknowledgement: ({ symbol, timeframe }) => ({ symbol, timeframe }),
  ends: (params, { symbol, timeframe }) => isSymbolOf(symbol, params.symbol) && timeframeSent(params) === timeframe,
});

/** An older spelling of the field is read too (wire 4.4). */
const timeframeSent = ({ timeframe, interval }: JsonObject) => timeframe ?? interval;
