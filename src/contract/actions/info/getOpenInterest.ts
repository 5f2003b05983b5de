import { Type } from '@sinclair/typebox';
import { defineInfo } from '../../define.ts';
import { marketFilter } from '../../fields/fields.ts';
import { fieldTable, optional } from '../../fields/table.ts';
import { Closed, SymbolText, DecimalText, Time } from '../../primitives.ts';
import { EXAMPLE_SYMBOL } from '../../example-values.ts';

/** Base units (wire 3.3). */
export const OpenInterest = Closed({
  symbol: SymbolText,
  /** Long plus short. */
  openInterest: DecimalText,
  longOpenInterest: DecimalText,
  shortOpenInterest: DecimalText,
  timestamp: Time,
});

/**
 * Sum of all open positions of one market, or of every market. Positions outlive trading hours, so closed markets
 * are listed, too.
 *
 * Cost:   50 tokens.
 * Errors: INVALID_FORMAT for a symbol that is malformed or unknown.
 * Source: clauses GETOPENINTEREST, RATE-COST-GETOPENINTEREST; wire 3.3.
 */
export const getOpenInterest = defineInfo({
  name: 'getOpenInterest',
  summary: 'Open interest of one market or of all.',
  examples: [{ symbol: EXAMPLE_SYMBOL }],
  fields: fieldTable({ symbol: optional(marketFilter()) }),
  result: Type.Array(OpenInterest),
  refusals: ['INVALID_FORMAT'],
  cost: () => 50,
  usesHistory: false,
});
