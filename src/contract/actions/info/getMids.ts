import { Type } from '@sinclair/typebox';
import { defineInfo } from '../../define.ts';
import { NO_FIELDS } from '../../fields/table.ts';
import { SymbolText, DecimalText } from '../../primitives.ts';

/**
 * Mid price of every open market; the index stands in while a side of the book is empty (wire 6.1).
 *
 * Cost:   50 tokens.
 * Source: clauses GETMIDS, GETMIDS-ALL-OPEN, GETMIDS-NOT-CLOSED, GETMIDS-NO-FILTER.
 */
export const getMids = defineInfo({
  name: 'getMids',
  summary: 'Mid prices of all open markets, by symbol.',
  examples: [{}],
  fields: NO_FIELDS,
  result: Type.Record(SymbolText, DecimalText, { additionalProperties: false }),
  refusals: [],
  cost: () => 50,
  usesHistory: false,
});
