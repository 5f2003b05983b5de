import { Type } from '@sinclair/typebox';
import { isRefusal, refuse } from '../../kernel/errors.ts';
import { defineChannel } from '../channel.ts';
import type { Json } from '../json.ts';
import { Closed, DecimalText, OneOf, SymbolText } from '../primitives.ts';
import { isSymbolOf, readMarket } from '../symbols.ts';

export const STREAM_DEPTHS = [10, 50, 100] as const;
export const BOOK_FORMATS = ['diff', 'snapshot'] as const;
export const UPDATE_FREQUENCIES_MS = [50, 100, 250, 500, 1000] as const;
/** A book this deep comes at most every `SLOW_FROM_MS`. */
const DEEP = 100;
const SLOW_FROM_MS = 250;

export interface OrderbookParams {
  readonly symbol: string;
  readonly depth: number;
  readonly format: (typeof BOOK_FORMATS)[number];
  readonly updateFrequencyMs: number;
}

/** Price levels on the stream are objects; on REST they are pairs. */
const StreamLevel = Closed({ price: DecimalText, quantity: DecimalText });

/**
 * The book of one market to a depth: a snapshot first, then what changed, or the whole of it, at most once per period of
 * exchange time. A quantity of `0` removes a level. Frames chain by `meseq` and `prevMeseq`. They say nothing of depth,
 * format and frequency, so a connection has one such stream for each market: the one it asked for last.
 *
 * Errors: INVALID_FORMAT for the symbol; VALIDATION_ERROR for depth, format and frequency.
 * Source: wire 4.4, 4.6.
 */
export const orderbook = defineChannel<OrderbookParams>()({
  name: 'orderbook',
  aliases: [],
  summary:
    'The book of one market: a snapshot, then changes (or snapshots) at a fixed rate, with sequence and checksum.',
  access: 'public',
  push: { method: 'orderbook_depth_update', channel: 'orderbookUpdate' },
  params: Type.Object({
    symbol: Type.String(),
    depth: Type.Optional(
      Type.Union(
        STREAM_DEPTHS.map((depth) => Type.Literal(depth)),
        { default: 50 },
      ),
    ),
    format: Type.Optional(
      Type.Union(
        BOOK_FORMATS.map((word) => Type.Literal(word)),
        { default: 'diff' },
      ),
    ),
    updateFrequencyMs: Type.Optional(
      Type.Union(
        UPDATE_FREQUENCIES_MS.map((ms) => Type.Literal(ms)),
        { default: 250 },
      ),
    ),
  }),
  data: Closed({ symbol: SymbolText, bids: Type.Array(StreamLevel), asks: Type.Array(StreamLevel) }),
  envelope: Closed({
    type: OneOf(['snapshot', 'diff']),
    meseq: Type.Integer({ minimum: 0 }),
    prevMeseq: Type.Optional(Type.Integer({ minimum: 0 })),
    checksum: Type.String({ pattern: '^[0-9a-f]{8}$' }),
  }),
  slowReader: 'conflate',
  parse: (params, { state }) => {
    const market = readMarket(params.symbol, state);
    if (isRefusal(market)) return market;
    const depth = oneOf(STREAM_DEPTHS, params.depth, 50);
    if (depth === undefined) return refuse('VALIDATION_ERROR', `depth must be one of ${STREAM_DEPTHS.join(', ')}`);
    const format = oneOf(BOOK_FORMATS, params.format, 'diff');
    if (format === undefined) return refuse('VALIDATION_ERROR', `format must be one of ${BOOK_FORMATS.join(', ')}`);
    const allowed = depth === DEEP ? UPDATE_FREQUENCIES_MS.filter((ms) => ms >= SLOW_FROM_MS) : UPDATE_FREQUENCIES_MS;
    const updateFrequencyMs = oneOf(allowed, params.updateFrequencyMs, 250);
    if (updateFrequencyMs === undefined) {
      const deep = depth === DEEP ? ` with depth ${DEEP}` : '';
      return refuse('VALIDATION_ERROR', `updateFrequencyMs must be one of ${allowed.join(', ')}${deep}`);
    }
    return { symbol: market.spec.symbol, depth, format, updateFrequencyMs };
  },
  key: ({ symbol, depth, format, updateFrequencyMs }) => `${symbol}|${depth}|${format}|${updateFrequencyMs}`,
  acknowledged: Closed({
    symbol: SymbolText,
    depth: Type.Union(STREAM_DEPTHS.map((depth) => Type.Literal(depth))),
    format: OneOf(BOOK_FORMATS),
    updateFrequencyMs: Type.Union(UPDATE_FREQUENCIES_MS.map((ms) => Type.Literal(ms))),
  }),
  acknowledgement: ({ symbol, depth, format, updateFrequencyMs }) => ({ symbol, depth, format, updateFrequencyMs }),
  ends: ({ symbol }, subscribed) => isSymbolOf(subscribed.symbol, symbol),
  replaces: ({ symbol }, earlier) => symbol === earlier.symbol,
});

/** The value where it is one of a list, what stands for it where it is left out, else undefined. */
function oneOf<T extends string | number>(words: readonly T[], value: Json | undefined, fallback: T): T | undefined {
  if (value === undefined || value === null) return fallback;
  return words.find((word) => word === value);
}
