import { Type } from '@sinclair/typebox';
import type { Market } from '../../../engine/state.ts';
import { isRefusal, type Refusal, refuse } from '../../../kernel/errors.ts';
import { defineInfo } from '../../define.ts';
import { json, integer, type WithState } from '../../fields/fields.ts';
import { checked, fieldTable, first, optional, SYMBOL_MAX, tooLong } from '../../fields/table.ts';
import type { Json } from '../../json.ts';
import { Closed, IdText, SymbolText, SideWord, DecimalText, Time } from '../../primitives.ts';
import { readSymbolText, hasSymbolForm, invalidMarket } from '../../symbols.ts';
import { EXAMPLE_SYMBOL } from '../../example-values.ts';

const LIMIT_DEFAULT = 50;

const LIMIT_MAX = 100;

export const PublicTrade = Closed({
  tradeId: IdText,
  symbol: SymbolText,
  /** The taker's. */
  side: SideWord,
  price: DecimalText,
  quantity: DecimalText,
  timestamp: Time,
  isMaker: Type.Boolean(),
});

/**
 * The latest executions of one market, newest first, each from the taker's side.
 *
 * Cost:   200 tokens.
 * Errors: INVALID_FORMAT for a symbol that is malformed or unknown, VALIDATION_ERROR for its length;
 *         then VALIDATION_ERROR for the limit; INTERNAL_ERROR for a stored row with an unknown direction.
 * Source: clauses GETLASTTRADES and following, PUBTRADE-FIELD-*; taker side: wire 3.3.
 */
export const getLastTrades = defineInfo({
  name: 'getLastTrades',
  summary: 'Latest public executions of one market, newest first.',
  examples: [{ symbol: EXAMPLE_SYMBOL, limit: 50 }],
  fields: fieldTable({
    symbol: first(checked(json(Type.String({ maxLength: SYMBOL_MAX })), readTradedMarket)),
    limit: optional(checked(integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT }), readLimit)),
  }),
  result: Closed({ trades: Type.Array(PublicTrade) }),
  refusals: ['INVALID_FORMAT', 'VALIDATION_ERROR', 'INTERNAL_ERROR'],
  cost: () => 200,
  usesHistory: false,
});

/** Unlike other reads this one bounds the symbol's length and has its own text for a market that is not there. */
function readTradedMarket(value: Json | undefined, _: string, { state }: WithState): Market | Refusal {
  const long = typeof value === 'string' ? tooLong(SYMBOL_MAX, { symbol: value }) : undefined;
  if (long !== undefined) return refuse('VALIDATION_ERROR', long);
  const symbol = readSymbolText(value);
  if (isRefusal(symbol)) return symbol;
  if (!hasSymbolForm(symbol)) return invalidMarket();
  // The general rule for unknown symbols is stated, the text `Market not found` comes without an input that causes it.
  return state.markets.get(symbol) ?? invalidMarket();
}

function readLimit(limit = LIMIT_DEFAULT): number | Refusal {
  if (limit > LIMIT_MAX) return refuse('VALIDATION_ERROR', `Limit cannot exceed ${LIMIT_MAX}`);
  return limit < 1 ? refuse('VALIDATION_ERROR', 'Limit must be at least 1') : limit;
}
