import { type Static, Type } from '@sinclair/typebox';
import type { Market, State } from '../../../engine/state.ts';
import { isRefusal, type Refusal, refuse } from '../../../kernel/errors.ts';
import { defineInfo } from '../../action.ts';
import type { Json, JsonObject } from '../../json.ts';
import { SYMBOL_MAX, tooLong } from '../../fields/lengths.ts';
import { Closed, DecimalText, decode, IdText, SideWord, SymbolText, Time } from '../../primitives.ts';
import { hasSymbolForm, invalidMarket, readSymbolText } from '../../symbols.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 100;

/** The rows come out of a store, so what they promise is checked before it is published. */
const STORED_SIDES: ReadonlySet<string> = new Set(['buy', 'sell']);

const PublicTrade = Closed({
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
 * The latest executions of one market, newest first, each told from the taker's side.
 *
 * Cost:   200 tokens.
 * Errors: INVALID_FORMAT for a symbol that is malformed or unknown, VALIDATION_ERROR for its length;
 *         then VALIDATION_ERROR for the limit; INTERNAL_ERROR for a stored row with an unknown direction.
 * Source: clauses GETLASTTRADES and following, PUBTRADE-FIELD-*; taker side: wire 3.3.
 */
export const getLastTrades = defineInfo({
  name: 'getLastTrades',
  summary: 'Latest public executions of one market, newest first.',
  params: Type.Object({
    symbol: Type.String({ maxLength: SYMBOL_MAX }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT })),
  }),
  result: Closed({ trades: Type.Array(PublicTrade) }),
  refusals: ['INVALID_FORMAT', 'VALIDATION_ERROR', 'INTERNAL_ERROR'],
  cost: () => 200,
  parse: (params, { state }) => {
    const market = readTradedMarket(params.symbol, state);
    if (isRefusal(market)) return market;
    const limit = readLimit(params);
    return isRefusal(limit) ? limit : { symbol: market.spec.symbol, limit };
  },
  read: ({ symbol, limit }, { views }) => {
    const rows = views.lastTrades(symbol, limit);
    if (!rows.every(({ side }) => STORED_SIDES.has(side)))
      return refuse('INTERNAL_ERROR', 'Failed to retrieve last trades');
    return { trades: rows.map((row): Static<typeof PublicTrade> => ({ ...row, isMaker: false })) };
  },
  usesHistory: false,
});

/** Unlike other reads this one bounds the symbol's length and has its own text for a market that is not there. */
function readTradedMarket(value: Json | undefined, state: Readonly<State>): Market | Refusal {
  const long = typeof value === 'string' ? tooLong(SYMBOL_MAX, { symbol: value }) : undefined;
  if (long !== undefined) return refuse('VALIDATION_ERROR', long);
  const symbol = readSymbolText(value);
  if (isRefusal(symbol)) return symbol;
  if (!hasSymbolForm(symbol)) return invalidMarket();
  // The general rule for unknown symbols is stated, the text `Market not found` comes without an input that causes it.
  return state.markets.get(symbol) ?? invalidMarket();
}

function readLimit(params: JsonObject): number | Refusal {
  const sent = decode(params, { limit: 'integer' });
  if (isRefusal(sent)) return sent;
  const { limit = LIMIT_DEFAULT } = sent;
  if (limit > LIMIT_MAX) return refuse('VALIDATION_ERROR', `Limit cannot exceed ${LIMIT_MAX}`);
  if (limit < 1) return refuse('VALIDATION_ERROR', 'Limit must be at least 1');
  return limit;
}
