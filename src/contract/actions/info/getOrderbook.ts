import { Type } from '@sinclair/typebox';
import { type Refusal, refuse } from '../../../kernel/errors.ts';
import { defineInfo } from '../../define.ts';
import { market, json } from '../../fields/fields.ts';
import { fieldTable, first, optional, checked } from '../../fields/table.ts';
import type { Json } from '../../json.ts';
import { DecimalText, Closed } from '../../primitives.ts';
import { EXAMPLE_SYMBOL } from '../../example-values.ts';

/** How many levels of a side may be asked for. */
export const BOOK_DEPTHS = [5, 10, 20, 50, 100, 500, 1000] as const;

const DEFAULT_DEPTH = 500;

const DEPTH_TEXT = `limit must be one of ${BOOK_DEPTHS.join(', ')}`;

const Depth = Type.Union(
  BOOK_DEPTHS.map((depth) => Type.Literal(depth)),
  { default: DEFAULT_DEPTH },
);

/** Price, then quantity. */
const Level = Type.Array(DecimalText, { minItems: 2, maxItems: 2 });

/** Both sides of a book as [price, quantity], best first. */
export const BookLevels = Closed({ bids: Type.Array(Level), asks: Type.Array(Level) });

/**
 * The resting quantity of one market by price level.
 *
 * Cost:   200 tokens.
 * Errors: INVALID_FORMAT for the symbol, then VALIDATION_ERROR `Invalid limit parameter`.
 * Source: clauses GETORDERBOOK, RATE-COST-GETORDERBOOK; wire 3.3.
 */
export const getOrderbook = defineInfo({
  name: 'getOrderbook',
  summary: 'Price levels of one market, best first.',
  examples: [{ symbol: EXAMPLE_SYMBOL, limit: 20 }],
  fields: fieldTable({ symbol: first(market()), limit: optional(checked(json(Depth), readDepth)) }),
  result: BookLevels,
  refusals: ['INVALID_FORMAT', 'VALIDATION_ERROR'],
  cost: () => 200,
  usesHistory: false,
});

function readDepth(limit: Json | undefined): number | Refusal {
  if (limit === undefined) return DEFAULT_DEPTH;
  const depth = BOOK_DEPTHS.find((allowed) => allowed === limit);
  return depth ?? refuse('VALIDATION_ERROR', 'Invalid limit parameter', { details: { details: DEPTH_TEXT } });
}
