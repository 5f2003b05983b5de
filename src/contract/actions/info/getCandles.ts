import { Type } from '@sinclair/typebox';
import type { Market } from '../../../engine/state.ts';
import { type Refusal, refuse } from '../../../kernel/errors.ts';
import type { InfoContext } from '../../action.ts';
import { defineInfo } from '../../define.ts';
import { market, json } from '../../fields/fields.ts';
import { SentTime } from '../../fields/history.ts';
import { wholeNumber } from '../../fields/json-types.ts';
import { fieldTable, first, checked, optional } from '../../fields/table.ts';
import { type SentBounds, untilNow } from '../../fields/time-window.ts';
import type { Json } from '../../json.ts';
import { Closed, Time, DecimalText, OneOf, SymbolText } from '../../primitives.ts';
import { CANDLE_INTERVALS, type CandleInterval, CANDLES_MAX } from '../../views.ts';
import { EXAMPLE_SYMBOL } from '../../example-values.ts';

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
 * Candles of one market, newest first: every one that reaches into the window, the running one included; of more than
 * `limit`, or than 5,000, the newest. One without executions carries the last close on. Candles shorter than an hour reach
 * back 31 days.
 *
 * Cost:   200 tokens.
 * Errors: INVALID_FORMAT for the symbol; VALIDATION_ERROR `Invalid request parameters` for all else.
 * Source: clauses GETCANDLES, RATE-COST-GETCANDLES; wire 3.3, 3.5.
 */
export const getCandles = defineInfo({
  name: 'getCandles',
  summary: 'Candles of one market, newest first.',
  examples: [{ symbol: EXAMPLE_SYMBOL, interval: '1h', limit: 24 }],
  fields: fieldTable({
    symbol: first(market()),
    interval: checked(json(OneOf(CANDLE_INTERVALS)), readInterval),
    startTime: optional(checked(json(SentTime), readCount)),
    endTime: optional(checked(json(SentTime), readCount)),
    /** 0, and anything above 5,000: 5,000. */
    limit: optional(checked(json(Type.Integer({ minimum: 0, default: 0 })), readCount)),
  }).refine(readQuery),
  result: Closed({ symbol: SymbolText, interval: OneOf(CANDLE_INTERVALS), candles: Type.Array(Candle) }),
  refusals: ['INVALID_FORMAT', 'VALIDATION_ERROR'],
  cost: () => 200,
  usesHistory: false,
  past: (query) => ({ kind: 'candles', query }),
});

const invalid = (): Refusal => refuse('VALIDATION_ERROR', 'Invalid request parameters');

function readInterval(sent: Json | undefined): CandleInterval | Refusal {
  return CANDLE_INTERVALS.find((interval) => interval === sent) ?? invalid();
}

function readCount(sent: Json | undefined): number | undefined | Refusal {
  if (sent === undefined) return undefined;
  const count = wholeNumber(sent) ?? -1;
  return count < 0 ? invalid() : count;
}

interface SentQuery extends SentBounds {
  readonly symbol: Market;
  readonly interval: CandleInterval;
  readonly limit: number | undefined;
}

function readQuery({ symbol, interval, limit = 0, ...bounds }: SentQuery, { now }: InfoContext) {
  const { startTime, endTime } = untilNow(bounds, now);
  if (startTime !== undefined && endTime !== undefined && startTime > endTime) return invalid();
  const to = endTime ?? now;
  const shown = limit === 0 ? CANDLES_MAX : Math.min(limit, CANDLES_MAX);
  return { symbol: symbol.spec.symbol, interval, from: startTime ?? to - DAY_MS, to, now, limit: shown };
}
