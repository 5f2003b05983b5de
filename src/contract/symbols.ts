import type { Market, State } from '../engine/state.ts';
import { isRefusal, type Refusal, refuse } from '../kernel/errors.ts';
import type { Json } from './json.ts';

/**
 * How reads take a market symbol (wire 3.1): trimmed, upper-cased, of the form BASE-SETTLE, and known.
 * Orders and cancelAllOrders share the form only: they refuse what is not already in its final spelling.
 */

/** Only ASCII may be folded, so that no other alphabet ends up naming a market (SEC-18). */
const ASCII = /^[\t-\r -~]*$/;
const FORM = /^[A-Z0-9_](?:.*[A-Z0-9_])?$/;
const SHORTEST = 3;

/**
 * The symbol in its final spelling, whether or not there is such a market. A missing one counts as empty.
 * Errors: INVALID_FORMAT `market name empty` or `market name invalid`.
 */
export function readSymbolText(value: Json | undefined): string | Refusal {
  if (value === undefined || value === null) return refuse('INVALID_FORMAT', 'market name empty');
  if (typeof value !== 'string' || !ASCII.test(value)) return invalidMarket();
  const symbol = value.trim().toUpperCase();
  return symbol === '' ? refuse('INVALID_FORMAT', 'market name empty') : symbol;
}

/** True when a symbol as it was sent is this market's in its final spelling. */
export const isSymbolOf = (symbol: string, sent: Json | undefined): boolean => readSymbolText(sent) === symbol;

/** True for at least three characters, a word character at both ends (no lower case) and a hyphen between. */
export const hasSymbolForm = (symbol: string): boolean =>
  symbol.length >= SHORTEST && symbol.includes('-') && FORM.test(symbol);

/**
 * The market a read names, in whatever state it is.
 * Errors: INVALID_FORMAT `market name empty` or `market name invalid`, the latter for an unknown market too.
 */
export function readMarket(value: Json | undefined, state: Readonly<State>): Market | Refusal {
  const symbol = readSymbolText(value);
  if (isRefusal(symbol)) return symbol;
  if (!hasSymbolForm(symbol)) return invalidMarket();
  return state.markets.get(symbol) ?? invalidMarket();
}

/** INVALID_FORMAT `market name invalid`. */
export const invalidMarket = (): Refusal => refuse('INVALID_FORMAT', 'market name invalid');
